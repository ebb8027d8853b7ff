//! Weighted scores and rankings: those of the textbook without noise, those without weights where all weights are the same, and unbiased with intervals that hold the
//! truth where a sample was not drawn evenly.
//!
//! False alarms of the simulations: as in `weights`, for two numbers and two laws each.

use candor::Code;
use candor::count::{Table, Tables};
use candor::design::{Method, Survey};
use candor::estimate::Options;
use candor::inference::{Mean, Raking, Ranking, RankingEstimate, ReportClass, Scale, ScaleEstimate};
use candor::law::Law;
use candor::perturb::perturb;
use candor::schema::{Record, Schema};

use super::drawn::{Drawn, seeded};
use super::weights::{SURVEYS, sampled};
use crate::common::moods::counted;
use crate::common::nightly::every;
use crate::common::{Dice, designed, moods};

/// Two yes/no items of a score with the codes 0 and 1, and one of two categories that form groups.
fn survey(method: Method, record_epsilon: f64) -> (Schema, Law) {
    let text = format!(
        r#"{{"survey": "work", "privacy": {{"record_epsilon": {record_epsilon}, "method": "{method}"}}, "attributes": [
        {{"name": "heard", "categories": ["no", "yes"]}}, {{"name": "safe", "categories": ["no", "yes"]}}, {{"name": "sex", "categories": ["f", "m"]}}],
        "scores": [{{"name": "climate", "of": ["heard", "safe"], "codes": [0, 1]}}]}}"#
    );
    let survey = Survey::from_json(&text).unwrap();
    let law = designed(survey.request()).unwrap().law().clone();
    (survey.schema().clone(), law)
}

/// One report after the other: the score, the sex, and whether it comes from the first region.
fn people() -> impl Iterator<Item = (f64, usize, usize, u64)> {
    let counts: [[u64; 8]; 2] = [[60, 50, 20, 25, 15, 35, 40, 55], [10, 30, 25, 15, 30, 20, 45, 5]];
    (0..2).flat_map(move |region| {
        (0..8_u32).map(move |cell| {
            let chosen = f64::from((cell >> 2) + (cell >> 1 & 1));
            (chosen, (cell & 1) as usize, region, counts[region][cell as usize])
        })
    })
}

/// The classes of these people in every table of the score, with the margin of the regions.
fn classes((schema, law): (&Schema, &Law), tables: &[Vec<usize>]) -> Vec<Vec<ReportClass>> {
    let of_table = |attributes: &Vec<usize>| {
        let mut own = [0, 1].map(|_| Table::new((schema, law), attributes).unwrap());
        for (place, (_, _, region, count)) in people().enumerate() {
            let cell = u32::try_from(place % 8).unwrap();
            (0..count)
                .for_each(|_| own[region].add_perturbed(&[cell >> 2, cell >> 1 & 1, cell & 1]).unwrap());
        }
        own.into_iter().enumerate().map(|(region, table)| ReportClass::new(table, vec![region])).collect()
    };
    tables.iter().map(of_table).collect()
}

