//! The best law without labels as one of the families, so that no design is worse than it: every question is a unit that reports one
//! cell, and a hit is an unchanged answer.

use alloc::vec;
use alloc::vec::Vec;

use super::column::FormColumn;
use super::hits::Hits;
use super::kinds::Kinds;
use super::layout::{Layout, UnitsAlike};
use crate::design::analysis;
use crate::design::estimands::Estimands;
use crate::design::rounding::Nominal;

/// The largest product of orbits and kinds of components for which that law is searched.
const MAX_PRODUCTS: usize = 1 << 20;

/// Returns the family; `None` where there are too many orbits.
pub(super) fn column(
    sizes: &[u32],
    estimands: &Estimands,
    record_epsilon: f64,
    kinds: &Kinds,
) -> Option<FormColumn> {
    let pools = (0..kinds.pools().len()).map(|pool| kinds.pools().members(pool).len() + 1);
    let orbits = pools.fold(1_usize, usize::saturating_mul);
    if orbits.saturating_mul(kinds.len()) > MAX_PRODUCTS {
        return None;
    }
    let law = analysis::nominal(sizes, estimands, record_epsilon).ok()?;
    let entry =
        |class: &Vec<usize>| UnitsAlike { pools: kinds.pools().kind(&class[..1]), multiplicity: class.len() };
    let layout = Layout::new(kinds, law.classes.iter().map(entry).collect())?;
    let subset_sizes = vec![1; layout.units().len()];
    let hits = Hits::new(&layout, &subset_sizes);
    let excess = excess(&law, layout.patterns());
    Some(FormColumn::mixed((&layout, kinds.len()), subset_sizes, &hits, law.uniform, excess))
}

/// The excess by number of the pattern; the first class varies fastest.
fn excess(law: &Nominal, patterns: usize) -> Vec<f64> {
    let mut stride = 1;
    let strides: Vec<usize> = law
        .classes
        .iter()
        .map(|class| {
            let own = stride;
            stride *= class.len() + 1;
            own
        })
        .collect();
    let mut excess = vec![0.0; patterns];
    for (changes, probability) in &law.excess {
        excess[changes.iter().map(|(class, count)| strides[*class] * count).sum::<usize>()] += probability;
    }
    excess
}
