//! A contingency table of perturbed reports.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::axes::{AttributeKey, Axes, Questions};
use super::subsets::KeptSubsets;
use super::views::{ViewCounts, Views, needs_no_label};
use crate::error::{Code, Error};
use crate::exact::to_index;
use crate::report::Report;

const MEGABYTE: usize = 1_000_000;

/// Counts of reports over some attributes, row-major, last attribute fastest.
///
/// ```
/// use candor::count::Table;
/// # use candor::{design::Survey, plan::Plan, report::Report};
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 1}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// let mut smokers = Table::new(&plan, &["smoker"])?;
/// smokers.add(&Report::from_perturbed(&plan, [7; 16], vec![1])?)?;
/// assert_eq!(smokers.get(&["yes"])?, 1);
/// let mut others = Table::new(&plan, &["smoker"])?;
/// others.add_perturbed(&[0])?;
/// smokers.merge(&others)?;
/// assert_eq!(smokers.total(), 2);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    axes: Arc<Axes>,
    /// How many of the axes were asked for; the others are counted because these hang on them.
    asked: usize,
    /// The views of the table under a labelled law; `None` for an unlabelled law, under which every report has one cell.
    pub(super) views: Option<Arc<Views>>,
    pub(super) counts: Vec<u64>,
    /// The distinct subsets of labelled reports, if they are kept.
    pub(super) subsets: Option<KeptSubsets>,
    /// The number of reports of every view.
    pub(super) reports: Vec<u64>,
    total: u64,
}

