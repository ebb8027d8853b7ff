//! Counts: contingency tables of perturbed answers, all that estimation needs.
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
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use super::Document;
use super::cells::{self, Labels};
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

#[derive(Serialize)]
struct CountedTable {
    #[serde(rename = "attributes", serialize_with = "attributes")]
    labels: Labels,
    #[serde(rename = "cells", serialize_with = "cells_of")]
    counted: Cells,
}

struct Cells {
    labels: Labels,
    table: Table,
}

#[derive(Serialize)]
struct CountedCell<'l> {
    categories: Vec<&'l str>,
    count: u64,
}

impl Counts {
    /// Tables counted from reports of `plan`.
    #[must_use]
    pub fn new(plan: &Plan, tables: Vec<Table>) -> Self {
        let labels = |table: &Table| Labels::new(plan.schema(), table.attributes());
        let counted = |table: Table| CountedTable {
            labels: labels(&table),
            counted: Cells { labels: labels(&table), table },
        };
        Self {
            plan: plan.fingerprint().to_string(),
            survey: plan.survey().to_owned(),
            n: tables.first().map_or(0, Table::total),
            tables: tables.into_iter().map(counted).collect(),
        }
    }
}

impl Document for Counts {
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        for table in &self.tables {
            let mut grid = Grid::new(table.labels.attributes().iter().cloned(), &["count"]);
            for (cell, count) in table.counted.listed() {
                grid.push(table.labels.row(cell).chain([grouped(count)]).collect());
            }
            let name = table.labels.attributes().join(" × ");
            writeln!(to, "{name} ({})\n{grid}", counted(self.n, "report"))?;
            let left_out = table.counted.table.counts().len() - table.counted.listed().count();
            if left_out > 0 {
                let count = if left_out == 1 { "counts" } else { "count" };
                writeln!(to, "  {} {count} 0\n", counted(left_out as u64, "more cell"))?;
            }
        }
        Ok(())
    }

    fn rows(&self, to: &mut csv::Writer<&mut dyn io::Write>) -> csv::Result<()> {
        let attributes = cells::csv_header(self.tables.iter().map(|table| &table.labels));
        to.write_record(["table"].into_iter().chain(attributes.iter().map(String::as_str)).chain(["count"]))?;
        for table in &self.tables {
            for (cell, count) in table.counted.listed() {
                let mut row = cells::csv_row(&attributes, &table.labels, cell);
                row.push(count.to_string());
                to.write_record(&row)?;
            }
        }
        Ok(())
    }
}

impl Cells {
    /// The cells that are written, with their counts.
    fn listed(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let counts = self.table.counts();
        let all = counts.len() <= SPARSE;
        counts.iter().copied().enumerate().filter(move |(_, count)| all || *count > 0)
    }
}

fn attributes<S: Serializer>(labels: &Labels, serializer: S) -> Result<S::Ok, S::Error> {
    labels.attributes().serialize(serializer)
}

fn cells_of<S: Serializer>(cells: &Cells, serializer: S) -> Result<S::Ok, S::Error> {
    let mut sequence = serializer.serialize_seq(None)?;
    for (cell, count) in cells.listed() {
        sequence.serialize_element(&CountedCell { categories: cells.labels.of(cell), count })?;
    }
    sequence.end()
}
