//! Turns any optimal law into one that lists few change sets: a vertex of the optimal face, at which at most one orbit per
//! row has neither all its excess nor none (the push phase of a crossover, \[Megiddo91\]).
//!
//! A basis holds one orbit per row. Every other amount g_m in \[0, most_m\] that is strictly between its bounds is moved, and the basis
//! moves against it so that no row Σ_m g_m z_c(m) changes, until it or a member of the basis reaches a bound, preferably 0;
//! a member that does is replaced in the basis by it. Bounds hold throughout, hence the law stays optimal. Cost:
//! classes² for every amount in between.

use alloc::vec;
use alloc::vec::Vec;

use crate::numeric::lu::Lu;

/// Amounts nearer to a bound than this share of their maximum count as at the bound.
const NEAR: f64 = 1e-9;
/// Shares of a basis column below this, relative to the largest, count as rounding errors.
const LEAST_SHARE: f64 = 1e-9;
/// The number of exchanges after which the inverse is recomputed.
const EXCHANGES: usize = 64;

/// The excess of an orbit, between 0 and `most`.
pub(super) struct Amount {
    pub(super) z: Vec<f64>,
    pub(super) amount: f64,
    pub(super) most: f64,
}

impl Amount {
    fn is_between(&self) -> bool {
        self.amount > NEAR * self.most && self.amount < (1.0 - NEAR) * self.most
    }

    /// How far the amount can move at a speed, and whether it ends at 0.
    fn room(&self, speed: f64) -> (f64, bool) {
        if speed < 0.0 { (-self.amount / speed, true) } else { ((self.most - self.amount) / speed, false) }
    }

    fn shift(&mut self, by: f64) {
        self.amount = libm::fmin(libm::fmax(self.amount + by, 0.0), self.most);
    }
}

/// Moves amounts until at most one per row is strictly between its bounds.
pub(super) fn reach(amounts: &mut [Amount]) {
    let Some(mut basis) = Basis::new(amounts) else { return };
    for entering in 0..amounts.len() {
        if amounts[entering].is_between() {
            basis.push(amounts, entering);
        }
    }
}

/// The basis: one orbit per row, or at first the unit vector of the row, which never moves.
struct Basis {
    orbits: Vec<Option<usize>>,
    /// The divisor of each row.
    units: Vec<f64>,
    /// The inverse of the basis, by its rows.
    inverse: Vec<Vec<f64>>,
    exchanges: usize,
}

/// The end of a move: its length, the place in the basis that stops it (`None` for the entering orbit), and whether that is at 0.
type MoveEnd = (f64, Option<usize>, bool);

impl Basis {
    fn new(amounts: &[Amount]) -> Option<Self> {
        let rows = amounts.first()?.z.len();
        let largest = |c: usize| amounts.iter().map(|a| libm::fabs(a.z[c])).fold(f64::MIN_POSITIVE, f64::max);
        let units = (0..rows).map(largest).collect();
        let inverse = (0..rows).map(|c| unit_vector(rows, c)).collect();
        Some(Self { orbits: vec![None; rows], units, inverse, exchanges: 0 })
    }

    fn push(&mut self, amounts: &mut [Amount], entering: usize) {
        let shares = self.shares(&amounts[entering].z);
        let vacant = (0..shares.len()).filter(|&i| self.orbits[i].is_none());
        let vacant = vacant.max_by(|&i, &j| libm::fabs(shares[i]).total_cmp(&libm::fabs(shares[j])));
        if let Some(place) = vacant.filter(|&i| shares[i] != 0.0) {
            return self.exchange(amounts, place, entering, &shares);
        }
        let [one, other] = [1.0, -1.0].map(|sign| self.end(amounts, entering, &shares, sign));
        let (length, stopped, at_zero) = if other.2 && !one.2 { other } else { one };
        amounts[entering].shift(length);
        for (share, orbit) in shares.iter().zip(&self.orbits) {
            orbit.iter().for_each(|&m| amounts[m].shift(-length * share));
        }
        let m = stopped.and_then(|place| self.orbits[place]).unwrap_or(entering);
        amounts[m].amount = if at_zero { 0.0 } else { amounts[m].most };
        if let Some(place) = stopped {
            self.exchange(amounts, place, entering, &shares);
        }
    }

