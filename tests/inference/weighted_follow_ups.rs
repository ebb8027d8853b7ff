//! Weighted estimates where some answers cannot occur together: they use it as estimates without weights do, stay unbiased, and err less.
//!
//! False alarms of the simulation: as in `weights`, for five numbers of two plans.

use candor::count::Table;
use candor::estimate::{Estimation, Options, Stop};
use candor::inference::{Grouping, Raking, ReportClass, Weighted, WeightedGroups};
use candor::{Plan, Survey};

use super::drawn::{Drawn, seeded};
use super::weights::SURVEYS;
use crate::common::plan_of;

const NAMES: [&str; 2] = ["harassed", "by"];
/// Who was not harassed was not asked by whom: of the cells (no, colleague), (no, manager), (no, not asked), (yes, colleague), … three can occur.
const OCCURRING: [usize; 3] = [2, 3, 4];

fn plan(method: &str) -> Plan {
    let survey = format!(
        r#"{{"survey": "work", "privacy": {{"record_epsilon": 3, "method": "{method}"}}, "attributes": [
        {{"name": "harassed", "categories": ["no", "yes"]}},
        {{"name": "by", "categories": ["colleague", "manager"], "asked_if": {{"harassed": ["yes"]}}}}]}}"#
    );
    plan_of(&Survey::from_json(&survey).unwrap())
}

/// The survey's counts as those of the plan, which knows what cannot occur.
fn of_plan(plan: &Plan, table: &Table) -> Table {
    let views = table.by_view().map(|view| (view.reports, view.counts.to_vec())).collect();
    Table::from_views(plan, &NAMES, views).unwrap()
}

fn weighted(plan: &Plan, classes: &[ReportClass], margins: Vec<Vec<f64>>) -> Weighted {
    Weighted::new(plan, classes, &Raking::new(margins).unwrap(), &Options::default()).unwrap()
}

#[test]
fn with_equal_weights_estimates_are_those_without() {
    for method in ["analysis", "labelled"] {
        let plan = plan(method);
        let drawn = Drawn::new(plan.law().clone(), &[0, 1], &[0.0, 0.0, 0.7, 0.2, 0.1, 0.0]);
        let table = of_plan(&plan, &drawn.survey(2000, &mut seeded(65)));
        let found = weighted(&plan, &[ReportClass::new(table.clone(), vec![])], vec![]);
        let (estimate, errors) =
            Estimation::new(&plan, table.clone(), &Options::default()).unwrap().with_errors().unwrap();
        for (cell, own) in found.cells.iter().enumerate() {
            let other = estimate.cell(cell);
            assert!((own.estimate - other.estimate).abs() < 1e-9, "{method} {cell}");
            let error = other.standard_error.unwrap();
            if OCCURRING.contains(&cell) {
                // Variances without weights are at the estimated shares and the numbers of reports of each label.
                assert!((own.standard_error / error - 1.0).abs() < 0.02, "{method} {cell}: {own:?} {error}");
            } else {
                assert_eq!([own.estimate, own.standard_error, own.lower, own.upper], [0.0; 4], "{cell}");
            }
        }
        // Of those who were asked.
        let valid = Grouping { given: &[], reference: 0, among_answers: true };
        let classes = [ReportClass::new(table, vec![])];
        let margins = Raking::new(vec![]).unwrap();
        let within = WeightedGroups::new(&plan, &classes, &margins, valid, &Options::default()).unwrap();
        let none: [&str; 0] = [];
        let conditional = errors.among_answers().conditional(&none).unwrap();
        for (cell, own) in within.cells.iter().enumerate() {
            assert_eq!(within.members[cell], conditional.is_member(cell));
            if OCCURRING[1..].contains(&cell) {
                let other = conditional.cells()[cell];
                assert!((own.estimate - other.estimate).abs() < 1e-9, "{method} {cell}");
                assert!(
                    (own.standard_error / other.standard_error.unwrap() - 1.0).abs() < 0.02,
                    "{method} {cell}"
                );
            }
        }
        assert!(within.differences.is_empty());
    }
}

