//! The law of smallest error under caps on attribute ε, by the interior-point method: minimises the same objective over the laws with
//! X_S ≤ e^δ X_{S∪i} and X_{S∪i} ≤ e^δ X_S for every attribute i with a cap δ [Mathematics, §3, caps on attribute ε; §8].
//!
//! The variables are t, the probability of a uniform record, and v_m = P·X_m − t, the excess of orbit m over it, with
//! t + Σ (T_m/P) v_m = 1 and 0 ≤ v_m ≤ (e^ε − 1)t. Laws close enough to the uniform one keep any record ε, caps and signs; the
//! search starts there.
//!
//! Cost: some dozens of factorisations; 1 s for 2¹⁰ orbits. Fails (`too-many-orbits`) above [`MAX_ORBITS`].

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::components::{Components, too_many};
use super::extreme::Laws;
use super::frank_wolfe::Minimum;
use crate::design::interior::{ConvexProgram, Equation, Inequality, cap_inequalities};
use crate::error::Error;
use crate::exact::to_f64;

/// The largest number of orbits, ∏(n_c + 1), of a program with caps.
pub const MAX_ORBITS: usize = 1 << 11;

/// The typical number of steps of a program, and the work per orbit and step besides factorisations and components.
const STEPS: f64 = 40.0;
const PER_ORBIT: f64 = 1e3;

/// Refuses programs with too many orbits.
pub(super) fn check(components: &Components) -> Result<(), Error> {
    match components.grid().len() {
        orbits if orbits > MAX_ORBITS => Err(too_many(&format!("{orbits}"), "orbits under caps", MAX_ORBITS)),
        _ => Ok(()),
    }
}

/// Finds the smallest V with these signs within the record ε and the caps, infinite for no cap.
pub(super) fn minimise(
    components: &Components,
    record_epsilon: f64,
    caps: &[f64],
    negative: &[bool],
) -> Minimum {
    let shares: Vec<f64> = components.log_weights().iter().map(|log| libm::exp(*log)).collect();
    let found = program(components, &shares, (record_epsilon, caps), negative).minimise();
    let [orbits, count] = [shares.len(), negative.len()].map(|n| to_f64(n as u128));
    Minimum {
        uniform: found.border,
        excess: found.v.iter().zip(&shares).map(|(v, share)| v * share).collect(),
        objective: found.value,
        lower_bound: found.lower_bound,
        work: STEPS * orbits * (orbits * orbits / 24.0 + count * count + PER_ORBIT),
    }
}

fn program(
    components: &Components,
    shares: &[f64],
    (record_epsilon, caps): (f64, &[f64]),
    negative: &[bool],
) -> ConvexProgram {
    let (grid, cap) = (components.grid(), |class: usize| caps[components.classes()[class][0]]);
    let ratio = libm::expm1(record_epsilon);
    let bounds = (0..grid.len()).flat_map(|orbit| {
        let row = |gain, loss, border| Inequality { gain, loss, border, constant: 0.0 };
        [row(Some((orbit, 1.0)), None, 0.0), row(None, Some((orbit, 1.0)), ratio)]
    });
    let capped =
        cap_inequalities(grid, cap).map(|row| Inequality { border: row.constant, constant: 0.0, ..row });
    let map = |component: usize| {
        let sign = if negative[component] { -1.0 } else { 1.0 };
        let factors = components.factors().map(|factors| sign * factors[component]);
        factors.zip(shares).map(|(factor, share)| factor * share).collect::<Vec<f64>>()
    };
    let coefficients = components.coefficients().iter().enumerate();
    ConvexProgram {
        places: grid.places(|class| cap(class) < f64::INFINITY),
        rows: bounds.chain(capped).collect(),
        equations: vec![Equation { terms: shares.to_vec(), border: 1.0, right: 1.0 }],
        cost: 0.0,
        components: coefficients.map(|(component, c)| (*c, map(component))).collect(),
        start: start(components, record_epsilon, caps, negative),
        most: Some(1.0),
    }
}

/// A law with these signs, half as far from a uniform record as the record ε and the caps allow; its uniform part is
/// as far below the rarest record as the likeliest record is below e^ε times the uniform part.
fn start(components: &Components, record_epsilon: f64, caps: &[f64], negative: &[bool]) -> (Vec<f64>, f64) {
    let heights = Laws::new(components, record_epsilon).start(negative).members;
    let weights = components.log_weights().iter().map(|log| libm::exp(*log));
    let mean: f64 = heights.iter().zip(weights).map(|(height, weight)| height * weight).sum();
    let least = caps.iter().copied().fold(record_epsilon, f64::min);
    let growth = libm::expm1(least / 2.0);
    let scale = 1.0 + growth * mean;
    let uniform = libm::exp((least / 2.0 - record_epsilon) / 2.0) / scale;
    (heights.into_iter().map(|height| (1.0 + growth * height) / scale - uniform).collect(), uniform)
}
