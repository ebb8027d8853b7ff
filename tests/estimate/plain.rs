//! Tables over plain columns: the estimate within a stratum uses only the reports of the stratum, and a plain column has no noise.

use candor::count::Table;
use candor::design::Survey;
use candor::estimate::{Estimate, Options, Reconstruction, estimate};
use candor::perturb::perturb;
use candor::plan::Plan;
use candor::report::{Report, respond_with};
use candor::schema::{Answer, Record};

use crate::common::{Dice, plan_of};

/// Three laws: independent, one block, and labelled.
fn plans() -> [Plan; 3] {
    let plan = |level: &str, privacy: &str| {
        let survey = format!(
            r#"{{"survey":"strata","attributes":[{{"name":"a","categories":["0","1"]{level}}},
                {{"name":"b","categories":["0","1","2"]{level}}},{{"name":"c","categories":["0","1"]{level}}}],
                "plain":[{{"name":"region","categories":["north","south","west"]}},{{"name":"arm","categories":["x","y"]}}],
                "privacy":{{{privacy}}}}}"#
        );
        plan_of(&Survey::from_json(&survey).unwrap())
    };
    [
        plan(r#","epsilon":1"#, r#""method":"independent""#),
        plan(r#","epsilon":1.5"#, r#""method":"optimal""#),
        plan("", r#""record_epsilon":1.5,"method":"labelled""#),
    ]
}

/// Reports of people whose region depends on their answers; each report carries the value of every plain column.
fn reports(plan: &Plan, people: usize) -> Vec<Report> {
    let mut dice = Dice::new(7);
    let mut report = || {
        let answers = [dice.between(0, 1), dice.between(0, 2), dice.between(0, 1)];
        let region = ["north", "south", "west"][(answers[1] as usize + dice.index(2)) % 3];
        let arm = ["x", "y"][dice.index(2)];
        let report = respond_with(plan, Record::new(plan.schema(), answers).unwrap(), &mut dice.0);
        let value = |name: &str| if name == "region" { region } else { arm };
        report.carrying(plan, |column| Answer::Text(value(column.name()))).unwrap()
    };
    (0..people).map(|_| report()).collect()
}

fn table(plan: &Plan, attributes: &[&str], reports: &[&Report]) -> Table {
    let mut table = Table::new(plan, attributes).unwrap();
    reports.iter().for_each(|report| table.add(report).unwrap());
    table
}

fn estimated(plan: &Plan, table: Table) -> Estimate {
    estimate(plan, table, &Options::default().reconstruction(Reconstruction::Inverse)).unwrap()
}

/// The inverse is linear: without labels, the table over a plain column consists of the tables from the reports of each stratum, times the
/// stratum's share. Labelled forms are weighted by their numbers of reports, which are different within a stratum.
#[test]
fn a_table_over_a_plain_column_is_that_of_its_strata() {
    for plan in plans().into_iter().filter(|plan| plan.law().is_unlabelled()) {
        let all = reports(&plan, 3000);
        let whole = estimated(&plan, table(&plan, &["region", "b", "a"], &all.iter().collect::<Vec<_>>()));
        for stratum in 0..3 {
            let own: Vec<&Report> =
                all.iter().filter(|report| report.plain()[0] as usize == stratum).collect();
            let share = own.len() as f64 / all.len() as f64;
            for (cell, alone) in estimated(&plan, table(&plan, &["b", "a"], &own)).cells().enumerate() {
                let together = whole.cells().nth(6 * stratum + cell).unwrap();
                let apart = (together.estimate - share * alone.estimate).abs();
                assert!(apart < 1e-12, "{} {stratum} {cell}: {apart}", plan.method());
            }
        }
    }
}

#[test]
fn a_plain_column_is_counted_without_noise() {
    for plan in plans() {
        let all = reports(&plan, 3000);
        let plain = estimated(&plan, table(&plan, &["region", "arm"], &all.iter().collect::<Vec<_>>()));
        for (cell, told) in plain.cells().enumerate() {
            let held = |report: &&Report| (report.plain()[0] * 2 + report.plain()[1]) as usize == cell;
            let share = all.iter().filter(held).count() as f64 / all.len() as f64;
            assert!((told.estimate - share).abs() < 1e-12, "{}: {} {share}", plan.method(), told.estimate);
            let error = (share * (1.0 - share) / all.len() as f64).sqrt();
            assert!((told.standard_error.unwrap() / error - 1.0).abs() < 0.01, "{}: {error}", plan.method());
        }
    }
}

/// Estimates within a stratum are unbiased under a labelled law too, and their errors are as stated: over 1,000 surveys of 400 reports, z
/// has mean 0 and mean square 1 within five standard errors, which fails by chance in less than one of 10⁵ runs.
#[test]
fn strata_of_labelled_reports_are_unbiased_and_say_their_error() {
    let [_, _, plan] = plans();
    let (law, surveys, people) = (plan.law(), 1000, 400);
    assert!(law.labels() > 1);
    let mut dice = Dice::new(11);
    let [mut sum, mut squares] = [0.0, 0.0];
    for _ in 0..surveys {
        let mut counted = Table::new(&plan, &["region", "a"]).unwrap();
        for person in 0..people {
            let region = u32::try_from(person % 3).unwrap();
            // Three of four people in the last region, and one of four elsewhere.
            let a = u32::from(dice.unit() < if region == 2 { 0.75 } else { 0.25 });
            let record = Record::new(plan.schema(), [a, dice.between(0, 2), a]).unwrap();
            let mut numbers = perturb(law, record, &mut dice.0);
            numbers.extend([region, 0]);
            counted.add_perturbed(&numbers).unwrap();
        }
        let estimate = estimated(&plan, counted);
        let told = estimate.cells().nth(5).unwrap();
        let z = (told.estimate - 0.75 * 133.0 / 400.0) / told.standard_error.unwrap();
        (sum, squares) = (sum + z, squares + z * z);
    }
    let n = f64::from(surveys);
    assert!((sum / n).abs() < 5.0 / n.sqrt(), "{}", sum / n);
    assert!((squares / n - 1.0).abs() < 5.0 * (2.0 / n).sqrt(), "{}", squares / n);
}
