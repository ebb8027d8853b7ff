//! Calibrated statistics computed in an independent way: dense matrices listed from the law's integers, and derivatives by finite
//! differences.

use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::Options;
use candor::inference::{self, Hypothesis};
use candor::law::Law;

use super::listing::Listing;
use crate::common::{designed, schema_of};

type Rows = Vec<Vec<f64>>;

/// P(report | record), one row per report.
pub fn matrix(law: &Law) -> Rows {
    let listing = Listing::of(law);
    let share = |part: &num_bigint::BigUint| {
        let digits = listing.whole.bits() - 64;
        u128::try_from(part >> digits).unwrap() as f64
            / u128::try_from(&listing.whole >> digits).unwrap() as f64
    };
    let mut reports: Vec<(Vec<u32>, Vec<f64>)> = Vec::new();
    for (numbers, (_, under)) in &listing.reports {
        reports.push((numbers.clone(), under.iter().map(share).collect()));
    }
    reports.sort_by(|one, other| one.0.cmp(&other.0));
    reports.into_iter().map(|(_, row)| row).collect()
}

/// A⁻¹·B by elimination with pivots.
pub fn solved(mut a: Rows, mut b: Rows) -> Rows {
    for column in 0..a.len() {
        let pivot =
            (column..a.len()).max_by(|i, j| a[*i][column].abs().total_cmp(&a[*j][column].abs())).unwrap();
        a.swap(column, pivot);
        b.swap(column, pivot);
        for row in 0..a.len() {
            if row != column {
                let factor = a[row][column] / a[column][column];
                let (own, taken) = (a[column].clone(), b[column].clone());
                a[row].iter_mut().zip(&own).for_each(|(x, y)| *x -= factor * y);
                b[row].iter_mut().zip(&taken).for_each(|(x, y)| *x -= factor * y);
            }
        }
    }
    a.iter().zip(b).enumerate().map(|(i, (a, b))| b.iter().map(|x| x / a[i]).collect()).collect()
}

fn times(a: &Rows, x: &[f64]) -> Vec<f64> {
    a.iter().map(|row| row.iter().zip(x).map(|(a, x)| a * x).sum()).collect()
}

fn column(x: &[f64]) -> Rows {
    x.iter().map(|x| vec![*x]).collect()
}

fn product(a: &Rows, b: &Rows) -> Rows {
    let b = transposed(b);
    a.iter().map(|row| times(&b, row)).collect()
}

fn transposed(a: &Rows) -> Rows {
    (0..a[0].len()).map(|i| a.iter().map(|row| row[i]).collect()).collect()
}

/// One matrix plus a multiple of another.
fn sum(a: &Rows, by: f64, b: &Rows) -> Rows {
    a.iter().zip(b).map(|(a, b)| a.iter().zip(b).map(|(a, b)| a + by * b).collect()).collect()
}

fn identity(size: usize) -> Rows {
    (0..size).map(|i| (0..size).map(|j| f64::from(u8::from(i == j))).collect()).collect()
}

