//! Whether regressions on private questions recover the coefficients that the surveys were drawn with.
//!
//! `cargo bench --bench regressions -- [SURVEYS]` prints a row of Markdown for every coefficient under every law. Over 10,000 surveys the
//! coverage of an interval has a standard error of 0.22 %.

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark has no callers")]

#[path = "../tests/common/mod.rs"]
mod common;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/inference/drawn.rs"]
mod drawn;
#[allow(dead_code, reason = "the enumeration uses more of it")]
#[path = "../tests/enumeration/listing.rs"]
mod listing;
#[path = "../tests/inference/modelled.rs"]
mod modelled;

use candor::estimate::Options;
use candor::inference::{Coefficient, Regression};

use drawn::{Drawn, seeded};
use modelled::{REPORTS, SIZES, beta, laws, shares};

fn main() {
    let asked = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let surveys: u32 = asked.unwrap_or(10_000);
    println!(
        "| law | record ε | answer | coefficient | true | mean | bias in its standard errors | standard deviation | mean standard error | intervals that hold it |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let truth = shares(&SIZES, &beta());
    for (name, law) in laws() {
        let drawn = Drawn::new(law, &[0, 1, 2], &truth);
        let mut rng = seeded(2029);
        let fitted = |_| {
            let table = drawn.survey(REPORTS, &mut rng);
            Regression::new(&drawn.law, table, &Options::default()).unwrap().coefficients
        };
        let models: Vec<Vec<Coefficient>> = (0..surveys).map(fitted).collect();
        for (place, truth) in beta().concat().into_iter().enumerate() {
            let own: Vec<&Coefficient> = models.iter().map(|model| &model[place]).collect();
            println!("| {name} | {:.3} | {} |", drawn.law.record_epsilon(), row(&own, truth));
        }
    }
}

/// The row of one coefficient, from its estimates in all surveys.
fn row(own: &[&Coefficient], truth: f64) -> String {
    let n = own.len() as f64;
    let mean = own.iter().map(|own| own.estimate).sum::<f64>() / n;
    let deviation = (own.iter().map(|own| (own.estimate - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
    let stated = own.iter().map(|own| own.standard_error).sum::<f64>() / n;
    let holds = |own: &&&Coefficient| own.interval.0 <= truth && truth <= own.interval.1;
    let held = 100.0 * own.iter().filter(holds).count() as f64 / n;
    let name = own[0]
        .term
        .as_ref()
        .map_or("constant".to_owned(), |(question, category)| format!("{question} = {category}"));
    let answer = &own[0].outcome;
    let bias = (mean - truth) / (deviation / n.sqrt());
    format!(
        "{answer} | {name} | {truth} | {mean:.4} | {bias:+.1} | {deviation:.4} | {stated:.4} | {held:.1} %"
    )
}
