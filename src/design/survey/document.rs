//! The survey document as serialized.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::follow_up::{ConditionRequests, conditions};
use super::respondents::{Ask, Invitations};
use crate::error::{Code, Error};
use crate::exact::{significant_digits, size_to_f64};
use crate::numeric::order::sorted;
use crate::schema::{
    Attribute, Category, Compound, CompoundKind, LocalizedText, Order, PlainColumn, Schema, Score, Section,
    Texts, UNMADE_AND_MADE,
};

/// A survey as serialized: `{"$schema", "survey", "title", "attributes", "privacy", "tables", "other_tables", "respondents", "wave_of",
/// "ask", "opens", "closes", "invitations", "plain", "revises", "scores", "sections", "texts"}`.
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
///     invitations: None,
///     plain: vec![],
///     revises: vec![],
///     scores: vec![],
///     sections: vec![],
///     texts: Default::default(),
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
    /// Sums of what answers stand for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<ScoreRequest>,
    /// The headings of questions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<SectionRequest>,
    /// What people read before and after the questions.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub texts: Texts,
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
        Ok(Score { name: self.name.clone(), attributes, codes, reversed })
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

/// A question as serialized.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttributeDocument {
    /// The name used in answers and tables.
    pub name: String,
    /// The question shown to people.
    #[serde(default)]
    pub question: Option<LocalizedText>,
    /// The categories. Beside `bins`, only those in the roles *refused* and *don't know*.
    #[serde(default)]
    pub categories: Option<Vec<Category>>,
    /// Edges of a numeric question.
    #[serde(default)]
    pub bins: Option<Vec<Option<f64>>>,
    /// Whether several of the categories can be chosen; one where this is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choose: Option<Choose>,
    /// The least number of choices of such a question, unless one is made that excludes the others; 0 where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<usize>,
    /// The largest number of choices of such a question; as many as there are that exclude no others where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<usize>,
    /// The order in which categories, or the rows of a grid, are shown.
    #[serde(default, skip_serializing_if = "Order::is_given")]
    pub order: Order,
    /// The rows of a grid, whose answers are the categories.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<RowDocument>,
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

/// How many answers a question can be given.
///
/// ```
/// use candor::{Survey, design::{Choose, RowDocument}};
///
/// let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 4}, "attributes": [
///     {"name": "how", "question": "How?", "choose": "any", "at_most": 2,
///      "categories": ["words", "touch", "messages", {"value": "none", "excludes": "others"}]},
///     {"name": "climate", "rows": [{"name": "safe", "question": "I feel safe"}, {"name": "heard"}], "categories": ["1", "2", "3"]}]}"#)?;
/// let names: Vec<&str> = survey.schema().attributes().iter().map(|attribute| attribute.name()).collect();
/// assert_eq!(names, ["how.words", "how.touch", "how.messages", "how.none", "climate.safe", "climate.heard"]);
/// assert_eq!(survey.schema().compounds()[0].rule().as_deref(), Some("at most 2, and what excludes the others only alone"));
/// let row: RowDocument = serde_json::from_str(r#"{"name": "safe"}"#).expect("a row");
/// assert_eq!((row.name.as_str(), row.question), ("safe", None));
/// assert_eq!(serde_json::to_string(&Choose::Any).expect("text"), r#""any""#);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choose {
    /// One.
    One,
    /// Any number of them, within the limits that the question states.
    Any,
}

/// A row of a grid as serialized.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowDocument {
    /// The name of the row within its question.
    pub name: String,
    /// The text shown to people.
    #[serde(default)]
    pub question: Option<LocalizedText>,
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
    /// Adds the question to those before it: one attribute with its final categories, or one for each choice or row.
    pub(super) fn add_to(
        &self,
        attributes: &mut Vec<Attribute>,
        compounds: &mut Vec<Compound>,
    ) -> Result<(), Error> {
        let conditions = conditions(&self.name, &self.asked_if, attributes)?;
        let start = attributes.len();
        let kind = self.kind(start)?;
        let own = match &kind {
            None => vec![self.attribute(&self.name, self.question.clone())?.shown_in(self.order)?],
            Some(CompoundKind::Rows) => self
                .rows
                .iter()
                .map(|row| self.attribute(&self.part(&row.name), row.question.clone()))
                .collect::<Result<_, _>>()?,
            Some(CompoundKind::Choices { .. }) => {
                self.choices().iter().map(|choice| self.choice(choice)).collect::<Result<_, _>>()?
            }
        };
        for attribute in own {
            attributes.push(attribute.asked_if(conditions.clone())?);
        }
        let (name, question, order) = (self.name.clone(), self.question.clone(), self.order);
        compounds.extend(kind.map(|kind| Compound {
            name,
            question,
            attributes: start..attributes.len(),
            kind,
            order,
        }));
        Ok(())
    }

    /// What the attributes of the question are, of which the first has this position; `None` if it has only one.
    fn kind(&self, start: usize) -> Result<Option<CompoundKind>, Error> {
        let refuse =
            |rule: &str| Err(Error::new(Code::InvalidSurvey, format!("attribute {:?} {rule}", self.name)));
        let is_any = self.choose == Some(Choose::Any);
        if !is_any && (self.at_least.is_some() || self.at_most.is_some()) {
            return refuse("gives \"at_least\" or \"at_most\" without \"choose\": \"any\"");
        }
        match (is_any, self.rows.is_empty()) {
            (false, true) => Ok(None),
            (false, false) => Ok(Some(CompoundKind::Rows)),
            (true, false) => refuse("cannot have rows and \"choose\": \"any\"; make each row a question"),
            (true, true) if self.bins.is_some() => refuse("cannot have bins and \"choose\": \"any\""),
            (true, true) => {
                let excludes = |(_, category): &(usize, &Category)| category.excludes_others();
                let excluding: Vec<usize> =
                    (start..).zip(self.choices()).filter(excludes).map(|(position, _)| position).collect();
                let at_most = self.at_most.unwrap_or(self.choices().len() - excluding.len());
                Ok(Some(CompoundKind::Choices { at_least: self.at_least.unwrap_or(0), at_most, excluding }))
            }
        }
    }

    fn choices(&self) -> &[Category] {
        self.categories.as_deref().unwrap_or_default()
    }

    /// The name of a choice or row.
    fn part(&self, name: &str) -> String {
        format!("{}.{name}", self.name)
    }

    /// The attribute that tells whether a choice was made.
    fn choice(&self, choice: &Category) -> Result<Attribute, Error> {
        if let Some(role) = choice.role() {
            let message = format!(
                "the choice {:?} of {:?} has the role {role:?}; of several choices none can have one",
                choice.value(),
                self.name
            );
            return Err(Error::new(Code::InvalidCompound, message));
        }
        let question = choice.label().cloned().unwrap_or_else(|| choice.value().into());
        Attribute::new(
            &self.part(choice.value()),
            Some(question),
            Category::list(UNMADE_AND_MADE),
            self.optional,
        )
    }

    fn attribute(&self, name: &str, question: Option<LocalizedText>) -> Result<Attribute, Error> {
        match (&self.categories, &self.bins) {
            (Some(categories), None) => Attribute::new(name, question, categories.clone(), self.optional),
            (others, Some(bins)) => {
                self.check_edges(bins)?;
                let others = others.clone().unwrap_or_default();
                Attribute::numeric_or(name, question, bins.clone(), others, self.optional)
            }
            (None, None) => {
                let message = format!("attribute {:?} must give categories or bins", self.name);
                Err(Error::new(Code::InvalidSurvey, message))
            }
        }
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
