//! The best mixture of given laws: the shares s ≥ 0 with Σ s_j = 1 that minimise V at μ = Σ s_j μ_j, by Newton's method.
//!
//! Multiplying all shares by t divides V by t², so the sum need not be kept at 1: the minimiser of V + 2·Σ s_j over s ≥ 0, divided
//! by its sum, is the mixture sought. A law whose share reaches 0 leaves the mixture.
//!
//! Cost: laws² × components + laws³ per step, some ten steps.

use alloc::vec;
use alloc::vec::Vec;

use super::extreme::{Extreme, error, weights};
use crate::exact::to_f64;
use crate::numeric::cholesky::Matrix;

const MAX_STEPS: usize = 100;
/// The relative ridge added to the diagonal: more laws than components are not independent.
const RIDGE: f64 = 1e-10;
/// The fraction of the way that a step may go to where a component is erased.
const NEAR_ERASED: f64 = 0.9;
/// The share of the predicted decrease that a step must reach, and the decrease, relative to V, that is lost to rounding.
const ENOUGH: f64 = 0.1;
const HIDDEN: f64 = 1e-9;
const MAX_HALVINGS: usize = 60;
/// The number of steps that extend a search along the new law, each by a factor of eight, and then of those that bisect.
const REACH: usize = 40;

/// μ of the mixture.
pub(super) fn combined(laws: &[Extreme]) -> Vec<f64> {
    let mut mu = vec![0.0; laws[0].spectrum.len()];
    for law in laws {
        mu.iter_mut().zip(&law.spectrum).for_each(|(mu, s)| *mu += law.share * s);
    }
    mu
}

/// Finds the best shares, where the last law is new, and drops laws without a share. Returns the number of multiplications.
pub(super) fn rebalance(coefficients: &[f64], laws: &mut Vec<Extreme>, precision: f64) -> f64 {
    let scale = libm::cbrt(error(coefficients, &combined(laws)));
    laws.iter_mut().for_each(|law| law.share *= scale);
    enter(coefficients, laws, scale);
    let mut work = 0.0;
    for _ in 0..MAX_STEPS {
        work += to_f64((laws.len() * laws.len() * (coefficients.len() + laws.len())) as u128);
        if !step(coefficients, laws, precision) {
            break;
        }
    }
    let total: f64 = laws.iter().map(|law| law.share).sum();
    laws.iter_mut().for_each(|law| law.share /= total);
    work
}

/// Gives the new law the share that minimises V + 2·Σ s along it.
fn enter(coefficients: &[f64], laws: &mut Vec<Extreme>, scale: f64) {
    let Some(new) = laws.pop() else { return };
    let mu = combined(laws);
    let rises = |share: f64| {
        let terms = coefficients.iter().zip(&mu).zip(&new.spectrum).map(|((c, mu), nu)| {
            let moved = mu + share * nu;
            if moved * mu > 0.0 { c * nu / (moved * moved * moved) } else { f64::NEG_INFINITY }
        });
        terms.sum::<f64>() < 1.0
    };
    let (mut low, mut high) = (0.0, scale * 1e-6);
    for _ in 0..REACH {
        if rises(high) {
            break;
        }
        (low, high) = (high, high * 8.0);
    }
    for _ in 0..REACH {
        let middle = low + (high - low) / 2.0;
        if rises(middle) { high = middle } else { low = middle }
    }
    if low > 0.0 {
        laws.push(Extreme { share: low, ..new });
    }
}

/// Takes one step; returns false where nothing is left to gain.
fn step(coefficients: &[f64], laws: &mut Vec<Extreme>, precision: f64) -> bool {
    let mu = combined(laws);
    let gradient = gradient(coefficients, laws, &mu);
    if gradient.iter().all(|g| libm::fabs(*g) <= precision) {
        return false;
    }
    let changes = direction(coefficients, laws, &mu, &gradient);
    let foretold = -gradient.iter().zip(&changes).map(|(g, d)| g * d).sum::<f64>();
    let ends = laws.iter().zip(&changes).filter(|(_, d)| **d < 0.0).map(|(law, d)| -law.share / d);
    let first = ends.fold(1.0, f64::min);
    let Some(reached) = line_search(coefficients, laws, (&mu, &changes), foretold, first) else {
        return false;
    };
    for (law, change) in laws.iter_mut().zip(&changes) {
        let ended = *change < 0.0 && -law.share / change <= reached;
        law.share = if ended { 0.0 } else { law.share + reached * change };
    }
    laws.retain(|law| law.share > 0.0);
    true
}

/// The gradient of (V + 2·Σ s)/2.
fn gradient(coefficients: &[f64], laws: &[Extreme], mu: &[f64]) -> Vec<f64> {
    let weights = weights(coefficients, mu);
    let own = |law: &Extreme| 1.0 - law.spectrum.iter().zip(&weights).map(|(nu, w)| nu * w).sum::<f64>();
    laws.iter().map(own).collect()
}

/// Newton's direction; the system is scaled by the shares.
fn direction(coefficients: &[f64], laws: &[Extreme], mu: &[f64], gradient: &[f64]) -> Vec<f64> {
    let curvatures: Vec<f64> =
        weights(coefficients, mu).iter().zip(mu).map(|(w, mu)| libm::sqrt(3.0 * w / mu)).collect();
    let row = |law: &Extreme| {
        let bent = law.spectrum.iter().zip(&curvatures).map(|(nu, bend)| nu * bend * law.share);
        bent.collect::<Vec<f64>>()
    };
    let rows: Vec<Vec<f64>> = laws.iter().map(row).collect();
    let mut own = Matrix::zero(laws.len(), laws.len());
    for (i, row) in rows.iter().enumerate() {
        let entries = own.row_mut(i);
        for (entry, other) in entries.iter_mut().zip(&rows[..=i]) {
            *entry = row.iter().zip(other).map(|(a, b)| a * b).sum();
        }
        entries[i] *= 1.0 + RIDGE;
    }
    own.factor();
    let right: Vec<f64> = gradient.iter().zip(laws).map(|(g, law)| -g * law.share).collect();
    own.solve(&right).iter().zip(laws).map(|(d, law)| d * law.share).collect()
}

/// Halves the first step until its decrease is sufficient.
fn line_search(
    coefficients: &[f64],
    laws: &[Extreme],
    (mu, changes): (&[f64], &[f64]),
    foretold: f64,
    first: f64,
) -> Option<f64> {
    let mut moves = vec![0.0; mu.len()];
    for (law, change) in laws.iter().zip(changes) {
        moves.iter_mut().zip(&law.spectrum).for_each(|(m, nu)| *m += change * nu);
    }
    let erased = mu.iter().zip(&moves).filter(|(mu, m)| *mu * *m < 0.0).map(|(mu, m)| -mu / m * NEAR_ERASED);
    let mut step = erased.fold(first, f64::min);
    let (value, slope) = (error(coefficients, mu), changes.iter().sum::<f64>());
    let gained = |step: f64| {
        let moved: Vec<f64> = mu.iter().zip(&moves).map(|(mu, m)| mu + step * m).collect();
        (value - error(coefficients, &moved)) / 2.0 - step * slope
    };
    for _ in 0..MAX_HALVINGS {
        if foretold < HIDDEN * value || gained(step) >= ENOUGH * step * foretold {
            return Some(step);
        }
        step /= 2.0;
    }
    None
}
