//! The content of a label.

use candor::LocalizedText;
use candor::plan::Plan;
use candor::schema::PlainColumn;
use serde::Serialize;

use super::deployment::Deployment;
use super::hazards::{self, Hazard};
use super::odds::Odds;
use super::words::Words;

/// The label of a plan.
///
/// ```
/// use candor::{Plan, Survey};
/// use candor_documents::label::{Deployment, ENGLISH, Label};
///
/// let survey = Survey::from_json(r#"{"survey": "health", "attributes": [{"name": "smoker", "categories": ["no", "yes"]}],
///     "privacy": {"record_epsilon": 2, "method": "analysis"}}"#)?;
/// let plan = Plan::new(&survey, &survey.request().design()?)?;
/// let label = Label::of(&plan, Deployment { page: "The office".into(), ..Deployment::default() }, &ENGLISH);
/// assert!(label.json().contains(r#""at_most": 46"#)); // of 100 people, where 10 were thought of before
/// assert!(label.html().contains("The office") && label.html().contains("all 10,000 reports"));
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Serialize)]
pub struct Label {
    pub(super) survey: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) title: Option<LocalizedText>,
    pub(super) fingerprint: String,
    pub(super) method: String,
    pub(super) controllers: Controllers,
    /// Who may read totals, and until when reports are kept; "" where that was not stated.
    pub(super) readers: String,
    pub(super) retention: String,
    pub(super) record: Level,
    pub(super) attributes: Vec<Question>,
    /// The names of the scores that devices add up and report, perturbed like an answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) scores: Vec<String>,
    /// The columns that reports carry in clear.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) plain: Vec<PlainColumn>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) wave_of: Option<String>,
    pub(super) hazards: Vec<Hazard>,
    #[serde(skip)]
    pub(super) words: &'static Words,
}

/// The parties that respondents rely on; "" where they were not named.
#[derive(Serialize)]
pub(super) struct Controllers {
    pub(super) page: String,
    pub(super) collector: String,
}

/// An ε, with the odds that explain it.
#[derive(Clone, Serialize)]
pub(super) struct Level {
    pub(super) epsilon: f64,
    pub(super) odds: Odds,
}

impl Level {
    fn new(epsilon: f64) -> Self {
        Self { epsilon, odds: Odds::of(epsilon) }
    }
}

#[derive(Serialize)]
pub(super) struct Question {
    pub(super) name: String,
    /// The question that this is a choice, an item or a row of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) of: Option<LocalizedText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) question: Option<LocalizedText>,
    pub(super) categories: u32,
    /// The other answers that the attribute ε covers: the choices or items beside this one, and all that hang on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) with: Vec<String>,
    pub(super) column: Level,
    pub(super) attribute: Level,
}

impl Label {
    /// The label of a plan that is deployed like this, in the words of a language.
    #[must_use]
    pub fn of(plan: &Plan, deployment: Deployment, words: &'static Words) -> Self {
        let schema = plan.schema();
        let name = |position: usize| schema.attributes()[position].name().to_owned();
        let of = |position: usize| {
            let compound = schema.compound_of(position)?;
            Some(compound.question.clone().unwrap_or_else(|| compound.name.as_str().into()))
        };
        let covered = schema.dependents();
        let promised = schema.attributes().iter().zip(&plan.promises().attributes).enumerate();
        let attributes = promised.map(|(position, (attribute, promise))| Question {
            name: name(position),
            of: of(position),
            with: covered[position]
                .iter()
                .filter(|other| **other != position)
                .map(|other| name(*other))
                .collect(),
            question: attribute.question().cloned(),
            categories: attribute.size(),
            column: Level::new(promise.column),
            attribute: Level::new(promise.attribute),
        });
        Self {
            survey: plan.survey().to_owned(),
            title: plan.title().cloned(),
            fingerprint: plan.fingerprint().to_string(),
            method: plan.method().to_owned(),
            record: Level::new(plan.promises().record),
            attributes: attributes.collect(),
            scores: schema.reported_scores().map(|score| score.name.clone()).collect(),
            plain: plan.plain().to_vec(),
            wave_of: plan.wave_of().map(str::to_owned),
            hazards: hazards::of(plan, &deployment, words),
            controllers: Controllers { page: deployment.page, collector: deployment.collector },
            readers: deployment.readers,
            retention: deployment.retention,
            words,
        }
    }

    /// The label as JSON, with a line feed at the end.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).map(|json| json + "\n").unwrap_or_default()
    }
}
