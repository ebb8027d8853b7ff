//! The means of a score in groups of people, and their differences: Σ_r E c_r·1\[x_g = j\]/P(r answered, x_g = j), from the tables of every item with the
//! attribute g that forms groups. A difference over its standard error is compared with the normal distribution.
//!
//! Cost: that of a [`Functional`]'s variance for every group and difference. Fails where the law hides an item together with the groups.

use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use super::functional::{CountedTables, Functional};
use super::numbers::Mean;
use super::scale::{Scale, answered, values};
use crate::error::Error;
use crate::exact::to_index;
use crate::numeric::order::sorted;

/// The difference between the mean of a group and that of the first.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GroupDifference {
    /// The category of the group.
    pub group: usize,
    /// The category of the first group.
    pub reference: usize,
    /// The difference.
    pub difference: Mean,
    /// The p-value of the hypothesis that there is none, by the normal distribution.
    pub p_value: f64,
}

impl Scale {
    /// The mean of every group that these categories form, and the differences from the first that has one.
    pub(super) fn by_group(
        &self,
        counted: &CountedTables<'_>,
        by: usize,
    ) -> Result<(Vec<Option<Mean>>, Vec<GroupDifference>), Error> {
        let categories = {
            let (table, axes) = counted.containing(&[by])?;
            to_index(table.sizes()[axes[0]])
        };
        let mean = |group: usize| -> Result<Option<Functional>, Error> {
            let mut means = Vec::new();
            for (item, codes) in &self.items {
                let attributes = sorted(vec![*item, by]);
                let cells: Vec<(usize, usize)> = match *item < by {
                    true => (0..codes.len())
                        .flat_map(|own| (0..categories).map(move |group| (own, group)))
                        .collect(),
                    false => (0..categories)
                        .flat_map(|group| (0..codes.len()).map(move |own| (own, group)))
                        .collect(),
                };
                let (of_codes, is_answered) = (values(codes), answered(codes));
                let of_cells: Vec<f64> = cells.iter().map(|(own, _)| of_codes[*own]).collect();
                let weights: Vec<f64> = cells
                    .iter()
                    .map(|(own, of)| if *of == group { is_answered[*own] } else { 0.0 })
                    .collect();
                match counted.ratio(&attributes, &of_cells, &weights)? {
                    Some(mean) => means.push(mean),
                    None => return Ok(None),
                }
            }
            Ok(Some(Functional::sum(means.iter().map(|mean| (1.0, mean)))))
        };
        let means = (0..categories).map(mean).collect::<Result<Vec<_>, Error>>()?;
        let limits = self.limits();
        let told = means.iter().map(|mean| mean.as_ref().map(|mean| counted.told(mean, limits)).transpose());
        let told = told.collect::<Result<Vec<_>, Error>>()?;
        let mut each =
            means.iter().enumerate().filter_map(|(group, mean)| mean.as_ref().map(|mean| (group, mean)));
        let Some((reference, first)) = each.next() else { return Ok((told, Vec::new())) };
        let difference = |(group, mean): (usize, &Functional)| {
            let width = limits.1 - limits.0;
            let difference = counted.told(&Functional::sum([(1.0, mean), (-1.0, first)]), (-width, width))?;
            Ok(GroupDifference { group, reference, difference, p_value: difference.p_value() })
        };
        let differences = each.map(difference).collect::<Result<_, Error>>()?;
        Ok((told, differences))
    }
}
