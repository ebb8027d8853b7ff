//! The same information from fewer families: by Carathéodory's theorem as many as there are kinds of components, and one, are enough.
//!
//! Families join a basis one by one. One that is a combination of the basis takes from it, or gives to it, until a probability is 0:
//! information and the sum of probabilities stay as they are. Cost: families × kinds³/3.

use alloc::vec::Vec;

use super::column::FormColumn;
use crate::numeric::cholesky::{Matrix, dot};
use crate::numeric::order::descending;

/// What may be left of a family, relatively, when it is expressed by the basis.
const REST: f64 = 1e-5;
const RIDGE: f64 = 1e-13;

/// New probabilities, most of them 0 where there were many; likelier families are kept rather than others.
pub(super) fn reduced(columns: &[FormColumn], prices: &[f64], probabilities: &[f64]) -> Vec<f64> {
    let order = descending(&probabilities[..columns.len()]).into_iter().filter(|&f| probabilities[f] > 0.0);
    let mut basis = Spanning { members: Vec::new(), probabilities: probabilities.to_vec() };
    for family in order {
        basis.offer(family, shares(&columns[family], prices));
    }
    basis.probabilities
}

/// The share of what a family is worth that is for each kind of components, and 1 for its probability.
fn shares(column: &FormColumn, prices: &[f64]) -> Vec<f64> {
    let whole = libm::fmax(column.worth(prices), f64::MIN_POSITIVE);
    column.information.iter().zip(prices).map(|(i, price)| i * price / whole).chain([1.0]).collect()
}

/// Families of which none is a combination of the others.
struct Spanning {
    members: Vec<(usize, Vec<f64>)>,
    probabilities: Vec<f64>,
}

impl Spanning {
    /// A family joins, leaves, or takes the place of a member.
    fn offer(&mut self, family: usize, shares: Vec<f64>) {
        let Some(parts) = self.combination(&shares) else {
            self.members.push((family, shares));
            return;
        };
        // One more of the family is `parts` less of the members; the other direction ends where the family has nothing.
        let ends = self.members.iter().zip(&parts).enumerate().filter(|(_, (_, part))| **part > 0.0);
        let ends = ends.map(|(place, ((member, _), part))| (self.probabilities[*member] / part, place));
        let first = ends.min_by(|a, b| a.0.total_cmp(&b.0));
        let own = self.probabilities[family];
        match first {
            Some((change, place)) if change < own => {
                self.give(family, change, &parts);
                let (left, _) = core::mem::replace(&mut self.members[place], (family, shares));
                self.probabilities[left] = 0.0;
            }
            _ => {
                self.give(family, -own, &parts);
                self.probabilities[family] = 0.0;
            }
        }
    }

    fn give(&mut self, family: usize, change: f64, parts: &[f64]) {
        self.probabilities[family] += change;
        for ((member, _), part) in self.members.iter().zip(parts) {
            let left = self.probabilities[*member] - change * part;
            self.probabilities[*member] = libm::fmax(left, 0.0);
        }
    }

    /// The parts of the members that make up a family, if they do, by least squares.
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
