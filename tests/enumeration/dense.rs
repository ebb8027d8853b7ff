//! The inverse estimate of whole tables, compared with linear algebra that does not use the spectrum: in
//! doubles for 500 random laws, in exact rationals for 50.

use candor::count::Table;
use candor::estimate;
use candor::law::Law;
use num_bigint::{BigInt, BigUint, Sign};

use super::laws::random_law;
use super::matrix::Matrix;
use crate::common::exponential::quotient;
use crate::common::{Dice, schema_of};

/// A random law whose whole table has a condition number below 10⁴ and at most `cells` cells, with random
/// counts.
fn sample(dice: &mut Dice, cells: u32) -> (Law, Table) {
    loop {
        let law = random_law(dice).law;
        let all: Vec<usize> = (0..law.sizes().len()).collect();
        let size: u32 = law.sizes().iter().product();
        if size <= cells && law.condition(&all) < 1e4 {
            let counts: Vec<u64> = (0..size).map(|_| u64::from(dice.between(0, 3000))).collect();
            let table = Table::from_counts(&schema_of(law.sizes()), &all, counts).unwrap();
            return (law, table);
        }
    }
}

#[test]
fn five_hundred_laws_in_doubles() {
    let mut dice = Dice::new(17);
    for _ in 0..500 {
        let (law, table) = sample(&mut dice, 150);
        let matrix = Matrix::of(&law);
        let n = matrix.records.len();
        let mut rows: Vec<Vec<f64>> = (0..n)
            .map(|y| {
                let row = (0..n).map(|x| quotient(matrix.entry(x, y), &matrix.whole));
                row.chain([table.counts()[y] as f64 / table.total() as f64]).collect()
            })
            .collect();
        solve(&mut rows);
        let estimated = estimate::estimate(&law, table.clone(), &estimate::Options::default()).unwrap();
        for (estimate, row) in estimated.shares().iter().zip(&rows) {
            assert!((estimate - row[n]).abs() <= 1e-9, "{estimate} instead of {}: {law:?}", row[n]);
        }
    }
}

/// Gauss–Jordan elimination with partial pivoting; the last column becomes the solution.
pub(super) fn solve(rows: &mut [Vec<f64>]) {
    for column in 0..rows.len() {
        let size = |row: &Vec<f64>| row[column].abs();
        let pivot = (column..rows.len()).max_by(|&i, &j| size(&rows[i]).total_cmp(&size(&rows[j]))).unwrap();
        rows.swap(column, pivot);
        let lead = rows[column][column];
        rows[column].iter_mut().for_each(|value| *value /= lead);
        let pivot_row = rows[column].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(row, _)| *row != column) {
            let factor = row[column];
            row.iter_mut().zip(&pivot_row).for_each(|(value, pivot)| *value -= factor * pivot);
        }
    }
}

#[test]
fn fifty_laws_in_exact_rationals() {
    let mut dice = Dice::new(18);
    for _ in 0..50 {
        let (law, table) = sample(&mut dice, 40);
        let matrix = Matrix::of(&law);
        let n = matrix.records.len();
        let integer = |value: &BigUint| BigInt::from(value.clone());
        let mut rows: Vec<Vec<BigInt>> = (0..n)
            .map(|y| {
                let row = (0..n).map(|x| integer(matrix.entry(x, y)));
                row.chain([integer(&matrix.whole) * table.counts()[y]]).collect()
            })
            .collect();
        let determinant = eliminate(&mut rows);
        let all: Vec<usize> = (0..law.sizes().len()).collect();
        let tolerance = 1e-14 * law.condition(&all).max(10.0);
        let estimated = estimate::estimate(&law, table.clone(), &estimate::Options::default()).unwrap();
        for (estimate, row) in estimated.shares().iter().zip(&rows) {
            let exact = ratio(&row[n], &(&determinant * table.total()));
            assert!((estimate - exact).abs() <= tolerance, "{estimate} instead of {exact}: {law:?}");
        }
    }
}

/// Fraction-free Gauss–Jordan elimination (Bareiss 1968): the last column becomes determinant times solution.
fn eliminate(rows: &mut [Vec<BigInt>]) -> BigInt {
    let mut previous = BigInt::from(1);
    for column in 0..rows.len() {
        let pivot = (column..rows.len()).find(|&row| rows[row][column].sign() != Sign::NoSign).unwrap();
        if pivot != column {
            rows.swap(pivot, column);
            rows[column].iter_mut().for_each(|value| *value = -&*value);
        }
        let pivot_row = rows[column].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(row, _)| *row != column) {
            let factor = row[column].clone();
            for (value, pivot) in row.iter_mut().zip(&pivot_row) {
                *value = (&*value * &pivot_row[column] - &factor * pivot) / &previous;
            }
        }
        previous = pivot_row[column].clone();
    }
    previous
}

fn ratio(numerator: &BigInt, denominator: &BigInt) -> f64 {
    let size = quotient(numerator.magnitude(), denominator.magnitude());
    if numerator.sign() == denominator.sign() { size } else { -size }
}
