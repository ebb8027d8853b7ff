//! The simulated respondents of experiments: true records, which no method of estimation sees.

mod adult;
mod age;
mod nursery;
mod population;
mod synthetic;

pub(crate) use age::{EDGES as AGE_EDGES, ages};
pub(crate) use nursery::nursery;
pub use population::Population;
pub(crate) use population::{cell, cell_counts, cells, next, sets};
pub(crate) use synthetic::{chain, pair};
