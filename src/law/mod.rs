//! The law: forms that ask questions in units, perturbed in independent blocks with integer weights [Mathematics, §1–4, §10].
//!
//! A law computes its probabilities, its spectrum and the record, attribute and column ε. It never sees a record and draws nothing.

mod block;
mod central;
mod draws;
mod epsilon;
mod form;
mod label;
mod membership;
mod mixture;
mod plain;
mod reported;
mod rounded_score;
mod spectrum;
mod unit;
mod view;

pub use block::{Block, Pattern};
pub use central::CentralBound;
pub(crate) use draws::{BlockDraws, Bound, Member, Stretch};
pub use form::Form;
pub(crate) use label::Placed;
pub use label::Questionnaire;
pub use mixture::{Law, MAX_CONDITION};
#[cfg(feature = "os-rng")]
pub(crate) use reported::check_label;
pub(crate) use reported::{Reported, reported};
pub use rounded_score::RoundedScore;
pub(crate) use spectrum::{BlockSpectrum, krawtchouk};
pub(crate) use unit::Shape;
pub use unit::{MAX_UNIT_CELLS, Unit};
pub(crate) use view::{View, units_holding};
