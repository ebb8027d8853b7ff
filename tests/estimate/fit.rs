//! Ring: whether reports fit their plan. The rate at which honest reports are flagged, by enumeration; reports that must be
//! flagged; and, by a dense search, that the distance is measured to everything that the law can produce.

use crate::common::{self, Dice, schema_of};
use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::{self, Estimation, Misfit};
use candor::law::Law;

/// How often honest reports may be flagged, in all tables of a survey together.
const ALARM: f64 = 1e-4;

fn independent(sizes: &[u32], epsilon: f64) -> Law {
    let levels = Levels::new(sizes.into(), vec![epsilon; sizes.len()]).unwrap();
    common::designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone()
}

fn table(sizes: &[u32], counts: &[u64]) -> Table {
    let all: Vec<usize> = (0..sizes.len()).collect();
    Table::from_counts(&schema_of(sizes), &all, counts.to_vec()).unwrap()
}

fn misfit(law: &Law, table: &Table) -> Option<Misfit> {
    Estimation::new(law, table.clone(), &estimate::Options::default()).unwrap().misfit()
}

fn accused(law: &Law, counts: &[u64]) -> bool {
    misfit(law, &table(law.sizes(), counts)).is_some()
}

/// ln n! for n up to `most`.
fn log_factorials(most: u32) -> Vec<f64> {
    let mut logs = vec![0.0];
    (1..=most).for_each(|i| logs.push(logs[i as usize - 1] + f64::from(i).ln()));
    logs
}

/// All tables of `cells` counts that sum to n.
fn compositions(n: u64, cells: usize) -> Vec<Vec<u64>> {
    if cells == 1 {
        return vec![vec![n]];
    }
    let rest = |first: u64| compositions(n - first, cells - 1).into_iter().map(move |rest| (first, rest));
    (0..=n).flat_map(rest).map(|(first, rest)| [vec![first], rest].concat()).collect()
}

/// P(λ) of one attribute of a categories at ε if answers are distributed as π.
fn perturbed(epsilon: f64, truth: &[f64]) -> Vec<f64> {
    let a = truth.len() as f64;
    let (same, other) = (epsilon.exp() / (epsilon.exp() + a - 1.0), 1.0 / (epsilon.exp() + a - 1.0));
    truth.iter().map(|share| same * share + other * (1.0 - share)).collect()
}

fn drawn(dice: &mut Dice, shares: &[f64]) -> usize {
    let mut left = dice.unit();
    let below = shares.iter().take_while(|share| {
        left -= **share;
        left >= 0.0
    });
    below.count().min(shares.len() - 1)
}

/// The probability that honest reports are flagged, by listing all counts.
fn alarm_rate(law: &Law, n: u64, shares: &[f64], accuses: impl Fn(&[u64]) -> bool) -> f64 {
    assert_eq!(law.sizes().len(), 1);
    let logs = log_factorials(u32::try_from(n).unwrap());
    let log_factorial = |count: u64| logs[usize::try_from(count).unwrap()];
    let chance = |counts: &Vec<u64>| {
        let terms = counts.iter().zip(shares).map(|(&c, share)| c as f64 * share.ln() - log_factorial(c));
        (log_factorial(n) + terms.sum::<f64>()).exp()
    };
    compositions(n, shares.len()).iter().filter(|counts| accuses(counts)).map(chance).sum()
}

/// Exact for one question whose truth lies at a corner or an edge of the simplex, where false alarms are most likely. A
/// rule that flags ten times as often as the textbook's 1 in 10,000 for many reports, s ≥ 4.6, is rejected.
#[test]
fn honest_reports_are_accused_less_often_than_said() {
    let mut reached: f64 = 0.0;
    for (sizes, n) in [(2, 1), (2, 12), (2, 150), (2, 400), (3, 10), (3, 60)] {
        for epsilon in [0.3, 1.0, 3.0] {
            let law = independent(&[sizes], epsilon);
            let mut truths = vec![vec![0.0; sizes as usize]; 3];
            truths[0][0] = 1.0;
            (truths[1][0], truths[1][1]) = (0.5, 0.5);
            (truths[2][0], truths[2][1]) = (0.99, 0.01);
            for truth in truths {
                let rate = alarm_rate(&law, n, &perturbed(epsilon, &truth), |counts| accused(&law, counts));
                assert!(rate <= ALARM, "{sizes} categories, n = {n}, ε = {epsilon}: {rate:e}");
                reached = reached.max(rate);
            }
        }
    }
    assert!(reached > ALARM / 1000.0, "no alarm is ever given: {reached:e}");
    let (law, shares) = (independent(&[2], 1.0), perturbed(1.0, &[1.0, 0.0]));
    let eager = |counts: &[u64]| {
        let kl = counts
            .iter()
            .zip(&shares)
            .filter(|(c, _)| **c > 0)
            .map(|(&c, p)| c as f64 * (c as f64 / 400.0 / p).ln());
        counts[0] as f64 / 400.0 > shares[0] && kl.sum::<f64>() > 4.6
    };
    assert!(alarm_rate(&law, 400, &shares, eager) > ALARM);
}

