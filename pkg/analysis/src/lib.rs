//! JavaScript bindings of designs and estimates, for two npm entries with one module each; they only translate.
//!
//! Feature `designing` is `candor/design`, for those who write surveys; feature `reading` is `candor/analysis`, for those who analyse the
//! results and need not load the design code. Neither makes the respondent's module larger. Documents are those of the command line.

mod cell;
#[cfg(feature = "reading")]
mod counting;
#[cfg(feature = "designing")]
mod design;
#[cfg(feature = "reading")]
mod estimate;
#[cfg(feature = "designing")]
mod faults;
#[cfg(feature = "reading")]
mod found;
#[cfg(feature = "reading")]
mod guesses;
mod js;
#[cfg(feature = "designing")]
mod label;
#[cfg(feature = "designing")]
mod power;
#[cfg(feature = "designing")]
mod simulation;
#[cfg(feature = "reading")]
mod statistics;
mod value;
#[cfg(feature = "reading")]
mod weights;

use candor::Error;
