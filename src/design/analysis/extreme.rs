//! Extreme laws at a record ε: every change set in a set A of orbits is R = e^ε times as likely as every other. Any law of that
//! record ε is a mixture of extreme laws, so the best law can be sought among mixtures of a few of them.
//!
//! Let ρ_m = (R−1)·P(m) for the orbits m of A, ρ(A) their sum, and κ_T(m) the factor by which the changes of orbit m multiply component T
//! of a table. The extreme law then has μ_T = Σ_{m∈A} ρ_m κ_T(m)/(1+ρ(A)). For given weights w_T, Σ_T w_T μ_T is largest for the set
//! A = {m: Σ_T w_T κ_T(m) > λ}, where λ is the largest value itself; it is found by Dinkelbach's iteration \[Dinkelbach67\].
//!
//! Cost: orbits × components.

use alloc::vec;
use alloc::vec::Vec;

use super::components::Components;
use crate::exact::to_f64;

/// A law that is up to R times likelier on orbits, in proportion to their membership: its normalisation 1 + ρ(A), its spectrum, and
/// its share of a mixture.
pub(super) struct Extreme {
    pub(super) members: Vec<f64>,
    pub(super) scale: f64,
    pub(super) spectrum: Vec<f64>,
    pub(super) share: f64,
}

/// The extreme laws of a record ε.
pub(super) struct Laws<'a> {
    components: &'a Components,
    /// ρ of every orbit.
    densities: Vec<f64>,
    /// Σ P(m) κ_T(m)² of every component T, the squared norm of κ_T.
    norms: Vec<f64>,
}

impl<'a> Laws<'a> {
    pub(super) fn new(components: &'a Components, record_epsilon: f64) -> Self {
        let log_gain = record_epsilon + libm::log(-libm::expm1(-record_epsilon));
        let densities = components.log_weights().iter().map(|log| libm::exp(log + log_gain)).collect();
        let mut norms = vec![0.0; components.coefficients().len()];
        for (factors, log) in components.factors().zip(components.log_weights()) {
            let probability = libm::exp(*log);
            norms.iter_mut().zip(factors).for_each(|(norm, factor)| *norm += probability * factor * factor);
        }
        Self { components, densities, norms }
    }

    pub(super) fn coefficients(&self) -> &[f64] {
        self.components.coefficients()
    }

    /// ρ of every orbit.
    pub(super) fn densities(&self) -> &[f64] {
        &self.densities
    }

    /// The number of multiplications of a pass over the orbits.
    pub(super) fn pass(&self) -> f64 {
        to_f64((2 * self.densities.len() * self.norms.len()) as u128)
    }

    /// A law with these signs: 1 + Σ ±y_T κ_T(m) times as likely as a uniform record, as far from it as ε allows. Its μ_T is
    /// proportional to ±y_T and to the norm of κ_T, since components are orthogonal.
    pub(super) fn start(&self, negative: &[bool]) -> Extreme {
        let coefficients = self.components.coefficients().iter().zip(&self.norms);
        let scaled = coefficients.zip(negative).map(|((c, norm), negative)| {
            let size = libm::cbrt(*c) / libm::sqrt(*norm);
            if *negative { -size } else { size }
        });
        let weights: Vec<f64> = scaled.collect();
        let heights = self.gains(&weights);
        let highest = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let lowest = heights.iter().copied().fold(f64::INFINITY, f64::min);
        let members = heights.iter().map(|height| (height - lowest) / (highest - lowest)).collect();
        Extreme { share: 1.0, ..self.extreme(members) }
    }

    /// Σ w_T κ_T for every orbit.
    fn gains(&self, weights: &[f64]) -> Vec<f64> {
        let gain = |factors: &[f64]| factors.iter().zip(weights).map(|(f, w)| f * w).sum();
        self.components.factors().map(gain).collect()
    }

    /// Returns the extreme law with the largest Σ w_T μ_T.
    pub(super) fn best(&self, weights: &[f64]) -> Extreme {
        let gains = self.gains(weights);
        // Members gain more than `over`, and give `largest`. Where 1 + ρ(A) rounds to ρ(A), `largest` can equal the gain of a member.
        let (mut over, mut largest) = (0.0, f64::NEG_INFINITY);
        loop {
            let next = libm::fmax(largest, 0.0);
            let marked = gains.iter().zip(&self.densities).filter(|(gain, _)| **gain > next);
            let (sum, scale) =
                marked.fold((0.0, 1.0), |(s, d), (gain, density)| (s + gain * density, d + density));
            if sum / scale <= largest {
                break;
            }
            (over, largest) = (next, sum / scale);
        }
        self.extreme(gains.iter().map(|gain| f64::from(u8::from(*gain > over))).collect())
    }

    fn extreme(&self, members: Vec<f64>) -> Extreme {
        let mut spectrum = vec![0.0; self.norms.len()];
        let mut scale = 1.0;
        let orbits = self.components.factors().zip(&self.densities).zip(&members);
        for ((factors, density), member) in orbits.filter(|(_, member)| **member > 0.0) {
            let odds = density * member;
            scale += odds;
            spectrum.iter_mut().zip(factors).for_each(|(mu, factor)| *mu += odds * factor);
        }
        spectrum.iter_mut().for_each(|mu| *mu /= scale);
        Extreme { members, scale, spectrum, share: 0.0 }
    }
}

/// V at a spectrum.
pub(super) fn error(coefficients: &[f64], mu: &[f64]) -> f64 {
    coefficients.iter().zip(mu).map(|(c, mu)| c / (mu * mu)).sum()
}

/// c_T/μ_T³, minus half the derivatives of V.
pub(super) fn weights(coefficients: &[f64], mu: &[f64]) -> Vec<f64> {
    coefficients.iter().zip(mu).map(|(c, mu)| c / (mu * mu * mu)).collect()
}
