//! Which questions a device is asked.

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
