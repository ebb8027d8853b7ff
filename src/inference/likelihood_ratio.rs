//! The likelihood ratio test of a hypothesis.
//!
//! X² = 2·(ℓ(π̂) − ℓ(π̂₀)), with ℓ the log-likelihood of the reports, π̂ the maximum likelihood shares from 0 to 1, and π̂₀ those under the
//! hypothesis. Where reports are few and some answers rare, the score statistic (`score.rs`) weights rare cells by the little that is known
//! about them. The likelihood does not follow noise to shares outside of 0 to 1, and finds dependence between common answers more often. Where
//! maximum likelihood shares are 0, X² is not χ² \[SelfLiang87\]; its distribution is always simulated, by surveys drawn at π̂₀
//! (`null_distribution.rs`).
//!
//! Cost: both maximisations for every simulated survey.

use alloc::format;

use super::hypothesis::{Hypothesis, cells};
use super::null_distribution::{NullDistribution, NullMethod, Simulation};
use super::null_model::invalid;
use super::statistic::Statistic;
use super::tested::{Tested, beside_published};
use crate::count::Table;
use crate::error::{Code, Error};
use crate::estimate::{Estimation, Observed, Options, Origin};

/// Tests by the likelihood ratio whether two questions are independent, or a table has given shares.
///
/// The calibrated statistic of [`super::test`] is faster, and takes more hypotheses and any number of reports. This one finds dependence between
/// common answers more often where reports are few and the table has rare answers, too (`docs/few-reports.md`). A labelled table must keep the
/// subsets of its reports ([`Table::keeping_subsets`]). Cost: two maximisations of the likelihood for each of up to 9,999 simulated surveys.
///
/// ```
/// use candor::inference::{self, Hypothesis, NullMethod};
/// use candor::{Table, estimate::Options};
/// # use candor::{design::Survey, plan::Plan};
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 4},
/// #     {"name": "cough", "categories": ["no", "yes"], "epsilon": 4}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// let table = Table::from_counts(&plan, &["smoker", "cough"], vec![120, 30, 25, 25])?;
/// let tested = inference::likelihood_ratio(&plan, table, &Hypothesis::Independence, &Options::default())?;
/// assert!(tested.calibrated.p_value < 0.01 && tested.calibrated.degrees_of_freedom == 1);
/// assert_eq!(tested.null_distribution.method, NullMethod::Bootstrap);
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// `invalid-hypothesis` for a trend or transmission, and where the hypothesis does not fit the table; `not-for-labels` where subsets were not
/// kept; `too-large` where there are too many reports to simulate surveys; those of [`super::test`].
pub fn likelihood_ratio<'l>(
    of: impl Into<Origin<'l>>,
    table: Table,
    hypothesis: &Hypothesis,
    options: &Options,
) -> Result<Tested, Error> {
    let estimation = Estimation::with_likelihood(of, table, options)?;
    let observed = estimation.observed();
    let model = hypothesis.model_of(observed)?;
    if observed.occurring().is_some() {
        return Err(invalid(
            "some answers cannot be given together, which the likelihood ratio does not know; use the score statistic",
        ));
    }
    let degrees = degrees_of_freedom(hypothesis, observed.sizes())?;
    let calibrated = calibrated(hypothesis, estimation.observed(), degrees)?;
    beside_published(model.as_ref(), estimation, calibrated)
}

fn degrees_of_freedom(hypothesis: &Hypothesis, sizes: &[u32]) -> Result<u32, Error> {
    match hypothesis {
        Hypothesis::Independence => Ok(sizes.iter().map(|size| size - 1).product()),
        Hypothesis::Fit { .. } => Ok(u32::try_from(cells(sizes) - 1).unwrap_or(u32::MAX)),
        other => Err(invalid(format!("the likelihood ratio tests only independence and fit, not {other}"))),
    }
}

fn calibrated(
    hypothesis: &Hypothesis,
    observed: &Observed<'_>,
    degrees: u32,
) -> Result<(Statistic, NullDistribution), Error> {
    let given = match hypothesis {
        Hypothesis::Fit { shares } => Some(&shares[..]),
        _ => None,
    };
    let ratio = observed.likelihood_ratio(given)?;
    let statistic = Statistic::new(ratio.value, degrees);
    let steps = ratio.steps + observed.steps_of_drawing();
    let simulation = Simulation { method: NullMethod::Bootstrap, seed: observed.seed(), steps };
    if !simulation.is_affordable() {
        let message = format!(
            "with {} reports the likelihood ratio takes {steps:.0} steps for each simulated survey, which is too many; use the score statistic, which needs no simulation with so many reports",
            observed.n()
        );
        return Err(Error::new(Code::TooLarge, message));
    }
    simulation.of(statistic, &mut |generator| {
        let survey = observed.drawn_with_subsets(&ratio.null, generator);
        Ok(survey.likelihood_ratio(given)?.value)
    })
}
