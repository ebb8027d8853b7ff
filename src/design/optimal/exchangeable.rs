//! Classes of exchangeable attributes, and the number of orbits of change sets that they leave.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::design::levels::{ExchangeKey, Levels};
use crate::numeric::order::sorted;

/// The number of orbits, ∏(n_c + 1); `None` where it overflows.
#[must_use]
pub fn orbit_count(levels: &Levels) -> Option<usize> {
    exchangeable(levels).iter().try_fold(1_usize, |count, class| count.checked_mul(class.len() + 1))
}

/// Groups the positions of attributes with equal size, level and cap.
pub(super) fn exchangeable(levels: &Levels) -> Vec<Vec<usize>> {
    let mut classes: BTreeMap<ExchangeKey, Vec<usize>> = BTreeMap::new();
    for position in 0..levels.sizes().len() {
        classes.entry(levels.kind(position)).or_default().push(position);
    }
    sorted(classes.into_values().collect())
}
