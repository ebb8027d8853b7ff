//! Reduces the number of families at the same information: by Carathéodory's theorem, one more than there are kinds of components suffices.
//!
//! Families are inserted into a basis one by one. If one is a combination of the basis, probability is moved between it and the basis until a
//! probability is 0: information and the sum of probabilities stay the same. Cost: families × kinds³/3.

use alloc::vec::Vec;

use super::column::FormColumn;
use crate::numeric::cholesky::{Matrix, dot};
use crate::numeric::order::descending;

/// The largest relative residual of a family that counts as a combination of the basis.
const REST: f64 = 1e-5;
const RIDGE: f64 = 1e-13;

/// Returns new probabilities, most of them 0 where there were many families; likelier families are kept preferably.
pub(super) fn reduced(columns: &[FormColumn], prices: &[f64], probabilities: &[f64]) -> Vec<f64> {
    let order = descending(&probabilities[..columns.len()]).into_iter().filter(|&f| probabilities[f] > 0.0);
    let mut basis = FamilyBasis { members: Vec::new(), probabilities: probabilities.to_vec() };
    for family in order {
        basis.insert(family, shares(&columns[family], prices));
    }
    basis.probabilities
}

/// The share of each kind of components in what a family is worth, and 1 for its probability.
fn shares(column: &FormColumn, prices: &[f64]) -> Vec<f64> {
    let whole = libm::fmax(column.worth(prices), f64::MIN_POSITIVE);
    column.information.iter().zip(prices).map(|(i, price)| i * price / whole).chain([1.0]).collect()
}

/// Linearly independent families.
struct FamilyBasis {
    members: Vec<(usize, Vec<f64>)>,
    probabilities: Vec<f64>,
}

impl FamilyBasis {
    /// Inserts a family: it becomes a member of the basis, is removed, or replaces a member.
    fn insert(&mut self, family: usize, shares: Vec<f64>) {
        let Some(parts) = self.combination(&shares) else {
            self.members.push((family, shares));
            return;
        };
        // One more of the family is `parts` less of the members; the other direction ends where the family's probability is 0.
        let ends = self.members.iter().zip(&parts).enumerate().filter(|(_, (_, part))| **part > 0.0);
        let ends = ends.map(|(place, ((member, _), part))| (self.probabilities[*member] / part, place));
        let first = ends.min_by(|a, b| a.0.total_cmp(&b.0));
        let own = self.probabilities[family];
        match first {
            Some((change, place)) if change < own => {
                self.shift(family, change, &parts);
                let (left, _) = core::mem::replace(&mut self.members[place], (family, shares));
                self.probabilities[left] = 0.0;
            }
            _ => {
                self.shift(family, -own, &parts);
                self.probabilities[family] = 0.0;
            }
        }
    }

    fn shift(&mut self, family: usize, change: f64, parts: &[f64]) {
        self.probabilities[family] += change;
        for ((member, _), part) in self.members.iter().zip(parts) {
            let left = self.probabilities[*member] - change * part;
            self.probabilities[*member] = libm::fmax(left, 0.0);
        }
    }

    /// Least squares: the coefficients of the members that combine to a family, if it is such a combination.
    fn combination(&self, shares: &[f64]) -> Option<Vec<f64>> {
        let mut matrix = Matrix::zero(self.members.len(), self.members.len());
        for (place, (_, own)) in self.members.iter().enumerate() {
            let row = matrix.row_mut(place);
            row.iter_mut().zip(&self.members).for_each(|(entry, (_, other))| *entry = dot(own, other));
            row[place] *= 1.0 + RIDGE;
        }
        matrix.factor();
        let right: Vec<f64> = self.members.iter().map(|(_, own)| dot(own, shares)).collect();
        let parts = matrix.solve(&right);
        let mut rest = shares.to_vec();
        for ((_, own), part) in self.members.iter().zip(&parts) {
            rest.iter_mut().zip(own).for_each(|(rest, share)| *rest -= part * share);
        }
        (dot(&rest, &rest) <= REST * REST * dot(shares, shares)).then_some(parts)
    }
}
