//! Who may answer a survey, and which questions each device is asked.

use serde::{Deserialize, Serialize};

/// Whether a device is asked every question, or only those of the form that it drew first.
///
/// ```
/// use candor::{Plan, Survey, design::Ask};
///
/// let survey = |more: &str| Survey::from_json(&format!(
///     r#"{{"survey": "health", "attributes": [{{"name": "smoker", "categories": ["no", "yes"]}},
///         {{"name": "drinker", "categories": ["no", "yes"]}}, {{"name": "driver", "categories": ["no", "yes"]}}],
///         "privacy": {{"record_epsilon": 1, "method": "labelled"}}{more}}}"#));
/// assert_eq!(survey("")?.ask(), Ask::All);
/// let drawn = survey(r#", "ask": "drawn""#)?;
/// let plan = Plan::new(&drawn, &drawn.request().design()?)?;
/// assert_eq!(plan.ask(), Ask::Drawn);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ask {
    /// Every question; any draw of the device comes after all are answered.
    #[default]
    All,
    /// The questions of a form, which the device draws first. A plan whose law has one label cannot use this, as there is nothing to draw.
    Drawn,
}

impl Ask {
    /// Whether every question is asked; documents omit the member then.
    pub(crate) fn is_all(&self) -> bool {
        *self == Self::All
    }
}

/// Where the label of a report comes from, if the device does not draw it.
///
/// ```
/// use candor::{Plan, Survey, design::Labels};
///
/// let survey = Survey::from_json(r#"{"survey": "staff", "invitations": "blind", "attributes": [{"name": "content", "categories": ["no", "yes"]},
///     {"name": "leaving", "categories": ["no", "yes"]}], "privacy": {"record_epsilon": 1}, "tables": [["content"], ["leaving"]]}"#)?;
/// let plan = Plan::new(&survey, &survey.request().design()?)?;
/// assert_eq!(plan.labels(), (plan.law().labels() > 1).then_some(Labels::Invited));
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Labels {
    /// It follows from the blind signature that the invitation was exchanged for ([`crate::report::invited_label`]), so that nobody can choose it.
    Invited,
}

/// How people are invited, where only the invited may answer, each once; decides what the collector learns of an invitation.
///
/// ```
/// use candor::{Plan, Survey, design::Invitations};
///
/// let survey = Survey::from_json(r#"{"survey": "staff", "invitations": "blind",
///     "attributes": [{"name": "content", "categories": ["no", "yes"], "epsilon": 1}]}"#)?;
/// assert_eq!(survey.invitations(), Some(Invitations::Blind));
/// let plan = Plan::new(&survey, &survey.request().design()?)?;
/// assert!(plan.invitations() != Some(Invitations::Plain));
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Invitations {
    /// A report is sent with its invitation: the collector sees which invitation brought it.
    Plain,
    /// An invitation is exchanged for a blind signature [RFC 9474] of a random number, and the report is sent with that signature: the
    /// collector cannot tell which invitation brought it.
    Blind,
}
