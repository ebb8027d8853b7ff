//! The inverse estimate and its standard errors, compared with dense linear algebra on the exact matrix.

use candor::count::Table;
use candor::estimate;
use candor::law::Law;
use num_bigint::BigUint;

use super::laws::{designed, hand_made};
use super::matrix::Matrix;
use crate::common::exponential::quotient;
use crate::common::{Dice, schema_of};

/// Estimates of tables with a larger condition number are not compared; it is only checked that they are refused
/// above 10⁶.
const WELL_CONDITIONED: f64 = 1e4;

/// P(output cell | input cell) of the table over `subset`, by summing the matrix over the other attributes.
fn table_matrix(law: &Law, matrix: &Matrix, subset: &[usize]) -> Vec<Vec<f64>> {
    let cell = |record: &[u32]| subset.iter().fold(0, |cell, &i| cell * law.sizes()[i] + record[i]);
    let cells: u32 = subset.iter().map(|&i| law.sizes()[i]).product();
    let column = |input: u32| -> Vec<f64> {
        let x = matrix.records.iter().position(|record| cell(record) == input).unwrap();
        let mut sums = vec![BigUint::ZERO; usize::try_from(cells).unwrap()];
        for (y, output) in matrix.records.iter().enumerate() {
            sums[usize::try_from(cell(output)).unwrap()] += matrix.entry(x, y);
        }
        sums.iter().map(|sum| quotient(sum, &matrix.whole)).collect()
    };
    let columns: Vec<Vec<f64>> = (0..cells).map(column).collect();
    (0..columns.len()).map(|y| columns.iter().map(|column| column[y]).collect()).collect()
}

/// Gauss–Jordan elimination with partial pivoting; `None` if a pivot vanishes.
fn inverse_of(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    let unit = |row: usize| (0..n).map(move |column| f64::from(u8::from(row == column)));
    let mut rows: Vec<Vec<f64>> =
        matrix.iter().enumerate().map(|(i, row)| row.iter().copied().chain(unit(i)).collect()).collect();
    for column in 0..n {
        let pivot = (column..n).max_by(|&i, &j| rows[i][column].abs().total_cmp(&rows[j][column].abs()))?;
        rows.swap(column, pivot);
        let lead = rows[column][column];
        if lead.abs() < 1e-9 {
            return None;
        }
        rows[column].iter_mut().for_each(|value| *value /= lead);
        let pivot_row = rows[column].clone();
        for row in (0..n).filter(|&row| row != column) {
            let factor = rows[row][column];
            rows[row].iter_mut().zip(&pivot_row).for_each(|(value, pivot)| *value -= factor * pivot);
        }
    }
    Some(rows.into_iter().map(|row| row[n..].to_vec()).collect())
}

fn assert_close(actual: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((actual - expected).abs() <= tolerance, "{what}: {actual} instead of {expected}");
}

/// The expected counts of 10⁹ people some of whom give each answer, so that the estimates lie inside the simplex.
#[allow(clippy::cast_possible_truncation, reason = "counts below 10⁹")]
fn possible_counts(dense: &[Vec<f64>], dice: &mut Dice) -> Vec<u64> {
    let weights: Vec<f64> = dense.iter().map(|_| f64::from(dice.between(1000, 3000))).collect();
    let total: f64 = weights.iter().sum();
    let of_cell =
        |y: usize| weights.iter().zip(dense).map(|(weight, row)| weight / total * row[y]).sum::<f64>();
    (0..dense.len()).map(|y| (1e9 * of_cell(y)).round() as u64).collect()
}

/// Whether the condition number of the table was small enough for a comparison.
fn compare(law: &Law, matrix: &Matrix, subset: &[usize], dice: &mut Dice) -> bool {
    let dense = table_matrix(law, matrix, subset);
    let counts = possible_counts(&dense, dice);
    let table = Table::from_counts(&schema_of(law.sizes()), subset, counts.clone()).unwrap();
    let condition = law.condition(subset);
    let estimated = estimate::estimate(law, table.clone(), &estimate::Options::default());
    if condition > WELL_CONDITIONED {
        assert_eq!(estimated.is_err(), condition > 1e6, "condition {condition:e}");
        return false;
    }
    let (estimated, dense) = (estimated.unwrap(), inverse_of(&dense).unwrap());
    let n = table.total() as f64;
    let observed: Vec<f64> = counts.iter().map(|&count| count as f64 / n).collect();
    for (row, cell) in dense.iter().zip(estimated.cells()) {
        let estimate: f64 = row.iter().zip(&observed).map(|(a, l)| a * l).sum();
        let square: f64 = row.iter().zip(&observed).map(|(a, l)| a * a * l).sum();
        assert_close(cell.estimate, estimate, 1e-11 * condition, "estimate");
        let variance = (square - estimate * estimate) / n;
        let tolerance = 1e-10 * condition * condition / n;
        assert_close(cell.standard_error.unwrap().powi(2), variance, tolerance, "variance");
    }
    true
}

#[test]
fn estimates_and_variances_equal_the_dense_inverse() {
    let mut dice = Dice::new(5);
    let mut compared = 0;
    for sample in designed().iter().step_by(3).chain(&hand_made()) {
        let matrix = Matrix::of(&sample.law);
        let k = sample.law.sizes().len();
        for set in 1_usize..1 << k {
            let mut subset: Vec<usize> = (0..k).filter(|i| set >> i & 1 == 1).collect();
            if dice.between(0, 1) == 0 {
                subset.reverse();
            }
            if subset.iter().map(|&i| sample.law.sizes()[i]).product::<u32>() <= 60 {
                compared += u32::from(compare(&sample.law, &matrix, &subset, &mut dice));
            }
        }
    }
    assert!(compared > 500, "only {compared} tables were well conditioned");
}

/// The whole spectrum: μ_T is the eigenvalue of the matrix on ⊗_{i∈T} (1, −1, 0, …).
#[test]
fn the_spectrum_holds_the_eigenvalues() {
    for sample in designed().iter().step_by(5).chain(&hand_made()) {
        let (law, matrix) = (&sample.law, Matrix::of(&sample.law));
        let all: Vec<usize> = (0..law.sizes().len()).collect();
        let sign = |v: u32| [1.0, -1.0].get(v as usize).copied().unwrap_or(0.0);
        for (t, mu) in law.forms()[0].spectrum(&all).into_iter().enumerate() {
            let component = |record: &Vec<u32>| -> f64 {
                all.iter().filter(|&i| t >> i & 1 == 1).map(|&i| sign(record[i])).product()
            };
            let from_truth = matrix
                .records
                .iter()
                .enumerate()
                .map(|(x, record)| quotient(matrix.entry(x, 0), &matrix.whole) * component(record));
            assert_close(from_truth.sum(), mu, 1e-12, &sample.name);
        }
    }
}
