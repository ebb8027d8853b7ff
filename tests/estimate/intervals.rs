//! Ring: statistics. Whether intervals hold the truth as often as they claim if reports are few or noise is rare.
//!
//! Single questions are tested by exact enumeration of the count, in large populations and in small ones: coverage is never
//! below 95 %. Tables of two yes/no questions are tested by exact enumeration of all tables of counts, from three reports on:
//! never below 95 %. Larger tables are simulated with fixed seeds: coverage may be 4.5 standard errors below 95 %, a false
//! alarm rate of 3·10⁻⁶ for a cell with exactly 95 %; with 300 cells, fewer than 1 in 1,000 changes of seed fail. The
//! probabilities of perturbed answers are computed here from ε. The same checks reject the score interval, whose coverage
//! falls below 95 % if a cell is nearly empty.

use crate::common::{self, Dice, schema_of};
use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::{Estimate, Options, estimate};
use candor::law::Law;

const Z: f64 = 1.959_963_984_540_054;

fn law(sizes: &[u32], epsilon: f64) -> Law {
    let levels = Levels::new(sizes.into(), vec![epsilon; sizes.len()]).unwrap();
    common::designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone()
}

fn of_counts(law: &Law, counts: Vec<u64>, options: &Options) -> Estimate {
    let all: Vec<usize> = (0..law.sizes().len()).collect();
    estimate(law, Table::from_counts(&schema_of(law.sizes()), &all, counts).unwrap(), options).unwrap()
}

/// The probabilities that an answer is reported as it is, and as one particular other answer.
fn chances(a: u32, epsilon: f64) -> (f64, f64) {
    let total = epsilon.exp() + f64::from(a - 1);
    (epsilon.exp() / total, 1.0 / total)
}

/// P(k of n) for every k.
pub(crate) fn binomial(n: u32, chance: f64) -> Vec<f64> {
    let (log, other) = (chance.ln(), (-chance).ln_1p());
    let mut choices = 0.0;
    (0..=n)
        .map(|k| {
            let mass = (choices + f64::from(k) * log + f64::from(n - k) * other).exp();
            choices += f64::from(n - k).ln() - f64::from(k + 1).ln();
            mass
        })
        .collect()
}

/// The shares of the cells of the perturbed table; every column is perturbed independently.
fn perturbed(sizes: &[u32], epsilon: f64, truth: &[f64]) -> Vec<f64> {
    let digit = |cell: usize, axis: usize| {
        cell / sizes[axis + 1..].iter().product::<u32>() as usize % sizes[axis] as usize
    };
    let chance = |x: usize, y: usize| -> f64 {
        let one = |axis: usize| {
            let (same, other) = chances(sizes[axis], epsilon);
            if digit(x, axis) == digit(y, axis) { same } else { other }
        };
        (0..sizes.len()).map(one).product()
    };
    (0..truth.len()).map(|y| truth.iter().enumerate().map(|(x, share)| share * chance(x, y)).sum()).collect()
}

/// The entries of the inverse: the score that a report of y gives to cell x.
fn inverted(sizes: &[u32], epsilon: f64, x: usize, y: usize) -> f64 {
    let digit = |cell: usize, axis: usize| {
        cell / sizes[axis + 1..].iter().product::<u32>() as usize % sizes[axis] as usize
    };
    let one = |axis: usize| {
        let (same, other) = chances(sizes[axis], epsilon);
        (f64::from(u8::from(digit(x, axis) == digit(y, axis))) - other) / (same - other)
    };
    (0..sizes.len()).map(one).product()
}

/// For every cell: the mean of its scores, which is its estimate, and the mean of their squares.
fn scores(sizes: &[u32], epsilon: f64, counts: &[u64]) -> Vec<(f64, f64)> {
    let n = counts.iter().sum::<u64>() as f64;
    let of = |x: usize| {
        counts.iter().enumerate().fold((0.0, 0.0), |(mean, square), (y, count)| {
            let score = inverted(sizes, epsilon, x, y);
            (mean + score * *count as f64 / n, square + score * score * *count as f64 / n)
        })
    };
    (0..counts.len()).map(of).collect()
}

