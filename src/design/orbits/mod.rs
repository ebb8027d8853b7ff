//! Orbits: change sets that only differ in which of several exchangeable attributes change.

pub(crate) mod binomial;
pub(crate) mod columns;
pub(crate) mod grid;
