//! Designs and estimates as JavaScript sees them: translation only, for the npm entry `candor/analysis`.
//!
//! A module of its own, so that the respondent's does not grow by it. Documents are those of the command line.

mod counting;
mod design;
mod estimate;
mod faults;
mod found;
#[path = "../../../src/wasm/js.rs"]
mod js;
mod label;
mod simulation;
mod value;

use candor::Error;
