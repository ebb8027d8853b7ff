//! Ring: statistics. Estimates of tables in which some cells cannot occur, under labelled and other laws, with fixed seeds: how much smaller their
//! errors are than those of estimates that do not know it, and whether their intervals hold.
//!
//! Coverage over 400 surveys may be 4.5 standard errors below 95 %, as in the tests of empty cells. The same check rejects intervals of half the
//! length.

use candor::count::Table;
use candor::design::{Method, Survey};
use candor::estimate::{Options, estimate};
use candor::law::Law;
use candor::perturb::perturb;
use candor::schema::{Record, Schema};

use crate::common::follow_ups::feasible;
use crate::common::{self, Dice, schema_of};

/// A question, a follow-up of one of its answers, one of two answers to that; sex; age.
fn survey(epsilon: f64, method: Method) -> (Schema, Law) {
    let text = format!(
        r#"{{"survey": "work", "privacy": {{"record_epsilon": {epsilon}, "method": "{method}"}}, "attributes": [
        {{"name": "harassed", "categories": ["no", "yes", "refused"]}},
        {{"name": "by", "categories": ["colleague", "manager", "client", "other"], "asked_if": {{"harassed": ["yes"]}}}},
        {{"name": "told", "categories": ["no", "yes", "refused"], "asked_if": {{"by": ["colleague", "manager"]}}}},
        {{"name": "sex", "categories": ["f", "m"]}}, {{"name": "age", "bins": [0, 18, 30, 45, 65, null]}}]}}"#
    );
    let survey = Survey::from_json(&text).unwrap();
    let law = common::designed(survey.request()).unwrap().law().clone();
    (survey.schema().clone(), law)
}

/// The table of reports of people with these records, and the same counts in a survey that does not know what cannot occur.
fn tables(
    schema: &Schema,
    law: &Law,
    attributes: &[usize],
    records: &[Vec<u32>],
    dice: &mut Dice,
) -> [Table; 2] {
    let unknowing = schema_of(law.sizes());
    let mut tables = [schema, &unknowing].map(|schema| Table::new((schema, law), attributes).unwrap());
    for record in records {
        let report = perturb(law, Record::new(schema, record.as_slice()).unwrap(), &mut dice.0);
        tables.iter_mut().for_each(|table| table.add_perturbed(&report).unwrap());
    }
    tables
}

fn squared_error(law: &Law, table: Table) -> f64 {
    let found = estimate(law, table, &Options::default()).unwrap();
    found.standard_errors().unwrap().iter().map(|error| error * error).sum()
}

/// How much less the squared error is of those who know what cannot occur, where all records that can occur are equally frequent.
#[test]
fn what_cannot_occur_takes_noise_away() {
    let mut dice = Dice::new(3);
    println!("| ε | method | table | squared error over that without knowing |\n|---|---|---|---|");
    for epsilon in [1.0, 2.0, 4.0] {
        for method in [Method::Labelled, Method::Analysis] {
            let (schema, law) = survey(epsilon, method);
            let occurring = feasible(&schema);
            let records: Vec<Vec<u32>> =
                (0..60_000).map(|i| occurring[i % occurring.len()].clone()).collect();
            for (attributes, most) in
                [(vec![0, 1], 0.35), (vec![1, 2], 0.75), (vec![0, 2], 0.75), (vec![2, 3], 1.0 + 1e-9)]
            {
                let [knowing, unknowing] = tables(&schema, &law, &attributes, &records, &mut dice)
                    .map(|table| squared_error(&law, table));
                let ratio = knowing / unknowing;
                println!("| {epsilon} | {method} | {attributes:?} | {ratio:.2} |");
                assert!(ratio <= most, "{ratio} at {epsilon}, {method}, {attributes:?}");
            }
        }
    }
}

/// Intervals of skewed truths hold them.
#[test]
fn conditioned_intervals_hold_the_truth() {
    const SURVEYS: u32 = 400;
    let least = 0.95 - 4.5 * (0.95 * 0.05 / f64::from(SURVEYS)).sqrt();
    for (epsilon, method) in [(1.0, Method::Labelled), (2.0, Method::Analysis), (4.0, Method::Labelled)] {
        let mut dice = Dice::new(11);
        let (schema, law) = survey(epsilon, method);
        let occurring = feasible(&schema);
        let weights: Vec<f64> = occurring.iter().map(|_| dice.unit().powi(3)).collect();
        let whole: f64 = weights.iter().sum();
        let mut truth = vec![0.0; 15];
        for (record, weight) in occurring.iter().zip(&weights) {
            truth[usize::try_from(record[0] * 5 + record[1]).unwrap()] += weight / whole;
        }
        let (mut held, mut narrow, mut sums) = (vec![0; 15], vec![0; 15], vec![0.0; 15]);
        for _ in 0..SURVEYS {
            let drawn = |_| {
                let mut at = dice.unit() * whole;
                let place = weights.iter().position(|weight| (at < *weight, at -= weight).0);
                occurring[place.unwrap_or(0)].clone()
            };
            let records: Vec<Vec<u32>> = (0..2000).map(drawn).collect();
            let [table, _] = tables(&schema, &law, &[0, 1], &records, &mut dice);
            let found = estimate(&law, table, &Options::default()).unwrap();
            for (cell, interval) in found.cells().enumerate() {
                let (middle, half) =
                    ((interval.lower + interval.upper) / 2.0, (interval.upper - interval.lower) / 4.0);
                held[cell] += u32::from(interval.lower <= truth[cell] && truth[cell] <= interval.upper);
                narrow[cell] += u32::from((truth[cell] - middle).abs() <= half);
                sums[cell] += interval.estimate;
            }
        }
        let part = |count: &u32| f64::from(*count) / f64::from(SURVEYS);
        println!("{epsilon} {method}: {:?}", held.iter().map(part).collect::<Vec<_>>());
        assert!(held.iter().all(|count| part(count) >= least), "{epsilon}, {method}: {held:?} of {SURVEYS}");
        let rejected =
            narrow.iter().zip(&truth).filter(|(count, share)| **share > 0.0 && part(count) < least).count();
        assert!(rejected > 0, "intervals of half the length went unnoticed");
    }
}
