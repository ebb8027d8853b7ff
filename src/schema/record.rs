//! A true record: one category per attribute. It is consumed when it is perturbed, cannot be printed,
//! and is overwritten when it is dropped.

use alloc::vec::Vec;
use core::mem;

use zeroize::Zeroize;

use super::attribute::{Answer, Attribute};
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
    /// `missing-answer` where the length is wrong, `unknown-category` where an index is out of range.
    pub fn new(schema: &Schema, categories: impl Into<Vec<u32>>) -> Result<Self, Error> {
        let record = Self { categories: categories.into() };
        if record.categories.len() != schema.len() {
            let given = record.categories.len();
            let message = message!(given, " answers given for ", schema.len(), " attributes");
            return Err(Error::new(Code::MissingAnswer, message));
        }
        match schema.attributes().iter().zip(&record.categories).find(|(a, c)| **c >= a.size()) {
            Some((attribute, _)) => Err(attribute.no_category()),
            None => Ok(record),
        }
    }

    /// A record checked before. Panics unless it has one category for each of the attributes of these sizes.
    #[cfg(feature = "device")]
    pub(crate) fn checked(sizes: &[u32], categories: Vec<u32>) -> Self {
        assert!(categories.len() == sizes.len() && categories.iter().zip(sizes).all(|(c, size)| c < size));
        Self { categories }
    }

    /// Encodes the answers that `answer` returns for each attribute.
    ///
    /// # Errors
    /// The errors of [`Attribute::encode`], for the first attribute whose answer is refused.
    pub fn encode<'a>(
        schema: &'a Schema,
        mut answer: impl FnMut(&'a Attribute) -> Answer<'a>,
    ) -> Result<Self, Error> {
        let mut record = Self { categories: Vec::with_capacity(schema.len()) };
        for attribute in schema.attributes() {
            record.categories.push(attribute.encode(answer(attribute))?);
        }
        Ok(record)
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
