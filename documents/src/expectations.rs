//! The expected error of a design for the tables of interest, compared with the bound for any protocol and with other ways
//! to spend the same record ε.

use core::fmt;
use std::collections::BTreeMap;

use candor::Code;
use candor::design::analysis::{
    best_split, default_tables, expected_squared_error, expected_squared_errors, protocol_bound,
};
use candor::design::labelled::random_table_objective;
use candor::design::{Estimands, Levels, MeanScore, Method, Request, Survey, independent};
use candor::law::Law;
use candor::plan::Plan;
use candor::schema::Score;
use serde::Serialize;

use crate::text::counted;
use crate::text::grid::Grid;

/// The most tables that are listed for people; the JSON document has all of them.
const SHOWN: usize = 20;

/// The most components of tables for which errors are computed.
const MOST_COMPONENTS: usize = 1 << 22;

/// The most orbits times table components of a law that is searched only for comparison: a quarter of a second.
const MOST_PRODUCTS: usize = 1 << 18;

/// The most questions for all of whose pairs the bound is computed.
const MOST_COMPARED: usize = 100;

/// The ratio of a plan's expected standard errors to the bound for any protocol with its record ε: root mean square over the cells of
/// all tables of one or two questions, with uniform true shares. `None` where not all combinations of answers can occur, for which there is no bound, and where the plan erases one of them, or has too many questions.
#[must_use]
pub fn standard_error_ratio(plan: &Plan) -> Option<f64> {
    let (law, k) = (plan.law(), plan.schema().len());
    let tables = if k <= MOST_COMPARED && !plan.schema().has_impossible_records() {
        default_tables(k)
    } else {
        return None;
    };
    let bound = protocol_bound(law.sizes(), &tables, law.record_epsilon());
    finite(errors(law, &tables).into_iter().sum()).map(|error| (error / bound).sqrt())
}

/// The error of all that is to be read, its bound and, for a number of respondents, the expected errors of every table.
#[derive(Serialize)]
pub struct Expectations {
    /// The number of respondents times the expected total squared error of the tables and, in squares of their ranges, of the mean scores,
    /// with uniform true shares; absent where the design erases one of them. Estimates of tables make use of what cannot occur, and so does this.
    objective: Option<f64>,
    /// The lower bound on that error for any protocol with this record ε; absent where some combinations of answers cannot occur, as there is none.
    bound: Option<f64>,
    others: Others,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scores: Vec<OfScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    needed: Option<Needed>,
    #[serde(flatten)]
    of_tables: Option<OfTables>,
}

/// The error of other ways to spend the record ε; absent where these cannot read the tables, or take too much work to find.
#[derive(Serialize)]
struct Others {
    /// Every question perturbed independently, at the best split.
    independent: Option<f64>,
    /// The best law without labels.
    analysis: Option<f64>,
    /// Each respondent reports one uniformly drawn table by subset selection over its cells; it is estimated from its own reports. Absent
    /// where mean scores are to be read, too, and where some combinations of answers cannot occur.
    random_table: Option<f64>,
    /// The names of those that are absent because finding them would take more work than is spent on a comparison.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_searched: Vec<&'static str>,
}

/// What is expected of a mean score.
#[derive(Serialize)]
struct OfScore {
    score: String,
    by: Vec<String>,
    /// How far the largest possible score is from the smallest.
    range: f64,
    /// The number of respondents times the expected squared error of a group's mean, averaged over the groups, in squares of the range;
    /// absent where the design erases it.
    objective: Option<f64>,
    /// The lower bound on that error if nothing else were to be read, for protocols that do not use the codes of the answers; absent where
    /// some combinations of answers cannot occur.
    bound: Option<f64>,
    /// Whether devices add up the score, round it at random and report it, so that its codes are used.
    reported: bool,
    /// The expected standard error of a group's mean, in points of the score, for the number of respondents that the survey expects.
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_error: Option<f64>,
}

/// The respondents that keep the standard error of a cell, root mean square over a table, at or below a requested one.
#[derive(Serialize)]
struct Needed {
    standard_error: f64,
    /// The respondents that are enough for every table; absent where one cannot be read.
    respondents: Option<u64>,
}

/// The expected standard errors of every table, for a number of respondents.
#[derive(Serialize)]
struct OfTables {
    respondents: u64,
    tables: Vec<Expectation>,
}

/// The expected standard error of a table, root mean square over its cells, with uniform true shares; absent where it cannot be read.
#[derive(Serialize)]
struct Expectation {
    attributes: Vec<String>,
    standard_error: Option<f64>,
    independent: Option<f64>,
    smallest_record_epsilon: Option<f64>,
}

