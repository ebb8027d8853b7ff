//! Ring: statistics. Bias, standard errors and intervals of the inverse estimate over 3,000 surveys drawn by the
//! sampler itself, for two plans; `scripts/bench coverage` does the same at full length for six.
//!
//! False alarms: every check allows 4.5 standard errors, 7·10⁻⁶ each, and there are 42: fewer than 3 in 10,000
//! changes of seed. The same checks reject standard errors that are 15 % too small or too large, and a biased
//! estimate.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use candor::count::Table;
use candor::design::{Levels, Method, Options as DesignOptions};
use candor::estimate::inverse;
use candor::law::Law;
use candor::perturb::perturb;
use candor::schema::{Record, Schema};
use common::schema_of;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

const SURVEYS: u32 = 3000;
const ALLOWED: f64 = 4.5;

/// What the normal approximation itself may miss of 95 %.
const APPROXIMATION: f64 = 0.004;

struct Simulated {
    truth: Vec<f64>,
    /// For every survey and cell: estimate, standard error, lower and upper end.
    surveys: Vec<Vec<[f64; 4]>>,
}

fn simulate(sizes: &[u32], method: Method, weights: &[u32], n: u32) -> Simulated {
    let levels = Levels::new(sizes.to_vec(), vec![1.0; sizes.len()]).unwrap();
    let options = DesignOptions { method: Some(method), ..DesignOptions::default() };
    let law = common::designed(&levels, options).unwrap().law().clone();
    let (schema, mut rng) = (schema_of(sizes), ChaCha20Rng::seed_from_u64(29));
    let surveys = (0..SURVEYS).map(|_| survey(&law, &schema, weights, n, &mut rng)).collect();
    let total = f64::from(weights.iter().sum::<u32>());
    Simulated { truth: weights.iter().map(|&weight| f64::from(weight) / total).collect(), surveys }
}

fn survey(law: &Law, schema: &Schema, weights: &[u32], n: u32, rng: &mut ChaCha20Rng) -> Vec<[f64; 4]> {
    let all: Vec<usize> = (0..law.sizes().len()).collect();
    let mut table = Table::new(schema, &all).unwrap();
    for _ in 0..n {
        let record = Record::new(schema, drawn(law.sizes(), weights, rng)).unwrap();
        table.add(&perturb(law, record, rng));
    }
    let estimate = inverse(law, &table, 0.95).unwrap();
    estimate.cells().map(|cell| [cell.estimate, cell.standard_error, cell.lower, cell.upper]).collect()
}

/// A true record, its cell drawn with the given weights.
fn drawn(sizes: &[u32], weights: &[u32], rng: &mut ChaCha20Rng) -> Vec<u32> {
    let mut left = rng.next_u32() % weights.iter().sum::<u32>();
    let below = |weight: &&u32| {
        let inside = left < **weight;
        left = left.saturating_sub(**weight);
        !inside
    };
    let mut cell = u32::try_from(weights.iter().take_while(below).count()).unwrap();
    let digits = sizes.iter().rev().map(|a| {
        let digit = cell % a;
        cell /= a;
        digit
    });
    let mut record: Vec<u32> = digits.collect();
    record.reverse();
    record
}

/// The checks that fail, when estimates are shifted and standard errors and intervals stretched.
fn failing(simulated: &Simulated, shift: f64, stretch: f64) -> Vec<String> {
    let n = f64::from(SURVEYS);
    let mut failing = Vec::new();
    for (cell, truth) in simulated.truth.iter().enumerate() {
        let of = |place: usize| simulated.surveys.iter().map(move |survey| survey[cell][place]);
        let mean = of(0).sum::<f64>() / n + shift;
        let spread =
            (of(0).map(|estimate| (estimate + shift - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
        if (mean - truth).abs() > ALLOWED * spread / n.sqrt() {
            failing.push(format!("bias of cell {cell}: {mean} instead of {truth}"));
        }
        let stated = (of(1).map(|error| (stretch * error).powi(2)).sum::<f64>() / n).sqrt();
        if (stated / spread - 1.0).abs() > ALLOWED / (2.0 * n).sqrt() {
            failing.push(format!("standard error of cell {cell}: {stated} instead of {spread}"));
        }
        let holds = |survey: &&Vec<[f64; 4]>| {
            let [estimate, _, lower, upper] = survey[cell];
            let end = |end: f64| estimate + shift + stretch * (end - estimate);
            end(lower) <= *truth && *truth <= end(upper)
        };
        let coverage = simulated.surveys.iter().filter(holds).count() as f64 / n;
        if (coverage - 0.95).abs() > APPROXIMATION + ALLOWED * (0.95 * 0.05 / n).sqrt() {
            failing.push(format!("coverage of cell {cell}: {coverage}"));
        }
    }
    failing
}

fn assert_honest(simulated: &Simulated) {
    assert_eq!(failing(simulated, 0.0, 1.0), Vec::<String>::new());
    for (shift, stretch) in [(0.0, 0.85), (0.0, 1.15), (0.01, 1.0)] {
        assert!(
            !failing(simulated, shift, stretch).is_empty(),
            "shift {shift}, stretch {stretch} went unnoticed"
        );
    }
}

#[test]
fn estimates_of_a_correlated_law_are_honest() {
    assert_honest(&simulate(&[3, 2], Method::Pair, &[3, 4, 6, 2, 2, 3], 400));
}

#[test]
fn estimates_of_independent_columns_are_honest() {
    assert_honest(&simulate(&[2, 2, 2], Method::Independent, &[3, 1, 2, 2, 5, 1, 1, 5], 400));
}
