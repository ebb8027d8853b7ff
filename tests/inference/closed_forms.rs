//! The mechanisms and inverses that papers print for 2×2 and 3×2 tables, compared with what the general code computes for
//! their laws.

use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::{Estimate, Options, Reconstruction, estimate};
use candor::law::{Block, Law, Pattern};

use crate::common::{designed, schema_of};

fn estimated(law: &Law, sizes: &[u32], counts: &[u64], options: &Options) -> Estimate {
    let axes: Vec<usize> = (0..sizes.len()).collect();
    let table = Table::from_counts(&schema_of(sizes), &axes, counts.to_vec()).unwrap();
    estimate(law, table, options).unwrap()
}

/// Keeps the cell or replaces it by a uniformly drawn one, so that the true cell is e^ε times as likely as each other
/// cell [Yamamoto23S, S3].
fn joint(sizes: &[u32], epsilon: f64) -> Law {
    let cells = f64::from(sizes.iter().product::<u32>());
    let kept = (epsilon.exp() - 1.0) / (epsilon.exp() + cells - 1.0);
    #[allow(clippy::cast_possible_truncation, reason = "53 bits are near enough to a law of such weights")]
    let kept = ((kept * 2_f64.powi(53)) as u64) << 11;
    let uniform = (1_u128 << 64) - u128::from(kept);
    let classes = (0..sizes.len()).map(|place| vec![place]).collect();
    let block = Block::new((0..sizes.len()).collect(), classes, uniform, vec![Pattern::new(vec![], kept)]);
    Law::new(sizes.into(), vec![block.unwrap()]).unwrap()
}

#[test]
fn the_inverse_for_the_entire_table_is_the_printed_one() {
    let counts: [&[u64]; 2] = [&[412, 108, 260, 220], &[300, 150, 90, 210, 130, 120]];
    for (sizes, counts) in [[2, 2], [3, 2]].iter().zip(counts) {
        for epsilon in [0.5, 1.0, 3.0] {
            let others = counts.len() as f64 - 1.0;
            let n = counts.iter().sum::<u64>() as f64;
            let found = estimated(&joint(sizes, epsilon), sizes, counts, &Options::default());
            for (share, count) in found.shares().iter().zip(counts) {
                // (e^ε + N − 2)/(e^ε − 1) on the diagonal, −1/(e^ε − 1) elsewhere.
                let own = *count as f64 / n;
                let e = epsilon.exp();
                let printed = (e + others - 1.0) / (e - 1.0) * own - (1.0 - own) / (e - 1.0);
                assert!((share - printed).abs() < 1e-9, "{sizes:?} at {epsilon}: {share} {printed}");
            }
        }
    }
}

/// Theorems 1 and 2: the variance that the law alone adds to a count when everybody is counted.
#[test]
fn the_variances_of_the_theorems_are_those_of_the_noise() {
    for (sizes, truth) in [(vec![2, 2], vec![400.0, 100.0, 250.0, 250.0]), (vec![3, 2], vec![150.0; 6])] {
        for epsilon in [1.0_f64, 2.0, 4.0] {
            let (e, cells) = (epsilon.exp(), truth.len() as f64);
            let people: f64 = truth.iter().sum();
            let expected = truth.iter().map(|count| (count * (e - 1.0) + people) / (e + cells - 1.0));
            // A million times as many people, so that rounding the counts does not matter.
            #[allow(clippy::cast_possible_truncation, reason = "whole numbers below 2⁵³")]
            let counts: Vec<u64> = expected.map(|count| (1e6 * count).round() as u64).collect();
            let all: u64 = counts.iter().sum();
            let options = Options::default().population(all);
            let found = estimated(&joint(&sizes, epsilon), &sizes, &counts, &options);
            let noise = found.standard_errors_of_noise().unwrap();
            for (count, error) in truth.iter().zip(noise) {
                let theorem =
                    (cells - 2.0) / (e - 1.0) * count + (e + cells - 2.0) / ((e - 1.0) * (e - 1.0)) * people;
                let variance = error * error * all as f64 * people;
                assert!(
                    (variance / theorem - 1.0).abs() < 1e-4,
                    "{sizes:?} at {epsilon}: {variance} {theorem}"
                );
            }
        }
    }
}

