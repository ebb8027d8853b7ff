//! Which reconstruction, and how much of each: by estimated risk, and by reports held out.

pub(crate) mod auto;
mod held_out;
pub(crate) mod hybrid;
pub(crate) mod mixture;
mod risk;
mod weight;
