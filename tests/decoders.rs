//! Ring: hostile documents. Surveys, plans, reports and answers that are broken at random places are read or refused,
//! never a panic; what is read reads back as the same.
//!
//! 20,000 executions of each, or as many as `CANDOR_EXECUTIONS` says. Seeds are fixed.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use candor::design::Survey;
use candor::plan::{Caps, Plan};
use candor::report::Report;
use candor::schema::{Answer, Record};
use common::Dice;
use rand_core::Rng;

const SURVEY: &str = r#"{"survey":"s","title":"T","attributes":[{"name":"a","question":"?","categories":["0",
    {"value":"1","label":"One"}],"epsilon":1.5,"optional":true},{"name":"b","bins":[null,18,30.5,null],"epsilon":2e0}],
    "privacy":{"method":"independent"},"respondents":100,"tables":[["a","b"]]}"#;

/// Texts that mean something to one decoder or another.
const TOKENS: [&str; 24] = [
    "null",
    "true",
    "-1",
    "0",
    "1e400",
    "1e-400",
    "18446744073709551616",
    "4294967296",
    "0.1",
    "\"\"",
    "\"0\"",
    "\"name\":",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\\u0000",
    "\\ud800",
    "\"18446744073709551615\"",
    "é",
    "[[0,1]]",
    " ",
];

fn plan_text() -> String {
    include_str!("known-answers/plans.ndjson").lines().nth(3).unwrap().to_owned()
}

/// The text with up to four stretches replaced by tokens, by other stretches, or by nothing.
fn broken(text: &str, dice: &mut Dice) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..dice.between(1, 4) {
        let start = dice.index(characters.len() + 1);
        let end = (start + dice.index(12)).min(characters.len());
        let put: Vec<char> = match dice.between(0, 3) {
            0 => Vec::new(),
            1 => {
                let from = dice.index(characters.len().max(1));
                characters.iter().skip(from).take(dice.index(40)).copied().collect()
            }
            2 => TOKENS[dice.index(TOKENS.len())].chars().collect(),
            _ => char::from_u32(dice.0.next_u32() % 0x300).into_iter().collect(),
        };
        characters.splice(start..end, put);
    }
    characters.into_iter().collect()
}

/// Reads broken texts; how many were accepted.
fn read(text: &str, seed: u64, mut decode: impl FnMut(&str) -> bool) -> usize {
    let executions = std::env::var("CANDOR_EXECUTIONS").map_or(20_000, |n| n.parse().unwrap());
    let mut dice = Dice::new(seed);
    assert!(decode(text), "the text that is broken is refused: {text}");
    (0..executions).filter(|_| decode(&broken(text, &mut dice))).count()
}

#[test]
fn surveys() {
    let accepted = read(SURVEY, 41, |text| Survey::from_json(text).is_ok());
    assert!(accepted > 100, "only {accepted} were accepted: nothing behind the parser was met");
}

#[test]
fn plans() {
    read(&plan_text(), 42, |text| {
        let plan = Plan::from_json(text, &Caps::default());
        plan.is_ok_and(|plan| Plan::from_json(plan.json(), &Caps::default()).unwrap().json() == plan.json())
    });
}

#[test]
fn reports() {
    let plan = Plan::from_json(&plan_text(), &Caps::default()).unwrap();
    let report = Report::from_answers(&plan, [7; 16], vec![0, 1, 2, 1, 0]).unwrap().to_json().unwrap();
    let accepted = read(&report, 43, |text| {
        let report = Report::from_json(text, &plan);
        report.is_ok_and(|report| Report::from_json(&report.to_json().unwrap(), &plan).unwrap() == report)
    });
    assert!(accepted > 100, "only {accepted} were accepted: nothing behind the parser was met");
}

#[test]
fn answers() {
    let survey = Survey::from_json(SURVEY).unwrap();
    let mut numbers = Dice::new(45);
    let accepted = read("1", 44, |text| {
        let number = f64::from_bits(numbers.0.next_u64());
        let texts = Record::encode(survey.schema(), |attribute| match attribute.bins() {
            Some(_) => Answer::Number(text.parse().unwrap_or(number)),
            None => Answer::Text(text),
        });
        texts.is_ok()
    });
    assert!(accepted > 100, "only {accepted} were accepted: no answer was right");
}
