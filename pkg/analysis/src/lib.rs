//! Designs and estimates as JavaScript sees them: translation only, for two npm entries with a module each.
//!
//! Feature `designing` is `candor/design`, for whoever writes surveys; feature `reading` is `candor/analysis`, for whoever reads what
//! came of them and need not load what designs. Neither makes the respondent's module grow. Documents are those of the command line.

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
mod hypothesis;
mod js;
#[cfg(feature = "designing")]
mod label;
#[cfg(feature = "designing")]
mod power;
#[cfg(feature = "designing")]
mod simulation;
mod value;

use candor::Error;