/// A mean changes with a report by its score less the mean, and a difference of the means of groups by that over the group's share; errors follow from these
/// changes without their mean in each region, report by report.
#[test]
fn without_noise_errors_are_those_of_linearised_means() {
    let (schema, law) = survey(Method::Independent, 120.0);
    let scale = Scale::new(&schema, &schema.scores()[0]);
    let tables = classes((&schema, &law), &scale.tables(Some(2)));
    let margins = Raking::new(vec![vec![0.5, 0.5]]).unwrap();
    let found = scale.weighted(&law, Some(2), &tables, &margins, &Options::default()).unwrap();
    let in_region = |wanted: usize| -> f64 {
        people().filter(|(_, _, region, _)| *region == wanted).map(|(.., count)| count as f64).sum()
    };
    let sizes = [in_region(0), in_region(1)];
    let weight = |region: usize| 0.5 / sizes[region];
    let sum = |value: &dyn Fn(f64, usize) -> f64| -> f64 {
        people().map(|(score, sex, region, count)| count as f64 * weight(region) * value(score, sex)).sum()
    };
    let share = |wanted: usize| sum(&|_, sex| f64::from(u8::from(sex == wanted)));
    let mean = |wanted: usize| sum(&|score, sex| if sex == wanted { score } else { 0.0 }) / share(wanted);
    let error = |change: &dyn Fn(f64, usize) -> f64| -> f64 {
        let n = sizes[0] + sizes[1];
        let of_region = |own: usize| -> f64 {
            let each = || people().filter(move |(_, _, region, _)| *region == own);
            let change =
                |(score, sex, _, count): (f64, usize, usize, u64)| (change(score, sex), count as f64);
            let mean = each().map(change).map(|(of, count)| of * count).sum::<f64>() / sizes[own];
            each().map(change).map(|(of, count)| count * (weight(own) * (of - mean)).powi(2)).sum()
        };
        (n / (n - 1.0) * (of_region(0) + of_region(1))).sqrt()
    };
    let of_all = sum(&|score, _| score);
    let is_near = |of: &Mean, estimate: f64, error: f64| {
        assert!((of.estimate - estimate).abs() < 1e-9, "{of:?}, not {estimate}");
        assert!((of.standard_error - error).abs() < 1e-9, "{of:?}, not {error}");
    };
    is_near(&found.mean, of_all, error(&|score, _| score - of_all));
    let change = |wanted: usize, score: f64, sex: usize| match sex == wanted {
        true => (score - mean(wanted)) / share(wanted),
        false => 0.0,
    };
    for sex in 0..2 {
        let of_sex = found.groups[sex].mean.unwrap();
        is_near(&of_sex, mean(sex), error(&|score, of| change(sex, score, of)));
    }
    let apart = |score: f64, sex: usize| change(1, score, sex) - change(0, score, sex);
    is_near(&found.differences[0].difference, mean(1) - mean(0), error(&apart));
    let second = sum(&|score, _| score * score);
    let deviation = (second - of_all * of_all).sqrt();
    let of_square = |score: f64, _: usize| (score - of_all).powi(2) - deviation.powi(2);
    is_near(&found.standard_deviation.unwrap(), deviation, error(&of_square) / (2.0 * deviation));
    assert_eq!(found.n, 480);
    let effective = 1.0 / (0.25 / sizes[0] + 0.25 / sizes[1]);
    assert!((found.effective.unwrap() - effective).abs() < 1e-9);
}

/// All numbers of a score that have a standard error.
fn numbers(of: &ScaleEstimate) -> Vec<Mean> {
    let groups = of.groups.iter().flat_map(|own| [own.mean, own.standard_deviation, own.alpha]);
    let differences = of.differences.iter().map(|own| Some(own.difference));
    [Some(of.mean), of.standard_deviation, of.alpha]
        .into_iter()
        .chain(groups)
        .chain(differences)
        .flatten()
        .collect()
}

