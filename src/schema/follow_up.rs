//! Follow-ups: questions that are asked only where earlier answers say so, and which records can therefore occur.
//!
//! A follow-up has one more category, "not asked", its last. A record is *feasible* where every follow-up has that category exactly if one of its
//! conditions fails. Cost of a check: O(conditions · categories named).

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::attribute::Attribute;
use super::questions::Schema;
use crate::error::{Code, Error};
use crate::exact::to_index;

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
/// assert_eq!(by.categories()[2].value(), "not asked");
/// let schema = Schema::new(vec![harassed, by])?;
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

impl Condition {
    fn holds(&self, record: &[u32]) -> bool {
        self.categories.contains(&record[self.attribute])
    }

    /// Checks the condition of the question at this position.
    fn check(&self, schema: &[Attribute], position: usize) -> Result<(), Error> {
        let name = schema[position].name();
        let refuse = |rule: &str| Err(invalid(message!("the conditions of \"", name, "\" ", rule)));
        if self.attribute >= position {
            return refuse("name a question that does not come before it");
        }
        let parent = &schema[self.attribute];
        let answers = parent.size() - u32::from(parent.is_follow_up());
        let ascend = self.categories.windows(2).all(|pair| pair[0] < pair[1]);
        if !ascend || self.categories.last().is_none_or(|last| *last >= answers) {
            return refuse("name answers that are none of the earlier question, or not in ascending order");
        }
        if self.categories.len() == to_index(answers) && !parent.is_follow_up() {
            return refuse("hold whatever is answered: the question is no follow-up");
        }
        Ok(())
    }
}

fn invalid(message: String) -> Error {
    Error::new(Code::InvalidFollowUp, message)
}

impl Schema {
    /// Checks the conditions of every follow-up.
    pub(super) fn check_conditions(attributes: &[Attribute]) -> Result<(), Error> {
        for (position, attribute) in attributes.iter().enumerate() {
            let conditions = attribute.conditions();
            conditions.iter().try_for_each(|condition| condition.check(attributes, position))?;
            if conditions.windows(2).any(|pair| pair[0].attribute >= pair[1].attribute) {
                let name = attribute.name();
                return Err(invalid(message!("the conditions of \"", name, "\" do not ascend by question")));
            }
        }
        Ok(())
    }

    /// Whether some question is a follow-up, so that some records cannot occur.
    #[must_use]
    pub fn has_follow_ups(&self) -> bool {
        self.attributes().iter().any(Attribute::is_follow_up)
    }

    /// Whether the question at this position is asked of whoever gave these categories to the questions before it.
    pub(super) fn is_asked(&self, position: usize, before: &[u32]) -> bool {
        self.attributes()[position].conditions().iter().all(|condition| condition.holds(before))
    }

    /// Whether a record can occur: every follow-up is "not asked" exactly where one of its conditions fails.
    ///
    /// ```
    /// # use candor::{Attribute, Category, Schema, schema::Condition};
    /// # let yes_no = |name| Attribute::new(name, None, Category::list(["no", "yes"]), false);
    /// // The second is asked of those who say yes to the first.
    /// let second = yes_no("second")?.asked_if(vec![Condition { attribute: 0, categories: vec![1] }])?;
    /// let schema = Schema::new(vec![yes_no("first")?, second])?;
    /// assert!(schema.has_follow_ups() && schema.is_feasible(&[0, 2]) && !schema.is_feasible(&[1, 2]));
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn is_feasible(&self, record: &[u32]) -> bool {
        (0..self.len()).all(|position| self.is_consistent(position, record))
    }

    /// Whether the category at this position is "not asked" exactly where the question is not asked.
    pub(super) fn is_consistent(&self, position: usize, record: &[u32]) -> bool {
        let attribute = &self.attributes()[position];
        let is_answered = Some(record[position]) != attribute.not_asked();
        self.is_asked(position, record) == is_answered
    }

    /// F(q) of every question: the question itself and all that hang on it, directly or through others [Mathematics, §15].
    #[must_use]
    pub fn dependents(&self) -> Vec<Vec<usize>> {
        let mut dependents: Vec<Vec<usize>> = (0..self.len()).map(|position| vec![position]).collect();
        for (position, attribute) in self.attributes().iter().enumerate() {
            for earlier in &mut dependents[..position] {
                if attribute.conditions().iter().any(|condition| earlier.contains(&condition.attribute)) {
                    earlier.push(position);
                }
            }
        }
        dependents
    }
}

/// The refusal of an answer to a follow-up that is not asked, and of none to one that is. Which of the two it was would tell an earlier answer.
pub(super) fn inconsistent(attribute: &Attribute) -> Error {
    let name = attribute.name();
    invalid(message!("question \"", name, "\" has to be answered exactly where it is asked"))
}
