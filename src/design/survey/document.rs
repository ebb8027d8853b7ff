//! The survey document as written.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::ask::Ask;
use super::invitations::Invitations;
use crate::error::{Code, Error};
use crate::exact::significant_digits;
use crate::schema::{Attribute, Category, LocalizedText, PlainColumn};

/// `{"$schema", "survey", "title", "attributes", "privacy", "tables", "other_tables", "respondents", "wave_of", "ask",
/// "opens", "closes", "invitations", "plain", "revises"}` as written.
///
/// ```
/// use candor::design::{Ask, AttributeDocument, PrivacyDocument, Survey, SurveyDocument};
/// use candor::schema::Category;
/// let smoker = AttributeDocument {
///     name: "smoker".into(),
///     question: None,
///     categories: Some(vec![Category::new("no", None), Category::new("yes", None)]),
///     bins: None,
///     optional: false,
///     epsilon: Some(1.0),
///     weight: None,
///     attribute_epsilon: None,
/// };
/// let document = SurveyDocument {
///     schema: Some("node_modules/candor/survey.schema.json".into()),
///     survey: "health".into(),
///     title: None,
///     attributes: vec![smoker],
///     privacy: PrivacyDocument::default(),
///     tables: vec![],
///     other_tables: None,
///     respondents: None,
///     wave_of: None,
///     ask: Ask::All,
///     opens: Some("2026-03-01T08:00:00Z".into()),
///     closes: None,
///     invitations: None,
///     plain: vec![],
///     revises: vec![],
/// };
/// assert_eq!(Survey::new(&document)?.name(), "health");
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SurveyDocument {
    /// Where the JSON Schema of surveys is, for editors; it says nothing of the survey.
    #[serde(default, rename = "$schema", skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The survey's name.
    pub survey: String,
    /// Its title for people.
    #[serde(default)]
    pub title: Option<LocalizedText>,
    /// Its questions.
    pub attributes: Vec<AttributeDocument>,
    /// The record ε and the method.
    #[serde(default)]
    pub privacy: PrivacyDocument,
    /// The tables one plans to read; every question alone where none are given.
    #[serde(default)]
    pub tables: Vec<Vec<String>>,
    /// The share of respondents for tables that are not declared, where the design is *labelled*.
    #[serde(default)]
    pub other_tables: Option<f64>,
    /// How many respondents are expected.
    #[serde(default)]
    pub respondents: Option<u64>,
    /// The family of surveys that this is a wave of: the same truth leaves as the same report in all of them.
    #[serde(default)]
    pub wave_of: Option<String>,
    /// Whether a device is asked everything, or only what it draws first.
    #[serde(default)]
    pub ask: Ask,
    /// From when on reports are taken, in UTC: `2026-03-01T08:00:00Z`.
    #[serde(default)]
    pub opens: Option<String>,
    /// From when on they are taken no more.
    #[serde(default)]
    pub closes: Option<String>,
    /// That only the invited may answer.
    #[serde(default)]
    pub invitations: Option<Invitations>,
    /// What reports carry in clear.
    #[serde(default)]
    pub plain: Vec<PlainColumn>,
    /// The fingerprints of the plans that it corrects, the latest first: see [`Plan::stands_for`](crate::Plan::stands_for).
    #[serde(default)]
    pub revises: Vec<String>,
}

/// One question as written.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttributeDocument {
    /// The name used in answers and tables.
    pub name: String,
    /// The question for people.
    #[serde(default)]
    pub question: Option<LocalizedText>,
    /// The categories, unless `bins` are given.
    #[serde(default)]
    pub categories: Option<Vec<Category>>,
    /// Edges of a numeric question.
    #[serde(default)]
    pub bins: Option<Vec<Option<f64>>>,
    /// Whether "no answer" is a category.
    #[serde(default)]
    pub optional: bool,
    /// The requested column ε.
    #[serde(default)]
    pub epsilon: Option<f64>,
    /// The share of a record ε, 1 where not given.
    #[serde(default)]
    pub weight: Option<f64>,
    /// The attribute ε not to be exceeded.
    #[serde(default)]
    pub attribute_epsilon: Option<f64>,
}

/// The privacy asked for as a whole.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivacyDocument {
    /// The record ε, where attributes give no ε of their own.
    #[serde(default)]
    pub record_epsilon: Option<f64>,
    /// The design method; where none is given *labelled* for a record ε without weights, or *auto*.
    #[serde(default)]
    pub method: Option<String>,
    /// The attribute ε not to be exceeded by any attribute that gives none of its own.
    #[serde(default)]
    pub attribute_epsilon: Option<f64>,
}

impl AttributeDocument {
    /// The question with its final categories.
    pub(crate) fn attribute(&self) -> Result<Attribute, Error> {
        let question = self.question.clone();
        match (&self.categories, &self.bins) {
            (Some(categories), None) => {
                Attribute::new(&self.name, question, categories.clone(), self.optional)
            }
            (None, Some(bins)) => {
                self.check_edges(bins)?;
                Attribute::numeric(&self.name, question, bins.clone(), self.optional)
            }
            _ => {
                let message = format!("attribute {:?} must give either categories or bins", self.name);
                Err(Error::new(Code::InvalidSurvey, message))
            }
        }
    }

    /// Edges keep their value, and a plan its fingerprint, on the way through programs that round numbers to 15 digits.
    fn check_edges(&self, edges: &[Option<f64>]) -> Result<(), Error> {
        match edges.iter().flatten().find(|edge| significant_digits(**edge) > 15) {
            None => Ok(()),
            Some(edge) => {
                let message =
                    format!("bins of {:?}: the edge {edge} has more than 15 digits; round it", self.name);
                Err(Error::new(Code::InvalidBins, message))
            }
        }
    }
}
