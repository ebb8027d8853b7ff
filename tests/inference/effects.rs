//! Effects in 2×2 tables. Without noise they equal the textbook formulas. Under three laws their intervals hold the true effects, over
//! 2,000 surveys per setting. [`ALLOWED`] is 4.5 standard errors of 95 %: each of the 45 checks fails by chance once in 150,000 seeds, and
//! one of them once in 3,000. Intervals that are an eighth too short fail.

use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::Options;
use candor::inference::{Effect, Effects};
use candor::law::Law;

use super::drawn::{Drawn, seeded};
use crate::common::nightly::every;
use crate::common::{designed, schema_of};

const SURVEYS: u32 = 2000;
const ALLOWED: f64 = 0.022;

fn law(request: Request) -> Law {
    designed(request).unwrap().law().clone()
}

fn independent(epsilon: f64) -> Law {
    law(Request::levels(&Levels::new(vec![2, 2], vec![epsilon; 2]).unwrap()).method(Method::Independent))
}

/// Risk ratio, odds ratio and difference of the shares.
fn truth([a, b, c, d]: [f64; 4]) -> [f64; 3] {
    let (first, second) = (b / (a + b), d / (c + d));
    [second / first, a * d / (b * c), second - first]
}

fn each(effects: Effects) -> [Effect; 3] {
    [effects.risk_ratio, effects.odds_ratio, effects.difference]
}

#[test]
fn without_noise_effects_are_those_of_the_textbook() {
    let counts = [4200_u64, 800, 2100, 2900];
    let table = Table::from_counts(&schema_of(&[2, 2]), &[0, 1], counts.into()).unwrap();
    let effects = each(Effects::new(&independent(30.0), table, &Options::default()).unwrap());
    let expected = truth(counts.map(|count| count as f64 / 10_000.0));
    let ratio = |log_variance: f64, value: f64| {
        let half = 1.96 * log_variance.sqrt();
        [value * (-half).exp(), value * half.exp()]
    };
    let [a, b, c, d] = counts.map(|count| count as f64);
    let spread = |x: f64, of: f64| x / of * (1.0 - x / of) / of;
    let half = 1.96 * (spread(b, a + b) + spread(d, c + d)).sqrt();
    // Katz, Woolf and Wald: the lengths agree within 2 % at 10,000 people.
    let textbook = [
        ratio(1.0 / d - 1.0 / (c + d) + 1.0 / b - 1.0 / (a + b), expected[0]),
        ratio(1.0 / a + 1.0 / b + 1.0 / c + 1.0 / d, expected[1]),
        [expected[2] - half, expected[2] + half],
    ];
    for ((effect, expected), [lower, upper]) in effects.iter().zip(expected).zip(textbook) {
        let length = upper - lower;
        assert!((effect.estimate.unwrap() - expected).abs() < 0.02 * length, "{effect:?} {expected}");
        assert!((effect.lower - lower).abs() < 0.02 * length, "{effect:?} {lower}");
        assert!((effect.upper.unwrap() - upper).abs() < 0.02 * length, "{effect:?} {upper}");
    }
}

/// The coverage of the intervals, and of the same intervals shortened by an eighth around their middle.
fn coverage(law: &Law, shares: [f64; 4], n: u64) -> [[f64; 2]; 3] {
    let drawn = Drawn::new(law.clone(), &[0, 1], &shares);
    let (mut rng, truth) = (seeded(n), truth(shares));
    let mut held = [[0; 2]; 3];
    for _ in 0..SURVEYS {
        let effects = each(Effects::new(law, drawn.survey(n, &mut rng), &Options::default()).unwrap());
        for ((held, effect), truth) in held.iter_mut().zip(effects).zip(truth) {
            let upper = effect.upper.unwrap_or(f64::INFINITY);
            held[0] += u32::from(effect.lower <= truth && truth <= upper);
            let cut = (upper - effect.lower) / 16.0;
            held[1] += u32::from(effect.lower + cut <= truth && truth <= upper - cut);
        }
    }
    held.map(|held| held.map(|count| f64::from(count) / f64::from(SURVEYS)))
}

#[test]
fn intervals_hold_the_true_effects() {
    let labelled =
        law(Request::tables(&[2, 2, 2], &[vec![0], vec![0, 1], vec![1, 2]], 2.0).method(Method::Labelled));
    let pair = law(Request::levels(&Levels::new(vec![2, 2], vec![1.0; 2]).unwrap()).method(Method::Pair));
    let truths = [[0.4, 0.1, 0.25, 0.25], [0.25; 4], [0.5, 0.2, 0.25, 0.05]];
    for law in [independent(3.0), pair, labelled] {
        for &shares in every(&truths[..], &truths[..1]) {
            for n in [3_000, 30_000] {
                for [held, shortened] in coverage(&law, shares, n) {
                    assert!((held - 0.95).abs() < ALLOWED, "{shares:?} at {n}: {held}");
                    assert!(shortened < 0.95 - ALLOWED / 4.0, "what is too short passes: {shortened}");
                }
            }
        }
    }
}

/// A group of 30 people, and outcomes that are rare in it.
#[test]
fn intervals_of_small_groups_and_rare_outcomes_hold_the_true_effects() {
    let labelled = law(Request::tables(&[2, 2], &[vec![0, 1]], 6.0).method(Method::Labelled));
    for law in [independent(3.0), labelled] {
        for shares in [[0.855, 0.045, 0.085, 0.015], [0.085, 0.015, 0.855, 0.045]] {
            for [held, shortened] in coverage(&law, shares, 300) {
                println!("{shares:?}: {held}, shortened {shortened}");
                assert!(held > 0.95 - ALLOWED && held < 0.985, "{shares:?}: {held}");
            }
        }
    }
}

/// If the noise is much larger than the first group, no ratio can be bounded, and the interval says so.
#[test]
fn intervals_of_drowned_tables_have_no_end() {
    let law = independent(0.3);
    let drawn = Drawn::new(law.clone(), &[0, 1], &[0.4, 0.1, 0.25, 0.25]);
    let mut rng = seeded(2);
    let mut unbounded = 0;
    for _ in 0..100 {
        let effects = Effects::new(&law, drawn.survey(300, &mut rng), &Options::default()).unwrap();
        unbounded += u32::from(effects.risk_ratio.upper.is_none());
        assert!(effects.difference.lower >= -1.0 && effects.difference.upper.unwrap() <= 1.0);
        assert!(effects.risk_ratio.lower >= 0.0 && effects.risk_ratio.estimate.is_none_or(f64::is_finite));
    }
    assert!(unbounded > 80, "{unbounded}");
}

#[test]
fn other_tables_have_no_such_effects() {
    let table = Table::from_counts(&schema_of(&[3, 2]), &[0, 1], vec![10; 6]).unwrap();
    let law =
        law(Request::levels(&Levels::new(vec![3, 2], vec![1.0; 2]).unwrap()).method(Method::Independent));
    let refused = Effects::new(&law, table, &Options::default()).unwrap_err();
    assert_eq!(refused.code().as_str(), "invalid-hypothesis");
}
