//! The module `candor._rust` of the Python package: it only translates. What it computes, and the documents that it returns, are those of the
//! command line.
//!
//! Requests are dictionaries with the options of a command; results are the JSON document that the command writes, and its text for people. Work
//! is done in a thread of its own, while the interpreter goes on and answers Ctrl-C.

mod counts;
mod errors;
mod frame;
mod plan;
mod reading;
mod requested;
mod stream;
mod work;

use pyo3::pymodule;

#[pymodule]
mod _rust {
    #[pymodule_export]
    use super::counts::Counts;
    #[pymodule_export]
    use super::plan::{Plan, design};
    #[pymodule_export]
    use super::reading::{counted, read, simulate, weigh, weigh_rankings, weigh_scores};
    #[pymodule_export]
    use super::stream::arrow_stream;
}