/// The score interval: all p with (π̂ − p)² ≤ z²·(p(1−p) + R)/n.
fn score(estimate: f64, noise: f64, n: f64) -> (f64, f64) {
    let k = Z * Z / n;
    let sampling = estimate * (1.0 - estimate);
    let half = (k * (4.0 * sampling + k + 4.0 * (1.0 + k) * noise)).max(0.0).sqrt() / (2.0 * (1.0 + k));
    let centre = (estimate + k / 2.0) / (1.0 + k);
    (centre - half, centre + half)
}

pub(crate) const SHARES: [f64; 10] = [0.0, 1e-4, 1e-3, 0.01, 0.05, 0.2, 0.5, 0.8, 0.99, 1.0];

/// How often the intervals of a question with `a` categories hold each of [`SHARES`]: first the exact intervals, then the
/// score intervals.
fn coverage_of_single(a: u32, epsilon: f64, n: u32) -> [Vec<f64>; 2] {
    let law = law(&[a], epsilon);
    let (same, other) = chances(a, epsilon);
    let intervals = |count: u32| {
        let mut counts = vec![0; a as usize];
        (counts[0], counts[1]) = (u64::from(count), u64::from(n - count));
        let found = of_counts(&law, counts, &Options::default());
        let share = f64::from(count) / f64::from(n);
        let moment = share * (1.0 - share) / (same - other).powi(2);
        let own = found.cell(0);
        let noise = (moment - own.estimate * (1.0 - own.estimate)).max(0.0);
        [(own.lower, own.upper), score(own.estimate, noise, f64::from(n))]
    };
    let all: Vec<[(f64, f64); 2]> = (0..=n).map(intervals).collect();
    [0, 1].map(|kind| {
        let of_share = |share: &f64| {
            let masses = binomial(n, share * same + (1.0 - share) * other);
            let held =
                all.iter().zip(masses).filter(|(ends, _)| ends[kind].0 <= *share && *share <= ends[kind].1);
            held.map(|(_, mass)| mass).sum()
        };
        SHARES.iter().map(of_share).collect()
    })
}

#[test]
fn intervals_of_single_questions_hold_the_truth() {
    let mut least_of_score = 1.0_f64;
    for a in [2, 3, 4] {
        for epsilon in [0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0] {
            for n in [1, 2, 3, 7, 20, 50, 150, 300] {
                let [exact, score] = coverage_of_single(a, epsilon, n);
                for (share, held) in SHARES.iter().zip(&exact) {
                    assert!(*held >= 0.95 - 1e-9, "{a} categories, ε = {epsilon}, n = {n}, {share}: {held}");
                }
                least_of_score = score.into_iter().fold(least_of_score, f64::min);
            }
        }
    }
    assert!(least_of_score < 0.85, "the score interval went unnoticed: {least_of_score}");
}

/// Every table of `n` counts in this many cells.
fn compositions(n: u64, cells: usize) -> Vec<Vec<u64>> {
    if cells == 1 {
        return vec![vec![n]];
    }
    let with = |first: u64| {
        compositions(n - first, cells - 1).into_iter().map(move |mut rest| {
            rest.insert(0, first);
            rest
        })
    };
    (0..=n).flat_map(with).collect()
}

const TRUTHS: [[f64; 4]; 7] = [
    [1.0, 0.0, 0.0, 0.0],
    [0.5, 0.5, 0.0, 0.0],
    [0.7, 0.0, 0.0, 0.3],
    [0.4, 0.3, 0.2, 0.1],
    [0.9, 0.05, 0.04, 0.01],
    [0.979, 0.01, 0.01, 0.001],
    [0.25; 4],
];

