//! The specification of a regression: its terms, joined categories, and whether it is fitted with a ridge.

use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

use super::formula::Formula;
use crate::error::Error;

/// The terms of a regression, categories that are joined, and whether it has a ridge.
///
/// ```
/// use candor::inference::Specification;
/// let plain: Specification = "age,sex,age:sex".parse()?;
/// let finite = plain.clone().joining("age:30-44+45-59").with_ridge();
/// assert_eq!(finite.formula().to_string(), "age,sex,age:sex");
/// assert!(finite.has_ridge() && finite.joins() == ["age:30-44+45-59"] && !plain.has_ridge());
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Specification {
    formula: Formula,
    joins: Vec<String>,
    ridge: bool,
}

impl Specification {
    /// Joins categories of a question, also of the outcome, into one: "age:30-44+45-59".
    #[must_use]
    pub fn joining(mut self, join: impl Into<String>) -> Self {
        self.joins.push(join.into());
        self
    }

    /// Fits with a ridge, which shrinks the estimates towards 0 and keeps them finite.
    #[must_use]
    pub fn with_ridge(mut self) -> Self {
        self.ridge = true;
        self
    }

    /// The terms.
    #[must_use]
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// The joins, each written as "question:category+category".
    #[must_use]
    pub fn joins(&self) -> &[String] {
        &self.joins
    }

    /// Whether it has a ridge.
    #[must_use]
    pub fn has_ridge(&self) -> bool {
        self.ridge
    }
}

impl From<Formula> for Specification {
    fn from(formula: Formula) -> Self {
        Self { formula, joins: Vec::new(), ridge: false }
    }
}

impl FromStr for Specification {
    type Err = Error;

    /// A specification of terms alone, without joined categories and without a ridge.
    ///
    /// # Errors
    /// Those of [`Formula`].
    fn from_str(terms: &str) -> Result<Self, Error> {
        Ok(terms.parse::<Formula>()?.into())
    }
}
