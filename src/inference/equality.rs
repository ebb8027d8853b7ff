//! Equality of two surveys, or of two waves of one: whether two tables have the same true shares. Their laws may differ.
//!
//! h_x = π′_x − π″_x for all cells but the last one, with N − 1 degrees of freedom, and V = Σ′₀/n′ + Σ″₀/n″ (`score.rs`) at common shares.
//! These are the mean of both estimates, each weighted by its number of reports over the noise of its law, projected on the simplex. Published:
//! Pearson's χ² of the 2×N table of both counts. The surveys must be of different people, or of the same people with fresh noise: where
//! reports of one person are alike in both, V is too large and the test rejects too rarely.

use alloc::format;
use alloc::vec::Vec;

use super::evidence::ShareEvidence;
use super::fit::units;
use super::independence::chi_squared;
use super::null_distribution::{MOST_DEALT, NullDistribution, NullMethod, Simulation, is_sparse};
use super::null_model::invalid;
use super::score::Departures;
use super::statistic::Statistic;
use super::tested::{Tested, counts};
use crate::count::{Axes, Table};
use crate::error::Error;
use crate::estimate::{Estimation, Observed, Options, Origin, onto_simplex};
use crate::exact::to_index;
use crate::numeric::random::Generator;
use crate::numeric::vectors::dot;

/// The reports of the smaller survey per degree of freedom below which χ² is not used: with 300 and 900 reports of a 5×7 table it would
/// reject in 6.2 % of surveys at 5 %.
const FOR_EACH: f64 = 10.0;

