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
use crate::exact::to_f64;
use crate::numeric::quadratic::Factor;
use crate::numeric::random::Generator;
use crate::numeric::vectors::dot;

/// Departures from a hypothesis, and their covariance where it holds.
pub(super) struct Departures {
    /// d.
    values: Vec<f64>,
    /// L with LLᵀ = V.
    factor: Factor,
    second_order: Option<SecondOrder>,
}

impl Departures {
    /// Of what was observed.
    pub(super) fn observed(model: &dyn NullModel, observed: &Observed<'_>) -> Result<Self, Error> {
        let shares = observed.inverse(&observed.axes())?;
        let null = model.nearest(&shares);
        let mut covariance = covariance(observed, &null, &model.gradients(&shares))?;
        covariance.iter_mut().flatten().for_each(|entry| *entry /= observed.n());
        let first_order = Self::new(model.departures(&shares), &covariance);
        let second_order = |products| SecondOrder::new(&products, observed, &null, &first_order.factor);
        Ok(Self { second_order: model.products().map(second_order).transpose()?, ..first_order })
    }

    /// Where the true shares are these: d, and n times V.
    pub(super) fn expected(
        model: &dyn NullModel,
        observed: &Observed<'_>,
        shares: &[f64],
    ) -> Result<Self, Error> {
        let covariance = covariance(observed, &model.nearest(shares), &model.gradients(shares))?;
        Ok(Self::new(model.departures(shares), &covariance))
    }

    pub(super) fn new(values: Vec<f64>, covariance: &[Vec<f64>]) -> Self {
        Self { values, factor: Factor::of(covariance), second_order: None }
    }

    /// tr(V⁻¹·W) for the covariance W of the same departures elsewhere.
    pub(super) fn spread(&self, elsewhere: &[Vec<f64>]) -> f64 {
        let column = |(place, &own): (usize, &usize)| {
            let mut column: Vec<f64> = self.factor.order.iter().map(|&other| elsewhere[own][other]).collect();
            self.factor.solve(&mut column);
            column[place]
        };
        self.factor.order.iter().enumerate().map(column).sum()
    }

    /// X², with the degrees of freedom that are left.
    pub(super) fn statistic(&self) -> Statistic {
        Statistic::new(self.squared(&self.values), self.degrees())
    }

    /// How many degrees of freedom are left.
    pub(super) fn degrees(&self) -> u32 {
        u32::try_from(self.factor.order.len()).unwrap_or(u32::MAX)
    }

    /// X² of other departures whose covariance is the same.
    pub(super) fn squared(&self, values: &[f64]) -> f64 {
        let kept = self.standardised(values);
        match &self.second_order {
            Some(second_order) => second_order.squared(&kept),
            None => dot(&kept, &kept),
        }
    }

    /// L⁻¹·d.
    fn standardised(&self, values: &[f64]) -> Vec<f64> {
        let mut kept: Vec<f64> = self.factor.order.iter().map(|&place| values[place]).collect();
        self.factor.forward(&mut kept);
        kept
    }

    /// Of every kind of report how many are expected, and what one adds to L⁻¹·d, where the true shares are `null` and the rows of `gradients`
    /// are what departures are made of.
    pub(super) fn reports(
        &self,
        surveys: &[&Observed<'_>],
        null: &[f64],
        gradients: &[Vec<f64>],
    ) -> Result<Vec<(f64, Vec<f64>)>, Error> {
        let mut reports = Vec::new();
        for survey in surveys {
            let (axes, mut generator) = (survey.axes(), Generator::new(survey.seed()));
            let inverted = |row: &Vec<f64>| survey.inverted(&axes, row.clone());
            let scores: Vec<Vec<f64>> = gradients.iter().map(inverted).collect::<Result<_, _>>()?;
            let own = survey.contributions(null, &scores, &mut generator).into_iter();
            reports.extend(own.map(|(number, added)| {
                (number, self.standardised(&added).into_iter().map(|z| z / survey.n()).collect())
            }));
        }
        Ok(reports)
    }

    /// The part of the variance of departures that is not linear, on average over them.
    pub(super) fn curvature(&self) -> f64 {
        self.second_order.as_ref().map_or(0.0, SecondOrder::trace) / f64::from(self.degrees().max(1))
    }

    /// Of a table that is too large to look at every kind of report: whether there are fewer than five reports for each cell.
    pub(super) fn is_rough(&self, observed: &Observed<'_>) -> Option<bool> {
        let cells = to_f64(observed.shares().len() as u128);
        (self.steps(observed) > MOST_STEPS).then(|| observed.n() < 5.0 * cells)
    }

    /// The steps of arithmetic that X² of another survey takes, nearly.
    pub(super) fn steps(&self, observed: &Observed<'_>) -> f64 {
        let (d, cells) = (f64::from(self.degrees()), to_f64(observed.shares().len() as u128));
        d * steps_of_inverse(observed) + d * d * cells + CUBES * d * d * d
    }

    /// The same where its covariance is this one.
    pub(super) fn steps_given_covariance(&self, observed: &Observed<'_>) -> f64 {
        let d = f64::from(self.degrees());
        steps_of_inverse(observed) + SQUARES * d * d
    }
}

/// The most steps in which kinds of reports are looked at.
const MOST_STEPS: f64 = 1e9;

/// Factors and products of matrices.
const CUBES: f64 = 4.0;

/// Their products with vectors.
const SQUARES: f64 = 4.0;

/// Two applications of the law, and what a labelled one does with its views.
fn steps_of_inverse(observed: &Observed<'_>) -> f64 {
    8.0 * to_f64(observed.sizes().len() as u128) * observed.numbers()
}
