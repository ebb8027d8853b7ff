//! A lower bound on the record ε of every law with given column levels, for any number of different attributes
//! [Mathematics, §3, certificate].
//!
//! Every λ certifies ε* ≥ ln(1 + N/E), E = E[(Q − D)⁺] under a uniform record, D = Σ λ_i 1\[i changes\],
//! Q = Σ λ_i q_i, N = Σ λ_i (r_i − q_i). For many attributes λ_i ∝ ε_i is nearly optimal: D is then small exactly
//! where independent perturbation is likely. Any λ may be used, so whole numbers are: D is then whole too, and its
//! distribution is computed attribute by attribute, with no error but that of adding positive numbers, which is allowed for. It is
//! computed for an exponentially tilted record (weights times e^{−sD}), where nothing that matters underflows.
//!
//! Cost: attributes × Q, held below 10⁸ additions by coarser λ; a coarser λ makes the bound smaller, never wrong.

use alloc::vec;
use alloc::vec::Vec;

use super::levels::Levels;
use super::randomized_response::{change, uniform_change};
use super::ratio::{CERTAIN, log_one_plus};
use crate::exact::{floor_u128, to_f64};

/// The number of additions for one bound.
const WORK: f64 = 1e8;
/// The finest λ: the mean of its whole numbers.
const FINEST: f64 = 256.0;
/// Far below any sum that matters, far above anything that underflows.
const UNDERFLOW: f64 = 1e-280;

/// An attribute: its P(change) as requested (`q`) and under a uniform record (`r`), and its λ as a whole number.
struct Weighed {
    q: f64,
    r: f64,
    weight: usize,
}

/// Computes ln(1 + N/E) for λ nearly in proportion to the column levels.
///
/// ```
/// use candor::design::{Levels, independent, lower_bound};
/// let levels = Levels::new(vec![2; 100], vec![0.1; 100])?;
/// let bound = lower_bound::lattice(&levels);
/// assert!(bound > 0.0 && bound <= independent::law(&levels)?.record_epsilon());
/// # Ok::<(), candor::Error>(())
/// ```
#[must_use]
pub fn lattice(levels: &Levels) -> f64 {
    let k = to_f64(levels.sizes().len() as u128);
    let mean = levels.epsilons().iter().sum::<f64>() / k;
    let unit = mean / libm::fmax(libm::fmin(FINEST, WORK / (k * k)), 1.0);
    let weigh = |(a, epsilon): (f64, f64)| Weighed {
        q: change(a, epsilon),
        r: uniform_change(a),
        weight: usize::try_from(floor_u128(epsilon / unit + 0.5)).unwrap_or(usize::MAX),
    };
    let weighed: Vec<Weighed> = levels.pairs().map(weigh).collect();
    bound(&weighed, unit, k)
}

/// Computes the bound; `unit` is the s of the tilted record.
fn bound(weighed: &[Weighed], unit: f64, k: f64) -> f64 {
    let weight = |attribute: &Weighed| to_f64(attribute.weight as u128);
    let rounding = 4.0 * k * f64::EPSILON;
    let gain: f64 = weighed.iter().map(|attribute| weight(attribute) * (attribute.r - attribute.q)).sum();
    let threshold = weighed.iter().map(|a| weight(a) * a.q).sum::<f64>() * (1.0 + rounding);
    if gain <= 0.0 {
        return 0.0;
    }
    let (masses, scale) = perturbed(weighed, unit, threshold);
    let terms = masses.iter().enumerate().map(|(d, mass)| {
        let left = threshold - to_f64(d as u128);
        mass * left * libm::exp(-unit * left)
    });
    let mean = terms.sum::<f64>() + UNDERFLOW;
    let log_mean = scale + unit * threshold + libm::log(mean);
    let error = rounding * (2.0 + libm::fabs(scale) + unit * threshold);
    let certified = log_one_plus(libm::log(gain) - log_mean, 1.0) * CERTAIN - error;
    libm::fmax(certified, 0.0)
}

/// P(D = d) of the tilted record for d < Q, and the logarithm of its normalising constant.
fn perturbed(weighed: &[Weighed], unit: f64, threshold: f64) -> (Vec<f64>, f64) {
    let length = usize::try_from(floor_u128(threshold)).unwrap_or(0) + 1;
    let (mut masses, mut scale, mut reached) = (vec![0.0; length], 0.0, 0);
    masses[0] = 1.0;
    for Weighed { r, weight, .. } in weighed {
        let changed = r * libm::exp(-unit * to_f64(*weight as u128));
        let total = 1.0 - r + changed;
        scale += libm::log(total);
        reached = usize::min(reached + weight, length - 1);
        let (kept, changed) = ((1.0 - r) / total, changed / total);
        if *weight == 0 {
            continue;
        }
        for d in (0..=reached).rev() {
            let from = if d >= *weight { masses[d - weight] } else { 0.0 };
            masses[d] = masses[d] * kept + from * changed;
        }
    }
    (masses, scale)
}
