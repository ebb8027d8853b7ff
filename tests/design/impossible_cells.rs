//! Designs of surveys in which some combinations of answers cannot occur: the error that is expected of them against dense linear algebra and
//! against errors that are computed from reports, and how much smaller it is than that of designs that take no account of what cannot occur. The
//! simulation has a fixed seed.

use candor::Survey;
use candor::count::Table;
use candor::design::analysis::{default_tables, expected_squared_error, expected_squared_errors};
use candor::design::{Estimands, Request};
use candor::estimate::{Options, estimate};
use candor::law::Law;
use candor::perturb::perturb;
use candor::schema::{Record, Schema};

use crate::common::nightly::every;
use crate::common::{Dice, designed, planned};

/// A question with a follow-up that has one itself; several of five choices or none of them; a ranking.
const SURVEYS: [(&str, &str); 3] = [
    (
        "follow-ups",
        r#"{"name": "harassed", "categories": ["no", "yes", {"value": "refused", "role": "refused"}]},
        {"name": "by", "asked_if": {"harassed": ["yes"]}, "categories": ["colleague", "manager", "client", "other"]},
        {"name": "told", "asked_if": {"by": ["colleague", "manager"]}, "categories": ["nobody", "friends", "works council"]},
        {"name": "sex", "categories": ["f", "m"]}, {"name": "age", "categories": ["1", "2", "3", "4", "5"]}"#,
    ),
    (
        "choices",
        r#"{"name": "aches", "choose": "any", "at_least": 1, "at_most": 3,
            "categories": ["back", "neck", "eyes", "head", "sleep", {"value": "none", "excludes": "others"}]},
        {"name": "region", "categories": ["1", "2", "3", "4", "5", "6"]}"#,
    ),
    (
        "ranking",
        r#"{"name": "first", "rank": ["pay", "hours", "safety", "training"], "places": 3},
        {"name": "shift", "categories": ["day", "night", "both"]}"#,
    ),
];

fn survey(attributes: &str, privacy: &str) -> Survey {
    Survey::from_json(&format!(
        r#"{{"survey": "work", "privacy": {{{privacy}}}, "attributes": [{attributes}]}}"#
    ))
    .unwrap()
}