/// Of unlabelled laws, whose errors are those of the reports themselves: but for the factor n/(n − 1) they are the same. The score of three items has one table of
/// all, that of five has a table for every four.
#[test]
fn with_equal_weights_they_are_those_without() {
    let of_moods = moods::survey(Method::Independent, 9.0);
    let rows: Vec<String> = (0..5).map(|row| format!(r#"{{"name": "r{row}"}}"#)).collect();
    let text = format!(
        r#"{{"survey": "work", "privacy": {{"record_epsilon": 30, "method": "independent"}}, "attributes": [
        {{"name": "climate", "rows": [{}], "categories": ["1", "2", "3", "4", "5", "6"]}}], "scores": [{{"name": "all", "of": ["climate"]}}]}}"#,
        rows.join(",")
    );
    let of_five = Survey::from_json(&text).unwrap();
    let law = designed(of_five.request()).unwrap().law().clone();
    let five = (of_five.schema().clone(), law);
    for ((schema, law), by) in
        [(&of_moods, Some(0)), (&five, None)].map(|((schema, law), by)| ((schema, law), by))
    {
        let scale = Scale::new(schema, &schema.scores()[0]);
        let needed = scale.tables(by);
        let mut dice = Dice::new(44);
        let tables = match by {
            Some(_) => counted((schema, law), &needed, 2000, &mut dice),
            None => {
                let mut tables: Vec<Table> =
                    needed.iter().map(|table| Table::new((schema, law), table).unwrap()).collect();
                for _ in 0..2000 {
                    let mood = dice.between(0, 3);
                    let report = [0; 5].map(|_| mood + dice.between(0, 2));
                    tables.iter_mut().for_each(|table| table.add_perturbed(&report).unwrap());
                }
                tables
            }
        };
        let classes: Vec<_> =
            tables.iter().map(|table| vec![ReportClass::new(table.clone(), vec![])]).collect();
        let margins = Raking::new(vec![]).unwrap();
        let weighted = scale.weighted(law, by, &classes, &margins, &Options::default()).unwrap();
        let without = scale.estimate(law, by, tables, &Options::default()).unwrap();
        assert_eq!((weighted.n, weighted.effective, without.effective), (2000, Some(2000.0), None));
        let both: Vec<_> = numbers(&weighted).into_iter().zip(numbers(&without)).collect();
        assert_eq!(both.len(), numbers(&without).len());
        assert!(both.len() >= 3, "{both:?}");
        for (own, other) in both {
            let factor = (own.standard_error / other.standard_error).powi(2);
            assert!((own.estimate - other.estimate).abs() < 1e-9, "{own:?} {other:?}");
            assert!((factor - 2000.0 / 1999.0).abs() < 1e-6, "{own:?} {other:?}");
        }
    }
}

#[test]
fn a_sample_that_is_not_even_is_mended_by_its_margin() {
    let regions = [vec![0.45, 0.15, 0.25, 0.15], vec![0.2, 0.2, 0.15, 0.45]];
    let of = |value: &dyn Fn(f64) -> f64| -> f64 {
        let share = |cell: usize| 0.5 * (regions[0][cell] + regions[1][cell]);
        [0.0, 1.0, 1.0, 2.0].into_iter().enumerate().map(|(cell, score)| share(cell) * value(score)).sum()
    };
    let mean = of(&|score| score);
    let truth = [mean, of(&|score| (score - mean).powi(2)).sqrt()];
    for method in [Method::Independent, Method::Labelled] {
        let (schema, law) = survey(method, 3.0);
        let scale = Scale::new(&schema, &schema.scores()[0]);
        assert_eq!(scale.tables(None), [vec![0, 1]]);
        let drawn = [0, 1].map(|region: usize| Drawn::new(law.clone(), &[0, 1], &regions[region]));
        let mut rng = seeded(69);
        let mut weighted = |margin: Vec<f64>| {
            let classes = sampled(&drawn, 1, &mut rng);
            let margins = Raking::new(vec![margin]).unwrap();
            scale.weighted(&law, None, &[classes], &margins, &Options::default()).unwrap()
        };
        let found: Vec<ScaleEstimate> = (0..SURVEYS).map(|_| weighted(vec![0.5, 0.5])).collect();
        let n = f64::from(SURVEYS);
        for (place, truth) in truth.into_iter().enumerate() {
            let each = || found.iter().map(|own| [own.mean, own.standard_deviation.unwrap()][place]);
            let mean = each().map(|own| own.estimate).sum::<f64>() / n;
            let variance = each().map(|own| (own.estimate - mean).powi(2)).sum::<f64>() / (n - 1.0);
            // The root of a variance is curved, which moves its mean by less than a tenth of a standard error.
            let curved = if place == 0 { 0.0 } else { variance.sqrt() / 10.0 };
            assert!(
                (mean - truth).abs() < 4.5 * (variance / n).sqrt() + curved,
                "{method} {place}: {mean} {truth}"
            );
            let stated = each().map(|own| own.standard_error.powi(2)).sum::<f64>() / n;
            assert!((stated / variance - 1.0).abs() < 0.22, "{method} {place}: {stated} {variance}");
            let held = each().filter(|own| own.lower <= truth && truth <= own.upper).count();
            assert!((919..=981).contains(&held), "{method} {place}: {held}");
        }
        // Without weights the mean is wrong by many standard errors.
        let even = weighted(vec![0.75, 0.25]).mean;
        assert!((even.estimate - truth[0]).abs() > 2.0 * even.standard_error, "{even:?}");
    }
}

