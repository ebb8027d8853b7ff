//! The curvature of F in all coordinates, approximately: J·V⁻¹·J + 1/τ, J the covariance of the features of P (Gauss–Newton). A feature is the
//! derivative of ln P in a coordinate of θ.
//!
//! Where all combinations of answers can occur, J is nearly diagonal in the coordinates of the fit, and only its diagonal is used. Where some
//! cannot, features depend on one another: of three ranked items, one that is neither first nor second is third. Then all of J is needed. With its
//! diagonal alone, hundreds of steps did not reach the minimum.

use alloc::vec;
use alloc::vec::Vec;

use super::margin::Directions;
use super::pairs::Pair;
use crate::numeric::cholesky::{Matrix, dot};

pub(super) enum Curvature {
    /// The inverse of the diagonal.
    Separate(Vec<f64>),
    /// The Cholesky factor of the whole.
    Together(Matrix),
}

impl Curvature {
    /// From k, v and 1/τ of every coordinate. Cost: O(d) for d coordinates.
    pub(super) fn separate(scales: &[f64], variances: &[f64], precision: &[f64]) -> Self {
        let each = scales.iter().zip(variances).zip(precision);
        Self::Separate(each.map(|((k, v), precision)| 1.0 / (k * k / v + precision)).collect())
    }

    /// From the share and the features of every combination of answers that can occur, and v and 1/τ of every coordinate.
    /// Cost: O(N·d² + d³) for N combinations and d coordinates.
    pub(super) fn together(
        rows: impl Iterator<Item = (f64, Vec<f64>)>,
        variances: &[f64],
        precision: &[f64],
    ) -> Self {
        let d = variances.len();
        let mut covariance = Matrix::zero(d, d);
        let mut means = vec![0.0; d];
        for (share, features) in rows {
            add_products(&mut covariance, share, &features);
            means.iter_mut().zip(&features).for_each(|(mean, own)| *mean += share * own);
        }
        add_products(&mut covariance, -1.0, &means);
        let mut whole = Matrix::zero(d, d);
        for (i, precision) in precision.iter().enumerate() {
            let weighed: Vec<f64> = covariance.row(i).iter().zip(variances).map(|(own, v)| own / v).collect();
            let row = whole.row_mut(i);
            row[..=i].iter_mut().enumerate().for_each(|(j, entry)| *entry = dot(&weighed, covariance.row(j)));
            row[i] += precision;
        }
        whole.factor();
        Self::Together(whole)
    }

    /// The inverse of the curvature, times a vector.
    pub(super) fn divided(&self, vector: &[f64]) -> Vec<f64> {
        match self {
            Self::Separate(inverse) => inverse.iter().zip(vector).map(|(own, entry)| own * entry).collect(),
            Self::Together(factor) => factor.solve(vector),
        }
    }
}

/// Adds a multiple of x·xᵀ.
fn add_products(to: &mut Matrix, by: f64, x: &[f64]) {
    for (i, own) in x.iter().enumerate().filter(|(_, own)| **own != 0.0) {
        let entries = to.row_mut(i).iter_mut().zip(x);
        entries.for_each(|(entry, other)| *entry += by * own * other);
    }
}

/// The features of a combination of answers, numbered with the last question fastest: of every question, then of these pairs.
pub(super) fn features(
    directions: &[Directions],
    pairs: impl Iterator<Item = Pair>,
    combination: usize,
) -> Vec<f64> {
    let (mut left, mut answers) = (combination, vec![0; directions.len()]);
    for (answer, own) in answers.iter_mut().zip(directions).rev() {
        (left, *answer) = (left / (own.len() + 1), left % (own.len() + 1));
    }
    let of = |question: usize| directions[question].of_answer(answers[question]);
    let mut features = Vec::new();
    (0..directions.len()).for_each(|question| features.extend_from_slice(of(question)));
    for [first, second] in pairs {
        for row in of(first) {
            features.extend(of(second).iter().map(|column| row * column));
        }
    }
    features
}
