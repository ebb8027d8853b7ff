//! Small dense systems of linear equations: LU factors with partial pivoting, and solutions refined with residuals
//! in twice the precision [OgitaRumpOishi05, Dot2]. Cost: d³ to factor, d² to solve.

use alloc::vec;
use alloc::vec::Vec;

/// The number of refinements of every solution.
const REFINEMENTS: usize = 3;

/// A square matrix and its factors: row `order[i]` of the matrix is row i of L·U.
pub(crate) struct Lu {
    matrix: Vec<Vec<f64>>,
    lu: Vec<Vec<f64>>,
    order: Vec<usize>,
}

impl Lu {
    /// Factors the matrix with these columns; `None` where it is singular.
    pub(crate) fn of<'a>(columns: impl Iterator<Item = &'a [f64]>) -> Option<Self> {
        let columns: Vec<&[f64]> = columns.collect();
        let d = columns.len();
        let matrix: Vec<Vec<f64>> =
            (0..d).map(|i| columns.iter().map(|column| column[i]).collect()).collect();
        let mut new = Self { lu: matrix.clone(), matrix, order: (0..d).collect() };
        (0..d).try_for_each(|step| new.eliminate(step))?;
        Some(new)
    }

    fn eliminate(&mut self, step: usize) -> Option<()> {
        let d = self.lu.len();
        let weight = |i: usize| {
            let largest =
                self.matrix[self.order[i]].iter().copied().map(libm::fabs).fold(f64::MIN_POSITIVE, f64::max);
            libm::fabs(self.lu[i][step]) / largest
        };
        let pivot = (step..d).max_by(|&i, &j| weight(i).total_cmp(&weight(j)))?;
        self.lu.swap(step, pivot);
        self.order.swap(step, pivot);
        let (above, below) = self.lu.split_at_mut(step + 1);
        let top = &above[step];
        if top[step] == 0.0 {
            return None;
        }
        for row in below {
            row[step] /= top[step];
            let factor = row[step];
            row.iter_mut().zip(top).skip(step + 1).for_each(|(entry, above)| *entry -= factor * above);
        }
        Some(())
    }

    /// Solves A·x = b.
    pub(crate) fn solve(&self, b: &[f64]) -> Vec<f64> {
        let row = |i: usize| self.matrix[i].clone();
        refined(b, |r| self.substitute(r), row)
    }

    /// Solves Aᵀ·x = b.
    pub(crate) fn solve_transposed(&self, b: &[f64]) -> Vec<f64> {
        let column = |j: usize| self.matrix.iter().map(|row| row[j]).collect();
        refined(b, |r| self.substitute_transposed(r), column)
    }

    fn substitute(&self, b: &[f64]) -> Vec<f64> {
        let d = b.len();
        let mut x: Vec<f64> = self.order.iter().map(|&i| b[i]).collect();
        for i in 0..d {
            x[i] -= (0..i).map(|j| self.lu[i][j] * x[j]).sum::<f64>();
        }
        for i in (0..d).rev() {
            x[i] = (x[i] - (i + 1..d).map(|j| self.lu[i][j] * x[j]).sum::<f64>()) / self.lu[i][i];
        }
        x
    }

    fn substitute_transposed(&self, b: &[f64]) -> Vec<f64> {
        let d = b.len();
        let mut y = b.to_vec();
        for i in 0..d {
            y[i] = (y[i] - (0..i).map(|j| self.lu[j][i] * y[j]).sum::<f64>()) / self.lu[i][i];
        }
        for i in (0..d).rev() {
            y[i] -= (i + 1..d).map(|j| self.lu[j][i] * y[j]).sum::<f64>();
        }
        let mut x = vec![0.0; d];
        self.order.iter().zip(y).for_each(|(&i, y)| x[i] = y);
        x
    }
}

/// Refines a solution by solving for its residuals.
fn refined(b: &[f64], solve: impl Fn(&[f64]) -> Vec<f64>, row: impl Fn(usize) -> Vec<f64>) -> Vec<f64> {
    let mut x = solve(b);
    for _ in 0..REFINEMENTS {
        let residual: Vec<f64> =
            b.iter().enumerate().map(|(i, &b)| -sum_of_products(&row(i), &x, -b)).collect();
        x.iter_mut().zip(solve(&residual)).for_each(|(x, correction)| *x += correction);
    }
    x
}

/// Σ a_j b_j in twice the precision, rounded once.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    sum_of_products(a, b, 0.0)
}

fn sum_of_products(a: &[f64], b: &[f64], first: f64) -> f64 {
    let (mut sum, mut error) = (first, 0.0);
    for (a, b) in a.iter().zip(b) {
        let product = a * b;
        let total = sum + product;
        let there = total - sum;
        error += (sum - (total - there)) + (product - there) + libm::fma(*a, *b, -product);
        sum = total;
    }
    sum + error
}

#[cfg(test)]
mod tests {
    use super::{Lu, dot};
    use alloc::vec::Vec;

    /// Solves with the Hilbert matrix of order 8, whose condition number is 10¹⁰ and whose inverse is in whole numbers.
    #[test]
    fn ill_conditioned_systems_are_solved_to_the_last_digits() {
        let d = 8;
        let scale = 360_360.0;
        let entry = |i: usize, j: usize| scale / crate::exact::to_f64((i + j + 1) as u128);
        let columns: Vec<Vec<f64>> = (0..d).map(|j| (0..d).map(|i| entry(i, j)).collect()).collect();
        let factors = Lu::of(columns.iter().map(Vec::as_slice)).expect("regular");
        let truth: Vec<f64> = (0..d).map(|i| if i % 2 == 0 { 1.0 } else { -3.0 }).collect();
        let right: Vec<f64> = (0..d).map(|i| (0..d).map(|j| entry(i, j) * truth[j]).sum()).collect();
        for solved in [factors.solve(&right), factors.solve_transposed(&right)] {
            let off = solved.iter().zip(&truth).map(|(x, t)| libm::fabs(x - t)).fold(0.0, f64::max);
            assert!(off < 1e-13, "{solved:?}");
        }
    }

    #[test]
    fn sums_that_cancel_keep_their_digits() {
        assert!((dot(&[1e16, 1.0, -1e16], &[1.0, 1.0, 1.0]) - 1.0).abs() < f64::EPSILON);
        let a = 1.0 + f64::EPSILON;
        assert!(dot(&[a, -1.0], &[a, 1.0 + 2.0 * f64::EPSILON]) > 0.0);
    }

    #[test]
    fn singular_matrices_have_no_factors() {
        assert!(Lu::of([[1.0, 2.0].as_slice(), &[2.0, 4.0]].into_iter()).is_none());
    }
}