impl Expectations {
    /// The expectations of a survey's law; `None` where the tables of interest have too many components. Where a standard error is given,
    /// they include the number of respondents it takes.
    #[must_use]
    pub fn of(survey: &Survey, law: &Law, standard_error: Option<f64>) -> Option<Self> {
        let tables = tables_within_reach(survey)?;
        let (sizes, record) = (survey.schema().sizes(), law.record_epsilon());
        let all_occur = !survey.schema().has_impossible_records();
        let read = Read { estimands: survey.estimands(), all_occur };
        let own = match law.scores().is_empty() {
            true => read.estimands.clone(),
            false => survey.estimands_under(law),
        };
        let own = Read { estimands: own, all_occur };
        let errors = own.errors(law);
        Some(Self {
            objective: own.total(law),
            // The bound is for protocols that do not use the codes of scores.
            bound: if law.scores().is_empty() { read.bound(&sizes, record) } else { None },
            others: Others::at(&sizes, &read, record),
            scores: survey
                .declared_means()
                .zip(own.estimands.means())
                .map(|((score, of_items), mean)| OfScore::of(survey, law, score, [of_items, mean]))
                .collect(),
            needed: standard_error.map(|error| Needed::of(&sizes, &tables, &errors, error)),
            of_tables: survey.respondents().map(|n| OfTables::of(survey, record, &read, (n, errors))),
        })
    }
}

impl Expectations {
    /// Whether devices report some score.
    fn has_reported(&self) -> bool {
        self.scores.iter().any(|score| score.reported)
    }
}

impl Others {
    fn at(sizes: &[u32], read: &Read, record: f64) -> Self {
        let (analysis, is_searched) = without_labels(sizes, read, record);
        let random_table = random_table_objective(sizes, read.estimands.tables(), record);
        Self {
            independent: independent_law(sizes, &read.estimands.all_tables(), record)
                .and_then(|law| read.total(&law)),
            analysis,
            random_table: Some(random_table)
                .filter(|error| error.is_finite() && read.estimands.means().is_empty() && read.all_occur),
            not_searched: (!is_searched).then_some("analysis").into_iter().collect(),
        }
    }
}

impl Needed {
    fn of(sizes: &[u32], tables: &[Vec<usize>], errors: &[f64], standard_error: f64) -> Self {
        let cells = |table: &Vec<usize>| table.iter().map(|&i| f64::from(sizes[i])).product::<f64>();
        let each = tables.iter().zip(errors).map(|(table, error)| error / cells(table));
        let needed = each.fold(0.0, f64::max) / (standard_error * standard_error);
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a positive number below 2⁵³"
        )]
        let whole = |needed: f64| needed.ceil() as u64;
        let respondents = Some(needed).filter(|needed| *needed < 2_f64.powi(53)).map(whole);
        Self { standard_error, respondents }
    }
}

/// What is to be read, and whether all combinations of answers can occur.
struct Read {
    estimands: Estimands,
    all_occur: bool,
}

impl Read {
    /// The number of respondents times the expected squared error of every table.
    fn errors(&self, law: &Law) -> Vec<f64> {
        match self.all_occur {
            true => errors(law, self.estimands.tables()),
            false => expected_squared_errors(law, &self.estimands),
        }
    }

    /// The total error of all that is to be read; `None` where a part of it cannot be read.
    fn total(&self, law: &Law) -> Option<f64> {
        let means = self.estimands.means().iter().map(|mean| mean.expected_squared_error(law));
        finite(self.errors(law).into_iter().chain(means).sum())
    }

    fn bound(&self, sizes: &[u32], record: f64) -> Option<f64> {
        self.all_occur.then(|| protocol_bound(sizes, &self.estimands, record))
    }
}

fn finite(error: f64) -> Option<f64> {
    Some(error).filter(|error| error.is_finite())
}

impl OfScore {
    /// What is expected of a score, whose mean is from its items or from what devices report.
    fn of(survey: &Survey, law: &Law, score: &Score, [of_items, mean]: [&MeanScore; 2]) -> Self {
        let name = |attribute: &usize| survey.schema().attributes()[*attribute].name().to_owned();
        let objective = finite(mean.expected_squared_error(law));
        let estimands = Estimands::new(Vec::new(), vec![of_items.clone()]);
        let alone = Read { estimands, all_occur: !survey.schema().has_impossible_records() };
        let in_points = |n| Some(mean.range() * standard_error(objective?, 1.0, n)?);
        Self {
            score: score.name.clone(),
            by: mean.by().iter().map(name).collect(),
            range: mean.range(),
            objective,
            bound: alone.bound(law.sizes(), law.record_epsilon()),
            reported: mean != of_items,
            standard_error: survey.respondents().and_then(in_points),
        }
    }

