//! The survey document as serialized.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::comparison::ComparisonRequest;
use super::question::AttributeDocument;
use super::respondents::{Ask, Invitations};
use crate::error::Error;
use crate::exact::size_to_f64;
use crate::numeric::order::sorted;
use crate::schema::{LocalizedText, Order, PlainColumn, Schema, Score, Section, Texts};

/// A survey as serialized: `{"$schema", "survey", "title", "attributes", "privacy", "tables", "other_tables", "respondents", "wave_of",
/// "ask", "opens", "closes", "partial", "invitations", "plain", "revises", "scores", "sections", "texts", "comparisons"}`.
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
///     choose: None,
///     at_least: None,
///     at_most: None,
///     rows: vec![],
///     rank: vec![],
///     places: None,
///     order: Default::default(),
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
///     partial: false,
///     invitations: None,
///     plain: vec![],
///     revises: vec![],
///     scores: vec![],
///     sections: vec![],
///     texts: Default::default(),
///     comparisons: vec![],
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
    /// The tables to be read, each by the names of its questions; every question and every pair where none are given. The name of a
    /// score stands for its mean, by the other questions of its list.
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
    /// Whether people may stop midway, with one report in which the rest is "not reached".
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub partial: bool,
    /// How people are invited, where only the invited may answer.
    #[serde(default)]
    pub invitations: Option<Invitations>,
    /// The columns that reports carry unperturbed.
    #[serde(default)]
    pub plain: Vec<PlainColumn>,
    /// The fingerprints of the plans that this survey corrects, the latest first: see [`Plan::stands_for`](crate::Plan::stands_for).
    #[serde(default)]
    pub revises: Vec<String>,
    /// Sums of what answers stand for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<ScoreRequest>,
    /// The headings of questions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<SectionRequest>,
    /// What people read before and after the questions.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub texts: Texts,
    /// The differences that it is to find. They do not affect the plan.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comparisons: Vec<ComparisonRequest>,
}

/// A score as serialized.
///
/// ```
/// use candor::design::ScoreRequest;
///
/// let climate: ScoreRequest = serde_json::from_str(r#"{"name": "climate", "of": ["safe", "heard"]}"#).expect("a score");
/// assert_eq!((climate.of.len(), climate.codes), (2, None));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreRequest {
    /// The name.
    pub name: String,
    /// The names of its attributes. A question with several attributes stands for all of them.
    pub of: Vec<String>,
    /// The codes of the valid answers; 1, 2, … where not given.
    #[serde(default)]
    pub codes: Option<Vec<f64>>,
    /// The names of the attributes whose codes are taken in reverse.
    #[serde(default)]
    pub reversed: Vec<String>,
}

impl ScoreRequest {
    /// The score of these questions.
    pub(super) fn resolved(&self, schema: &Schema) -> Result<Score, Error> {
        let positions = |names: &[String]| -> Result<Vec<usize>, Error> {
            let ranges = names.iter().map(|name| schema.positions(name)).collect::<Result<Vec<_>, _>>()?;
            Ok(sorted(ranges.into_iter().flatten().collect()))
        };
        let (attributes, reversed) = (positions(&self.of)?, positions(&self.reversed)?);
        let codes = match (&self.codes, attributes.first()) {
            (None, Some(first)) => (1..=schema.answers_of(*first)).map(size_to_f64).collect(),
            (codes, _) => codes.clone().unwrap_or_default(),
        };
        Ok(Score { name: self.name.clone(), attributes, codes, reversed, levels: None })
    }
}

/// A section as serialized.
///
/// ```
/// use candor::design::SectionRequest;
///
/// let habits: SectionRequest = serde_json::from_str(r#"{"before": "smoker", "title": "Habits"}"#).expect("a section");
/// assert_eq!((habits.before.as_str(), habits.text), ("smoker", None));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SectionRequest {
    /// The name of its first question.
    pub before: String,
    /// The order in which its questions are shown.
    #[serde(default, skip_serializing_if = "Order::is_given")]
    pub order: Order,
    /// A text below the heading.
    #[serde(default)]
    pub text: Option<LocalizedText>,
    /// The heading.
    #[serde(default)]
    pub title: Option<LocalizedText>,
}

impl SectionRequest {
    /// The section among these questions.
    pub(super) fn resolved(&self, schema: &Schema) -> Result<Section, Error> {
        let Self { before, order, text, title } = self.clone();
        Ok(Section { attribute: schema.positions(&before)?.start, order, text, title })
    }
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
