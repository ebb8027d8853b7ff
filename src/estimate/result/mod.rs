//! The result: an estimated table, its cells and their intervals.

pub(crate) mod cell;
pub(crate) mod consistency;
mod estimate;
mod intervals;
mod written;

pub(crate) use estimate::Counted;
pub use estimate::Estimate;