/// dᵀ·V⁻¹·d with d = h(π̂) and V = G·S·Gᵀ, S = M⁻¹·(diag λ₀ − λ₀λ₀ᵀ)·M⁻ᵀ/n, with G by finite differences at π̂. If h is not linear, V is
/// multiplied by 1 − (A − 1/n)·(1 + 16A²)⁻¹, where A = V⁻¹·C, C_kl = tr(H_k·S·H_l·S)/2 and H are the second derivatives of h.
fn dense(
    law: &Law,
    counts: &[u64],
    h: impl Fn(&[f64]) -> Vec<f64>,
    null: impl Fn(&[f64]) -> Vec<f64>,
) -> f64 {
    let m = matrix(law);
    let n = counts.iter().sum::<u64>() as f64;
    let seen: Vec<f64> = counts.iter().map(|count| *count as f64 / n).collect();
    let estimates: Vec<f64> = solved(m.clone(), column(&seen)).concat();
    let expected = times(&m, &null(&estimates));
    let counted: Rows = (0..expected.len())
        .map(|i| {
            let diagonal = |j: usize| if i == j { expected[i] } else { 0.0 };
            (0..expected.len()).map(|j| (diagonal(j) - expected[i] * expected[j]) / n).collect()
        })
        .collect();
    let s = solved(m.clone(), transposed(&solved(m, counted)));
    // Every h here is a polynomial of degree two at most, for which finite differences are exact at any step.
    let step = 0.1;
    let moved = |cells: &[(usize, f64)]| {
        let mut moved = estimates.clone();
        cells.iter().for_each(|(cell, by)| moved[*cell] += by * step);
        h(&moved)
    };
    let (departures, cells) = (h(&estimates), 0..estimates.len());
    let slope = |k: usize, cell: usize| (moved(&[(cell, 1.0)])[k] - moved(&[(cell, -1.0)])[k]) / (2.0 * step);
    let bend = |k: usize, i: usize, j: usize| {
        let at = |a: f64, b: f64| moved(&[(i, a), (j, b)])[k];
        (at(1.0, 1.0) - at(1.0, -1.0) - at(-1.0, 1.0) + at(-1.0, -1.0)) / (4.0 * step * step)
    };
    let degrees = departures.len();
    let gradients: Rows = (0..degrees).map(|k| cells.clone().map(|cell| slope(k, cell)).collect()).collect();
    let bends = (0..degrees)
        .map(|k| -> Rows { cells.clone().map(|i| cells.clone().map(|j| bend(k, i, j)).collect()).collect() });
    let bends: Vec<Rows> = bends.map(|bend| product(&bend, &s)).collect();
    let trace = |a: &Rows| a.iter().enumerate().map(|(i, row)| row[i]).sum::<f64>();
    let varied: Rows = bends
        .iter()
        .map(|one| bends.iter().map(|other| trace(&product(one, other)) / 2.0).collect())
        .collect();
    let mut covariance = product(&product(&gradients, &s), &transposed(&gradients));
    if varied.concat().iter().any(|entry| entry.abs() > 1e-20) {
        let (one, ratios) = (identity(degrees), solved(covariance.clone(), varied));
        let beyond = sum(&one, 16.0, &product(&ratios, &ratios));
        let taken_off = solved(beyond, sum(&ratios, -1.0 / n, &one));
        covariance = product(&covariance, &sum(&one, -1.0, &taken_off));
    }
    let weighted = solved(covariance, column(&departures));
    departures.iter().zip(weighted.concat()).map(|(h, w)| h * w).sum()
}

fn laws(sizes: &[u32]) -> Vec<Law> {
    let levels = Levels::new(sizes.into(), vec![1.2; sizes.len()]).unwrap();
    let axes: Vec<usize> = (0..sizes.len()).collect();
    let requests = [
        Request::levels(&levels).method(Method::Independent),
        Request::levels(&levels).method(Method::Optimal),
        Request::tables(sizes, &[axes], 2.5).method(Method::Analysis),
    ];
    requests.into_iter().map(|request| designed(request).unwrap().law().clone()).collect()
}

fn tested(law: &Law, sizes: &[u32], counts: &[u64], hypothesis: &Hypothesis) -> f64 {
    let axes: Vec<usize> = (0..sizes.len()).collect();
    let table = Table::from_counts(&schema_of(sizes), &axes, counts.to_vec()).unwrap();
    inference::test(law, table, hypothesis, &Options::default()).unwrap().calibrated.value
}

/// Sums of rows and of columns.
fn margins(shares: &[f64], columns: usize) -> [Vec<f64>; 2] {
    let rows = shares.chunks(columns).map(|row| row.iter().sum()).collect();
    let sum = |j: usize| shares.iter().skip(j).step_by(columns).sum();
    [rows, (0..columns).map(sum).collect()]
}

fn even(shares: &[f64], columns: usize) -> Vec<f64> {
    let [rows, of_columns] = margins(shares, columns);
    rows.iter().flat_map(|row| of_columns.iter().map(move |column| row * column)).collect()
}