/// The entries of the printed P⁻¹ [Yamamoto23S, S4]: the same cell, another status, another genotype, both different.
fn printed(rows: u32, first: f64, second: f64) -> [f64; 4] {
    let (x, y) = (first.exp(), second.exp());
    let divisor = (x - 1.0) * (y - 1.0);
    match rows {
        2 if first >= second => {
            let own = (2.0 * x * y - y - 1.0) / (2.0 * divisor);
            let status = (1.0 + y - 2.0 * x) / (2.0 * divisor);
            let rest = -1.0 / (2.0 * (x - 1.0));
            [own, status, rest, rest]
        }
        2 => {
            let own = (2.0 * x * y - x - 1.0) / (2.0 * divisor);
            let allele = (1.0 + x - 2.0 * y) / (2.0 * divisor);
            let rest = -1.0 / (2.0 * (y - 1.0));
            [own, rest, allele, rest]
        }
        _ if x * y >= 2.0 && 2.0 * x - 3.0 * y + 1.0 >= 0.0 => {
            let rest = -1.0 / (2.0 * (x - 1.0));
            [(x * y - 1.0) / divisor, (y - x) / divisor, rest, rest]
        }
        _ if x * y >= 2.0 => {
            let own = (3.0 * x * y - 2.0 * x + 3.0 * y - 4.0) / (3.0 * divisor);
            let rest = -1.0 / (3.0 * (y - 1.0));
            [own, rest, (x - 3.0 * y + 2.0) / (3.0 * divisor), rest]
        }
        _ if x * y + 3.0 * x - 4.0 * y >= 0.0 => [
            (y - x) / divisor,
            (x * y - 1.0) / divisor,
            (x * y + x - 2.0 * y) / (2.0 * divisor),
            (2.0 - x - x * y) / (2.0 * divisor),
        ],
        _ => {
            let own = y / (3.0 * (y - 1.0));
            let status = (2.0 * x * y - 3.0 * x + 4.0 * y - 3.0) / (3.0 * divisor);
            [own, status, own, (3.0 - x * y - 2.0 * y) / (3.0 * divisor)]
        }
    }
}

#[test]
fn the_inverses_for_rows_and_columns_are_the_printed_ones() {
    let levels = [(1.0, 2.0), (2.0, 1.0), (3.0, 3.0), (2.5, 0.6), (0.3, 0.2), (0.1, 0.4), (0.2, 0.05)];
    for rows in [2_u32, 3] {
        let counts: Vec<u64> = vec![300, 150, 90, 210, 130, 120][..2 * rows as usize].into();
        let n = counts.iter().sum::<u64>() as f64;
        for (first, second) in levels {
            let requested = Levels::new(vec![rows, 2], vec![first, second]).unwrap();
            let design = designed(Request::levels(&requested).method(Method::Pair)).unwrap();
            let found = estimated(design.law(), &[rows, 2], &counts, &Options::default());
            let entries = printed(rows, first, second);
            for (cell, share) in found.shares().iter().enumerate() {
                let other = |seen: usize| {
                    entries[usize::from(cell % 2 != seen % 2) + 2 * usize::from(cell / 2 != seen / 2)]
                };
                let expected: f64 =
                    counts.iter().enumerate().map(|(seen, count)| other(seen) * *count as f64 / n).sum();
                assert!((share - expected).abs() < 1e-7, "{rows}×2 at {first}, {second}: {share} {expected}");
            }
        }
    }
}

/// EM as printed, with P(x_h = i | z_h = j) for both values of x_h, on counts and starting from equal shares.
#[test]
fn reconstruction_by_em_is_the_printed_one() {
    let (sizes, counts) = ([3, 2], [420_u64, 30, 60, 180, 10, 100]);
    let law = joint(&sizes, 2.0);
    let n = counts.iter().sum::<u64>() as f64;
    let probability = |i: usize, j: usize| if i == j { 2_f64.exp() } else { 1.0 } / (2_f64.exp() + 5.0);
    let mut shares = [1.0 / 6.0; 6];
    for _ in 0..20_000 {
        let mut next = [0.0; 6];
        for (i, count) in counts.iter().enumerate() {
            let sum: f64 = (0..6).map(|j| probability(i, j) * shares[j]).sum();
            for j in 0..6 {
                next[j] += *count as f64 / n * probability(i, j) * shares[j] / sum;
            }
        }
        shares = next;
    }
    let asked = Options::default().reconstruction(Reconstruction::Likelihood).tolerance(1e-12);
    let found = estimated(&law, &sizes, &counts, &asked);
    assert!(estimated(&law, &sizes, &counts, &Options::default()).shares().iter().any(|share| *share < 0.0));
    for (one, other) in found.shares().iter().zip(shares) {
        assert!((one - other).abs() < 1e-6, "{:?} {shares:?}", found.shares());
    }
}
