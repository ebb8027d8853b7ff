//! The distinct subsets that reports of a form hold, as a document lists them.

use candor::count::SubsetCounts;
use serde::{Deserialize, Serialize};

/// Cells, each as often as a report holds it, and the number of reports that hold them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountedSubset {
    cells: Vec<u32>,
    count: u64,
}

/// Converts subset counts to the list that is written.
pub fn listed(counts: &SubsetCounts) -> Vec<CountedSubset> {
    counts.iter().map(|(cells, &count)| CountedSubset { cells: cells.clone(), count }).collect()
}

/// Converts a list that was read to subset counts; `None` where a subset occurs twice.
pub fn subset_counts(listed: Vec<CountedSubset>) -> Option<SubsetCounts> {
    let (subsets, mut counts) = (listed.len(), SubsetCounts::new());
    counts.extend(listed.into_iter().map(|subset| (subset.cells, subset.count)));
    (counts.len() == subsets).then_some(counts)
}