/// The coverage of the intervals of two yes/no questions, by listing all tables of n counts.
fn coverage_of_pair(epsilon: f64, n: u64) -> Vec<(usize, usize, f64)> {
    let law = law(&[2, 2], epsilon);
    let logs = |k: u64| (1..=k).map(|i| (i as f64).ln()).sum::<f64>();
    let shares = TRUTHS.map(|truth| perturbed(&[2, 2], epsilon, &truth));
    let mut held = [[0.0; 4]; TRUTHS.len()];
    for counts in compositions(n, 4) {
        let found = of_counts(&law, counts.clone(), &Options::default());
        let ways = logs(n) - counts.iter().copied().map(logs).sum::<f64>();
        for ((held, truth), shares) in held.iter_mut().zip(&TRUTHS).zip(&shares) {
            let mass = (ways
                + counts.iter().zip(shares).map(|(k, share)| *k as f64 * share.ln()).sum::<f64>())
            .exp();
            for (cell, (held, share)) in held.iter_mut().zip(truth).enumerate() {
                let found = found.cell(cell);
                *held += if found.lower <= *share && *share <= found.upper { mass } else { 0.0 };
            }
        }
    }
    let all = held.iter().enumerate();
    all.flat_map(|(truth, held)| held.iter().enumerate().map(move |(cell, held)| (truth, cell, *held)))
        .collect()
}

#[test]
fn intervals_of_small_tables_hold_the_truth() {
    for epsilon in [0.5, 1.0, 2.0, 3.0, 4.0, 6.0] {
        for n in [3, 5, 10, 24] {
            for (truth, cell, held) in coverage_of_pair(epsilon, n) {
                let truth = TRUTHS[truth];
                assert!(held >= 0.95 - 1e-9, "ε = {epsilon}, n = {n}, cell {cell} of {truth:?}: {held}");
            }
        }
    }
}

/// Shares that fall by the factor 0.6; every third cell is empty.
fn skewed(cells: u32) -> Vec<f64> {
    let weight = |cell: u32| if cell % 3 == 2 { 0.0 } else { 0.6_f64.powf(f64::from(cell)) };
    let total: f64 = (0..cells).map(weight).sum();
    (0..cells).map(|cell| weight(cell) / total).collect()
}

/// The results for one cell: how often its interval held the truth, and the stated and the actual spread of its estimate.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    held: f64,
    stated: f64,
    actual: f64,
}

fn simulate(law: &Law, truth: &[f64], options: &Options, mut draw: impl FnMut() -> Vec<u64>) -> Vec<Seen> {
    let mut seen = vec![Seen::default(); truth.len()];
    for _ in 0..SURVEYS {
        let found = of_counts(law, draw(), options);
        for ((seen, cell), truth) in seen.iter_mut().zip(found.cells()).zip(truth) {
            seen.held += f64::from(u8::from(cell.lower <= *truth && *truth <= cell.upper));
            seen.stated += cell.standard_error.unwrap().powi(2);
            seen.actual += (cell.estimate - truth).powi(2);
        }
    }
    let n = f64::from(SURVEYS);
    let mean =
        |s: Seen| Seen { held: s.held / n, stated: (s.stated / n).sqrt(), actual: (s.actual / n).sqrt() };
    seen.into_iter().map(mean).collect()
}

/// The counts of n reports whose cells are drawn with these shares.
pub(crate) fn drawn(shares: &[f64], n: u32, dice: &mut Dice) -> Vec<u64> {
    let mut counts = vec![0; shares.len()];
    for _ in 0..n {
        let mut left = dice.unit();
        let inside = |share: &f64| {
            left -= share;
            left < 0.0
        };
        counts[shares.iter().position(inside).unwrap_or(0)] += 1;
    }
    counts
}

const SURVEYS: u32 = 1000;

/// The smallest allowed coverage: 4.5 standard errors below 95 %.
fn least_allowed() -> f64 {
    0.95 - 4.5 * (0.95 * 0.05 / f64::from(SURVEYS)).sqrt()
}

