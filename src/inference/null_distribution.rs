//! The law of a statistic where the hypothesis holds: χ², or where reports are few the simulated one.
//!
//! A statistic X² = |Σ z|² is a sum over reports, and its variance is nearly 2k·(1 + b), b = (Σ E|z|⁴ − k(k+2)/n)/2k, k its degrees of freedom. A
//! report of which few are expected adds much to b. Where b is above [`SPARSE`], there are fewer than [`FEW`] reports, or more of the
//! variance of departures than [`CURVED`] is that of products of errors, the law is not taken for χ² but simulated:
//!
//! * by *permutation*, where the hypothesis says that two questions are independent and the law perturbs each by itself (always where one is in
//!   clear): the answers to one are dealt out anew; or that two surveys are alike whose laws are: the reports are dealt out anew to both. All
//!   such surveys are equally likely, and the p-value is exact.
//! * by the *parametric bootstrap* otherwise: surveys are drawn at the nearest shares of which the hypothesis holds, and tested like the one
//!   observed. Exact where the hypothesis says all shares, otherwise nearly.
//!
//! Surveys are drawn until [`EXCEEDED`] have a statistic as large as the one observed, and p is their share; where [`MOST`] surveys
//! have fewer, p is (1 + these)/(1 + MOST). Either way P(p ≤ α) ≤ α \[BesagClifford91\]. The seed follows from the counts.
//!
//! Cost: that of the test, for each survey; no more than [`STEPS`] in all, so that large tables have fewer surveys. Where that would be fewer than
//! [`LEAST`], χ² is taken, and `rough` says so.

use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;

use super::statistic::Statistic;
use crate::error::Error;
use crate::exact::floor_u128;
use crate::numeric::random::Generator;

/// b from which on the law is simulated.
const SPARSE: f64 = 0.05;

/// Below so many reports X² has few values, and which of them lie beyond a critical value of χ² is chance.
const FEW: f64 = 150.0;

/// The same of the part of the variance of departures that is not linear.
pub(super) const CURVED: f64 = 0.05;

/// So many surveys with a statistic as large are enough: the error of p is then a seventh of it.
const EXCEEDED: u32 = 50;

/// The most surveys.
const MOST: u32 = 9_999;

/// The most reports that are dealt out anew.
pub(super) const MOST_DEALT: f64 = 1e5;

/// The fewest surveys worth drawing.
const LEAST: u32 = 199;

/// The most steps of arithmetic of a test.
const STEPS: f64 = 1e10;

/// How the law of a statistic is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum NullMethod {
    /// As a χ² law, which it has nearly where reports are many.
    ChiSquared,
    /// Answers to one question, or the reports of two surveys, were dealt out anew: exact.
    Permutation,
    /// Surveys were drawn of which the hypothesis holds.
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

/// From which law of the statistic a p-value comes.
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
    /// How it is known.
    pub method: NullMethod,
    /// The surveys that were drawn; 0 for χ².
    pub draws: u32,
    /// The standard error of the p-value by drawing no more; 0 for χ².
    pub standard_error: f64,
    /// The p-value by χ².
    pub chi_squared_p_value: f64,
    /// Whether reports are too few for χ² and the table too large to be simulated: the p-value is rough.
    pub rough: bool,
}

impl NullDistribution {
    /// χ².
    pub(super) fn chi_squared(statistic: &Statistic, rough: bool) -> Self {
        let chi_squared_p_value = statistic.p_value;
        Self { method: NullMethod::ChiSquared, draws: 0, standard_error: 0.0, chi_squared_p_value, rough }
    }
}

/// Surveys that are drawn until their statistics tell a p-value.
pub(super) struct Simulation {
    pub(super) method: NullMethod,
    pub(super) seed: u64,
    /// The steps that one takes.
    pub(super) steps: f64,
}

impl Simulation {
    /// Whether there is time for enough surveys.
    pub(super) fn is_affordable(&self) -> bool {
        self.most_draws() >= LEAST
    }

    fn most_draws(&self) -> u32 {
        u32::try_from(floor_u128(STEPS / self.steps)).unwrap_or(MOST).min(MOST)
    }

    /// The statistic with the p-value of statistics that are drawn where the hypothesis holds.
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

/// Statistics that differ by less, or by so much of themselves, are equal but for rounding.
const ROUNDED: f64 = 1e-9;

/// Whether the law of X² is not χ² enough where of every kind of report so many are expected, which add so much to z.
pub(super) fn is_sparse(reports: &[(f64, Vec<f64>)], degrees: u32) -> bool {
    let (k, n) = (f64::from(degrees.max(1)), reports.iter().map(|(number, _)| number).sum::<f64>());
    let fourth = |(number, z): &(f64, Vec<f64>)| {
        let squared: f64 = z.iter().map(|z| z * z).sum();
        number * squared * squared
    };
    let sparsity = (reports.iter().map(fourth).sum::<f64>() - k * (k + 2.0) / n) / (2.0 * k);
    sparsity > SPARSE || n < FEW
}
