//! The interval of a risk ratio, an odds ratio or a difference of risks, by inverting its score test.
//!
//! A ratio θ is within the interval where h_θ = A − θ·B, a quadratic form πᵀ·Q·π of the shares, is near 0: with π̃ shares of which θ is the
//! ratio A/B, and C the covariance of the inverse estimates π̂ if they were the true ones,
//!
//! (π̂ᵀ·Q·π̂ − tr(Q·C))² ≤ z²·(4·π̃ᵀ·Q·C·Q·π̃ + 2·tr((Q·C)²)),
//!
//! mean and variance of the form for normal π̂. π̃ has the estimated sizes of the groups and the likeliest risks of that ratio, as if there were no
//! noise: for risk ratios those of \[Koopman84\], for odds ratios and differences those of \[MiettinenNurminen85\], the root of a quadratic or found by halving. Without
//! noise the interval is theirs. Taking the variance at π̃ and not at π̂ is what holds where a group is small and an outcome rare.
//!
//! C is quadratic in the shares, so that its values at the corners of the simplex and halfway between them tell all others.
//!
//! Cost: ten covariances of the table, and [`STEPS`] small ones.

use alloc::vec;
use alloc::vec::Vec;

use super::linear::covariance;
use crate::error::Error;
use crate::estimate::Observed;

/// The cells: first group without and with the outcome, second group without and with it.
pub(super) const CELLS: usize = 4;

/// Numbers for all pairs of cells.
pub(super) type Square = [[f64; CELLS]; CELLS];

/// Values that are tried on either side of the one without an effect: of ratios the logarithms are [`STEP`] apart, up to e¹².
const STEPS: u32 = 24;
const STEP: f64 = 0.5;

/// Halvings between a value of which something holds and one of which it does not.
const HALVINGS: u32 = 32;

/// The covariance of inverse estimates wherever the true shares are.
pub(super) struct Covariances {
    /// At the middle of every pair of corners, those of a corner with itself first.
    middles: Vec<Square>,
}

impl Covariances {
    pub(super) fn new(observed: &Observed<'_>) -> Result<Self, Error> {
        let unit = |cell: usize| {
            let mut unit = vec![0.0; CELLS];
            unit[cell] = 1.0;
            unit
        };
        let units: Vec<Vec<f64>> = (0..CELLS).map(unit).collect();
        let middle = |(i, j): (usize, usize)| {
            let middle: Vec<f64> =
                units[i].iter().zip(&units[j]).map(|(one, other)| (one + other) / 2.0).collect();
            let entries = covariance(observed, &middle, &units)?;
            Ok(core::array::from_fn(|i| core::array::from_fn(|j| entries[i][j] / observed.n())))
        };
        Ok(Self { middles: pairs().map(middle).collect::<Result<_, Error>>()? })
    }

    /// C at these shares: the polynomial of degree two that has those values, in Bernstein's form.
    pub(super) fn at(&self, shares: &[f64; CELLS]) -> Square {
        let mut sum = [[0.0; CELLS]; CELLS];
        for ((i, j), middle) in pairs().zip(&self.middles) {
            // The middle of two corners takes 4·π_i·π_j, from which each corner takes back its part.
            let others = || (0..CELLS).filter(|&other| other != i).map(|other| shares[other]).sum::<f64>();
            let weight =
                if i == j { shares[i] * (shares[i] - others()) } else { 4.0 * shares[i] * shares[j] };
            sum.iter_mut().flatten().zip(middle.iter().flatten()).for_each(|(sum, own)| *sum += weight * own);
        }
        sum
    }
}

/// Every pair of cells, each with itself first.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    let different = (0..CELLS).flat_map(|i| (i + 1..CELLS).map(move |j| (i, j)));
    (0..CELLS).map(|cell| (cell, cell)).chain(different)
}

/// What tells how large an effect is.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum EffectMeasure {
    Risks,
    Odds,
    /// The difference of the risks over 1.
    Difference,
}

impl EffectMeasure {
    /// Shares of which this is the ratio, near those of a table.
    fn nearest(self, shares: &[f64; CELLS], ratio: f64) -> [f64; CELLS] {
        let [first, second] = [shares[0] + shares[1], shares[2] + shares[3]];
        let outcomes = shares[1] + shares[3];
        let (risk, other) = match self {
            Self::Risks => {
                // Both risks are at most 1.
                let most = libm::fmin(1.0, 1.0 / ratio);
                let sum = second * ratio + shares[3] + first + shares[1] * ratio;
                let root = libm::sqrt(libm::fmax(sum * sum - 4.0 * ratio * outcomes, 0.0));
                let risk = if outcomes > 0.0 { 2.0 * outcomes / (sum + root) } else { 0.0 };
                (libm::fmin(risk, most), ratio * libm::fmin(risk, most))
            }
            Self::Odds => {
                let bend = first * (ratio - 1.0);
                let sum = second * ratio + first - outcomes * (ratio - 1.0);
                let root = libm::sqrt(libm::fmax(sum * sum + 4.0 * bend * outcomes, 0.0));
                let risk = match outcomes > 0.0 {
                    true if sum > 0.0 => 2.0 * outcomes / (sum + root),
                    true => (root - sum) / (2.0 * bend),
                    false => 0.0,
                };
                let risk = libm::fmin(risk, 1.0);
                (risk, ratio * risk / (1.0 - risk + ratio * risk))
            }
            Self::Difference => {
                let slope = |risk: f64, outcome: f64, other: f64| outcome / risk - other / (1.0 - risk);
                let rises = |risk: f64| {
                    slope(risk, shares[1], shares[0]) + slope(risk + ratio, shares[3], shares[2]) > 0.0
                };
                let ends = (libm::fmax(0.0, -ratio), libm::fmin(1.0, 1.0 - ratio));
                let risk = halved(ends, rises);
                (risk, risk + ratio)
            }
        };
        [first * (1.0 - risk), first * risk, second * (1.0 - other), second * other]
    }

