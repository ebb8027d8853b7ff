//! Whether the counts of an unlabelled law can come from true answers.
//!
//! The law turns true shares π into λ = Mπ, so most λ cannot occur, whatever people answer: a yes/no question at ε = 1 has between 27 % and
//! 73 % of either answer. s = n·min_π KL(λ̂ ‖ Mπ) measures how far the counts are from all λ that can occur. It is at most n·KL(λ̂ ‖ λ) for
//! the true λ, hence for a table of k cells and any number n of reports
//!
//! P(s ≥ t) ≤ e^{−t}·(e·t/(k−1))^{k−1} where t > k − 1 [Agrawal20, Theorem 1.2].
//!
//! The minimum is at the maximum of the likelihood. If the inverse has no negative cell, s is 0. Otherwise the projected inverse bounds s
//! from above; if that does not settle it, the ascent with its certificate bounds s from below.
//!
//! Each cell alone is compared with the worst answers: a report is in it with a probability between the least and the largest entry of M,
//! so that the count is at least, and at most, binomial with these ([`at_least`]).
//!
//! Cost: O(w·N), or that of the likelihood where the reports look odd.

use alloc::vec::Vec;

use crate::estimate::methods::likelihood::ascent::maximise;
use crate::estimate::methods::likelihood::likeliest;
use crate::estimate::observed::Observed;
use crate::exact::to_f64;
use crate::numeric::deviations::at_least;

/// Σ|change| of a step at which the ascent ends; its certificate holds wherever it ends.
const TOLERANCE: f64 = 1e-7;

/// A bound on the probability of counts so far off, if one below `alarm` is found.
pub(super) fn probability(observed: &Observed<'_>, alarm: f64) -> Option<f64> {
    let inverse = observed.inverse(&observed.axes()).ok()?;
    if inverse.iter().all(|share| *share >= 0.0) {
        return None;
    }
    let freedom = to_f64(observed.shares().len() as u128) - 1.0;
    let start = likeliest::start(&inverse);
    let single = 2.0 * of_cells(observed);
    let alarming = |distance: f64| Some(2.0 * tail(distance, freedom)).filter(|bound| *bound < alarm);
    let whole = alarming(observed.n() * divergence(observed, &start)).and_then(|_| {
        let (shares, convergence) = maximise(observed, start, TOLERANCE);
        alarming(observed.n() * (divergence(observed, &shares) - convergence.gap))
    });
    Some(whole.map_or(single, |whole| libm::fmin(whole, single))).filter(|bound| *bound < alarm)
}

/// A bound on the probability that any cell has so many, or so few, reports.
fn of_cells(observed: &Observed<'_>) -> f64 {
    let (least, most) = observed.spectrum().clone().entries().range();
    let n = observed.n();
    let ends = |(low, high): (f64, f64), share: &f64| (libm::fmin(low, *share), libm::fmax(high, *share));
    let (low, high) = observed.shares().iter().fold((1.0, 0.0), ends);
    let count = |share: f64| libm::rint(n * share);
    let tail = libm::fmin(at_least(n - count(low), n, 1.0 - least), at_least(count(high), n, most));
    2.0 * to_f64(observed.shares().len() as u128) * tail
}

/// KL(λ̂ ‖ Mπ) in nats.
fn divergence(observed: &Observed<'_>, shares: &[f64]) -> f64 {
    let total: f64 = shares.iter().sum();
    let mut fitted: Vec<f64> = shares.iter().map(|share| share / total).collect();
    observed.perturb(&mut fitted);
    let cells = observed.shares().iter().zip(fitted).filter(|(seen, _)| **seen > 0.0);
    cells.map(|(seen, fitted)| seen * libm::log(seen / libm::fmax(fitted, f64::MIN_POSITIVE))).sum()
}

/// The bound e^{−t}·(e·t/d)^d if t > d, otherwise 1.
fn tail(t: f64, d: f64) -> f64 {
    if t > d { libm::exp(d - t + d * libm::log(t / d)) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::tail;

    /// The bound holds at its edge and against the exact law of a fair coin: n·KL of 20 heads of 20 is 20·ln 2, and happens with
    /// probability 2^{−19} either way.
    #[test]
    fn the_tail_is_a_bound() {
        assert!((tail(1.0, 1.0) - 1.0).abs() < 1e-15 && (tail(0.3, 2.0) - 1.0).abs() < 1e-15);
        let bound = tail(20.0 * core::f64::consts::LN_2, 1.0);
        assert!(bound > libm::exp2(-19.0) && bound < libm::exp2(-13.0), "{bound}");
    }
}
