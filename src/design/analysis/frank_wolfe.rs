//! Finds the smallest error V for given signs of the components, by Frank–Wolfe with corrective steps
//! [Jaggi13; LacosteJulienJaggi15].
//!
//! Linearised at the current law, V gives component T the weight w_T = c_T/μ_T³, which has the given sign. The extreme law
//! ([`super::extreme`]) with the largest Σ w_T μ_T joins those found before, and the best mixture of all of them
//! ([`super::shares`]) is the next law. That largest sum, Z, also bounds the error: every law with these signs has
//! Σ w_T ν_T ≤ Z, and therefore, by Hölder's inequality, an error of at least V³/Z².
//!
//! Cost: orbits × components per step, some dozens of steps.

use alloc::vec;
use alloc::vec::Vec;

use super::extreme::{Extreme, Laws, error, weights};
use super::shares;
use crate::exact::to_f64;

/// The precision of shares, relative to the remaining gap and to the gap sought.
const SHARE_OF_GAP: f64 = 0.1;
const SHARE_OF_END: f64 = 0.25;
const MAX_STEPS: usize = 1_000;
/// The number of laws kept beyond the number of components, which suffices: where more stay, the limit of double precision is reached.
const SPARE: usize = 32;
/// The number of steps of a search for signs.
const CROSSING: usize = 12;

/// A law as probabilities, its V, a lower bound on the V of every law with its signs, and the number of multiplications
/// spent.
pub(super) struct Minimum {
    pub(super) uniform: f64,
    pub(super) excess: Vec<f64>,
    pub(super) objective: f64,
    pub(super) lower_bound: f64,
    pub(super) work: f64,
}

/// Minimises V with these signs to this relative gap; stops early where V is proven to be at least `enough`.
pub(super) fn minimise(laws: &Laws<'_>, negative: &[bool], enough: f64, precision: f64) -> Minimum {
    let coefficients = laws.coefficients();
    let mut extremes = vec![laws.start(negative)];
    let (mut lower_bound, mut work) = (0.0, 0.0);
    for _ in 0..MAX_STEPS {
        let mu = shares::combined(&extremes);
        let value = error(coefficients, &mu);
        let weights = weights(coefficients, &mu);
        let next = laws.best(&weights);
        let most = weights.iter().zip(&next.spectrum).map(|(w, nu)| w * nu).sum::<f64>();
        let ratio = value / libm::fmax(most, value);
        lower_bound = libm::fmax(lower_bound, value * ratio * ratio);
        work += laws.pass();
        let gap = (value - lower_bound) / value;
        let stalled = extremes.len() > coefficients.len() + SPARE;
        if gap <= precision || lower_bound >= enough || stalled {
            break;
        }
        extremes.push(next);
        let precision = libm::fmax(SHARE_OF_GAP * gap, SHARE_OF_END * precision);
        work += shares::rebalance(coefficients, &mut extremes, precision);
    }
    minimum(laws, &extremes, lower_bound, work)
}

/// The signs that Frank–Wolfe steps reach from given weights where μ may cross 0; and the number of multiplications.
pub(super) fn settled(laws: &Laws<'_>, start: &[f64]) -> (Vec<bool>, f64) {
    let (mut mu, mut best) = (vec![0.0; start.len()], (f64::INFINITY, vec![false; start.len()]));
    let mut weights = start.to_vec();
    for step in 0..CROSSING {
        let share = 2.0 / (to_f64(step as u128) + 2.0);
        let next = laws.best(&weights).spectrum;
        mu.iter_mut().zip(next).for_each(|(mu, nu)| *mu += share * (nu - *mu));
        let value = error(laws.coefficients(), &mu);
        if value < best.0 {
            best = (value, mu.iter().map(|mu| *mu < 0.0).collect());
        }
        weights = self::weights(laws.coefficients(), &mu);
    }
    (best.1, laws.pass() * to_f64(CROSSING as u128))
}

fn minimum(laws: &Laws<'_>, extremes: &[Extreme], lower_bound: f64, work: f64) -> Minimum {
    let mut excess = vec![0.0; laws.densities().len()];
    for extreme in extremes {
        let odds = extreme.share / extreme.scale;
        let orbits = excess.iter_mut().zip(laws.densities()).zip(&extreme.members);
        orbits.for_each(|((excess, density), member)| *excess += odds * density * member);
    }
    let uniform = extremes.iter().map(|extreme| extreme.share / extreme.scale).sum();
    let objective = error(laws.coefficients(), &shares::combined(extremes));
    Minimum { uniform, excess, objective, lower_bound: libm::fmin(lower_bound, objective), work }
}
