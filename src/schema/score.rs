//! Scores: sums of numbers that answers to several questions stand for.

use alloc::string::String;
use alloc::vec::Vec;

/// The largest number of steps between the least and the largest value of a score that devices round ([`Schema::steps`](super::Schema::steps)).
///
/// ```
/// use candor::{law::RoundedScore, schema::MAX_STEPS};
/// let score = |steps| RoundedScore::new(vec![(0, vec![Some(0), Some(steps)])], vec![0, steps]);
/// assert!(score(MAX_STEPS).is_ok() && score(MAX_STEPS + 1).is_err());
/// ```
pub const MAX_STEPS: u32 = 65_535;

/// A score: the sum, over its attributes, of the codes of their answers.
///
/// ```
/// use candor::{Code, Survey};
///
/// let survey = |codes: &str| Survey::from_json(&format!(r#"{{"survey": "work", "privacy": {{"record_epsilon": 4}}, "attributes": [
///     {{"name": "climate", "rows": [{{"name": "safe"}}, {{"name": "blamed"}}],
///      "categories": ["never", "sometimes", "always", {{"value": "?", "role": "dont-know"}}]}}],
///     "scores": [{{"name": "climate-score", "of": ["climate"], "codes": {codes}, "reversed": ["climate.blamed"]}}]}}"#));
/// let surveyed = survey("[1, 2, 3]")?;
/// let score = &surveyed.schema().scores()[0];
/// assert_eq!((score.attributes.as_slice(), score.reversed.as_slice()), (&[0, 1][..], &[1][..]));
/// // "?" is no answer, and has no code.
/// assert_eq!(surveyed.schema().codes(score, 0), [Some(1.0), Some(2.0), Some(3.0), None]);
/// assert_eq!(surveyed.schema().codes(score, 1), [Some(3.0), Some(2.0), Some(1.0), None]);
/// assert_eq!(survey("[1, 2]").unwrap_err().code(), Code::InvalidScore);
/// let again = surveyed.schema().clone().with_scores(vec![score.clone()])?;
/// assert_eq!(&again, surveyed.schema());
/// // A plan says which scores devices report.
/// assert_eq!(again.reported_scores().count(), 0);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Score {
    /// The name.
    pub name: String,
    /// The positions of its attributes, ascending.
    pub attributes: Vec<usize>,
    /// The codes of the valid answers to each of them, in order.
    pub codes: Vec<f64>,
    /// The positions of the attributes whose codes are taken in reverse, ascending.
    pub reversed: Vec<usize>,
    /// The levels to one of which devices round the score at random, to report it beside the answers: in steps above its least value
    /// ([`Schema::steps`](super::Schema::steps)), ascending from 0 to the largest. `None` where they do not report it.
    pub levels: Option<Vec<u32>>,
}
