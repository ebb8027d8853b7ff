//! The law of an optimum: which change sets have excess over the uniform part, and how much excess.
//!
//! Relative to a uniform record of weight 1, an orbit of weight w under it has excess w·h/θ, where h is its share. Of all
//! optimal laws, one that lists few change sets is taken ([`super::vertex`]).

use alloc::vec::Vec;

use super::dual::{DualMinimum, off};
use super::oracle::{Oracle, Orbit, Share};
use super::orbits::Orbits;
use super::vertex::{self, Amount};
use crate::design::rounding::Excess;
use crate::numeric::order::sorted_by;

/// The largest relative error of the rows at a vertex; beyond it the shares that the search ended with are kept.
const TOLERANCE: f64 = 1e-9;

/// An orbit and its excess, relative to a uniform part of 1.
pub(super) type Odds = (Orbit, f64);

/// Computes the excess of every orbit that has some.
pub(super) fn odds(orbits: &Orbits, oracle: &impl Oracle, found: &DualMinimum) -> Vec<Odds> {
    let shares = oracle.shares(&found.parts());
    let weight = |share: &Share| libm::exp(orbits.log_weight(share.orbit) - found.shift);
    let amount = |share: &Share| {
        let most = weight(share);
        Amount { z: orbits.z(share.orbit), amount: most * libm::fmin(share.share, 1.0), most }
    };
    let mut amounts: Vec<Amount> = shares.iter().map(amount).collect();
    vertex::reach(&mut amounts);
    if !keeps_rows(oracle, found, &amounts) {
        amounts.iter_mut().zip(&shares).for_each(|(orbit, share)| orbit.amount = orbit.most * share.share);
    }
    let odds = shares.iter().zip(amounts).map(|(share, orbit)| (share.orbit, orbit.amount / found.theta));
    odds.filter(|(_, odds)| *odds > 0.0).collect()
}

fn keeps_rows(oracle: &impl Oracle, found: &DualMinimum, amounts: &[Amount]) -> bool {
    let row = |c: usize| amounts.iter().map(|orbit| orbit.amount * orbit.z[c]).sum::<f64>();
    let rows: Vec<f64> = (0..oracle.classes().len()).map(row).collect();
    let probability = amounts.iter().map(|orbit| orbit.amount).sum();
    off(oracle, found.theta, probability, &rows) <= TOLERANCE
}

/// The probability of the uniform record and of every pattern with excess, ascending by its changes.
pub(super) fn probabilities(orbits: &Orbits, odds: &[Odds]) -> (f64, Vec<Excess>) {
    let share = 1.0 / (1.0 + odds.iter().map(|(_, odds)| odds).sum::<f64>());
    let pattern = |(orbit, odds): &Odds| (orbits.changes(*orbit), odds * share);
    (share, sorted_by(odds.iter().map(pattern).collect(), |a, b| a.0.cmp(&b.0)))
}
