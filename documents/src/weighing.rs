//! Weighted estimates from counts: tables that were counted together with the columns of the margins are divided by these into classes of
//! reports, which [`candor weigh`](crate::weighted) finds as it reads reports.

use std::collections::{BTreeMap, BTreeSet};

use candor::count::{Axes, Table, ViewCounts};
use candor::estimate::{Options, Stop};
use candor::inference::{Raking, ReportClass, Weighted};
use candor::loglinear::BestGuess;
use candor::plan::Plan;
use candor::{Code, Error};

use crate::groups::Groups;
use crate::margins::Margins;
use crate::tables::{Room, Selection, is_linked, names, not_counted};
use crate::weighted::WeightedTables;

/// Tables to be estimated with weights that have the margins of a population.
pub struct Weighing {
    classes: ByMargins,
    selection: Selection,
    /// All questions and pairs, of which the best guess is made.
    modelled: Option<Selection>,
    confidence: f64,
    groups: Groups,
}

impl Weighing {
    /// Asks for tables, or without any name for every single attribute, of shares within these groups.
    ///
    /// # Errors
    /// Those of [`ByMargins::new`]; `invalid-confidence`; those of [`Selection::new`]; `too-large` where a best guess of all tables has no room.
    pub fn new(
        plan: &Plan,
        tables: &[String],
        margins: Margins,
        (confidence, is_guess): (f64, bool),
        groups: Groups,
    ) -> Result<Self, Error> {
        Options::default().confidence(confidence).check()?;
        let classes = ByMargins::new(plan, margins)?;
        let selection = Selection::new(plan.table_schema(), tables, false, Room::Own)?.linked();
        let modelled = is_guess.then(|| selection.modelled(plan, Room::Own)).transpose()?;
        Ok(Self { classes, selection, modelled, confidence, groups })
    }

    /// The tables that have to be counted, as lists of attributes.
    #[must_use]
    pub fn needed(&self, plan: &Plan) -> Vec<Vec<String>> {
        let mut needed = self.classes.needed(plan, &self.selection);
        let further = self.modelled.iter().flat_map(|modelled| self.classes.needed(plan, modelled));
        needed.extend(further);
        needed.sort();
        needed.dedup();
        needed
    }

    /// The tables of which the best guess is made, as lists of attributes; none where tables are unbiased.
    #[must_use]
    pub fn modelled(&self) -> &[Vec<usize>] {
        self.modelled.as_ref().map_or(&[], Selection::attributes)
    }

    /// The best guess of all questions and pairs, where tables are best guesses.
    ///
    /// # Errors
    /// `invalid-counts`, naming a table that was not counted; those of [`Weighted::best_guess`].
    pub fn guess(&self, plan: &Plan, counted: &[Table]) -> Result<Option<BestGuess>, Error> {
        let guess = |modelled| {
            let classes = self.classes_in(modelled, plan, counted)?;
            Weighted::best_guess(plan, &classes, self.classes.raking(), &Stop::default())
        };
        self.modelled.as_ref().map(guess).transpose()
    }

    /// Estimates the tables from counted ones, by [`Self::guess`] if there is one.
    ///
    /// # Errors
    /// `invalid-counts`, naming a table that was not counted; `empty-sample`; `invalid-weights`; `invalid-groups`; `unidentifiable-table`.
    pub fn estimated(
        &self,
        plan: &Plan,
        counted: &[Table],
        guess: Option<&BestGuess>,
    ) -> Result<WeightedTables, Error> {
        let mut tables = WeightedTables::new(self.confidence, self.groups.clone());
        let classes = self.classes_in(&self.selection, plan, counted)?;
        for (asked, classes) in self.selection.attributes().iter().zip(&classes) {
            let empty = Table::new(plan, asked)?;
            tables.estimate(plan, empty.axes(), (classes, self.classes.raking()), guess)?;
        }
        Ok(tables)
    }

    fn classes_in(
        &self,
        tables: &Selection,
        plan: &Plan,
        counted: &[Table],
    ) -> Result<Vec<Vec<ReportClass>>, Error> {
        let of = |asked: &Vec<usize>| self.classes.of(plan, counted, asked, tables);
        tables.attributes().iter().map(of).collect()
    }
}

/// Classes of reports that have the same categories of the margins of a population.
pub struct ByMargins {
    margins: Margins,
    raking: Raking,
    columns: Vec<usize>,
}

impl ByMargins {
    /// Classes by the columns of these margins.
    ///
    /// # Errors
    /// `unknown-column` where a column of the margins is no plain column of the plan; `invalid-weights`, as in [`Margins::raking`].
    pub fn new(plan: &Plan, margins: Margins) -> Result<Self, Error> {
        let raking = margins.raking()?;
        let plain = |name: &String| {
            let position = plan.table_schema().position(name).ok();
            let refused =
                || Error::new(Code::UnknownColumn, format!("the plan declares no plain column {name:?}"));
            position.filter(|position| *position >= plan.columns()).ok_or_else(refused)
        };
        let columns = margins.columns().iter().map(plain).collect::<Result<_, _>>()?;
        Ok(Self { margins, raking, columns })
    }

