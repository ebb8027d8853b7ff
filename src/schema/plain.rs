//! Plain columns: facts about a respondent that are not secret and leave the device unperturbed, with the perturbed record.
//!
//! Examples are a region, the arm of a trial, a stratum or a cluster of the sample. The values are declared, so that a plan lists all
//! that may leave unperturbed. No ε limits what a plain column reveals, nor how small a group of respondents it makes.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::attribute::Attribute;
use super::category::Category;
use super::questions::Schema;
use super::text::LocalizedText;
use crate::error::Error;

/// A plain column as serialized: its name, its possible values, and the question where people are asked for it.
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
    /// The possible values, in order.
    pub categories: Vec<Category>,
    /// The name, which must differ from those of the questions.
    pub name: String,
    /// The question shown to people, where they are asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<LocalizedText>,
}

impl PlainColumn {
    fn attribute(&self) -> Result<Attribute, Error> {
        Attribute::new(&self.name, self.question.clone(), self.categories.clone(), false)
    }
}

impl Schema {
    /// Returns the schema of tables: the questions, then the plain columns.
    ///
    /// # Errors
    /// The errors of [`Attribute::new`] for each column and of [`Schema::new`] for all together.
    pub fn with_plain(&self, plain: &[PlainColumn]) -> Result<Self, Error> {
        let columns: Vec<Attribute> = plain.iter().map(PlainColumn::attribute).collect::<Result<_, _>>()?;
        Self::new([self.attributes(), &columns].concat())?
            .with_compounds(self.compounds().into())?
            .with_scores(self.scores().into())
    }
}
