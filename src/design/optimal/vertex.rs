//! From any optimal law to one that lists few change sets: a vertex of the optimal face, at which at most one orbit per
//! row has neither all excess nor none.
//!
//! Amounts g_m in \[0, most_m\] of the orbits in between are moved along a direction v with Σ_m v_m z_c(m) = 0 for every
//! class c until one reaches an end, rather 0 than the other. No row changes, nor what bounds the amounts; hence the
//! law stays optimal. Cost: classes³ for every amount in between.

use alloc::vec;
use alloc::vec::Vec;

/// Amounts nearer to an end than this share of their largest are there.
const NEAR: f64 = 1e-9;
/// Pivots below this share of the largest entry are rounding.
const LEAST_PIVOT: f64 = 1e-11;

/// An orbit with some excess.
pub(super) struct Amount {
    pub(super) z: Vec<f64>,
    pub(super) amount: f64,
    pub(super) most: f64,
}

impl Amount {
    fn is_between(&self) -> bool {
        self.amount > NEAR * self.most && self.amount < (1.0 - NEAR) * self.most
    }

    /// How far it can move at a speed, and whether that ends at 0.
    fn room(&self, speed: f64) -> (f64, bool) {
        if speed < 0.0 { (-self.amount / speed, true) } else { ((self.most - self.amount) / speed, false) }
    }
}

/// Moves amounts until at most as many are in between as there are rows.
pub(super) fn reach(amounts: &mut [Amount]) {
    let between: Vec<usize> = (0..amounts.len()).filter(|&m| amounts[m].is_between()).collect();
    let mut moving = Vec::new();
    for next in between {
        moving.push(next);
        if moving.len() <= amounts[next].z.len() {
            continue;
        }
        let columns: Vec<&[f64]> = moving.iter().map(|&m| amounts[m].z.as_slice()).collect();
        let direction = null_vector(&columns);
        shift(amounts, &moving, &direction);
        moving.retain(|&m| amounts[m].is_between());
    }
}

/// Along the direction or against it, as far as both ends allow; rather where that brings an amount to 0.
fn shift(amounts: &mut [Amount], moving: &[usize], direction: &[f64]) {
    let ways = [1.0, -1.0].map(|sign| {
        let moved = moving.iter().zip(direction).filter(|(_, v)| **v != 0.0);
        let rooms = moved.map(|(&m, v)| (m, amounts[m].room(sign * v)));
        let first = rooms.min_by(|a, b| a.1.0.total_cmp(&b.1.0));
        first.map(|(m, (length, to_zero))| (sign * length, m, to_zero))
    });
    let [Some(one), Some(other)] = ways else { return };
    let (length, stopped, to_zero) = if other.2 && !one.2 { other } else { one };
    for (&m, v) in moving.iter().zip(direction) {
        let orbit = &mut amounts[m];
        orbit.amount = libm::fmin(libm::fmax(orbit.amount + length * v, 0.0), orbit.most);
    }
    amounts[stopped].amount = if to_zero { 0.0 } else { amounts[stopped].most };
}

/// v ≠ 0 with Σ_j v_j column_j = 0, there being more columns than rows: elimination with complete pivoting.
fn null_vector(columns: &[&[f64]]) -> Vec<f64> {
    let rows = columns[0].len();
    let mut matrix: Vec<Vec<f64>> =
        (0..rows).map(|i| scaled(columns.iter().map(|column| column[i]))).collect();
    let mut order: Vec<usize> = (0..columns.len()).collect();
    let mut rank = 0;
    while rank < rows {
        let places = (rank..rows).flat_map(|i| (rank..order.len()).map(move |j| (i, j)));
        let size = |&(i, j): &(usize, usize)| libm::fabs(matrix[i][order[j]]);
        let Some(pivot) = places.max_by(|a, b| size(a).total_cmp(&size(b))).filter(|p| size(p) > LEAST_PIVOT)
        else {
            break;
        };
        matrix.swap(rank, pivot.0);
        order.swap(rank, pivot.1);
        eliminate(&mut matrix, rank, &order[rank..]);
        rank += 1;
    }
    back_substituted(&matrix, &order, rank)
}

/// A row with its largest entry 1.
fn scaled(row: impl Iterator<Item = f64> + Clone) -> Vec<f64> {
    let largest = row.clone().map(libm::fabs).fold(f64::MIN_POSITIVE, f64::max);
    row.map(|entry| entry / largest).collect()
}

/// Takes the row `step` from those below, in the columns `left`, the first of which is the pivot's.
fn eliminate(matrix: &mut [Vec<f64>], step: usize, left: &[usize]) {
    let (above, below) = matrix.split_at_mut(step + 1);
    let top = &above[step];
    for row in below {
        let factor = row[left[0]] / top[left[0]];
        left.iter().for_each(|&j| row[j] -= factor * top[j]);
    }
}

/// The vector with 1 at the first column that is no pivot and 0 at the others.
fn back_substituted(matrix: &[Vec<f64>], order: &[usize], rank: usize) -> Vec<f64> {
    let mut v = vec![0.0; order.len()];
    v[order[rank]] = 1.0;
    for i in (0..rank).rev() {
        let known: f64 = order[i + 1..=rank].iter().map(|&j| matrix[i][j] * v[j]).sum();
        v[order[i]] = -known / matrix[i][order[i]];
    }
    v
}

#[cfg(test)]
mod tests {
    use super::{Amount, reach};
    use alloc::vec::Vec;

    /// 40 amounts on three rows: the rows stay, the bounds hold, at most three amounts are in between.
    #[test]
    fn a_vertex_keeps_the_rows() {
        let z = |m: usize| (0..3).map(|c| libm::sin((7 * m + 3 * c * c + c) as f64)).collect::<Vec<f64>>();
        let amount = |m: usize| Amount { z: z(m), amount: 0.3 + 0.01 * m as f64, most: 1.0 + m as f64 };
        let mut amounts: Vec<Amount> = (0..40).map(amount).collect();
        let rows = |amounts: &[Amount]| {
            [0, 1, 2].map(|c| amounts.iter().map(|orbit| orbit.amount * orbit.z[c]).sum::<f64>())
        };
        let before = rows(&amounts);
        reach(&mut amounts);
        for (before, after) in before.into_iter().zip(rows(&amounts)) {
            assert!(libm::fabs(before - after) < 1e-11, "{before} became {after}");
        }
        assert!(amounts.iter().all(|orbit| (0.0..=orbit.most).contains(&orbit.amount)));
        assert!(amounts.iter().filter(|orbit| orbit.is_between()).count() <= 3);
        assert!(amounts.iter().filter(|orbit| orbit.amount == 0.0).count() > 30);
    }
}
