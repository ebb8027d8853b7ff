//! The best guess of all tables together: compared with the numbers of an independent program, its properties, and what it
//! refuses.

use candor::count::Table;
use candor::estimate::{Estimation, Options, Reconstruction, Stop};
use candor::loglinear::{BestGuess, UnbiasedTable, best_guess, in_groups};
use candor::perturb::perturb;
use candor::schema::Record;
use candor::{Code, Survey};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use serde_json::Value;

use crate::common::plan_of;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn booleans(value: &Value) -> Vec<bool> {
    value.as_array().unwrap().iter().map(|own| own.as_bool().unwrap()).collect()
}

fn positions(value: &Value) -> Vec<usize> {
    value.as_array().unwrap().iter().map(|own| usize::try_from(own.as_u64().unwrap()).unwrap()).collect()
}

/// The positions in the name of a pair, such as `q0,q3` or `0,3`.
fn pair(name: &str) -> Vec<usize> {
    name.split(',').map(|own| own.trim_start_matches('q').parse().unwrap()).collect()
}

fn vectors(name: &str) -> Value {
    let path = format!("{}/tests/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The unbiased tables of a case, with their standard errors.
fn tables_of(input: &Value) -> Vec<UnbiasedTable> {
    let questions = input["one"].as_array().unwrap().iter().zip(input["one_se"].as_array().unwrap());
    let of_question = |(question, (shares, errors)): (usize, (&Value, &Value))| UnbiasedTable {
        attributes: vec![question],
        shares: numbers(shares),
        standard_errors: numbers(errors),
        possible: None,
    };
    let possible = |name: &str| Some(booleans(input.get("possible")?.get(name)?));
    let of_pair = |(name, shares): (&String, &Value)| UnbiasedTable {
        attributes: pair(name),
        shares: numbers(shares),
        standard_errors: numbers(&input["two_se"][name]),
        possible: possible(name),
    };
    let pairs = input["two"].as_object().unwrap().iter().map(of_pair);
    questions.enumerate().map(of_question).chain(pairs).collect()
}

/// The sizes, the unbiased tables, and the other values of every case.
fn cases() -> Vec<(Vec<u32>, Vec<UnbiasedTable>, Value)> {
    let file = vectors("loglinear");
    let read = |case: &Value| {
        let input = &case["input"];
        let tables = tables_of(input);
        let sizes = positions(&case["sizes"]).into_iter().map(|size| u32::try_from(size).unwrap());
        (sizes.collect(), tables, case.clone())
    };
    file["cases"].as_array().unwrap().iter().map(read).collect()
}

fn largest_difference(one: &[f64], other: &[f64]) -> f64 {
    assert_eq!(one.len(), other.len());
    one.iter().zip(other).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
}

fn guess(tables: &[UnbiasedTable]) -> BestGuess {
    best_guess(tables, &Stop::default()).unwrap()
}

fn shares_of(of: &BestGuess, attributes: &[usize]) -> Vec<f64> {
    of.table(attributes).unwrap()
}

#[test]
fn shares_are_those_of_an_independent_program() {
    for (_, tables, case) in cases() {
        let limit = usize::try_from(case["limit"].as_u64().unwrap()).unwrap();
        let (found, expected) = (in_groups(&tables, &Stop::default(), limit).unwrap(), &case["expected"]);
        let groups = expected["groups"].as_array().unwrap();
        assert_eq!(found.groups().len(), groups.len());
        let variances = numbers(&expected["t1"]).into_iter().zip(numbers(&expected["t2"]));
        for ((group, questions), (of_questions, of_pairs)) in found.groups().iter().zip(groups).zip(variances)
        {
            assert_eq!(group.attributes, positions(questions));
            assert_eq!((group.of_questions, group.of_pairs), (of_questions, of_pairs), "{}", case["name"]);
        }
        for (question, shares) in expected["one"].as_array().unwrap().iter().enumerate() {
            let apart = largest_difference(&shares_of(&found, &[question]), &numbers(shares));
            assert!(apart < 1e-6, "{}: question {question} {apart:e}", case["name"]);
        }
        for (name, shares) in expected["two"].as_object().unwrap() {
            let axes = pair(name);
            let apart = largest_difference(&shares_of(&found, &[axes[0], axes[1]]), &numbers(shares));
            assert!(apart < 1e-6, "{}: {name} {apart:e}", case["name"]);
        }
    }
}

/// Some cases have margins whose directions are ordered differently for a single question than in the fit, or pairs without a table.
#[test]
fn shares_of_random_surveys_are_those_of_an_independent_program() {
    for (number, case) in vectors("loglinear-random")["cases"].as_array().unwrap().iter().enumerate() {
        let tables = tables_of(case);
        let limit = usize::try_from(case["limit"].as_u64().unwrap()).unwrap();
        let found = in_groups(&tables, &Stop::default(), limit).unwrap();
        let variances: Vec<f64> = found.groups().iter().map(|group| group.of_pairs).collect();
        assert_eq!(variances, numbers(&case["t2"]), "case {number}");
        for (name, shares) in case["expected"].as_object().unwrap() {
            let apart = largest_difference(&shares_of(&found, &pair(name)), &numbers(shares));
            assert!(apart < 1e-4, "case {number}: {name} {apart:e}");
        }
    }
}

/// Questions that depend on one another make the fit hard: the program that the numbers are from took up to 3,400 evaluations.
#[test]
fn shares_where_some_answers_cannot_occur_are_those_of_an_independent_program() {
    for case in vectors("loglinear-possible")["cases"].as_array().unwrap() {
        let (name, found) = (&case["name"], guess(&tables_of(case)));
        let variances = [&case["t1"], &case["t2"]].map(|own| own.as_f64().unwrap());
        let whole = &found.groups()[0];
        assert_eq!([whole.of_questions, whole.of_pairs], variances, "{name}");
        for (table, shares) in case["expected"].as_object().unwrap() {
            let apart = largest_difference(&shares_of(&found, &pair(table)), &numbers(shares));
            assert!(apart < 1e-6, "{name}: {table} {apart:e}");
        }
        for (table, possible) in case["possible"].as_object().unwrap() {
            let shares = shares_of(&found, &pair(table));
            let occurs: Vec<bool> = shares.iter().map(|share| *share > 0.0).collect();
            assert_eq!(occurs, booleans(possible), "{name}: {table}");
        }
    }
}

#[test]
fn tables_are_possible_and_agree() {
    for (sizes, tables, _) in cases() {
        for most_cells in [4096, 24] {
            let found = in_groups(&tables, &Stop::default(), most_cells).unwrap();
            for first in 0..sizes.len() {
                assert!((shares_of(&found, &[first]).iter().sum::<f64>() - 1.0).abs() < 1e-9);
                for second in (0..sizes.len()).filter(|second| *second != first) {
                    let table = shares_of(&found, &[first, second]);
                    assert!(table.iter().all(|share| *share > 0.0));
                    let rows: Vec<f64> =
                        table.chunks(sizes[second] as usize).map(|row| row.iter().sum()).collect();
                    assert!(largest_difference(&rows, &shares_of(&found, &[first])) < 1e-9);
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
            possible: None,
        }
    };
    let turned: Vec<UnbiasedTable> = tables.iter().map(turned).collect();
    let (one, other) = (guess(&tables), guess(&turned));
    for first in 0..sizes.len() {
        for second in (0..sizes.len()).filter(|second| *second != first) {
            let there = shares_of(&other, &[sizes.len() - 1 - first, sizes.len() - 1 - second]);
            assert!(largest_difference(&shares_of(&one, &[first, second]), &there) < 1e-6);
        }
    }
}

/// With almost no noise the estimate equals the tables; with nothing but noise all answers are equally likely.
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
    let followed = guess(&with_errors(1e-5));
    for (question, table) in tables.iter().take(sizes.len()).enumerate() {
        assert!(largest_difference(&shares_of(&followed, &[question]), &table.shares) < 1e-4);
    }
    let ignored = guess(&with_errors(10.0));
    assert!(largest_difference(&shares_of(&ignored, &[0, 1]), &[1.0 / 6.0; 6]) < 1e-3);
}

#[test]
fn one_question_has_an_estimate_of_its_own() {
    let (_, tables, _) = cases().swap_remove(0);
    let found = guess(&tables[..1]);
    assert!((shares_of(&found, &[0]).iter().sum::<f64>() - 1.0).abs() < 1e-12);
    assert!(shares_of(&found, &[0])[0] > shares_of(&found, &[0])[1]);
}

/// Two of three questions whose pair has no table depend on one another only through the third.
#[test]
fn a_pair_without_a_table_has_no_term_of_its_own() {
    let (sizes, tables, _) = cases().swap_remove(1);
    let kept =
        |table: &&UnbiasedTable| table.attributes.iter().all(|own| *own < 3) && table.attributes != [0, 2];
    let tables: Vec<UnbiasedTable> = tables.iter().filter(kept).cloned().collect();
    let found = guess(&tables);
    let [rows, middle, columns] = [0, 1, 2].map(|question: usize| sizes[question] as usize);
    let (one, other, between) =
        (shares_of(&found, &[0, 1]), shares_of(&found, &[1, 2]), shares_of(&found, &[1]));
    let through = |cell: usize| -> f64 {
        let (row, column) = (cell / columns, cell % columns);
        (0..middle).map(|at| one[row * middle + at] * other[at * columns + column] / between[at]).sum()
    };
    let through: Vec<f64> = (0..rows * columns).map(through).collect();
    assert!(largest_difference(&shares_of(&found, &[0, 2]), &through) < 1e-9);
}

/// The margins of a table of three questions are the tables of its pairs, whatever the order of its axes, and whether or not one group has all
/// three.
#[test]
fn tables_of_three_questions_are_products_of_pairs() {
    let (sizes, tables, _) = cases().swap_remove(1);
    for most_cells in [4096, 24, 1] {
        let found = in_groups(&tables, &Stop::default(), most_cells).unwrap();
        let [a, b, c] = [0, 1, 2].map(|question: usize| sizes[question] as usize);
        let (product, turned) = (shares_of(&found, &[0, 1, 2]), shares_of(&found, &[2, 0, 1]));
        let mut pairs = [vec![0.0; a * b], vec![0.0; a * c], vec![0.0; b * c]];
        for (cell, share) in product.iter().enumerate() {
            let (x, y, z) = (cell / (b * c), cell / c % b, cell % c);
            assert_eq!(turned[(z * a + x) * b + y], *share);
            pairs[0][x * b + y] += share;
            pairs[1][x * c + z] += share;
            pairs[2][y * c + z] += share;
        }
        for (own, attributes) in pairs.iter().zip([[0, 1], [0, 2], [1, 2]]) {
            assert!(largest_difference(own, &shares_of(&found, &attributes)) < 1e-9);
        }
        assert_eq!((found.table(&[0, 1, 0]), found.table(&[0, 99])), (None, None));
    }
}

/// Estimated from counts, the guess of a table has the intervals of the unbiased estimate, stretched to hold it, and no standard errors; the same
/// holds within groups.
#[test]
fn intervals_are_those_of_the_unbiased_table() {
    let plan = plan_of(
        &Survey::from_json(
            r#"{"survey": "s", "attributes": [{"name": "a", "categories": ["no", "yes"]}, {"name": "b", "categories": ["x", "y", "z"]}],
                "privacy": {"record_epsilon": 1}}"#,
        )
        .unwrap(),
    );
    let mut counted =
        [&[0][..], &[1], &[0, 1], &[1, 0]].map(|attributes| Table::new(&plan, attributes).unwrap());
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    for person in 0..400 {
        let record = Record::new(plan.schema(), [u32::from(person % 4 == 0), person % 3]).unwrap();
        let perturbed = perturb(plan.law(), record, &mut rng);
        counted.iter_mut().for_each(|table| table.add_perturbed(&perturbed).unwrap());
    }
    let options = Options::default();
    let guess = BestGuess::of_counts(&plan, &counted, &options, &Stop::default()).unwrap();
    let mut stretched = 0;
    for table in counted {
        let estimation = Estimation::new(&plan, table, &options).unwrap();
        let (unbiased, errors) = estimation.with_errors().unwrap();
        let guessed = guess.estimate(&unbiased).unwrap();
        assert_eq!(guessed.shares(), shares_of(&guess, unbiased.axes().attributes()));
        assert_eq!((guessed.method(), guessed.standard_errors()), (Reconstruction::LogLinear, None));
        for (own, around) in guessed.cells().zip(unbiased.cells()) {
            assert_eq!(own.lower, around.lower.min(own.estimate));
            assert_eq!(own.upper, around.upper.max(own.estimate));
            stretched += usize::from(own.lower < around.lower || own.upper > around.upper);
        }
        if unbiased.axes().attributes().len() == 1 {
            continue;
        }
        let around = errors.conditional(&["a"]).unwrap();
        let errors = errors.moved_to(&guessed);
        assert_eq!(errors.covariance().unwrap_err().code(), Code::UndefinedStatistic);
        let whole = shares_of(&guess, &[0]);
        for ((at, own), around) in
            errors.conditional(&["a"]).unwrap().cells().iter().enumerate().zip(around.cells())
        {
            let group = if unbiased.axes().attributes() == [0, 1] { at / 3 } else { at % 2 };
            assert!((own.estimate - guessed.shares()[at] / whole[group]).abs() < 1e-12);
            assert_eq!((own.standard_error, own.lower), (None, around.lower.min(own.estimate)));
        }
        let differences = errors.differences(&["a"], 0).unwrap();
        assert!(differences.iter().all(|apart| apart.difference.standard_error.is_none()));
    }
    assert!(stretched < 18, "{stretched}");
}

#[test]
fn one_table_alone_has_no_best_guess() {
    let survey =
        r#"{"survey": "s", "attributes": [{"name": "a", "categories": ["no", "yes"], "epsilon": 1}]}"#;
    let plan = plan_of(&Survey::from_json(survey).unwrap());
    let table = Table::from_counts(&plan, &["a"], vec![60, 40]).unwrap();
    let options = Options::default().reconstruction(Reconstruction::LogLinear);
    let refused = candor::estimate::estimate(&plan, table, &options).unwrap_err();
    assert_eq!(refused.code(), Code::UndefinedStatistic);
}

/// The standard errors of few reports may be smaller for a pair's table than for its margins, which would leave no variance for the association.
/// It then gets a tenth of the table's average variance.
#[test]
fn a_pair_keeps_a_variance_beside_uncertain_margins() {
    let (_, tables, _) = cases().swap_remove(0);
    let of_errors = |pair: f64| -> Vec<UnbiasedTable> {
        let error = |table: &UnbiasedTable| if table.attributes.len() == 1 { 0.05 } else { pair };
        let of = |table: &UnbiasedTable| UnbiasedTable {
            standard_errors: vec![error(table); table.shares.len()],
            ..table.clone()
        };
        tables.iter().map(of).collect()
    };
    // In a table of 3×2 cells these errors leave nothing: 6·0.02² is below 3·0.05²/2 + 2·0.05²/3.
    for pair in [0.02, 0.001] {
        let shares = shares_of(&guess(&of_errors(pair)), &[0, 1]);
        assert!(shares.iter().all(|share| *share > 0.0) && (shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}

#[test]
fn what_cannot_be_estimated_is_refused() {
    let (_, tables, _) = cases().swap_remove(1);
    let code = |tables: &[UnbiasedTable]| best_guess(tables, &Stop::default()).unwrap_err().code();
    assert_eq!(code(&tables[1..]), Code::UnidentifiableTable);
    assert_eq!(code(&[]), Code::UnidentifiableTable);
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
    assert_eq!(best_guess(&tables, &stop).unwrap_err().code(), Code::Stopped);
}
