//! Category numbers of one attribute.

use std::collections::HashMap;

use candor::schema::Attribute;
use candor::{Code, Error};

/// Maps the cells of an attribute's column to category numbers.
pub(super) struct Codes<'s> {
    name: &'s str,
    categories: HashMap<&'s [u8], u32>,
}

impl<'s> Codes<'s> {
    pub(super) fn new(attribute: &'s Attribute) -> Self {
        let values = attribute.categories().iter().map(|category| category.value().as_bytes());
        Self { name: attribute.name(), categories: values.zip(0..).collect() }
    }

    /// Returns the number of the category in a cell.
    ///
    /// # Errors
    /// `unknown-category`, naming the attribute.
    pub(super) fn of(&self, cell: &[u8]) -> Result<u32, Error> {
        let unknown = || format!("the cell under {:?} is none of its categories", self.name);
        self.categories.get(cell).copied().ok_or_else(|| Error::new(Code::UnknownCategory, unknown()))
    }
}
