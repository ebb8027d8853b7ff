//! The requested contingency tables.

use std::collections::HashSet;

use candor::count::Table;
use candor::plan::Plan;
use candor::schema::Schema;
use candor::{Code, Error};

/// The most cells that all tables of one request to a collector may have together: some 12 MB of JSON.
pub const MOST_CELLS: usize = 50_000;

/// The most cells of all tables that a collector keeps.
pub const MOST_KEPT: usize = 10 * MOST_CELLS;

/// The bytes that a cell takes while it is counted and estimated: count, estimate, standard error.
const CELL_BYTES: usize = 24;

/// The memory limit for the tables of one request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// [`MOST_CELLS`], because there may be many requests at once.
    Shared,
    /// Ten times as many: what a collector keeps of all surveys' tables, and so may count for a best guess.
    Kept,
    /// The memory that is available on this machine.
    Own,
}

/// Tables as lists of attribute positions; those requested by name come first.
#[derive(Clone)]
pub struct Selection {
    tables: Vec<Vec<usize>>,
    named: usize,
    /// Whether tables are counted with the questions that hang on theirs.
    linked: bool,
}

impl Selection {
    /// Selects the tables that are named (`"smoker,age"`), or without any name every single attribute; with `pairs` also every
    /// pair of attributes. A question with several choices or rows stands for each of them in turn.
    ///
    /// # Errors
    /// `unknown-attribute`, `duplicate-table-attribute`, `too-large` where there is no room.
    pub fn new(schema: &Schema, names: &[String], pairs: bool, room: Room) -> Result<Self, Error> {
        let named = names.iter().map(|name| named(schema, name)).collect::<Result<Vec<_>, _>>()?;
        let mut tables = named.concat();
        let named = tables.len();
        if names.is_empty() {
            tables.extend(schema.given().into_iter().map(|attribute| vec![attribute]));
        }
        if pairs {
            tables.extend(all_pairs(&schema.given()));
        }
        let mut seen = HashSet::new();
        let mut named_once = 0;
        let mut position = 0;
        tables.retain(|table| {
            let first = seen.insert(table.clone());
            named_once += usize::from(first && position < named);
            position += 1;
            first
        });
        room.refuse_too_many_cells(&schema.sizes(), &tables)?;
        Ok(Self { tables, named: named_once, linked: false })
    }

    /// Also every question, every plain column that a table here has, and every pair of these, after the tables that were asked for: what
    /// the best guess of all tables is made of.
    ///
    /// # Errors
    /// `too-large` where there is no room.
    pub fn with_all_pairs(&self, plan: &Plan, room: Room) -> Result<Self, Error> {
        let schema = plan.table_schema();
        let is_asked = |position: &usize| self.tables.iter().any(|table| table.contains(position));
        let modelled: Vec<usize> = (0..schema.len())
            .filter(|position| *position < plan.schema().len() || is_asked(position))
            .collect();
        let alone = modelled.iter().map(|&position| vec![position]);
        let pairs = all_pairs(&modelled);
        let mut seen: HashSet<Vec<usize>> = self.tables.iter().cloned().collect();
        let mut tables = self.tables.clone();
        tables.extend(alone.chain(pairs).filter(|table| seen.insert(table.clone())));
        room.refuse_too_many_cells(&schema.sizes(), &tables)?;
        Ok(Self { tables, named: self.named, linked: self.linked })
    }

    /// All questions and pairs, and of plain columns those that a table here has, of which the best guess of weighted tables is made.
    ///
    /// # Errors
    /// `too-large` where there is no room.
    pub fn modelled(&self, plan: &Plan, room: Room) -> Result<Self, Error> {
        let all = self.clone().alone().with_all_pairs(plan, room)?;
        let tables: Vec<_> = all.tables.into_iter().filter(|table| table.len() <= 2).collect();
        Ok(Self { named: tables.len(), tables, linked: false })
    }

    /// Refuses tables whose covariances, N² numbers for N cells, are more than a collector sends.
    ///
    /// # Errors
    /// `too-large`.
    pub fn check_covariances(&self, schema: &Schema) -> Result<(), Error> {
        let sizes = schema.sizes();
        let numbers: f64 = self.tables.iter().map(|table| cells(&sizes, table).powi(2)).sum();
        if numbers > MOST_CELLS as f64 {
            let message = format!(
                "the tables asked for have {numbers} covariances, more than {MOST_CELLS} in one request; ask for fewer tables, or for smaller ones"
            );
            return Err(Error::new(Code::TooLarge, message));
        }
        Ok(())
    }

    /// The tables without duplicates, each with its attributes in the order of the plan.
    #[must_use]
    pub fn sorted(&self) -> Self {
        let mut tables = self.tables.clone();
        tables.iter_mut().for_each(|table| table.sort_unstable());
        tables.sort_unstable();
        tables.dedup();
        Self { named: tables.len(), tables, linked: self.linked }
    }

    /// The same tables, counted with the questions that hang on theirs, which takes noise from their estimates ([`Table::linked`]).
    #[must_use]
    pub fn linked(self) -> Self {
        Self { linked: true, ..self }
    }

    /// The same tables, counted without such questions.
    #[must_use]
    pub fn alone(self) -> Self {
        Self { linked: false, ..self }
    }

    /// The same as [`Selection::linked`], unless the tables have no room then.
    #[must_use]
    pub fn linked_within(self, schema: &Schema, room: Room) -> Self {
        let linked: Vec<_> = self.tables.iter().map(|attributes| schema.linked(attributes)).collect();
        match room.refuse_too_many_cells(&schema.sizes(), &linked) {
            Ok(()) => self.linked(),
            Err(_) => self,
        }
    }

    /// Whether tables are counted so.
    #[must_use]
    pub fn is_linked(&self) -> bool {
        self.linked
    }