/// Tests whether two tables have the same true shares.
///
/// The attributes may be of different plans; their categories must be the same, in the same order. Cost: that of [`super::test`] for
/// both tables.
///
/// ```
/// use candor::{Table, estimate::Options, inference::equality};
/// # use candor::{design::Survey, plan::Plan};
/// # let plan = |epsilon: &str| -> Result<Plan, candor::Error> {
/// #     let survey = r#"{"survey": "s", "attributes": [{"name": "smoker", "categories": ["no", "yes"], "epsilon": E}]}"#;
/// #     let survey = Survey::from_json(&survey.replace('E', epsilon))?;
/// #     Plan::new(&survey, &survey.request().design()?)
/// # };
/// # let (spring, autumn) = (plan("1")?, plan("2")?);
/// let first = Table::from_counts(&spring, &["smoker"], vec![620, 380])?;
/// let second = Table::from_counts(&autumn, &["smoker"], vec![520, 480])?;
/// let tested = equality((&spring, first), (&autumn, second), &Options::default())?;
/// assert!(tested.calibrated.p_value < 0.001 && tested.calibrated.degrees_of_freedom == 1);
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// `invalid-hypothesis` where the tables do not have the same categories; those of [`super::test`] for either table.
pub fn equality<'l, 'm>(
    one: (impl Into<Origin<'l>>, Table),
    other: (impl Into<Origin<'m>>, Table),
    options: &Options,
) -> Result<Tested, Error> {
    refuse_different(&one.1.asked_axes(), &other.1.asked_axes())?;
    let one = Estimation::new(one.0, one.1, options)?;
    let other = Estimation::new(other.0, other.1, options)?;
    let both = [ShareEvidence::new(one.observed())?, ShareEvidence::new(other.observed())?];
    let of = TwoSurveys::new([one.observed(), other.observed()]);
    let (calibrated, null_distribution) = of.calibrated(both.each_ref())?;
    let estimates = [one.estimate()?, other.estimate()?];
    let cells = estimates[0].shares().len();
    let both: Vec<f64> =
        estimates.iter().flat_map(|estimate| counts(estimate.shares(), estimate.n())).collect();
    let n = estimates[0].n() + estimates[1].n();
    let published = chi_squared(&both, cells).ok();
    Ok(Tested { n, calibrated, published, least_expected: None, null_distribution, reach: None })
}

fn refuse_different(one: &Axes, other: &Axes) -> Result<(), Error> {
    let alike = |axis: usize| {
        (0..to_index(one.sizes()[axis])).all(|category| {
            one.categories_along([axis].into_iter(), category)
                == other.categories_along([axis].into_iter(), category)
        })
    };
    let axes = one.sizes().len();
    if one.names() == other.names() && one.sizes() == other.sizes() && (0..axes).all(alike) {
        return Ok(());
    }
    Err(invalid(format!(
        "the tables over {:?} and {:?} must have the same categories in the same order",
        one.names(),
        other.names()
    )))
}

/// How two surveys are compared.
struct TwoSurveys {
    /// The gradients of the shares that are tested: of all cells that can occur but one.
    tested: Vec<Vec<f64>>,
    /// The weights of the surveys in their common shares.
    weights: [f64; 2],
}

impl TwoSurveys {
    fn new(both: [&Observed<'_>; 2]) -> Self {
        let can_occur = |cell: usize| {
            both.iter().any(|observed| observed.occurring().is_none_or(|occurring| occurring[cell]))
        };
        let weights = both.map(|observed| observed.n() / total_noise(observed));
        let sum: f64 = weights.iter().sum();
        let tested =
            units((0..both[0].shares().len()).filter(|cell| can_occur(*cell)), both[0].shares().len());
        Self { tested, weights: weights.map(|weight| weight / sum) }
    }

    /// The score statistic, and its null distribution, where both surveys have the same shares.
    fn calibrated(&self, both: [&ShareEvidence<'_>; 2]) -> Result<(Statistic, NullDistribution), Error> {
        let (departures, common) = self.departures(both)?;
        let statistic = departures.statistic();
        let rough = both.map(|evidence| departures.is_rough(evidence));
        if let [Some(one), Some(other)] = rough {
            return Ok((statistic, NullDistribution::chi_squared(&statistic, one || other)));
        }
        let reports = departures.reports(&both, &common, &self.tested)?;
        let smaller = both[0].n().min(both[1].n());
        let enough = smaller >= FOR_EACH * f64::from(departures.degrees());
        if enough && !is_sparse(&reports, departures.degrees()) {
            return Ok((statistic, NullDistribution::chi_squared(&statistic, false)));
        }
        let seed = Generator::seed(both.map(|evidence| evidence.reported().seed()).into_iter());
        let exchanged = |generator: &mut Generator| {
            let possible = both.iter().all(|evidence| evidence.n() <= MOST_DEALT);
            possible.then(|| both[0].exchanged(both[1], generator)).flatten()
        };
        let (method, drawing) = match exchanged(&mut Generator::new(seed)) {
            Some(_) => (NullMethod::Permutation, both.map(ShareEvidence::n)),
            None => (NullMethod::Bootstrap, both.map(|evidence| evidence.reported().steps_of_drawing())),
        };
        let steps = both.iter().map(|evidence| departures.steps(evidence)).chain(drawing).sum();
        Simulation { method, seed, steps }.of(statistic, &mut |generator| {
            let dealt = if method == NullMethod::Permutation { exchanged(generator) } else { None };
            let [one, other] = match dealt {
                Some(dealt) => dealt?,
                None => [both[0].drawn(&common, generator)?, both[1].drawn(&common, generator)?],
            };
            Ok(self.departures([&one, &other])?.0.statistic().value)
        })
    }

    /// The departures, and the common shares.
    fn departures(&self, [one, other]: [&ShareEvidence<'_>; 2]) -> Result<(Departures, Vec<f64>), Error> {
        let (tested, [own, others]) = (&self.tested, self.weights);
        let both = || one.shares.iter().zip(&other.shares);
        let mut common: Vec<f64> = both().map(|(first, second)| own * first + others * second).collect();
        onto_simplex(&mut common);
        let mut sum = one.covariance(&common, tested)?;
        let more = other.covariance(&common, tested)?;
        for (entry, more) in sum.iter_mut().flatten().zip(more.into_iter().flatten()) {
            *entry = *entry / one.n() + more / other.n();
        }
        let apart: Vec<f64> = both().map(|(first, second)| first - second).collect();
        let departures = tested.iter().map(|row| dot(row, &apart)).collect();
        Ok((Departures::new(departures, &sum), common))
    }
}

/// Σ dim_T/μ_T² over the components of a table, dim_T = ∏_{i∈T}(aᵢ−1): the factor by which the inverse raises uniform noise.
fn total_noise(observed: &Observed<'_>) -> f64 {
    let sizes = observed.sizes();
    let noise = |(set, mu): (usize, f64)| {
        let touched = sizes.iter().enumerate().filter(|(axis, _)| set >> axis & 1 == 1);
        touched.map(|(_, &size)| f64::from(size) - 1.0).product::<f64>() / (mu * mu)
    };
    observed.spectrum().list(sizes.len()).into_iter().enumerate().skip(1).map(noise).sum()
}