#[test]
fn intervals_of_larger_tables_hold_the_truth() {
    for (sizes, epsilon, n) in [
        (vec![2, 12], 5.0, 150),
        (vec![2, 12], 5.0, 1500),
        (vec![2, 12], 3.0, 150),
        (vec![2, 3, 4], 1.0, 50),
        (vec![2, 3, 4], 4.0, 100),
        (vec![3, 4], 2.0, 200),
        (vec![3, 4], 7.0, 60),
    ] {
        let law = law(&sizes, epsilon);
        let cells = sizes.iter().product::<u32>();
        for truth in [skewed(cells), vec![1.0 / f64::from(cells); cells as usize]] {
            let shares = perturbed(&sizes, epsilon, &truth);
            let mut dice = Dice::new(7);
            let seen = simulate(&law, &truth, &Options::default(), || drawn(&shares, n, &mut dice));
            for (cell, seen) in seen.iter().enumerate() {
                assert!(
                    seen.held >= least_allowed(),
                    "{sizes:?}, ε = {epsilon}, n = {n}, cell {cell}: {seen:?}"
                );
                // A cell in which more than ten respondents are expected.
                if truth[cell] * f64::from(n) > 10.0 {
                    let ratio = seen.stated / seen.actual;
                    assert!(
                        (ratio - 1.0).abs() < 0.12,
                        "{sizes:?}, ε = {epsilon}, n = {n}, cell {cell}: {seen:?}"
                    );
                }
            }
        }
    }
}

/// The same surveys with score intervals, which take the noise from the reports themselves.
#[test]
fn score_intervals_of_larger_tables_are_rejected() {
    let (sizes, epsilon, n) = ([2, 12], 5.0, 150);
    let truth = skewed(24);
    let shares = perturbed(&sizes, epsilon, &truth);
    let (mut dice, mut held) = (Dice::new(7), vec![0.0; 24]);
    for _ in 0..SURVEYS {
        let counts = drawn(&shares, n, &mut dice);
        for (cell, (estimate, square)) in scores(&sizes, epsilon, &counts).into_iter().enumerate() {
            let (low, high) = score(estimate, (square - estimate).max(0.0), f64::from(n));
            held[cell] += f64::from(u8::from(low <= truth[cell] && truth[cell] <= high)) / f64::from(SURVEYS);
        }
    }
    assert!(held.iter().any(|held| *held < least_allowed()), "went unnoticed: {held:?}");
}

/// P(K = k) for every k: `yes` of `people` would answer yes, n of the people are asked, and every answer is perturbed.
fn counts_of_few(people: u32, yes: u32, n: u32, same: f64, other: f64) -> Vec<f64> {
    let log = |k: u32| (1..=k).map(|i| f64::from(i).ln()).sum::<f64>();
    let choose = |n: u32, k: u32| log(n) - log(k) - log(n - k);
    let mut masses = vec![0.0; n as usize + 1];
    for asked in (n + yes).saturating_sub(people)..=yes.min(n) {
        let chance = (choose(yes, asked) + choose(people - yes, n - asked) - choose(people, n)).exp();
        let (kept, turned) = (binomial(asked, same), binomial(n - asked, other));
        for (i, one) in kept.iter().enumerate() {
            turned.iter().enumerate().for_each(|(j, two)| masses[i + j] += chance * one * two);
        }
    }
    masses
}

/// A census has no sampling error: only noise is left, and it is stated exactly. Without the size of the population, the
/// stated error is up to five times as large.
#[test]
fn intervals_of_few_people_hold_the_truth() {
    let mut told_too_much = 0.0_f64;
    for epsilon in [0.5, 1.0, 2.0, 3.0, 4.5, 6.0] {
        let law = law(&[2], epsilon);
        let (same, other) = chances(2, epsilon);
        for (people, n) in
            [(5, 5), (20, 20), (60, 60), (200, 200), (60, 20), (60, 50), (200, 190), (5000, 100)]
        {
            let options = Options::default().population(u64::from(people));
            let intervals = |count: u32| {
                let found = of_counts(&law, vec![u64::from(count), u64::from(n - count)], &options);
                let error = found.cell(0).standard_error.unwrap();
                let noise = found.standard_errors_of_noise().unwrap()[0];
                let sampling = found.standard_errors_of_sampling().unwrap()[0];
                assert!((noise.hypot(sampling) / error - 1.0).abs() < 1e-9);
                (found.cell(0), noise)
            };
            let all: Vec<_> = (0..=n).map(intervals).collect();
            let alone = |count: u32| {
                let counts = vec![u64::from(count), u64::from(n - count)];
                of_counts(&law, counts, &Options::default()).cell(0).standard_error.unwrap()
            };
            let plain: Vec<f64> = (0..=n).map(alone).collect();
            for yes in [0, 1, people / 20, people / 4, people / 2, people - 1, people] {
                let share = f64::from(yes) / f64::from(people);
                let masses = counts_of_few(people, yes, n, same, other);
                let mean = |of: &dyn Fn(usize) -> f64| -> f64 {
                    masses.iter().enumerate().map(|(k, mass)| mass * of(k)).sum()
                };
                let held = mean(&|k| f64::from(u8::from(all[k].0.lower <= share && share <= all[k].0.upper)));
                let actual = mean(&|k| (all[k].0.estimate - share).powi(2)).sqrt();
                let stated = mean(&|k| all[k].0.standard_error.unwrap().powi(2)).sqrt();
                let told =
                    format!("ε = {epsilon}, {n} of {people}, {yes} yes: {held}, {stated} for {actual}");
                assert!(held >= 0.95 - 1e-9, "{told}");
                if n == people {
                    assert!((stated / actual - 1.0).abs() < 1e-6, "{told}");
                    told_too_much = told_too_much.max(mean(&|k| plain[k].powi(2)).sqrt() / actual);
                }
            }
        }
    }
    assert!(told_too_much > 3.0, "{told_too_much}");
}

