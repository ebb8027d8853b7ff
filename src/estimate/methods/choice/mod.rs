//! Which reconstruction, and how much of each: by estimated risk, and by reports held out.

pub(crate) mod auto;
pub(crate) mod combination;
mod held_out;
pub(crate) mod hybrid;
mod risk;
mod weight;
