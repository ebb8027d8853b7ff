//! Chooses between reconstructions, or mixes them, by estimated risk and by held-out reports.

pub(crate) mod auto;
pub(crate) mod combination;
mod held_out;
pub(crate) mod hybrid;
mod risk;
mod weight;
