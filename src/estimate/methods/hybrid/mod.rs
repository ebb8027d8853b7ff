//! *Hybrid*: the inverse, the product of the marginals, or a combination of both.

pub(crate) mod combination;
mod decision;
mod weight;

pub use decision::{Thresholds, thresholds};
pub(crate) use decision::{cut_to_singles, published, reconstruct};
