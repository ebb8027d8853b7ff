//! The null space of a symmetric matrix without negative eigenvalues, by Gaussian elimination with the largest pivot first.
//!
//! After k pivots, which are the rows and columns P, what is left of the matrix is 0; for every other index j the vector with 1 at j and
//! −K_PP⁻¹ K_Pj at P is mapped to 0. Cost: O(n³).

use alloc::vec;
use alloc::vec::Vec;

use super::cholesky::Matrix;

/// A pivot below this is a rounding error.
const LEAST: f64 = 1e-9;

/// A basis of the vectors that this matrix of n rows, of the size of 1, maps to 0.
pub(crate) fn null_space(mut matrix: Matrix) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut is_pivot = vec![false; n];
    loop {
        let largest = (0..n).filter(|i| !is_pivot[*i]).map(|i| (matrix.row(i)[i], i));
        let largest =
            largest.fold(
                (LEAST, None),
                |(most, place), (entry, i)| {
                    if entry > most { (entry, Some(i)) } else { (most, place) }
                },
            );
        let (entry, Some(pivot)) = largest else { break };
        is_pivot[pivot] = true;
        let scaled: Vec<f64> = matrix.row(pivot).iter().map(|own| own / entry).collect();
        matrix.row_mut(pivot).copy_from_slice(&scaled);
        for i in (0..n).filter(|i| *i != pivot) {
            let factor = matrix.row(i)[pivot];
            if factor != 0.0 {
                matrix.row_mut(i).iter_mut().zip(&scaled).for_each(|(own, other)| *own -= factor * other);
            }
        }
    }
    let free = (0..n).filter(|i| !is_pivot[*i]);
    let vector = |j: usize| {
        let entry = |i: usize| match (i == j, is_pivot[i]) {
            (true, _) => 1.0,
            (false, true) => -matrix.row(i)[j],
            (false, false) => 0.0,
        };
        (0..n).map(entry).collect()
    };
    free.map(vector).collect()
}

#[cfg(test)]
mod tests {
    use super::null_space;
    use crate::numeric::cholesky::Matrix;
    use alloc::vec::Vec;

    #[test]
    fn finds_all_that_is_mapped_to_0() {
        // The sum of the squares of x + y + z and of y − w.
        let forms = [[1.0, 1.0, 1.0, 0.0], [0.0, 1.0, 0.0, -1.0]];
        let mut matrix = Matrix::zero(4, 4);
        for i in 0..4 {
            for (j, entry) in matrix.row_mut(i).iter_mut().enumerate() {
                *entry = forms.iter().map(|form| form[i] * form[j]).sum();
            }
        }
        let basis = null_space(matrix);
        assert_eq!(basis.len(), 2);
        for vector in basis {
            let values: Vec<f64> =
                forms.iter().map(|form| form.iter().zip(&vector).map(|(a, x)| a * x).sum()).collect();
            assert!(values.iter().all(|value: &f64| value.abs() < 1e-12), "{vector:?}");
        }
    }
}
