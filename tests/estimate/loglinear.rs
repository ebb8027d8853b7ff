//! The best guess of all tables together: compared with the numbers of an independent program, its properties, and what it
//! refuses.

use candor::Code;
use candor::estimate::Stop;
use candor::loglinear::{BestGuess, UnbiasedTable, best_guess, in_groups};
use serde_json::Value;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn positions(value: &Value) -> Vec<usize> {
    value.as_array().unwrap().iter().map(|own| usize::try_from(own.as_u64().unwrap()).unwrap()).collect()
}

/// The positions in the name of a pair, such as `q0,q3`.
fn pair(name: &str) -> Vec<usize> {
    name.split(',').map(|own| own.trim_start_matches('q').parse().unwrap()).collect()
}

/// The sizes, the unbiased tables, and the other values of every case.
fn cases() -> Vec<(Vec<u32>, Vec<UnbiasedTable>, Value)> {
    let path = format!("{}/tests/vectors/loglinear.json", env!("CARGO_MANIFEST_DIR"));
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let read = |case: &Value| {
        let input = &case["input"];
        let questions = input["one"].as_array().unwrap().iter().zip(input["one_se"].as_array().unwrap());
        let mut tables: Vec<UnbiasedTable> = questions
            .enumerate()
            .map(|(question, (shares, errors))| UnbiasedTable {
                attributes: vec![question],
                shares: numbers(shares),
                standard_errors: numbers(errors),
            })
            .collect();
        tables.extend(input["two"].as_object().unwrap().iter().map(|(name, shares)| UnbiasedTable {
            attributes: pair(name),
            shares: numbers(shares),
            standard_errors: numbers(&input["two_se"][name]),
        }));
        let sizes = positions(&case["sizes"]).into_iter().map(|size| u32::try_from(size).unwrap());
        (sizes.collect(), tables, case.clone())
    };
    file["cases"].as_array().unwrap().iter().map(read).collect()
}

fn largest_difference(one: &[f64], other: &[f64]) -> f64 {
    assert_eq!(one.len(), other.len());
    one.iter().zip(other).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
}

fn guess(sizes: &[u32], tables: &[UnbiasedTable]) -> BestGuess {
    best_guess(sizes, tables, &Stop::default()).unwrap()
}

#[test]
fn shares_are_those_of_an_independent_program() {
    for (sizes, tables, case) in cases() {
        let limit = usize::try_from(case["limit"].as_u64().unwrap()).unwrap();
        let (found, expected) =
            (in_groups(&sizes, &tables, &Stop::default(), limit).unwrap(), &case["expected"]);
        let groups = expected["groups"].as_array().unwrap();
        assert_eq!(found.groups().len(), groups.len());
        let variances = numbers(&expected["t1"]).into_iter().zip(numbers(&expected["t2"]));
        for ((group, questions), (of_questions, of_pairs)) in found.groups().iter().zip(groups).zip(variances)
        {
            assert_eq!(group.questions, positions(questions));
            assert_eq!((group.of_questions, group.of_pairs), (of_questions, of_pairs), "{}", case["name"]);
        }
        for (question, shares) in expected["one"].as_array().unwrap().iter().enumerate() {
            let apart = largest_difference(found.question(question), &numbers(shares));
            assert!(apart < 1e-6, "{}: question {question} {apart:e}", case["name"]);
        }
        for (name, shares) in expected["two"].as_object().unwrap() {
            let axes = pair(name);
            let apart = largest_difference(&found.pair(axes[0], axes[1]), &numbers(shares));
            assert!(apart < 1e-6, "{}: {name} {apart:e}", case["name"]);
        }
    }
}

#[test]
fn tables_are_possible_and_agree() {
    for (sizes, tables, _) in cases() {
        for most_cells in [4096, 24] {
            let found = in_groups(&sizes, &tables, &Stop::default(), most_cells).unwrap();
            for first in 0..sizes.len() {
                assert!((found.question(first).iter().sum::<f64>() - 1.0).abs() < 1e-9);
                for second in (0..sizes.len()).filter(|second| *second != first) {
                    let table = found.pair(first, second);
                    assert!(table.iter().all(|share| *share > 0.0));
                    let rows: Vec<f64> =
                        table.chunks(sizes[second] as usize).map(|row| row.iter().sum()).collect();
                    assert!(largest_difference(&rows, found.question(first)) < 1e-9);
                }
            }
            let whole: f64 = found.groups().iter().map(|group| group.shares.iter().sum::<f64>()).sum();
            assert!((whole - found.groups().len() as f64).abs() < 1e-9);
        }
    }
}