    /// Values of it in order, from the least that there is, the estimate among them.
    fn tried(self, estimate: Option<f64>) -> Vec<f64> {
        let step = |step: u32| f64::from(step) - f64::from(STEPS);
        let (least, mut tried): (_, Vec<f64>) = match self {
            Self::Difference => (-1.0, (1..=2 * STEPS).map(|place| step(place) / f64::from(STEPS)).collect()),
            _ => (0.0, (0..=2 * STEPS).map(|place| libm::exp(step(place) * STEP)).collect()),
        };
        tried.insert(0, least);
        if let Some(estimate) = estimate {
            let place = tried.partition_point(|value| *value < estimate);
            // One outside of all values is none that is possible.
            if (1..tried.len()).contains(&place) {
                tried.insert(place, estimate);
            }
        }
        tried
    }
}

/// Where what holds at the first end ceases to hold on the way to the second.
fn halved((mut inside, mut outside): (f64, f64), holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = 0.5 * (inside + outside);
        if holds(middle) { inside = middle } else { outside = middle }
    }
    inside
}

/// A 2×2 table of which a ratio A/B is asked.
pub(super) struct Inversion<'c> {
    /// π̂, and the same from 0 to 1.
    pub(super) shares: [f64; CELLS],
    pub(super) possible: [f64; CELLS],
    pub(super) covariances: &'c Covariances,
    pub(super) z: f64,
}

impl Inversion<'_> {
    /// Both ends of the interval of A/B around its estimate, where there is one; no upper end where nothing bounds a ratio.
    pub(super) fn interval(
        &self,
        measure: EffectMeasure,
        [over, under]: [&Square; 2],
        estimate: Option<f64>,
    ) -> (f64, Option<f64>) {
        let within = |theta: f64| {
            let form = core::array::from_fn(|i| core::array::from_fn(|j| over[i][j] - theta * under[i][j]));
            self.is_near_zero(&form, &measure.nearest(&self.possible, theta))
        };
        let tried = measure.tried(estimate);
        let accepted: Vec<bool> = tried.iter().map(|theta| within(*theta)).collect();
        let last = tried.len() - 1;
        let first_within = accepted.iter().position(|accepted| *accepted).unwrap_or(0);
        let last_within = accepted.iter().rposition(|accepted| *accepted).unwrap_or(last);
        let end = |inside: usize, outside: usize| halved((tried[inside], tried[outside]), within);
        let lower = if first_within == 0 { tried[0] } else { end(first_within, first_within - 1) };
        let upper = match last_within < last {
            true => Some(end(last_within, last_within + 1)),
            false => (measure == EffectMeasure::Difference).then_some(tried[last]),
        };
        (lower, upper)
    }

    /// Whether a quadratic form that is 0 where the true shares are `null` has a value that is not too far from it.
    fn is_near_zero(&self, form: &Square, null: &[f64; CELLS]) -> bool {
        let covariance = self.covariances.at(null);
        let spread = product(form, &covariance);
        let value = quadratic(form, &self.shares) - trace(&spread);
        let gradient = times(form, null);
        let variance = 4.0 * quadratic(&covariance, &gradient) + 2.0 * trace(&product(&spread, &spread));
        value * value <= self.z * self.z * variance + f64::EPSILON * f64::EPSILON
    }
}

fn times(form: &Square, vector: &[f64; CELLS]) -> [f64; CELLS] {
    core::array::from_fn(|i| (0..CELLS).map(|j| form[i][j] * vector[j]).sum())
}

pub(super) fn quadratic(form: &Square, vector: &[f64; CELLS]) -> f64 {
    times(form, vector).iter().zip(vector).map(|(one, other)| one * other).sum()
}

pub(super) fn product(one: &Square, other: &Square) -> Square {
    core::array::from_fn(|i| core::array::from_fn(|j| (0..CELLS).map(|k| one[i][k] * other[k][j]).sum()))
}

pub(super) fn trace(matrix: &Square) -> f64 {
    (0..CELLS).map(|i| matrix[i][i]).sum()
}