    /// The margins.
    #[must_use]
    pub fn raking(&self) -> &Raking {
        &self.raking
    }

    /// The tables that have to be counted for these, as lists of attributes.
    #[must_use]
    pub fn needed(&self, plan: &Plan, tables: &Selection) -> Vec<Vec<String>> {
        let with_columns = |table: &Vec<usize>| names(plan.table_schema(), &self.with_columns(plan, table));
        let needed: BTreeSet<_> = tables.attributes().iter().map(with_columns).collect();
        needed.into_iter().collect()
    }

    /// The questions of a table, and after them its columns and those of the margins, in the plan's order.
    fn with_columns(&self, plan: &Plan, table: &[usize]) -> Vec<usize> {
        let (mut counted, plain): (Vec<usize>, Vec<usize>) =
            table.iter().partition(|position| **position < plan.columns());
        let plain: BTreeSet<usize> = plain.into_iter().chain(self.columns.iter().copied()).collect();
        counted.extend(plain);
        counted
    }

    /// The classes of the reports of one of these tables, from tables that were counted together with the columns of the margins: where `tables` are linked, of
    /// one that was counted with the questions that hang on its own, if there is one.
    ///
    /// # Errors
    /// `invalid-counts`, naming a table that was not counted; `empty-sample`; `invalid-weights` for a category that has no margin.
    pub fn of(
        &self,
        plan: &Plan,
        counted: &[Table],
        asked: &[usize],
        tables: &Selection,
    ) -> Result<Vec<ReportClass>, Error> {
        let with_columns = self.with_columns(plan, asked);
        let is_its = |table: &&Table| table.asked_attributes() == with_columns;
        let of_kind = |linked: bool| counted.iter().filter(is_its).find(|table| is_linked(table) == linked);
        let table = tables.is_linked().then(|| of_kind(true)).flatten().or_else(|| of_kind(false));
        let table = table.ok_or_else(|| not_counted(plan.table_schema(), &with_columns))?;
        let attributes = [asked, &table.axes().attributes()[table.asked()..]].concat();
        let empty = Table::new(plan, &attributes)?.asked_for(asked.len())?;
        let classes = self.divided(plan, table, &empty);
        classes.map_err(|error| {
            error.at(format_args!("table {:?}", names(plan.table_schema(), asked).join(",")))
        })
    }

    /// Divides a table into classes of reports with the same categories of the margins, each a table like `empty`.
    fn divided(&self, plan: &Plan, table: &Table, empty: &Table) -> Result<Vec<ReportClass>, Error> {
        if table.total() == 0 {
            return Err(Error::new(Code::EmptySample, "there are 0 reports to estimate from"));
        }
        let (axes, attributes) = (table.axes(), empty.axes().attributes());
        let no_reports: Vec<(u64, Vec<u64>)> =
            empty.by_view().map(|view| (0, vec![0; view.counts.len()])).collect();
        let mut classes = BTreeMap::new();
        for (place, (seen, own)) in table.by_view().zip(empty.by_view()).enumerate() {
            let ViewCounts { units, reports, counts, .. } = seen;
            let shown = units.concat();
            let strides = strides(axes, attributes, &own.units.concat());
            let named = counts.iter().sum::<u64>() / reports.max(1);
            for (cell, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let values = axes.categories_along(shown.iter().copied(), cell);
                let value = |column: &str| {
                    shown.iter().position(|&axis| axes.names()[axis] == column).map(|at| values[at])
                };
                let categories = self.margins.categories(value)?;
                let class: &mut Vec<_> = classes.entry(categories).or_insert_with(|| no_reports.clone());
                let (reports, counts) = &mut class[place];
                *reports += count;
                counts[own_cell(cell, &shown, axes.sizes(), &strides)] += count;
            }
            for class in classes.values_mut() {
                class[place].0 /= named.max(1);
            }
        }
        let class = |(categories, views)| {
            let table = Table::from_views(plan, attributes, views)?.asked_for(empty.asked())?;
            Ok(ReportClass::new(table, categories))
        };
        classes.into_iter().map(class).collect()
    }
}

/// For each of the axes, by how much a category moves a cell of the table over `attributes` that is shown along its axes `own`; 0 for the others.
fn strides(axes: &Axes, attributes: &[usize], own: &[usize]) -> Vec<usize> {
    let (mut strides, mut stride) = (vec![0; axes.sizes().len()], 1);
    for &axis in own.iter().rev() {
        if let Some(place) = axes.attributes().iter().position(|attribute| *attribute == attributes[axis]) {
            strides[place] = stride;
            stride *= axes.sizes()[place] as usize;
        }
    }
    strides
}

/// The cell with these strides into which a cell over the axes `shown` falls.
fn own_cell(mut cell: usize, shown: &[usize], sizes: &[u32], strides: &[usize]) -> usize {
    let mut own = 0;
    for &axis in shown.iter().rev() {
        let size = sizes[axis] as usize;
        own += cell % size * strides[axis];
        cell /= size;
    }
    own
}