#[test]
fn calibrated_statistics_are_those_of_dense_arithmetic() {
    let (sizes, counts) = ([3, 4], [210, 150, 160, 190, 180, 230, 120, 140, 90, 200, 170, 160]);
    // Other contrasts than those of the crate: all rows and columns except the first.
    let interaction = |shares: &[f64]| {
        let even = even(shares, 4);
        (4..12).filter(|cell| cell % 4 > 0).map(|cell| shares[cell] - even[cell]).collect::<Vec<f64>>()
    };
    for law in laws(&sizes) {
        let expected = dense(&law, &counts, interaction, |shares| even(shares, 4));
        let found = tested(&law, &sizes, &counts, &Hypothesis::Independence);
        assert!((found / expected - 1.0).abs() < 1e-6, "{found} {expected}");
        let shares: Vec<f64> = (1..=12).map(|place| f64::from(place) / 78.0).collect();
        let fit = Hypothesis::Fit { shares: shares.clone() };
        let apart = |of: &[f64]| of.iter().zip(&shares).skip(1).map(|(a, b)| a - b).collect::<Vec<f64>>();
        let expected = dense(&law, &counts, apart, |_| shares.clone());
        let found = tested(&law, &sizes, &counts, &fit);
        assert!((found / expected - 1.0).abs() < 1e-6, "{found} {expected}");
    }
}

#[test]
fn calibrated_trends_and_transmissions_are_those_of_dense_arithmetic() {
    let (sizes, counts) = ([4, 2], [300, 250, 260, 290, 280, 330, 220, 300]);
    let scores = [0.0, 1.0, 3.0, 4.0];
    let trend = |shares: &[f64]| {
        let even = even(shares, 2);
        let of = |cells: &[f64]| (0..4).map(|row| scores[row] * cells[2 * row + 1]).sum::<f64>();
        vec![of(shares) - of(&even)]
    };
    for law in laws(&sizes) {
        let expected = dense(&law, &counts, trend, |shares| even(shares, 2));
        let found = tested(&law, &sizes, &counts, &Hypothesis::Trend { scores: Some(scores.into()) });
        assert!((found / expected - 1.0).abs() < 1e-6, "{found} {expected}");
    }
    let families = [170, 140, 160, 90, 110, 200];
    let law = &laws(&[6])[0];
    let difference = |shares: &[f64]| vec![shares[0] - shares[1] + 2.0 * (shares[3] - shares[4])];
    let mendelian = |shares: &[f64]| {
        let (one, both) = (shares[0] + shares[1], shares[2] + shares[3] + shares[4]);
        vec![one / 2.0, one / 2.0, both / 2.0, both / 4.0, both / 4.0, shares[5]]
    };
    let expected = dense(law, &families, difference, mendelian);
    let found = tested(law, &[6], &families, &Hypothesis::Transmission);
    assert!((found / expected - 1.0).abs() < 1e-6, "{found} {expected}");
}

/// If a margin is estimated below 0, the noise is that of shares with this margin at 0, the deficit being taken in equal parts from the
/// other margins.
#[test]
fn the_noise_is_that_of_margins_that_are_not_below_zero() {
    let (sizes, counts) = ([3, 2], [50, 70, 160, 130, 190, 150]);
    let law = &laws(&sizes)[1];
    let below = |shares: &[f64]| {
        let [rows, columns] = margins(shares, 2);
        assert!(rows[0] < 0.0 && rows[1] > 0.0 && columns.iter().all(|column| *column > 0.0), "{rows:?}");
        let moved = [0.0, rows[1] + rows[0] / 2.0, rows[2] + rows[0] / 2.0];
        moved.iter().flat_map(|row| columns.iter().map(move |column| row * column)).collect::<Vec<f64>>()
    };
    let interaction = |shares: &[f64]| {
        let even = even(shares, 2);
        vec![shares[3] - even[3], shares[5] - even[5]]
    };
    let expected = dense(law, &counts, interaction, below);
    let found = tested(law, &sizes, &counts, &Hypothesis::Independence);
    assert!((found / expected - 1.0).abs() < 1e-6, "{found} {expected}");
}
