//! LASSO on the bits of a table's questions: min ½·Σ (y − Mβ)² + κ·Σ β over β ≥ 0, by coordinate descent \[Ren18, Algorithm 4; Tibshirani96\].
//!
//! y holds the estimated rate at which each bit of each question's filters is set; M has a column for every cell, with the bits of its filters.
//! As published, these are counts of single questions: y has no information on how questions are associated, and of the many joint tables
//! that fit it equally well, one with few cells is found. κ is σ·√(2·b·ln p) for b bits of a column, p columns, and σ the standard error of y:
//! the level that noise alone reaches.

use super::bloom::Bloom;

/// The most rounds of coordinate descent, and the change below which it has converged.
const ROUNDS: u32 = 200;
const SETTLED: f64 = 1e-6;

/// A question, with the estimated rate at which each bit is set in its true filters.
pub(super) struct Observed<'b> {
    pub(super) question: &'b Bloom,
    pub(super) rates: Vec<f64>,
}

impl Observed<'_> {
    /// The variance of a rate from `n` reports.
    fn variance(&self, n: f64) -> f64 {
        let f = self.question.flipped();
        f * (1.0 - f) / (n * (1.0 - 2.0 * f).powi(2))
    }
}

/// The shares of the table's cells: β divided by its sum; equal shares where β is 0.
pub(super) fn fitted(questions: &[Observed<'_>], n: f64) -> Vec<f64> {
    let sizes: Vec<usize> = questions.iter().map(|of| of.question.filters().len()).collect();
    let cells: usize = sizes.iter().product();
    let mut residuals: Vec<Vec<f64>> = questions.iter().map(|of| of.rates.clone()).collect();
    let variance = questions.iter().map(|of| of.variance(n)).sum::<f64>() / questions.len() as f64;
    let columns: Vec<Vec<u64>> = (0..cells).map(|cell| filters(questions, &sizes, cell)).collect();
    let mut shares = vec![0.0; cells];
    for _ in 0..ROUNDS {
        let mut moved = 0.0_f64;
        for (share, column) in shares.iter_mut().zip(&columns) {
            let bits: f64 = column.iter().map(|filter| f64::from(filter.count_ones())).sum();
            let penalty = (2.0 * variance * bits * (cells as f64).ln()).sqrt();
            let slope: f64 = residuals.iter().zip(column).map(|(left, &filter)| summed(left, filter)).sum();
            let next = ((slope - penalty) / bits + *share).max(0.0);
            let change = next - *share;
            if change != 0.0 {
                residuals.iter_mut().zip(column).for_each(|(left, &filter)| lower(left, filter, change));
                *share = next;
                moved = moved.max(change.abs());
            }
        }
        if moved < SETTLED {
            break;
        }
    }
    let total: f64 = shares.iter().sum();
    let equal = 1.0 / cells as f64;
    shares.iter().map(|share| if total > 0.0 { share / total } else { equal }).collect()
}

/// The filters of a cell, a question after the other.
fn filters(questions: &[Observed<'_>], sizes: &[usize], mut cell: usize) -> Vec<u64> {
    let mut filters: Vec<u64> = Vec::with_capacity(sizes.len());
    for (of, &size) in questions.iter().zip(sizes).rev() {
        filters.push(of.question.filters()[cell % size]);
        cell /= size;
    }
    filters.reverse();
    filters
}

/// The indices of the bits that are set.
fn set(mut filter: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = (filter != 0).then(|| filter.trailing_zeros() as usize)?;
        filter &= filter - 1;
        Some(bit)
    })
}

fn summed(left: &[f64], filter: u64) -> f64 {
    set(filter).map(|bit| left[bit]).sum()
}

fn lower(left: &mut [f64], filter: u64, change: f64) {
    set(filter).for_each(|bit| left[bit] -= change);
}
