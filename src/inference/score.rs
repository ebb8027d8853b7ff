//! The generalised score statistic of a hypothesis h(π) = 0 about the true shares behind perturbed counts \[Boos92\].
//!
//! X² = dᵀ·V⁻¹·d with d = h(π̂) and V = G·Σ₀·Gᵀ/n: π̂ the inverse estimates, which are unbiased, G the derivative of h at π̂, π₀ shares from 0 to 1
//! near π̂ of which the hypothesis holds, and Σ₀/n the covariance of π̂ if they were the true ones (`linear.rs`). All noise of the law is in V:
//! the law of X² is χ² with as many degrees of freedom as h has numbers, as n grows, for every law that shows the table. Without noise X² is
//! Pearson's.
//!
//! Where noise takes the margins of π̂ far out of \[0, 1\], products of two of them vary more than is linear in them, and V, whose G
//! has the same margins, grows by twice as much: `second_order.rs` takes off what is too much. d and G at margins that were moved
//! to \[0, 1\] would be biased where nearly everybody answers alike.
//!
//! Cost: two applications of the law for every number of h, of which there are d, O(d·w·N), then O(d²·N + d³). Fails where the law
//! erases a component of the table.

use alloc::vec::Vec;

use super::linear::covariance;
use super::null_model::NullModel;
use super::second_order::SecondOrder;
use super::statistic::Statistic;
use crate::error::Error;
use crate::estimate::Observed;
use crate::numeric::quadratic::Factor;
use crate::numeric::vectors::dot;

/// Departures from a hypothesis, and their covariance where it holds.
pub(super) struct Departures {
    /// d.
    values: Vec<f64>,
    /// V.
    covariance: Vec<Vec<f64>>,
    second_order: Option<SecondOrder>,
}

impl Departures {
    /// Of what was observed.
    pub(super) fn observed(model: &dyn NullModel, observed: &Observed<'_>) -> Result<Self, Error> {
        let shares = observed.inverse(&observed.axes())?;
        let mut departures = Self::expected(model, observed, &shares)?;
        departures.covariance.iter_mut().flatten().for_each(|entry| *entry /= observed.n());
        let second_order = |products| SecondOrder::new(&products, observed, &model.nearest(&shares));
        departures.second_order = model.products().map(second_order).transpose()?;
        Ok(departures)
    }

    /// Where the true shares are these: d, and n times V.
    pub(super) fn expected(
        model: &dyn NullModel,
        observed: &Observed<'_>,
        shares: &[f64],
    ) -> Result<Self, Error> {
        let covariance = covariance(observed, &model.nearest(shares), &model.gradients(shares))?;
        Ok(Self::new(model.departures(shares), covariance))
    }

    pub(super) fn new(values: Vec<f64>, covariance: Vec<Vec<f64>>) -> Self {
        Self { values, covariance, second_order: None }
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
        let squared = match &self.second_order {
            Some(second_order) => second_order.squared(&factor, &kept),
            None => dot(&kept, &kept),
        };
        Statistic::new(squared, u32::try_from(kept.len()).unwrap_or(u32::MAX))
    }
}
