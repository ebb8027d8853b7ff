//! Counts read back, from `candor count --format json` or from a warehouse.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use candor::count::{SubsetCounts, Table, ViewCounts};
use candor::plan::Plan;
use candor::schema::Schema;
use candor::{Code, Error};
use serde::Deserialize;

use super::subsets::{self, CountedSubset};
use crate::tables::{Room, Selection};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counts<'t> {
    plan: String,
    #[serde(rename = "survey")]
    _survey: String,
    n: u64,
    #[serde(borrow)]
    tables: Vec<CountedTable<'t>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CountedTable<'t> {
    attributes: Vec<String>,
    /// How many of them, the first ones, were asked for, if not all.
    asked: Option<usize>,
    /// The cells, for an unlabelled plan.
    #[serde(borrow, default)]
    cells: Vec<CountedCell<'t>>,
    /// The counts of each form, for a labelled plan.
    #[serde(borrow, default)]
    forms: Vec<FormCounts<'t>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FormCounts<'t> {
    form: usize,
    units: Vec<Vec<String>>,
    positions: Vec<usize>,
    n: u64,
    #[serde(borrow)]
    cells: Vec<CountedCell<'t>>,
    /// The subsets that reports hold; absent where there are too many.
    subsets: Option<Vec<CountedSubset>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CountedCell<'t> {
    #[serde(borrow)]
    categories: Vec<Text<'t>>,
    count: u64,
}

/// A part of the document's text, copied only where it is written with escapes: documents have up to millions of cells.
#[derive(Deserialize)]
#[serde(transparent)]
struct Text<'t>(#[serde(borrow)] Cow<'t, str>);

/// Reads the tables of a document of counts of `plan`.
///
/// # Errors
/// `invalid-counts`, also where a count is negative or not a whole number; `plan-mismatch`;
/// `unknown-attribute`; `duplicate-table-attribute`; `too-large`.
pub fn from_json(text: &str, plan: &Plan) -> Result<Vec<Table>, Error> {
    let counts: Counts<'_> =
        serde_json::from_str(text).map_err(|cause| Error::new(Code::InvalidCounts, cause.to_string()))?;
    counts.of_plan(plan)
}

impl Counts<'_> {
    /// The tables; each is dropped from the document when it is converted, so that both are never in memory as a whole.
    fn of_plan(self, plan: &Plan) -> Result<Vec<Table>, Error> {
        let fingerprint = plan.fingerprint().to_string();
        if self.plan != fingerprint {
            let message = format!("these are counts of plan {:?}, not of {fingerprint:?}", self.plan);
            return Err(Error::new(Code::PlanMismatch, message));
        }
        let names: Vec<String> = self.tables.iter().map(|table| table.attributes.join(",")).collect();
        let schema = plan.table_schema();
        Selection::new(schema, &names, false, Room::Own)?;
        let mut seen = HashSet::new();
        let is_new = |table: &CountedTable<'_>| {
            seen.insert((table.attributes.clone(), table.asked.unwrap_or(table.attributes.len())))
        };
        if names.is_empty() || !self.tables.iter().all(is_new) {
            return Err(Error::new(
                Code::InvalidCounts,
                "counts must hold at least 1 table, and each table once",
            ));
        }
        let counted = |table: CountedTable<'_>| {
            let attributes = table.attributes.iter().map(|name| schema.position(name));
            let (attributes, asked) = (attributes.collect::<Result<Vec<_>, _>>()?, table.asked);
            let counted = table.counted(plan, &attributes, self.n)?;
            match asked {
                Some(asked) => counted.asked_for(asked),
                None => Ok(counted),
            }
        };
        self.tables.into_iter().map(counted).collect()
    }
}

/// For every form the number of reports and the counts, and the subsets of all forms.
type FormParts = (Vec<(u64, Vec<u64>)>, Option<Vec<SubsetCounts>>);

