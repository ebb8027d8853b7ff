//! How often tests reject a true hypothesis at 5 %: calibrated tests, and published statistics applied to reconstructed counts. Also
//! how often calibrated tests reject a false hypothesis, compared with the predicted power.
//!
//! `cargo bench --bench calibration -- [SURVEYS] [SIZES]` prints a row of Markdown for every setting as soon as it is done. SIZES
//! restricts it to two questions of these sizes (`2x2`, `3x2`, `4x5`); without it all are run. Standard errors over 10,000 surveys:
//! 0.22 % of a rate of 5 %, 0.5 % of one of 50 %.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a benchmark has no callers")]

#[path = "../tests/common/mod.rs"]
mod common;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/inference/drawn.rs"]
mod drawn;
#[allow(dead_code, reason = "the enumeration uses more of it")]
#[path = "../tests/enumeration/listing.rs"]
mod listing;

use candor::design::analysis::default_tables;
use candor::design::{Levels, Method, Request};
use candor::estimate::Options;
use candor::inference::{self, Hypothesis, Prospect};
use candor::law::Law;

use drawn::{Drawn, dependent, independent, seeded};

const LEVEL: f64 = 0.05;

fn law(name: &str, sizes: [u32; 2], epsilon: f64) -> Law {
    let three = [sizes[0], sizes[1], 2];
    let pair = [vec![0, 1]];
    let request = match name {
        "independent" => Request::levels(&Levels::new(sizes.into(), vec![epsilon / 2.0; 2]).unwrap())
            .method(Method::Independent),
        "pair" => Request::record_budget(&sizes, &[1.0; 2], epsilon).method(Method::Pair),
        "optimal, of three" => Request::record_budget(&three, &[1.0; 3], epsilon).method(Method::Optimal),
        "analysis" => Request::tables(&sizes, &pair, epsilon).method(Method::Analysis),
        "labelled" => Request::tables(&sizes, &pair, epsilon).method(Method::Labelled),
        "labelled, of three" => Request::tables(&three, &default_tables(3), epsilon).method(Method::Labelled),
        other => panic!("{other}"),
    };
    request.design().unwrap().law().clone()
}

const SIZES: [[u32; 2]; 3] = [[2, 2], [3, 2], [4, 5]];

const EPSILONS: [f64; 3] = [1.0, 2.0, 4.0];

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let surveys: u32 = asked.first().and_then(|number| number.parse().ok()).unwrap_or(10_000);
    let named =
        |sizes: &[u32; 2]| asked.get(1).is_none_or(|name| *name == format!("{}x{}", sizes[0], sizes[1]));
    let wanted: Vec<[u32; 2]> = SIZES.into_iter().filter(named).collect();
    println!(
        "| table | law | record ε | n | calibrated independence | published χ² of reconstructed counts | calibrated trend | calibrated fit |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for &sizes in &wanted {
        of_true_hypotheses(sizes, surveys);
    }
    println!(
        "\n## Power\n\nThe power of the calibrated test of independence at 5 %, where the corners of the table depart from independence.\n"
    );
    println!("| table | law | record ε | n | predicted | simulated |\n|---|---|---|---|---|---|");
    for &sizes in &wanted {
        of_false_hypotheses(sizes, surveys);
    }
}

/// The laws that are simulated. A unit of 40 cells has too many subsets to list.
fn names(sizes: [u32; 2]) -> [&'static str; 5] {
    let labelled = if sizes[1] == 2 { "labelled, of three" } else { "labelled" };
    ["independent", "pair", "optimal, of three", "analysis", labelled]
}

fn of_true_hypotheses(sizes: [u32; 2], surveys: u32) {
    let shape = format!("{}×{}", sizes[0], sizes[1]);
    for (name, epsilon) in names(sizes).into_iter().flat_map(|name| EPSILONS.map(|epsilon| (name, epsilon))) {
        let truth = independent(sizes);
        let law = law(name, sizes, epsilon);
        if !law.identifies(&[0, 1]) {
            println!("| {shape} | {name} | {epsilon} | any | refused: the law erases the table | | | |");
            continue;
        }
        let drawn = Drawn::new(law, &[0, 1], &truth);
        for n in [500, 5_000, 50_000] {
            println!("| {shape} | {name} | {epsilon} | {n} | {} |", rates(&drawn, sizes, &truth, n, surveys));
        }
    }
}

fn of_false_hypotheses(sizes: [u32; 2], surveys: u32) {
    let schema = common::schema_of(&sizes);
    for (name, epsilon) in ["independent", "pair", "labelled"]
        .into_iter()
        .flat_map(|name| EPSILONS.map(|epsilon| (name, epsilon)))
    {
        let (law, truth) = (law(name, sizes, epsilon), dependent(sizes, 0.01));
        let prospect = Prospect::new((&schema, &law), &[0, 1], &Hypothesis::Independence, &truth).unwrap();
        let drawn = Drawn::new(law, &[0, 1], &truth);
        for power in [0.3, 0.6, 0.9] {
            let n = prospect.respondents(power, LEVEL).unwrap().unwrap();
            let predicted = 100.0 * prospect.power(n, LEVEL).unwrap();
            let mut rng = seeded(n);
            let rejects = |_: &u32| {
                let table = drawn.survey(n, &mut rng);
                let tested =
                    inference::test(&drawn.law, table, &Hypothesis::Independence, &Options::default());
                tested.unwrap().calibrated.p_value < LEVEL
            };
            let found = (0..surveys).filter(rejects).count() as f64 * 100.0 / f64::from(surveys);
            println!(
                "| {}×{} | {name} | {epsilon} | {n} | {predicted:.1} % | {found:.1} % |",
                sizes[0], sizes[1]
            );
        }
    }
}

/// The rejection rate of each test, in percent.
fn rates(drawn: &Drawn, sizes: [u32; 2], truth: &[f64], n: u64, surveys: u32) -> String {
    let mut rng = seeded(u64::from(sizes[0] * 100 + sizes[1]) + n);
    let (mut independence, mut published, mut undefined, mut trend, mut fit) = (0, 0, 0, 0, 0);
    for _ in 0..surveys {
        let table = drawn.survey(n, &mut rng);
        let test = |hypothesis: &Hypothesis| {
            inference::test(&drawn.law, table.clone(), hypothesis, &Options::default()).unwrap()
        };
        let tested = test(&Hypothesis::Independence);
        independence += u32::from(tested.calibrated.p_value < LEVEL);
        published += u32::from(tested.published.is_some_and(|published| published.p_value < LEVEL));
        undefined += u32::from(tested.published.is_none());
        if sizes[1] == 2 {
            trend += u32::from(test(&Hypothesis::Trend { scores: None }).calibrated.p_value < LEVEL);
        }
        fit += u32::from(test(&Hypothesis::Fit { shares: truth.to_vec() }).calibrated.p_value < LEVEL);
    }
    let percent = |count: u32| format!("{:.1} %", 100.0 * f64::from(count) / f64::from(surveys));
    let lost = if undefined > 0 { format!(", undefined in {}", percent(undefined)) } else { String::new() };
    let trend = if sizes[1] == 2 { percent(trend) } else { "–".into() };
    format!("{} | {}{lost} | {trend} | {}", percent(independence), percent(published), percent(fit))
}
