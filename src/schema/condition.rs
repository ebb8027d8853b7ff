//! The condition of a follow-up, and the category of whoever is not asked it.

use alloc::vec::Vec;

/// The category appended to a follow-up.
pub(super) const NOT_ASKED: &str = "not asked";

/// A condition under which a follow-up is asked: an earlier question was answered with one of these categories.
///
/// ```
/// use candor::{Answer, Attribute, Category, Record, Schema, schema::Condition};
///
/// let harassed = Attribute::new("harassed", None, Category::list(["no", "yes"]), false)?;
/// let by = Attribute::new("by", None, Category::list(["colleague", "manager"]), false)?;
/// let by = by.asked_if(vec![Condition { attribute: 0, categories: vec![1] }])?;
/// assert!(by.is_follow_up() && by.offered() == 2 && by.not_asked() == Some(2) && by.categories()[2].value() == "not asked");
/// let schema = Schema::new(vec![harassed, by])?;
/// // What is promised of the first question covers both.
/// assert_eq!(schema.dependents(), [vec![0, 1], vec![1]]);
/// assert!(Record::new(&schema, [0, 2]).is_ok() && Record::new(&schema, [1, 0]).is_ok());
/// assert!(Record::new(&schema, [0, 1]).is_err() && Record::new(&schema, [1, 2]).is_err());
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The position of the earlier question.
    pub attribute: usize,
    /// The positions of its categories, ascending.
    pub categories: Vec<u32>,
}
