//! The distribution of a score among those who answered all of its items, and its quantiles, from the table of all items.
//!
//! With π the shares of the table and A its cells in which all items are answered, the value v has the share Σ_A 1\[S = v\]·π/Σ_A π, and the share up to v is
//! F(v) = Σ_A 1\[S ≤ v\]·π/Σ_A π, each with the error of the ratio. The p-quantile is the first value where F̂(v) ≥ p. Its interval reaches from the first value
//! where F̂(v) + z·SE(v) ≥ p to the one that follows the last where F̂(v) − z·SE(v) < p \[Woodruff52\], so that it holds every quantile whose shares are
//! compatible with the reports. As a score jumps from value to value it covers the true one more often than stated, unless p is itself a share F(v).
//!
//! Units: those of the codes. Cost: O(N) for each of the values, in a table of N cells, besides the variances. Fails where the law hides the table.

use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use super::functional::CountedTables;
use super::numbers::{Mean, Quantile};
use super::scale::{Scale, nobody};
use crate::error::Error;
use crate::estimate::Cell;
use crate::numeric::order::sorted_by;

/// The share of a value of a score.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ValueShare {
    /// The value.
    pub value: f64,
    /// Its share.
    pub share: Cell,
}

/// The shares of all values, and the quantiles that were asked for.
type SharesAndQuantiles = (Vec<ValueShare>, Vec<Quantile>);

impl Scale {
    /// The share of every value among those who answered all items, and the quantiles.
    pub(super) fn distribution(
        &self,
        counted: &CountedTables<'_>,
    ) -> Result<Option<SharesAndQuantiles>, Error> {
        if !self.is_listed() {
            return Ok(None);
        }
        let items: Vec<usize> = self.items.iter().map(|(item, _)| *item).collect();
        if !counted.shows(&items)? {
            return Ok(None);
        }
        let sums = self.sums();
        let mut values = sorted_by(sums.iter().flatten().copied().collect(), f64::total_cmp);
        values.dedup();
        let weights: Vec<f64> = sums.iter().map(|sum| f64::from(u8::from(sum.is_some()))).collect();
        let share = |is_counted: &dyn Fn(f64) -> bool| {
            let is_counted: Vec<f64> =
                sums.iter().map(|sum| f64::from(u8::from(sum.is_some_and(is_counted)))).collect();
            let share = counted.ratio(&items, &is_counted, &weights)?.ok_or_else(|| nobody(items[0]))?;
            counted.told(&share, (0.0, 1.0))
        };
        let of_value = |&value: &f64| {
            let Mean { estimate, standard_error, lower, upper, .. } = share(&|sum| sum == value)?;
            Ok(ValueShare { value, share: Cell::new(estimate, Some(standard_error), (lower, upper)) })
        };
        let shares = values.iter().map(of_value).collect::<Result<Vec<_>, Error>>()?;
        if self.quantiles.is_empty() {
            return Ok(Some((shares, Vec::new())));
        }
        let up_to = values.iter().map(|&value| share(&|sum| sum <= value));
        let up_to = up_to.collect::<Result<Vec<_>, Error>>()?;
        let quantiles = self.quantiles.iter().map(|&of| quantile(of, &values, &up_to, counted.z)).collect();
        Ok(Some((shares, quantiles)))
    }

    /// The value of the score in every cell of the table of all items; `None` where one is not answered.
    fn sums(&self) -> Vec<Option<f64>> {
        self.items.iter().fold(vec![Some(0.0)], |sums, (_, codes)| {
            let with = |sum: &Option<f64>| {
                let sum = *sum;
                codes.iter().map(move |code| Some(sum? + (*code)?))
            };
            sums.iter().flat_map(with).collect()
        })
    }
}

/// The quantile with this share below it, of values in order and the shares up to each; the last of these is 1, without error.
fn quantile(share: f64, values: &[f64], up_to: &[Mean], z: f64) -> Quantile {
    let end = |times: f64| move |of: &Mean| of.estimate + times * of.standard_error >= share;
    let first = |times: f64| up_to.iter().position(end(times)).map(|place| values[place]);
    let surely_below = up_to.iter().rposition(|of| !end(-z)(of));
    let last = surely_below.map_or(0, |place| (place + 1).min(values.len() - 1));
    let possible = values[values.len() - 1] - values[0];
    Quantile::within(share, [first(0.0), first(z), Some(values[last])], possible)
}
