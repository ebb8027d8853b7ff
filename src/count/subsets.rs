//! The distinct subsets of a table's cells that labelled reports name: what their likelihood needs besides the counts of cells [Mathematics, §10].
//!
//! Reports of one view that hold the same cells, each equally often, are equally likely whatever was answered, so only their number
//! matters. Where forms have few cells there are few such subsets, however many reports; where a subset is drawn from many cells, nearly
//! every report has a subset of its own.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

/// The number of reports of one view ([`super::Table::by_view`]) by the cells that they hold: each cell is listed as often as it is held,
/// in ascending order.
///
/// ```
/// // Twelve reports that name the first cell and the third.
/// let subsets = candor::count::SubsetCounts::from([(vec![0, 2], 12)]);
/// assert_eq!(subsets.values().sum::<u64>(), 12);
/// ```
pub type SubsetCounts = BTreeMap<Vec<u32>, u64>;

/// The distinct subsets of every view, as long as they are few.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeptSubsets {
    /// `None` once there were more than may be kept.
    views: Option<Vec<SubsetCounts>>,
    /// How many numbers the likelihood needs for the subsets: for each of them, the cells of its view.
    numbers: usize,
    most: usize,
}

impl KeptSubsets {
    pub(super) fn new(views: usize, most: usize) -> Self {
        Self { views: Some(vec![SubsetCounts::new(); views]), numbers: 0, most }
    }

    /// Adds reports with this subset to a view with this many cells.
    pub(super) fn add(&mut self, (view, cells): (usize, usize), subset: &[u32], reports: u64) {
        let Some(views) = &mut self.views else { return };
        if let Some(known) = views[view].get_mut(subset) {
            *known += reports;
            return;
        }
        views[view].insert(subset.into(), reports);
        self.numbers = self.numbers.saturating_add(cells);
        if self.numbers > self.most {
            self.views = None;
        }
    }

    /// Adds the subsets of another table over the same attributes.
    pub(super) fn merge(&mut self, other: &Self, cells_of: impl Fn(usize) -> usize) {
        match &other.views {
            None => self.views = None,
            Some(views) => {
                for (view, subsets) in views.iter().enumerate() {
                    let own = |(subset, reports): (&Vec<u32>, &u64)| {
                        self.add((view, cells_of(view)), subset, *reports);
                    };
                    subsets.iter().for_each(own);
                }
            }
        }
    }

    /// The subsets of every view, or `None` if there were too many.
    pub(crate) fn views(&self) -> Option<&[SubsetCounts]> {
        self.views.as_deref()
    }

    pub(crate) fn into_views(self) -> Option<Vec<SubsetCounts>> {
        self.views
    }
}

/// Lists the cells that a report holds, each as often as it is held.
pub(super) fn listed(held: &[(usize, u64)]) -> Cow<'static, [u32]> {
    if held == [(0, 1)] {
        return Cow::Borrowed(&[0]);
    }
    let name = |cell: usize| u32::try_from(cell).unwrap_or(u32::MAX);
    held.iter().flat_map(|&(cell, times)| (0..times).map(move |_| name(cell))).collect()
}
