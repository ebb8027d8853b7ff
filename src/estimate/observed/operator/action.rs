//! How an operator acts on a table.
//!
//! Several operators act on one table at once, each into a table of its own: the way down to the components, which they share, is gone
//! once. With m the mean over an axis, an operator is A·x + (B−A)·m, A its part with the axis and B without: it acts on the mean once, then
//! on every row, to which the outcome for the mean is added (`around_the_mean`). An axis of two, and one whose mean would not fit into the
//! cache, is instead split into mean and deviations in place and joined again ([`super::axes`]). The last axes are processed together
//! ([`super::kernels`]).
//!
//! In place, O(w·N) time, no memory beyond the tables but some hundred kilobytes.

use alloc::vec;
use alloc::vec::Vec;
use core::array;

use super::axes::{join, join_four, join_two, split, split_four, split_two};
use super::factors::Factors;
use super::kernels::{NARROW, along_the_last, along_the_last_two, of_three_pairs, weights};
use super::list::List;
use super::tables::{Gain, Operands, add, lent, parts, parts_of};
use crate::exact::{count_to_f64, to_index};
use crate::numeric::wide::widely;

/// How many axes have their sets listed at once: the last ones.
const LISTED: usize = 10;

/// The most cells of a mean that is kept beside its rows: it stays in the cache.
const LARGEST_MEAN: usize = 1 << 13;

/// K operators on tables of one shape.
pub(crate) struct Operator<const K: usize> {
    sizes: Vec<usize>,
    /// The number of axes before those that are listed.
    first: usize,
    lists: [List; K],
}

/// Multiplies every component of a row-major table by its factor.
pub(crate) fn apply(factors: &Factors, sizes: &[u32], cells: &mut [f64]) {
    Operator::new([factors], sizes).apply([cells]);
}

/// The same for a list of factors: entry t belongs to the axes whose bit is set in t.
pub(crate) fn apply_listed(factors: &[f64], sizes: &[u32], cells: &mut [f64]) {
    let axes = sizes.len();
    if axes > LISTED {
        return apply(&Factors::listed(factors.into(), sizes), sizes, cells);
    }
    let mut own = [0; LISTED];
    own.iter_mut().zip(sizes).for_each(|(own, size)| *own = to_index(*size));
    let own = &own[..axes];
    let mut room = vec![0.0; factors.len() + room_for_means(own, 1, false)];
    let (listed, means) = room.split_at_mut(factors.len());
    for (set, factor) in factors.iter().enumerate() {
        // The first axis has the highest bit there.
        listed[(0..axes).fold(0, |reversed, axis| reversed << 1 | set >> axis & 1)] = *factor;
    }
    weigh(own, listed);
    act([&*listed], own, [cells], None, means);
}

impl<const K: usize> Operator<K> {
    /// The operators with these factors on tables of these sizes.
    pub(crate) fn new(factors: [&Factors; K], sizes: &[u32]) -> Self {
        let first = sizes.len().saturating_sub(LISTED);
        let lists = factors.map(|factors| List::new(factors, first, sizes.len()));
        Self { sizes: sizes.iter().copied().map(to_index).collect(), first, lists }
    }

    /// Replaces every table by what its operator makes of the first.
    pub(crate) fn apply(&self, tables: Operands<'_, K>) {
        let listed = &self.sizes[self.first..];
        let mut room = Room {
            factors: array::from_fn(|_| vec![0.0; 1 << listed.len()]),
            means: vec![0.0; room_for_means(listed, K, false)],
        };
        self.along(0, 0, tables, &mut room);
    }

    /// Acts along the axes from `axis` on, for the components with the axes of `set` among those before.
    fn along(&self, axis: usize, set: usize, mut tables: Operands<'_, K>, room: &mut Room<K>) {
        if axis == self.first {
            let lists = self.lists.iter().zip(&mut room.factors);
            lists.for_each(|(list, factors)| {
                list.write(set, factors);
                weigh(&self.sizes[axis..], factors);
            });
            let factors = room.factors.each_ref().map(|factors| &factors[..]);
            return act(factors, &self.sizes[axis..], tables, None, &mut room.means);
        }
        let with = set | 1 << axis;
        if self.sizes[axis] == 2 {
            let [mut low, mut high] = parts(&mut tables);
            split_two(low[0], high[0]);
            self.along(axis + 1, set, lent(&mut low), room);
            self.along(axis + 1, with, lent(&mut high), room);
            join_two(low, high, None);
            return;
        }
        let inner = tables[0].len() / self.sizes[axis];
        split(tables[0], inner);
        let mut remaining = tables.each_mut().map(|table| table.chunks_exact_mut(inner));
        for row in 0..self.sizes[axis] {
            let tables = remaining.each_mut().map(|rows| rows.next().unwrap_or_default());
            self.along(axis + 1, if row == 0 { set } else { with }, tables, room);
        }
        tables.into_iter().for_each(|table| join(table, inner));
    }
}

/// Working memory.
struct Room<const K: usize> {
    factors: [Vec<f64>; K],
    means: Vec<f64>,
}