    /// "burnout by sex: 1.02 times the bound for it alone; standard error 0.41 points of 32".
    fn written(&self) -> String {
        let by = if self.by.is_empty() { String::new() } else { format!(" by {}", self.by.join(" × ")) };
        let error = match (self.objective, self.bound) {
            (None, _) => "unreadable".to_owned(),
            (Some(error), Some(bound)) if self.reported => format!(
                "reported by devices, {:.2} times the bound for it alone without its codes",
                error / bound
            ),
            (Some(error), Some(bound)) => format!("{:.2} times the bound for it alone", error / bound),
            (Some(error), None) => format!("{}, in squares of its range", rounded_outward(error, f64::ceil)),
        };
        let in_points = self.standard_error.map_or(String::new(), |error| {
            format!("; expected standard error {error:.3}, of a range of {}", self.range)
        });
        format!("{}{by}: {error}{in_points}", self.score)
    }
}

impl OfTables {
    fn of(survey: &Survey, record: f64, read: &Read, (n, own): (u64, Vec<f64>)) -> Self {
        let (sizes, tables) = (survey.schema().sizes(), read.estimands.tables());
        let independent = independent_law(&sizes, tables, record).map(|law| read.errors(&law));
        let equal = Request::record_budget(&sizes, &vec![1.0; sizes.len()], record);
        let smallest = equal.method(Method::Optimal).design().map(|design| read.errors(design.law()));
        let expectation = |(place, table): (usize, &Vec<usize>)| {
            let cells = table.iter().map(|&i| f64::from(sizes[i])).product::<f64>();
            let error = |errors: &[f64]| standard_error(errors[place], cells, n);
            let name = |i: &usize| survey.schema().attributes()[*i].name().to_owned();
            Expectation {
                attributes: table.iter().map(name).collect(),
                standard_error: error(&own),
                independent: independent.as_deref().and_then(error),
                smallest_record_epsilon: smallest.as_deref().ok().and_then(error),
            }
        };
        Self { respondents: n, tables: tables.iter().enumerate().map(expectation).collect() }
    }
}

/// The tables of interest; `None` where they have too many components, subsets of their questions.
fn tables_within_reach(survey: &Survey) -> Option<Vec<Vec<usize>>> {
    let pairs = survey.schema().len().saturating_pow(2);
    let components = match survey.declared_tables() {
        [] => pairs.saturating_mul(2),
        tables => tables.iter().map(|table| 1_usize << table.len()).fold(0, usize::saturating_add),
    };
    (components <= MOST_COMPONENTS).then(|| survey.tables_to_read())
}

/// The number of respondents times the expected squared error of every table. For an unlabelled law, tables with the same number of
/// attributes of each class have the same error.
fn errors(law: &Law, tables: &[Vec<usize>]) -> Vec<f64> {
    if !law.is_unlabelled() {
        return tables.iter().map(|table| expected_squared_error(law, table)).collect();
    }
    let mut class_of = vec![(0, 0); law.sizes().len()];
    for (number, block) in law.blocks().enumerate() {
        for (class, members) in block.classes().iter().enumerate() {
            members.iter().for_each(|&member| class_of[block.units()[member]] = (number, class));
        }
    }
    let mut known: BTreeMap<Vec<(usize, usize)>, f64> = BTreeMap::new();
    let error = |table: &Vec<usize>| {
        let mut held: Vec<(usize, usize)> = table.iter().map(|&i| class_of[i]).collect();
        held.sort_unstable();
        *known.entry(held).or_insert_with(|| expected_squared_error(law, table))
    };
    tables.iter().map(error).collect()
}

/// The error of the best law without labels, and whether it was searched for.
fn without_labels(sizes: &[u32], read: &Read, record: f64) -> (Option<f64>, bool) {
    let request = Request::tables(sizes, &read.estimands, record).method(Method::Analysis);
    match request.max_products(MOST_PRODUCTS).design() {
        Ok(design) => (read.total(design.law()), true),
        Err(error) => (None, error.code() != Code::TooManyOrbits),
    }
}

