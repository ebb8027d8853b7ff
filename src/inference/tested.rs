//! A test of one table: the calibrated and the published statistic.

use alloc::vec::Vec;

use serde::Serialize;

use super::hypothesis::Hypothesis;
use super::null_distribution::{CURVED, MOST_DEALT, NullDistribution, NullMethod, Simulation, is_sparse};
use super::null_model::NullModel;
use super::score::Departures;
use super::statistic::Statistic;
use crate::count::Table;
use crate::error::Error;
use crate::estimate::{Estimation, Observed, Options, Origin};
use crate::exact::count_to_f64;
use crate::numeric::random::Generator;

/// The result of a test.
///
/// The two statistics answer the same question. `calibrated` accounts for the noise of the law. `published` treats reconstructed counts as
/// counts of true answers and is meant for comparison with published results: it rejects a true hypothesis more often than its p-value
/// says.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Tested {
    /// The number of reports; the sum of both surveys where two were compared.
    pub n: u64,
    /// The generalised score statistic of the perturbed counts, or their likelihood ratio: the one to use.
    pub calibrated: Statistic,
    /// The published statistic of the reconstructed counts; `None` where it would divide by 0 or less.
    pub published: Option<Statistic>,
    /// The least number of reports expected in a cell where the hypothesis holds; `None` for a labelled law.
    pub least_expected: Option<f64>,
    /// The null distribution that the calibrated p-value comes from.
    pub null_distribution: NullDistribution,
}

/// Tests a hypothesis about the true shares behind a table of perturbed counts.
///
/// The calibrated statistic is computed from counts alone, for any law that identifies the table. The published one uses the counts that
/// `options` reconstruct. Cost: O(d·w·N + d²·N + d³) for d degrees of freedom, and that of the reconstruction.
///
/// ```
/// use candor::inference::{self, Hypothesis, Tested};
/// use candor::{Table, estimate::Options};
/// # use candor::{design::Survey, plan::Plan};
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 1},
/// #     {"name": "cough", "categories": ["no", "yes"], "epsilon": 1}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// let table = Table::from_counts(&plan, &["smoker", "cough"], vec![520, 460, 470, 550])?;
/// let tested: Tested = inference::test(&plan, table, &Hypothesis::Independence, &Options::default())?;
/// assert!(tested.calibrated.p_value < 0.01 && tested.calibrated.degrees_of_freedom == 1);
/// assert!(tested.published.is_some_and(|published| published.p_value < tested.calibrated.p_value));
/// assert!(tested.n == 2000 && tested.least_expected.is_some_and(|count| count > 5.0));
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// `invalid-hypothesis` where the hypothesis does not fit the table; `unidentifiable-table` where the law erases what it is about, or no
/// form covers it; `too-large`; those of [`Estimation`] for the reconstruction.
pub fn test<'l>(
    of: impl Into<Origin<'l>>,
    table: Table,
    hypothesis: &Hypothesis,
    options: &Options,
) -> Result<Tested, Error> {
    let model = hypothesis.model(table.axes().sizes())?;
    let estimation = Estimation::new(of, table, options)?;
    let calibrated = calibrated(model.as_ref(), estimation.observed())?;
    beside_published(model.as_ref(), estimation, calibrated)
}

/// Adds the published statistic to a calibrated one and its null distribution.
pub(super) fn beside_published(
    model: &dyn NullModel,
    estimation: Estimation<'_>,
    (calibrated, null_distribution): (Statistic, NullDistribution),
) -> Result<Tested, Error> {
    let least_expected = least_expected(model, estimation.observed())?;
    let estimate = estimation.estimate()?;
    let published = model.published(&counts(estimate.shares(), estimate.n())).ok();
    Ok(Tested { n: estimate.n(), calibrated, published, least_expected, null_distribution })
}

/// The score statistic and its null distribution.
fn calibrated(
    model: &dyn NullModel,
    observed: &Observed<'_>,
) -> Result<(Statistic, NullDistribution), Error> {
    let departures = Departures::observed(model, observed)?;
    let statistic = departures.statistic();
    let axes = observed.axes();
    let null = model.nearest(&observed.inverse(&axes)?);
    if let Some(rough) = departures.is_rough(observed) {
        return Ok((statistic, NullDistribution::chi_squared(&statistic, rough)));
    }
    let reports = departures.reports(&[observed], &null, &model.gradients(&null))?;
    if departures.curvature() <= CURVED && !is_sparse(&reports, departures.degrees()) {
        return Ok((statistic, NullDistribution::chi_squared(&statistic, false)));
    }
    let seed = observed.seed();
    let permuted = |generator: &mut Generator| {
        let possible = model.is_independence() && observed.n() <= MOST_DEALT;
        possible.then(|| observed.permuted(generator)).flatten()
    };
    if permuted(&mut Generator::new(seed)).is_some() {
        let steps = departures.steps_given_covariance(observed) + observed.n();
        let simulation = Simulation { method: NullMethod::Permutation, seed, steps };
        return simulation.of(statistic, &mut |generator| {
            let survey = permuted(generator);
            let shares = survey.as_ref().unwrap_or(observed).inverse(&axes)?;
            Ok(departures.squared(&model.departures(&shares)))
        });
    }
    let fitted = if model.is_simple() {
        departures.steps_given_covariance(observed)
    } else {
        departures.steps(observed)
    };
    let steps = fitted + observed.steps_of_drawing();
    let simulation = Simulation { method: NullMethod::Bootstrap, seed, steps };
    simulation.of(statistic, &mut |generator| {
        let survey = observed.drawn(&null, generator);
        if model.is_simple() {
            return Ok(departures.squared(&model.departures(&survey.inverse(&axes)?)));
        }
        Ok(Departures::observed(model, &survey)?.statistic().value)
    })
}

/// The counts that these shares make of this many reports.
pub(super) fn counts(shares: &[f64], reports: u64) -> Vec<f64> {
    let n = count_to_f64(reports);
    shares.iter().map(|share| n * share).collect()
}

fn least_expected(model: &dyn NullModel, observed: &Observed<'_>) -> Result<Option<f64>, Error> {
    if observed.labelled().is_some() {
        return Ok(None);
    }
    let mut expected = model.nearest(&observed.inverse(&observed.axes())?);
    observed.perturb(&mut expected);
    Ok(Some(observed.n() * expected.into_iter().fold(1.0, f64::min)))
}
