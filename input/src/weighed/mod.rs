//! Reads reports together with their columns in clear, which weight them, describe how they were sampled, and group them for nonresponse.
//!
//! These are the plain columns of the plan or, in CSV and Parquet, further columns that an analyst has joined. Reports that agree in all of
//! them form one class, of which only counts are kept.

#[cfg(feature = "parquet")]
mod parquet;
mod rows;
mod sent;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use candor::count::Table;
use candor::inference::ReportClass;
use candor::plan::Plan;
use candor::{Code, Error};
use candor_documents::margins::Margins;
#[cfg(not(feature = "parquet"))]
use candor_documents::not_included;
use candor_documents::reports::{ReportIds, Summary};
use candor_documents::tables::{Selection, is_linked, with_linked};

use super::reports::{Kind, at};
use crate::watch::Watch;

/// The most numbers that are kept of tables with the questions that hang on theirs, for all classes together: 64 MB. Where weights, strata and clusters make
/// more classes than have room, tables are counted alone.
const MOST_LINKED: usize = 8_000_000;

/// Which columns in clear are read, and what for.
pub(crate) struct Clear {
    /// The known margins of the population.
    pub margins: Margins,
    /// The column with the design weight: how many people, or other units, a report stands for.
    pub weight: Option<String>,
    /// The column with the sampling stratum.
    pub stratum: Option<String>,
    /// The column with the cluster that was sampled together.
    pub cluster: Option<String>,
    /// The columns of groups within which those who did not answer are assumed to be like those who did.
    pub groups: Vec<String>,
    /// Columns that are ignored.
    pub ignore: Vec<String>,
    /// The number of replicate groups that reports are divided into.
    pub replicates: usize,
}

impl Clear {
    /// All columns that are read.
    fn columns(&self) -> Vec<String> {
        let of_sampling = [&self.weight, &self.stratum, &self.cluster].into_iter().flatten();
        self.margins.columns().into_iter().chain(of_sampling.cloned()).chain(self.groups.clone()).collect()
    }
}

/// What the reports of a class have in common: margin categories, weight, stratum, cluster, group and replicate group.
type Key = (Vec<usize>, u64, usize, Option<usize>, usize, usize);

/// The tables that are counted.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'s> {
    pub selection: &'s Selection,
    /// Those behind them, of which a best guess is made.
    pub further: Option<&'s Selection>,
}

/// Reads the classes of all files, for every wanted table, and says how many reports were read.
///
/// # Errors
/// `empty-sample`, `invalid-csv`, `unknown-column`, `unknown-category`, `invalid-report`, `id-conflict`, `invalid-weights`, with file and row; those of `watch`; `io`.
pub(crate) fn read(
    plan: &Plan,
    paths: &[impl AsRef<Path>],
    wanted: Wanted<'_>,
    clear: &Clear,
    watch: &dyn Watch,
) -> Result<(Vec<Vec<ReportClass>>, Summary), Error> {
    let (classes, names, ids, summary) =
        (BTreeMap::new(), HashMap::new(), ReportIds::default(), Summary::default());
    let linked = wanted.selection.is_linked();
    let mut reading = Classes { plan, wanted, clear, watch, linked, classes, names, ids, summary };
    for path in paths.iter().map(AsRef::as_ref) {
        let kind = Kind::of(path, watch)?;
        reading.file(kind, path).map_err(|error| at(error, path))?;
    }
    if reading.classes.is_empty() {
        let counted = reading.summary.of_files(paths.len());
        return Err(Error::new(
            Code::EmptySample,
            format!("there are 0 reports to estimate from: {counted}"),
        ));
    }
    let mut of_tables: Vec<Vec<ReportClass>> = Vec::new();
    for ((categories, weight, stratum, cluster, group, part), tables) in reading.classes {
        let tables = with_linked(tables);
        of_tables.resize_with(tables.len(), Vec::new);
        for (classes, table) in of_tables.iter_mut().zip(tables) {
            let class = ReportClass::new(table, categories.clone()).weighing(f64::from_bits(weight));
            let class = class.of_stratum(stratum).of_group(group).of_replicate(part);
            classes.push(match cluster {
                Some(cluster) => class.of_cluster(cluster),
                None => class,
            });
        }
    }
    Ok((of_tables, reading.summary))
}

