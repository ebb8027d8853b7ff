//! Ring: statistics. Estimates of tables in which some cells cannot occur, under labelled and other laws, with fixed seeds: how much smaller their
//! errors are than those of estimates that do not know it, and whether their intervals hold.
//!
//! Coverage may be 4.5 standard errors below 95 %, as in the tests of empty cells: a false alarm rate of 3·10⁻⁶ per check. The same check rejects intervals of half the
//! length.

use candor::count::Table;
use candor::design::Method;
use candor::design::analysis::default_tables;
use candor::estimate::{Options, estimate};
use candor::law::Law;
use candor::perturb::perturb;
use candor::schema::{Record, Schema};

use crate::common::nightly::every;
use crate::common::questionnaires::{CHOICES, FOLLOW_UPS, RANKING, feasible, survey};
use crate::common::{Dice, schema_of};

const METHODS: [Method; 2] = [Method::Labelled, Method::Analysis];

/// The table of reports of people with these records, with those questions that hang on its own, and the same counts in a survey that does not know
/// what cannot occur.
fn tables(
    schema: &Schema,
    law: &Law,
    attributes: &[usize],
    records: &[Vec<u32>],
    dice: &mut Dice,
) -> [Table; 2] {
    let unknowing = schema_of(law.sizes());
    let mut tables = [
        Table::linked((schema, law), attributes).unwrap(),
        Table::new((&unknowing, law), attributes).unwrap(),
    ];
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

/// How much less the squared error is of those who know what cannot occur, where all records that can occur are equally frequent: over all tables of
/// two questions at most 0.75, 0.90 and 0.55, and in none above 1.
#[test]
fn what_cannot_occur_takes_noise_away() {
    let mut dice = Dice::new(3);
    println!("| ε | method | table | squared error over that without knowing |\n|---|---|---|---|");
    for (attributes, most) in [(FOLLOW_UPS, 0.75), (CHOICES, 0.90), (RANKING, 0.55)] {
        let epsilons = every(&[1.0, 2.0, 4.0][..], &[2.0]);
        let methods = every(&METHODS[..], &METHODS[..1]);
        for (&epsilon, &method) in
            epsilons.iter().flat_map(|epsilon| methods.iter().map(move |method| (epsilon, method)))
        {
            let (schema, law) = survey(attributes, epsilon, method);
            let occurring = feasible(&schema);
            let records: Vec<Vec<u32>> = (0..2_000).map(|i| occurring[i % occurring.len()].clone()).collect();
            let mut sums = [0.0; 2];
            for attributes in default_tables(schema.len()) {
                let errors = tables(&schema, &law, &attributes, &records, &mut dice)
                    .map(|table| squared_error(&law, table));
                let ratio = errors[0] / errors[1];
                if attributes.len() == 2 {
                    sums = [sums[0] + errors[0], sums[1] + errors[1]];
                }
                println!("| {epsilon} | {method} | {attributes:?} | {ratio:.2} |");
                // Both are taken at shares that were estimated, of the same reports.
                assert!(ratio <= 1.01, "{ratio} at {epsilon}, {method}, {attributes:?}");
            }
            println!("| {epsilon} | {method} | all pairs | {:.2} |", sums[0] / sums[1]);
            assert!(sums[0] <= most * sums[1], "{sums:?} at {epsilon}, {method}");
        }
    }
}

/// Over many surveys of skewed truths, intervals of conditioned estimates hold the truth, and the estimates have it for their mean.
#[test]
fn conditioned_intervals_hold_the_truth() {
    let surveys = every(400, 60);
    let least = 0.95 - 4.5 * (0.95 * 0.05 / f64::from(surveys)).sqrt();
    for (questions, epsilon, method, attributes) in [
        (FOLLOW_UPS, 1.0, Method::Labelled, [0, 1]),
        (FOLLOW_UPS, 2.0, Method::Analysis, [1, 3]),
        (FOLLOW_UPS, 2.0, Method::Labelled, [1, 3]),
        (CHOICES, 1.0, Method::Labelled, [0, 5]),
        (CHOICES, 2.0, Method::Analysis, [1, 6]),
        (RANKING, 1.0, Method::Labelled, [0, 1]),
        (RANKING, 2.0, Method::Analysis, [0, 4]),
    ]
    .into_iter()
    .step_by(every(1, 3))
    {
        let mut dice = Dice::new(11);
        let (schema, law) = survey(questions, epsilon, method);
        let occurring = feasible(&schema);
        let weights: Vec<f64> = occurring.iter().map(|_| dice.unit().powi(3)).collect();
        let whole: f64 = weights.iter().sum();
        let sizes = attributes.map(|i| schema.sizes()[i]);
        let cells = usize::try_from(sizes[0] * sizes[1]).unwrap();
        let mut truth = vec![0.0; cells];
        for (record, weight) in occurring.iter().zip(&weights) {
            let [first, second] = attributes.map(|i| record[i]);
            truth[usize::try_from(first * sizes[1] + second).unwrap()] += weight / whole;
        }
        let (mut held, mut narrow) = (vec![0; cells], vec![0; cells]);
        let mut sums = vec![[0.0; 2]; cells];
        for _ in 0..surveys {
            let drawn = |_| {
                let mut at = dice.unit() * whole;
                let place = weights.iter().position(|weight| (at < *weight, at -= weight).0);
                occurring[place.unwrap_or(0)].clone()
            };
            let records: Vec<Vec<u32>> = (0..2000).map(drawn).collect();
            let [table, _] = tables(&schema, &law, &attributes, &records, &mut dice);
            let found = estimate(&law, table, &Options::default()).unwrap();
            for (cell, of) in found.cells().enumerate() {
                let (middle, half) = ((of.lower + of.upper) / 2.0, (of.upper - of.lower) / 4.0);
                held[cell] += u32::from(of.lower <= truth[cell] && truth[cell] <= of.upper);
                narrow[cell] += u32::from((truth[cell] - middle).abs() <= half);
                sums[cell][0] += of.estimate;
                sums[cell][1] += of.standard_error.unwrap().powi(2);
            }
        }
        let part = |count: &u32| f64::from(*count) / f64::from(surveys);
        println!("{epsilon} {method}: {:?}", held.iter().map(part).collect::<Vec<_>>());
        assert!(held.iter().all(|count| part(count) >= least), "{epsilon}, {method}: {held:?} of {surveys}");
        for (cell, ([sum, squares], share)) in sums.iter().zip(&truth).enumerate() {
            let off = (sum / f64::from(surveys) - share).abs();
            assert!(off <= 4.5 * squares.sqrt() / f64::from(surveys) + 1e-12, "cell {cell} is off by {off}");
        }
        let is_missed = |(count, share): &(&u32, &f64)| **share > 0.0 && part(count) < least;
        assert!(narrow.iter().zip(&truth).filter(is_missed).count() > 0, "half the length went unnoticed");
    }
}
