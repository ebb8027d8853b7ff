//! All that leaves the device: a perturbed record, the plan's fingerprint, and a random 16-byte id
//! against double counting. No time, no order, nothing else.
//!
//! A respondent's report is made by [`respond`]; a [`Report`] read back is checked against its plan.

mod respond;
mod sent;
#[cfg(feature = "os-rng")]
pub mod wave;

pub use respond::respond_with;
#[cfg(feature = "os-rng")]
pub use respond::{draw_label, respond, respond_in_wave, respond_under};
#[cfg(feature = "wasm")]
pub(crate) use respond::{drawn, drawn_label};
pub use sent::{Report, ReportDocument};
