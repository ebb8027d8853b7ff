//! A score in groups of people: its mean, Σ_r E c_r·1\[x_g = j\]/P(r answered, x_g = j), its standard deviation and α, which are those of everybody
//! (`scale_estimate.rs`) with 1\[x_g = j\] in every functional, and the differences of means. They take tables of the items with the attribute g that forms
//! groups. A difference over its standard error is compared with the normal distribution.
//!
//! Cost: that of a [`Functional`]'s variance for every number. Fails where the law hides an item together with the groups; deviation and α are `None` where it
//! hides two items together with them.

use alloc::vec::Vec;

use serde::Serialize;

use super::functional::{CountedTables, GroupDifference, GroupOfPeople};
use super::numbers::Mean;
use super::scale::Scale;
use crate::error::{Code, Error};

/// What is estimated of a score in a group of people.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GroupEstimate {
    /// The mean; `None` where nobody in the group is estimated to have answered.
    pub mean: Option<Mean>,
    /// The standard deviation; `None` where that of everybody is, where the tables of the items with the groups are large or hidden by the law, and for a group in
    /// which nobody is estimated to have answered, or the estimated variance is not above 0.
    pub standard_deviation: Option<Mean>,
    /// Cronbach's α; `None` in the same cases, where the variance is not told apart from 0, and for the number of choices.
    pub alpha: Option<Mean>,
}

impl Scale {
    /// The estimates of every group that these categories form, and the differences from the first that has a mean.
    pub(super) fn by_group(
        &self,
        counted: &CountedTables<'_>,
        by: usize,
    ) -> Result<(Vec<GroupEstimate>, Vec<GroupDifference>), Error> {
        let (means, differences) =
            counted.in_groups(by, self.limits(), &|group| self.mean(counted, Some(group)))?;
        let groups = means.len();
        let estimate = |(group, mean): (usize, Option<Mean>)| {
            let [standard_deviation, alpha] = self.spread_in(counted, GroupOfPeople { by, group, groups })?;
            Ok(GroupEstimate { mean, standard_deviation, alpha })
        };
        let estimates = means.into_iter().enumerate().map(estimate).collect::<Result<_, Error>>()?;
        Ok((estimates, differences))
    }

    /// The standard deviation and α of a group, if they can be told.
    fn spread_in(
        &self,
        counted: &CountedTables<'_>,
        group: GroupOfPeople,
    ) -> Result<[Option<Mean>; 2], Error> {
        if !self.has_spread_by(group.by) {
            return Ok([None; 2]);
        }
        match self.spread(counted, Some(group)) {
            Err(error) if matches!(error.code(), Code::UndefinedStatistic | Code::UnidentifiableTable) => {
                Ok([None; 2])
            }
            spread => spread,
        }
    }
}
