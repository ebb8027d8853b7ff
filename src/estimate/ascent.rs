//! The ascent to the maximum of the likelihood, the law applied through its spectrum, never as a matrix.
//!
//! EM step: θ ← θ ∘ g, g = M(λ̂ / Mθ), M symmetric (genome supplement S3). It multiplies, so a cell that is to
//! become 0 takes for ever. Here cells near 0 take a longer step instead, and may reach 0 and leave it again:
//! θ ← max(0, θ + s ∘ (g − 1)), scaled to sum 1, s = max(θ, c/h), h the diagonal of the Hessian −∂²/∂θ² of
//! Σ λ̂ ln(Mθ), which is M∘M applied to λ̂ / (Mθ)². Successive steps are combined by Anderson acceleration
//! (Walker and Ni 2011): with f the step at θ, the next point is θ + f − Σ γᵢ(Δθᵢ + Δfᵢ), γ minimising
//! ‖f − Σ γᵢΔfᵢ‖ weighted by 1/s, cut at 0.
//!
//! A point is kept where the log-likelihood does not fall. Where the combined one does, the plain step is tried;
//! where that does too, c is halved and an EM step taken, which never falls. Steps end where both the EM step
//! and the step above change less than δ, summed.
//!
//! Certificate: the log-likelihood per report is within max g − 1 of its maximum, cells at 0 included.
//!
//! Cost: 2 applications of the law a step, O(w·N) each, and O(m·N) for m earlier steps, which are kept in 2m
//! tables.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::likelihood::Convergence;
use super::observed::Observed;
use super::operator::{self, Operator};

/// Steps after which the estimate is given with a warning.
const MOST_STEPS: u64 = 100_000;

/// Earlier steps that are combined, at most.
const MOST_EARLIER: usize = 10;

/// The most numbers in which they are kept, where two of them do not need more.
const MOST_KEPT: usize = 10_000_000;

/// c at first.
const BOLD: f64 = 0.5;

/// What rounding may take from a log-likelihood, relatively.
const ROUNDING: f64 = 1e-14;

/// What is added to the diagonal of the normal equations, relatively.
const RIDGE: f64 = 1e-14;

/// The likeliest shares for a survey, from a start where what was seen is possible.
pub(super) fn maximise(observed: &Observed<'_>, start: Vec<f64>, tolerance: f64) -> (Vec<f64>, Convergence) {
    let mut ascent = Ascent::new(observed, &start);
    let mut earlier =
        Earlier::new(ascent.weights(&start), (MOST_KEPT / (2 * start.len())).clamp(2, MOST_EARLIER));
    let mut at = ascent.point(start);
    while at.change > tolerance && ascent.steps < MOST_STEPS {
        let next = earlier.combined(&at).map(|shares| ascent.point(shares));
        at = match next.filter(|next| next.is_as_likely_as(&at)) {
            Some(next) => {
                earlier.push(at, &next);
                next
            }
            None => {
                earlier.steps.clear();
                let next = ascent.point(at.stepped());
                if next.is_as_likely_as(&at) {
                    earlier.push(at, &next);
                    next
                } else {
                    ascent.boldness *= 0.5;
                    let next = at.shares.iter().zip(&at.gradient).map(|(share, g)| share * g.max(0.0));
                    ascent.point(next.collect())
                }
            }
        };
    }
    let convergence = Convergence {
        iterations: ascent.steps,
        applications: ascent.applications,
        change: at.change,
        gap: at.gradient.iter().copied().fold(0.0, f64::max) - 1.0,
        log_likelihood: observed.n() * at.log_likelihood,
        converged: at.change <= tolerance,
    };
    (at.shares, convergence)
}

/// What stays the same while one survey's likelihood is climbed.
struct Ascent<'o, 'l> {
    observed: &'o Observed<'l>,
    law: Operator<1>,
    /// 1/h.
    reach: Vec<f64>,
    boldness: f64,
    steps: u64,
    applications: u64,
}

/// A point, and what is seen there.
struct Point {
    shares: Vec<f64>,
    gradient: Vec<f64>,
    /// Where the step from here leads, less where it starts.
    step: Vec<f64>,
    change: f64,
    log_likelihood: f64,
}

impl Point {
    fn is_as_likely_as(&self, before: &Self) -> bool {
        self.log_likelihood >= before.log_likelihood - ROUNDING * libm::fabs(before.log_likelihood)
    }

    fn stepped(&self) -> Vec<f64> {
        self.shares.iter().zip(&self.step).map(|(share, step)| share + step).collect()
    }
}

