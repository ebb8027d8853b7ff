//! A plain column: what is no secret about a respondent and leaves the device as it is, beside the perturbed record.
//!
//! A region, the arm of a trial, a stratum or a cluster of the sample. Its values are declared, so that a plan says all that may
//! leave in clear. What it tells, and how small a group it makes of the respondents, no ε limits.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::attribute::Attribute;
use super::category::Category;
use super::questions::Schema;
use super::text::LocalizedText;
use crate::error::Error;

/// A plain column as written: a name, what may stand in it, and the question where people are asked for it.
///
/// ```
/// use candor::schema::{Category, PlainColumn};
/// use candor::Survey;
///
/// let survey = Survey::from_json(r#"{"survey": "health", "attributes": [{"name": "smoker", "categories": ["no", "yes"]}],
///     "plain": [{"name": "region", "categories": ["north", "south"]}], "privacy": {"record_epsilon": 1}}"#)?;
/// let region = PlainColumn { name: "region".into(), question: None, categories: Category::list(["north", "south"]) };
/// assert_eq!(survey.plain(), [region]);
/// assert_eq!(survey.schema().with_plain(survey.plain())?.len(), 2);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlainColumn {
    /// What may stand in it, in order.
    pub categories: Vec<Category>,
    /// The name, other than those of the questions.
    pub name: String,
    /// What people are asked for it, where they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<LocalizedText>,
}

impl PlainColumn {
    fn attribute(&self) -> Result<Attribute, Error> {
        Attribute::new(&self.name, self.question.clone(), self.categories.clone(), false)
    }
}

impl Schema {
    /// The questions, then plain columns: what tables can be over.
    ///
    /// # Errors
    /// Those of [`Attribute::new`] and [`Schema::new`], the latter of all together.
    pub fn with_plain(&self, plain: &[PlainColumn]) -> Result<Self, Error> {
        let columns: Vec<Attribute> = plain.iter().map(PlainColumn::attribute).collect::<Result<_, _>>()?;
        Self::new([self.attributes(), &columns].concat())
    }
}
