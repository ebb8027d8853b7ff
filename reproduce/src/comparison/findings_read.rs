//! Findings from the measured errors of what people read.

use super::READ;
use super::collected::Reading;
use super::findings::{Judged, first, ratio_table, short, those_judged, where_judged};
use super::methods::Compared;
use super::read::{self, CALM, OURS};
use crate::experiment::Finding;
use crate::table::{Table, Value};

pub(super) fn findings(table: &Table) -> Vec<Finding> {
    let read = table.with("form", READ);
    let mut findings = Vec::new();
    for people in read.different("people") {
        let of = read.with("people", people.clone());
        for n in of.different("respondents") {
            findings.push(as_read(&of.with("respondents", n.clone()), &format!("{people}, {n} people")));
        }
    }
    findings.extend(calm(&read.with("people", "Adult")));
    findings
}

/// Whether it is a method of others, or of reading Candor's reports, that tells of associations, which products of single questions do not.
fn is_peer_of_pairs((method, by): (Compared, Reading)) -> bool {
    let is_own = matches!(method, Compared::Labelled | Compared::LabelledForBestGuess);
    by == Reading::GraphicalModel || !is_own && by != Reading::Product
}

/// The claim that no peer that tells of associations has a smaller error, by an interval below 1.
fn as_read(of: &Table, case: &str) -> Finding {
    let named = |among: fn((Compared, Reading)) -> bool| -> Vec<String> {
        read::all().filter(|&of| among(of)).map(read::name).collect()
    };
    let holds =
        named(is_peer_of_pairs).iter().all(|method| where_judged(of, method, Judged::Less).is_empty());
    let (all, others) = (named(|_| true), named(|of| of != OURS));
    let sentence = format!(
        "{case}, as read: no peer that tells of associations has a smaller error than {}, by an interval below 1. Of all methods, these have a smaller error: {}. These are not told apart from it: {}. All others that are not refused have a larger one.",
        read::name(OURS),
        those_judged(of, &others, Judged::Less),
        those_judged(of, &others, Judged::NotToldApart)
    );
    let corner = format!("times the error of {}", read::name(OURS));
    Finding::claimed(sentence, holds).showing(ratio_table(of, &corner, &all))
}

/// The claim that CALM as published has a larger error for Adult's pair tables, however many people are asked.
fn calm(adult: &Table) -> Option<Finding> {
    let method = read::name(CALM);
    let of = adult.with("method", method.as_str());
    let numbers = of.different("respondents");
    let at = |epsilon: &Value| {
        let of = of.with("record_epsilon", epsilon.clone());
        let ratio = |n: &Value| Logarithm::of(&of.with("respondents", n.clone()));
        format!("{} at ε = {epsilon}", Logarithm::mean(&numbers.iter().map(ratio).collect::<Vec<_>>()))
    };
    let means: Vec<String> = of.different("record_epsilon").iter().map(at).collect();
    let more = of.numbers("lower").iter().all(|lower| *lower > 1.0);
    let sentence = format!(
        "Adult's pair tables, as read: {method}, has a larger error than {}, by intervals above 1 at every ε and number of people. The geometric means of the ratios for {} people are {}.",
        read::name(OURS),
        numbers.iter().map(Value::to_string).collect::<Vec<_>>().join(", "),
        means.join(", ")
    );
    (!of.rows().is_empty()).then(|| Finding::claimed(sentence, more))
}

/// The logarithm of a ratio, and half the width of its interval.
struct Logarithm {
    of: f64,
    half: f64,
}

impl Logarithm {
    fn of(row: &Table) -> Self {
        let of = first(row, "times").ln();
        Self { of, half: first(row, "upper").ln() - of }
    }

    /// The geometric mean of ratios from separate surveys, with its interval, as text.
    fn mean(ratios: &[Self]) -> String {
        let n = ratios.len() as f64;
        let of = ratios.iter().map(|ratio| ratio.of).sum::<f64>() / n;
        let half = ratios.iter().map(|ratio| ratio.half * ratio.half).sum::<f64>().sqrt() / n;
        format!("{} ({} to {})", short(of.exp()), short((of - half).exp()), short((of + half).exp()))
    }
}
