//! Tables of perturbed counts in; estimates with standard errors and intervals out. One file per
//! reconstruction.

mod interval;
mod inverse;
mod operator;

pub use inverse::{Cell, Estimate, inverse};