    /// The number of tables that were requested by name; they come first.
    #[must_use]
    pub fn named_count(&self) -> usize {
        self.named
    }

    /// The tables' attribute positions.
    #[must_use]
    pub fn attributes(&self) -> &[Vec<usize>] {
        &self.tables
    }

    /// The tables with counts of 0, and after them, once more, those that gain from questions that hang on theirs, with these.
    ///
    /// # Errors
    /// `duplicate-table-attribute`.
    pub fn empty_with_linked(&self, plan: &Plan) -> Result<Vec<Table>, Error> {
        let mut tables = self.clone().alone().empty(plan)?;
        tables.extend(self.clone().linked().empty(plan)?.into_iter().filter(is_linked));
        Ok(tables)
    }

    /// The tables with counts of 0.
    ///
    /// # Errors
    /// `duplicate-table-attribute`.
    pub fn empty(&self, plan: &Plan) -> Result<Vec<Table>, Error> {
        let table = |attributes: &Vec<usize>| match self.linked {
            true => Table::linked(plan, attributes),
            false => Table::new(plan, attributes),
        };
        self.tables.iter().map(table).collect()
    }

    /// Picks the requested tables from counted ones: where this selection is of linked tables, those that were counted with the questions that
    /// hang on theirs, if there are any.
    ///
    /// # Errors
    /// `invalid-counts`, naming the table that was not counted.
    pub fn among(&self, schema: &Schema, counted: Vec<Table>) -> Result<Vec<Table>, Error> {
        let counted = if self.linked { with_linked(counted) } else { without_linked(counted) };
        let mut counted: Vec<_> = counted.into_iter().map(Some).collect();
        let mut take = |attributes: &Vec<usize>| {
            let found = counted.iter_mut().find(|table| {
                table.as_ref().is_some_and(|table| table.asked_attributes() == attributes.as_slice())
            });
            found.and_then(Option::take).ok_or_else(|| not_counted(schema, attributes))
        };
        self.tables.iter().map(&mut take).collect()
    }
}

/// The error for a table that was not counted.
pub(crate) fn not_counted(schema: &Schema, attributes: &[usize]) -> Error {
    let name = name(schema, attributes);
    Error::new(Code::InvalidCounts, format!("the counts hold no table {name:?}"))
}

/// Whether a table was counted with questions that hang on its own.
#[must_use]
pub fn is_linked(table: &Table) -> bool {
    table.asked() < table.axes().attributes().len()
}

/// Of counted tables each that is not [`is_linked`].
#[must_use]
pub fn without_linked(counted: Vec<Table>) -> Vec<Table> {
    counted.into_iter().filter(|table| !is_linked(table)).collect()
}

/// Of counted tables each once, counted with the questions that hang on its own where that was done.
#[must_use]
pub fn with_linked(counted: Vec<Table>) -> Vec<Table> {
    let (mut linked, mut tables): (Vec<Table>, Vec<Table>) = counted.into_iter().partition(is_linked);
    for table in &mut tables {
        let is_its = |linked: &Table| linked.asked_attributes() == table.axes().attributes();
        if let Some(place) = linked.iter().position(is_its) {
            *table = linked.swap_remove(place);
        }
    }
    tables.append(&mut linked);
    tables
}

/// A table in the notation of requests: attribute names joined by commas.
#[must_use]
pub fn name(schema: &Schema, attributes: &[usize]) -> String {
    names(schema, attributes).join(",")
}

/// The names of attributes by position.
#[must_use]
pub fn names(schema: &Schema, attributes: &[usize]) -> Vec<String> {
    attributes.iter().map(|&position| schema.attributes()[position].name().to_owned()).collect()
}

fn named(schema: &Schema, table: &str) -> Result<Vec<Vec<usize>>, Error> {
    let names: Vec<&str> = table.split(',').collect();
    schema.tables_named(&names).map_err(|error| error.at(format_args!("table {table:?}")))
}

fn all_pairs(of: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    of.iter()
        .enumerate()
        .flat_map(|(place, &first)| of[place + 1..].iter().map(move |&second| vec![first, second]))
}

/// The number of cells of a table, which can be astronomical.
fn cells(sizes: &[u32], table: &[usize]) -> f64 {
    table.iter().map(|&position| f64::from(sizes[position])).product()
}

impl Room {
    /// Refuses tables with too many cells before anything is allocated.
    fn refuse_too_many_cells(self, sizes: &[u32], tables: &[Vec<usize>]) -> Result<(), Error> {
        let total: f64 = tables.iter().map(|table| cells(sizes, table)).sum();
        let refused = |most: String| {
            let message = format!("the tables asked for have {total} cells, more than {most}");
            Error::new(Code::TooLarge, message)
        };
        match self {
            Self::Shared if total > MOST_CELLS as f64 => Err(refused(format!("{MOST_CELLS} in one request"))),
            Self::Kept if total > MOST_KEPT as f64 => Err(refused(format!("{MOST_KEPT} that are kept"))),
            Self::Own => match available_bytes() {
                Some(bytes) if total * CELL_BYTES as f64 > bytes as f64 => {
                    let needed = total * CELL_BYTES as f64 / 1e6;
                    let left = bytes as f64 / 1e6;
                    Err(refused(format!("fit: they need {needed:.0} MB of memory, {left:.0} MB are left")))
                }
                _ => Ok(()),
            },
            Self::Shared | Self::Kept => Ok(()),
        }
    }
}

/// The available memory as Linux reports it, and a quarter of a WebAssembly module's limit; `None` elsewhere, where the allocation itself
/// has to fail.
fn available_bytes() -> Option<u64> {
    if cfg!(target_family = "wasm") {
        return Some(1 << 30);
    }
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
