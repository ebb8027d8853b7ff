//! Reports with what they carry in clear: what weighs them, how they were sampled, and whom they are like.
//!
//! That are the plain columns of the plan, or of CSV and Parquet further columns that an analyst has joined. Reports that are alike in all of these are
//! one class, of which only counts are kept.

mod parquet;
mod rows;
mod sent;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use candor::count::Table;
use candor::inference::ReportClass;
use candor::plan::Plan;
use candor::{Code, Error};
use candor_documents::reports::{Seen, Summary};

use super::margins::Margins;
use super::reports::{Kind, at};
use crate::output;
use crate::tables::Selection;

/// What is read of reports in clear.
pub struct Clear {
    /// What is known of the population.
    pub margins: Margins,
    /// How many people, or others, a report stands for.
    pub weight: Option<String>,
    /// From which stratum it was sampled.
    pub stratum: Option<String>,
    /// With whom together.
    pub cluster: Option<String>,
    /// Whom those who did not answer are like.
    pub groups: Vec<String>,
    /// Columns that are not read.
    pub ignore: Vec<String>,
    /// Into how many parts reports are divided.
    pub replicates: usize,
}

impl Clear {
    /// The columns that are read.
    fn columns(&self) -> Vec<String> {
        let of_sampling = [&self.weight, &self.stratum, &self.cluster].into_iter().flatten();
        self.margins.columns().into_iter().chain(of_sampling.cloned()).chain(self.groups.clone()).collect()
    }
}

/// What reports of a class have in common: margins, weight, stratum, cluster, group, part.
type Key = (Vec<usize>, u64, usize, Option<usize>, usize, usize);

/// The classes of all files, for every table selected; a remark says how many reports were read.
///
/// # Errors
/// `empty-sample`, `invalid-csv`, `unknown-column`, `unknown-category`, `invalid-report`, `id-conflict`, `invalid-weights`, with file and row; `io`.
pub fn read(
    plan: &Plan,
    paths: &[PathBuf],
    selection: &Selection,
    clear: &Clear,
) -> Result<Vec<Vec<ReportClass>>, Error> {
    let (classes, names, seen, summary) =
        (BTreeMap::new(), HashMap::new(), Seen::default(), Summary::default());
    let mut reading = Classes { plan, selection, clear, classes, names, seen, summary };
    for path in paths {
        let kind = Kind::of(path)?;
        reading.file(kind, path).map_err(|error| at(error, path))?;
    }
    output::remark(&format!("{}\n", reading.summary.of_files(paths.len())))?;
    if reading.classes.is_empty() {
        return Err(Error::new(Code::EmptySample, "there are 0 reports to estimate from"));
    }
    let mut of_tables: Vec<Vec<ReportClass>> = selection.attributes().iter().map(|_| Vec::new()).collect();
    for ((categories, weight, stratum, cluster, group, part), tables) in reading.classes {
        for (classes, table) in of_tables.iter_mut().zip(tables) {
            let class = ReportClass::new(table, categories.clone()).weighing(f64::from_bits(weight));
            let class = class.of_stratum(stratum).of_group(group).of_replicate(part);
            classes.push(match cluster {
                Some(cluster) => class.of_cluster(cluster),
                None => class,
            });
        }
    }
    Ok(of_tables)
}

/// The classes of what was read so far.
struct Classes<'r> {
    plan: &'r Plan,
    selection: &'r Selection,
    clear: &'r Clear,
    classes: BTreeMap<Key, Vec<Table>>,
    /// Strata, clusters and groups, numbered as they come.
    names: HashMap<String, usize>,
    seen: Seen,
    summary: Summary,
}

/// What stands in a column of a report.
type Values<'v> = dyn Fn(&str) -> Option<&'v str> + 'v;

impl Classes<'_> {
    fn file(&mut self, kind: Kind, path: &Path) -> Result<(), Error> {
        match kind {
            Kind::Database => self.database(path),
            Kind::Lines(source) => self.lines(source),
            Kind::Rows(source) => self.rows(source),
            Kind::Parquet => self.parquet(path),
        }
    }

    /// Adds a report by its numbers; `drawn` says which part it is of, where it has no cluster.
    fn add(&mut self, values: &Values<'_>, numbers: &[u32], drawn: u64) -> Result<(), Error> {
        let clear = self.clear;
        self.summary.counted += 1;
        let weight = match value(&clear.weight, values) {
            Some((column, text)) => weight(column, text)?,
            None => 1.0,
        };
        let categories = clear.margins.categories(values)?;
        let stratum_name =
            value(&clear.stratum, values).map(|(_, value)| value.to_owned()).unwrap_or_default();
        let cluster = value(&clear.cluster, values)
            .map(|(_, value)| self.number(format!("cluster {stratum_name}\u{0}{value}")));
        let stratum =
            value(&clear.stratum, values).map_or(0, |_| self.number(format!("stratum {stratum_name}")));
        let group: Vec<&str> = clear.groups.iter().filter_map(|column| values(column)).collect();
        let group = self.number(format!("group {}", group.join("\u{0}")));
        let key = (categories, weight.to_bits(), stratum, cluster, group, self.part(cluster, drawn));
        let tables = match self.classes.entry(key) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(self.selection.empty(self.plan)?),
        };
        tables.iter_mut().try_for_each(|table| table.add_perturbed(numbers))
    }

    fn number(&mut self, name: String) -> usize {
        let next = self.names.len();
        *self.names.entry(name).or_insert(next)
    }

    /// The same of one without an id, which is noted: row numbers are not random.
    fn of_row(&mut self) -> u64 {
        self.summary.without_id += 1;
        self.summary.counted.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20
    }

    /// The part of a report: of its cluster, or drawn.
    fn part(&self, cluster: Option<usize>, drawn: u64) -> usize {
        let parts = self.clear.replicates.max(1) as u64;
        let own = cluster.map_or(drawn, |cluster| cluster as u64);
        usize::try_from(own % parts).unwrap_or(0)
    }
}

/// What stands in a plain column of a report that has these numbers in its plain columns.
fn declared<'p>(plan: &'p Plan, plain: &[u32], name: &str) -> Option<&'p str> {
    let columns = &plan.table_schema().attributes()[plan.schema().len()..];
    let place = columns.iter().position(|column| column.name() == name)?;
    Some(columns[place].categories()[*plain.get(place)? as usize].value())
}

/// A number of a report that says nothing of it: ids are random.
fn of_id(id: &[u8; 16]) -> u64 {
    id.iter().take(7).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// A column that was named, and what stands in it.
fn value<'c, 'v>(column: &'c Option<String>, values: &Values<'v>) -> Option<(&'c str, &'v str)> {
    let column = column.as_deref()?;
    values(column).map(|value| (column, value))
}

fn weight(column: &str, text: &str) -> Result<f64, Error> {
    let number = text.parse().ok().filter(|weight: &f64| *weight >= 0.0 && weight.is_finite());
    number.ok_or_else(|| {
        let message = format!("the cell under {column:?} is no weight: a finite number that is not below 0");
        Error::new(Code::InvalidWeights, message)
    })
}
