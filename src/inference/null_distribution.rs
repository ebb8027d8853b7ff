//! The null distribution of a statistic: χ², or where reports are few a simulated one.
//!
//! A statistic X² = |Σ z|² sums z over reports. With k degrees of freedom its variance is nearly 2k·(1 + b), b = (Σ E|z|⁴ − k(k+2)/n)/2k;
//! kinds of reports that are rarely expected add much to b. The distribution is simulated where b is above [`SPARSE`], where there are fewer
//! than [`FEW`] reports, or where products of errors make up more than [`CURVED`] of the variance of departures:
//!
//! * by *permutation*, where the p-value is exact because all permuted surveys are equally likely. For independence of two questions that the
//!   law perturbs separately (always where one is in clear), the answers to one are permuted. For equality of two surveys under the same
//!   law, the reports are permuted between the surveys.
//! * by the *parametric bootstrap* otherwise: surveys are drawn at the nearest shares of which the hypothesis holds, and tested like the one
//!   observed. This is exact where the hypothesis fixes all shares, and otherwise nearly so.
//!
//! Surveys are drawn until [`EXCEEDED`] of them have a statistic at least as large as the observed one, and p is their share. Where [`MOST`]
//! surveys have fewer such statistics, p is (1 + their number)/(1 + MOST). Either way P(p ≤ α) ≤ α \[BesagClifford91\]. The seed follows
//! from the counts.
//!
//! Cost: that of the test for each survey, limited to [`STEPS`] in all, so that large tables have fewer surveys. Where they would have fewer than
//! [`LEAST`], the χ² distribution is used and `rough` is set.

use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;

use super::statistic::Statistic;
use crate::error::Error;
use crate::exact::floor_u128;
use crate::numeric::random::Generator;

/// The b above which the null distribution is simulated.
const SPARSE: f64 = 0.05;

/// The number of reports below which X² takes so few values that it is chance which of them lie beyond a critical value of χ².
const FEW: f64 = 150.0;

/// The nonlinear part of the variance of departures above which the null distribution is simulated.
pub(super) const CURVED: f64 = 0.05;

/// The number of surveys with a statistic at least as large after which drawing stops: the standard error of p is then a seventh of p.
const EXCEEDED: u32 = 50;

/// The most surveys that are drawn.
const MOST: u32 = 9_999;

/// The most reports that are permuted.
pub(super) const MOST_DEALT: f64 = 1e5;

/// The fewest surveys worth drawing.
const LEAST: u32 = 199;

/// The most arithmetic operations that a test may take.
const STEPS: f64 = 1e10;

/// How the null distribution of a statistic is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum NullMethod {
    /// By the χ² approximation, which is close where reports are many.
    ChiSquared,
    /// By permuting the answers to one question, or the reports of two surveys: exact.
    Permutation,
    /// By the parametric bootstrap: surveys were drawn for which the hypothesis holds.
    Bootstrap,
}

impl fmt::Display for NullMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ChiSquared => "chi-squared",
            Self::Permutation => "permutation",
            Self::Bootstrap => "bootstrap",
        })
    }
}

/// The null distribution that a p-value comes from.
///
/// ```
/// use candor::inference::{self, Hypothesis, NullDistribution, NullMethod};
/// use candor::{Table, estimate::Options};
/// # use candor::{design::Survey, plan::Plan};
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 4},
/// #     {"name": "cough", "categories": ["no", "yes"], "epsilon": 4}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// let table = Table::from_counts(&plan, &["smoker", "cough"], vec![60, 4, 3, 3])?;
/// let tested = inference::test(&plan, table, &Hypothesis::Independence, &Options::default())?;
/// let NullDistribution { method, draws, chi_squared_p_value, .. } = tested.null_distribution;
/// assert!(method == NullMethod::Bootstrap && draws >= 50);
/// assert!(chi_squared_p_value < 0.05 && tested.calibrated.p_value < 0.05);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct NullDistribution {
    /// How it was found.
    pub method: NullMethod,
    /// The number of simulated surveys; 0 for χ².
    pub draws: u32,
    /// The standard error of the p-value that comes from the limited number of simulated surveys; 0 for χ².
    pub standard_error: f64,
    /// The p-value by χ².
    pub chi_squared_p_value: f64,
    /// Whether the p-value is rough, because there are too few reports for χ² and the table is too large to be simulated.
    pub rough: bool,
}

impl NullDistribution {
    /// The χ² approximation of a statistic.
    pub(super) fn chi_squared(statistic: &Statistic, rough: bool) -> Self {
        let chi_squared_p_value = statistic.p_value;
        Self { method: NullMethod::ChiSquared, draws: 0, standard_error: 0.0, chi_squared_p_value, rough }
    }
}

/// A simulation that draws surveys until their statistics give a p-value.
pub(super) struct Simulation {
    pub(super) method: NullMethod,
    pub(super) seed: u64,
    /// The arithmetic operations that one survey takes.
    pub(super) steps: f64,
}

impl Simulation {
    /// Whether there is time for at least [`LEAST`] surveys within [`STEPS`] operations.
    pub(super) fn is_affordable(&self) -> bool {
        self.most_draws() >= LEAST
    }

    fn most_draws(&self) -> u32 {
        u32::try_from(floor_u128(STEPS / self.steps)).unwrap_or(MOST).min(MOST)
    }

    /// The observed statistic with its simulated p-value; `draw` returns the statistic of one simulated survey.
    pub(super) fn of(
        &self,
        observed: Statistic,
        draw: &mut dyn FnMut(&mut Generator) -> Result<f64, Error>,
    ) -> Result<(Statistic, NullDistribution), Error> {
        if !self.is_affordable() || observed.degrees_of_freedom == 0 {
            let rough = observed.degrees_of_freedom > 0;
            return Ok((observed, NullDistribution::chi_squared(&observed, rough)));
        }
        let mut generator = Generator::new(self.seed);
        let as_large = observed.value - ROUNDED * (1.0 + observed.value);
        let (mut draws, mut exceeding) = (0, 0);
        while draws < self.most_draws() && exceeding < EXCEEDED {
            draws += 1;
            exceeding += u32::from(draw(&mut generator)? >= as_large);
        }
        let p_value = match exceeding {
            EXCEEDED => f64::from(EXCEEDED) / f64::from(draws),
            fewer => f64::from(fewer + 1) / f64::from(draws + 1),
        };
        let standard_error = libm::sqrt(p_value * (1.0 - p_value) / f64::from(draws));
        let chi_squared_p_value = observed.p_value;
        let law = NullDistribution {
            method: self.method,
            draws,
            standard_error,
            chi_squared_p_value,
            rough: false,
        };
        Ok((Statistic { p_value, ..observed }, law))
    }
}

/// The absolute and relative difference below which statistics count as equal, differing only by rounding.
const ROUNDED: f64 = 1e-9;

/// Whether X² is too far from χ², given the expected number of each kind of report and its contribution to z.
pub(super) fn is_sparse(reports: &[(f64, Vec<f64>)], degrees: u32) -> bool {
    let (k, n) = (f64::from(degrees.max(1)), reports.iter().map(|(number, _)| number).sum::<f64>());
    let fourth = |(number, z): &(f64, Vec<f64>)| {
        let squared: f64 = z.iter().map(|z| z * z).sum();
        number * squared * squared
    };
    let sparsity = (reports.iter().map(fourth).sum::<f64>() - k * (k + 2.0) / n) / (2.0 * k);
    sparsity > SPARSE || n < FEW
}
