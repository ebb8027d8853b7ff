//! What totals tell of any one person: their central (ε, δ) [Mathematics, §14], and in words.

use candor::law::CentralBound;
use candor::plan::Plan;
use serde::Serialize;

use crate::promises::rounded_up;
use crate::text::grouped;

/// What totals tell of any one person, to whoever sees nothing else.
#[derive(Clone, Serialize)]
pub struct Told {
    /// How many reports are told together, at least.
    pub reports: u64,
    /// Central ε; the record ε where so few reports hide nobody.
    pub epsilon: f64,
    /// The probability, at most, of telling more; 0 where `epsilon` is the record ε.
    pub delta: f64,
    /// The same as a sentence, with what it takes for granted.
    pub says: String,
}

impl Told {
    /// What totals of so many reports tell, all of which are honest.
    ///
    /// ```
    /// use candor::{Plan, Survey};
    /// use candor_documents::totals::Told;
    ///
    /// let survey = Survey::from_json(r#"{"survey": "health", "attributes": [{"name": "smoker", "categories": ["no", "yes"]}],
    ///     "privacy": {"record_epsilon": 1}}"#)?;
    /// let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// let [one, many] = [1, 10_000].map(|reports| Told::of(&plan, reports));
    /// assert_eq!((one.epsilon, one.delta), (plan.promises().record, 0.0));
    /// assert!(many.epsilon < 0.05 && many.says.starts_with("Who sees the totals alone learns of one person at most"));
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn of(plan: &Plan, reports: u64) -> Self {
        let central = plan.law().central(reports, CentralBound::usual_delta(reports));
        let CentralBound { epsilon, delta, .. } = central;
        let record = rounded_up(plan.promises().record);
        let says = if central.is_less() {
            format!(
                "Who sees the totals alone learns of one person at most what ε {} allows, but for a chance of 1 in {}, and not ε {record} as \
                 from the report. That takes for granted that the collector is honest and shows nothing else, that all {} reports that are \
                 told together are honest and stay, and that nothing more is known of any of them.",
                rounded_up(epsilon),
                grouped(one_in(delta)),
                grouped(reports),
            )
        } else {
            format!(
                "Who sees the totals alone can learn as much of one person as from the report, ε {record}: too few reports are told \
                 together to hide one."
            )
        };
        Self { reports, epsilon, delta, says }
    }

    /// Central ε, rounded up.
    pub(crate) fn level(&self) -> String {
        rounded_up(self.epsilon)
    }

    /// How rarely more is told, as one time in so many; of no use where δ is 0.
    pub(crate) fn chances(&self) -> u64 {
        one_in(self.delta)
    }
}

/// 1/δ, rounded down.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the usual δ is from 10⁻²¹ to 10⁻⁶"
)]
fn one_in(delta: f64) -> u64 {
    (1.0 / delta + 1e-6) as u64
}
