//! The counts of labelled reports: for every *view* of a table, that is for every form and every way in which it may ask attributes of the
//! table, how many reports there are and how many *hold* each cell [Mathematics, §10].
//!
//! A report whose units hold all attributes of the table adds to every cell the product, over the units, of how many cells of the unit's
//! subset lie in it: 1 or 0 where the table has all attributes of the unit. Attributes that the form does not ask are summed over.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::axes::Axes;
use super::subsets::SubsetCounts;
use crate::error::{Code, Error};
use crate::exact::to_index;
use crate::law::{Law, Placed, View, reported, units_holding};

/// The views of one table under a labelled law.
#[derive(Debug)]
pub(crate) struct Views {
    law: Law,
    views: Vec<View>,
    /// The index of the first cell of each view, and after the last view the number of all cells.
    starts: Vec<usize>,
}

/// Compares the law and the cells of the views, from which the rest follows.
impl PartialEq for Views {
    fn eq(&self, other: &Self) -> bool {
        self.law == other.law && self.starts == other.starts
    }
}

impl Eq for Views {}

impl Views {
    pub(super) fn new(law: &Law, axes: &Axes) -> Self {
        let views = law.views(axes.attributes());
        let mut starts = vec![0];
        for view in &views {
            let sizes = view.axes().map(|axis| to_index(axes.sizes()[axis]));
            starts.push(starts[starts.len() - 1] + sizes.product::<usize>());
        }
        Self { law: law.clone(), views, starts }
    }

    pub(crate) fn views(&self) -> &[View] {
        &self.views
    }

    /// For every view, the number of its cells and how many of them one report holds, a cell counted as often as it is held.
    pub(super) fn cells_per_report(&self) -> impl Iterator<Item = (usize, u64)> {
        self.views.iter().enumerate().map(|(place, view)| {
            let shapes = self.law.forms()[view.form].shapes();
            let named = view.units.iter().map(|(unit, _)| u64::from(shapes[*unit].subset)).product();
            (self.cells_of(place).len(), named)
        })
    }

    /// The units of a view that hold attributes of the table.
    pub(super) fn units_of(&self, view: usize, axes: &Axes) -> Vec<TabledUnit> {
        let of = &self.views[view];
        let shapes = self.law.forms()[of.form].shapes();
        let unit = |(unit, own): &(usize, Vec<usize>)| {
            let cells = own.iter().map(|&axis| to_index(axes.sizes()[axis])).product();
            let shape = shapes[*unit];
            TabledUnit { cells, within: u64::from(shape.cells) / cells as u64, named: shape.subset }
        };
        of.units.iter().map(unit).collect()
    }

    /// The number of cells of all views together.
    pub(super) fn cells(&self) -> usize {
        self.starts[self.views.len()]
    }

    /// The range of a view's cells among the cells of all views.
    pub(crate) fn cells_of(&self, view: usize) -> core::ops::Range<usize> {
        self.starts[view]..self.starts[view + 1]
    }

    /// The view of a report, and the cells of the view that it holds, each with how often.
    pub(super) fn cells_in_report(
        &self,
        numbers: &[u32],
        axes: &Axes,
    ) -> Result<(usize, Vec<(usize, u64)>), Error> {
        let named = |attribute: usize| {
            let axis = axes.attributes().iter().position(|own| *own == attribute);
            axis.map_or("outside the table", |axis| &axes.names()[axis])
        };
        let report = reported(&self.law, numbers, named)?;
        let units = units_holding(&report.placed, axes.attributes());
        let own = |view: &View| view.form == report.placed.index && view.units == units;
        let view = self
            .views
            .iter()
            .position(own)
            .ok_or_else(|| Error::new(Code::InvalidReport, "not a report: its label cannot be drawn"))?;
        let mut held = vec![(0, 1)];
        for (unit, tabled) in &units {
            let (cells, counts) = self.projected(&report.placed, *unit, report.units[*unit], (axes, tabled));
            let joined = |&(cell, count): &(usize, u64)| {
                counts.iter().map(move |(own, times)| (cell * cells + own, count * times)).collect::<Vec<_>>()
            };
            held = held.iter().flat_map(joined).collect();
        }
        Ok((view, held))
    }

