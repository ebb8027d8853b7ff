//! Tables that keep the distinct subsets of labelled reports ([`super::subsets`]), collected from reports or given.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::axes::Axes;
use super::subsets::{KeptSubsets, SubsetCounts};
use super::table::{Table, invalid, overflown};
use super::views::Views;
use crate::error::Error;
use crate::exact::to_index;

impl Table {
    /// Makes an empty table of a labelled plan also keep the distinct subsets of its reports, which the likelihood needs: for each of them
    /// one number per cell that its form shows of the table. If that comes to more than `numbers`, no subsets are kept and the likelihood
    /// is refused. [`crate::estimate::Reconstruction::subset_numbers`] says how many numbers a reconstruction needs. Nothing changes if the
    /// plan is not labelled or reports were counted before.
    ///
    /// Memory: at most four bytes for every cell that a distinct report holds, and a hundred for each distinct report.
    ///
    /// ```
    /// # use candor::{Plan, Record, Survey, report};
    /// use candor::count::Table;
    /// use candor::estimate::{Options, Reconstruction, estimate};
    ///
    /// # let survey = Survey::from_json(r#"{"survey": "health-2026", "attributes": [{"name": "smoker", "categories": ["no", "yes"]},
    /// #     {"name": "age", "categories": ["a", "b", "c"]}], "privacy": {"record_epsilon": 2, "method": "labelled"}}"#)?;
    /// # let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// let method = Reconstruction::Likelihood;
    /// let mut table = Table::new(&plan, &["smoker", "age"])?.keeping_subsets(method.subset_numbers());
    /// for _ in 0..50 {
    ///     table.add(&report::respond(&plan, Record::new(plan.schema(), [1, 2])?)?)?;
    /// }
    /// let likeliest = estimate(&plan, table, &Options::default().reconstruction(method))?;
    /// assert!(likeliest.shares().iter().all(|share| *share >= 0.0));
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn keeping_subsets(mut self, numbers: usize) -> Self {
        if let Some(views) = self.views.as_ref().filter(|_| self.total() == 0 && numbers > 0) {
            self.subsets = Some(KeptSubsets::new(views.views().len(), numbers));
        }
        self
    }

    /// Adds the distinct subsets of the table's reports, view by view, in the order of [`Table::by_view`].
    ///
    /// # Errors
    /// `invalid-counts` if a form cannot produce one of the subsets, or if they are not those of the reports counted.
    ///
    /// ```
    /// # use candor::{Plan, Record, Survey, report};
    /// use candor::count::{SubsetCounts, Table};
    ///
    /// # let survey = Survey::from_json(r#"{"survey": "health-2026", "attributes": [{"name": "smoker", "categories": ["no", "yes"]},
    /// #     {"name": "age", "categories": ["a", "b", "c"]}], "privacy": {"record_epsilon": 2, "method": "labelled"}}"#)?;
    /// # let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// let mut table = Table::new(&plan, &["smoker", "age"])?.keeping_subsets(1000);
    /// table.add(&report::respond(&plan, Record::new(plan.schema(), [1, 2])?)?)?;
    /// let parts = table.by_view().map(|seen| (seen.reports, seen.counts.to_vec())).collect();
    /// let subsets: Vec<SubsetCounts> = table.by_view().filter_map(|seen| seen.subsets.cloned()).collect();
    /// let again = Table::from_views(&plan, &["smoker", "age"], parts)?.with_subsets(subsets)?;
    /// assert!(again.by_view().eq(table.by_view()));
    /// # Ok::<(), candor::Error>(())
    /// ```
    pub fn with_subsets(mut self, subsets: Vec<SubsetCounts>) -> Result<Self, Error> {
        let refused =
            |why: &str| invalid(format!("the subsets of table \"{}\" {why}", self.axes().names().join(",")));
        let Some(views) = &self.views else { return Err(refused("belong to a plan without labels")) };
        if subsets.len() != views.views().len() {
            return Err(refused("do not match its forms"));
        }
        let mut kept = KeptSubsets::new(subsets.len(), usize::MAX);
        for (view, own) in subsets.into_iter().enumerate() {
            let range = views.cells_of(view);
            let (mut reports, mut counts) = (0_u64, vec![0_u64; range.len()]);
            for (subset, times) in own {
                if !can_be_held(views, self.axes(), view, &subset) {
                    return Err(refused(&format!("include {subset:?}, which no report can have")));
                }
                reports = reports.checked_add(times).ok_or_else(overflown)?;
                for &cell in &subset {
                    let count = &mut counts[to_index(cell)];
                    *count = count.checked_add(times).ok_or_else(overflown)?;
                }
                kept.add((view, range.len()), &subset, times);
            }
            if reports != self.reports[view] || counts != self.counts[range] {
                return Err(refused("do not match the reports that were counted"));
            }
        }
        self.subsets = Some(kept);
        Ok(self)
    }
}

/// Whether a report of a view can hold these cells, listed in ascending order. In every unit it must hold as many cells as the unit's
/// subset names, and no cell of the table more often than the unit has cells within it; over all units together, the numbers must be the
/// products of those of the units.
fn can_be_held(views: &Views, axes: &Axes, view: usize, subset: &[u32]) -> bool {
    let cells = views.cells_of(view).len();
    let mut held = vec![0_u64; cells];
    for &cell in subset {
        match held.get_mut(to_index(cell)) {
            Some(times) => *times += 1,
            None => return false,
        }
    }
    let units = views.units_of(view, axes);
    let named: u64 = units.iter().map(|unit| u64::from(unit.named)).product();
    if !subset.is_sorted() || subset.len() as u64 != named {
        return false;
    }
    let mut step = cells;
    let mut along = Vec::new();
    for unit in units {
        step /= unit.cells;
        let mut own = vec![0_u64; unit.cells];
        held.iter().enumerate().for_each(|(cell, times)| own[cell / step % unit.cells] += times);
        let others = named / u64::from(unit.named);
        if own.iter().any(|times| times % others != 0 || times / others > unit.within) {
            return false;
        }
        along.push((step, own.into_iter().map(|times| times / others).collect::<Vec<_>>()));
    }
    held.iter().enumerate().all(|(cell, times)| {
        *times == along.iter().map(|(step, own)| own[cell / step % own.len()]).product::<u64>()
    })
}
