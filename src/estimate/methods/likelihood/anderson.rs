//! Anderson acceleration \[WalkerNi11\] of an ascent's steps: with f the step at θ, the next point is
//! θ + f − Σ γᵢ(Δθᵢ + Δfᵢ), γ minimising ‖f − Σ γᵢΔfᵢ‖ weighted by 1/s, cut at 0.
//!
//! Cost: O(m·N) a step for m earlier ones, which are kept in 2m tables.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::log_likelihood::Point;
use crate::numeric::quadratic::Factor;

/// What is added to the diagonal of the normal equations, relative to its sum.
const RIDGE: f64 = 1e-14;

/// The earlier steps, oldest first.
pub(super) struct Earlier {
    weights: Vec<f64>,
    most: usize,
    steps: VecDeque<StepDifference>,
}

/// The differences between two successive points.
struct StepDifference {
    /// The difference of where their steps lead.
    reached: Vec<f64>,
    /// The difference of their steps.
    step: Vec<f64>,
    /// Weighted products of `step` with those of the differences before, then with itself.
    products: VecDeque<f64>,
}

impl Earlier {
    pub(super) fn new(weights: Vec<f64>, most: usize) -> Self {
        Self { weights, most, steps: VecDeque::new() }
    }

    fn product(&self, one: &[f64], other: &[f64]) -> f64 {
        one.iter().zip(other).zip(&self.weights).map(|((one, other), weight)| one * other * weight).sum()
    }

    pub(super) fn forget(&mut self) {
        self.steps.clear();
    }

    pub(super) fn push(&mut self, before: Point, after: &Point) {
        if self.steps.len() == self.most {
            self.steps.pop_front();
            for later in &mut self.steps {
                later.products.pop_front();
            }
        }
        let mut step = before.step;
        step.iter_mut().zip(&after.step).for_each(|(before, after)| *before = after - *before);
        let mut reached = before.shares;
        let moved = reached.iter_mut().zip(&after.shares).zip(&step);
        moved.for_each(|((before, after), step)| *before = after - *before + step);
        let others = self.steps.iter().map(|earlier| self.product(&earlier.step, &step));
        let mut products: VecDeque<f64> = others.collect();
        products.push_back(self.product(&step, &step));
        self.steps.push_back(StepDifference { reached, step, products });
    }

    /// The point that the earlier steps and the one from here suggest together.
    pub(super) fn combined(&self, at: &Point) -> Option<Vec<f64>> {
        let along: Vec<f64> =
            self.steps.iter().map(|earlier| self.product(&earlier.step, &at.step)).collect();
        let shares = solved(&self.steps, along)?;
        let mut next = at.stepped();
        for (share, earlier) in shares.iter().zip(&self.steps) {
            next.iter_mut().zip(&earlier.reached).for_each(|(next, reached)| *next -= share * reached);
        }
        next.iter_mut().for_each(|share| *share = share.max(0.0));
        (next.iter().sum::<f64>() > 0.0).then_some(next)
    }
}

/// The solution of the normal equations; `None` without steps, and if these are linearly dependent.
fn solved(steps: &VecDeque<StepDifference>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let own = |step: &StepDifference| step.products[step.products.len() - 1];
    let ridge = RIDGE * steps.iter().map(own).sum::<f64>();
    let mut factor = Factor::default();
    for (before, step) in steps.iter().enumerate() {
        let with_others = step.products.iter().take(before).copied().collect();
        factor.append_row(with_others, own(step) + ridge, 0.0).then_some(())?;
    }
    factor.solve(&mut right);
    (!steps.is_empty() && right.iter().all(|share| share.is_finite())).then_some(right)
}
