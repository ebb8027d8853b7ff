//! What labelled reports show of a table: of every form, and every way in which it may ask attributes of the table, how many
//! reports there are and how many *hold* each cell [Mathematics, §10].
//!
//! A report whose units hold all attributes of the table adds, to every cell, the product over the units of how many cells in
//! the unit's subset lie in it: 1 or 0 where the table has all attributes of the unit. Attributes that the form does not ask are
//! summed over.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::axes::Axes;
use super::subsets::SubsetCounts;
use crate::error::{Code, Error};
use crate::exact::to_index;
use crate::law::{Law, Placed, View, reported, units_holding};

/// How the labels of a law show one table.
#[derive(Debug)]
pub(crate) struct Views {
    law: Law,
    views: Vec<View>,
    /// Where the cells of each view begin, and after the last one where they end.
    starts: Vec<usize>,
}

/// They follow from the law and the table.
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

    /// Of every view how many cells it has, and how many of them each report holds, those with several of its cells counted as
    /// often.
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

    /// The cells of all views together.
    pub(super) fn cells(&self) -> usize {
        self.starts[self.views.len()]
    }

    /// The cells of a view among those of all.
    pub(crate) fn cells_of(&self, view: usize) -> core::ops::Range<usize> {
        self.starts[view]..self.starts[view + 1]
    }

    /// How a report shows the table: its view, and how often it holds which cells of it.
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

    /// The cells of the table's own attributes of a unit: how many there are, and how many cells of the subset lie in which.
    fn projected(
        &self,
        placed: &Placed<'_>,
        unit: usize,
        numbers: &[u32],
        (axes, tabled): (&Axes, &[usize]),
    ) -> (usize, Vec<(usize, u64)>) {
        let own = placed.attributes(unit);
        let size = |attribute: &usize| to_index(self.law.sizes()[*attribute]);
        // For every axis: what a cell is divided by, of how many categories the quotient is one, and their step here.
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

/// A unit as a table has it.
pub(super) struct TabledUnit {
    /// The cells that the table tells apart.
    pub(super) cells: usize,
    /// How many of the unit's own lie in each of them.
    pub(super) within: u64,
    /// How many a subset names.
    pub(super) named: u32,
}

/// The reports of a labelled plan that show a table in one way.
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
    /// The axes of the table that each unit holds; none where the form asks nothing of the table.
    pub units: Vec<Vec<usize>>,
    /// The positions of these units in the form.
    pub positions: Vec<usize>,
    /// The number of reports.
    pub reports: u64,
    /// How many of them hold each cell of these axes, in that order, the last one fastest.
    pub counts: &'t [u64],
    /// The different subsets of these cells that they hold, where they are kept ([`super::Table::keeping_subsets`]).
    pub subsets: Option<&'t SubsetCounts>,
}

/// Refuses what only unlabelled laws have.
pub(super) fn needs_no_label<T>(labelled: Option<T>, what: &str) -> Result<(), Error> {
    match labelled {
        None => Ok(()),
        Some(_) => Err(Error::new(
            Code::NotForLabels,
            format!("{what} of a labelled plan do not say which form each report has; count its reports"),
        )),
    }
}
