//! Which questions a device is asked.

use serde::{Deserialize, Serialize};

/// Whether a device is asked everything, or only what the form asks that it drew before.
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
    /// Everything; what the device draws it draws when all is answered.
    #[default]
    All,
    /// The questions of a form, which the device draws first; a law of one label has nothing to draw, and no plan with it asks so.
    Drawn,
}

impl Ask {
    /// Whether everything is asked, of which documents say nothing.
    pub(crate) fn is_all(&self) -> bool {
        *self == Self::All
    }
}
