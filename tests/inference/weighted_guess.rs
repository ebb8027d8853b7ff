//! The best guess of a weighted sample: that of counts where all weights are the same; nearer to the truth than unbiased weighted tables, and than a guess that
//! does not know of the weights, where the sample was not drawn evenly; with intervals that hold the truth.
//!
//! False alarms: seeds are fixed, so that only a change of the estimates can change a number here.

use candor::count::{Table, Tables};
use candor::estimate::{Options, Stop};
use candor::inference::{Grouping, Raking, ReportClass, Weighted, WeightedGroups};
use candor::loglinear::BestGuess;
use candor::perturb::perturb;
use candor::schema::Record;
use candor::{Code, Plan, Survey};

use crate::common::nightly::every;
use crate::common::{Dice, plan_of};

const SIZES: [u32; 4] = [2, 3, 4, 3];
/// The plain column, after the questions.
const REGION: usize = 4;

fn plan(method: &str, epsilon: f64) -> Plan {
    let question = |(place, size): (usize, &u32)| {
        let values: Vec<String> = (0..*size).map(|value| format!("\"{value}\"")).collect();
        format!(r#"{{"name": "q{place}", "categories": [{}]}}"#, values.join(","))
    };
    let questions: Vec<String> = SIZES.iter().enumerate().map(question).collect();
    let survey = format!(
        r#"{{"survey": "regions", "privacy": {{"record_epsilon": {epsilon}, "method": "{method}"}}, "attributes": [{}],
        "plain": [{{"name": "region", "categories": ["north", "south"]}}]}}"#,
        questions.join(",")
    );
    plan_of(&Survey::from_json(&survey).unwrap())
}

/// Questions and pairs, and those with the region.
fn tables() -> Vec<Vec<usize>> {
    let pairs = (0..=REGION).flat_map(|one| (one + 1..=REGION).map(move |other| vec![one, other]));
    (0..=REGION).map(|question| vec![question]).chain(pairs).collect()
}

/// The answers of somebody in a region: many in the south repeat the answer before, and give low numbers.
fn drawn(region: u32, dice: &mut Dice) -> Vec<u32> {
    let mut record: Vec<u32> = Vec::new();
    for &size in &SIZES {
        let before = record.last().map_or(0, |last| last % size);
        let repeats = dice.unit() < if region == 0 { 0.2 } else { 0.6 };
        record.push(if repeats { before } else { dice.between(0, size - 1) });
    }
    record
}

/// The classes of every table: reports of two regions, so many of each.
fn sampled(plan: &Plan, people: [u32; 2], dice: &mut Dice) -> Vec<Vec<ReportClass>> {
    let mut of_regions: Vec<Vec<Table>> = Vec::new();
    for (region, people) in (0..2_u32).zip(people) {
        let empty = tables().iter().map(|table| Table::new(plan, table).unwrap()).collect();
        let mut counted = Tables::new(empty).unwrap();
        for _ in 0..people {
            let record = Record::new(plan.schema(), drawn(region, dice)).unwrap();
            let report = [perturb(plan.law(), record, &mut dice.0), vec![region]].concat();
            counted.add_repeated(&report, 1).unwrap();
        }
        of_regions.push(counted.into_tables());
    }
    let class =
        |region: usize, table: usize| ReportClass::new(of_regions[region][table].clone(), vec![region]);
    (0..tables().len()).map(|table| vec![class(0, table), class(1, table)]).collect()
}

/// The tables of a population of which half live in each region, by drawing very many.
fn truth() -> Vec<Vec<f64>> {
    let (mut dice, wanted, people) = (Dice::new(3), tables(), 400_000);
    let size = |attribute: usize| SIZES.get(attribute).map_or(2, |size| *size as usize);
    let cells = |table: &Vec<usize>| table.iter().map(|attribute| size(*attribute)).product();
    let mut shares: Vec<Vec<f64>> = wanted.iter().map(|table| vec![0.0; cells(table)]).collect();
    for person in 0..people {
        let record = [drawn(person % 2, &mut dice), vec![person % 2]].concat();
        for (table, shares) in wanted.iter().zip(&mut shares) {
            let cell = table.iter().fold(0, |cell, &i| cell * size(i) + record[i] as usize);
            shares[cell] += 1.0 / f64::from(people);
        }
    }
    shares
}

fn squared(shares: &[f64], truth: &[f64]) -> f64 {
    shares.iter().zip(truth).map(|(share, truth)| (share - truth).powi(2)).sum()
}

#[test]
fn with_equal_weights_it_is_the_guess_of_counts() {
    for method in ["analysis", "labelled"] {
        let plan = plan(method, 2.0);
        let classes = sampled(&plan, [2000, 2000], &mut Dice::new(71));
        let joined = |classes: &Vec<ReportClass>| {
            let mut table = classes[0].table.clone();
            table.merge(&classes[1].table).unwrap();
            table
        };
        let counted: Vec<Table> = classes.iter().map(joined).collect();
        let guess = BestGuess::of_counts(&plan, &counted, &Options::default(), &Stop::default()).unwrap();
        let weighted = Weighted::best_guess(
            &plan,
            &classes,
            &Raking::new(vec![vec![0.5, 0.5]]).unwrap(),
            &Stop::default(),
        )
        .unwrap();
        for table in tables() {
            for (own, other) in weighted.table(&table).unwrap().iter().zip(guess.table(&table).unwrap()) {
                // The margin of the region is known here, which moves the tables with it a little.
                assert!((own - other).abs() < 2e-3, "{method} {table:?}: {own} {other}");
            }
        }
    }
}