/// The first question alone, counted with the one that hangs on it.
#[test]
fn with_equal_weights_a_table_that_was_counted_with_others_is_estimated_as_without() {
    for method in ["analysis", "labelled"] {
        let plan = plan(method);
        let drawn = Drawn::new(plan.law().clone(), &[0, 1], &[0.0, 0.0, 0.7, 0.2, 0.1, 0.0]);
        let table = of_plan(&plan, &drawn.survey(2000, &mut seeded(67))).asked_for(1).unwrap();
        let (estimate, errors) =
            Estimation::new(&plan, table.clone(), &Options::default()).unwrap().with_errors().unwrap();
        let parts = [0, 1].map(|part| {
            let table = of_plan(&plan, &drawn.survey(1000, &mut seeded(68 + part))).asked_for(1).unwrap();
            ReportClass::new(table, vec![]).of_replicate(usize::try_from(part).unwrap())
        });
        assert!(weighted(&plan, &parts, vec![]).cells[1].replicated.is_some());
        let classes = [ReportClass::new(table, vec![])];
        let found = weighted(&plan, &classes, vec![]);
        assert_eq!(found.cells.len(), 2);
        if method == "analysis" {
            let counts = classes[0].table.counts().chunks(3).map(|answer| answer.iter().sum()).collect();
            let alone = Table::from_counts(&plan, &NAMES[..1], counts).unwrap();
            let alone = weighted(&plan, &[ReportClass::new(alone, vec![])], vec![]).cells[1];
            let ratio = (found.cells[1].standard_error / alone.standard_error).powi(2);
            println!("counted with the other question {ratio:.3} of the squared error");
            assert!(ratio < 0.95, "{ratio}");
        }
        for (own, other) in found.cells.iter().zip(estimate.cells()) {
            assert!((own.estimate - other.estimate).abs() < 1e-9, "{method}: {own:?} {other:?}");
            let error = other.standard_error.unwrap();
            assert!((own.standard_error / error - 1.0).abs() < 0.02, "{method}: {own:?} {error}");
        }
        let everybody = Grouping { given: &[], reference: 0, among_answers: true };
        let margins = Raking::new(vec![]).unwrap();
        let within = WeightedGroups::new(&plan, &classes, &margins, everybody, &Options::default()).unwrap();
        let none: [&str; 0] = [];
        let conditional = errors.among_answers().conditional(&none).unwrap();
        for (own, other) in within.cells.iter().zip(conditional.cells()) {
            assert!((own.estimate - other.estimate).abs() < 1e-9, "{method}: {own:?} {other:?}");
        }
    }
}

