//! The generalised score statistic of a hypothesis h(π) = 0 about the true shares behind perturbed counts \[Boos92\].
//!
//! X² = dᵀ·V⁻¹·d with the departures d = h(π̂) and V = G·Σ₀·Gᵀ/n. π̂ are the unbiased estimates; G is the derivative of h at
//! π̂; π₀ are shares from 0 to 1 near π̂ for which the hypothesis holds; and Σ₀/n is the covariance of π̂ if π₀ were the true shares
//! (`evidence.rs`). V includes all noise of the law, so that X² is asymptotically χ², with as many degrees of freedom as h has components, for
//! every law that identifies the table. Without noise X² is Pearson's.
//!
//! Where noise takes the margins of π̂ far out of \[0, 1\], products of two margins vary more than their linear part, and V, whose G has the
//! same margins, grows by twice as much; `second_order.rs` corrects for this. Moving the margins to \[0, 1\] instead would bias d and G where
//! nearly everybody answers alike.
//!
//! Cost: two applications of the law for each of the d components of h, O(d·w·N), then O(d²·N + d³). Fails where the law erases a component
//! of the table.

use alloc::vec;
use alloc::vec::Vec;

use super::evidence::ShareEvidence;
use super::null_model::NullModel;
use super::second_order::SecondOrder;
use super::statistic::Statistic;
use crate::error::Error;
use crate::exact::to_f64;
use crate::numeric::quadratic::Factor;
use crate::numeric::vectors::dot;

/// Departures from a hypothesis, and their covariance where it holds.
pub(super) struct Departures {
    /// The departures d.
    values: Vec<f64>,
    /// L with LLᵀ = V.
    factor: Factor,
    second_order: Option<SecondOrder>,
}

impl Departures {
    /// The departures of the observed counts.
    pub(super) fn observed(model: &dyn NullModel, evidence: &ShareEvidence<'_>) -> Result<Self, Error> {
        let shares = &evidence.shares;
        let null = model.nearest(shares);
        let mut covariance = evidence.covariance(&null, &model.gradients(shares))?;
        covariance.iter_mut().flatten().for_each(|entry| *entry /= evidence.n());
        let first_order = Self::new(model.departures(shares), &covariance);
        let second_order = |products| SecondOrder::new(&products, evidence, &null, &first_order.factor);
        Ok(Self { second_order: model.products().map(second_order).transpose()?, ..first_order })
    }

    /// The departures d where these are the true shares, with n times V as their covariance.
    pub(super) fn expected(
        model: &dyn NullModel,
        evidence: &ShareEvidence<'_>,
        shares: &[f64],
    ) -> Result<Self, Error> {
        let covariance = evidence.covariance(&model.nearest(shares), &model.gradients(shares))?;
        Ok(Self::new(model.departures(shares), &covariance))
    }

    pub(super) fn new(values: Vec<f64>, covariance: &[Vec<f64>]) -> Self {
        Self { values, factor: Factor::of(covariance), second_order: None }
    }

    /// tr(V⁻¹·W), with W the covariance of the same departures at other shares.
    pub(super) fn spread(&self, elsewhere: &[Vec<f64>]) -> f64 {
        let column = |(place, &own): (usize, &usize)| {
            let mut column: Vec<f64> = self.factor.order.iter().map(|&other| elsewhere[own][other]).collect();
            self.factor.solve(&mut column);
            column[place]
        };
        self.factor.order.iter().enumerate().map(column).sum()
    }

    /// X² with its degrees of freedom.
    pub(super) fn statistic(&self) -> Statistic {
        Statistic::new(self.squared(&self.values), self.degrees())
    }

    /// The degrees of freedom: the rank of V.
    pub(super) fn degrees(&self) -> u32 {
        u32::try_from(self.factor.order.len()).unwrap_or(u32::MAX)
    }

    /// X² of other departures with the same covariance.
    pub(super) fn squared(&self, values: &[f64]) -> f64 {
        let kept = self.standardised(values);
        match &self.second_order {
            Some(second_order) => second_order.squared(&kept),
            None => dot(&kept, &kept),
        }
    }

    /// The standardised departures L⁻¹·d.
    fn standardised(&self, values: &[f64]) -> Vec<f64> {
        let mut kept: Vec<f64> = self.factor.order.iter().map(|&place| values[place]).collect();
        self.factor.forward(&mut kept);
        kept
    }

    /// The weights of cells by which √X² moves, to first order, when estimates do; `None` if there is no departure. The rows of `gradients` are the
    /// derivative of the departures.
    pub(super) fn direction(&self, gradients: &[Vec<f64>]) -> Option<Vec<f64>> {
        let own: Vec<f64> = self.factor.order.iter().map(|&place| self.values[place]).collect();
        let mut solved = own.clone();
        self.factor.solve(&mut solved);
        let length = libm::sqrt(dot(&own, &solved));
        let mut weights = vec![0.0; gradients.first()?.len()];
        for (&place, factor) in self.factor.order.iter().zip(&solved) {
            let row = weights.iter_mut().zip(&gradients[place]);
            row.for_each(|(weight, slope)| *weight += slope * factor / length);
        }
        (length > 0.0).then_some(weights)
    }

    /// For every kind of report, the number expected where the true shares are `null`, and what one report adds to L⁻¹·d; the departures are the
    /// linear functions in the rows of `gradients`.
    pub(super) fn reports(
        &self,
        surveys: &[&ShareEvidence<'_>],
        null: &[f64],
        gradients: &[Vec<f64>],
    ) -> Result<Vec<(f64, Vec<f64>)>, Error> {
        let mut reports = Vec::new();
        for survey in surveys {
            let own = survey.contributions(null, gradients)?.into_iter();
            reports.extend(own.map(|(number, added)| {
                (number, self.standardised(&added).into_iter().map(|z| z / survey.n()).collect())
            }));
        }
        Ok(reports)
    }

    /// The nonlinear part of the departures' variance, relative to V and averaged over the degrees of freedom.
    pub(super) fn curvature(&self) -> f64 {
        self.second_order.as_ref().map_or(0.0, SecondOrder::trace) / f64::from(self.degrees().max(1))
    }

    /// Whether a table has fewer than five reports for each cell; `None` unless it is too large to go through every kind of report.
    pub(super) fn is_rough(&self, evidence: &ShareEvidence<'_>) -> Option<bool> {
        let cells = to_f64(evidence.shares.len() as u128);
        (self.steps(evidence) > MOST_STEPS).then(|| evidence.n() < 5.0 * cells)
    }

    /// The approximate number of arithmetic operations that X² of another survey takes.
    pub(super) fn steps(&self, evidence: &ShareEvidence<'_>) -> f64 {
        let (d, cells) = (f64::from(self.degrees()), to_f64(evidence.reported().shares().len() as u128));
        d * evidence.steps_of_sum() + d * d * cells + CUBES * d * d * d
    }

    /// The approximate number of arithmetic operations that X² of another survey with the same covariance takes.
    pub(super) fn steps_given_covariance(&self, evidence: &ShareEvidence<'_>) -> f64 {
        let d = f64::from(self.degrees());
        evidence.steps_of_sum() + SQUARES * d * d
    }
}

/// The most operations up to which every kind of report is gone through.
const MOST_STEPS: f64 = 1e9;

/// The multiple of d³ for factorisations and products of matrices.
const CUBES: f64 = 4.0;

/// The multiple of d² for products of matrices with vectors.
const SQUARES: f64 = 4.0;
