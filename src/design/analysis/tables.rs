//! The tables that are read by default, and the expected error of a table under a law.

use alloc::vec;
use alloc::vec::Vec;

use crate::law::Law;

/// The part of V that one table contributes under a law: n times the expected squared error of the
/// inverse estimates of all its cells, under a uniform truth. Infinite where the law erases the table.
#[must_use]
pub fn expected_squared_error(law: &Law, table: &[usize]) -> f64 {
    let sizes: Vec<f64> = table.iter().map(|&i| f64::from(law.sizes()[i])).collect();
    let cells: f64 = sizes.iter().product();
    let information = law.information(table);
    let freedom =
        |t: usize| (0..sizes.len()).filter(|i| t >> i & 1 == 1).map(|i| sizes[i] - 1.0).product::<f64>();
    information.iter().enumerate().skip(1).map(|(t, share)| freedom(t) / (cells * share)).sum()
}

/// Every question alone and every pair: the tables to read where none are declared.
#[must_use]
pub fn default_tables(k: usize) -> Vec<Vec<usize>> {
    let pairs = (0..k).flat_map(|i| (i + 1..k).map(move |j| vec![i, j]));
    (0..k).map(|i| vec![i]).chain(pairs).collect()
}
