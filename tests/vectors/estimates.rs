//! Inversion compared with dense linear algebra, and the likelihood with plain expectation maximisation.

use candor::count::Table;
use candor::design::{Method, Request};
use candor::estimate;
use candor::law::{Block, Law, Pattern};

use super::{assert_all_close, integers, levels, numbers, read};
use crate::common::{designed, schema_of};

/// The law that changes exactly the attributes of bit set s with the given probability; every attribute
/// is a class of its own. Weights are rounded, which the tolerance of 1e-8 absorbs.
fn law_of(sizes: &[u32], flips: &[f64]) -> Law {
    let weight = |p: f64| {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a weight below 2⁶⁴")]
        let weight = (p * 2_f64.powi(64)) as u64;
        weight
    };
    let changes = |s: usize| (0..sizes.len()).filter(|i| s >> i & 1 == 1).map(|i| (i, 1)).collect::<Vec<_>>();
    // Changing nothing is the likeliest in every case; its weight gives up what the uniform part needs.
    let room = |s: usize| if s == 0 { 1 << 12 } else { 0 };
    let pattern = |(s, p): (usize, &f64)| Pattern::new(changes(s), weight(*p).saturating_sub(room(s)));
    let mut patterns: Vec<Pattern> = flips.iter().enumerate().map(pattern).collect();
    patterns.sort_by(|a, b| a.changes().cmp(b.changes()));
    let excess: u128 = patterns.iter().map(|p| u128::from(p.weight())).sum();
    let classes = (0..sizes.len()).map(|i| vec![i]).collect();
    let block = Block::new((0..sizes.len()).collect(), classes, (1 << 64) - excess, patterns).unwrap();
    Law::new(sizes.into(), vec![block]).unwrap()
}

#[test]
fn inversion_matches_dense_linear_algebra() {
    let vectors = read("inversion");
    for case in &vectors.cases {
        let sizes: Vec<u32> = integers(&case["sizes"]);
        let law = law_of(&sizes, &numbers(&case["flip_probabilities"]));
        let all: Vec<usize> = (0..sizes.len()).collect();
        assert_all_close(
            &law.forms()[0].spectrum(&all),
            &numbers(&case["spectrum"]),
            vectors.tolerance,
            "spectrum",
        );
        let table = Table::from_counts(&schema_of(&sizes), &all, integers(&case["counts"])).unwrap();
        let estimate = estimate::estimate(&law, table, &estimate::Options::default()).unwrap();
        let values: Vec<f64> = estimate.cells().map(|cell| cell.estimate).collect();
        assert_all_close(&values, &numbers(&case["estimate"]), vectors.tolerance, "estimate");
        let variances: Vec<f64> = estimate.cells().map(|cell| cell.standard_error.unwrap().powi(2)).collect();
        assert_all_close(&variances, &numbers(&case["variance"]), vectors.tolerance, "variance");
    }
}

#[test]
fn likelihood_matches_plain_expectation_maximisation() {
    let vectors = read("em");
    for case in &vectors.cases {
        let levels = levels(case);
        let law = designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone();
        let all: Vec<usize> = (0..levels.sizes().len()).collect();
        let table = Table::from_counts(&schema_of(levels.sizes()), &all, integers(&case["counts"])).unwrap();
        let reconstruction = estimate::Reconstruction::Likelihood;
        let asked = estimate::Options::default().reconstruction(reconstruction).tolerance(1e-11);
        let estimate = estimate::estimate(&law, table, &asked).unwrap();
        let convergence = estimate.convergence().unwrap();
        assert!(convergence.converged && convergence.gap < 1e-7, "{convergence:?}");
        let expected = case["log_likelihood"].as_f64().unwrap();
        assert!((convergence.log_likelihood - expected).abs() < 1e-6, "{convergence:?}, not {expected}");
        assert_all_close(estimate.shares(), &numbers(&case["estimate"]), vectors.tolerance, "estimate");
        let plain = case["iterations"].as_u64().unwrap();
        assert!(convergence.iterations <= plain, "{convergence:?}, plain EM {plain}");
    }
}
