//! Fully corrective Frank–Wolfe with pairwise inner steps (Jaggi 2013; Lacoste-Julien, Jaggi 2015).
//!
//! Extreme laws of record ε are "R = e^ε times likelier on a set A of orbits": μ_T = Σ_{A} ρ_m κ_T(m)/(1+ρ(A))
//! with ρ_m = (R−1)·P(m). For weights w_T = c_T/μ_T³ the best A is {Σ_T w_T κ_T > λ}, λ its own value
//! (Dinkelbach). V is convex and homogeneous of degree −2, so V − V* ≤ 2(max_A Σ w_T μ_T(A) − V).

use alloc::vec;
use alloc::vec::Vec;

use super::Certificate;
use super::components::Components;

/// The search ends when the proven gap is below this share of V.
const GAP: f64 = 1e-8;
const MAX_ATOMS: usize = 2_000;
const MAX_INNER_STEPS: usize = 5_000;

/// A law as probabilities, with its certificate.
pub(super) struct Mixture {
    pub(super) uniform: f64,
    pub(super) excess: Vec<f64>,
    pub(super) certificate: Certificate,
}

/// An extreme law: its set, its normalisation 1 + ρ(A), its spectrum, and its share of the mixture.
struct Atom {
    set: Vec<bool>,
    scale: f64,
    spectrum: Vec<f64>,
    share: f64,
}

pub(super) fn minimise(components: &Components, record_epsilon: f64) -> Mixture {
    let log_gain = record_epsilon + libm::log(-libm::expm1(-record_epsilon));
    let densities: Vec<f64> = components.log_weights().iter().map(|log| libm::exp(log + log_gain)).collect();
    let mut atoms = vec![start(components, &densities)];
    let mut lower_bound = 0.0;
    for _ in 0..MAX_ATOMS {
        let mu = combined(&atoms);
        let value = objective(components, &mu);
        let next = best_atom(components, &densities, &mu);
        let improvement = slope(components, &mu, &next.spectrum) - value;
        lower_bound = libm::fmax(lower_bound, value - 2.0 * improvement);
        if 2.0 * improvement <= GAP * value {
            break;
        }
        atoms.push(next);
        rebalance(components, &mut atoms, improvement / 10.0);
        atoms.retain(|atom| atom.share > 0.0);
    }
    let objective = objective(components, &combined(&atoms));
    let certificate = Certificate { objective, lower_bound: libm::fmin(lower_bound, objective) };
    mixture(&densities, &atoms, certificate)
}

/// An extreme law that keeps every component: the best for equal weights, or else the one that favours the
/// truth alone, which keeps all of them a little.
fn start(components: &Components, densities: &[f64]) -> Atom {
    let equal = best_atom(components, densities, &vec![1.0; components.coefficients().len()]);
    let keeps_all = equal.spectrum.iter().all(|mu| *mu > 0.0);
    let truth = || atom(components, densities, (0..densities.len()).map(|orbit| orbit == 0).collect());
    Atom { share: 1.0, ..if keeps_all { equal } else { truth() } }
}

fn mixture(densities: &[f64], atoms: &[Atom], certificate: Certificate) -> Mixture {
    let mut excess = vec![0.0; densities.len()];
    for atom in atoms {
        let odds = atom.share / atom.scale;
        let marked = excess.iter_mut().zip(densities).zip(&atom.set).filter(|(_, marked)| **marked);
        marked.for_each(|((excess, density), _)| *excess += odds * density);
    }
    let uniform = atoms.iter().map(|atom| atom.share / atom.scale).sum();
    Mixture { uniform, excess, certificate }
}

fn atom(components: &Components, densities: &[f64], set: Vec<bool>) -> Atom {
    let mut spectrum = vec![0.0; components.coefficients().len()];
    let mut scale = 1.0;
    let orbits = components.factors().zip(densities).zip(&set);
    for ((factors, density), _) in orbits.filter(|(_, marked)| **marked) {
        scale += density;
        spectrum.iter_mut().zip(factors).for_each(|(mu, factor)| *mu += density * factor);
    }
    spectrum.iter_mut().for_each(|mu| *mu /= scale);
    Atom { set, scale, spectrum, share: 0.0 }
}

