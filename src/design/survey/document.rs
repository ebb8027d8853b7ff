//! The survey document as serialized.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::follow_up::{ConditionRequests, conditions};
use super::respondents::{Ask, Invitations};
use crate::error::{Code, Error};
use crate::exact::significant_digits;
use crate::schema::{Attribute, Category, LocalizedText, PlainColumn};

/// A survey as serialized: `{"$schema", "survey", "title", "attributes", "privacy", "tables", "other_tables", "respondents", "wave_of",
/// "ask", "opens", "closes", "invitations", "plain", "revises"}`.
///
/// ```
/// use candor::design::{Ask, AttributeDocument, PrivacyDocument, Survey, SurveyDocument};
/// use candor::schema::Category;
/// let smoker = AttributeDocument {
///     name: "smoker".into(),
///     question: None,
///     categories: Some(vec![Category::new("no", None), Category::new("yes", None)]),
///     bins: None,
///     asked_if: Default::default(),
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
    /// The address of the JSON Schema of surveys, for editors. It does not affect the survey.
    #[serde(default, rename = "$schema", skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The survey's name.
    pub survey: String,
    /// The title shown to people.
    #[serde(default)]
    pub title: Option<LocalizedText>,
    /// The questions.
    pub attributes: Vec<AttributeDocument>,
    /// The record ε and the method.
    #[serde(default)]
    pub privacy: PrivacyDocument,
    /// The tables to be read; every question and every pair where none are given.
    #[serde(default)]
    pub tables: Vec<Vec<String>>,
    /// The share of respondents reserved for tables that are not declared, for method *labelled*.
    #[serde(default)]
    pub other_tables: Option<f64>,
    /// How many respondents are expected.
    #[serde(default)]
    pub respondents: Option<u64>,
    /// The family of surveys that this is a wave of: the same answers give the same report in all of them.
    #[serde(default)]
    pub wave_of: Option<String>,
    /// Whether a device is asked every question, or only those of the form that it draws first.
    #[serde(default)]
    pub ask: Ask,
    /// The time from which reports are accepted, in UTC: `2026-03-01T08:00:00Z`.
    #[serde(default)]
    pub opens: Option<String>,
    /// The time from which reports are no longer accepted.
    #[serde(default)]
    pub closes: Option<String>,
    /// How people are invited, where only the invited may answer.
    #[serde(default)]
    pub invitations: Option<Invitations>,
    /// The columns that reports carry unperturbed.
    #[serde(default)]
    pub plain: Vec<PlainColumn>,
    /// The fingerprints of the plans that this survey corrects, the latest first: see [`Plan::stands_for`](crate::Plan::stands_for).
    #[serde(default)]
    pub revises: Vec<String>,
}

/// A question as serialized.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttributeDocument {
    /// The name used in answers and tables.
    pub name: String,
    /// The question shown to people.
    #[serde(default)]
    pub question: Option<LocalizedText>,
    /// The categories, unless `bins` are given.
    #[serde(default)]
    pub categories: Option<Vec<Category>>,
    /// Edges of a numeric question.
    #[serde(default)]
    pub bins: Option<Vec<Option<f64>>>,
    /// The conditions under which a follow-up is asked, by the name of an earlier question; all have to hold.
    #[serde(default, skip_serializing_if = "ConditionRequests::is_empty")]
    pub asked_if: ConditionRequests,
    /// Whether "no answer" is a category.
    #[serde(default)]
    pub optional: bool,
    /// The requested column ε.
    #[serde(default)]
    pub epsilon: Option<f64>,
    /// The weight in sharing a record ε; 1 where not given.
    #[serde(default)]
    pub weight: Option<f64>,
    /// The cap on the attribute ε.
    #[serde(default)]
    pub attribute_epsilon: Option<f64>,
}

/// The privacy requested for the whole record.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivacyDocument {
    /// The record ε, where attributes give no ε of their own.
    #[serde(default)]
    pub record_epsilon: Option<f64>,
    /// The design method; by default *labelled* for a record ε without weights, otherwise *auto*.
    #[serde(default)]
    pub method: Option<String>,
    /// The cap on the attribute ε of every attribute that has no cap of its own.
    #[serde(default)]
    pub attribute_epsilon: Option<f64>,
    /// What the tables are read as, [`Reads`](crate::design::Reads) as text: `unbiased` where it is not given.
    #[serde(default)]
    pub reads: Option<String>,
}

impl AttributeDocument {
    /// Builds the question with its final categories; `earlier` are the questions before it.
    pub(crate) fn attribute(&self, earlier: &[Attribute]) -> Result<Attribute, Error> {
        let question = self.question.clone();
        let attribute = match (&self.categories, &self.bins) {
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
        };
        attribute?.asked_if(conditions(&self.name, &self.asked_if, earlier)?)
    }

    /// Refuses edges of more than 15 digits: programs that round numbers to 15 digits would change them, and the fingerprint.
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
