//! Ring: properties and statistics. Waves of a repeated survey: under one secret the report is a fixed function of the true
//! answers; over all secrets it is a draw from the law.

#![cfg(feature = "os-rng")]

use std::collections::BTreeSet;

use crate::common::plan_of;
use candor::design::Survey;
use candor::plan::Plan;
use candor::report::respond_in_wave;
use candor::report::wave::{Secret, Wave};
use candor::schema::Record;

const QUESTIONS: &str = r#""attributes":[{"name":"a","categories":["0","1"]},{"name":"b","categories":["0","1","2"]}],
    "privacy":{"record_epsilon":2,"method":"analysis"}"#;

fn plan(survey: &str, family: &str) -> Plan {
    let survey = Survey::from_json(&format!("{{\"survey\":\"{survey}\",{QUESTIONS}{family}}}")).unwrap();
    plan_of(&survey)
}

fn in_wave(plan: &Plan, truth: [u32; 2], secret: [u8; 32]) -> (Vec<u32>, [u8; 16], Wave) {
    let record = Record::new(plan.schema(), truth).unwrap();
    let (report, wave) = respond_in_wave(plan, record, Some(Secret::new(secret))).unwrap();
    (report.perturbed().to_vec(), *report.id(), wave.unwrap())
}

/// A different secret for every number.
fn secret(number: u32) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&number.to_le_bytes());
    bytes
}

#[test]
fn a_truth_has_one_report_per_secret_whatever_the_wave_is_called() {
    let family = r#","wave_of":"panel""#;
    let [spring, autumn] = ["spring", "autumn"].map(|name| plan(name, family));
    assert_ne!(spring.fingerprint(), autumn.fingerprint());
    assert_eq!(spring.mechanism(), autumn.mechanism());
    for number in 0..200 {
        let (answers, id, wave) = in_wave(&spring, [1, 2], secret(number));
        let (again, other_id, other_wave) = in_wave(&autumn, [1, 2], secret(number));
        assert_eq!((&answers, wave.mark), (&again, other_wave.mark));
        assert_ne!(id, other_id);
        let (_, _, changed) = in_wave(&spring, [1, 1], secret(number));
        assert_ne!(wave.mark, changed.mark);
    }
}

/// Under a labelled plan a device gets the same questions in every wave, and changing an answer to a question that is not asked
/// costs no privacy.
#[test]
fn a_device_is_asked_the_same_in_every_wave_of_a_labelled_plan() {
    let questions = r#""attributes":[{"name":"a","categories":["0","1"]},{"name":"b","categories":["0","1"]},
        {"name":"c","categories":["0","1","2"]}],"privacy":{"record_epsilon":1,"method":"labelled"}"#;
    let survey = format!("{{\"survey\":\"spring\",{questions},\"wave_of\":\"panel\"}}");
    let plan = plan_of(&Survey::from_json(&survey).unwrap());
    let report = |truth: [u32; 3], number: u32| {
        let record = Record::new(plan.schema(), truth).unwrap();
        let (report, wave) = respond_in_wave(&plan, record, Some(Secret::new(secret(number)))).unwrap();
        (report.perturbed().to_vec(), wave.unwrap().mark)
    };
    let (mut unasked, mut labels) = (0, BTreeSet::new());
    for number in 0..300 {
        let (first, mark) = report([1, 0, 2], number);
        let asked: Vec<usize> = plan.law().questionnaire(first[0]).unwrap().units.concat();
        labels.insert(first[0]);
        for (attribute, truth) in [(0, [0, 0, 2]), (1, [1, 1, 2]), (2, [1, 0, 1])] {
            let (other, other_mark) = report(truth, number);
            assert_eq!(first[0], other[0], "the label follows from the answers");
            if !asked.contains(&attribute) {
                unasked += 1;
                assert_eq!((&first, mark), (&other, other_mark), "what is not asked was read");
            }
        }
    }
    assert!(labels.len() > 1 && unasked > 100, "{labels:?} {unasked}");
}

#[test]
fn without_a_secret_one_is_made_and_without_a_family_none() {
    let wave = plan("spring", r#","wave_of":"panel""#);
    let record = || Record::new(wave.schema(), [0, 0]).unwrap();
    let [first, second] = [(); 2].map(|()| respond_in_wave(&wave, record(), None).unwrap().1.unwrap());
    assert_ne!(first.secret.as_bytes(), second.secret.as_bytes());
    let alone = plan("spring", "");
    assert_eq!(alone.mechanism(), None);
    assert!(respond_in_wave(&alone, record(), Some(Secret::new([1; 32]))).unwrap().1.is_none());
}

/// χ² of the reports under 6,000 secrets, compared with the law.
fn chi_squared(plan: &Plan, derive: impl Fn(u32) -> [u8; 32]) -> f64 {
    const SECRETS: u32 = 6_000;
    let truth = [1, 2];
    let mut counts = [0_u32; 6];
    for number in 0..SECRETS {
        let (answers, ..) = in_wave(plan, truth, derive(number));
        counts[(3 * answers[0] + answers[1]) as usize] += 1;
    }
    let outputs = (0..2).flat_map(|a| (0..3).map(move |b| [a, b]));
    let expected = outputs.map(|output| {
        let changes: Vec<bool> = output.iter().zip(truth).map(|(y, x)| *y != x).collect();
        f64::from(SECRETS) * probability(plan, &changes)
    });
    counts.iter().zip(expected).map(|(&count, mean)| (f64::from(count) - mean).powi(2) / mean).sum()
}

/// The exact probability of a report that differs from the truth in `changes`.
fn probability(plan: &Plan, changes: &[bool]) -> f64 {
    let sizes = [2.0, 3.0];
    let block = |block: &candor::law::Block| {
        let own = |i: &usize| (changes[*i], sizes[*i]);
        let records: f64 = block.units().iter().map(own).map(|(_, a)| a).product();
        let lies: f64 =
            block.units().iter().map(own).map(|(changed, a)| if changed { a - 1.0 } else { 1.0 }).product();
        let count = |class: &Vec<usize>| class.iter().filter(|p| changes[block.units()[**p]]).count();
        let counts: Vec<usize> = block.classes().iter().map(count).collect();
        let of = |pattern: &&candor::law::Pattern| {
            (0..counts.len()).all(|class| {
                let listed = pattern.changes().iter().find(|(changing, _)| *changing == class);
                listed.map_or(0, |(_, count)| *count) == counts[class]
            })
        };
        let excess = block.patterns().iter().find(of).map_or(0.0, |pattern| pattern.weight() as f64);
        (block.uniform() as f64 / records + excess / lies) / 2_f64.powi(64)
    };
    plan.law().blocks().map(block).product()
}

/// With five degrees of freedom, χ² exceeds 41 once in 10 million runs. The secrets are fixed, so every run gives the same
/// result.
#[test]
fn over_all_secrets_the_noise_follows_the_law() {
    let plan = plan("spring", r#","wave_of":"panel""#);
    assert!(chi_squared(&plan, secret) < 41.0);
    assert!(chi_squared(&plan, |number| secret(number % 7)) > 41.0, "few secrets must be noticed");
}
