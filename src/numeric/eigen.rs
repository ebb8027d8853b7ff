//! Eigenvalues and eigenvectors of small symmetric matrices, by Jacobi's rotations \[Jacobi46\].
//!
//! Every sweep turns each pair of rows once so that their off-diagonal entry vanishes; these entries then fall quadratically, and a dozen
//! sweeps leave nothing of them. Cost: O(n³) a sweep.

use alloc::vec;
use alloc::vec::Vec;

use super::order::sorted_by;

const MOST_SWEEPS: usize = 60;

/// The eigenvalues of a symmetric n×n matrix, stored by rows, in ascending order, and its eigenvectors, as the columns of a matrix stored
/// by rows.
pub(crate) fn symmetric(mut matrix: Vec<f64>, n: usize) -> (Vec<f64>, Vec<f64>) {
    let mut vectors = vec![0.0; n * n];
    (0..n).for_each(|i| vectors[i * n + i] = 1.0);
    let scale = matrix.iter().map(|entry| libm::fabs(*entry)).fold(0.0, libm::fmax);
    for _ in 0..MOST_SWEEPS {
        let mut largest = 0.0;
        for i in 0..n {
            for j in i + 1..n {
                largest = libm::fmax(largest, libm::fabs(matrix[i * n + j]));
                rotate(&mut matrix, &mut vectors, n, (i, j));
            }
        }
        if largest <= 1e-17 * scale {
            break;
        }
    }
    let value = |i: &usize| matrix[i * n + i];
    let order = sorted_by((0..n).collect(), |i, j| value(i).total_cmp(&value(j)));
    let vectors = (0..n * n).map(|at| vectors[at / n * n + order[at % n]]).collect();
    (order.iter().map(value).collect(), vectors)
}

/// Turns rows and columns i and j so that their common entry vanishes.
fn rotate(matrix: &mut [f64], vectors: &mut [f64], n: usize, (i, j): (usize, usize)) {
    let off = matrix[i * n + j];
    if off == 0.0 {
        return;
    }
    let apart = (matrix[j * n + j] - matrix[i * n + i]) / (2.0 * off);
    let tangent = libm::copysign(1.0, apart) / (libm::fabs(apart) + libm::hypot(1.0, apart));
    let cosine = 1.0 / libm::hypot(1.0, tangent);
    let sine = tangent * cosine;
    let turn = |one: &mut f64, other: &mut f64| {
        (*one, *other) = (cosine * *one - sine * *other, sine * *one + cosine * *other);
    };
    for k in 0..n {
        let (mut one, mut other) = (matrix[k * n + i], matrix[k * n + j]);
        turn(&mut one, &mut other);
        (matrix[k * n + i], matrix[k * n + j]) = (one, other);
    }
    for k in 0..n {
        let (mut one, mut other) = (matrix[i * n + k], matrix[j * n + k]);
        turn(&mut one, &mut other);
        (matrix[i * n + k], matrix[j * n + k]) = (one, other);
        let (mut one, mut other) = (vectors[k * n + i], vectors[k * n + j]);
        turn(&mut one, &mut other);
        (vectors[k * n + i], vectors[k * n + j]) = (one, other);
    }
}

#[cfg(test)]
mod tests {
    use super::symmetric;
    use alloc::vec::Vec;

    /// A·V = V·diag(w) and VᵀV = 1, for a full matrix and for one with equal eigenvalues.
    #[test]
    fn vectors_diagonalise_the_matrix() {
        let full = |i: usize, j: usize| 1.0 / (1.0 + (i + j) as f64) + if i == j { 0.3 } else { 0.0 };
        let alike = |i: usize, j: usize| if i == j { 0.16 } else { -0.04 };
        for entry in [&full as &dyn Fn(usize, usize) -> f64, &alike] {
            let n = 5;
            let matrix: Vec<f64> = (0..n * n).map(|at| entry(at / n, at % n)).collect();
            let (values, vectors) = symmetric(matrix.clone(), n);
            assert!(values.is_sorted());
            for i in 0..n {
                for j in 0..n {
                    let moved: f64 = (0..n).map(|k| matrix[i * n + k] * vectors[k * n + j]).sum();
                    assert!((moved - values[j] * vectors[i * n + j]).abs() < 1e-14);
                    let product: f64 = (0..n).map(|k| vectors[k * n + i] * vectors[k * n + j]).sum();
                    assert!((product - if i == j { 1.0 } else { 0.0 }).abs() < 1e-14);
                }
            }
        }
    }
}
