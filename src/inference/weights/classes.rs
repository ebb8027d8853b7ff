//! Classes of reports that carry the same values in clear.

use alloc::vec::Vec;

use crate::count::Table;
use crate::error::Error;

/// The counts of reports that carry the same values in clear, with their weight and their place in the sample design.
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
    /// A class from the table of its reports, and their category in every margin.
    #[must_use]
    pub fn new(table: Table, categories: Vec<usize>) -> Self {
        Self { table, weight: 1.0, categories, stratum: 0, cluster: None, group: 0, replicate: 0 }
    }

    /// Sets the design weight of every report: the number of people it stands for, or a multiple of it, before margins are matched.
    #[must_use]
    pub fn weighing(self, weight: f64) -> Self {
        Self { weight, ..self }
    }

    /// Sets the stratum that its reports were sampled from.
    #[must_use]
    pub fn of_stratum(self, stratum: usize) -> Self {
        Self { stratum, ..self }
    }

    /// Sets the cluster of people who were sampled together; clusters of different strata are different.
    #[must_use]
    pub fn of_cluster(self, cluster: usize) -> Self {
        Self { cluster: Some(cluster), ..self }
    }

    /// Sets the group within which people who gave no answer are taken to be like those who did
    /// ([`Weighted::answered`](super::Weighted::answered)).
    #[must_use]
    pub fn of_group(self, group: usize) -> Self {
        Self { group, ..self }
    }

    /// The same class, whose table was asked for with all attributes that it was counted over.
    pub(in crate::inference) fn whole(self) -> Result<Self, Error> {
        let axes = self.table.axes().attributes().len();
        Ok(Self { table: self.table.asked_for(axes)?, ..self })
    }

    /// Sets the random part of all reports with which it is left out for the jackknife; a part has whole clusters, where there are any.
    #[must_use]
    pub fn of_replicate(self, replicate: usize) -> Self {
        Self { replicate, ..self }
    }
}
