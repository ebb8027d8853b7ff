//! Counts: contingency tables of perturbed records, which are all that estimation needs.
//!
//! ```json
//! {"plan":"sha256:…","survey":"health-2026","n":2000,"tables":[{"attributes":["smoker","age"],
//!   "cells":[{"categories":["no","[18,30)"],"count":412}]}]}
//! ```
//!
//! A cell that is not listed has the count 0, so that the result of a warehouse's GROUP BY can be used as it is. Tables with more than
//! [`SPARSE`] cells are written without the cells that count 0.
//!
//! For a labelled plan a table has `forms` instead of `cells`: for each form, and each way in which its units hold attributes of the table,
//! the number of reports, and how many of them hold each cell.
//!
//! ```json
//! {"attributes":["smoker","age"],"forms":[{"form":0,"units":[["smoker","age"]],"n":1200,"cells":[…],
//!   "subsets":[{"cells":[0,3],"count":412}]}]}
//! ```
//!
//! `subsets` are the distinct sets of cells that reports hold, which the likelihood needs: numbers of cells over the axes of these units,
//! row-major, each as often as a report holds it. They are present where they take no more than [`MOST_SUBSET_NUMBERS`] numbers.
//!
//! Where some answers cannot occur because of others, a table gains from the questions that hang on its own. It is then there once more, counted with
//! these: `"asked"` is the number of its first attributes, which are those that were asked for.
//!
//! ```json
//! {"attributes":["by","harassed"],"asked":1,"cells":[{"categories":["colleague","yes"],"count":103}]}
//! ```
//!
//! A query that `candor sql` wrote gives CSV rows instead: `plan,attributes,part,cell,reports`. They hold the positions of a table's
//! attributes, the part of [`Table::by_view`], the cell of that part (-1 for its number of reports), and the count. Rows without attributes
//! hold the number of all reports (-1, -1), and for a labelled plan the number of reports, for every form and unit, that name as many cells
//! of it as they have to.

mod given;
mod queried;
mod subsets;

use core::fmt;

use candor::Error;
use candor::count::{Axes, SubsetCounts, Table, ViewCounts};
use candor::plan::Plan;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::Document;
use super::cells;
use crate::sheet::Sheet;
use crate::tables::is_linked;
use crate::text::grid::Grid;
use crate::text::{counted, grouped};

pub use given::from_json;

/// Reads tables of counts of `plan`, in JSON or as rows of a query.
///
/// # Errors
/// Those of [`from_json`]; `invalid-counts` where rows are not those of such a query, or count reports that are invalid for the plan, with
/// the number of these.
pub fn read(text: &str, plan: &Plan) -> Result<Vec<Table>, Error> {
    if text.trim_start().starts_with('{') { from_json(text, plan) } else { queried::from_csv(text, plan) }
}

/// The number of cells above which a table is listed without the cells that count 0.
pub const SPARSE: usize = 100;

/// The most numbers with which subsets are listed, a form's cells for each of its distinct subsets: some ten megabytes.
pub const MOST_SUBSET_NUMBERS: usize = 1 << 22;

