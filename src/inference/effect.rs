//! Effect sizes of a 2×2 table: risk ratio, odds ratio and difference of proportions, with confidence intervals.
//!
//! Rows are two groups, and columns are absence and presence of an outcome. With risks p = π₀₁/π₀· and q = π₁₁/π₁· of the first and the second
//! group, each effect is a ratio A/B of two quadratic forms of the shares, A(π) = πᵀ·Q·π:
//!
//! | effect | A | B |
//! |---|---|---|
//! | risk ratio q/p | π₁₁·π₀· | π₀₁·π₁· |
//! | odds ratio | π₀₀·π₁₁ | π₀₁·π₁₀ |
//! | difference q − p | π₁₁·π₀· − π₀₁·π₁· | π₀·π₁· |
//!
//! A form is estimated by Â = π̂ᵀ·Q·π̂ − tr(Q·C), which is unbiased, with C the covariance of the inverse estimates. Intervals invert score
//! tests (`ratio.rs`). Where the noise is larger than a group, a ratio has no upper bound, and the interval of the difference is the whole range.
//!
//! Cost: ten covariances of the table.

use alloc::format;

use serde::Serialize;

use super::evidence::ShareEvidence;
use super::null_model::invalid;
use super::ratio::{CELLS, Covariances, EffectMeasure, Inversion, Square, product, quadratic, trace};
use crate::count::Table;
use crate::error::Error;
use crate::estimate::{Estimation, Options, Origin, onto_simplex, two_sided_quantile};

/// An effect with its confidence interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Effect {
    /// The estimate; `None` where it would divide by 0 or less.
    pub estimate: Option<f64>,
    /// The lower end of the interval.
    pub lower: f64,
    /// The upper end of the interval; `None` where a ratio is unbounded.
    pub upper: Option<f64>,
}

/// The effects in a 2×2 table: of the second row compared with the first, on the second column.
///
/// ```
/// use candor::{Table, estimate::Options, inference::{Effect, Effects}};
/// # use candor::{design::Survey, plan::Plan};
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 3},
/// #     {"name": "cough", "categories": ["no", "yes"], "epsilon": 3}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// let table = Table::from_counts(&plan, &["smoker", "cough"], vec![2200, 500, 600, 700])?;
/// let effects = Effects::new(&plan, table, &Options::default())?;
/// let Effect { estimate, lower, upper, .. } = effects.risk_ratio;
/// assert!(estimate.is_some_and(|ratio| 2.5 < ratio && ratio < 5.0) && lower > 2.0 && upper.is_some());
/// assert!(effects.odds_ratio.lower > lower && effects.difference.lower > 0.3);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Effects {
    /// The risk in the second group divided by that in the first.
    pub risk_ratio: Effect,
    /// The odds in the second group divided by those in the first.
    pub odds_ratio: Effect,
    /// The risk in the second group minus that in the first.
    pub difference: Effect,
}

impl Effects {
    /// Estimates the effects from a table of perturbed counts, with intervals at the confidence of `options`.
    ///
    /// # Errors
    /// `invalid-hypothesis` where the table is not 2×2; `unidentifiable-table`; those of [`Estimation::new`].
    pub fn new<'l>(of: impl Into<Origin<'l>>, table: Table, options: &Options) -> Result<Self, Error> {
        let estimation = Estimation::new(of, table, options)?;
        let sizes = estimation.observed().sizes();
        if sizes != [2, 2] {
            return Err(invalid(format!(
                "effects are of two groups and two outcomes; the sizes are {sizes:?}"
            )));
        }
        let evidence = ShareEvidence::new(estimation.observed())?;
        let mut possible = evidence.shares.clone();
        onto_simplex(&mut possible);
        let evidence = evidence.quadratic_around(&possible);
        let covariances = Covariances::new(&evidence)?;
        let [shares, possible] =
            [&evidence.shares, &possible].map(|shares| core::array::from_fn(|cell| shares[cell]));
        let z = two_sided_quantile(1.0 - options.confidence);
        let of = Estimates { shares, covariance: covariances.at(&possible) };
        let inversion = Inversion { shares, possible, covariances: &covariances, z };
        let effect = |measure: EffectMeasure, over: &Square, under: &Square| {
            let least = if measure == EffectMeasure::Difference { f64::MIN } else { 0.0 };
            let estimate = of.ratio(over, under).map(|estimate| libm::fmax(estimate, least));
            let (lower, upper) = inversion.interval(measure, [over, under], estimate);
            Effect { estimate, lower, upper }
        };
        let second = sums(&[3], &[0, 1]);
        let first = sums(&[1], &[2, 3]);
        Ok(Self {
            risk_ratio: effect(EffectMeasure::Risks, &second, &first),
            odds_ratio: effect(EffectMeasure::Odds, &sums(&[0], &[3]), &sums(&[1], &[2])),
            difference: effect(EffectMeasure::Difference, &less(&second, &first), &sums(&[0, 1], &[2, 3])),
        })
    }
}

/// The symmetric matrix of the form: the sum of some cells times the sum of others.
fn sums(one: &[usize], other: &[usize]) -> Square {
    let mut form = [[0.0; CELLS]; CELLS];
    for &i in one {
        for &j in other {
            form[i][j] += 0.5;
            form[j][i] += 0.5;
        }
    }
    form
}

fn less(one: &Square, other: &Square) -> Square {
    core::array::from_fn(|i| core::array::from_fn(|j| one[i][j] - other[i][j]))
}

/// Estimated shares with their covariance.
struct Estimates {
    shares: [f64; CELLS],
    covariance: Square,
}

impl Estimates {
    /// The unbiased estimate of a quadratic form, π̂ᵀ·Q·π̂ − tr(Q·C).
    fn value(&self, form: &Square) -> f64 {
        quadratic(form, &self.shares) - trace(&product(form, &self.covariance))
    }

    /// The estimate of A/B; `None` where it would divide by 0 or less.
    fn ratio(&self, over: &Square, under: &Square) -> Option<f64> {
        let under = self.value(under);
        (under > 0.0).then(|| self.value(over) / under)
    }
}