impl CountedTable<'_> {
    fn counted(mut self, plan: &Plan, attributes: &[usize], n: u64) -> Result<Table, Error> {
        let empty = Table::new(plan, attributes)?;
        let (parts, subsets) = match empty.is_labelled() {
            true => self.parts(plan, attributes, &empty)?,
            false if self.forms.is_empty() => {
                let counts = self.placed(&self.cells, &Places::new(plan.table_schema(), attributes))?;
                (vec![(n, counts)], None)
            }
            false => return Err(self.invalid("has counts for forms, but its plan has no forms")),
        };
        let total = parts.iter().try_fold(0_u64, |sum, (reports, _)| sum.checked_add(*reports));
        if total != Some(n) {
            return Err(self.invalid(&format!("does not add up to n = {n}")));
        }
        let table = Table::from_views(plan, attributes, parts).map_err(|error| match error.code() {
            Code::InvalidCounts => self.invalid("has counts that do not add up to its reports"),
            _ => error,
        })?;
        match subsets {
            Some(subsets) => table.with_subsets(subsets),
            None => Ok(table),
        }
    }

    /// The number of reports and the counts for every form and each way in which it holds attributes of the table; 0 where the document has none.
    /// Subsets are included where all given forms have them.
    fn parts(&mut self, plan: &Plan, attributes: &[usize], empty: &Table) -> Result<FormParts, Error> {
        let mut forms = core::mem::take(&mut self.forms);
        let mut used = 0;
        let mut subsets = Some(Vec::new());
        let part = |seen: ViewCounts<'_>| {
            let name = |axis: &usize| empty.axes().names()[*axis].clone();
            let units: Vec<Vec<String>> =
                seen.units.iter().map(|unit| unit.iter().map(name).collect()).collect();
            let held: Vec<usize> = seen.units.concat().into_iter().map(|axis| attributes[axis]).collect();
            let places = Places::new(plan.table_schema(), &held);
            let is_own = |part: &&mut FormCounts<'_>| {
                part.form == seen.form && part.units == units && part.positions == seen.positions
            };
            let own = forms.iter_mut().filter(is_own);
            match &mut own.collect::<Vec<_>>()[..] {
                [] => {
                    subsets.iter_mut().for_each(|all| all.push(SubsetCounts::new()));
                    Ok((0, vec![0; places.cells()]))
                }
                [part] => {
                    used += 1;
                    subsets = match (subsets.take(), part.subsets.take()) {
                        (Some(mut all), Some(listed)) => {
                            all.push(
                                subsets::subset_counts(listed)
                                    .ok_or_else(|| self.invalid("has a subset twice"))?,
                            );
                            Some(all)
                        }
                        _ => None,
                    };
                    Ok((part.n, self.placed(&part.cells, &places)?))
                }
                _ => Err(self.invalid("has a form twice")),
            }
        };
        let parts = empty.by_view().map(part).collect::<Result<_, Error>>()?;
        if used == forms.len() && self.cells.is_empty() {
            return Ok((parts, subsets.filter(|_| used > 0)));
        }
        Err(self.invalid("has cells without a form, or forms that its plan has not"))
    }

    fn placed(&self, cells: &[CountedCell<'_>], places: &Places<'_>) -> Result<Vec<u64>, Error> {
        let mut counts = vec![0; places.cells()];
        let mut listed = vec![false; places.cells()];
        for cell in cells {
            let at = places.position(&cell.categories).ok_or_else(|| self.refused(cell, "is no cell"))?;
            if core::mem::replace(&mut listed[at], true) {
                return Err(self.refused(cell, "comes twice"));
            }
            counts[at] = cell.count;
        }
        Ok(counts)
    }

    fn invalid(&self, why: &str) -> Error {
        Error::new(Code::InvalidCounts, format!("table {:?} {why}", self.attributes.join(",")))
    }

    fn refused(&self, cell: &CountedCell<'_>, why: &str) -> Error {
        let table = self.attributes.join(",");
        let categories: Vec<&str> = cell.categories.iter().map(|category| &*category.0).collect();
        Error::new(Code::InvalidCounts, format!("{categories:?} {why} of table {table:?}"))
    }
}

/// The index of every category along every axis.
struct Places<'s> {
    axes: Vec<HashMap<&'s str, usize>>,
}

impl<'s> Places<'s> {
    fn new(schema: &'s Schema, attributes: &[usize]) -> Self {
        let places = |&position: &usize| {
            let categories = schema.attributes()[position].categories();
            categories.iter().map(|category| category.value()).zip(0..).collect()
        };
        Self { axes: attributes.iter().map(places).collect() }
    }

    fn cells(&self) -> usize {
        self.axes.iter().map(HashMap::len).product()
    }

    fn position(&self, categories: &[Text<'_>]) -> Option<usize> {
        if categories.len() != self.axes.len() {
            return None;
        }
        let mut axes = self.axes.iter().zip(categories);
        axes.try_fold(0, |at, (places, category)| Some(at * places.len() + places.get(&*category.0)?))
    }
}