/// The document of counts.
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
            for part in table.parts() {
                let names = part.axes.iter().map(|axis| axes.names()[*axis].clone());
                let mut grid = Grid::new(names, &["count"]);
                for (cell, count) in part.listed() {
                    let values = part.categories(axes, cell).into_iter().map(str::to_owned);
                    grid.push(values.chain([grouped(count)]).collect());
                }
                let name = axes.names().join(" × ");
                let form = part.form.map_or(String::new(), |form| format!(", form {form}"));
                writeln!(to, "{name} ({}{form})\n{grid}", counted(part.reports, "report"))?;
                let left_out = part.counts.len() - part.listed().count();
                if left_out > 0 {
                    let count = if left_out == 1 { "counts" } else { "count" };
                    writeln!(to, "  {} {count} 0\n", counted(left_out as u64, "more cell"))?;
                }
            }
        }
        Ok(())
    }

    fn rows(&self, to: &mut Sheet<'_>) -> fmt::Result {
        let attributes = cells::csv_header(self.tables.iter().map(|table| table.0.axes().names()));
        let labelled = self.tables.iter().any(|table| table.parts().iter().any(|part| part.form.is_some()));
        let of_form = ["form", "reports"].into_iter().take(if labelled { 2 } else { 0 });
        let names = attributes.iter().map(String::as_str);
        to.row(["table"].into_iter().chain(names).chain(of_form).chain(["count"]))?;
        for table in &self.tables {
            let axes = table.0.axes();
            for part in table.parts() {
                for (cell, count) in part.listed() {
                    let values = part.categories(axes, cell);
                    let value = |name: &String| {
                        let held = part.axes.iter().position(|axis| axes.names()[*axis] == *name);
                        held.map_or(String::new(), |place| values[place].to_owned())
                    };
                    let mut row = vec![axes.names().join(",")];
                    row.extend(attributes.iter().map(value));
                    row.extend(
                        part.form.iter().flat_map(|form| [form.to_string(), part.reports.to_string()]),
                    );
                    row.push(count.to_string());
                    to.row(&row)?;
                }
            }
        }
        Ok(())
    }
}

/// Counts over some axes of a table: all of them, or those that one form shows.
struct Part<'t> {
    /// The form, for a labelled plan.
    form: Option<usize>,
    units: Vec<Vec<usize>>,
    positions: Vec<usize>,
    axes: Vec<usize>,
    reports: u64,
    counts: &'t [u64],
    subsets: Option<&'t SubsetCounts>,
}

impl CountedTable {
    fn parts(&self) -> Vec<Part<'_>> {
        let labelled = self.0.is_labelled();
        let part = |ViewCounts { form, units, positions, reports, counts, subsets }| Part {
            form: labelled.then_some(form),
            axes: units.concat(),
            units,
            positions,
            reports,
            counts,
            subsets,
        };
        self.0.by_view().map(part).collect()
    }
}

impl Part<'_> {
    /// The cells that are written, with their counts.
    fn listed(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let all = self.counts.len() <= SPARSE;
        self.counts.iter().copied().enumerate().filter(move |(_, count)| all || *count > 0)
    }

    fn categories<'a>(&self, axes: &'a Axes, cell: usize) -> Vec<&'a str> {
        axes.categories_along(self.axes.iter().copied(), cell)
    }

    fn cells<'a>(&'a self, axes: &'a Axes) -> impl Iterator<Item = CountedCell<'a>> {
        self.listed().map(|(cell, count)| CountedCell { categories: self.categories(axes, cell), count })
    }
}

impl Serialize for CountedTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut table = serializer.serialize_struct("table", 3)?;
        table.serialize_field("attributes", self.0.axes().names())?;
        if is_linked(&self.0) {
            table.serialize_field("asked", &self.0.asked())?;
        }
        let parts = self.parts();
        match &parts[..] {
            [whole] if whole.form.is_none() => {
                table.serialize_field("cells", &Cells(whole, self.0.axes()))?
            }
            forms => {
                let form = |part| FormCounts(part, self.0.axes());
                table.serialize_field("forms", &forms.iter().map(form).collect::<Vec<_>>())?;
            }
        }
        table.end()
    }
}

struct FormCounts<'t>(&'t Part<'t>, &'t Axes);

impl Serialize for FormCounts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(part, axes) = self;
        let names = |unit: &Vec<usize>| unit.iter().map(|axis| &axes.names()[*axis]).collect::<Vec<_>>();
        let mut form = serializer.serialize_struct("form", 6)?;
        form.serialize_field("form", &part.form)?;
        form.serialize_field("units", &part.units.iter().map(names).collect::<Vec<_>>())?;
        form.serialize_field("positions", &part.positions)?;
        form.serialize_field("n", &part.reports)?;
        form.serialize_field("cells", &Cells(part, axes))?;
        if let Some(counts) = part.subsets {
            form.serialize_field("subsets", &subsets::listed(counts))?;
        }
        form.end()
    }
}

struct Cells<'t>(&'t Part<'t>, &'t Axes);

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.cells(self.1))
    }
}
