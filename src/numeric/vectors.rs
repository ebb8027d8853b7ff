//! Sums over two vectors of one length.

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
