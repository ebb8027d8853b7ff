//! A test of one table: the calibrated and the published statistic.

use alloc::vec::Vec;

use serde::Serialize;

use super::evidence::ShareEvidence;
use super::hypothesis::Hypothesis;
use super::null_distribution::{CURVED, MOST_DEALT, NullDistribution, NullMethod, Simulation, is_sparse};
use super::null_model::NullModel;
use super::score::Departures;
use super::statistic::Statistic;
use crate::count::Table;
use crate::error::Error;
use crate::estimate::{Estimation, Fragility, Observed, Options, Origin, Reach};
use crate::exact::count_to_f64;
use crate::numeric::chi_squared::critical_value;
use crate::numeric::random::Generator;
use crate::numeric::vectors::dot;

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
    /// What one report adds to n·√X², and the part of √X² that is linear in the estimates.
    #[serde(skip)]
    pub(super) reach: Option<(Reach, f64)>,
}

impl Tested {
    /// How many forged reports, to first order, would turn this result at a level: make a rejected hypothesis one that is not, or the other way
    /// round along the departures that there are. `None` for a likelihood ratio and for two surveys, and if nothing departs from the hypothesis.
    ///
    /// Forged reports also change the covariance and the null distribution; this takes both as they are, and X² as χ². Cost: O(degrees of freedom).
    ///
    /// ```
    /// use candor::inference::{self, Hypothesis};
    /// use candor::{Table, estimate::Options};
    /// # use candor::{design::Survey, plan::Plan};
    /// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
    /// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 1},
    /// #     {"name": "cough", "categories": ["no", "yes"], "epsilon": 1}]}"#)?;
    /// # let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// let table = Table::from_counts(&plan, &["smoker", "cough"], vec![520, 460, 470, 550])?;
    /// let tested = inference::test(&plan, table, &Hypothesis::Independence, &Options::default())?;
    /// let fragility = tested.fragility(0.05).ok_or(candor::Code::Internal.as_str())?;
    /// // p is 0.0014 with 2,000 reports; forgers who know the plan undo it with far fewer than people who lie.
    /// assert!(fragility.label_as_drawn < fragility.liars && fragility.liars < Some(400));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fragility(&self, level: f64) -> Option<Fragility> {
        let ((reach, at), of) = (self.reach?, self.calibrated);
        let critical = critical_value(level, f64::from(of.degrees_of_freedom));
        let distance = libm::sqrt(of.value) - libm::sqrt(critical);
        let ends =
            if distance > 0.0 { (at - distance, f64::INFINITY) } else { (f64::NEG_INFINITY, at - distance) };
        Some(reach.fragility(count_to_f64(self.n), at, ends))
    }
}

/// Tests a hypothesis about the true shares behind a table of perturbed counts.
///
/// The calibrated statistic is computed from counts alone, for any law that identifies the table. The published one uses the counts that
/// `options` reconstruct. Where some answers cannot be given together, use is made of that, also by questions that hang on those of the table
/// ([`Table::linked`]); two follow-ups of one answer are independent among those who were asked both. Cost: O(d·w·N + d²·N + d³) for d degrees of freedom, and
/// that of the reconstruction.
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
/// `invalid-hypothesis` where the hypothesis does not fit the table, or one question decides which answers the other can have; `unidentifiable-table` where the law erases what it is about, or no
/// form covers it; `too-large`; those of [`Estimation`] for the reconstruction.
pub fn test<'l>(
    of: impl Into<Origin<'l>>,
    table: Table,
    hypothesis: &Hypothesis,
    options: &Options,
) -> Result<Tested, Error> {
    let estimation = Estimation::new(of, table, options)?;
    let evidence = ShareEvidence::new(estimation.observed())?;
    let model = hypothesis.model_of(estimation.observed())?;
    let departures = Departures::observed(model.as_ref(), &evidence)?;
    departing(&departures, model.as_ref(), &evidence, estimation)
}

/// Tests a hypothesis by these departures from it.
pub(super) fn departing(
    departures: &Departures,
    model: &dyn NullModel,
    evidence: &ShareEvidence<'_>,
    estimation: Estimation<'_>,
) -> Result<Tested, Error> {
    let calibrated = calibrated(departures, model, evidence)?;
    let reach = reach(departures, model, evidence)?;
    Ok(Tested { reach, ..beside_published(model, estimation, calibrated)? })
}

/// What one report adds to n·√X², and the part of √X² that is linear in the estimates.
fn reach(
    departures: &Departures,
    model: &dyn NullModel,
    evidence: &ShareEvidence<'_>,
) -> Result<Option<(Reach, f64)>, Error> {
    let direction = departures.direction(&model.gradients(&evidence.shares));
    direction.map(|weights| Ok((evidence.reach(&weights)?, dot(&weights, &evidence.shares)))).transpose()
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
    Ok(Tested { n: estimate.n(), calibrated, published, least_expected, null_distribution, reach: None })
}

/// The score statistic and its null distribution.
fn calibrated(
    departures: &Departures,
    model: &dyn NullModel,
    evidence: &ShareEvidence<'_>,
) -> Result<(Statistic, NullDistribution), Error> {
    let statistic = departures.statistic();
    let null = model.nearest(&evidence.shares);
    if let Some(rough) = departures.is_rough(evidence) {
        return Ok((statistic, NullDistribution::chi_squared(&statistic, rough)));
    }
    let reports = departures.reports(&[evidence], &null, &model.gradients(&null))?;
    if departures.curvature() <= CURVED && !is_sparse(&reports, departures.degrees()) {
        return Ok((statistic, NullDistribution::chi_squared(&statistic, false)));
    }
    let observed = evidence.reported();
    let seed = observed.seed();
    let permuted = |generator: &mut Generator| {
        let possible = model.is_independence() && observed.n() <= MOST_DEALT;
        possible.then(|| evidence.permuted(generator)).flatten()
    };
    if permuted(&mut Generator::new(seed)).is_some() {
        let steps = departures.steps_given_covariance(evidence) + observed.n();
        let simulation = Simulation { method: NullMethod::Permutation, seed, steps };
        return simulation.of(statistic, &mut |generator| {
            let survey = permuted(generator).transpose()?;
            let shares = survey.as_ref().map_or(&evidence.shares, |survey| &survey.shares);
            Ok(departures.squared(&model.departures(shares)))
        });
    }
    let fitted = if model.is_simple() {
        departures.steps_given_covariance(evidence)
    } else {
        departures.steps(evidence)
    };
    let steps = fitted + observed.steps_of_drawing();
    let simulation = Simulation { method: NullMethod::Bootstrap, seed, steps };
    simulation.of(statistic, &mut |generator| {
        let survey = evidence.drawn(&null, generator)?;
        if model.is_simple() && !evidence.has_further() {
            return Ok(departures.squared(&model.departures(&survey.shares)));
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
