//! What the packages for Python and R have in common. Each only translates: requests are the options of a command, results the JSON document
//! that the command writes, with its text for people.
//!
//! * [`plans`]: designs, questions, labels.
//! * [`reading`]: reports from files and from [`rows`] of other programs, counted; [`simulated`] reports.
//! * [`counts`]: what is computed from counted reports; [`needed`] says which tables that takes.
//! * [`work`]: a job in a thread of its own, which can be stopped.

pub mod counts;
mod found;
pub mod needed;
pub mod plans;
pub mod reading;
pub mod rows;
pub mod simulated;
pub mod work;

pub use found::{Found, found};
