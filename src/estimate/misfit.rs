//! Whether reports fit their plan: could such perturbed counts come from true answers at all?
//!
//! The law turns true shares π into λ = Mπ, so most λ cannot occur, whatever people answer: a yes/no question at ε = 1 has between 27 % and
//! 73 % of either answer. s = n·min_π KL(λ̂ ‖ Mπ) measures how far the counts are from all λ that can occur. It is at most n·KL(λ̂ ‖ λ) for
//! the true λ, hence for a table of k cells and any number n of reports
//!
//! P(s ≥ t) ≤ e^{−t}·(e·t/(k−1))^{k−1} where t > k − 1 [Agrawal20, Theorem 1.2].
//!
//! Each attribute is tested alone, and so is the whole table unless it has more cells than there are reports, or more than [`LARGEST`].
//! Reports are a misfit if one of these bounds, times their number, is below [`ALARM`]: fewer than one of 10,000 tables of honest reports
//! raise a false alarm, whatever the law, the true shares and n. Forged, repeated and foreign reports are caught only where they push the
//! counts outside of what the law can produce.
//!
//! The minimum is at the maximum of the likelihood. If the inverse has no negative cell, s is 0. Otherwise the projected inverse bounds s
//! from above; if that does not settle it, the ascent with its certificate bounds s from below.
//!
//! For a labelled law two things are tested instead: the labels, by the same bound, and whether the inverse estimates, of all forms or of
//! one view, lie outside of \[0, 1\] ([`super::observed::labelled`]).
//!
//! Cost: O(w·N), or that of the likelihood where the reports look odd.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;

use super::methods::likelihood::ascent::maximise;
use super::methods::likelihood::likeliest;
use super::observed::Observed;
use crate::exact::to_f64;

/// The rate of false alarms: how often honest reports are called a misfit, at most.
const ALARM: f64 = 1e-4;

/// The most cells of a table that is tested as a whole: the likelihood of a larger one may take minutes.
const LARGEST: usize = 1 << 20;

/// Σ|change| of a step at which the ascent ends; its certificate holds wherever it ends.
const TOLERANCE: f64 = 1e-7;

/// What a misfit means and what to do about it, as part of its message.
const ODD_REPORTS: &str = "whatever people answered, the plan's noise hardly ever leads to such counts. Reports may be forged, repeated, or perturbed differently from the plan; find out where they come from before you use these estimates";

/// Counts that the law hardly ever produces, whatever people answered.
///
/// ```
/// use candor::count::Table;
/// use candor::estimate::{Estimation, Options};
/// # use candor::{design, design::Survey, plan::Plan};
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 1}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// // At ε = 1 a quarter of the reports say the contrary, whatever people answer.
/// let alike = Table::from_counts(&plan, &["smoker"], vec![1000, 0])?;
/// let misfit = Estimation::new(&plan, alike, &Options::default())?.misfit().unwrap();
/// assert_eq!(misfit.attributes, ["smoker"]);
/// assert!(misfit.probability < 1e-100);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Misfit {
    /// The names of the attributes whose counts are the least likely: those of the table, or one of them.
    pub attributes: Vec<String>,
    /// A bound on the p-value: how often, at most, honest reports are as far from everything that the law can produce, whatever people answered.
    pub probability: f64,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.attributes.join(",");
        // Rounded up to a power of ten: rounded down it would claim too much.
        let power = libm::ceil(libm::log10(self.probability));
        write!(f, "the counts of \"{name}\" do not fit the plan: {ODD_REPORTS} (probability below 1e{power})")
    }
}

/// Tests the table and its attributes, and returns the least likely of them if one raises an alarm.
pub(super) fn misfit(whole: &Observed<'_>, names: &[String]) -> Option<Misfit> {
    let axes = whole.axes();
    let mut judged: Vec<Vec<usize>> = axes.iter().map(|&axis| vec![axis]).collect();
    let cells = whole.shares().len();
    if axes.len() > 1 && cells <= LARGEST && to_f64(cells as u128) <= whole.n() {
        judged.push(axes);
    }
    let number = to_f64(judged.len() as u128);
    let attributes = |axes: &[usize]| axes.iter().map(|&axis| names[axis].clone()).collect();
    let found = judged.iter().filter_map(|axes| {
        let part = whole.of_axes(axes);
        let probability = libm::fmax(number * probability(&part, ALARM / number)?, f64::MIN_POSITIVE);
        Some(Misfit { attributes: attributes(axes), probability })
    });
    found.min_by(|one, other| one.probability.total_cmp(&other.probability))
}

/// A bound on the probability of counts so far off, if one below `alarm` is found.
fn probability(observed: &Observed<'_>, alarm: f64) -> Option<f64> {
    if let Some(combined) = observed.labelled() {
        let (distance, freedom) = combined.divergence_of_labels();
        let either = 2.0 * libm::fmin(tail(distance, freedom), combined.probability_of_subsets());
        return Some(either).filter(|bound| *bound < alarm);
    }
    let inverse = observed.inverse(&observed.axes()).ok()?;
    if inverse.iter().all(|share| *share >= 0.0) {
        return None;
    }
    let freedom = to_f64(observed.shares().len() as u128) - 1.0;
    let start = likeliest::start(&inverse);
    let alarming = |distance: f64| Some(tail(distance, freedom)).filter(|bound| *bound < alarm);
    alarming(observed.n() * divergence(observed, &start))?;
    let (shares, convergence) = maximise(observed, start, TOLERANCE);
    alarming(observed.n() * (divergence(observed, &shares) - convergence.gap))
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