/// The extreme law of largest Σ w_T μ_T.
fn best_atom(components: &Components, densities: &[f64], mu: &[f64]) -> Atom {
    let weights: Vec<f64> =
        components.coefficients().iter().zip(mu).map(|(c, mu)| c / (mu * mu * mu)).collect();
    let gain = |factors: &[f64]| factors.iter().zip(&weights).map(|(f, w)| f * w).sum::<f64>();
    let gains: Vec<f64> = components.factors().map(gain).collect();
    let mut threshold = f64::NEG_INFINITY;
    loop {
        let marked = gains.iter().zip(densities).filter(|(gain, _)| **gain > libm::fmax(threshold, 0.0));
        let (sum, scale) =
            marked.fold((0.0, 1.0), |(s, d), (gain, density)| (s + gain * density, d + density));
        if sum / scale <= threshold {
            break;
        }
        threshold = sum / scale;
    }
    atom(components, densities, gains.iter().map(|gain| *gain > threshold).collect())
}

/// Pairwise steps among the atoms until no exchange gains more than `enough`.
fn rebalance(components: &Components, atoms: &mut [Atom], enough: f64) {
    let mut mu = combined(atoms);
    for _ in 0..MAX_INNER_STEPS {
        let slopes: Vec<f64> = atoms.iter().map(|atom| slope(components, &mu, &atom.spectrum)).collect();
        let best = (0..atoms.len()).max_by(|&i, &j| slopes[i].total_cmp(&slopes[j]));
        let worst = (0..atoms.len())
            .filter(|&i| atoms[i].share > 0.0)
            .min_by(|&i, &j| slopes[i].total_cmp(&slopes[j]));
        let (Some(best), Some(worst)) = (best, worst) else { return };
        if slopes[best] - slopes[worst] <= enough {
            return;
        }
        let direction: Vec<f64> =
            atoms[best].spectrum.iter().zip(&atoms[worst].spectrum).map(|(b, w)| b - w).collect();
        let step = line_search(components, &mu, &direction, atoms[worst].share);
        atoms[best].share += step;
        atoms[worst].share = if step == atoms[worst].share { 0.0 } else { atoms[worst].share - step };
        mu.iter_mut().zip(&direction).for_each(|(mu, d)| *mu += step * d);
    }
}

/// The step in [0, most] that minimises V(μ + step·d), by bisection on its derivative.
fn line_search(components: &Components, mu: &[f64], direction: &[f64], most: f64) -> f64 {
    let rises = |step: f64| {
        let terms = components.coefficients().iter().zip(mu).zip(direction).map(|((c, mu), d)| {
            let moved = mu + step * d;
            if moved > 0.0 { -c * d / (moved * moved * moved) } else { f64::INFINITY }
        });
        terms.sum::<f64>() > 0.0
    };
    if !rises(most) {
        return most;
    }
    let (mut low, mut high) = (0.0, most);
    for _ in 0..60 {
        let middle = low + (high - low) / 2.0;
        if rises(middle) { high = middle } else { low = middle }
    }
    low
}

fn combined(atoms: &[Atom]) -> Vec<f64> {
    let mut mu = vec![0.0; atoms[0].spectrum.len()];
    for atom in atoms {
        mu.iter_mut().zip(&atom.spectrum).for_each(|(mu, s)| *mu += atom.share * s);
    }
    mu
}

fn objective(components: &Components, mu: &[f64]) -> f64 {
    components.coefficients().iter().zip(mu).map(|(c, mu)| c / (mu * mu)).sum()
}

/// Σ_T c_T ν_T / μ_T³, minus half the derivative of V at μ towards ν.
fn slope(components: &Components, mu: &[f64], towards: &[f64]) -> f64 {
    let terms = components.coefficients().iter().zip(mu).zip(towards);
    terms.map(|((c, mu), nu)| c * nu / (mu * mu * mu)).sum()
}