#[test]
fn classes_that_differ_from_table_to_table_are_refused() {
    let (schema, law) = survey(Method::Independent, 3.0);
    let scale = Scale::new(&schema, &schema.scores()[0]);
    let mut tables = classes((&schema, &law), &scale.tables(Some(2)));
    tables[1].reverse();
    let margins = Raking::new(vec![vec![0.5, 0.5]]).unwrap();
    let refused = |tables: &[Vec<ReportClass>]| {
        scale.weighted(&law, Some(2), tables, &margins, &Options::default()).unwrap_err().code()
    };
    assert_eq!(refused(&tables), Code::InvalidWeights);
    assert_eq!(refused(&[]), Code::InvalidWeights);
    assert_eq!(refused(&[vec![], vec![]]), Code::EmptySample);
    assert_eq!(refused(&tables[..1]), Code::InvalidHypothesis);
}

/// A ranking of three items of which two get places, and an attribute that forms groups.
fn ranked(method: Method) -> (Schema, Law) {
    let text = format!(
        r#"{{"survey": "work", "privacy": {{"record_epsilon": 4, "method": "{method}"}}, "attributes": [
        {{"name": "first", "rank": ["pay", "hours", "safety"], "places": 2}}, {{"name": "sex", "categories": ["f", "m"]}}]}}"#
    );
    let survey = Survey::from_json(&text).unwrap();
    let law = designed(survey.request()).unwrap().law().clone();
    (survey.schema().clone(), law)
}

/// The orders of the items: the category of each, first, second or not ranked.
const ORDERS: [[u32; 3]; 3] = [[0, 1, 2], [1, 2, 0], [2, 0, 1]];

/// The tables of people, every so many of whom out of ten give each order, and whose sexes alternate; with the items that hang on theirs or without.
fn drawn_orders(
    (schema, law): (&Schema, &Law),
    tables: &[Vec<usize>],
    are_linked: bool,
    (people, of_ten): (u32, [u32; 3]),
    dice: &mut Dice,
) -> Vec<Table> {
    let empty = |table: &Vec<usize>| match are_linked {
        true => Table::linked((schema, law), table).unwrap(),
        false => Table::new((schema, law), table).unwrap(),
    };
    let mut tables = Tables::new(tables.iter().map(empty).collect()).unwrap();
    for person in 0..people {
        let drawn = dice.between(0, 9);
        let order = ORDERS[if drawn < of_ten[0] {
            0
        } else if drawn < of_ten[0] + of_ten[1] {
            1
        } else {
            2
        }];
        let record = [&order[..], &[person % 2]].concat();
        let report = perturb(law, Record::new(schema, record).unwrap(), &mut dice.0);
        tables.add_repeated(&report, 1).unwrap();
    }
    tables.into_tables()
}

fn numbers_of_ranking(found: &RankingEstimate) -> Vec<Mean> {
    let items = found.items.iter().flat_map(|item| {
        let groups = item.groups.iter().chain(&item.first_groups).map(|own| own.unwrap());
        let differences = item.differences.iter().chain(&item.first_differences).map(|own| own.difference);
        [item.first, item.mean_rank].into_iter().chain(groups).chain(differences).collect::<Vec<_>>()
    });
    items.chain(found.pairs.iter().flat_map(|pair| [pair.before, pair.after])).collect()
}

