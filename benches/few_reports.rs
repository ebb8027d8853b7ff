//! How often tests reject a true hypothesis at 5 % and at 0.1 % if some kinds of reports are rare: by the p-value that Candor returns, and
//! by that of χ².
//!
//! `cargo bench --bench few_reports -- [SURVEYS] [NAME]` prints a row of Markdown for every setting whose name contains NAME, as soon as it
//! is done. Standard errors over 1,000 surveys: 0.7 % of a rate of 5 %, 0.1 % of one of 0.1 %.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a benchmark has no callers")]

#[path = "../tests/common/mod.rs"]
mod common;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/inference/drawn.rs"]
mod drawn;
#[allow(dead_code, reason = "the enumeration uses more of it")]
#[path = "../tests/enumeration/listing.rs"]
mod listing;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/inference/rare.rs"]
mod rare;

use candor::design::Method;
use candor::estimate::Options;
use candor::inference::{self, Effect, Effects, Hypothesis, Tested, equality, likelihood_ratio};

use drawn::{Drawn, seeded};
use rare::{beside_arms, common_cells_depend, of_pair, outer};

const LEVELS: [f64; 2] = [0.05, 0.001];

/// Sizes of tables and names of laws.
const TABLES: [([u32; 2], &str); 5] = [
    ([2, 2], "independent"),
    ([2, 2], "plain arms"),
    ([2, 2], "analysis"),
    ([3, 4], "plain arms"),
    ([3, 4], "analysis"),
];

/// ε, and the share of the rarest answer.
const RARE: [(f64, f64); 2] = [(3.0, 0.01), (8.0, 0.01)];

const LAWS: [&str; 3] = ["independent", "plain arms", "analysis"];

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let surveys: u32 = asked.first().and_then(|number| number.parse().ok()).unwrap_or(1_000);
    println!("| setting | n | simulated | draws | reported, at 5 % | at 0.1 % | by χ², at 5 % | at 0.1 % |");
    println!("|---|---|---|---|---|---|---|---|");
    for (sizes, law) in TABLES {
        for (epsilon, share) in RARE {
            let name = format!("{}×{}, {law}, ε {epsilon}", sizes[0], sizes[1]);
            if asked.get(1).is_none_or(|part| name.contains(part)) {
                of_setting(&name, sizes, law, epsilon, share, surveys);
            }
        }
    }
    if asked.get(1).is_none_or(|part| "power".contains(part)) {
        of_power(3 * surveys / 10);
    }
    println!(
        "\n## Ratios\n\nIntervals at 95 %: how often they hold the true ratio, and their median length in logarithms over all surveys.\n"
    );
    println!(
        "| law | ε | second group | outcomes | n | risk ratio | length | odds ratio | length | difference |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (law, epsilon) in LAWS.into_iter().flat_map(|law| [3.0, 6.0].map(|epsilon| (law, epsilon))) {
        for (group, risks) in
            [(0.1, [0.05, 0.15]), (0.9, [0.15, 0.05]), (0.3, [0.05, 0.05]), (0.5, [0.2, 0.4])]
        {
            if asked.get(1).is_none_or(|part| "ratios".contains(part)) {
                of_ratios(law, epsilon, group, risks, surveys);
            }
        }
    }
}

/// Power of the score and of the likelihood ratio to detect that common answers depend on each other in a table that also has rare ones.
fn of_power(surveys: u32) {
    println!(
        "\n## Power of the likelihood ratio\n\nA 5×7 table has two answers of 1 % to each question, and the share in the fourth column is moved between four of its common cells. In how many of {surveys} surveys independence is rejected at 5 %, by the score statistic and by the likelihood ratio:\n"
    );
    println!("| law | ε | n | share moved | score | likelihood ratio |");
    println!("|---|---|---|---|---|---|");
    let settings = [(Method::Labelled, 8.0, 200, 0.0), (Method::Labelled, 8.0, 200, 0.03)];
    for (method, epsilon, n, more) in settings {
        let drawn = Drawn::new(of_pair([5, 7], epsilon, method), &[0, 1], &common_cells_depend(more));
        let (mut rng, mut found, options) = (seeded(n), [0_u32; 2], Options::default());
        for _ in 0..surveys {
            let table = drawn.survey_with_subsets(n, &mut rng);
            let tests = [
                inference::test(&drawn.law, table.clone(), &Hypothesis::Independence, &options),
                likelihood_ratio(&drawn.law, table, &Hypothesis::Independence, &options),
            ];
            for (count, tested) in found.iter_mut().zip(tests) {
                *count += u32::from(tested.unwrap().calibrated.p_value < 0.05);
            }
        }
        let [score, ratio] =
            found.map(|count| format!("{:.0} %", 100.0 * f64::from(count) / f64::from(surveys)));
        println!("| {method} | {epsilon} | {n} | {more} | {score} | {ratio} |");
    }
}

