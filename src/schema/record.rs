//! A true record: one category per attribute. It is consumed where it is perturbed, cannot be printed,
//! and is overwritten when it is dropped.

use alloc::vec::Vec;

use zeroize::Zeroize;

use super::Schema;
use super::attribute::{Answer, Attribute};
use crate::error::Error;

/// The true categories of one respondent.
pub struct Record {
    categories: Vec<u32>,
}

impl Record {
    /// A record of category indices, one per attribute.
    ///
    /// # Errors
    /// `missing-answer` where the length is wrong, `unknown-category` where an index is out of range.
    pub fn new(schema: &Schema, categories: &[u32]) -> Result<Self, Error> {
        if categories.len() != schema.len() {
            let message = message!(categories.len(), " answers given for ", schema.len(), " attributes");
            return Err(Error::new("missing-answer", message));
        }
        match schema.attributes().iter().zip(categories).find(|(a, c)| **c >= a.size()) {
            Some((attribute, _)) => Err(attribute.unknown_category()),
            None => Ok(Self { categories: categories.into() }),
        }
    }

    /// The record whose answer to each attribute `answer` gives.
    ///
    /// # Errors
    /// Those of [`Attribute::encode`], for the first attribute that has one.
    pub fn encode<'a>(
        schema: &'a Schema,
        mut answer: impl FnMut(&'a Attribute) -> Answer<'a>,
    ) -> Result<Self, Error> {
        let encoded: Result<Vec<u32>, Error> =
            schema.attributes().iter().map(|attribute| attribute.encode(answer(attribute))).collect();
        Ok(Self { categories: encoded? })
    }

    pub(crate) fn categories(&self) -> &[u32] {
        &self.categories
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        self.categories.zeroize();
    }
}
