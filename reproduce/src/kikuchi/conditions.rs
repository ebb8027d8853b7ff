//! Shared by the experiments on dimensions, sample sizes and budgets: tables of people surveyed under one ε, estimated by every scheme.

use std::rc::Rc;

use candor::Error;
use candor::design::{Levels, Method, Request};
use candor::estimate::Reconstruction;
use candor::law::Law;
use rand_core::Rng;

use crate::draws::{shuffle, stream};
use crate::experiment::{Finding, Part};
use crate::measured::{Mean, Reported, errors, rounded, student};
use crate::peers::{Oracle, Randomised};
use crate::picture::{Mark, Panel, Series};
use crate::records::{Population, cell, cells, sets};
use crate::table::{Table, Value};

pub(super) const JOINT: &str = "RR-Joint";
pub(super) const INDEPENDENT: &str = "RR-Independent";
pub(super) const IND_JOINT: &str = "RR-Ind-Joint";
pub(super) const TRUNCATED: &str = "truncated";
pub(super) const HYBRID: &str = "hybrid";

/// Schemes that reconstruct independently perturbed reports.
const RECONSTRUCTED: [(&str, Reconstruction); 6] = [
    (INDEPENDENT, Reconstruction::Independent),
    (IND_JOINT, Reconstruction::Inverse),
    ("hybrid, published thresholds", Reconstruction::HybridPublished),
    (HYBRID, Reconstruction::Hybrid),
    (TRUNCATED, Reconstruction::Truncated),
    ("likelihood", Reconstruction::Likelihood),
];

pub(super) const COLUMNS: &[(&str, &str)] = &[
    ("people", "whose records"),
    ("respondents", "how many people are asked, n"),
    ("reading", "whether ε is of each question, or of the record, shared evenly by its questions"),
    ("epsilon", "ε in this reading"),
    ("questions_of_a_table", "w"),
    ("table", "which questions"),
    ("cells", "the categories of the table, |Ω|"),
    ("method", "scheme"),
    ("avd", "largest error of a cell, mean over the runs; AVD is its mean over the tables of a w"),
    ("avd_error", "standard error of this mean; empty for one run"),
    ("mae", "mean absolute error of a cell, mean over the runs"),
    ("mse", "mean squared error of a cell, mean over the runs"),
];

/// Columns of a table of methods.
pub(super) const BY_ORDER: (&str, &str) = ("questions_of_a_table", "w");

/// Whether a value of ε is that of each question or of the record; the published text does not say.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Reading {
    Each,
    Record,
}

impl Reading {
    pub(super) const BOTH: [Self; 2] = [Self::Each, Self::Record];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Each => "each question",
            Self::Record => "record",
        }
    }
}

/// A simulated survey, and the tables that are estimated.
pub(super) struct Condition {
    pub(super) experiment: &'static str,
    pub(super) people: Rc<Population>,
    pub(super) respondents: usize,
    pub(super) reading: Reading,
    pub(super) epsilon: f64,
    /// The numbers of questions of a table.
    pub(super) orders: Vec<u32>,
    /// The most tables for each of these; where there are more, this many are drawn.
    pub(super) tables: usize,
    pub(super) runs: u32,
}

impl Condition {
    pub(super) fn part(self) -> Part {
        let name = self.name();
        Part::new(name.clone(), move || self.rows(&name))
    }

    /// The name of its part.
    pub(super) fn name(&self) -> String {
        let of = self.people.name().to_lowercase();
        let reading = self.reading.name().replace(' ', "-");
        format!("{of}-{}-{reading}-{}", self.respondents, self.epsilon)
    }

    /// ε of each question.
    pub(super) fn level(&self) -> f64 {
        match self.reading {
            Reading::Each => self.epsilon,
            Reading::Record => self.epsilon / self.people.sizes().len() as f64,
        }
    }

    /// The tables that are estimated.
    pub(super) fn chosen(&self, rng: &mut impl Rng) -> Vec<Vec<usize>> {
        let questions = self.people.sizes().len();
        self.orders.iter().flat_map(|&w| chosen(questions, w, self.tables, rng)).collect()
    }

    fn rows(&self, name: &str) -> Result<Vec<Vec<Value>>, Error> {
        let mut rng = stream(self.experiment, name);
        let sizes = self.people.sizes();
        let level = self.level();
        let levels = Levels::new(sizes.to_vec(), vec![level; sizes.len()])?;
        let law = Request::levels(&levels).method(Method::Independent).design()?.law().clone();
        let tables = self.chosen(&mut rng);
        let mut seen = vec![Vec::new(); tables.len()];
        for _ in 0..self.runs {
            let people = self.people.sample(self.respondents, &mut rng);
            let reported = Reported::new(&law, &people, &mut rng)?;
            for (table, seen) in tables.iter().zip(&mut seen) {
                seen.push(of_run(&law, level, &people, (&reported, table), &mut rng)?);
            }
        }
        let rows = tables.iter().zip(&seen).flat_map(|(table, runs)| self.rows_of(table, runs));
        Ok(rows.collect())
    }

    fn rows_of(&self, table: &[usize], runs: &[Vec<[f64; 3]>]) -> Vec<Vec<Value>> {
        let methods = core::iter::once(JOINT).chain(RECONSTRUCTED.iter().map(|(name, _)| *name));
        let of = |place: usize| runs.iter().map(|methods| methods[place]).collect::<Vec<_>>();
        methods.enumerate().map(|(place, method)| self.row(table, method, &of(place))).collect()
    }

