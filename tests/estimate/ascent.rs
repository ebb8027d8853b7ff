//! Ring: properties. The most likely shares satisfy the conditions of a maximum, computed with the law as a matrix:
//! with g = M(λ̂ / Mθ), g = 1 where θ > 0 and g ≤ 1 where θ = 0. The tables have from one report to many, and most of
//! their cells are empty.

use crate::common::{self, Dice, schema_of};
use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::{Options, Reconstruction, estimate};

/// The probability that answer x is reported as y.
fn krr(a: u32, epsilon: f64, x: usize, y: usize) -> f64 {
    let total = epsilon.exp() + f64::from(a) - 1.0;
    if x == y { epsilon.exp() / total } else { 1.0 / total }
}

fn matrix(sizes: [u32; 2], epsilon: f64) -> Vec<Vec<f64>> {
    let [a, b] = sizes;
    let columns = b as usize;
    let cells = 0..(a * b) as usize;
    let entry = |x: usize, y: usize| {
        krr(a, epsilon, x / columns, y / columns) * krr(b, epsilon, x % columns, y % columns)
    };
    cells.clone().map(|x| cells.clone().map(|y| entry(x, y)).collect()).collect()
}

fn times(matrix: &[Vec<f64>], cells: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(cells).map(|(entry, cell)| entry * cell).sum()).collect()
}

#[test]
fn the_ascent_ends_at_the_maximum() {
    let mut dice = Dice::new(41);
    for round in 0..120 {
        let sizes = [dice.between(2, 6), dice.between(2, 6)];
        let epsilon = 0.5 + 5.0 * dice.unit();
        let reports = [1, 2, 10, 100, 10_000][round % 5];
        let cells = (sizes[0] * sizes[1]) as usize;
        let mut counts = vec![0_u64; cells];
        (0..reports)
            .for_each(|_| counts[dice.between(0, u32::try_from(cells - 1).unwrap()) as usize / 2] += 1);
        let levels = Levels::new(sizes.into(), vec![epsilon; 2]).unwrap();
        let law =
            common::designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone();
        let table = Table::from_counts(&schema_of(&sizes), &[0, 1], counts.clone()).unwrap();
        let reconstruction = Reconstruction::Likelihood;
        let asked = Options::default().reconstruction(reconstruction).tolerance(1e-12);
        let found = estimate(&law, table, &asked).unwrap();
        let convergence = found.convergence().unwrap();
        assert!(convergence.converged && convergence.iterations < 2000, "round {round}: {convergence:?}");
        let matrix = matrix(sizes, epsilon);
        let fitted = times(&matrix, found.shares());
        let ratios: Vec<f64> =
            counts.iter().zip(&fitted).map(|(&count, f)| count as f64 / f64::from(reports) / f).collect();
        for (share, g) in found.shares().iter().zip(times(&matrix, &ratios)) {
            assert!(*share >= 0.0 && g < 1.0 + 1e-6, "round {round}: {share} {g}");
            assert!(*share < 1e-5 || (g - 1.0).abs() < 1e-6, "round {round}: {share} {g}");
        }
    }
}

/// Under a law whose reports hardly distinguish cells, the likelihood is flat and its maximum lies on few cells.
#[test]
fn a_flat_likelihood_is_climbed_in_few_steps() {
    let sizes = [7, 6, 5];
    let schema = schema_of(&sizes);
    for (seed, reports, epsilon) in
        [(51, 300, 0.3), (52, 10_000, 0.3), (53, 10_000, 0.6), (54, 1_000_000, 0.4)]
    {
        let levels = Levels::new(sizes.to_vec(), vec![epsilon; 3]).unwrap();
        let law =
            common::designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone();
        let mut dice = Dice::new(seed);
        let mut counts = vec![0_u64; 210];
        for _ in 0..reports {
            let first = dice.between(0, 6).min(dice.between(0, 6));
            let record = [first, first.min(5), dice.between(0, 4)];
            let answer = |(&truth, &a): (&u32, &u32)| {
                let kept = dice.unit() < (epsilon.exp() - 1.0) / (epsilon.exp() + f64::from(a) - 1.0);
                if kept { truth } else { dice.between(0, a - 1) }
            };
            let answers: Vec<u32> = record.iter().zip(&sizes).map(answer).collect();
            counts[((answers[0] * 6 + answers[1]) * 5 + answers[2]) as usize] += 1;
        }
        let table = Table::from_counts(&schema, &[0, 1, 2], counts).unwrap();
        let asked = Options::default().reconstruction(Reconstruction::Likelihood);
        let found = estimate(&law, table, &asked).unwrap();
        let convergence = found.convergence().unwrap();
        assert!(convergence.converged && convergence.iterations < 400, "{seed}: {convergence:?}");
        assert!(convergence.gap < 1e-7, "{seed}: {convergence:?}");
        assert!((found.shares().iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
