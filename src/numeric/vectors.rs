//! Sums over two vectors of one length, and square roots of many numbers: standard errors from variances.
//!
//! The standard library's square root compiles to one instruction for several numbers, which the core library lacks; one by one they would
//! take a third of the time of an estimate. Both round correctly, to the same numbers.

use alloc::vec::Vec;

use super::wide::widely;

/// Σ aᵢbᵢ.
#[inline]
pub(crate) fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// Σ (aᵢ − bᵢ)².
#[inline]
pub(crate) fn squared_distance(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// The least and the greatest of some numbers.
pub(crate) fn range(numbers: &[f64]) -> (f64, f64) {
    let start = (f64::INFINITY, f64::NEG_INFINITY);
    numbers.iter().fold(start, |(least, most), &number| (least.min(number), most.max(number)))
}

/// The number itself if it is above 0, otherwise 0.
#[inline]
pub(crate) fn positive(number: f64) -> f64 {
    if number > 0.0 { number } else { 0.0 }
}

/// How many sums are added up side by side, so that none waits for the one before it.
const LANES: usize = 8;

/// Σ term(aᵢ). The order of the terms is the same on every machine.
#[inline]
pub(crate) fn sum_of(numbers: &[f64], term: impl Fn(f64) -> f64 + Copy) -> f64 {
    sum_of_pairs(numbers, numbers, move |number, _| term(number))
}

/// Σ term(aᵢ, bᵢ). The order of the terms is the same on every machine.
#[inline]
pub(crate) fn sum_of_pairs(one: &[f64], other: &[f64], term: impl Fn(f64, f64) -> f64 + Copy) -> f64 {
    let ((one, rest), (other, of_rest)) = (one.as_chunks::<LANES>(), other.as_chunks::<LANES>());
    let sums = widely(
        #[inline(always)]
        move || {
            let mut sums = [0.0; LANES];
            for (one, other) in one.iter().zip(other) {
                (0..LANES).for_each(|lane| sums[lane] += term(one[lane], other[lane]));
            }
            sums
        },
    );
    let rest: f64 = rest.iter().zip(of_rest).map(|(one, other)| term(*one, *other)).sum();
    sums.iter().sum::<f64>() + rest
}

/// Replaces every number by its square root.
pub(crate) fn square_roots(mut numbers: Vec<f64>) -> Vec<f64> {
    let numbers_in = &mut numbers;
    widely(
        #[inline(always)]
        move || numbers_in.iter_mut().for_each(|number| *number = root(*number)),
    );
    numbers
}

#[cfg(feature = "std")]
fn root(number: f64) -> f64 {
    number.sqrt()
}

#[cfg(not(feature = "std"))]
fn root(number: f64) -> f64 {
    libm::sqrt(number)
}

#[cfg(test)]
mod tests {
    use super::square_roots;

    #[test]
    fn roots_are_correctly_rounded() {
        let numbers = [0.0, 2.0, 1e-300, 9.0, 1e-8];
        assert_eq!(square_roots(numbers.into()), numbers.map(libm::sqrt));
    }
}
