//! Ring: known answers. 10,000 reports, each from a plan, a seed and a record, equal those that an independent
//! reference in Python computes (`tests/known-answers/reference.py`, which says how the cases are made). The same
//! digests are checked in Node and Chromium.
//!
//! A failure means that a seed no longer gives the same draw: *value-breaking*.
//!
//! Also checks documents that must be refused, each for the defect that its case names
//! (`tests/known-answers/refusals.py`).

use candor::Error;
use candor::plan::{Caps, Plan};
use candor::report::{Report, respond_with};
use candor::schema::{Answer, Record};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use serde_json::Value;
use sha2::{Digest, Sha256};

const GROUP: usize = 100;

fn plans() -> Vec<Plan> {
    let plan = |text: &str| Plan::from_json(text, &Caps::default()).unwrap();
    include_str!("../known-answers/plans.ndjson").lines().map(plan).collect()
}

/// A digest, as a number, modulo `a`.
fn modulo(text: &str, a: u32) -> u32 {
    let digest = Sha256::digest(text);
    let rest = digest.iter().fold(0, |rest, byte| (rest << 8 | u64::from(*byte)) % u64::from(a));
    u32::try_from(rest).unwrap()
}

fn report(plan: &Plan, case: usize) -> String {
    let sizes = plan.law().sizes().iter().enumerate();
    let record: Vec<u32> = sizes.map(|(j, &a)| modulo(&format!("candor answer {case} {j}"), a)).collect();
    let record = Record::new(plan.schema(), record).unwrap();
    let seed: [u8; 32] = Sha256::digest(format!("candor seed {case}")).into();
    respond_with(plan, record, &mut ChaCha20Rng::from_seed(seed)).to_json().unwrap() + "\n"
}

#[test]
fn ten_thousand_reports_are_known() {
    let plans = plans();
    let digests: Vec<&str> = include_str!("../known-answers/digests.txt").lines().collect();
    assert_eq!(digests.len() * GROUP, 10_000);
    for (group, expected) in digests.iter().enumerate() {
        let cases = group * GROUP..(group + 1) * GROUP;
        let reports: String = cases.map(|case| report(&plans[case % plans.len()], case)).collect();
        let digest: String = Sha256::digest(reports).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest, *expected, "cases from {} on", group * GROUP);
    }
}

/// The result of reading the document of a case.
fn read(case: &Value, plan: &Plan) -> Result<(), Error> {
    if let Some(document) = case.get("plan") {
        let caps = Caps { max_record_epsilon: Some(case["cap"].as_f64().unwrap_or(100.0)) };
        return Plan::from_json(&document.to_string(), &caps).map(drop);
    }
    if let Some(document) = case.get("report") {
        return Report::from_json(&document.to_string(), plan).map(drop);
    }
    let answers = case["answers"].as_object().unwrap();
    let answer =
        |name: &str| answers.get(name).map_or(Answer::Missing, |text| Answer::Text(text.as_str().unwrap()));
    Record::encode(plan.schema(), |attribute| answer(attribute.name())).map(drop)
}

#[test]
fn documents_are_refused_for_their_defects() {
    let plans = plans();
    let cases = include_str!("../known-answers/refusals.ndjson").lines();
    let cases: Vec<Value> = cases.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(cases.len(), 113);
    for case in cases {
        let plan = case["of"].as_u64().map_or(1, |of| usize::try_from(of).unwrap());
        let code = read(&case, &plans[plan]).map_err(|refused| refused.code().as_str());
        assert_eq!(code, Err(case["code"].as_str().unwrap()), "{}", case["defect"]);
    }
}
