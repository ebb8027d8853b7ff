//! Size limits of surveys and tables, and the search for repeated names.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;

use crate::error::{Code, Error};
use crate::exact::to_index;

/// The largest number of categories of all questions of a survey together.
///
/// ```
/// use candor::{Attribute, Code, schema::MAX_TOTAL_CATEGORIES};
///
/// let edges = (0..MAX_TOTAL_CATEGORIES + 2).map(|edge| Some(edge as f64)).collect();
/// let refused = Attribute::numeric("too fine", None, edges, false).unwrap_err();
/// assert_eq!(refused.code(), Code::TooManyCategories);
/// ```
pub const MAX_TOTAL_CATEGORIES: usize = 1 << 20;

/// The largest number of cells of a table: 800 MB of counts.
///
/// ```
/// use candor::{Attribute, Category, Code, Schema, schema::MAX_TABLE_CELLS};
///
/// let yes_no = |i| Attribute::new(&format!("q{i}"), None, Category::list(["no", "yes"]), false);
/// let schema = Schema::new((0..30).map(yes_no).collect::<Result<_, _>>()?)?;
/// let all: Vec<usize> = (0..30).collect();
/// assert!(1 << 30 > MAX_TABLE_CELLS);
/// assert_eq!(schema.table_sizes(&all).unwrap_err().code(), Code::TooLarge);
/// # Ok::<(), candor::Error>(())
/// ```
pub const MAX_TABLE_CELLS: usize = 100_000_000;

/// Refuses numbers of categories that no schema may have, so that integers computed from them cannot overflow.
pub(crate) fn check_sizes(sizes: &[u32]) -> Result<(), Error> {
    if sizes.is_empty() {
        return Err(no_attributes());
    }
    if let Some(position) = sizes.iter().position(|&a| a < 2) {
        let message =
            message!("attribute ", position, " has ", sizes[position], " categories; at least 2 are needed");
        return Err(Error::new(Code::TooFewCategories, message));
    }
    check_total(sizes.iter().map(|&a| to_index(a)).fold(0, usize::saturating_add))
}

/// Finds a text that occurs twice. Cost: O(n log n).
pub(super) fn repeated(texts: Vec<&str>) -> Option<&str> {
    let ascending = BinaryHeap::from(texts).into_sorted_vec();
    ascending.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

pub(super) fn no_attributes() -> Error {
    Error::new(Code::NoAttributes, "a survey needs at least 1 attribute, 0 given")
}

pub(super) fn check_total(total: usize) -> Result<(), Error> {
    if total > MAX_TOTAL_CATEGORIES {
        let message =
            message!(total, " categories given; at most ", MAX_TOTAL_CATEGORIES, " are allowed in all");
        return Err(Error::new(Code::TooManyCategories, message));
    }
    Ok(())
}