/// The classes read so far.
struct Classes<'r> {
    plan: &'r Plan,
    wanted: Wanted<'r>,
    clear: &'r Clear,
    watch: &'r dyn Watch,
    /// Whether tables are also counted with the questions that hang on theirs.
    linked: bool,
    classes: BTreeMap<Key, Vec<Table>>,
    /// Strata, clusters and groups, numbered in the order they occur.
    names: HashMap<String, usize>,
    ids: ReportIds,
    summary: Summary,
}

/// Looks up the value of a column of a report by the column's name.
type Values<'v> = dyn Fn(&str) -> Option<&'v str> + 'v;

impl Classes<'_> {
    fn file(&mut self, kind: Kind, path: &Path) -> Result<(), Error> {
        match kind {
            Kind::Database => self.database(path),
            Kind::Lines(source) => self.lines(source),
            Kind::Rows(source) => self.rows(source),
            #[cfg(feature = "parquet")]
            Kind::Parquet => self.parquet(path),
            #[cfg(not(feature = "parquet"))]
            Kind::Parquet => Err(not_included::error("Parquet", "parquet")),
        }
    }

    /// Adds a report with these numbers. `drawn` decides its replicate group if it has no cluster.
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
        if !self.classes.contains_key(&key) {
            let tables = self.empty()?;
            self.classes.insert(key.clone(), tables);
        }
        let tables = self.classes.get_mut(&key).into_iter().flatten();
        tables.into_iter().try_for_each(|table| table.add_perturbed(numbers))
    }

    /// The tables of a further class.
    fn empty(&mut self) -> Result<Vec<Table>, Error> {
        let (plan, Wanted { selection, further }) = (self.plan, self.wanted);
        let mut tables = selection.clone().alone().empty(plan)?;
        if let Some(further) = further {
            tables.extend(further.empty(plan)?);
        }
        if self.linked {
            let mut linked = selection.clone().linked().empty(plan)?;
            linked.retain(is_linked);
            let numbers = |table: &Table| table.by_view().map(|view| view.counts.len()).sum::<usize>();
            self.linked = linked.iter().map(numbers).sum::<usize>() * (self.classes.len() + 1) <= MOST_LINKED;
            match self.linked {
                true => tables.extend(linked),
                false => self.classes.values_mut().for_each(|own| own.truncate(tables.len())),
            }
        }
        Ok(tables)
    }

    fn number(&mut self, name: String) -> usize {
        let next = self.names.len();
        *self.names.entry(name).or_insert(next)
    }

    /// A number that decides the replicate group of a report without an id. Counts such reports, because row numbers are not random.
    fn of_row(&mut self) -> u64 {
        self.summary.without_id += 1;
        self.summary.counted.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20
    }

    /// The replicate group of a report, by its cluster if it has one.
    fn part(&self, cluster: Option<usize>, drawn: u64) -> usize {
        let parts = self.clear.replicates.max(1) as u64;
        let own = cluster.map_or(drawn, |cluster| cluster as u64);
        usize::try_from(own % parts).unwrap_or(0)
    }
}

/// The value of a plain column in a report with these plain numbers.
fn declared<'p>(plan: &'p Plan, plain: &[u32], name: &str) -> Option<&'p str> {
    let columns = &plan.table_schema().attributes()[plan.columns()..];
    let place = columns.iter().position(|column| column.name() == name)?;
    Some(columns[place].categories()[*plain.get(place)? as usize].value())
}

/// A number that is independent of a report's content, because ids are random.
fn of_id(id: &[u8; 16]) -> u64 {
    id.iter().take(7).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// The name of an optional column, with its value.
fn value<'c, 'v>(column: &'c Option<String>, values: &Values<'v>) -> Option<(&'c str, &'v str)> {
    let column = column.as_deref()?;
    values(column).map(|value| (column, value))
}

fn weight(column: &str, text: &str) -> Result<f64, Error> {
    let number = text.parse().ok().filter(|weight: &f64| *weight >= 0.0 && weight.is_finite());
    number.ok_or_else(|| {
        let message = format!("the cell under {column:?} is not a weight: a finite number from 0");
        Error::new(Code::InvalidWeights, message)
    })
}
