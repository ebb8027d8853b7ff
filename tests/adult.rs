//! Ring: statistics. All 2- to 6-way tables over six Adult attributes, one perturbed run under both readings of
//! ε = 4: hybrid and auto against the better of inverse and independent. `scripts/bench coverage` prints the full
//! comparison. Skipped, saying so, where the records are not beside the repository.
//!
//! The seed is fixed: this cannot fail by chance.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;
#[path = "common/adult.rs"]
mod uci;

use candor::count::Table;
use candor::design::{Levels, Method, Options as DesignOptions};
use candor::estimate::{Options, Reconstruction, estimate};
use candor::law::Law;
use candor::perturb::perturb;
use candor::schema::{Record, Schema};
use common::schema_of;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

const METHODS: [Reconstruction; 4] =
    [Reconstruction::Inverse, Reconstruction::Independent, Reconstruction::Hybrid, Reconstruction::Auto];

/// Largest absolute, mean absolute and root mean squared error of a table's shares.
fn errors(shares: &[f64], truth: &[f64]) -> [f64; 3] {
    let errors: Vec<f64> = shares.iter().zip(truth).map(|(share, truth)| (share - truth).abs()).collect();
    let cells = truth.len() as f64;
    let squares: f64 = errors.iter().map(|error| error * error).sum();
    [errors.iter().copied().fold(0.0, f64::max), errors.iter().sum::<f64>() / cells, (squares / cells).sqrt()]
}

fn count(schema: &Schema, attributes: &[usize], records: &[Vec<u32>]) -> Table {
    let mut table = Table::new(schema, attributes).unwrap();
    records.iter().for_each(|record| table.add(record));
    table
}

fn independent(sizes: &[u32], epsilon: f64) -> Law {
    let levels = Levels::new(sizes.to_vec(), vec![epsilon; sizes.len()]).unwrap();
    let options = DesignOptions { method: Some(Method::Independent), ..DesignOptions::default() };
    common::designed(&levels, options).unwrap().law().clone()
}

#[test]
fn hybrid_and_auto_are_never_much_worse_than_the_better_of_two() {
    let Some((records, sizes)) = uci::adult() else {
        eprintln!("skipped: ../shared/data/adult.csv is not there");
        return;
    };
    let schema = schema_of(&sizes);
    for epsilon in [4.0, 4.0 / 6.0] {
        let law = independent(&sizes, epsilon);
        let mut rng = ChaCha20Rng::seed_from_u64(41);
        let perturbed: Vec<Vec<u32>> = records
            .iter()
            .map(|record| perturb(&law, Record::new(&schema, record.as_slice()).unwrap(), &mut rng))
            .collect();
        for w in 2..=6 {
            let mut sums = [[0.0; 3]; METHODS.len()];
            for set in (1_usize..64).filter(|set| set.count_ones() == w) {
                let attributes: Vec<usize> = (0..6).filter(|i| set >> i & 1 == 1).collect();
                let truth = count(&schema, &attributes, &records);
                let truth: Vec<f64> =
                    truth.counts().iter().map(|&count| count as f64 / records.len() as f64).collect();
                let observed = count(&schema, &attributes, &perturbed);
                for (sums, reconstruction) in sums.iter_mut().zip(METHODS) {
                    let options = Options { reconstruction, ..Options::default() };
                    let estimate = estimate(&law, observed.clone(), &options).unwrap();
                    let errors = errors(estimate.shares(), &truth);
                    sums.iter_mut().zip(errors).for_each(|(sum, error)| *sum += error);
                }
            }
            for (measure, name) in ["AVD", "MAE", "root mean squared error"].iter().enumerate() {
                let better = sums[0][measure].min(sums[1][measure]);
                for (sums, method) in sums.iter().zip(METHODS).skip(2) {
                    let ratio = sums[measure] / better;
                    assert!(
                        ratio <= 1.05,
                        "ε = {epsilon}, w = {w}: {name} of {method} is {ratio} times the better"
                    );
                }
            }
        }
    }
}
