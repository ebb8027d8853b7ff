//! How far forgers move a share of UCI Adult, Black × above 50K, with no alarm: by a loose bound on the divergence of labels, and by the
//! tests that a table undergoes.

use candor::design::{Method, Request};
use candor::estimate::Options;
use candor::law::Law;

use crate::attacks::{Attack, Survey, largest};
use crate::survey::schema_of;
use crate::uci;

/// The attributes of the cell.
const CELL: [usize; 2] = [0, 2];

/// The preference for influential labels above which only the most influential is used.
const MOST: f64 = 40.0;

/// What forgers send, and how it is chosen for a survey.
type Chosen<'a> = (&'a str, &'a dyn Fn(&Survey) -> Attack);

pub fn print(runs: u64) {
    let Some((records, sizes)) = uci::adult() else {
        println!("skipped: ../shared/data/adult.csv is not there");
        return;
    };
    println!(
        "| forgers | what they send | record ε | points moved | with `--robust` | accused before | accused now | by | p |\n|---|---|---|---|---|---|---|---|---|"
    );
    for epsilon in [1.0, 2.0, 4.0] {
        of_design(&labelled(&sizes, epsilon), &records, &sizes, (epsilon, runs));
    }
}

fn labelled(sizes: &[u32], epsilon: f64) -> Law {
    let tables = candor::design::analysis::default_tables(sizes.len());
    Request::tables(sizes, &tables, epsilon).method(Method::Labelled).design().unwrap().law().clone()
}

/// The second race and the income that is rarer: found in the records, whose categories are numbered by occurrence.
fn cell(records: &[Vec<u32>]) -> Vec<u32> {
    let count =
        |place: usize, category: u32| records.iter().filter(|record| record[place] == category).count();
    let mut races: Vec<u32> = (0..5).collect();
    races.sort_by_key(|category| core::cmp::Reverse(count(CELL[0], *category)));
    let rarer = u32::from(count(CELL[1], 1) < count(CELL[1], 0));
    vec![races[1], rarer]
}

fn of_design(law: &Law, records: &[Vec<u32>], sizes: &[u32], (epsilon, runs): (f64, u64)) {
    let schema = schema_of(sizes);
    let surveys: Vec<Survey> = (0..runs)
        .map(|run| Survey::new((law, &schema), records, (CELL.to_vec(), cell(records)), run))
        .collect();
    for part in [0.01, 0.05] {
        let old = |survey: &Survey, preference| {
            survey.divergence(&survey.attacked(Attack::Preferring { preference, lying: 0.0 }, part, 1))
                >= 1e-4
        };
        let new = |survey: &Survey, preference, lying| {
            survey.accused(&survey.attacked(Attack::Preferring { preference, lying }, part, 1)).is_none()
        };
        let tuned_to_old = |survey: &Survey| Attack::Preferring {
            preference: largest(|preference| old(survey, preference), MOST),
            lying: 0.0,
        };
        let tuned_to_new = |survey: &Survey| {
            if new(survey, 0.0, 0.0) {
                let preference = largest(|preference| new(survey, preference, 0.0), MOST);
                Attack::Preferring { preference, lying: 0.0 }
            } else {
                let lying = 1.0 - largest(|best| new(survey, 0.0, 1.0 - best), 1.0);
                Attack::Preferring { preference: 0.0, lying }
            }
        };
        let attacks: [Chosen<'_>; 6] = [
            ("the best report of the most influential label", &|_| Attack::OneLabel),
            ("best reports, labels just below the alarm by divergence", &tuned_to_old),
            ("best reports of labels as frequent as the plan draws them", &|_| Attack::Preferring {
                preference: 0.0,
                lying: 0.0,
            }),
            ("the most that the tests leave unaccused", &tuned_to_new),
            ("the best of eight honest draws", &|_| Attack::BestOf(8)),
            ("lies, by the protocol", &|_| Attack::Lies),
        ];
        for (name, attack) in attacks {
            row(&surveys, (part, name, epsilon), attack);
        }
    }
}

fn row(surveys: &[Survey], (part, name, epsilon): (f64, &str, f64), attack: &dyn Fn(&Survey) -> Attack) {
    let (mut moved, mut by, mut probability) = ([Vec::new(), Vec::new()], Vec::new(), 0.0_f64);
    let mut overlooked = 0;
    for survey in surveys {
        let reports = survey.attacked(attack(survey), part, 1);
        for (moved, robust) in moved.iter_mut().zip([false, true]) {
            let options = Options::default().robust(robust);
            let share = |reports: &[Vec<u32>]| survey.share(survey.table(&CELL, reports.iter()), &options);
            moved.push(100.0 * (share(&reports) - share(&survey.reports)));
        }
        overlooked += usize::from(survey.divergence(&reports) >= 1e-4);
        if let Some(misfit) = survey.accused(&reports) {
            by.push(misfit.test.name());
            probability = probability.max(misfit.probability);
        }
    }
    let [plain, robust] = moved.map(|moved| mean_with_error(&moved));
    let accused = by.len();
    by.sort_unstable();
    by.dedup();
    let (n, by) = (surveys.len(), if by.is_empty() { "–".to_owned() } else { by.join(", ") });
    let probability = if accused > 0 { format!("{probability:.0e}") } else { "–".to_owned() };
    println!(
        "| {} % | {name} | {epsilon} | {plain} | {robust} | {} of {n} | {accused} of {n} | {by} | {probability} |",
        100.0 * part,
        n - overlooked,
    );
}

/// The mean with its standard error.
fn mean_with_error(of: &[f64]) -> String {
    let n = of.len() as f64;
    let mean = of.iter().sum::<f64>() / n;
    let error = (of.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (n - 1.0) / n).sqrt();
    format!("{mean:.1} ± {error:.1}")
}
