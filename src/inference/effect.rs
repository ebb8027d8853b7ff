//! How large an effect is in a 2×2 table: risk ratio, odds ratio and difference of proportions, with intervals.
//!
//! Rows are two groups and columns an outcome that did not and that did come. With risks p = π₀₁/π₀· and q = π₁₁/π₁· of the first and the
//! second group each effect is a ratio A/B of two quadratic forms of the shares, A(π) = πᵀ·Q·π:
//!
//! | effect | A | B |
//! |---|---|---|
//! | risk ratio q/p | π₁₁·π₀· | π₀₁·π₁· |
//! | odds ratio | π₀₀·π₁₁ | π₀₁·π₁₀ |
//! | difference q − p | π₁₁·π₀· − π₀₁·π₁· | π₀·π₁· |
//!
//! A form of the inverse estimates is Â = π̂ᵀ·Q·π̂ − tr(Q·C), C their covariance, which is unbiased, and Cov(Â, B̂) = 4·π̂ᵀ·Q_A·C·Q_B·π̂ nearly. The
//! interval is Fieller's \[Fieller54\]: all θ with (Â − θB̂)² ≤ z²·(Var Â − 2θ·Cov(Â, B̂) + θ²·Var B̂). Where B̂ is within z standard errors of 0
//! nothing bounds a ratio from above; it is bounded from below where Â is not. Otherwise the interval is the whole range.
//!
//! Cost: four covariances of the table.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use super::linear::covariance;
use super::null_model::invalid;
use crate::count::Table;
use crate::error::Error;
use crate::estimate::{Estimation, Options, Origin, onto_simplex, two_sided_quantile};
use crate::numeric::vectors::dot;

/// The cells: first group without and with the outcome, second group without and with it.
const CELLS: usize = 4;

/// An effect, with an interval that holds the true one as often as the confidence says.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Effect {
    /// The estimate; none where it would divide by 0 or less.
    pub estimate: Option<f64>,
    /// The lower end.
    pub lower: f64,
    /// The upper end; none where nothing bounds a ratio.
    pub upper: Option<f64>,
}

/// The effects of a 2×2 table: of the second row against the first, on the second column.
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
    /// The risk in the second group over that in the first.
    pub risk_ratio: Effect,
    /// The odds in the second group over those in the first.
    pub odds_ratio: Effect,
    /// The risk in the second group less that in the first.
    pub difference: Effect,
}

/// A quadratic form: what is multiplied by which cell.
type QuadraticForm = [[f64; CELLS]; CELLS];

impl Effects {
    /// Of a table of perturbed counts, with intervals of the confidence that `options` ask for.
    ///
    /// # Errors
    /// `invalid-hypothesis` where the table is not 2×2; `unidentifiable-table`; those of [`Estimation::new`].
    pub fn new<'l>(of: impl Into<Origin<'l>>, table: Table, options: &Options) -> Result<Self, Error> {
        if table.axes().sizes() != [2, 2] {
            let sizes = table.axes().sizes();
            return Err(invalid(format!(
                "effects are of two groups and two outcomes; the sizes are {sizes:?}"
            )));
        }
        let estimation = Estimation::new(of, table, options)?;
        let observed = estimation.observed();
        let shares = observed.inverse(&observed.axes())?;
        let mut possible = shares.clone();
        onto_simplex(&mut possible);
        let units: Vec<Vec<f64>> = (0..CELLS).map(unit).collect();
        let mut covariance = covariance(observed, &possible, &units)?;
        covariance.iter_mut().flatten().for_each(|entry| *entry /= observed.n());
        let z = two_sided_quantile(1.0 - options.confidence);
        let of = Estimates { shares, covariance, z };
        let second = product(&[3], &[0, 1]);
        let first = product(&[1], &[2, 3]);
        Ok(Self {
            risk_ratio: of.ratio(&second, &first, [0.0, f64::INFINITY]),
            odds_ratio: of.ratio(&product(&[0], &[3]), &product(&[1], &[2]), [0.0, f64::INFINITY]),
            difference: of.ratio(&less(&second, &first), &product(&[0, 1], &[2, 3]), [-1.0, 1.0]),
        })
    }
}

fn unit(cell: usize) -> Vec<f64> {
    let mut unit = vec![0.0; CELLS];
    unit[cell] = 1.0;
    unit
}

/// The sum of some cells times the sum of others, symmetric.
fn product(one: &[usize], other: &[usize]) -> QuadraticForm {
    let mut form = [[0.0; CELLS]; CELLS];
    for &i in one {
        for &j in other {
            form[i][j] += 0.5;
            form[j][i] += 0.5;
        }
    }
    form
}

fn less(one: &QuadraticForm, other: &QuadraticForm) -> QuadraticForm {
    core::array::from_fn(|i| core::array::from_fn(|j| one[i][j] - other[i][j]))
}

fn times(form: &QuadraticForm, vector: &[f64]) -> Vec<f64> {
    form.iter().map(|row| dot(row, vector)).collect()
}

/// Estimated shares, and how they vary.
struct Estimates {
    shares: Vec<f64>,
    covariance: Vec<Vec<f64>>,
    z: f64,
}

impl Estimates {
    /// π̂ᵀ·Q·π̂ − tr(Q·C).
    fn value(&self, form: &QuadraticForm) -> f64 {
        let bias: f64 = form.iter().zip(&self.covariance).map(|(row, with)| dot(row, with)).sum();
        dot(&self.shares, &times(form, &self.shares)) - bias
    }

    /// 4·π̂ᵀ·Q_A·C·Q_B·π̂.
    fn covariance(&self, one: &QuadraticForm, other: &QuadraticForm) -> f64 {
        let (one, other) = (times(one, &self.shares), times(other, &self.shares));
        4.0 * one.iter().zip(&self.covariance).map(|(one, row)| one * dot(row, &other)).sum::<f64>()
    }

    /// A/B within a range.
    fn ratio(&self, over: &QuadraticForm, under: &QuadraticForm, [least, most]: [f64; 2]) -> Effect {
        let (a, b) = (self.value(over), self.value(under));
        let squared = self.z * self.z;
        let curve = b * b - squared * self.covariance(under, under);
        let middle = a * b - squared * self.covariance(over, under);
        let floor = a * a - squared * self.covariance(over, over);
        let (mut lower, mut upper) = (least, most);
        let root = libm::sqrt(libm::fmax(middle * middle - curve * floor, 0.0));
        if b > 0.0 && curve > 0.0 {
            lower = ((middle - root) / curve).clamp(least, most);
            upper = ((middle + root) / curve).clamp(least, most);
        } else if a > 0.0 && floor > 0.0 && most.is_infinite() {
            // The product of both ends is floor/curve, and the other one is below 0.
            lower = libm::fmax(floor / (middle + root), least);
        }
        let estimate = (b > 0.0).then_some(a / b);
        Effect { estimate, lower, upper: Some(upper).filter(|upper| upper.is_finite()) }
    }
}