impl<'o, 'l> Ascent<'o, 'l> {
    fn new(observed: &'o Observed<'l>, start: &[f64]) -> Self {
        let law = Operator::new([observed.spectrum()], observed.sizes());
        let mut reach = start.to_vec();
        law.apply([&mut reach]);
        for (fitted, &seen) in reach.iter_mut().zip(observed.shares()) {
            let expected = possible(*fitted);
            *fitted = seen / (expected * expected);
        }
        operator::apply(&observed.spectrum().clone().squared(), observed.sizes(), &mut reach);
        reach.iter_mut().for_each(|hessian| *hessian = 1.0 / possible(*hessian));
        Self { observed, law, reach, boldness: BOLD, steps: 0, applications: 2 }
    }

    /// 1/s.
    fn weights(&self, shares: &[f64]) -> Vec<f64> {
        shares.iter().zip(&self.reach).map(|(share, reach)| 1.0 / share.max(*reach)).collect()
    }

    fn point(&mut self, mut shares: Vec<f64>) -> Point {
        (self.steps, self.applications) = (self.steps + 1, self.applications + 2);
        scale(&mut shares);
        let mut gradient = shares.clone();
        self.law.apply([&mut gradient]);
        let mut log_likelihood = 0.0;
        for (fitted, &seen) in gradient.iter_mut().zip(self.observed.shares()) {
            let expected = possible(*fitted);
            *fitted = seen / expected;
            if seen > 0.0 {
                log_likelihood += seen * libm::log(expected);
            }
        }
        self.law.apply([&mut gradient]);
        let mut step: Vec<f64> = shares
            .iter()
            .zip(&gradient)
            .zip(&self.reach)
            .map(|((share, g), reach)| (share + share.max(self.boldness * reach) * (g - 1.0)).max(0.0))
            .collect();
        scale(&mut step);
        let (mut change, mut of_em) = (0.0, 0.0);
        for ((step, share), g) in step.iter_mut().zip(&shares).zip(&gradient) {
            *step -= share;
            change += libm::fabs(*step);
            of_em += libm::fabs(share * (g.max(0.0) - 1.0));
        }
        Point { shares, gradient, step, change: f64::max(change, of_em), log_likelihood }
    }
}

/// Rounding may take a nearly impossible cell below 0.
fn possible(fitted: f64) -> f64 {
    fitted.max(f64::MIN_POSITIVE)
}

fn scale(shares: &mut [f64]) {
    let total: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= total);
}

/// Earlier steps, oldest first.
struct Earlier {
    weights: Vec<f64>,
    most: usize,
    steps: VecDeque<Difference>,
}

/// Between two successive points.
struct Difference {
    /// Of where their steps lead.
    reached: Vec<f64>,
    /// Of the steps.
    step: Vec<f64>,
    /// Weighted products of the latter with those of the differences before, then with itself.
    products: VecDeque<f64>,
}

impl Earlier {
    fn new(weights: Vec<f64>, most: usize) -> Self {
        Self { weights, most, steps: VecDeque::new() }
    }

    fn product(&self, one: &[f64], other: &[f64]) -> f64 {
        one.iter().zip(other).zip(&self.weights).map(|((one, other), weight)| one * other * weight).sum()
    }

    fn push(&mut self, before: Point, after: &Point) {
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
        self.steps.push_back(Difference { reached, step, products });
    }

    /// The point that the earlier steps and the one from here suggest together.
    fn combined(&self, at: &Point) -> Option<Vec<f64>> {
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

/// The normal equations, by Cholesky's factors; none without steps.
fn solved(steps: &VecDeque<Difference>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let m = steps.len();
    let ridge = RIDGE * steps.iter().map(|step| step.products[step.products.len() - 1]).sum::<f64>();
    let mut rows: Vec<Vec<f64>> = steps.iter().map(|step| step.products.iter().copied().collect()).collect();
    for i in 0..m {
        rows[i][i] += ridge;
        for j in 0..=i {
            let below: f64 = (0..j).map(|k| rows[i][k] * rows[j][k]).sum();
            let rest = rows[i][j] - below;
            rows[i][j] = if i == j { libm::sqrt(rest) } else { rest / rows[j][j] };
        }
        let before: f64 = (0..i).map(|k| rows[i][k] * right[k]).sum();
        right[i] = (right[i] - before) / rows[i][i];
    }
    for i in (0..m).rev() {
        let after: f64 = (i + 1..m).map(|k| rows[k][i] * right[k]).sum();
        right[i] = (right[i] - after) / rows[i][i];
    }
    (m > 0 && right.iter().all(|share| share.is_finite())).then_some(right)
}
