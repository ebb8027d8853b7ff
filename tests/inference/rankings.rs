//! Rankings: first places, mean ranks and precedence are those of a listing of all people, and over many simulated surveys their intervals hold these. Coverage may
//! deviate from 95 %, and false alarms from 5 %, by 4.5 standard errors: 7·10⁻⁶ for each of three dozen checks. Intervals of half the length fail.

use candor::count::{Table, Tables};
use candor::design::{Method, Survey};
use candor::estimate::{Estimation, Options};
use candor::inference::{Mean, Ranking, RankingEstimate};
use candor::law::Law;
use candor::perturb::perturb;
use candor::schema::{Record, Schema};

use crate::common::exponential::quotient;
use crate::common::nightly::every;
use crate::common::{Dice, designed};
use crate::enumeration::matrix::Matrix;

const PEOPLE: u32 = 2000;

/// Orders of four items of which two have places (the category of each item: first, second, not ranked), and how many of 20 people give them. The first
/// two items are put before each other equally often.
const ORDERS: [([u32; 4], usize); 6] = [
    ([0, 1, 2, 2], 4),
    ([1, 0, 2, 2], 4),
    ([0, 2, 1, 2], 3),
    ([2, 0, 1, 2], 3),
    ([2, 2, 0, 1], 4),
    ([2, 2, 1, 0], 2),
];

fn survey(method: Method) -> (Schema, Law) {
    let text = format!(
        r#"{{"survey": "work", "privacy": {{"record_epsilon": 3, "method": "{method}"}}, "attributes": [
        {{"name": "first", "rank": ["a", "b", "c", "d"], "places": 2}}, {{"name": "sex", "categories": ["f", "m"]}}]}}"#
    );
    let survey = Survey::from_json(&text).unwrap();
    let law = designed(survey.request()).unwrap().law().clone();
    (survey.schema().clone(), law)
}

/// For every item the share of first places and the mean rank, then for every pair the share of people who put the first before the second.
fn truth() -> Vec<f64> {
    let people: usize = ORDERS.iter().map(|(_, people)| people).sum();
    let share = |of: &dyn Fn(&[u32; 4]) -> f64| {
        ORDERS.iter().map(|(order, people)| of(order) * *people as f64).sum::<f64>() / people as f64
    };
    let mut told = Vec::new();
    for item in 0..4 {
        told.push(share(&|order| f64::from(u8::from(order[item] == 0))));
        // Third and fourth place are not told apart.
        told.push(share(&|order| [1.0, 2.0, 3.5][order[item] as usize]));
    }
    for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        told.push(share(&|order| f64::from(u8::from(order[one] < order[other]))));
    }
    told
}

fn told(found: &RankingEstimate) -> Vec<Mean> {
    let items = found.items.iter().flat_map(|item| [item.first, item.mean_rank]);
    items.chain(found.pairs.iter().map(|pair| pair.before)).collect()
}

/// Of expected counts of many reports the estimates are the truth.
#[test]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts are below 2⁵³")]
fn rankings_are_those_of_the_people() {
    let (schema, law) = survey(Method::Analysis);
    let ranking = Ranking::new(&schema, "first").unwrap();
    let matrix = Matrix::of(&law);
    let cell = |of: &[usize], record: &[u32]| {
        of.iter().fold(0, |cell, i| cell * schema.sizes()[*i] as usize + record[*i] as usize)
    };
    // Half of the people are women.
    let people: Vec<(usize, f64)> = (0..2)
        .flat_map(|sex| ORDERS.map(|(order, people)| ([&order[..], &[sex]].concat(), people as f64 / 40.0)))
        .map(|(record, share)| (cell(&[0, 1, 2, 3, 4], &record), share))
        .collect();
    let reported: Vec<f64> = (0..matrix.records.len())
        .map(|y| people.iter().map(|(x, share)| quotient(matrix.entry(*x, y), &matrix.whole) * share).sum())
        .collect();
    let counted = |of: &Vec<usize>| {
        let mut shares = vec![0.0; of.iter().map(|i| schema.sizes()[*i] as usize).product()];
        matrix.records.iter().zip(&reported).for_each(|(record, share)| shares[cell(of, record)] += share);
        let counts = shares.iter().map(|share| (1e13 * share).round() as u64).collect();
        Table::from_counts((&schema, &law), of, counts).unwrap()
    };
    let tables = ranking.tables(Some(4)).iter().map(counted).collect();
    let found = ranking.estimate(&law, Some(4), tables, &Options::default()).unwrap();
    for (of, truth) in told(&found).iter().zip(truth()) {
        assert!((of.estimate - truth).abs() < 1e-6, "{of:?}, not {truth}");
    }
    for (item, truth) in found.items.iter().zip(truth().chunks(2)) {
        for (groups, differences, truth) in [
            (&item.first_groups, &item.first_differences, truth[0]),
            (&item.groups, &item.differences, truth[1]),
        ] {
            let groups: Vec<f64> = groups.iter().map(|of| of.unwrap().estimate).collect();
            assert!(groups.iter().all(|of| (of - truth).abs() < 1e-6), "{groups:?}, not {truth:?}");
            let [of] = differences[..] else { panic!("one difference of two groups") };
            assert!((of.group, of.reference) == (1, 0) && of.difference.estimate.abs() < 1e-6, "{of:?}");
        }
    }
    let ranks: f64 = found.items.iter().map(|item| item.mean_rank.estimate).sum();
    assert!((ranks - 10.0).abs() < 1e-6, "mean ranks add up to {ranks}");
    assert!((found.pairs[0].after.estimate - found.pairs[0].before.estimate).abs() < 1e-6);
}

