//! The generalised score statistic of a hypothesis h(π) = 0 about the true shares behind perturbed counts \[Boos92\].
//!
//! X² = dᵀ·V⁻¹·d with d = G·(π̂ − π₀) and V = G·Σ₀·Gᵀ/n: π̂ the inverse estimates, which are unbiased, π₀ shares from 0 to 1 near π̂ of
//! which the hypothesis holds, G the derivative of h there, and Σ₀/n the covariance of π̂ if they were the true ones. Reports expected of
//! π₀ are λ₀ = M·π₀, so Σ₀ = M⁻¹(diag λ₀ − λ₀λ₀ᵀ)M⁻¹; of a labelled law the covariance of its combined views, for given labels
//! [Mathematics, §10]. All noise of the law is in V: the law of X² is χ² with as many degrees of freedom as h has numbers, as n grows,
//! for every law that shows the table. Without noise X² is Pearson's.
//!
//! d is h(π̂) to the first order. Where noise takes the margins of π̂ far out of \[0, 1\], products of two of them would make h(π̂) much
//! larger than V says; d has none \[Neyman59\]. What is left of this makes V a little too large and the test reject too rarely, or, where nearly
//! everybody answers alike, d a little larger than V says (`docs/inference.md`).
//!
//! Cost: two applications of the law for every number of h, of which there are d, O(d·w·N), then O(d²·N + d³). Fails where the law
//! erases a component of the table.

use alloc::format;
use alloc::vec::Vec;

use super::null_model::NullModel;
use super::statistic::Statistic;
use crate::error::{Code, Error};
use crate::estimate::Observed;
use crate::numeric::quadratic::Factor;
use crate::numeric::vectors::dot;

/// The most numbers that are kept: half a gigabyte.
const MOST_NUMBERS: usize = 1 << 26;

/// Departures from a hypothesis, and their covariance where it holds.
pub(super) struct Departures {
    /// d.
    values: Vec<f64>,
    /// V.
    covariance: Vec<Vec<f64>>,
}

impl Departures {
    /// Of what was observed.
    pub(super) fn observed(model: &dyn NullModel, observed: &Observed<'_>) -> Result<Self, Error> {
        let shares = observed.inverse(&observed.axes())?;
        let mut departures = Self::expected(model, observed, &shares)?;
        departures.covariance.iter_mut().flatten().for_each(|entry| *entry /= observed.n());
        Ok(departures)
    }

    /// Where the true shares are these: d, and n times V.
    pub(super) fn expected(
        model: &dyn NullModel,
        observed: &Observed<'_>,
        shares: &[f64],
    ) -> Result<Self, Error> {
        let null = model.nearest(shares);
        let gradients = model.gradients(&null);
        let apart: Vec<f64> = shares.iter().zip(&null).map(|(share, null)| share - null).collect();
        let values = gradients.iter().map(|row| dot(row, &apart)).collect();
        Ok(Self { values, covariance: covariance(observed, &null, &gradients)? })
    }

    pub(super) fn new(values: Vec<f64>, covariance: Vec<Vec<f64>>) -> Self {
        Self { values, covariance }
    }

    /// tr(V⁻¹·W) for the covariance W of the same departures elsewhere.
    pub(super) fn spread(&self, elsewhere: &[Vec<f64>]) -> f64 {
        let factor = Factor::of(&self.covariance);
        let column = |(place, &own): (usize, &usize)| {
            let mut column: Vec<f64> = factor.order.iter().map(|&other| elsewhere[own][other]).collect();
            factor.solve(&mut column);
            column[place]
        };
        factor.order.iter().enumerate().map(column).sum()
    }

    /// X², with the degrees of freedom that are left.
    pub(super) fn statistic(&self) -> Statistic {
        let factor = Factor::of(&self.covariance);
        let mut kept: Vec<f64> = factor.order.iter().map(|&place| self.values[place]).collect();
        factor.forward(&mut kept);
        Statistic::new(dot(&kept, &kept), u32::try_from(kept.len()).unwrap_or(u32::MAX))
    }
}

/// n·Cov(G·π̂) where the true shares are `truth`, for the rows of G.
///
/// # Errors
/// `unidentifiable-table`; `too-large` where G has too many numbers.
pub(super) fn covariance(
    observed: &Observed<'_>,
    truth: &[f64],
    gradients: &[Vec<f64>],
) -> Result<Vec<Vec<f64>>, Error> {
    let numbers = gradients.len() * truth.len();
    if numbers > MOST_NUMBERS {
        let message =
            format!("the test takes {numbers} numbers in memory; it must not take more than {MOST_NUMBERS}");
        return Err(Error::new(Code::TooLarge, message));
    }
    let mut expected = truth.to_vec();
    observed.perturb(&mut expected);
    let axes = observed.axes();
    let scores: Vec<Vec<f64>> =
        gradients.iter().map(|row| observed.inverted(&axes, row.clone())).collect::<Result<_, _>>()?;
    let row = |scored: &Vec<f64>| {
        let covered = observed.covered(&expected, scored);
        scores.iter().map(|other| dot(other, &covered)).collect()
    };
    Ok(scores.iter().map(row).collect())
}
