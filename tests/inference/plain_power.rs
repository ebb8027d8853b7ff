//! Predicted power compared with that of simulated surveys, where a question of the table is a plain column. Respondents come to its groups
//! by chance, or in planned numbers.
//!
//! A check fails by chance once in 15,000 seeds (`power.rs`); one of the 36 checks, once in 400 changes of seed.

use candor::count::Table;
use candor::inference::{Hypothesis, Prospect, of_groups, respondents_of_any_protocol};
use candor::law::Law;
use rand_chacha::ChaCha20Rng;

use super::drawn::Drawn;
use super::power::{assert_predicted, laws};
use crate::common::schema_of;

const TREND: Hypothesis = Hypothesis::Trend { scores: None };

/// Laws that ask a question with this many answers and a yes/no question, without and with a plain column of this many groups.
fn beside_groups(answers: u32, groups: u32) -> Vec<(Law, Law)> {
    let law = |law: Law| (law.with_plain(&[groups]).unwrap(), law);
    laws(&[answers, 2]).into_iter().map(law).map(|(all, law)| (law, all)).collect()
}

#[test]
fn power_between_groups_in_clear_is_that_of_simulated_surveys() {
    let answers = [0.2, 0.06, 0.04, 0.1, 0.06, 0.04, 0.22, 0.14, 0.14];
    let settings = [
        (2, 2, Hypothesis::Independence, of_groups(&[0.25, 0.75], &[0.4, 0.5]).unwrap()),
        (2, 3, TREND, of_groups(&[0.5, 0.3, 0.2], &[0.35, 0.4, 0.5]).unwrap()),
        (3, 3, Hypothesis::Independence, answers.into()),
    ];
    for (answers, groups, hypothesis, shares) in settings {
        for (_, all) in beside_groups(answers, groups) {
            let drawn = Drawn::new(all.clone(), &[2, 0], &shares);
            assert_predicted((&all, &[2, 0]), &hypothesis, &shares, |n, rng| drawn.survey(n, rng));
        }
    }
}

/// Two of three people are in the second arm.
#[test]
fn so_is_power_between_arms_of_planned_sizes() {
    let recover = [0.45, 0.55];
    let shares = of_groups(&[1.0 / 3.0, 2.0 / 3.0], &recover).unwrap();
    let by_answer = [shares[0], shares[2], shares[1], shares[3]];
    for (law, all) in beside_groups(2, 2) {
        let arms = recover.map(|share| Drawn::new(law.clone(), &[0], &[1.0 - share, share]));
        let trial = |n: u64, rng: &mut ChaCha20Rng| allotted(&all, &arms, [n / 3, n - n / 3], rng);
        assert_predicted((&all, &[0, 2]), &Hypothesis::Independence, &by_answer, trial);
    }
}

/// The table of answer and arm, with these numbers of people in the arms.
fn allotted(all: &Law, arms: &[Drawn; 2], people: [u64; 2], rng: &mut ChaCha20Rng) -> Table {
    let schema = schema_of(all.sizes());
    let empty = Table::new((&schema, all), &[0, 2]).unwrap();
    let mut parts: Vec<(u64, Vec<u64>)> =
        empty.by_view().map(|seen| (0, vec![0; seen.counts.len()])).collect();
    for ((arm, drawn), people) in arms.iter().enumerate().zip(people) {
        let own = drawn.survey(people, rng);
        assert_eq!(own.by_view().count(), parts.len());
        for (seen, (reports, counts)) in own.by_view().zip(&mut parts) {
            *reports += seen.reports;
            let cells = seen.counts.iter().enumerate();
            cells.for_each(|(cell, count)| counts[cell * arms.len() + arm] += count);
        }
    }
    Table::from_views((&schema, all), &[0, 2], parts).unwrap()
}

/// A plain arm costs no privacy. With independent columns it needs fewer respondents than a perturbed arm; under any law it never needs
/// more, and never fewer than the bound for any protocol.
#[test]
fn what_is_in_clear_needs_fewer_and_no_fewer_than_any_protocol() {
    let shares = of_groups(&[0.5, 0.5], &[0.45, 0.55]).unwrap();
    let null = Hypothesis::Independence.nearest(&schema_of(&[2, 2]), &[0, 1], &shares).unwrap();
    for (place, law) in laws(&[2, 2]).into_iter().enumerate() {
        let all = law.with_plain(&[2]).unwrap();
        let schema = schema_of(all.sizes());
        let needed = |axes: [usize; 2]| {
            let prospect = Prospect::new((&schema, &all), &axes, &Hypothesis::Independence, &shares).unwrap();
            prospect.respondents(0.8, 0.05).unwrap().unwrap()
        };
        let (clear, private) = (needed([2, 0]), needed([1, 0]));
        let epsilon = law.record_epsilon();
        let bound = respondents_of_any_protocol([&null, &shares], &[0, 0, 1, 1], epsilon, 0.8, 0.05).unwrap();
        assert!(bound < clear as f64 && clear <= private, "{bound} {clear} {private}");
        assert!(place > 0 || clear < private / 2, "{clear} {private}");
    }
}

/// Within a group only protocols of a single question are possible, so the bound is that of the question. Group sizes that contradict the
/// hypothesis are observed without noise.
#[test]
fn the_bound_beside_groups_is_that_within_them() {
    let bound = |tables: [&[f64]; 2], groups: &[usize]| {
        respondents_of_any_protocol(tables, groups, 0.5, 0.8, 0.05).unwrap()
    };
    let within = bound([&[0.5, 0.5], &[0.45, 0.55]], &[0, 0]);
    let beside = bound([&[0.25; 4], &[0.225, 0.275, 0.275, 0.225]], &[0, 0, 1, 1]);
    assert!((beside / within - 1.0).abs() < 1e-9, "{beside} {within}");
    let sizes = bound([&[0.25; 4], &[0.2, 0.2, 0.3, 0.3]], &[0, 0, 1, 1]);
    let clear = bound([&[0.5, 0.5], &[0.4, 0.6]], &[0, 1]);
    assert!((sizes / clear - 1.0).abs() < 1e-9, "{sizes} {clear}");
    assert!(bound([&[0.5, 0.5, 0.0], &[0.5, 0.5, 0.0]], &[0, 0, 1]).is_infinite());
    assert_eq!(bound([&[0.5, 0.5, 0.0], &[0.5, 0.4, 0.1]], &[0, 0, 1]), 0.0);
}

#[test]
fn groups_that_cannot_be_are_refused() {
    for (groups, second) in [
        (&[0.5, 0.6][..], &[0.1, 0.2][..]),
        (&[0.5, 0.5], &[0.1]),
        (&[0.5, 0.5], &[0.1, 1.1]),
        (&[1.0], &[0.5]),
        (&[0.5, 0.5], &[0.1, f64::NAN]),
    ] {
        assert_eq!(
            of_groups(groups, second).unwrap_err().code().as_str(),
            "invalid-hypothesis",
            "{groups:?} {second:?}"
        );
    }
}
