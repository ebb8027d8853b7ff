//! Who may answer a survey, and how people are invited.

use serde::{Deserialize, Serialize};

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