/// Acts on tables whose factors are listed, those without the first axis before those with it; of the last two axes as weights ([`weigh`]).
fn act<const K: usize>(
    factors: [&[f64]; K],
    sizes: &[usize],
    mut tables: Operands<'_, K>,
    gain: Gain<'_, K>,
    room: &mut [f64],
) {
    match *sizes {
        [] => {}
        [_] => along_the_last(factors, tables, gain),
        [2, 2, 2] => of_three_pairs(factors, tables, gain),
        [_, columns] if columns <= NARROW => along_the_last_two(factors, columns, tables, gain),
        [2, 2, ref later @ ..] if *later != [2, 2] => {
            let mut quarters = parts::<K, 4>(&mut tables);
            split_four(quarters.each_mut().map(|quarter| &mut *quarter[0]));
            for (quarter, factors) in quarters.iter_mut().zip(parts_of::<K, 4>(factors)) {
                act(factors, later, lent(quarter), None, room);
            }
            join_four(quarters, gain);
        }
        [2, ref later @ ..] => {
            let [without, with] = parts_of(factors);
            let [mut low, mut high] = parts(&mut tables);
            split_two(low[0], high[0]);
            act(without, later, lent(&mut low), None, room);
            act(with, later, lent(&mut high), None, room);
            join_two(low, high, gain);
        }
        [a, ref later @ ..] if tables[0].len() / a <= LARGEST_MEAN => {
            around_the_mean(factors, a, later, tables, gain, room);
        }
        [a, ref later @ ..] => {
            let [without, with] = parts_of(factors);
            let inner = tables[0].len() / a;
            split(tables[0], inner);
            let mut remaining = tables.each_mut().map(|table| table.chunks_exact_mut(inner));
            for row in 0..a {
                let tables = remaining.each_mut().map(|rows| rows.next().unwrap_or_default());
                act(if row == 0 { without } else { with }, later, tables, None, room);
            }
            tables.each_mut().into_iter().for_each(|table| join(table, inner));
            add(tables, gain);
        }
    }
}

/// Turns the factors of tables that [`act`] ends in pairs of axes into the weights that these take, which is linear, as is all that happens to factors before.
fn weigh(sizes: &[usize], factors: &mut [f64]) {
    match *sizes {
        [] | [_] | [2, 2, 2] => {}
        [rows, columns] if columns <= NARROW => {
            let pairs = factors.as_chunks_mut::<4>().0;
            pairs.iter_mut().for_each(|pair| *pair = weights(*pair, rows, columns));
        }
        [2, 2, ref later @ ..] if *later != [2, 2] => weigh(later, factors),
        [_, ref later @ ..] => weigh(later, factors),
    }
}

/// Computes A·x + (B−A)·m: acts on the mean over the first axis, then on every row, to which the outcome for the mean is added.
fn around_the_mean<const K: usize>(
    factors: [&[f64]; K],
    a: usize,
    later: &[usize],
    tables: Operands<'_, K>,
    gain: Gain<'_, K>,
    room: &mut [f64],
) {
    let [without, with] = parts_of(factors);
    let inner = tables[0].len() / a;
    let (differences, room) = room.split_at_mut(K * with[0].len());
    let (means, room) = room.split_at_mut(K * inner);
    let (both, room) = room.split_at_mut(if gain.is_some() { K * inner } else { 0 });
    let share = 1.0 / count_to_f64(a as u64);
    let each =
        differences.iter_mut().zip(without.iter().zip(&with).flat_map(|(out, with)| out.iter().zip(*with)));
    each.for_each(|(difference, (without, with))| *difference = (without - with) * share);
    let differences = lists_in::<K>(differences, with[0].len());
    sum_rows(tables[0], &mut means[..inner]);
    let mut parts = means.chunks_exact_mut(inner);
    act::<K>(differences, later, array::from_fn(|_| parts.next().unwrap_or_default()), None, room);
    let mut remaining = tables.map(|table| table.chunks_exact_mut(inner));
    for row in 0..a {
        let gained: &[f64] = match gain {
            None => means,
            Some(gain) => {
                for ((both, mean), gain) in
                    both.chunks_exact_mut(inner).zip(means.chunks_exact(inner)).zip(gain)
                {
                    let gain = &gain[row * inner..][..inner];
                    let cells = both.iter_mut().zip(mean.iter().zip(gain));
                    widely(
                        #[inline(always)]
                        || cells.for_each(|(both, (m, g))| *both = m + g),
                    );
                }
                both
            }
        };
        let tables = remaining.each_mut().map(|rows| rows.next().unwrap_or_default());
        act(with, later, tables, Some(lists_in(gained, inner)), room);
    }
}

/// How many doubles [`around_the_mean`] works in, for K tables whose last axes have these sizes; there is room for the sum of gain and mean
/// if an axis before is processed in the same way.
fn room_for_means(sizes: &[usize], tables: usize, gained: bool) -> usize {
    let [a, ref later @ ..] = *sizes else { return 0 };
    let inner: usize = later.iter().product();
    if a == 2 || inner > LARGEST_MEAN {
        return room_for_means(later, tables, false);
    }
    let means = if gained { 2 * inner } else { inner };
    tables * (means + (1 << later.len())) + room_for_means(later, tables, true)
}

/// K lists of one length, one after the other.
fn lists_in<const K: usize>(lists: &[f64], length: usize) -> [&[f64]; K] {
    let mut lists = lists.chunks_exact(length);
    array::from_fn(|_| lists.next().unwrap_or_default())
}

fn sum_rows(rows: &[f64], sums: &mut [f64]) {
    let (first, rest) = rows.split_at(sums.len());
    let (second, rest) = rest.split_at(sums.len());
    let pairs = first.iter().zip(second);
    widely(
        #[inline(always)]
        || {
            sums.iter_mut().zip(pairs).for_each(|(sum, (first, second))| *sum = first + second);
            for row in rest.chunks_exact(sums.len()) {
                sums.iter_mut().zip(row).for_each(|(sum, cell)| *sum += cell);
            }
        },
    );
}
