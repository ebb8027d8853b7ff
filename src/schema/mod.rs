//! The questions of a survey: attributes with ordered categories. This module knows nothing of privacy.
//!
//! A [`Schema`] is checked once, when it is made; afterwards an answer is either encoded as one of its categories
//! or refused with a code.

mod attribute;
mod bins;
mod category;
mod compound;
mod condition;
mod follow_up;
mod language;
mod limits;
mod order;
mod period;
mod plain;
mod presentation;
mod questions;
mod record;
mod rule;
mod score;
mod scored;
mod text;

pub use attribute::{Answer, Attribute};
pub use category::{Category, Role};
pub use compound::{Compound, CompoundKind};
pub(crate) use compound::{UNMADE_AND_MADE, places, ranks};
pub use condition::Condition;
pub(crate) use follow_up::MOST_LINKED_CELLS;
pub(crate) use limits::check_sizes;
pub use limits::{MAX_TABLE_CELLS, MAX_TOTAL_CATEGORIES};
pub use order::Order;
pub use period::Period;
pub use plain::PlainColumn;
pub use presentation::{Section, Texts};
pub use questions::Schema;
pub use record::Record;
pub use score::{MAX_STEPS, Score};
pub use text::LocalizedText;
pub(crate) use text::check_text;
