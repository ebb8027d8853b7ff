//! Reports in, contingency tables out. Counts merge; no row is kept.
//!
//! A table knows what names it: its attributes, their categories, and the plan. A report or another table that does not
//! belong to it is refused, whatever its size.

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
