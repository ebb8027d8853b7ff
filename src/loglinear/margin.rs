//! The margin of one question: the directions in which it can change, and its estimate by itself.

use alloc::vec;
use alloc::vec::Vec;

use super::components::UnbiasedComponent;
use crate::exact::size_to_f64;
use crate::numeric::cholesky::Matrix;
use crate::numeric::eigen;

/// The smallest eigenvalue that is distinguished from 0.
const LEAST: f64 = 1e-12;

/// Directions of sum 0 in which diag(p) − ppᵀ is diagonal, p the shares of a question with a answers.
pub(super) struct Directions {
    /// The diagonal, a−1 numbers.
    pub(super) values: Vec<f64>,
    /// An orthonormal basis of a−1 columns, stored by rows.
    basis: Vec<f64>,
}

impl Directions {
    pub(super) fn new(shares: &[f64]) -> Self {
        let (a, free) = (shares.len(), shares.len() - 1);
        let zero_sum = zero_sum_basis(a);
        let mut matrix = vec![0.0; free * free];
        let means: Vec<f64> =
            (0..free).map(|i| (0..a).map(|x| zero_sum[x * free + i] * shares[x]).sum()).collect();
        for i in 0..free {
            for j in 0..free {
                let product: f64 =
                    (0..a).map(|x| zero_sum[x * free + i] * shares[x] * zero_sum[x * free + j]).sum();
                matrix[i * free + j] = product - means[i] * means[j];
            }
        }
        let (values, vectors) = eigen::symmetric(matrix, free);
        let entry = |at: usize| {
            (0..free).map(|k| zero_sum[at / free * free + k] * vectors[k * free + at % free]).sum()
        };
        Self {
            values: values.into_iter().map(|value| libm::fmax(value, LEAST)).collect(),
            basis: (0..a * free).map(entry).collect(),
        }
    }

    /// The number of directions, a−1.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// What an answer has of each direction.
    pub(super) fn of_answer(&self, answer: usize) -> &[f64] {
        &self.basis[answer * self.len()..][..self.len()]
    }

    /// The coordinates of every row of a matrix with a columns: from rows×a to rows×(a−1).
    pub(super) fn down(&self, rows: &[f64]) -> Vec<f64> {
        let (free, a) = (self.len(), self.len() + 1);
        let of_row = |row: &[f64]| -> Vec<f64> {
            (0..free)
                .map(|k| row.iter().enumerate().map(|(x, entry)| entry * self.basis[x * free + k]).sum())
                .collect()
        };
        rows.chunks(a).flat_map(of_row).collect()
    }

    /// The inverse of [`Self::down`]: from rows×(a−1) to rows×a, in which every row sums to 0.
    pub(super) fn up(&self, rows: &[f64]) -> Vec<f64> {
        let free = self.len();
        let of_row = |row: &[f64]| -> Vec<f64> {
            self.basis
                .chunks(free)
                .map(|of| of.iter().zip(row).map(|(one, other)| one * other).sum())
                .collect()
        };
        rows.chunks(free).flat_map(of_row).collect()
    }
}

/// Helmert's orthonormal basis of the vectors of sum 0: a rows, a−1 columns.
pub(crate) fn zero_sum_basis(a: usize) -> Vec<f64> {
    let mut basis = vec![0.0; a * (a - 1)];
    for k in 1..a {
        let length = libm::sqrt(size_to_f64(k * (k + 1)));
        (0..k).for_each(|x| basis[x * (a - 1) + k - 1] = 1.0 / length);
        basis[k * (a - 1) + k - 1] = -size_to_f64(k) / length;
    }
    basis
}

/// The most steps for a question by itself, and the size of a step after which no more are made.
const MOST_STEPS: usize = 50;
const CLOSE: f64 = 1e-8;

/// The shares of a question by itself, with the prior variance 1, by Gauss–Newton steps: a starting point for the scales of all directions.
pub(super) fn alone(component: &UnbiasedComponent) -> Vec<f64> {
    let (a, variance) = (component.entries.len(), component.variance);
    let misfit = |p: &[f64]| -> Vec<f64> {
        p.iter().zip(&component.entries).map(|(share, entry)| share - 1.0 / size_to_f64(a) - entry).collect()
    };
    let objective = |theta: &[f64]| {
        let squares = |of: &[f64]| of.iter().map(|entry| entry * entry).sum::<f64>();
        0.5 * squares(&misfit(&softmax(theta))) / variance + 0.5 * squares(theta)
    };
    let mut theta = vec![0.0; a];
    for _ in 0..MOST_STEPS {
        let p = softmax(&theta);
        let covariance = |x: usize, y: usize| if x == y { p[x] - p[x] * p[x] } else { -p[x] * p[y] };
        let apart = misfit(&p);
        let mut matrix = Matrix::zero(a, a);
        let mut gradient = theta.clone();
        for (x, slope) in gradient.iter_mut().enumerate() {
            *slope += (0..a).map(|y| covariance(x, y) * apart[y]).sum::<f64>() / variance;
            for (y, entry) in matrix.row_mut(x).iter_mut().enumerate() {
                let square: f64 = (0..a).map(|z| covariance(x, z) * covariance(z, y)).sum();
                *entry = square / variance + if x == y { 1.0 } else { 0.0 };
            }
        }
        matrix.factor();
        let step = matrix.solve(&gradient);
        let moved =
            |by: f64| -> Vec<f64> { theta.iter().zip(&step).map(|(own, step)| own - by * step).collect() };
        let (mut by, before) = (1.0, objective(&theta));
        while objective(&moved(by)) > before && by > 1e-6 {
            by /= 2.0;
        }
        theta = moved(by);
        if step.iter().all(|step| libm::fabs(*step) < CLOSE) {
            break;
        }
    }
    softmax(&theta)
}

/// Shares in proportion to the exponentials of numbers.
pub(super) fn softmax(of: &[f64]) -> Vec<f64> {
    let largest = of.iter().copied().fold(f64::NEG_INFINITY, libm::fmax);
    let mut shares: Vec<f64> = of.iter().map(|own| libm::exp(own - largest)).collect();
    let total: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= total);
    shares
}
