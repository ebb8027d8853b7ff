//! Reports, which are all that leaves the device: a perturbed record, the plan's fingerprint, and a random 16-byte id
//! against double counting. No time, no order, nothing else.
//!
//! [`respond`] makes a respondent's report; a [`Report`] that is read back is checked against its plan.

#[cfg(feature = "device")]
mod drawing;
mod respond;
mod sent;
#[cfg(feature = "device")]
pub mod wave;

#[cfg(feature = "device")]
pub(crate) use drawing::Drawing;
pub use respond::respond_with;
#[cfg(feature = "os-rng")]
pub use respond::{draw_label, invited_label, respond, respond_in_wave, respond_under};
pub use sent::{Report, ReportDocument};
