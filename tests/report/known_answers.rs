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
use candor::schema::{Answer, Compound, Record};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use serde_json::Value;
use sha2::{Digest, Sha256};

const GROUP: usize = 100;

/// The plans as loaded, and their documents.
fn plans() -> Vec<(Plan, Value)> {
    let plan =
        |text: &str| (Plan::from_json(text, &Caps::default()).unwrap(), serde_json::from_str(text).unwrap());
    include_str!("../known-answers/plans.ndjson").lines().map(plan).collect()
}

/// A digest, as a number, modulo `a`.
fn modulo(text: &str, a: u32) -> u32 {
    let digest = Sha256::digest(text);
    let rest = digest.iter().fold(0, |rest, byte| (rest << 8 | u64::from(*byte)) % u64::from(a));
    u32::try_from(rest).unwrap()
}

/// The numbers of a list in a document; none where it is absent.
fn numbers(list: &Value) -> Vec<usize> {
    list.as_array().into_iter().flatten().map(|number| number.as_u64().unwrap().try_into().unwrap()).collect()
}

/// How choices can be made, as categories of each.
fn choices(compound: &Value, members: &[usize]) -> Vec<Vec<u32>> {
    let excluding = numbers(&compound["excluding"]);
    let at_least = compound["at_least"].as_u64().unwrap_or(0);
    let at_most = compound["at_most"].as_u64().unwrap_or((members.len() - excluding.len()) as u64);
    let made = |bits: u32| (0..members.len()).map(|m| bits >> m & 1).collect::<Vec<_>>();
    let fits = |made: &Vec<u32>| {
        let count = u64::from(made.iter().sum::<u32>());
        let is_alone = members.iter().zip(made).any(|(member, &one)| one == 1 && excluding.contains(member));
        if is_alone { count == 1 } else { (at_least..=at_most).contains(&count) }
    };
    (0..1 << members.len()).map(made).filter(fits).collect()
}

/// How places can be given to as many items, ascending; what is not ranked has the category after the last place.
fn rankings(items: usize, places: u32) -> Vec<Vec<u32>> {
    let last = places + u32::from((places as usize) < items);
    let mut ways = vec![Vec::new()];
    for _ in 0..items {
        let longer = |way: Vec<u32>| (0..last).map(move |category| [&way[..], &[category]].concat());
        ways = ways.into_iter().flat_map(longer).collect();
    }
    let is_given_once = |way: &[u32], place| way.iter().filter(|own| **own == place).count() == 1;
    ways.into_iter().filter(|way| (0..places).all(|place| is_given_once(way, place))).collect()
}

/// How the choices or items of a question can be answered, or left, as categories of each.
fn answers_to_several(compound: &Value, first: &Value) -> Vec<Vec<u32>> {
    let members = numbers(&compound["attributes"]);
    let left = u32::from(first["optional"] == true) + u32::from(first["partial"] == true);
    let values: Vec<&str> =
        first["categories"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let own =
        values.iter().filter(|value| !["no answer", "not reached", "not asked"].contains(value)).count();
    let own = u32::try_from(own).unwrap();
    let answers = match compound["kind"] == "ranking" {
        true => rankings(members.len(), own - u32::from(values.contains(&"not ranked"))),
        false => choices(compound, &members),
    };
    answers.into_iter().chain((own..own + left).map(|category| vec![category; members.len()])).collect()
}

/// The true categories of a case.
fn record(document: &Value, case: usize) -> Vec<u32> {
    let attributes = document["attributes"].as_array().unwrap();
    let several =
        document["compounds"].as_array().into_iter().flatten().filter(|each| each["kind"] != "rows");
    let several: Vec<_> = several.map(|each| (numbers(&each["attributes"])[0], each)).collect();
    let mut record: Vec<u32> = Vec::new();
    while record.len() < attributes.len() {
        let (j, attribute) = (record.len(), &attributes[record.len()]);
        let drawn = |a: usize| modulo(&format!("candor answer {case} {j}"), a.try_into().unwrap());
        let conditions: Vec<_> = attribute["asked_if"].as_array().into_iter().flatten().collect();
        let own = attribute["categories"].as_array().unwrap().len() - usize::from(!conditions.is_empty());
        let holds = |condition: &&Value| {
            let parent: usize = condition["attribute"].as_u64().unwrap().try_into().unwrap();
            numbers(&condition["categories"]).contains(&record[parent].try_into().unwrap())
        };
        if !conditions.iter().all(holds) {
            record.push(own.try_into().unwrap());
        } else if let Some((_, compound)) = several.iter().find(|(first, _)| *first == j) {
            let ways = answers_to_several(compound, attribute);
            record.extend(&ways[usize::try_from(drawn(ways.len())).unwrap()]);
        } else {
            record.push(drawn(own));
        }
    }
    record
}

fn report((plan, document): &(Plan, Value), case: usize) -> String {
    let record = Record::new(plan.schema(), record(document, case)).unwrap();
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
    let missing = if case["stopped"] == true { Answer::NotReached } else { Answer::Missing };
    // Choices and items are answered together, by a list of those that are made, or in order.
    let several: Vec<_> = plan.schema().compounds().iter().filter(|each| each.is_one_answer()).collect();
    let ranks: Vec<String> = (1..10).map(|rank| rank.to_string()).collect();
    let answer = |name: &str| {
        let own = |each: &&&Compound| name.strip_prefix(&each.name).is_some_and(|rest| rest.starts_with('.'));
        let compound = several.iter().find(own);
        match (compound, answers.get(compound.map_or(name, |each| each.name.as_str()))) {
            (_, None) => missing,
            (_, Some(Value::Null)) => Answer::Missing,
            (None, Some(text)) => Answer::Text(text.as_str().unwrap()),
            (Some(compound), Some(made)) => {
                let item = &name[compound.name.len() + 1..];
                let place = made.as_array().unwrap().iter().position(|each| each == item);
                Answer::Text(match (compound.has_choices(), place) {
                    (true, place) => ["no", "yes"][usize::from(place.is_some())],
                    (false, Some(place)) => &ranks[place],
                    (false, None) => "not ranked",
                })
            }
        }
    };
    Record::encode(plan.schema(), |attribute| answer(attribute.name())).map(drop)
}

#[test]
fn documents_are_refused_for_their_defects() {
    let plans = plans();
    let cases = include_str!("../known-answers/refusals.ndjson").lines();
    let cases: Vec<Value> = cases.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(cases.len(), 253);
    for case in cases {
        let plan = case["of"].as_u64().map_or(1, |of| usize::try_from(of).unwrap());
        let code = read(&case, &plans[plan].0).map_err(|refused| refused.code().as_str());
        assert_eq!(code, Err(case["code"].as_str().unwrap()), "{}", case["defect"]);
    }
}