#[test]
fn of_a_sample_that_is_not_even_it_errs_less_than_unbiased_tables_and_than_without_weights() {
    let (truth, wanted, surveys) = (truth(), tables(), every(200, 24));
    let margins = Raking::new(vec![vec![0.5, 0.5]]).unwrap();
    for method in ["analysis", "labelled"] {
        let (plan, mut dice) = (plan(method, 1.0), Dice::new(72));
        let [mut of_guess, mut of_unbiased, mut unaware] = [0.0; 3];
        let (mut held, mut cells) = (0.0, 0.0);
        for _ in 0..surveys {
            let classes = sampled(&plan, [3000, 1000], &mut dice);
            let guess = Weighted::best_guess(&plan, &classes, &margins, &Stop::default()).unwrap();
            let as_sampled = Raking::new(vec![vec![0.75, 0.25]]).unwrap();
            let without = Weighted::best_guess(&plan, &classes, &as_sampled, &Stop::default()).unwrap();
            for (place, table) in wanted.iter().enumerate().filter(|(_, table)| table.len() == 2) {
                let unbiased = Weighted::new(&plan, &classes[place], &margins, &Options::default()).unwrap();
                let shares = guess.table(table).unwrap();
                let told = unbiased.guessed(&shares);
                for ((cell, own), truth) in told.iter().zip(&unbiased.cells).zip(&truth[place]) {
                    assert!(cell.standard_error.is_none());
                    assert!(cell.lower <= own.lower && cell.upper >= own.upper);
                    held += f64::from(u8::from(cell.lower <= *truth && *truth <= cell.upper));
                    cells += 1.0;
                }
                let own: Vec<f64> = unbiased.cells.iter().map(|cell| cell.estimate).collect();
                of_guess += squared(&shares, &truth[place]);
                of_unbiased += squared(&own, &truth[place]);
                unaware += squared(&without.table(table).unwrap(), &truth[place]);
            }
            // What is known of the population is kept.
            let region = guess.table(&[REGION]).unwrap();
            assert!((region[0] - 0.5).abs() < 1e-3, "{method}: {region:?}");
        }
        let held = held / cells;
        println!(
            "{method}: unbiased {:.2}, without weights {:.2} times the squared error; held {held:.3}",
            of_unbiased / of_guess,
            unaware / of_guess
        );
        assert!(of_unbiased > 2.0 * of_guess && unaware > 1.2 * of_guess, "{method}");
        assert!((0.94..=0.99).contains(&held), "{method}: {held}");
    }
}

#[test]
fn within_groups_shares_are_those_of_the_guessed_table() {
    let plan = plan("labelled", 2.0);
    let classes = sampled(&plan, [1500, 500], &mut Dice::new(73));
    let margins = Raking::new(vec![vec![0.5, 0.5]]).unwrap();
    let guess = Weighted::best_guess(&plan, &classes, &margins, &Stop::default()).unwrap();
    let place = tables().iter().position(|table| *table == [0, 1]).unwrap();
    let of_first = Grouping { given: &[0], ..Grouping::default() };
    let within =
        WeightedGroups::new(&plan, &classes[place], &margins, of_first, &Options::default()).unwrap();
    let shares = guess.table(&[0, 1]).unwrap();
    let (cells, differences) = within.guessed(&shares);
    for group in 0..2 {
        let whole: f64 = shares[3 * group..3 * group + 3].iter().sum();
        for cell in 3 * group..3 * group + 3 {
            assert!((cells[cell].estimate - shares[cell] / whole).abs() < 1e-12);
            assert!(cells[cell].lower <= within.cells[cell].lower && cells[cell].standard_error.is_none());
        }
    }
    for (place, difference) in differences.iter().enumerate() {
        assert!((difference.estimate - (cells[3 + place].estimate - cells[place].estimate)).abs() < 1e-12);
        assert!(difference.lower <= difference.estimate && difference.estimate <= difference.upper);
    }
}

#[test]
fn what_cannot_be_guessed_is_refused() {
    let plan = plan("analysis", 2.0);
    let classes = sampled(&plan, [300, 100], &mut Dice::new(74));
    let margins = Raking::new(vec![vec![0.5, 0.5]]).unwrap();
    let refused = |tables: &[Vec<ReportClass>]| {
        Weighted::best_guess(&plan, tables, &margins, &Stop::default()).unwrap_err().code()
    };
    assert_eq!(refused(&[]), Code::InvalidWeights);
    assert_eq!(refused(&classes[1..]), Code::UnidentifiableTable, "a question is missing");
    let mut apart = classes.clone();
    apart[1].pop();
    assert_eq!(refused(&apart), Code::InvalidWeights);
    let stop = Stop::default();
    stop.stop();
    let stopped = Weighted::best_guess(&plan, &classes, &margins, &stop);
    assert_eq!(stopped.unwrap_err().code(), Code::Stopped);
}
