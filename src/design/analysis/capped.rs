//! The law of smallest error under caps on attribute ε: the same objective over the laws that keep the rows
//! X_S ≤ e^δ X_{S∪i} and X_{S∪i} ≤ e^δ X_S of every capped attribute (mathematics §3, §8), by the interior-point method.
//!
//! In v_m = P·X_m − t, t the probability of a uniform record: t + Σ (T_m/P) v_m = 1, 0 ≤ v_m ≤ (e^ε − 1)t. Any record ε and
//! caps can be kept, by little enough noise of independent perturbation, which is where the search starts.
//! Cost: some dozens of factorisations; 1 s for 2¹⁰ orbits. Fails (`too-many-orbits`) above [`MAX_ORBITS`].

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::components::Components;
use super::frank_wolfe::Mixture;
use super::{Certificate, too_many};
use crate::design::interior::{Equation, Program, Row, capped_rows};
use crate::error::Error;
use crate::exact::to_f64;

/// The most orbits, ∏(n_c + 1), of a program with caps.
pub const MAX_ORBITS: usize = 1 << 11;

/// The smallest V within the record ε and the caps, infinite where there is none.
pub(super) fn minimise(components: &Components, record_epsilon: f64, caps: &[f64]) -> Result<Mixture, Error> {
    let orbits = components.grid().len();
    if orbits > MAX_ORBITS {
        return Err(too_many(&format!("{orbits}"), "orbits under caps", MAX_ORBITS));
    }
    let shares: Vec<f64> = components.log_weights().iter().map(|log| libm::exp(*log)).collect();
    let found = program(components, &shares, record_epsilon, caps).minimise();
    Ok(Mixture {
        uniform: found.border,
        excess: found.v.iter().zip(&shares).map(|(v, share)| v * share).collect(),
        certificate: Certificate { objective: found.value, lower_bound: found.lower_bound },
    })
}

fn program(components: &Components, shares: &[f64], record_epsilon: f64, caps: &[f64]) -> Program {
    let (grid, cap) = (components.grid(), |class: usize| caps[components.classes()[class][0]]);
    let ratio = libm::expm1(record_epsilon);
    let bounds = (0..grid.len()).flat_map(|orbit| {
        let row = |gain, loss, border| Row { gain, loss, border, constant: 0.0 };
        [row(Some((orbit, 1.0)), None, 0.0), row(None, Some((orbit, 1.0)), ratio)]
    });
    let capped = capped_rows(grid, cap).map(|row| Row { border: row.constant, constant: 0.0, ..row });
    let map = |component: usize| {
        let factors = components.factors().map(|factors| factors[component]);
        factors.zip(shares).map(|(factor, share)| factor * share).collect::<Vec<f64>>()
    };
    let coefficients = components.coefficients().iter().enumerate();
    Program {
        places: grid.places(|class| cap(class) < f64::INFINITY),
        rows: bounds.chain(capped).collect(),
        equations: vec![Equation { terms: shares.to_vec(), border: 1.0, right: 1.0 }],
        cost: 0.0,
        components: coefficients.map(|(component, c)| (*c, map(component))).collect(),
        start: start(components, shares, record_epsilon, caps),
        most: Some(1.0),
    }
}

/// Independent perturbation at half of what the record ε and the caps allow, above a uniform part as far from the rarest
/// record as the likeliest is from e^ε times the uniform part.
fn start(components: &Components, shares: &[f64], record_epsilon: f64, caps: &[f64]) -> (Vec<f64>, f64) {
    let (grid, share) = (components.grid(), record_epsilon / to_f64(caps.len() as u128));
    let classes = components.classes();
    let level = |class: usize| libm::fmin(share, caps[classes[class][0]]) / 2.0;
    let logarithm = |orbit: usize| {
        let unchanged = |class: usize| to_f64((classes[class].len() - grid.count(orbit, class)) as u128);
        (0..classes.len()).map(|class| unchanged(class) * level(class)).sum::<f64>()
    };
    let logarithms: Vec<f64> = (0..grid.len()).map(logarithm).collect();
    let mean: f64 = logarithms.iter().zip(shares).map(|(log, share)| libm::exp(*log) * share).sum();
    let uniform = libm::exp((logarithms[0] - record_epsilon) / 2.0) / mean;
    (logarithms.into_iter().map(|log| libm::exp(log) / mean - uniform).collect(), uniform)
}
