//! Cramér's V, the strength of association of two questions, from perturbed counts, with a confidence interval.
//!
//! V² = φ²/(min(r, c) − 1), φ² = Σ h_ij²/(π_i·π_j), h_ij = π_ij − π_i·π_j. Computed from inverse estimates, φ² is biased upwards by their noise,
//! by tr(BΣ)/n: B is the Hessian of φ²/2 at independence with the estimated margins, and Σ/n the covariance of the estimates. The estimate is
//! √max(0, (φ̂² − tr(BΣ)/n)/(min(r, c) − 1)).
//!
//! *Interval*: where the true table is s times as far from independence as the estimated one, φ̂² has nearly the cumulants
//!
//! κ₁ = s²·φ̂² + tr(BΣ)/n,   κ₂ = 2·tr((BΣ)²)/n² + s²·gᵀΣg/n,   κ₃ = 8·tr((BΣ)³)/n³ + 24·s²·hᵀBΣBΣBh/n²,
//!
//! with g the derivative of φ² by the shares, through the margins as well. Its distribution is approximated by a χ² that is shifted and scaled
//! to these cumulants \[Pearson59\]. The ends are those s at which a φ̂² at least as large, or as small, has the probability
//! (1 − confidence)/2. The lower end is 0 where independence is not rejected at that level.
//!
//! Cost: O(N³) for N cells. Fails where the law erases the table.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use super::evidence::ShareEvidence;
use super::hypothesis::cells;
use super::independence::{independent, margins};
use super::null_model::invalid;
use crate::count::Table;
use crate::error::{Code, Error};
use crate::estimate::{Estimation, Options, Origin, onto_simplex};
use crate::exact::{to_f64, to_index};
use crate::numeric::chi_squared;
use crate::numeric::vectors::dot;

/// The most cells that are taken: the cost rises with their third power.
const MOST_CELLS: usize = 512;

/// The number of bisections for an end of the interval.
const HALVINGS: u32 = 50;

/// Cramér's V, with an approximate confidence interval.
///
/// ```
/// use candor::inference::Strength;
/// use candor::{Table, estimate::Options};
/// # use candor::{design::Survey, plan::Plan};
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 3},
/// #     {"name": "cough", "categories": ["no", "sometimes", "often"], "epsilon": 3}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// let table = Table::from_counts(&plan, &["smoker", "cough"], vec![1500, 800, 300, 300, 500, 600])?;
/// let Strength { cramers_v, lower, upper, .. } = Strength::new(&plan, table, &Options::default())?;
/// assert!(0.2 < lower && lower < cramers_v && cramers_v < upper && upper < 0.7);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Strength {
    /// The estimate.
    pub cramers_v: f64,
    /// The lower end of the confidence interval.
    pub lower: f64,
    /// The upper end of the confidence interval, at most 1.
    pub upper: f64,
}

