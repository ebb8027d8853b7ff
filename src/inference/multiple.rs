//! Many tests at once: p-values adjusted so that a level holds for all of them together.
//!
//! Cost: sorting.

use alloc::vec;
use alloc::vec::Vec;

use crate::exact::count_to_f64;
use crate::numeric::order::ascending;

/// Holm's adjusted p-values \[Holm79\]: rejecting those below α wrongly rejects any hypothesis at all in at most a share α of
/// all screenings, however the tests depend on each other.
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

/// The places of tests, that of the smallest p-value first; equal ones as they stand.
///
/// ```
/// use candor::inference::by_p_value;
/// assert_eq!(by_p_value(&[0.3, 0.01, 0.3, 0.2]), [1, 3, 0, 2]);
/// ```
#[must_use]
pub fn by_p_value(p_values: &[f64]) -> Vec<usize> {
    ascending(p_values)
}

/// Benjamini's and Hochberg's adjusted p-values \[BenjaminiHochberg95\]: of the hypotheses rejected below α, a share α at most is
/// expected to be true, where the tests are independent or rise together.
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
