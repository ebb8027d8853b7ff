//! The experiments of \[Yamamoto24\] on the record ε of a survey whose questions have given levels.

mod chi_squared;
mod levels;
mod run_time;

pub use chi_squared::CHI_SQUARED;
pub use levels::{LEVELS, SIZES};
pub use run_time::RUN_TIME;
