//! What was observed: the shares of perturbed records in the cells of a table, and the law that perturbed them.

mod inverse;
pub(crate) mod labelled;
pub(crate) mod operator;
pub(crate) mod origin;
mod simulation;
pub(crate) mod stop;
mod table;
pub(crate) mod truth;
mod weighted;

pub(crate) use inverse::joined;
pub(crate) use table::{Observed, ReportCovariance, spread};
