//! Counts: contingency tables of perturbed records, all that estimation needs.
//!
//! ```json
//! {"plan":"sha256:…","survey":"health-2026","n":2000,"tables":[{"attributes":["smoker","age"],
//!   "cells":[{"categories":["no","[18,30)"],"count":412}]}]}
//! ```
//!
//! A cell that is not listed counts 0, so that a warehouse's GROUP BY can be written as it is; of tables
//! with more than [`SPARSE`] cells, those that count 0 are not listed.

mod given;

use core::fmt;
use std::io;

use candor::count::Table;
use candor::plan::Plan;
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};

use super::Document;
use super::cells;
use crate::output::grid::Grid;
use crate::output::{counted, grouped};

pub use given::{from_json, read};

/// Tables with more cells than this are listed without those that count 0.
pub const SPARSE: usize = 100;

/// The document.
#[derive(Serialize)]
pub struct Counts {
    plan: String,
    survey: String,
    n: u64,
    tables: Vec<CountedTable>,
}

struct CountedTable(Table);

#[derive(Serialize)]
struct CountedCell<'l> {
    categories: Vec<&'l str>,
    count: u64,
}

impl Counts {
    /// Tables counted from reports of `plan`.
    #[must_use]
    pub fn new(plan: &Plan, tables: Vec<Table>) -> Self {
        Self {
            plan: plan.fingerprint().to_string(),
            survey: plan.survey().to_owned(),
            n: tables.first().map_or(0, Table::total),
            tables: tables.into_iter().map(CountedTable).collect(),
        }
    }
}

impl Document for Counts {
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        for table in &self.tables {
            let axes = table.0.axes();
            let mut grid = Grid::new(axes.names().iter().cloned(), &["count"]);
            for (cell, count) in table.listed() {
                grid.push(cells::row(axes, cell).chain([grouped(count)]).collect());
            }
            let name = axes.names().join(" × ");
            writeln!(to, "{name} ({})\n{grid}", counted(self.n, "report"))?;
            let left_out = table.0.counts().len() - table.listed().count();
            if left_out > 0 {
                let count = if left_out == 1 { "counts" } else { "count" };
                writeln!(to, "  {} {count} 0\n", counted(left_out as u64, "more cell"))?;
            }
        }
        Ok(())
    }

    fn rows(&self, to: &mut csv::Writer<&mut dyn io::Write>) -> csv::Result<()> {
        let attributes = cells::csv_header(self.tables.iter().map(|table| table.0.axes()));
        to.write_record(["table"].into_iter().chain(attributes.iter().map(String::as_str)).chain(["count"]))?;
        for table in &self.tables {
            for (cell, count) in table.listed() {
                let mut row = cells::csv_row(&attributes, table.0.axes(), cell);
                row.push(count.to_string());
                to.write_record(&row)?;
            }
        }
        Ok(())
    }
}

impl CountedTable {
    /// The cells that are written, with their counts.
    fn listed(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let counts = self.0.counts();
        let all = counts.len() <= SPARSE;
        counts.iter().copied().enumerate().filter(move |(_, count)| all || *count > 0)
    }
}

impl Serialize for CountedTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut table = serializer.serialize_struct("table", 2)?;
        table.serialize_field("attributes", self.0.axes().names())?;
        table.serialize_field("cells", &Cells(self))?;
        table.end()
    }
}

struct Cells<'t>(&'t CountedTable);

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let axes = self.0.0.axes();
        let mut cells = serializer.serialize_seq(None)?;
        for (cell, count) in self.0.listed() {
            cells.serialize_element(&CountedCell { categories: axes.categories_of(cell), count })?;
        }
        cells.end()
    }
}
