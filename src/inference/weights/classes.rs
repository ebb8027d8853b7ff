//! Classes of reports that are alike in everything they carry in clear.

use alloc::vec::Vec;

use crate::count::Table;

/// Reports that are alike in all that is known of them in clear, counted.
///
/// ```
/// use candor::inference::ReportClass;
/// # use candor::{count::Table, design::Survey, plan::Plan};
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 2}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// // Reports from the second region, of the first margin, which were sampled half as often as others.
/// let class = ReportClass::new(Table::from_counts(&plan, &["smoker"], vec![60, 40])?, vec![1]).weighing(2.0);
/// let class = class.of_stratum(1).of_cluster(7).of_group(1).of_replicate(3);
/// assert_eq!(class.table.total(), 100);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ReportClass {
    /// The perturbed counts.
    pub table: Table,
    pub(super) weight: f64,
    pub(super) categories: Vec<usize>,
    pub(super) stratum: usize,
    pub(super) cluster: Option<usize>,
    pub(super) group: usize,
    pub(super) replicate: usize,
}

impl ReportClass {
    /// Of a table, and the category of its reports in every margin.
    #[must_use]
    pub fn new(table: Table, categories: Vec<usize>) -> Self {
        Self { table, weight: 1.0, categories, stratum: 0, cluster: None, group: 0, replicate: 0 }
    }

    /// Every report stands for so many people, or for so many times as many as others, before margins are matched.
    #[must_use]
    pub fn weighing(self, weight: f64) -> Self {
        Self { weight, ..self }
    }

    /// The stratum that its reports were sampled from.
    #[must_use]
    pub fn of_stratum(self, stratum: usize) -> Self {
        Self { stratum, ..self }
    }

    /// The cluster of people that were sampled together; clusters of different strata are different.
    #[must_use]
    pub fn of_cluster(self, cluster: usize) -> Self {
        Self { cluster: Some(cluster), ..self }
    }

    /// The group within which those who gave no answer are taken to be like those who did ([`Weighted::answered`](super::Weighted::answered)).
    #[must_use]
    pub fn of_group(self, group: usize) -> Self {
        Self { group, ..self }
    }

    /// The part of all reports that it is left out with, for errors by replicates: a random part, of whole clusters where there are any.
    #[must_use]
    pub fn of_replicate(self, replicate: usize) -> Self {
        Self { replicate, ..self }
    }
}
