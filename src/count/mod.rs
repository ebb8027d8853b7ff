//! Counts reports into contingency tables. Tables can be merged; no row is kept.
//!
//! A table knows its attributes, their categories and its plan. It refuses a report or another table that does not belong to it, even one
//! of the same size.

mod axes;
mod columns;
mod kept;
mod seen;
mod subsets;
mod table;

pub use axes::{AttributeKey, Axes, Questions};
pub use columns::Column;
pub use seen::ViewCounts;
pub(crate) use seen::Views;
pub(crate) use subsets::KeptSubsets;
pub use subsets::SubsetCounts;
pub use table::Table;
pub(crate) use table::TableParts;