fn of_ratios(law: &str, epsilon: f64, group: f64, [p, q]: [f64; 2], surveys: u32) {
    let shares = [(1.0 - group) * (1.0 - p), (1.0 - group) * p, group * (1.0 - q), group * q];
    let drawn = Drawn::new(law_of(law, [2, 2], epsilon), &[0, 1], &shares);
    let truth = [q / p, q * (1.0 - p) / (p * (1.0 - q)), q - p];
    for n in [300, 1_000] {
        let (mut rng, mut held, mut lengths) = (seeded(n), [0_u32; 3], [Vec::new(), Vec::new()]);
        for _ in 0..surveys {
            let Effects { risk_ratio, odds_ratio, difference, .. } =
                Effects::new(&drawn.law, drawn.survey(n, &mut rng), &Options::default()).unwrap();
            let ends = |effect: &Effect| (effect.lower, effect.upper.unwrap_or(f64::INFINITY));
            let effects = [risk_ratio, odds_ratio, difference];
            for ((held, effect), truth) in held.iter_mut().zip(&effects).zip(truth) {
                let (lower, upper) = ends(effect);
                *held += u32::from(lower <= truth && truth <= upper);
            }
            for (lengths, effect) in lengths.iter_mut().zip(&effects) {
                let (lower, upper) = ends(effect);
                lengths.push((upper / lower).ln());
            }
        }
        let percent = held.map(|count| format!("{:.1} %", 100.0 * f64::from(count) / f64::from(surveys)));
        let [risks, odds] = lengths.map(|mut lengths| {
            lengths.sort_by(f64::total_cmp);
            format!("{:.2}", lengths[lengths.len() / 2])
        });
        println!(
            "| {law} | {epsilon} | {group} | {p}, {q} | {n} | {} | {risks} | {} | {odds} | {} |",
            percent[0], percent[1], percent[2]
        );
    }
}

/// The first answer has this share; the others share the rest evenly.
fn with_share(size: u32, share: f64) -> Vec<f64> {
    let other = (1.0 - share) / f64::from(size - 1);
    (0..size).map(|place| if place == 0 { share } else { other }).collect()
}

/// The first answer to the second question has this share; the first answer to the first question has three times as much.
fn of_setting(name: &str, sizes: [u32; 2], law: &str, epsilon: f64, share: f64, surveys: u32) {
    let [rows, columns] = [3.0 * share, share].map(|share| share.min(0.5));
    let truth = outer(&with_share(sizes[0], rows), &with_share(sizes[1], columns));
    let drawn = Drawn::new(law_of(law, sizes, epsilon), &[0, 1], &truth);
    let fit = Hypothesis::Fit { shares: truth };
    for n in [100, 300, 5_000] {
        let mut rng = seeded(n);
        let test = |table, hypothesis: &Hypothesis| {
            inference::test(&drawn.law, table, hypothesis, &Options::default())
        };
        let independence = rates(surveys, || test(drawn.survey(n, &mut rng), &Hypothesis::Independence).ok());
        println!("| {name}: independence | {n} | {independence} |");
        println!("| {name}: fit | {n} | {} |", rates(surveys, || test(drawn.survey(n, &mut rng), &fit).ok()));
        let apart = rates(surveys, || {
            let [few, more] = [n, 3 * n].map(|n| drawn.survey(n, &mut rng));
            equality((&drawn.law, few), (&drawn.law, more), &Options::default()).ok()
        });
        println!("| {name}: equality | {n} | {apart} |");
    }
}

fn law_of(name: &str, sizes: [u32; 2], epsilon: f64) -> candor::law::Law {
    let method = match name {
        "plain arms" => return beside_arms(sizes, epsilon),
        "independent" => Method::Independent,
        _ => Method::Analysis,
    };
    of_pair(sizes, epsilon, method)
}

/// A row's cells: the percentage of simulated p-values, their mean number of draws, and the rejection rates.
fn rates(surveys: u32, mut test: impl FnMut() -> Option<Tested>) -> String {
    let (mut rejected, mut simulated, mut draws, mut tests) = ([0_u32; 4], 0, 0_u64, 0);
    for tested in (0..surveys).filter_map(|_| test()) {
        let null = tested.null_distribution;
        let p_values = [tested.calibrated.p_value, null.chi_squared_p_value];
        let below = p_values.iter().flat_map(|p| LEVELS.map(|level| *p < level));
        rejected.iter_mut().zip(below).for_each(|(count, below)| *count += u32::from(below));
        draws += u64::from(null.draws);
        simulated += u32::from(null.draws > 0);
        tests += 1;
    }
    let percent = |count: u32| format!("{:.2} %", 100.0 * f64::from(count) / f64::from(tests));
    let [reported, rarely, chi_squared, more_rarely] = rejected.map(percent);
    let (draws, simulated) = (draws / u64::from(simulated.max(1)), percent(simulated));
    format!("{simulated} | {draws} | {reported} | {rarely} | {chi_squared} | {more_rarely}")
}