#[test]
fn they_are_unbiased_and_err_less_than_those_that_do_not_know() {
    let regions = [vec![0.0, 0.0, 0.75, 0.15, 0.1, 0.0], vec![0.0, 0.0, 0.45, 0.25, 0.3, 0.0]];
    for method in ["analysis", "labelled"] {
        let plan = plan(method);
        let drawn = [0, 1].map(|region: usize| Drawn::new(plan.law().clone(), &[0, 1], &regions[region]));
        let (mut rng, mut unaware) = (seeded(66), 0.0);
        let survey = |_: u32| {
            let tables: Vec<Table> =
                drawn.iter().zip([1500, 500]).map(|(drawn, n)| drawn.survey(n, &mut rng)).collect();
            let class = |(region, table): (usize, Table)| ReportClass::new(table, vec![region]);
            let even = || vec![vec![0.5, 0.5]];
            let known = |asked: usize| {
                let table = |table: &Table| of_plan(&plan, table).asked_for(asked).unwrap();
                weighted(&plan, &tables.iter().map(table).enumerate().map(class).collect::<Vec<_>>(), even())
            };
            let (known, first) = (known(2), known(1));
            let all: Vec<ReportClass> = tables.into_iter().enumerate().map(class).collect();
            let other =
                Weighted::new(plan.law(), &all, &Raking::new(even()).unwrap(), &Options::default()).unwrap();
            unaware += OCCURRING.iter().map(|cell| other.cells[*cell].standard_error.powi(2)).sum::<f64>();
            [known, first]
        };
        let found: Vec<[Weighted; 2]> = (0..SURVEYS).map(survey).collect();
        let (n, mut aware) = (f64::from(SURVEYS), 0.0);
        let truth = |cell: usize| 0.5 * (regions[0][cell] + regions[1][cell]);
        let of_first = [0, 1].map(|answer| (1, answer, (3 * answer..3 * answer + 3).map(truth).sum()));
        for (of, cell, truth) in OCCURRING.map(|cell| (0, cell, truth(cell))).into_iter().chain(of_first) {
            let each = || found.iter().map(|survey| survey[of].cells[cell]);
            let mean = each().map(|own| own.estimate).sum::<f64>() / n;
            let variance = each().map(|own| (own.estimate - mean).powi(2)).sum::<f64>() / (n - 1.0);
            assert!((mean - truth).abs() < 4.5 * (variance / n).sqrt(), "{method} {cell}: {mean} {truth}");
            let stated = each().map(|own| own.standard_error.powi(2)).sum::<f64>() / n;
            assert!(
                (stated / variance - 1.0).abs() < 4.5 * (2.0 / n).sqrt(),
                "{method} {cell}: {stated} {variance}"
            );
            let held = each().filter(|own| own.lower <= truth && truth <= own.upper).count();
            assert!((919..=981).contains(&held), "{method} {cell}: {held}");
            aware += if of == 0 { n * stated } else { 0.0 };
        }
        println!("{method}: {:.3} of the squared error", aware / unaware);
        assert!(aware < 0.95 * unaware, "{method}: {aware} {unaware}");
    }
}

/// The model knows itself what cannot occur, so that it is the same of tables that were counted with others and of those alone.
#[test]
fn a_best_guess_is_the_same_of_tables_that_were_counted_with_others() {
    let plan = plan("analysis");
    let drawn = Drawn::new(plan.law().clone(), &[0, 1], &[0.0, 0.0, 0.7, 0.2, 0.1, 0.0]);
    let both = of_plan(&plan, &drawn.survey(2000, &mut seeded(69)));
    let of = |rows: &[usize], columns: &[usize]| -> u64 {
        rows.iter()
            .flat_map(|row| columns.iter().map(move |column| 3 * row + column))
            .map(|cell| both.counts()[cell])
            .sum()
    };
    let all = [0, 1, 2];
    let first = Table::from_counts(&plan, &NAMES[..1], [0, 1].map(|row| of(&[row], &all)).into()).unwrap();
    let second = Table::from_counts(&plan, &NAMES[1..], all.map(|column| of(&[0, 1], &[column])).into());
    let turned = all.iter().flat_map(|column| [0, 1].map(|row| of(&[row], &[*column]))).collect();
    let turned = Table::from_counts(&plan, &[NAMES[1], NAMES[0]], turned).unwrap();
    let guess = |singles: [Table; 2]| {
        let classes: Vec<_> = singles
            .into_iter()
            .chain([both.clone()])
            .map(|table| vec![ReportClass::new(table, vec![])])
            .collect();
        let margins = Raking::new(vec![]).unwrap();
        Weighted::best_guess(&plan, &classes, &margins, &Stop::default()).unwrap().table(&[0, 1]).unwrap()
    };
    let alone = guess([first, second.unwrap()]);
    let linked = guess([both.clone(), turned].map(|table| table.asked_for(1).unwrap()));
    assert!(alone.iter().zip(&linked).all(|(one, other)| (one - other).abs() < 1e-9), "{alone:?} {linked:?}");
    assert!(OCCURRING.iter().map(|cell| alone[*cell]).sum::<f64>() > 1.0 - 1e-9, "{alone:?}");
}