fn of_epsilon(attributes: &str, epsilon: f64) -> Survey {
    survey(attributes, &format!(r#""record_epsilon": {epsilon}"#))
}

/// The records that can occur.
fn feasible(schema: &Schema) -> Vec<Vec<u32>> {
    let mut records = vec![Vec::new()];
    for size in schema.sizes() {
        let longer =
            |record: Vec<u32>| (0..size).map(move |category| [record.as_slice(), &[category]].concat());
        records = records.into_iter().flat_map(longer).collect();
    }
    records.retain(|record| schema.is_feasible(record));
    records
}

fn total(errors: Vec<f64>) -> f64 {
    errors.into_iter().sum()
}

/// Squared error under the design over that under the design of before, by survey and ε.
#[test]
fn designs_that_take_account_of_what_cannot_occur_err_less() {
    let most = [[0.9, 0.88, 0.84], [0.92, 0.94, 0.92], [0.97, 0.95, 0.91]];
    for ((name, attributes), most) in SURVEYS.into_iter().zip(most) {
        for (epsilon, most) in [1.0, 2.0, 4.0].into_iter().zip(most) {
            let survey = of_epsilon(attributes, epsilon);
            let (sizes, estimands) = (survey.schema().sizes(), survey.estimands());
            let unaware = Estimands::from(&default_tables(sizes.len()));
            let law = |estimands: &Estimands| {
                designed(Request::tables(&sizes, estimands, epsilon)).unwrap().law().clone()
            };
            let (own, before) = (law(&estimands), law(&unaware));
            let error = |law: &Law| total(expected_squared_errors(law, &estimands));
            let plain = |law: &Law| total(expected_squared_errors(law, &unaware));
            let (ratio, unused) = (error(&own) / error(&before), plain(&own) / plain(&before));
            println!(
                "{name}, ε {epsilon}: squared error {ratio:.3} of that of the design that takes no account; {:.3} of that \
                 design's without use of what cannot occur; without such use {unused:.3}",
                error(&own) / plain(&before)
            );
            assert!(ratio < most && unused < 1.3, "{ratio} {unused}");
            assert!(default_tables(sizes.len()).iter().all(|table| own.identifies(table)));
        }
    }
}

/// Σ over the cells of the table of the variance of the best linear unbiased estimate: the information on the cells of the wider table is Σ_T
/// w_T P_T, written out as a matrix, among the records that can occur.
fn dense(schema: &Schema, law: &Law, table: &[usize]) -> f64 {
    let wide = schema.linked(table);
    let sizes: Vec<usize> = wide.iter().map(|&i| schema.sizes()[i] as usize).collect();
    let cells: usize = sizes.iter().product();
    let information = law.information(&wide);
    let mut occurring: Vec<Vec<usize>> =
        feasible(schema).iter().map(|record| wide.iter().map(|&i| record[i] as usize).collect()).collect();
    occurring.sort();
    occurring.dedup();
    let entry = |left: &[usize], right: &[usize]| -> f64 {
        let of_set = |set: usize| -> f64 {
            let along = |axis: usize| {
                let average = 1.0 / sizes[axis] as f64;
                let same = f64::from(u8::from(left[axis] == right[axis]));
                if set >> axis & 1 == 1 { same - average } else { average }
            };
            // A component without information counts as one with next to none.
            information[set].max(1e-9) * cells as f64 * (0..sizes.len()).map(along).product::<f64>()
        };
        (1..information.len()).map(of_set).sum()
    };
    let matrix: Vec<Vec<f64>> =
        occurring.iter().map(|left| occurring.iter().map(|right| entry(left, right)).collect()).collect();
    let own: Vec<Vec<usize>> = occurring.iter().map(|cell| cell[..table.len()].to_vec()).collect();
    let mut kept = own.clone();
    kept.sort();
    kept.dedup();
    let forms: Vec<Vec<f64>> = kept
        .iter()
        .map(|cell| own.iter().map(|other| f64::from(u8::from(cell == other))).collect())
        .collect();
    let directions = solved(&differences(&matrix), forms.iter().map(|form| changes(form)).collect());
    forms.iter().zip(&directions).map(|(form, solved)| inner(&changes(form), solved)).sum()
}

/// A symmetric form on vectors of sum 0, in the basis of differences from the first.
fn differences(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let entry = |i: usize, j: usize| matrix[i][j] - matrix[0][j] - matrix[i][0] + matrix[0][0];
    (1..matrix.len()).map(|i| (1..matrix.len()).map(|j| entry(i, j)).collect()).collect()
}

/// A linear form in that basis.
fn changes(form: &[f64]) -> Vec<f64> {
    form[1..].iter().map(|own| own - form[0]).collect()
}

fn inner(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// Solves a symmetric positive definite system for several right sides, by elimination.
fn solved(matrix: &[Vec<f64>], right: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let mut rows: Vec<Vec<f64>> = matrix.to_vec();
    rows.iter_mut().enumerate().for_each(|(i, row)| row.extend(right.iter().map(|of| of[i])));
    for pivot in 0..rows.len() {
        let own = rows[pivot].clone();
        for (i, row) in rows.iter_mut().enumerate().filter(|(i, _)| *i != pivot) {
            let factor = row[pivot] / own[pivot];
            if i > pivot || factor != 0.0 {
                row[pivot..].iter_mut().zip(&own[pivot..]).for_each(|(entry, own)| *entry -= factor * own);
            }
        }
    }
    let number = rows.len();
    (0..right.len()).map(|of| (0..number).map(|i| rows[i][number + of] / rows[i][i]).collect()).collect()
}

#[test]
fn the_expected_error_is_that_of_dense_linear_algebra() {
    for (name, attributes) in SURVEYS {
        for method in ["labelled", "analysis"] {
            let survey = survey(attributes, &format!(r#""record_epsilon": 2, "method": "{method}""#));
            let design = designed(survey.request()).unwrap();
            let tables = survey.tables_to_read();
            let found = expected_squared_errors(design.law(), survey.estimands());
            for (table, found) in tables.iter().zip(&found) {
                let expected = dense(survey.schema(), design.law(), table);
                assert!(
                    (found / expected - 1.0).abs() < 1e-5,
                    "{name}, {method}, {table:?}: {found} {expected}"
                );
                assert!(*found < expected_squared_error(design.law(), table) * (1.0 + 1e-9));
            }
        }
    }
}

/// The squares of the standard errors that are told of a survey of equally frequent records are near what the design expects.
#[test]
fn errors_computed_from_reports_are_as_expected() {
    let (people, mut dice) = (10_000, Dice::new(11));
    let [follow_ups, _, ranking] = SURVEYS;
    for &(name, attributes) in every(&SURVEYS[..], &[follow_ups, ranking]) {
        for (epsilon, near) in [(1.0, 0.04), (2.0, 0.08)] {
            let survey = of_epsilon(attributes, epsilon);
            let plan = planned(&survey, &designed(survey.request()).unwrap());
            let (law, records) = (plan.law(), feasible(plan.schema()));
            let tables = survey.tables_to_read();
            let mut counted: Vec<Table> =
                tables.iter().map(|table| Table::linked(&plan, table).unwrap()).collect();
            for person in 0..people {
                let record = Record::new(plan.schema(), records[person % records.len()].clone()).unwrap();
                let report = perturb(law, record, &mut dice.0);
                counted.iter_mut().for_each(|table| table.add_perturbed(&report).unwrap());
            }
            let squares = |table: Table| -> f64 {
                let estimate = estimate(&plan, table, &Options::default()).unwrap();
                (0..estimate.cells().len())
                    .map(|cell| estimate.cell(cell).standard_error.unwrap().powi(2))
                    .sum()
            };
            let told: f64 = counted.into_iter().map(squares).sum();
            let expected = total(expected_squared_errors(law, survey.estimands()));
            let ratio = told * people as f64 / expected;
            println!("{name}, ε {epsilon}: squared standard errors over the expected error: {ratio:.4}");
            assert!((ratio - 1.0).abs() < near, "{ratio}");
        }
    }
}

/// How many cells of d a report of subset selection tells of, in the information on each of its D cells' shares.
fn of_subsets(cells: usize, epsilon: f64) -> f64 {
    let all = cells as f64;
    let of_size = |size: usize| {
        let size = size as f64;
        let hit = size * epsilon.exp() / (size * epsilon.exp() + all - size);
        let amplitude = hit - (1.0 - hit) * size / (all - size);
        all * amplitude * amplitude * (all - size) / (size * (all - 1.0))
    };
    (1..cells).map(of_size).fold(0.0, f64::max)
}

/// The least V of forms that ask one set of questions as one unit: of all their combinations and, where `lists`, of those alone that can occur. The probabilities
/// are found by multiplication with the square roots of what each form is worth, which stays above the least V by the gap that is returned.
fn least_of_single_units(schema: &Schema, epsilon: f64, lists: bool) -> (f64, f64) {
    let (records, sizes) = (feasible(schema), schema.sizes());
    let mut forms: Vec<Vec<Vec<f64>>> = Vec::new();
    let project = |record: &Vec<u32>, asked: usize| -> Vec<u32> {
        (0..sizes.len()).filter(|i| asked >> i & 1 == 1).map(|i| record[i]).collect()
    };
    for asked in 1..1_usize << sizes.len() {
        let seen: Vec<Vec<u32>> = records.iter().map(|record| project(record, asked)).collect();
        let mut occurring = seen.clone();
        occurring.sort();
        occurring.dedup();
        let product: usize =
            (0..sizes.len()).filter(|i| asked >> i & 1 == 1).map(|i| sizes[i] as usize).product();
        let listed =
            Some(occurring.len()).filter(|cells| lists && (2..=64).contains(cells) && *cells < product);
        for cells in [Some(product).filter(|cells| *cells <= 256), listed].into_iter().flatten() {
            let information = of_subsets(cells, epsilon);
            let entry = |left: &Vec<u32>, right: &Vec<u32>| {
                information * (f64::from(u8::from(left == right)) - 1.0 / cells as f64)
            };
            let matrix: Vec<Vec<f64>> =
                seen.iter().map(|left| seen.iter().map(|right| entry(left, right)).collect()).collect();
            forms.push(differences(&matrix));
        }
    }
    let estimated: Vec<Vec<f64>> = default_tables(sizes.len())
        .iter()
        .flat_map(|table| {
            let asked = table.iter().fold(0, |asked, i| asked | 1 << i);
            let seen: Vec<Vec<u32>> = records.iter().map(|record| project(record, asked)).collect();
            let mut occurring = seen.clone();
            occurring.sort();
            occurring.dedup();
            let form = |cell: &Vec<u32>| {
                changes(&seen.iter().map(|own| f64::from(u8::from(own == cell))).collect::<Vec<f64>>())
            };
            occurring.iter().map(form).collect::<Vec<_>>()
        })
        .collect();
    let mut shares = vec![1.0 / forms.len() as f64; forms.len()];
    let mut found = (f64::INFINITY, f64::INFINITY);
    for _ in 0..400 {
        let number = records.len() - 1;
        let mut matrix = vec![vec![0.0; number]; number];
        for (share, form) in shares.iter().zip(&forms) {
            for (row, of) in matrix.iter_mut().zip(form) {
                row.iter_mut().zip(of).for_each(|(entry, own)| *entry += share * own);
            }
        }
        matrix.iter_mut().enumerate().for_each(|(i, row)| row[i] *= 1.0 + 1e-9);
        let directions = solved(&matrix, estimated.clone());
        let error: f64 = estimated.iter().zip(&directions).map(|(form, solved)| inner(form, solved)).sum();
        let worth = |form: &Vec<Vec<f64>>| -> f64 {
            directions
                .iter()
                .map(|own| form.iter().zip(own).map(|(row, entry)| entry * inner(row, own)).sum::<f64>())
                .sum()
        };
        let worths: Vec<f64> = forms.iter().map(worth).collect();
        let most = worths.iter().copied().fold(0.0, f64::max);
        found = (error, most / error - 1.0);
        if found.1 < 5e-3 {
            break;
        }
        shares.iter_mut().zip(&worths).for_each(|(share, worth)| *share *= (worth / error).sqrt());
        let sum: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= sum);
    }
    found
}

/// No mixture of forms that ask one unit has an error much below the design's, whether units have all combinations of answers for cells or a list of those
/// that can occur, which would take little more from it: estimates use what cannot occur already.
#[test]
fn designs_are_near_the_best_of_single_units() {
    for (name, attributes) in every(&SURVEYS[..], &SURVEYS[..1]) {
        for &epsilon in every(&[0.5, 1.0, 2.0, 4.0][..], &[1.0]) {
            let survey = of_epsilon(attributes, epsilon);
            let design = designed(survey.request()).unwrap();
            let own = total(expected_squared_errors(design.law(), survey.estimands()));
            let [(products, gap), (lists, least)] =
                [false, true].map(|lists| least_of_single_units(survey.schema(), epsilon, lists));
            println!(
                "{name}, ε {epsilon}: V {own:.1} of the design, {:.3} of {lists:.1} (gap {least:.3}), the least of forms of one unit with \
                 units over lists; that is {:.3} of {products:.1} (gap {gap:.3}), the least without",
                own / lists,
                lists / products
            );
            assert!(lists > 0.965 * products && lists < products * 1.01 && own < 1.1 * lists);
        }
    }
}