impl Strength {
    /// Estimates Cramér's V of a table of two questions, with an interval at the confidence of `options`.
    ///
    /// # Errors
    /// `invalid-hypothesis` where the table is not of two questions; `too-large` above 512 cells; `undefined-statistic` where an estimated
    /// margin is not above 0; `unidentifiable-table`; those of [`Estimation::new`].
    pub fn new<'l>(of: impl Into<Origin<'l>>, table: Table, options: &Options) -> Result<Self, Error> {
        let estimation = Estimation::new(of, table, options)?;
        let sizes = estimation.observed().sizes();
        let &[rows, columns] = sizes else {
            return Err(invalid(format!(
                "Cramér's V needs a table of two questions; the sizes of this one are {sizes:?}"
            )));
        };
        if cells(sizes) > MOST_CELLS {
            let message = format!(
                "the table has {} cells; Cramér's V can be computed for no more than {MOST_CELLS}",
                cells(sizes)
            );
            return Err(Error::new(Code::TooLarge, message));
        }
        if estimation.observed().occurring().is_some() {
            let message = "some answers to the two questions cannot be given together: Cramér's V would measure what was asked of whom";
            return Err(Error::new(Code::UndefinedStatistic, message));
        }
        let evidence = ShareEvidence::new(estimation.observed())?;
        let mut possible = evidence.shares.clone();
        onto_simplex(&mut possible);
        let spread = evidence.covariance(&possible, &identity(possible.len()))?;
        let seen = Association::new(&evidence.shares, to_index(columns), &spread, evidence.n())?;
        let tail = 0.5 * (1.0 - options.confidence);
        let v = |phi_squared: f64| {
            libm::fmin(libm::sqrt(libm::fmax(phi_squared, 0.0) / (f64::from(rows.min(columns)) - 1.0)), 1.0)
        };
        let scale = |s: f64| v(s * s * seen.phi_squared);
        Ok(Self {
            cramers_v: v(seen.phi_squared - seen.noise),
            lower: scale(seen.end(|law, at| law.above(at) < tail)),
            upper: scale(seen.end(|law, at| 1.0 - law.above(at) > tail)),
        })
    }
}

/// φ̂² and its cumulants as functions of s².
struct Association {
    phi_squared: f64,
    /// tr(BΣ)/n.
    noise: f64,
    /// For each cumulant after the first, its value without association, and the coefficient of s².
    second: [f64; 2],
    third: [f64; 2],
}

/// A χ² distribution, shifted and scaled to a mean and a standard deviation.
struct Matched {
    mean: f64,
    deviation: f64,
    degrees: f64,
}

impl Matched {
    fn above(&self, value: f64) -> f64 {
        let x = self.degrees + (value - self.mean) / self.deviation * libm::sqrt(2.0 * self.degrees);
        chi_squared::tail(x, self.degrees)
    }
}

impl Association {
    fn new(shares: &[f64], columns: usize, spread: &[Vec<f64>], n: f64) -> Result<Self, Error> {
        let (of_rows, of_columns) = margins(shares, columns);
        if of_rows.iter().chain(&of_columns).any(|margin| *margin <= 0.0) {
            let message = "the estimated share of a category is not above 0: there is too much noise to compute Cramér's V";
            return Err(Error::new(Code::UndefinedStatistic, message));
        }
        let place = |cell: usize| (of_rows[cell / columns], of_columns[cell % columns]);
        let null = independent(shares, columns);
        let departures: Vec<f64> = shares.iter().zip(&null).map(|(share, null)| share - null).collect();
        let weights: Vec<f64> = (0..shares.len()).map(|cell| 1.0 / (place(cell).0 * place(cell).1)).collect();
        let phi_squared: f64 = departures.iter().zip(&weights).map(|(h, weight)| h * h * weight).sum();
        // h linearised in the shares at independence.
        let linear = |unit: &Vec<f64>| -> Vec<f64> {
            let (rows, of) = margins(unit, columns);
            let moved =
                |cell: usize| rows[cell / columns] * place(cell).1 + of[cell % columns] * place(cell).0;
            unit.iter().enumerate().map(|(cell, own)| own - moved(cell)).collect()
        };
        let map: Vec<Vec<f64>> = identity(shares.len()).iter().map(linear).collect();
        // The weighted covariance of the departures: B Σ with B = Lᵀ·W·L has the traces of W^½·L·Σ·Lᵀ·W^½.
        let through = |row: &Vec<f64>| -> Vec<f64> { times_columns(&map, row) };
        let half: Vec<Vec<f64>> = spread.iter().map(through).collect();
        let whole: Vec<Vec<f64>> = transposed(&half).iter().map(through).collect();
        let noise: Vec<Vec<f64>> = whole
            .iter()
            .enumerate()
            .map(|(i, row)| {
                row.iter().enumerate().map(|(j, own)| own * libm::sqrt(weights[i] * weights[j]) / n).collect()
            })
            .collect();
        let twice = product(&noise, &noise);
        let trace = |one: &[Vec<f64>], other: &[Vec<f64>]| -> f64 {
            one.iter().zip(other).map(|(a, b)| dot(a, b)).sum()
        };
        let standard: Vec<f64> =
            departures.iter().zip(&weights).map(|(h, weight)| h * libm::sqrt(*weight)).collect();
        let turned: Vec<f64> = noise.iter().map(|row| dot(row, &standard)).collect();
        let gradient = gradient(shares, columns, &of_rows, &of_columns);
        let along: f64 = spread.iter().zip(&gradient).map(|(row, own)| own * dot(row, &gradient) / n).sum();
        Ok(Self {
            phi_squared,
            noise: (0..shares.len()).map(|cell| noise[cell][cell]).sum(),
            second: [2.0 * trace(&noise, &noise), along],
            third: [8.0 * trace(&noise, &twice), 24.0 * dot(&turned, &turned)],
        })
    }

