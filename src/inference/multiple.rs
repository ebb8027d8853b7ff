//! Multiple testing: p-values adjusted so that a level holds for all tests together.
//!
//! Cost: sorting.

use alloc::vec;
use alloc::vec::Vec;

use crate::exact::count_to_f64;
use crate::numeric::order::ascending;

/// Holm's adjusted p-values \[Holm79\]. Rejecting those below α keeps the family-wise error rate, the probability of rejecting any true
/// hypothesis, at α or below, however the tests depend on each other.
///
/// ```
/// use candor::inference::holm;
/// assert_eq!(holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
/// ```
#[must_use]
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut highest: f64 = 0.0;
    let mut left = p_values.len() as u64;
    adjusted(p_values, ascending(p_values), |p| {
        highest = libm::fmax(highest, count_to_f64(left) * p);
        left -= 1;
        highest
    })
}

/// The indices of tests in ascending order of p-values; ties keep their order.
///
/// ```
/// use candor::inference::by_p_value;
/// assert_eq!(by_p_value(&[0.3, 0.01, 0.3, 0.2]), [1, 3, 0, 2]);
/// ```
#[must_use]
pub fn by_p_value(p_values: &[f64]) -> Vec<usize> {
    ascending(p_values)
}

/// Adjusted p-values of Benjamini and Hochberg \[BenjaminiHochberg95\]. Rejecting those below α keeps the false discovery rate, the expected
/// share of true hypotheses among the rejected ones, at α or below where the tests are independent or positively dependent.
///
/// ```
/// use candor::inference::benjamini_hochberg;
/// assert_eq!(benjamini_hochberg(&[0.01, 0.04, 0.03]), [0.03, 0.04, 0.04]);
/// ```
#[must_use]
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    let tests = count_to_f64(p_values.len() as u64);
    let (mut lowest, mut rank): (f64, _) = (1.0, p_values.len() as u64);
    let mut descending = ascending(p_values);
    descending.reverse();
    adjusted(p_values, descending, |p| {
        lowest = libm::fmin(lowest, tests * p / count_to_f64(rank));
        rank -= 1;
        lowest
    })
}

fn adjusted(p_values: &[f64], order: Vec<usize>, mut next: impl FnMut(f64) -> f64) -> Vec<f64> {
    let mut adjusted = vec![1.0; p_values.len()];
    for place in order {
        adjusted[place] = libm::fmin(next(p_values[place]), 1.0);
    }
    adjusted
}