#[test]
fn rankings_with_equal_weights_are_those_without() {
    let (schema, law) = ranked(Method::Independent);
    let ranking = Ranking::new(&schema, "first").unwrap();
    let needed = ranking.tables(Some(3));
    let mut errors = [0.0; 2];
    for are_linked in [false, true] {
        let tables =
            drawn_orders((&schema, &law), &needed, are_linked, (4000, [5, 3, 2]), &mut Dice::new(45));
        let classes: Vec<_> =
            tables.iter().map(|table| vec![ReportClass::new(table.clone(), vec![])]).collect();
        let margins = Raking::new(vec![]).unwrap();
        let weighted = ranking.weighted(&law, Some(3), &classes, &margins, &Options::default()).unwrap();
        let without = ranking.estimate(&law, Some(3), tables, &Options::default()).unwrap();
        assert_eq!((weighted.n, weighted.effective, without.effective), (4000, Some(4000.0), None));
        let both: Vec<_> =
            numbers_of_ranking(&weighted).into_iter().zip(numbers_of_ranking(&without)).collect();
        assert_eq!(both.len(), 3 * 8 + 6);
        for (own, other) in both {
            let factor = (own.standard_error / other.standard_error).powi(2);
            assert!((own.estimate - other.estimate).abs() < 1e-9, "{own:?} {other:?}");
            assert!((factor - 4000.0 / 3999.0).abs() < 1e-6, "{own:?} {other:?}");
            errors[usize::from(are_linked)] += own.standard_error.powi(2);
        }
        for others in [&classes[1..], &[&classes[..1], &classes[2..], &classes[1..2]].concat()] {
            let refused = ranking.weighted(&law, Some(3), others, &margins, &Options::default());
            assert_eq!(refused.unwrap_err().code(), Code::InvalidHypothesis);
        }
    }
    let [alone, linked] = errors;
    println!("with the other items {:.3} of the squared error", linked / alone);
    assert!(linked < 0.8 * alone, "{linked} {alone}");
}

/// Three quarters of the reports come from a region where half of the people live.
#[test]
fn rankings_of_a_sample_that_is_not_even_are_mended_by_its_margin() {
    let regions = [(900, [6, 2, 2]), (300, [2, 2, 6])];
    // Pay is put first by the first order, second by the second; an item without a place has rank 3.
    let truth = [0.4, 0.4 + 2.0 * 0.2 + 3.0 * 0.4];
    let surveys = every(1000, 200);
    for method in [Method::Analysis, Method::Labelled] {
        let (schema, law) = ranked(method);
        let ranking = Ranking::new(&schema, "first").unwrap();
        let needed = ranking.tables(None);
        let mut dice = Dice::new(46);
        let mut weighted = |margin: Vec<f64>| {
            let of_region =
                regions.map(|people| drawn_orders((&schema, &law), &needed, true, people, &mut dice));
            let classes = |table: usize| {
                let class = |region: usize| ReportClass::new(of_region[region][table].clone(), vec![region]);
                vec![class(0), class(1)]
            };
            let tables: Vec<_> = (0..needed.len()).map(classes).collect();
            let margins = Raking::new(vec![margin]).unwrap();
            ranking.weighted(&law, None, &tables, &margins, &Options::default()).unwrap()
        };
        let found: Vec<RankingEstimate> = (0..surveys).map(|_| weighted(vec![0.5, 0.5])).collect();
        let n = f64::from(surveys);
        for (place, truth) in truth.into_iter().enumerate() {
            let each = || found.iter().map(|own| [own.items[0].first, own.items[0].mean_rank][place]);
            let mean = each().map(|own| own.estimate).sum::<f64>() / n;
            let variance = each().map(|own| (own.estimate - mean).powi(2)).sum::<f64>() / (n - 1.0);
            assert!((mean - truth).abs() < 4.5 * (variance / n).sqrt(), "{method} {place}: {mean} {truth}");
            let stated = each().map(|own| own.standard_error.powi(2)).sum::<f64>() / n;
            let most = 4.5 * (2.0 / n).sqrt();
            assert!((stated / variance - 1.0).abs() < most, "{method} {place}: {stated} {variance}");
            let held = each().filter(|own| own.lower <= truth && truth <= own.upper).count() as f64 / n;
            assert!((held - 0.95).abs() < 4.5 * (0.95 * 0.05 / n).sqrt(), "{method} {place}: {held}");
        }
        let even = weighted(vec![0.75, 0.25]).items[0].first;
        assert!((even.estimate - truth[0]).abs() > 2.0 * even.standard_error, "{even:?}");
    }
}
