//! The flip law: which attributes change, as independent blocks of integer weights [Mathematics, §1–4].
//!
//! A law knows its probabilities, its spectrum and the three ε. It never sees a record and draws nothing.

mod block;
mod draws;
mod epsilon;
mod flip_law;
mod spectrum;

pub use block::{Block, Pattern};
pub(crate) use draws::{BlockDraws, Bound, Stretch};
pub use flip_law::{Law, MAX_CONDITION};
pub(crate) use spectrum::{BlockSpectrum, krawtchouk};
