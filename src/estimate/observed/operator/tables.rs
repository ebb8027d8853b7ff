//! Tables of one shape, on which several operators act at once: cut into equal parts, and added to.

use core::array;

use crate::numeric::wide::widely;

/// Tables of one shape. The first is the input; each is overwritten by what its own operator makes of it.
pub(super) type Operands<'t, const K: usize> = [&'t mut [f64]; K];

/// What is added to the outcome.
pub(super) type Gain<'t, const K: usize> = Option<[&'t [f64]; K]>;

/// Reborrows the tables for a shorter time.
pub(super) fn lent<'t, const K: usize>(tables: &'t mut Operands<'_, K>) -> Operands<'t, K> {
    tables.each_mut().map(|table| &mut **table)
}

/// P equal parts of every table, one after the other.
pub(super) fn parts<'t, const K: usize, const P: usize>(
    tables: &'t mut Operands<'_, K>,
) -> [Operands<'t, K>; P] {
    let mut parts = tables.each_mut().map(|table| table.chunks_exact_mut(table.len() / P));
    array::from_fn(|_| parts.each_mut().map(|parts| parts.next().unwrap_or_default()))
}

/// P equal parts of every list.
pub(super) fn parts_of<const K: usize, const P: usize>(lists: [&[f64]; K]) -> [[&[f64]; K]; P] {
    array::from_fn(|part| lists.map(|list| &list[list.len() / P * part..list.len() / P * (part + 1)]))
}

/// Adds a gain to the tables.
pub(super) fn add<const K: usize>(tables: Operands<'_, K>, gain: Gain<'_, K>) {
    for (table, gain) in tables.into_iter().zip(gain.into_iter().flatten()) {
        widely(
            #[inline(always)]
            || table.iter_mut().zip(gain).for_each(|(cell, gain)| *cell += gain),
        );
    }
}