    /// The row of a method and a table, from the largest, mean absolute and mean squared errors of every run.
    pub(super) fn row(&self, table: &[usize], method: &str, runs: &[[f64; 3]]) -> Vec<Value> {
        let of = |measure: usize| Mean::of(&runs.iter().map(|run| run[measure]).collect::<Vec<_>>());
        vec![
            self.people.name().into(),
            (self.respondents as f64).into(),
            self.reading.name().into(),
            self.epsilon.into(),
            (table.len() as f64).into(),
            self.people.joined_names(table).as_str().into(),
            (cells(self.people.sizes(), table) as f64).into(),
            method.into(),
            of(0).mean.into(),
            of(0).standard_error.into(),
            of(1).mean.into(),
            of(2).mean.into(),
        ]
    }
}

/// All tables of `w` questions, or `most` drawn ones.
fn chosen(questions: usize, w: u32, most: usize, rng: &mut impl Rng) -> Vec<Vec<usize>> {
    let mut sets = sets(questions, w);
    if sets.len() > most {
        shuffle(&mut sets, rng);
        sets.truncate(most);
    }
    sets
}

/// The largest, mean absolute and mean squared error of every scheme on a table in one run.
fn of_run(
    law: &Law,
    level: f64,
    people: &Population,
    (reported, table): (&Reported, &[usize]),
    rng: &mut impl Rng,
) -> Result<Vec<[f64; 3]>, Error> {
    let truth = people.shares(table);
    let mut found = vec![errors(&jointly(people, table, level * table.len() as f64, rng), &truth)];
    for (_, reconstruction) in RECONSTRUCTED {
        found.push(errors(&reported.shares(law, table, reconstruction)?, &truth));
    }
    Ok(found)
}

/// RR-Joint: the table's questions are perturbed as a single one, at the sum of their levels, and inverted.
fn jointly(people: &Population, table: &[usize], epsilon: f64, rng: &mut impl Rng) -> Vec<f64> {
    let number = cells(people.sizes(), table);
    let oracle = Randomised::new(u32::try_from(number).unwrap_or(u32::MAX), epsilon);
    let mut counts = vec![0_u32; number];
    for row in people.rows() {
        let own = u32::try_from(cell(people.sizes(), table, row)).unwrap_or(u32::MAX);
        oracle.report(own, rng, |seen| counts[seen as usize] += 1);
    }
    let n = people.rows().len() as f64;
    let inverted = |&count: &u32| {
        (f64::from(count) / n - oracle.supports_other()) / (oracle.supports_true() - oracle.supports_other())
    };
    counts.iter().map(inverted).collect()
}

/// The mean of a column over a method's rows.
pub(super) fn mean(table: &Table, method: &str, column: &str) -> f64 {
    Mean::of(&table.with("method", method).numbers(column)).mean
}

/// Whether a method's mean AVD is below that of another by more than its error: outside of the 95 % confidence interval of their difference
/// over this many runs, with the errors of the tables taken as fully correlated.
pub(super) fn is_below(table: &Table, one: &str, other: &str, runs: u32) -> bool {
    let error = |method: &str| mean(table, method, "avd_error");
    let margin = student(runs as usize) * error(one).hypot(error(other));
    mean(table, one, "avd") + margin < mean(table, other, "avd")
}

/// The values of a column, with its name, at which RR-Ind-Joint is below RR-Independent in the sense of [`is_below`].
pub(super) fn joint_below(of: &Table, (by, name): (&str, &str), runs: u32) -> String {
    let below = |value: &Value| is_below(&of.with(by, value.clone()), IND_JOINT, INDEPENDENT, runs);
    let values: Vec<String> =
        of.different(by).iter().filter(|value| below(value)).map(ToString::to_string).collect();
    if values.is_empty() { "at none".to_owned() } else { format!("at {name} = {}", values.join(", ")) }
}

/// The methods in the order of the rows.
pub(super) fn methods(table: &Table) -> Vec<Value> {
    table.different("method")
}

/// The mean AVD of methods by the number of questions of a table.
pub(super) fn by_order(of: &Table, methods: &[&str]) -> Table {
    of.by_method(("AVD", methods), BY_ORDER, |of, _| avd(of))
}

/// The mean AVD of a method's rows with four decimals, or with two digits where it is smaller; empty where there are no rows.
pub(super) fn avd(of: &Table) -> String {
    let mean = Mean::of(&of.numbers("avd")).mean;
    match mean {
        _ if mean.is_nan() => String::new(),
        _ if mean < 0.001 => rounded(mean, 2).to_string(),
        _ => format!("{mean:.4}"),
    }
}

/// A panel with a line for every method: the mean of `column` over the tables, by the values of `by`.
pub(super) fn panel(title: String, table: &Table, by: &str, column: &str) -> Panel {
    let line = |method: &Value| {
        let of = table.with("method", method.clone());
        let at = |place: &Value| match place {
            Value::Number(x) => Some((*x, Mean::of(&of.with(by, place.clone()).numbers(column)).mean)),
            Value::Text(_) => None,
        };
        Series {
            label: method.to_string(),
            mark: Mark::Line,
            points: of.different(by).iter().filter_map(at).collect(),
        }
    };
    Panel { title, series: methods(table).iter().map(line).collect() }
}

/// The statement that Adult's records were absent, if they were.
pub(super) fn without_adult(table: &Table) -> Option<Finding> {
    let absent = table.with("people", "Adult").rows().is_empty();
    absent.then(|| {
        Finding::statement("Adult's records were not given (`--adult`): its rows are missing.".to_owned())
    })
}

/// Nursery, and Adult if it is supplied.
pub(super) fn everybody(adult: Option<&Rc<Population>>) -> Vec<Rc<Population>> {
    let nursery = crate::records::nursery().map(Rc::new);
    adult.cloned().into_iter().chain(nursery).collect()
}
