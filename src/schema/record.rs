//! A true record: one category per attribute. It is consumed when it is perturbed, cannot be printed,
//! and is overwritten when it is dropped.

use alloc::vec::Vec;
use core::mem;

use zeroize::Zeroize;

use super::attribute::{Answer, Attribute};
use super::follow_up::inconsistent;
use super::questions::Schema;
use crate::error::{Code, Error};

/// The true categories of one respondent.
///
/// ```
/// use candor::{Answer, Attribute, Category, Code, Record, Schema};
///
/// let smoker = Attribute::new("smoker", None, Category::list(["no", "yes"]), false)?;
/// let schema = Schema::new(vec![smoker])?;
/// let record = Record::encode(&schema, |_| Answer::Text("yes"))?;
/// let same = Record::new(&schema, [1])?;
/// assert_eq!(Record::new(&schema, [2]).err().map(|refused| refused.code()), Some(Code::UnknownCategory));
/// # Ok::<(), candor::Error>(())
/// ```
pub struct Record {
    categories: Vec<u32>,
}

impl Record {
    /// A record of category indices, one per attribute. A `Vec` is moved in and overwritten, even where the record is
    /// refused.
    ///
    /// # Errors
    /// `missing-answer` where the length is wrong, `unknown-category` where an index is out of range, `invalid-follow-up` where a follow-up is
    /// answered although it is not asked, or is "not asked" although it is, `invalid-choices` where the choices break the rule of their question.
    pub fn new(schema: &Schema, categories: impl Into<Vec<u32>>) -> Result<Self, Error> {
        let record = Self { categories: categories.into() };
        if record.categories.len() != schema.len() {
            let given = record.categories.len();
            let message = message!(given, " answers given for ", schema.len(), " attributes");
            return Err(Error::new(Code::MissingAnswer, message));
        }
        match schema.attributes().iter().zip(&record.categories).find(|(a, c)| **c >= a.size()) {
            Some((attribute, _)) => Err(attribute.no_category()),
            None => record.consistent(schema),
        }
    }

    /// A record checked before. Panics unless it has one category for each of the attributes of these sizes.
    #[cfg(feature = "device")]
    pub(crate) fn checked(sizes: &[u32], categories: Vec<u32>) -> Self {
        assert!(categories.len() == sizes.len() && categories.iter().zip(sizes).all(|(c, size)| c < size));
        Self { categories }
    }

    /// Encodes the answers that `answer` returns for each attribute. A follow-up that is not asked must have no answer, and becomes "not asked".
    ///
    /// # Errors
    /// The errors of [`Attribute::encode`], for the first attribute whose answer is refused; `invalid-follow-up` and
    /// `invalid-choices` as in [`Record::new`].
    pub fn encode<'a>(
        schema: &'a Schema,
        mut answer: impl FnMut(&'a Attribute) -> Answer<'a>,
    ) -> Result<Self, Error> {
        let mut record = Self { categories: Vec::with_capacity(schema.len()) };
        for (position, attribute) in schema.attributes().iter().enumerate() {
            let category = match (attribute.not_asked(), answer(attribute)) {
                (Some(not_asked), Answer::Missing | Answer::NotReached)
                    if !schema.is_asked(position, &record.categories) =>
                {
                    not_asked
                }
                // A missing answer to a follow-up is refused like an answer that is not asked for.
                (Some(_), Answer::Missing) if !attribute.optional() => return Err(inconsistent(attribute)),
                (_, answer) => attribute.encode(answer)?,
            };
            record.categories.push(category);
        }
        record.consistent(schema)
    }

    /// Refuses a record that cannot occur.
    fn consistent(self, schema: &Schema) -> Result<Self, Error> {
        let mut positions = 0..schema.len();
        if let Some(position) = positions.find(|position| !schema.is_consistent(*position, &self.categories))
        {
            return Err(inconsistent(&schema.attributes()[position]));
        }
        match schema.broken_compound(&self.categories) {
            Some(compound) => Err(compound.broken()),
            None => Ok(self),
        }
    }

    #[cfg(feature = "device")]
    pub(crate) fn categories(&self) -> &[u32] {
        &self.categories
    }

    /// The categories; the caller has to overwrite them.
    pub(crate) fn into_categories(mut self) -> Vec<u32> {
        mem::take(&mut self.categories)
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        self.categories.zeroize();
    }
}