impl Table {
    /// Creates an empty table over `attributes`, given by name or position, in that order. Memory: 8 bytes a cell.
    ///
    /// # Errors
    /// `unknown-attribute`, `duplicate-table-attribute`; `invalid-counts` if the table has no attribute; `too-large` above
    /// [`crate::schema::MAX_TABLE_CELLS`] cells or, naming the size, if there is not enough memory.
    pub fn new<'q>(of: impl Into<Questions<'q>>, attributes: &[impl AttributeKey]) -> Result<Self, Error> {
        let of = of.into();
        let axes = Axes::new(of, attributes)?;
        let views = of.labelled().map(|law| Arc::new(Views::new(law, &axes)));
        let cells = views.as_ref().map_or_else(|| cells(&axes), |views| views.cells());
        let mut counts = Vec::new();
        counts.try_reserve_exact(cells).map_err(|_| {
            let megabytes = cells.div_ceil(MEGABYTE / size_of::<u64>());
            Error::new(Code::TooLarge, format!("a table of {cells} cells needs {megabytes} MB of memory"))
        })?;
        counts.resize(cells, 0);
        let reports = views.as_ref().map_or_else(Vec::new, |views| vec![0; views.views().len()]);
        let asked = axes.attributes().len();
        Ok(Self { axes: Arc::new(axes), asked, views, counts, subsets: None, reports, total: 0 })
    }

    /// Creates an empty table over `attributes` and over those that hang on them, or on which they hang ([`Schema::linked`](crate::Schema::linked)). It counts
    /// more than it is asked for, and estimates of `attributes` have less noise.
    ///
    /// ```
    /// # use candor::{Plan, Survey, count::Table};
    /// # let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 1}, "attributes": [
    /// #     {"name": "harassed", "categories": ["no", "yes"]},
    /// #     {"name": "by", "categories": ["colleague", "manager"], "asked_if": {"harassed": ["yes"]}}]}"#)?;
    /// # let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// let table = Table::linked(&plan, &["by"])?;
    /// assert_eq!((table.axes().names(), table.asked()), (&["by".into(), "harassed".into()][..], 1));
    /// assert_eq!(table.asked_attributes(), [1]);
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Table::new`].
    pub fn linked<'q>(of: impl Into<Questions<'q>>, attributes: &[impl AttributeKey]) -> Result<Self, Error> {
        let of = of.into();
        Ok(Self { asked: attributes.len(), ..Self::new(of, &of.linked(attributes)?)? })
    }

    /// Says that only the first `asked` of the axes were asked for: the others were counted because these hang on them, as by [`Table::linked`].
    ///
    /// ```
    /// # use candor::{Plan, Survey, count::Table};
    /// # let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 1, "method": "analysis"}, "attributes": [
    /// #     {"name": "harassed", "categories": ["no", "yes"]},
    /// #     {"name": "by", "categories": ["colleague", "manager"], "asked_if": {"harassed": ["yes"]}}]}"#)?;
    /// # let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// let table = Table::new(&plan, &["by", "harassed"])?.asked_for(1)?;
    /// assert_eq!(table, Table::linked(&plan, &["by"])?);
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid-counts` where there are fewer axes, or `asked` is 0.
    pub fn asked_for(self, asked: usize) -> Result<Self, Error> {
        let axes = self.axes.sizes().len();
        if (1..=axes).contains(&asked) {
            return Ok(Self { asked, ..self });
        }
        Err(invalid(format!("{asked} of the {axes} attributes of a table cannot have been asked for")))
    }

    /// How many of the axes, the first ones, were asked for.
    #[must_use]
    pub fn asked(&self) -> usize {
        self.asked
    }

    /// The positions of the attributes that were asked for.
    #[must_use]
    pub fn asked_attributes(&self) -> &[usize] {
        &self.axes.attributes()[..self.asked]
    }

    /// The axes that were asked for.
    pub(crate) fn asked_axes(&self) -> Arc<Axes> {
        self.axes.first(self.asked)
    }

    /// Creates a table of given counts.
    ///
    /// # Errors
    /// The errors of [`Table::new`]; `invalid-counts` if the number of counts is not the number of cells, or their sum is 2⁶⁴ or more;
    /// `not-for-labels` for a labelled plan.
    pub fn from_counts<'q>(
        of: impl Into<Questions<'q>>,
        attributes: &[impl AttributeKey],
        counts: Vec<u64>,
    ) -> Result<Self, Error> {
        let of = of.into();
        let axes = Axes::new(of, attributes)?;
        needs_no_label(of.labelled(), "counts")?;
        if counts.len() != cells(&axes) {
            let message = format!(
                "{} counts were given for a table of sizes {:?}; it needs one for each cell",
                counts.len(),
                axes.sizes()
            );
            return Err(invalid(message));
        }
        let total = counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count));
        let total = total.ok_or_else(overflown)?;
        let asked = axes.attributes().len();
        Ok(Self {
            axes: Arc::new(axes),
            asked,
            views: None,
            counts,
            subsets: None,
            reports: Vec::new(),
            total,
        })
    }

    /// Creates a table, also of a labelled plan, from given counts: for every view, in the order of [`Table::by_view`], how many reports
    /// there are and how many hold each cell.
    ///
    /// # Errors
    /// The errors of [`Table::new`]; `invalid-counts` if the numbers of counts are not those of an empty table, if the counts of a view do
    /// not have the sum that this many reports have, or if there are 2⁶⁴ reports or more.
    ///
    /// ```
    /// # use candor::{Plan, Survey};
    /// use candor::count::Table;
    ///
    /// # let survey = Survey::from_json(r#"{"survey": "health-2026", "attributes": [{"name": "smoker", "categories": ["no", "yes"]}],
    /// #     "privacy": {"record_epsilon": 1, "method": "analysis"}}"#)?;
    /// # let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// let table = Table::from_counts(&plan, &["smoker"], vec![3, 1])?;
    /// let parts = table.by_view().map(|seen| (seen.reports, seen.counts.to_vec())).collect();
    /// assert_eq!(Table::from_views(&plan, &["smoker"], parts)?, table);
    /// # Ok::<(), candor::Error>(())
    /// ```
    pub fn from_views<'q>(
        of: impl Into<Questions<'q>>,
        attributes: &[impl AttributeKey],
        parts: Vec<(u64, Vec<u64>)>,
    ) -> Result<Self, Error> {
        let mut table = Self::new(of, attributes)?;
        let expected: Vec<(usize, u64)> = match &table.views {
            Some(views) => views.cells_per_report().collect(),
            None => vec![(table.counts.len(), 1)],
        };
        let fits = |((reports, counts), (cells, named)): (&(u64, Vec<u64>), &(usize, u64))| {
            let sum = counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count));
            counts.len() == *cells && sum.is_some() && sum == reports.checked_mul(*named)
        };
        if parts.len() != expected.len() || !parts.iter().zip(&expected).all(fits) {
            let message = format!("the counts do not belong to table \"{}\"", table.axes.names().join(","));
            return Err(invalid(message));
        }
        for (reports, _) in &parts {
            table.raise_total(*reports)?;
        }
        if table.views.is_some() {
            table.reports = parts.iter().map(|(reports, _)| *reports).collect();
        }
        table.counts = parts.into_iter().flat_map(|(_, counts)| counts).collect();
        Ok(table)
    }

    /// Counts one report.
    ///
    /// # Errors
    /// `plan-mismatch` for a report of another plan than the table's; the errors of [`Table::add_perturbed`].
    pub fn add(&mut self, report: &Report) -> Result<(), Error> {
        self.check_plan(report)?;
        self.add_perturbed(&report.numbers())
    }

    pub(super) fn check_plan(&self, report: &Report) -> Result<(), Error> {
        if self.axes.plan() == Some(report.plan()) {
            return Ok(());
        }
        let message =
            format!("a report of plan {} cannot be counted in a table of another plan", report.plan());
        Err(Error::new(Code::PlanMismatch, message))
    }

    /// Counts one perturbed record that is given without a report, as the numbers of [`Report::numbers`].
    ///
    /// # Errors
    /// `invalid-report` if the record has no category for an attribute of the table, or other numbers than its label has;
    /// `category-out-of-range`, naming the attribute; `invalid-counts` if the total would be 2⁶⁴. Nothing is counted then.
    pub fn add_perturbed(&mut self, record: &[u32]) -> Result<(), Error> {
        self.add_repeated(record, 1)
    }

    /// Counts this many equal records, as [`Table::add_perturbed`] does one.
    ///
    /// ```
    /// # use candor::{Plan, Survey, count::Table};
    /// # let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 1, "method": "analysis"}, "attributes": [
    /// #     {"name": "harassed", "categories": ["no", "yes"]}]}"#)?;
    /// # let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// let mut table = Table::new(&plan, &["harassed"])?;
    /// table.add_repeated(&[1], 3)?;
    /// assert_eq!(table.counts(), [0, 3]);
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Table::add_perturbed`].
    pub fn add_repeated(&mut self, record: &[u32], reports: u64) -> Result<(), Error> {
        if let Some(views) = &self.views {
            let views = Arc::clone(views);
            let report = views.reported(record, &self.axes)?;
            let place = views.place(&views.law().placed(report.label), &self.axes)?;
            return self.add_placed(&place, &report, reports);
        }
        let mut cell = 0;
        for (axis, (&attribute, &size)) in self.axes.attributes().iter().zip(self.axes.sizes()).enumerate() {
            let name = || &self.axes.names()[axis];
            match record.get(attribute) {
                Some(&category) if category < size => cell = cell * to_index(size) + to_index(category),
                Some(category) => {
                    let message = format!("attribute \"{}\" has {size} categories, not {category}", name());
                    return Err(Error::new(Code::CategoryOutOfRange, message));
                }
                None => {
                    let message = format!("not a report: it has no category for attribute \"{}\"", name());
                    return Err(Error::new(Code::InvalidReport, message));
                }
            }
        }
        self.raise_total(reports)?;
        self.counts[cell] += reports;
        Ok(())
    }

    /// Adds the counts of another table over the same attributes. Subsets are kept where both tables keep them.
    ///
    /// # Errors
    /// `plan-mismatch` if the other table has another plan; `invalid-counts` if the attributes differ or the total would be 2⁶⁴ or more.
    /// Nothing is added then.
    pub fn merge(&mut self, other: &Self) -> Result<(), Error> {
        if self.axes.plan() != other.axes.plan() {
            return Err(Error::new(Code::PlanMismatch, "only tables of the same plan can be merged"));
        }
        if self.axes != other.axes {
            return Err(invalid("only tables over the same attributes can be merged".into()));
        }
        self.raise_total(other.total)?;
        self.counts.iter_mut().zip(&other.counts).for_each(|(count, more)| *count += more);
        self.reports.iter_mut().zip(&other.reports).for_each(|(reports, more)| *reports += more);
        self.subsets = self.subsets.take().zip(other.subsets.as_ref()).map(|(mut subsets, more)| {
            subsets.merge(more, |view| self.views.as_ref().map_or(0, |views| views.cells_of(view).len()));
            subsets
        });
        Ok(())
    }

    /// Returns `not-for-labels` if the table is labelled; `what` names what was asked of it.
    pub(super) fn needs_no_label(&self, what: &str) -> Result<(), Error> {
        needs_no_label(self.views.as_ref(), what)
    }

    pub(super) fn raise_total(&mut self, more: u64) -> Result<(), Error> {
        self.total = self.total.checked_add(more).ok_or_else(overflown)?;
        Ok(())
    }

    /// The axes of the table.
    #[must_use]
    pub fn axes(&self) -> &Axes {
        &self.axes
    }

    /// The counts of the cells; for a labelled plan those of all views ([`Table::by_view`]), one view after the other.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Whether the table's reports have labels, or more than one category for each attribute.
    #[must_use]
    pub fn is_labelled(&self) -> bool {
        self.views.is_some()
    }

    /// The counts of every view: of each form, in each way in which it may ask attributes of the table.
    pub fn by_view(&self) -> impl Iterator<Item = ViewCounts<'_>> {
        let whole = self.views.is_none().then(|| ViewCounts {
            form: 0,
            units: (0..self.axes.sizes().len()).map(|axis| vec![axis]).collect(),
            positions: self.axes.attributes().to_vec(),
            reports: self.total,
            counts: &self.counts,
            subsets: None,
        });
        let views = self
            .views
            .iter()
            .flat_map(|views| views.views().iter().enumerate().map(move |each| (views, each)));
        let labelled = views.map(|(views, (place, view))| ViewCounts {
            form: view.form,
            units: view.units.iter().map(|(_, axes)| axes.clone()).collect(),
            positions: view.units.iter().map(|(unit, _)| *unit).collect(),
            reports: self.reports[place],
            counts: &self.counts[views.cells_of(place)],
            subsets: self.subsets.as_ref().and_then(|kept| kept.views()).map(|kept| &kept[place]),
        });
        whole.into_iter().chain(labelled)
    }

    /// The count of the cell with these categories, one for every axis.
    ///
    /// # Errors
    /// `unknown-category`; `not-for-labels` for a labelled plan, whose counts are those of its views ([`Table::by_view`]).
    pub fn get(&self, categories: &[impl AsRef<str>]) -> Result<u64, Error> {
        self.needs_no_label("cells")?;
        Ok(self.counts[self.axes.cell(categories)?])
    }

    /// The number of reports counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Takes the table apart, for estimation.
    pub(crate) fn into_parts(self) -> TableParts {
        let Self { axes, asked, views, counts, subsets, reports, total } = self;
        TableParts { axes, asked, views, counts, subsets, reports, total }
    }
}

/// The fields of a [`Table`].
pub(crate) struct TableParts {
    pub(crate) axes: Arc<Axes>,
    pub(crate) asked: usize,
    pub(crate) views: Option<Arc<Views>>,
    pub(crate) counts: Vec<u64>,
    pub(crate) subsets: Option<KeptSubsets>,
    pub(crate) reports: Vec<u64>,
    pub(crate) total: u64,
}

fn cells(axes: &Axes) -> usize {
    axes.sizes().iter().map(|&a| to_index(a)).product()
}

pub(super) fn overflown() -> Error {
    invalid("counts sum to 2^64 or more".into())
}

pub(super) fn invalid(message: String) -> Error {
    Error::new(Code::InvalidCounts, message)
}
