//! How many standard errors an interval reaches: one interval on its own, or all of a table at once.
//!
//! Bonferroni: tail (1−c)/N each. Šidák (1967): 1 − c^{1/N}. Max-z: the c-quantile of max_x |e_x|/SE_x over
//! simulated errors e = A·g, g normal with the covariance (diag λ̂ − λ̂λ̂ᵀ)/n of the observed shares.

use alloc::format;
use alloc::vec::Vec;

use super::factors::Factors;
use super::generator::Generator;
use super::interval::two_sided_quantile;
use super::inverse;
use super::method::{Options, Reconstruction, Simultaneous};
use super::observed::Observed;
use super::operator;
use crate::error::Error;
use crate::exact::to_f64;

/// z for the intervals asked for.
pub(super) fn critical(observed: &Observed<'_>, options: &Options) -> Result<f64, Error> {
    let tail = 1.0 - options.confidence;
    let cells = to_f64(observed.shares().len() as u128);
    match options.simultaneous {
        None => Ok(two_sided_quantile(tail)),
        Some(Simultaneous::Bonferroni) => Ok(two_sided_quantile(tail / cells)),
        Some(Simultaneous::Sidak) => {
            Ok(two_sided_quantile(-libm::expm1(libm::log(options.confidence) / cells)))
        }
        Some(Simultaneous::MaxZ(draws)) => max_z(observed, options, draws),
    }
}

fn max_z(observed: &Observed<'_>, options: &Options, draws: u32) -> Result<f64, Error> {
    if options.reconstruction != Reconstruction::Inverse || options.project {
        let message = format!(
            "simulated simultaneous intervals are those of the inverse, not of {}{}; bonferroni and sidak serve all",
            options.reconstruction,
            if options.project { ", projected" } else { "" }
        );
        return Err(Error::new("unsupported-intervals", message));
    }
    if draws < 2 {
        let message = format!("{draws} simulated samples asked for; at least 2 are needed");
        return Err(Error::new("too-few-replicates", message));
    }
    let factors = observed.inverse_factors(&observed.axes())?;
    let variances = inverse::reconstruct(observed.clone())?.variances;
    let mut generator = Generator::new(options.seed);
    let mut largest: Vec<f64> =
        (0..draws).map(|_| largest_z(observed, &factors, &variances, &mut generator)).collect();
    largest.sort_by(f64::total_cmp);
    let below = options.confidence * f64::from(draws);
    let place = largest.iter().zip(0_u32..).find(|(_, place)| f64::from(place + 1) >= below);
    Ok(place.map_or(f64::INFINITY, |(z, _)| *z))
}

fn largest_z(
    observed: &Observed<'_>,
    factors: &Factors,
    variances: &[f64],
    generator: &mut Generator,
) -> f64 {
    let n = observed.n();
    let mut errors: Vec<f64> =
        observed.shares().iter().map(|share| libm::sqrt(share / n) * generator.normal()).collect();
    let total: f64 = errors.iter().sum();
    errors.iter_mut().zip(observed.shares()).for_each(|(error, share)| *error -= share * total);
    operator::apply(factors, observed.sizes(), &mut errors);
    let squares = errors.iter().zip(variances).filter(|(_, variance)| **variance > 0.0);
    libm::sqrt(squares.map(|(error, variance)| error * error / variance).fold(0.0, f64::max))
}