    /// Projects a unit's subset onto those of its attributes that are in the table: the number of cells that these have, and how many cells
    /// of the subset lie in each, where any do.
    fn projected(
        &self,
        placed: &Placed<'_>,
        unit: usize,
        numbers: &[u32],
        (axes, tabled): (&Axes, &[usize]),
    ) -> (usize, Vec<(usize, u64)>) {
        let own = placed.attributes(unit);
        let size = |attribute: &usize| to_index(self.law.sizes()[*attribute]);
        // For every axis: the divisor and the size that give its category in a cell of the unit, and its stride in the projection.
        let (mut steps, mut cells) = (Vec::new(), 1);
        for &axis in tabled.iter().rev() {
            let attribute = axes.attributes()[axis];
            let place = own.iter().position(|own| *own == attribute).unwrap_or(0);
            let after = own[place + 1..].iter().map(size).product::<usize>();
            steps.push((after, size(&attribute), cells));
            cells *= size(&attribute);
        }
        let mut counts = vec![0; cells];
        for cell in placed.form.shapes()[unit].named_cells(numbers).map(to_index) {
            counts[steps.iter().map(|(after, size, step)| cell / after % size * step).sum::<usize>()] += 1;
        }
        (cells, counts.into_iter().enumerate().filter(|(_, count)| *count > 0).collect())
    }
}

/// A unit, as far as a table tells its cells apart.
pub(super) struct TabledUnit {
    /// The number of cells that the table tells apart.
    pub(super) cells: usize,
    /// How many of the unit's cells lie in each of them.
    pub(super) within: u64,
    /// How many cells of the unit a subset names.
    pub(super) named: u32,
}

/// The counts of one view: of the reports that show a table in one way.
///
/// ```
/// # use candor::{Plan, Survey};
/// use candor::count::Table;
///
/// # let survey = Survey::from_json(r#"{"survey": "health-2026", "attributes": [{"name": "smoker", "categories": ["no", "yes"]},
/// #     {"name": "age", "categories": ["young", "old"]}], "privacy": {"record_epsilon": 1, "method": "analysis"}}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// // Of an unlabelled plan there is one way, in which every attribute is a unit of its own.
/// let table = Table::from_counts(&plan, &["smoker", "age"], vec![3, 1, 2, 4])?;
/// let seen: Vec<_> = table.by_view().collect();
/// assert_eq!((seen.len(), seen[0].form, seen[0].reports, seen[0].counts), (1, 0, 10, &[3, 1, 2, 4][..]));
/// assert_eq!((&seen[0].units[..], &seen[0].positions[..]), (&[vec![0], vec![1]][..], &[0, 1][..]));
/// assert!(!table.is_labelled());
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewCounts<'t> {
    /// The position of the form.
    pub form: usize,
    /// The axes of the table that each unit holds; empty if the form asks no attribute of the table.
    pub units: Vec<Vec<usize>>,
    /// The positions of these units in the form.
    pub positions: Vec<usize>,
    /// The number of reports.
    pub reports: u64,
    /// How many of the reports hold each cell of the table over these axes, in their order, the last one fastest.
    pub counts: &'t [u64],
    /// The distinct subsets of these cells that the reports hold, if they are kept ([`super::Table::keeping_subsets`]).
    pub subsets: Option<&'t SubsetCounts>,
}

/// Returns `not-for-labels` if there is a labelled law or table; `what` names what was asked of it.
pub(super) fn needs_no_label<T>(labelled: Option<T>, what: &str) -> Result<(), Error> {
    match labelled {
        None => Ok(()),
        Some(_) => Err(Error::new(
            Code::NotForLabels,
            format!("{what} of a labelled plan do not say which form each report has; count its reports"),
        )),
    }
}
