//! Counts read from rows of queries that `candor sql` wrote.

use std::collections::{BTreeMap, HashMap};

use candor::count::Table;
use candor::plan::Plan;
use candor::{Code, Error};
use serde::Deserialize;

/// A row of a query; an empty number of reports means 0.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    plan: String,
    attributes: String,
    part: i64,
    /// The cell; `None` where a report has an invalid value.
    cell: Option<i64>,
    reports: Option<u64>,
}

/// The attributes of a table, and how many of them, the first, are its own; the others are those with which it is counted because they hang together.
type Counted = (Vec<usize>, usize);

/// The sums of rows by part and cell.
type Sums = HashMap<(i64, i64), u64>;

/// Reads tables from rows of counts of `plan`, in the order of their attributes; rows of the same cell are added up.
///
/// # Errors
/// `invalid-counts` for a malformed row, and for counts of reports that are invalid for this plan, with their number;
/// `plan-mismatch`; `too-large`.
pub(super) fn from_csv(text: &str, plan: &Plan) -> Result<Vec<Table>, Error> {
    let mut sums: BTreeMap<Counted, Sums> = BTreeMap::new();
    let fingerprint = plan.fingerprint().to_string();
    for row in csv::Reader::from_reader(text.as_bytes()).deserialize() {
        let Row { plan: of, attributes, part, cell, reports } =
            row.map_err(|cause| refused(&cause.to_string()))?;
        if of != fingerprint {
            let message = format!("these are counts of plan {of:?}, not of {fingerprint:?}");
            return Err(Error::new(Code::PlanMismatch, message));
        }
        let counted = counted(&attributes, plan)?;
        let reports = reports.unwrap_or(0);
        let Some(cell) = cell else {
            let names = crate::tables::name(plan.table_schema(), &counted.0);
            return Err(refused(&format!("{reports} reports have a value that is no category of {names:?}")));
        };
        let sum = sums.entry(counted).or_default().entry((part, cell)).or_insert(0);
        *sum = sum.checked_add(reports).ok_or_else(|| refused("counts sum to 2^64 or more"))?;
    }
    let of_all = sums.remove(&(Vec::new(), 0)).unwrap_or_default();
    if sums.is_empty() {
        return Err(refused("there must be counts of at least 1 table"));
    }
    let n = of_all
        .get(&(-1, -1))
        .copied()
        .ok_or_else(|| refused("the row with the number of all reports is missing"))?;
    let tables: Vec<Table> = sums
        .into_iter()
        .map(|((attributes, asked), sums)| table(plan, &attributes, sums, n)?.asked_for(asked))
        .collect::<Result<_, _>>()?;
    tables.iter().take(1).try_for_each(|table| check_units(plan, table, &of_all))?;
    Ok(tables)
}

/// Parses the positions of attributes, separated by blanks: a table's own, then after a comma those with which it is counted.
fn counted(written: &str, plan: &Plan) -> Result<Counted, Error> {
    let position = |text: &str| text.parse().ok().filter(|position| *position < plan.table_schema().len());
    let positions = |written: &str| written.split_whitespace().map(position).collect::<Option<Vec<usize>>>();
    let (own, linked) = written.split_once(',').unwrap_or((written, ""));
    let parsed =
        positions(own).zip(positions(linked)).map(|(own, linked)| ([&own[..], &linked].concat(), own.len()));
    parsed.ok_or_else(|| refused(&format!("{written:?} must be positions of attributes of the plan")))
}

fn table(plan: &Plan, attributes: &[usize], mut sums: Sums, n: u64) -> Result<Table, Error> {
    let empty = Table::new(plan, attributes)?;
    let name = || crate::tables::name(plan.table_schema(), attributes);
    let mut parts = Vec::new();
    for (part, seen) in (0..).zip(empty.by_view()) {
        let cells = (0..).take(seen.counts.len());
        let counts: Vec<u64> = cells.map(|cell| sums.remove(&(part, cell)).unwrap_or(0)).collect();
        let reports = match empty.is_labelled() {
            true => sums.remove(&(part, -1)).unwrap_or(0),
            false => counts.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count)).unwrap_or(u64::MAX),
        };
        parts.push((reports, counts));
    }
    if sums.values().any(|reports| *reports > 0) {
        return Err(refused(&format!("table {:?} has counts for cells that do not exist in it", name())));
    }
    let total = parts.iter().try_fold(0_u64, |sum, (reports, _)| sum.checked_add(*reports));
    if total != Some(n) {
        let total = total.unwrap_or(u64::MAX);
        return Err(refused(&format!(
            "of {n} reports {total} are counted in table {:?}: the others are none of the plan",
            name()
        )));
    }
    Table::from_views(plan, attributes, parts).map_err(|error| match error.code() {
        Code::InvalidCounts => {
            refused(&format!("table {:?} has counts that do not add up to its reports", name()))
        }
        _ => error,
    })
}

/// Checks that every report of a form names as many cells of each unit as it has to.
fn check_units(plan: &Plan, table: &Table, of_all: &Sums) -> Result<(), Error> {
    if !table.is_labelled() {
        return Ok(());
    }
    for (form, own) in (0_i64..).zip(plan.table_law().forms()) {
        let of_form = table.by_view().filter(|seen| i64::try_from(seen.form) == Ok(form));
        let reports: u64 = of_form.map(|seen| seen.reports).sum();
        for unit in (0_i64..).take(own.units().len()) {
            let named = of_all.get(&(form, unit)).copied().unwrap_or(0);
            if named != reports {
                let message = format!(
                    "of {reports} reports of form {form}, {named} name as many cells of unit {unit} as they have to"
                );
                return Err(refused(&message));
            }
        }
    }
    Ok(())
}

fn refused(message: &str) -> Error {
    Error::new(Code::InvalidCounts, message.to_owned())
}
