//! The different subsets that labelled reports name of a table: what their likelihood needs beside the counts of cells
//! [Mathematics, §10].
//!
//! Reports of one view that hold the same cells as often are as likely as each other whatever was answered, so that their number is
//! all that counts. Where forms have few cells there are few such subsets, however many reports; where a subset is drawn from many
//! cells nearly every report is one of its own.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

/// How many reports hold the same cells of a view, each cell listed as often as they do, in ascending order: where
/// [`super::Table::seen`] shows the table in one way.
///
/// ```
/// // Twelve reports that name the first cell and the third.
/// let subsets = candor::count::SubsetCounts::from([(vec![0, 2], 12)]);
/// assert_eq!(subsets.values().sum::<u64>(), 12);
/// ```
pub type SubsetCounts = BTreeMap<Vec<u32>, u64>;

/// The different subsets of every view, as long as they are few.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeptSubsets {
    /// None once there were more than may be kept.
    views: Option<Vec<SubsetCounts>>,
    /// The cells of its view for every one of them.
    numbers: usize,
    most: usize,
}

impl KeptSubsets {
    pub(super) fn new(views: usize, most: usize) -> Self {
        Self { views: Some(vec![SubsetCounts::new(); views]), numbers: 0, most }
    }

    /// Keeps more reports with a subset of a view of so many cells.
    pub(super) fn add(&mut self, (view, cells): (usize, usize), subset: Vec<u32>, reports: u64) {
        let Some(views) = &mut self.views else { return };
        let known = views[view].len();
        *views[view].entry(subset).or_insert(0) += reports;
        if views[view].len() > known {
            self.numbers = self.numbers.saturating_add(cells);
        }
        if self.numbers > self.most {
            self.views = None;
        }
    }

    /// Keeps those of another table over the same attributes.
    pub(super) fn merge(&mut self, other: &Self, cells_of: impl Fn(usize) -> usize) {
        match &other.views {
            None => self.views = None,
            Some(views) => {
                for (view, subsets) in views.iter().enumerate() {
                    let own = |(subset, reports): (&Vec<u32>, &u64)| {
                        self.add((view, cells_of(view)), subset.clone(), *reports);
                    };
                    subsets.iter().for_each(own);
                }
            }
        }
    }

    /// Those of every view; none where they were too many.
    pub(crate) fn views(&self) -> Option<&[SubsetCounts]> {
        self.views.as_deref()
    }

    pub(crate) fn into_views(self) -> Option<Vec<SubsetCounts>> {
        self.views
    }
}
