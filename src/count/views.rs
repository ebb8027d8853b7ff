//! The counts of labelled reports: for every *view* of a table, that is for every form and every way in which it may ask attributes of the
//! table, how many reports there are and how many *hold* each cell [Mathematics, §10].
//!
//! A report whose units hold all attributes of the table adds to every cell the product, over the units, of how many cells of the unit's
//! subset lie in it: 1 or 0 where the table has all attributes of the unit. Attributes that the form does not ask are summed over.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::axes::Axes;
use super::subsets::SubsetCounts;
use crate::error::{Code, Error};
use crate::exact::to_index;
use crate::law::{Law, Placed, Reported, Shape, View, reported, units_holding};

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

    pub(super) fn law(&self) -> &Law {
        &self.law
    }

    /// Reads the numbers of a report.
    pub(super) fn reported<'n>(&self, numbers: &'n [u32], axes: &Axes) -> Result<Reported<'_, 'n>, Error> {
        reported(&self.law, numbers, |attribute| axes.name_at(attribute).unwrap_or("outside the table"))
    }

    /// Finds how reports of a label count in the table.
    pub(super) fn place(&self, label: &Placed<'_>, axes: &Axes) -> Result<LabelInTable, Error> {
        let units = units_holding(label, axes.attributes());
        let own = |view: &View| view.form == label.index && view.units == units;
        let view = self
            .views
            .iter()
            .position(own)
            .ok_or_else(|| Error::new(Code::InvalidReport, "not a report: its label cannot be drawn"))?;
        let projected = units.iter().map(|(unit, tabled)| self.projection(label, *unit, axes, tabled));
        Ok(LabelInTable { view, units: projected.collect() })
    }

    /// How the cells of a unit fall into those of its attributes that are in the table.
    fn projection(&self, label: &Placed<'_>, unit: usize, axes: &Axes, tabled: &[usize]) -> Projection {
        let own = label.attributes(unit);
        let size = |attribute: &usize| to_index(self.law.sizes()[*attribute]);
        let (mut steps, mut cells) = (Vec::new(), 1);
        for &axis in tabled.iter().rev() {
            let attribute = axes.attributes()[axis];
            let place = own.iter().position(|own| *own == attribute).unwrap_or(0);
            let after = own[place + 1..].iter().map(size).product::<usize>();
            steps.push((after, size(&attribute), cells));
            cells *= size(&attribute);
        }
        Projection { unit, steps, cells }
    }
}

/// How the reports of one label count in a table.
#[derive(Debug, Clone)]
pub(super) struct LabelInTable {
    /// The position of their view.
    pub(super) view: usize,
    /// The units that hold attributes of the table.
    units: Box<[Projection]>,
}

/// How the cells of a unit fall into those of its attributes that are in a table.
#[derive(Debug, Clone)]
struct Projection {
    unit: usize,
    /// For every axis: the divisor and the size that give its category in a cell of the unit, and its stride in the projection.
    steps: Vec<(usize, usize, usize)>,
    /// The number of cells that the table tells apart.
    cells: usize,
}

impl LabelInTable {
    /// The cells of the view that a report holds, each with how often.
    pub(super) fn held(&self, report: &Reported<'_, '_>) -> Cow<'static, [(usize, u64)]> {
        let mut held = Cow::Borrowed(&[(0, 1)][..]);
        for projection in &self.units {
            let Some((shape, numbers)) = report.units().nth(projection.unit) else { continue };
            if shape.subset == 1 {
                let own = projection.cell(to_index(numbers[0]));
                held.to_mut().iter_mut().for_each(|(cell, _)| *cell = *cell * projection.cells + own);
                continue;
            }
            let counts = projection.counts(shape, numbers);
            let joined = |&(cell, count): &(usize, u64)| {
                let with = move |(own, times): &(usize, u64)| (cell * projection.cells + own, count * times);
                counts.iter().map(with)
            };
            held = held.iter().flat_map(joined).collect();
        }
        held
    }
}

impl Projection {
    /// The cell into which a cell of the unit falls.
    fn cell(&self, cell: usize) -> usize {
        self.steps.iter().map(|(after, size, step)| cell / after % size * step).sum()
    }

    /// The cells into which those of a report's subset fall, each with how many of them do.
    fn counts(&self, shape: Shape, numbers: &[u32]) -> Vec<(usize, u64)> {
        let mut counts = vec![0; self.cells];
        shape.named_cells(numbers).map(to_index).for_each(|cell| counts[self.cell(cell)] += 1);
        counts.into_iter().enumerate().filter(|(_, count)| *count > 0).collect()
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