/// Adds the reports of people of both sexes with these orders.
fn simulate(schema: &Schema, law: &Law, dice: &mut Dice, tables: Vec<Table>) -> Vec<Table> {
    let mut tables = Tables::new(tables).unwrap();
    let people: Vec<[u32; 4]> =
        ORDERS.iter().flat_map(|(order, people)| core::iter::repeat_n(*order, *people)).collect();
    for _ in 0..PEOPLE {
        let order = people[dice.index(people.len())];
        let answers = [&order[..], &[dice.between(0, 1)]].concat();
        let report = perturb(law, Record::new(schema, answers).unwrap(), &mut dice.0);
        tables.add_repeated(&report, 1).unwrap();
    }
    tables.into_tables()
}

/// Where everybody answers, the shares of first places within groups are those of the table within its groups, with their errors and differences.
#[test]
fn first_places_of_groups_are_those_of_the_conditional_table() {
    for method in [Method::Labelled, Method::Analysis] {
        let (schema, law) = survey(method);
        let ranking = Ranking::new(&schema, "first").unwrap();
        let empty = |of: &Vec<usize>| Table::linked((&schema, &law), of).unwrap();
        let tables = ranking.tables(Some(4)).iter().map(empty).collect();
        let mut tables = simulate(&schema, &law, &mut Dice::new(44), tables);
        let grouped = tables.split_off(10);
        let found = ranking.estimate(&law, Some(4), [tables, grouped.clone()].concat(), &Options::default());
        for (item, table) in found.unwrap().items.iter().zip(grouped) {
            let (_, errors) =
                Estimation::new(&law, table, &Options::default()).unwrap().with_errors().unwrap();
            let within = errors.conditional(&[4]).unwrap();
            let [difference] = item.first_differences[..] else { panic!("one difference of two groups") };
            let apart = errors.differences(&[4], 0).unwrap();
            let expected = apart.iter().find(|of| of.cell == 1).unwrap().difference;
            let shares = item.first_groups.iter().map(|of| of.unwrap()).chain([difference.difference]);
            for (of, cell) in shares.zip([within.cells()[0], within.cells()[1], expected]) {
                assert!((of.estimate - cell.estimate).abs() < 1e-9, "{of:?}, not {cell:?}");
                let error = cell.standard_error.unwrap();
                assert!((of.standard_error / error - 1.0).abs() < 1e-6, "{of:?}, not {cell:?}");
            }
        }
    }
}

#[test]
fn rankings_come_back_with_intervals_that_hold_them() {
    let surveys = every(1000, 150);
    let allowed = |share: f64| 4.5 * (share * (1.0 - share) / f64::from(surveys)).sqrt();
    for &method in every(&[Method::Labelled, Method::Analysis][..], &[Method::Labelled]) {
        let (schema, law) = survey(method);
        let ranking = Ranking::new(&schema, "first").unwrap();
        let mut dice = Dice::new(43);
        let truth = truth();
        let (mut held, mut halved, mut alarms) =
            (vec![0_u32; truth.len()], vec![0_u32; truth.len()], [0_u32; 3]);
        for _ in 0..surveys {
            let empty = |of: &Vec<usize>| Table::linked((&schema, &law), of).unwrap();
            let tables = ranking.tables(Some(4)).iter().map(empty).collect();
            let tables = simulate(&schema, &law, &mut dice, tables);
            let found = ranking.estimate(&law, Some(4), tables, &Options::default()).unwrap();
            // Pay is as often before hours as after it, and sexes do not differ.
            let [ranks, first] = [&found.items[1].differences, &found.items[1].first_differences];
            let equal = [found.pairs[0].p_value, ranks[0].p_value, first[0].p_value];
            alarms.iter_mut().zip(equal).for_each(|(alarms, p)| *alarms += u32::from(p < 0.05));
            for (place, (of, truth)) in told(&found).iter().zip(&truth).enumerate() {
                held[place] += u32::from(of.lower <= *truth && *truth <= of.upper);
                halved[place] += u32::from((of.estimate - truth).abs() <= 0.98 * of.standard_error);
            }
        }
        let part = |count: &u32| f64::from(*count) / f64::from(surveys);
        println!(
            "{method}: held {:?}, alarms {:?}",
            held.iter().map(part).collect::<Vec<_>>(),
            alarms.each_ref().map(part)
        );
        // Cut intervals hold what they held before, and no more.
        assert!(held.iter().all(|own| (part(own) - 0.95).abs() <= allowed(0.95)), "{held:?} by {method}");
        assert!(halved.iter().all(|own| part(own) < 0.95 - allowed(0.95)), "half the length went unnoticed");
        assert!(
            alarms.iter().all(|own| (part(own) - 0.05).abs() <= allowed(0.05)),
            "{alarms:?} false alarms by {method}"
        );
    }
}
