//! Operators that commute with relabelling: on a table they act by a factor per component [Mathematics, §5], the component
//! of T being constant outside T and of sum zero along each axis in T. In place, O(w·N) time.

mod action;
mod axes;
pub(crate) mod factors;
mod kernels;
mod list;
mod tables;
#[cfg(test)]
mod tests;
pub(crate) mod walk;

pub(crate) use action::{Operator, apply, apply_listed};
