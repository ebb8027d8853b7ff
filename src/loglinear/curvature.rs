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
        for i in 0..d {
            for j in 0..i {
                covariance.row_mut(j)[i] = covariance.row(i)[j];
            }
        }
        let mut whole = Matrix::zero(d, d);
        for i in 0..d {
            let weighed: Vec<f64> = covariance.row(i).iter().zip(variances).map(|(own, v)| own / v).collect();
            let row = whole.row_mut(i);
            row[..=i].iter_mut().enumerate().for_each(|(j, entry)| *entry = dot(&weighed, covariance.row(j)));
            row[i] += precision[i];
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

/// Adds a multiple of x·xᵀ, below and on the diagonal.
fn add_products(to: &mut Matrix, by: f64, x: &[f64]) {
    for (i, own) in x.iter().enumerate().filter(|(_, own)| **own != 0.0) {
        let entries = to.row_mut(i).iter_mut().zip(&x[..=i]);
        entries.for_each(|(entry, other)| *entry += by * own * other);
    }
}

/// The features of a combination of answers, numbered with the last question fastest: of every question, then of these pairs.
pub(super) fn features(
    directions: &[Directions],
    pairs: impl Iterator<Item = Pair>,
    combination: usize,
) -> Vec<f64> {
    let mut left = combination;
    let mut of_questions: Vec<&[f64]> = Vec::with_capacity(directions.len());
    for own in directions.iter().rev() {
        let size = own.len() + 1;
        of_questions.push(own.of_answer(left % size));
        left /= size;
    }
    of_questions.reverse();
    let mut features = of_questions.concat();
    for [first, second] in pairs {
        let columns = of_questions[second];
        features.extend(of_questions[first].iter().flat_map(|row| columns.iter().map(move |own| row * own)));
    }
    features
}
