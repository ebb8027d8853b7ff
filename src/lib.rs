#![doc = include_str!("../README.md")]
//!
//! # The modules, in the order of the flow
//!
//! ```text
//! schema → law → design → plan → perturb → report │ → count → estimate → loglinear → inference → synthesize
//!         the respondent's device                 │   the analyst's machine
//! ```
//!
//! | module | what it is |
//! |---|---|
//! | [`schema`] | attributes with ordered categories, and true records |
//! | [`law`] | which attributes change: blocks of integer weights, their spectrum, the three ε |
//! | [`design`] | requested levels in, a law with its achieved levels out; one file per method |
//! | [`plan`] | schema, law and promises as one document, verified from its integers |
//! | [`perturb`] | noise first, the answers last, fixed work |
//! | [`report`] | all that leaves the device |
//! | [`count`] | reports in, contingency tables out |
//! | [`estimate`] | tables in, estimates with intervals out; one file per reconstruction |
//! | [`loglinear`] | unbiased tables in, the best guess of all of them together out |
//! | [`inference`] | tables in, tests of hypotheses out; one file per test |
//! | [`synthesize`] | estimates in, plausible records out |
//!
//! [`error`] is used by all. The crate is `no_std` and needs `alloc`; its feature `std` only makes roots faster.
#![no_std]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

#[macro_use]
mod message;

pub mod count;
pub mod design;
#[cfg(feature = "device")]
#[doc(hidden)]
pub mod device;
pub mod error;
pub mod estimate;
mod exact;
pub mod inference;
pub mod law;
pub mod loglinear;
mod numeric;
pub mod perturb;
pub mod plan;
pub mod report;
pub mod schema;
pub mod synthesize;

pub use count::Table;
pub use design::{Design, Levels, Method, Survey};
pub use error::{Code, Error};
pub use estimate::{Estimate, Reconstruction};
pub use law::Law;
pub use plan::{Caps, Fingerprint, Plan, Promises};
pub use report::Report;
pub use schema::{Answer, Attribute, Category, LocalizedText, Period, Record, Schema};
