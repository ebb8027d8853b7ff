//! A strategy, its reports and its tables.

use nalgebra::{DMatrix, DVector};
use rand_core::Rng;

use super::descent::{Descent, Point};
use crate::draws::unit;
use crate::records::{Population, cell, cells, next};

/// Least squares have converged where no share moves by more than this in a step.
const CONVERGED: f64 = 1e-9;
/// The most steps of least squares.
const TURNS: u32 = 5_000;

/// A strategy with its reconstruction.
#[derive(Debug, Clone)]
pub struct Strategy {
    sizes: Vec<u32>,
    tables: Vec<Vec<usize>>,
    /// WᵀW: for two records, the number of tables in a cell of which both are.
    gram: DMatrix<f64>,
    /// Q.
    likelihoods: DMatrix<f64>,
    /// (QᵀD⁻¹Q)⁻¹QᵀD⁻¹.
    reconstruction: DMatrix<f64>,
    error: f64,
}

impl Strategy {
    /// The strategy for these tables of questions of these sizes.
    #[must_use]
    pub fn optimised(sizes: &[u32], tables: &[Vec<usize>], epsilon: f64, rng: &mut impl Rng) -> Self {
        let gram = gram(sizes, tables);
        let start = Point::random(gram.nrows(), epsilon, rng);
        let point = Descent { gram: &gram, epsilon }.optimised(&start);
        let (error, reconstruction) = point.reconstructed(&gram);
        Self {
            sizes: sizes.to_vec(),
            tables: tables.to_vec(),
            gram,
            likelihoods: point.likelihoods,
            reconstruction,
            error,
        }
    }

    /// n times the expected squared error of all tables where all records are equally frequent.
    #[must_use]
    pub fn squared_error(&self) -> f64 {
        self.error
    }

    /// The probability of every output, a row, given every record, a column.
    #[must_use]
    pub fn likelihoods(&self) -> &DMatrix<f64> {
        &self.likelihoods
    }

    /// Asks everybody, and estimates the shares of records.
    #[must_use]
    pub fn surveyed(&self, people: &Population, rng: &mut impl Rng) -> Vec<f64> {
        let whole: Vec<usize> = (0..self.sizes.len()).collect();
        let mut sums = self.likelihoods.clone();
        for mut column in sums.column_iter_mut() {
            let mut sum = 0.0;
            column.iter_mut().for_each(|entry| {
                sum += *entry;
                *entry = sum;
            });
        }
        let mut counts = DVector::zeros(sums.nrows());
        for row in people.rows() {
            let (drawn, own) = (unit(rng), sums.column(cell(&self.sizes, &whole, row)));
            let output = own.as_slice().partition_point(|sum| *sum <= drawn);
            counts[output.min(sums.nrows() - 1)] += 1.0;
        }
        (&self.reconstruction * counts / people.rows().len() as f64).as_slice().to_vec()
    }

    /// The tables of these shares of records.
    #[must_use]
    pub fn tables(&self, records: &[f64]) -> Vec<Vec<f64>> {
        let mut sums: Vec<Vec<f64>> =
            self.tables.iter().map(|table| vec![0.0; cells(&self.sizes, table)]).collect();
        let mut answers = vec![0; self.sizes.len()];
        for share in records {
            for (table, sums) in self.tables.iter().zip(&mut sums) {
                sums[cell(&self.sizes, table, &answers)] += share;
            }
            next(&mut answers, &self.sizes);
        }
        sums
    }

    /// The tables of possible shares of records, at least 0, that are nearest to those of the estimated ones: by accelerated projected
    /// gradient descent \[BeckTeboulle09\].
    #[must_use]
    pub fn possible_tables(&self, records: &[f64]) -> Vec<Vec<f64>> {
        let estimated = DVector::from_column_slice(records);
        // All rows of WᵀW have the same sum, which is its largest eigenvalue.
        let steepest = self.gram.row(0).sum();
        let mut at = estimated.map(|share| share.max(0.0));
        let (mut ahead, mut momentum) = (at.clone(), 1.0_f64);
        for _ in 0..TURNS {
            let gradient = &self.gram * (&ahead - &estimated);
            let next = (&ahead - gradient / steepest).map(|share| share.max(0.0));
            let moved = &next - &at;
            // Momentum that leads uphill is given up.
            let uphill = moved.dot(&(&ahead - &next)) > 0.0;
            let later = if uphill { 1.0 } else { (1.0 + (1.0 + 4.0 * momentum * momentum).sqrt()) / 2.0 };
            let carried = if uphill { 0.0 } else { (momentum - 1.0) / later };
            ahead = &next + &moved * carried;
            (at, momentum) = (next, later);
            if moved.amax() <= CONVERGED {
                break;
            }
        }
        self.tables(at.as_slice())
    }
}

/// WᵀW.
fn gram(sizes: &[u32], tables: &[Vec<usize>]) -> DMatrix<f64> {
    let whole: Vec<usize> = (0..sizes.len()).collect();
    let mut records = vec![vec![0; sizes.len()]];
    for _ in 1..cells(sizes, &whole) {
        let mut later = records[records.len() - 1].clone();
        next(&mut later, sizes);
        records.push(later);
    }
    let alike = |one: usize, other: usize| {
        let same = |table: &&Vec<usize>| table.iter().all(|&at| records[one][at] == records[other][at]);
        tables.iter().filter(same).count() as f64
    };
    DMatrix::from_fn(records.len(), records.len(), alike)
}