/// The order of questions and of answers does not matter.
#[test]
fn questions_in_another_order_have_the_same_estimates() {
    let (sizes, tables, _) = cases().swap_remove(1);
    let turned_sizes: Vec<u32> = sizes.iter().rev().copied().collect();
    let turned = |table: &UnbiasedTable| {
        let [first, second] = table.attributes[..] else {
            return UnbiasedTable {
                attributes: vec![sizes.len() - 1 - table.attributes[0]],
                ..table.clone()
            };
        };
        let columns = sizes[second] as usize;
        let exchanged = |cells: &[f64]| -> Vec<f64> {
            (0..columns).flat_map(|column| cells.iter().skip(column).step_by(columns).copied()).collect()
        };
        UnbiasedTable {
            attributes: vec![sizes.len() - 1 - second, sizes.len() - 1 - first],
            shares: exchanged(&table.shares),
            standard_errors: exchanged(&table.standard_errors),
        }
    };
    let turned: Vec<UnbiasedTable> = tables.iter().map(turned).collect();
    let (one, other) = (guess(&sizes, &tables), guess(&turned_sizes, &turned));
    for first in 0..sizes.len() {
        for second in (0..sizes.len()).filter(|second| *second != first) {
            let there = other.pair(sizes.len() - 1 - first, sizes.len() - 1 - second);
            assert!(largest_difference(&one.pair(first, second), &there) < 1e-6);
        }
    }
}

/// Almost without noise the estimate equals the tables; with nothing but noise all answers are equally likely.
#[test]
fn noise_decides_how_far_tables_are_followed() {
    let (sizes, tables, _) = cases().swap_remove(0);
    let with_errors = |error: f64| -> Vec<UnbiasedTable> {
        let of = |table: &UnbiasedTable| UnbiasedTable {
            standard_errors: vec![error; table.shares.len()],
            ..table.clone()
        };
        tables.iter().map(of).collect()
    };
    let followed = guess(&sizes, &with_errors(1e-5));
    for (question, table) in tables.iter().take(sizes.len()).enumerate() {
        assert!(largest_difference(followed.question(question), &table.shares) < 1e-4);
    }
    let ignored = guess(&sizes, &with_errors(10.0));
    assert!(largest_difference(&ignored.pair(0, 1), &[1.0 / 6.0; 6]) < 1e-3);
}

#[test]
fn one_question_has_an_estimate_of_its_own() {
    let (sizes, tables, _) = cases().swap_remove(0);
    let found = guess(&sizes[..1], &tables[..1]);
    assert!((found.question(0).iter().sum::<f64>() - 1.0).abs() < 1e-12);
    assert!(found.question(0)[0] > found.question(0)[1]);
}

#[test]
fn what_cannot_be_estimated_is_refused() {
    let (sizes, tables, _) = cases().swap_remove(1);
    let code = |tables: &[UnbiasedTable]| best_guess(&sizes, tables, &Stop::default()).unwrap_err().code();
    assert_eq!(code(&tables[..tables.len() - 1]), Code::UnidentifiableTable);
    let changed = |change: fn(&mut UnbiasedTable)| {
        let mut tables = tables.clone();
        change(&mut tables[0]);
        code(&tables)
    };
    assert_eq!(changed(|table| table.standard_errors.fill(0.0)), Code::UndefinedStatistic);
    assert_eq!(changed(|table| table.standard_errors.fill(f64::NAN)), Code::UndefinedStatistic);
    assert_eq!(changed(|table| table.standard_errors.truncate(1)), Code::InvalidCounts);
    assert_eq!(changed(|table| table.shares.push(0.0)), Code::InvalidCounts);
    assert_eq!(changed(|table| table.shares[0] = f64::INFINITY), Code::UndefinedStatistic);
    let stop = Stop::default();
    stop.stop();
    assert_eq!(best_guess(&sizes, &tables, &stop).unwrap_err().code(), Code::Stopped);
}