/// Independent perturbation at its best split for tables, which gives nothing to questions in no table; as every question is perturbed by
/// itself, these may have any level.
fn independent_law(sizes: &[u32], tables: &[Vec<usize>], record: f64) -> Option<Law> {
    let level = |split: f64| if split > 0.0 { split } else { record };
    let levels = best_split(sizes, tables, record).into_iter().map(level).collect();
    independent::law(&Levels::new(sizes.to_vec(), levels).ok()?).ok()
}

#[allow(clippy::cast_precision_loss, reason = "a standard error needs few digits")]
fn standard_error(error: f64, cells: f64, respondents: u64) -> Option<f64> {
    let error = (error / (cells * respondents as f64)).sqrt();
    error.is_finite().then_some(error)
}

impl fmt::Display for Expectations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "respondents times the expected total squared error of what is to be read\n")?;
        let beside = |error: Option<f64>| {
            error.map_or("unreadable".to_owned(), |error| {
                let times = self.bound.map(|bound| format!(", {:.2} times the bound", error / bound));
                format!("{}{}", rounded_outward(error, f64::ceil), times.unwrap_or_default())
            })
        };
        writeln!(f, "  this design  {}", beside(self.objective))?;
        match self.bound {
            Some(bound) => {
                let bound = rounded_outward(bound, f64::floor);
                writeln!(
                    f,
                    "  bound        {bound}, for any protocol with this record ε and unbiased estimates,"
                )?;
                writeln!(
                    f,
                    "               under a uniform truth, averaged over relabellings of the answers"
                )?;
            }
            None if self.has_reported() => {
                writeln!(f, "  bound        none: devices report scores, and so use the codes of answers")?;
            }
            None => writeln!(
                f,
                "  bound        none: some combinations of answers cannot occur, which estimates use"
            )?,
        }
        let analysis = match self.others.not_searched.is_empty() {
            true => beside(self.others.analysis),
            false => "not searched, which would take longer than a comparison may".to_owned(),
        };
        writeln!(f, "  analysis     {analysis}: the best law without labels")?;
        if self.scores.is_empty() && self.bound.is_some() {
            let told = "one table each, drawn evenly, by subset selection";
            writeln!(f, "  one table    {}: {told}", beside(self.others.random_table))?;
        }
        writeln!(f, "  independent  {}: every question by itself", beside(self.others.independent))?;
        if !self.scores.is_empty() {
            write!(f, "\nmean scores, which enter in squares of their ranges")?;
            match self.bound {
                Some(_) => writeln!(
                    f,
                    "; a protocol that asked for a score itself, and so used the\ncodes of the answers, would not be held to the bound for it\n"
                )?,
                None if self.has_reported() => writeln!(
                    f,
                    "; devices add up scores, round them at random\nand report them, where that makes the whole error smaller\n"
                )?,
                None => writeln!(f, ", as if every combination of answers could occur\n")?,
            }
            self.scores.iter().try_for_each(|score| writeln!(f, "  {}", score.written()))?;
        }
        if let Some(needed) = &self.needed {
            let percent = 100.0 * needed.standard_error;
            let respondents = needed
                .respondents
                .map_or("no number of respondents".to_owned(), |n| counted(n, "respondent"));
            writeln!(
                f,
                "\nfor a standard error of at most {percent} % of a cell, in every table: {respondents}"
            )?;
        }
        self.of_tables.as_ref().map_or(Ok(()), |tables| write!(f, "\n{tables}"))
    }
}

/// An error as text, rounded outward.
fn rounded_outward(error: f64, rounded: fn(f64) -> f64) -> String {
    let (decimals, unit) = if error < 1000.0 { (3, 1e3) } else { (0, 1.0) };
    format!("{:.decimals$}", rounded(error * unit) / unit)
}

impl fmt::Display for OfTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let respondents = counted(self.respondents, "respondent");
        writeln!(f, "expected standard error of a cell, in percent, with {respondents}\n")?;
        let mut grid = Grid::new(["table".to_owned()], &["this design", "independent", "smallest record ε"]);
        for table in self.tables.iter().take(SHOWN) {
            let errors = [table.standard_error, table.independent, table.smallest_record_epsilon];
            let percent = |error: Option<f64>| {
                error
                    .filter(|error| *error < 100.0)
                    .map_or("unreadable".to_owned(), |e| format!("{:.2}", 100.0 * e))
            };
            let name = table.attributes.join(" × ");
            grid.push([name].into_iter().chain(errors.map(percent)).collect());
        }
        write!(f, "{grid}")?;
        match self.tables.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => writeln!(f, "  and {more} more; --format json lists all"),
        }
    }
}
