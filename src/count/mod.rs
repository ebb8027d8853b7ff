//! Counts reports into contingency tables. Tables can be merged; no row is stored.
//!
//! A table knows its attributes, their categories and its plan. It refuses a report or another table that does not belong to it, even one
//! of the same size.

mod axes;
mod columns;
mod subsets;
mod table;
mod table_subsets;
mod tables;
mod views;

pub use axes::{AttributeKey, Axes, Questions};
pub use columns::Column;
pub(crate) use subsets::KeptSubsets;
pub use subsets::SubsetCounts;
pub use table::Table;
pub(crate) use table::TableParts;
pub use tables::Tables;
pub use views::ViewCounts;
pub(crate) use views::Views;