    /// The approximate distribution of φ̂² where the true table is s times as far from independence.
    fn law(&self, s: f64) -> Matched {
        let [second, third] = [self.second, self.third].map(|[alone, with]| alone + s * s * with);
        let degrees = 8.0 * second * second * second / (third * third);
        Matched { mean: s * s * self.phi_squared + self.noise, deviation: libm::sqrt(second), degrees }
    }

    /// The largest s at which `holds` is true, by bisection, assuming that it is true at all smaller ones; 0 where it is false at 0.
    fn end(&self, holds: impl Fn(&Matched, f64) -> bool) -> f64 {
        let holds = |s: f64| holds(&self.law(s), self.phi_squared);
        if !holds(0.0) {
            return 0.0;
        }
        let (mut inside, mut outside) = (0.0, 1.0);
        while holds(outside) && outside < to_f64(1 << 40) {
            (inside, outside) = (outside, 2.0 * outside);
        }
        for _ in 0..HALVINGS {
            let middle = 0.5 * (inside + outside);
            if holds(middle) { inside = middle } else { outside = middle }
        }
        inside
    }
}

/// The gradient ∂φ²/∂π, from φ² + 1 = Σ π_ij²/(π_i·π_j).
fn gradient(shares: &[f64], columns: usize, of_rows: &[f64], of_columns: &[f64]) -> Vec<f64> {
    let part =
        |cell: usize| shares[cell] * shares[cell] / (of_rows[cell / columns] * of_columns[cell % columns]);
    let (mut by_row, mut by_column) = (vec![0.0; of_rows.len()], vec![0.0; columns]);
    for cell in 0..shares.len() {
        by_row[cell / columns] += part(cell) / of_rows[cell / columns];
        by_column[cell % columns] += part(cell) / of_columns[cell % columns];
    }
    let of = |cell: usize| {
        let (i, j) = (cell / columns, cell % columns);
        2.0 * shares[cell] / (of_rows[i] * of_columns[j]) - by_row[i] - by_column[j]
    };
    (0..shares.len()).map(of).collect()
}

fn identity(cells: usize) -> Vec<Vec<f64>> {
    let row = |own: usize| (0..cells).map(|cell| f64::from(u8::from(cell == own))).collect();
    (0..cells).map(row).collect()
}

/// Σ_k map_k·row_k: a row vector times the matrix whose rows are the images of the unit vectors.
fn times_columns(map: &[Vec<f64>], row: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; row.len()];
    for (image, own) in map.iter().zip(row) {
        sums.iter_mut().zip(image).for_each(|(sum, entry)| *sum += own * entry);
    }
    sums
}

fn transposed(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    (0..matrix.len()).map(|column| matrix.iter().map(|row| row[column]).collect()).collect()
}

fn product(one: &[Vec<f64>], other: &[Vec<f64>]) -> Vec<Vec<f64>> {
    one.iter().map(|row| times_columns(other, row)).collect()
}