/// Identical, unperturbed and foreign reports are flagged; honest ones of every kind are not (probability at most 1e-4 per
/// table).
#[test]
fn reports_that_the_law_hardly_produces_are_caught() {
    let law = independent(&[3, 4], 1.0);
    let mut identical = vec![0; 12];
    identical[5] = 500;
    let found = misfit(&law, &table(&[3, 4], &identical)).unwrap();
    assert!(found.probability < 1e-50 && found.probability >= 0.0, "{found:?}");
    assert!(!accused(&law, &[0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]), "two reports prove nothing");
    // Answers that are sent unperturbed: 80 % of them are the same.
    let unperturbed: Vec<u64> = (0..12).map(|cell| if cell == 0 { 800 } else { 18 }).collect();
    assert!(accused(&law, &unperturbed));
    // An interaction that no pair of true answers can produce under so much noise, while each attribute alone looks honest.
    let diagonal = independent(&[3, 3], 0.5);
    assert_eq!(
        misfit(&diagonal, &table(&[3, 3], &[300, 0, 0, 0, 300, 0, 0, 0, 300])).unwrap().attributes,
        ["a0", "a1"]
    );
    let mut dice = Dice::new(11);
    for _ in 0..200 {
        let truth = if dice.unit() < 0.5 { [1.0, 0.0, 0.0] } else { [0.4, 0.6, 0.0] };
        let shares = [perturbed(1.0, &truth), perturbed(1.0, &[0.0, 0.0, 0.0, 1.0])];
        let mut counts = vec![0; 12];
        for _ in 0..300 {
            counts[4 * drawn(&mut dice, &shares[0]) + drawn(&mut dice, &shares[1])] += 1;
        }
        assert!(!accused(&law, &counts), "{counts:?}");
    }
}

/// The stated probability follows from the distance s to the nearest λ that the law can produce, which is found here by
/// plain EM on a dense matrix.
#[test]
fn the_distance_is_that_to_everything_the_law_can_produce() {
    let law = independent(&[2, 3], 0.7);
    let entry = |a: f64, same: bool| if same { 0.7_f64.exp() } else { 1.0 } / (0.7_f64.exp() + a - 1.0);
    let matrix: Vec<Vec<f64>> = (0..6)
        .map(|x| (0..6).map(|y| entry(2.0, x / 3 == y / 3) * entry(3.0, x % 3 == y % 3)).collect())
        .collect();
    let mut dice = Dice::new(5);
    let mut compared = 0;
    for _ in 0..60 {
        let counts: Vec<u64> =
            (0..6).map(|_| u64::from(dice.between(0, 200)) * u64::from(dice.between(0, 2))).collect();
        let n: u64 = counts.iter().sum();
        if n < 6 {
            continue;
        }
        let seen: Vec<f64> = counts.iter().map(|&c| c as f64 / n as f64).collect();
        let mut truth = [1.0 / 6.0; 6];
        let fitted = |truth: &[f64]| -> Vec<f64> {
            (0..6).map(|y| (0..6).map(|x| truth[x] * matrix[x][y]).sum()).collect()
        };
        for _ in 0..20_000 {
            let now = fitted(&truth);
            for x in 0..6 {
                truth[x] *= (0..6).map(|y| matrix[x][y] * seen[y] / now[y]).sum::<f64>();
            }
        }
        let now = fitted(&truth);
        let cells = seen.iter().zip(&now).filter(|(s, _)| **s > 0.0);
        let s = n as f64 * cells.map(|(s, f)| s * (s / f).ln()).sum::<f64>();
        // Two attributes and the table, each as a whole and by its cells; of two attributes the table has a quarter of the level.
        let (tests, level) = (6.0, ALARM / 4.0);
        let bound = if s > 5.0 { (5.0 - s + 5.0 * (s / 5.0).ln()).exp() } else { 1.0 };
        match misfit(&law, &table(&[2, 3], &counts)) {
            Some(found) => {
                let expected = tests * bound;
                compared += usize::from((found.probability.ln() / expected.ln() - 1.0).abs() < 1e-3);
                assert!(expected >= level || found.probability <= expected * 1.001, "{found:?}, {s}");
            }
            None => assert!(tests * bound >= level * 0.999, "s = {s} was passed over"),
        }
    }
    assert!(compared > 10, "{compared}");
}