    /// The shares with Σ_i share_i · basis_i equal to a column; shares that are rounding errors are set to 0.
    fn shares(&self, z: &[f64]) -> Vec<f64> {
        let scaled: Vec<f64> = z.iter().zip(&self.units).map(|(z, unit)| z / unit).collect();
        let share = |row: &Vec<f64>| row.iter().zip(&scaled).map(|(entry, z)| entry * z).sum::<f64>();
        let shares: Vec<f64> = self.inverse.iter().map(share).collect();
        let largest = shares.iter().copied().map(libm::fabs).fold(0.0, f64::max);
        let cleared = |share: f64| if libm::fabs(share) < LEAST_SHARE * largest { 0.0 } else { share };
        shares.into_iter().map(cleared).collect()
    }

    fn end(&self, amounts: &[Amount], entering: usize, shares: &[f64], sign: f64) -> MoveEnd {
        let (room, at_zero) = amounts[entering].room(sign);
        let own = (room, None, at_zero);
        let moved = self.orbits.iter().zip(shares).enumerate().filter(|(_, (_, share))| **share != 0.0);
        let ends = moved.filter_map(|(place, (orbit, share))| {
            let (room, at_zero) = amounts[(*orbit)?].room(-sign * share);
            Some((room, Some(place), at_zero))
        });
        let (room, stopped, at_zero) = ends.fold(own, |first, end| if end.0 < first.0 { end } else { first });
        (sign * room, stopped, at_zero)
    }

    /// Puts the orbit into a place of the basis.
    fn exchange(&mut self, amounts: &[Amount], place: usize, entering: usize, shares: &[f64]) {
        self.orbits[place] = Some(entering);
        self.exchanges += 1;
        if self.exchanges.is_multiple_of(EXCHANGES)
            && let Some(inverse) = self.inverted(amounts)
        {
            self.inverse = inverse;
            return;
        }
        let pivot: Vec<f64> = self.inverse[place].iter().map(|entry| entry / shares[place]).collect();
        for (row, share) in self.inverse.iter_mut().zip(shares) {
            row.iter_mut().zip(&pivot).for_each(|(entry, pivot)| *entry -= share * pivot);
        }
        self.inverse[place] = pivot;
    }

    fn inverted(&self, amounts: &[Amount]) -> Option<Vec<Vec<f64>>> {
        let rows = self.units.len();
        let column = |(c, orbit): (usize, &Option<usize>)| match orbit {
            Some(m) => amounts[*m].z.iter().zip(&self.units).map(|(z, unit)| z / unit).collect(),
            None => unit_vector(rows, c),
        };
        let columns: Vec<Vec<f64>> = self.orbits.iter().enumerate().map(column).collect();
        let factors = Lu::of(columns.iter().map(Vec::as_slice))?;
        Some((0..rows).map(|c| factors.solve_transposed(&unit_vector(rows, c))).collect())
    }
}

fn unit_vector(length: usize, place: usize) -> Vec<f64> {
    (0..length).map(|i| if i == place { 1.0 } else { 0.0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::{Amount, reach};
    use crate::exact::to_f64;
    use alloc::vec::Vec;

    /// With 400 amounts on three rows: the rows stay, the bounds hold, at most three amounts are in between.
    #[test]
    fn a_vertex_keeps_the_rows() {
        let number = |m: usize| to_f64(m as u128);
        let z = |m: usize| [0, 1, 2].map(|c| libm::sin(number(7 * m + 3 * c * c + c))).to_vec();
        let amount =
            |m: usize| Amount { z: z(m), amount: 0.3 + 0.01 * number(m % 40), most: 1.0 + number(m % 7) };
        let mut amounts: Vec<Amount> = (0..400).map(amount).collect();
        let rows = |amounts: &[Amount]| {
            [0, 1, 2].map(|c| amounts.iter().map(|orbit| orbit.amount * orbit.z[c]).sum::<f64>())
        };
        let before = rows(&amounts);
        reach(&mut amounts);
        for (before, after) in before.into_iter().zip(rows(&amounts)) {
            assert!(libm::fabs(before - after) < 1e-10, "{before} became {after}");
        }
        assert!(amounts.iter().all(|orbit| (0.0..=orbit.most).contains(&orbit.amount)));
        assert!(amounts.iter().filter(|orbit| orbit.is_between()).count() <= 3);
        assert!(amounts.iter().filter(|orbit| orbit.amount == 0.0).count() > 200);
    }
}