/// The reports of n people out of these, each of whom is asked once.
struct Few {
    answers: Vec<usize>,
    reports: Vec<Vec<f64>>,
    n: usize,
    dice: Dice,
}

impl Few {
    fn counts(&mut self) -> Vec<u64> {
        let mut counts = vec![0; self.reports.len()];
        for asked in 0..self.n {
            let other = asked + self.dice.index(self.answers.len() - asked);
            self.answers.swap(asked, other);
            let report = drawn(&self.reports[self.answers[asked]], 1, &mut self.dice);
            counts.iter_mut().zip(report).for_each(|(sum, one)| *sum += one);
        }
        counts
    }
}

/// The answers of twelve people, each as one of the twelve cells.
const ANSWERS: [usize; 12] = [0, 0, 0, 0, 1, 1, 3, 3, 6, 7, 7, 10];

#[test]
fn tables_of_few_people_hold_the_truth() {
    let sizes = [2, 6];
    for (epsilon, people, n) in
        [(4.0, 120, 120), (2.0, 120, 120), (5.0, 120, 60), (1.0, 300, 300), (6.0, 60, 60)]
    {
        let law = law(&sizes, epsilon);
        let answers: Vec<usize> = ANSWERS.into_iter().cycle().take(people).collect();
        let share = |cell: usize| answers.iter().filter(|of| **of == cell).count() as f64 / people as f64;
        let truth: Vec<f64> = (0..12).map(share).collect();
        let only = |cell: usize| (0..12).map(|of| f64::from(u8::from(of == cell))).collect::<Vec<f64>>();
        let reports = (0..12).map(|cell| perturbed(&sizes, epsilon, &only(cell))).collect();
        let mut few = Few { answers, reports, n, dice: Dice::new(11) };
        let options = Options::default().population(people as u64);
        for (cell, seen) in simulate(&law, &truth, &options, || few.counts()).into_iter().enumerate() {
            let told = format!("ε = {epsilon}, {n} of {people}, cell {cell}: {seen:?}");
            assert!(seen.held >= least_allowed(), "{told}");
            // 4.5 standard errors of a spread that is measured in a thousand surveys.
            assert!(
                n < people
                    || (seen.stated / seen.actual - 1.0).abs()
                        < 4.5 / (2.0 * f64::from(SURVEYS)).sqrt() + 0.1,
                "{told}"
            );
        }
    }
}

#[test]
fn more_reports_than_people_are_refused() {
    let law = law(&[2], 1.0);
    let table = Table::from_counts(&schema_of(&[2]), &[0], vec![30, 21]).unwrap();
    let refused =
        |people: u64| estimate(&law, table.clone(), &Options::default().population(people)).map(|_| ());
    let error = refused(50).unwrap_err();
    assert_eq!(error.code().as_str(), "invalid-population");
    assert!(error.to_string().contains("50") && error.to_string().contains("51"), "{error}");
    assert_eq!(refused(51), Ok(()));
}
