//! Rankings: shares of first places, mean ranks, also of groups, and which of two items is put before the other.
//!
//! [`Chosen`] says which tables have to be counted and estimates the rankings from them, as [`crate::statistics`]; [`Rankings`] is the document.

mod chosen;
mod document;
mod ranked;

pub use self::chosen::{Asked, Chosen};
pub use self::document::Rankings;
