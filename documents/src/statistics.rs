//! What statistics of several tables have in common, such as scores and rankings: which of them are asked for, by which groups, of which tables,
//! and how those of totals are written.

use core::borrow::Borrow;

use candor::Error;
use candor::count::Table;
use candor::inference::{Raking, ReportClass};
use candor::plan::Plan;
use candor::schema::Schema;
use serde::Serialize;

use crate::margins::Margins;
use crate::tables::{Room, Selection, name};
use crate::totals::Told;
use crate::weighing::ByMargins;
use crate::{Csv, Document, failure};

/// Finds the classes of the reports in a table by its attributes.
pub type ClassesOf<'c> = dyn Fn(&[usize]) -> Result<Vec<ReportClass>, Error> + 'c;

/// Statistics that were asked for by name, and found in the plan.
pub trait Statistics {
    /// The document of their estimates.
    type Found: Estimated;

    /// The tables that have to be counted.
    ///
    /// # Errors
    /// `too-large` where there is no room.
    fn selection(&self, schema: &Schema, room: Room) -> Result<Selection, Error>;

    /// Estimates them from their counted tables.
    ///
    /// # Errors
    /// `invalid-counts` where a table is missing; `undefined-statistic`, `unidentifiable-table`, `empty-sample`.
    fn estimate(&self, plan: &Plan, counted: &[impl Borrow<Table>]) -> Result<Self::Found, Error>;

    /// The tables of reports that are weighted.
    ///
    /// # Errors
    /// `too-large` where there is no room.
    fn weighted_selection(&self, schema: &Schema, room: Room) -> Result<Selection, Error> {
        self.selection(schema, room)
    }

    /// Estimates them from reports that are weighted to these margins.
    ///
    /// # Errors
    /// Those of `classes`; `invalid-weights`, `undefined-statistic`, `unidentifiable-table`, `empty-sample`.
    fn weighted(&self, plan: &Plan, margins: &Raking, classes: &ClassesOf<'_>) -> Result<Self::Found, Error>;
}

/// Statistics of reports that are weighted to the margins of a population, from counts.
pub struct WeightedStatistics<'s, Of> {
    of: &'s Of,
    classes: ByMargins,
    tables: Selection,
}

impl<'s, Of: Statistics> WeightedStatistics<'s, Of> {
    /// These statistics with these margins.
    ///
    /// # Errors
    /// Those of [`ByMargins::new`]; `too-large` where there is no room.
    pub fn new(plan: &Plan, of: &'s Of, margins: Margins) -> Result<Self, Error> {
        let tables = of.weighted_selection(plan.table_schema(), Room::Own)?;
        Ok(Self { of, classes: ByMargins::new(plan, margins)?, tables })
    }

    /// The tables that have to be counted, as lists of attributes.
    #[must_use]
    pub fn needed(&self, plan: &Plan) -> Vec<Vec<String>> {
        self.classes.needed(plan, &self.tables)
    }

    /// Estimates the statistics from counted tables.
    ///
    /// # Errors
    /// Those of [`ByMargins::of`] and [`Statistics::weighted`].
    pub fn estimated(&self, plan: &Plan, counted: &[Table]) -> Result<Of::Found, Error> {
        let classes = |table: &[usize]| self.classes.of(plan, counted, table, &self.tables);
        self.of.weighted(plan, self.classes.raking(), &classes)
    }
}

/// A document of statistics.
pub trait Estimated: Document {
    /// The number of reports that the statistics are of.
    fn n(&self) -> u64;

    /// Statistics of released reports as JSON, with what they tell of one person, or as CSV.
    ///
    /// # Errors
    /// `io`: a number cannot be written.
    fn released(&self, totals: &Told, is_csv: bool) -> Result<Vec<u8>, Error>
    where
        Self: Sized,
    {
        match is_csv {
            true => Ok(Csv(self).to_string().into_bytes()),
            false => serde_json::to_vec(&Released { found: self, totals })
                .map_err(|cause| failure::io("statistics", &cause)),
        }
    }
}

#[derive(Serialize)]
struct Released<'f, Found> {
    #[serde(flatten)]
    found: &'f Found,
    totals: &'f Told,
}

/// The attribute whose categories form groups of people.
pub(crate) struct Groups {
    pub(crate) by: String,
    pub(crate) position: usize,
    /// The values of its categories.
    pub(crate) values: Vec<String>,
}

impl Groups {
    /// Finds the attribute.
    pub(crate) fn new(schema: &Schema, by: String) -> Result<Self, Error> {
        let position = schema.position(&by)?;
        let categories = schema.attributes()[position].categories().iter();
        let values = categories.map(|group| group.value().to_owned()).collect();
        Ok(Self { by, position, values })
    }
}

/// Those of these names among all that are known; all of them without a name. `refuse` makes the error for a name that is none of them.
pub(crate) fn named<Each: Clone>(
    known: Vec<(String, Each)>,
    names: &[String],
    refuse: impl Fn(&str, String) -> Error,
) -> Result<Vec<(String, Each)>, Error> {
    if names.is_empty() {
        return Ok(known);
    }
    let named = |wanted: &String| {
        known.iter().find(|(name, _)| name == wanted).cloned().ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
            refuse(wanted, names.join(", "))
        })
    };
    names.iter().map(named).collect()
}

/// The selection of these tables, given by the positions of their attributes.
pub(crate) fn selection(
    schema: &Schema,
    tables: impl Iterator<Item = Vec<usize>>,
    room: Room,
) -> Result<Selection, Error> {
    let names: Vec<String> = tables.map(|table| name(schema, &table)).collect();
    Selection::new(schema, &names, false, room)
}
