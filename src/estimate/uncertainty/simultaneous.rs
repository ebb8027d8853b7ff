//! How many standard errors an interval reaches: one interval on its own, or all of a table at once.
//!
//! Bonferroni: tail (1−c)/N each. \[Šidák67\]: 1 − c^{1/N}. Max-z: the c-quantile of max_x |e_x|/SE_x over
//! simulated errors e = J·g ([`crate::estimate::derivative`]), g normal with the covariance (diag λ̃ − λ̃λ̃ᵀ)/n of the observed shares;
//! for estimates that were moved, those of the inverse, whose intervals they have. Errors are simulated as if respondents
//! came from any number of people: of few, which makes errors smaller, at most Bonferroni's z is taken.

use alloc::format;
use alloc::vec::Vec;

use crate::error::{Code, Error};
use crate::estimate::derivative::Derivative;
use crate::estimate::interval::quantile::two_sided_quantile;
use crate::estimate::observed::Observed;
use crate::estimate::options::{Options, Simultaneous};
use crate::estimate::reconstructed::Reconstructed;
use crate::exact::to_f64;
use crate::numeric::random::Generator;
use crate::numeric::roots;

/// z for the intervals asked for; that of Bonferroni in place of a simulated one.
pub(crate) fn critical(options: &Options, cells: usize) -> f64 {
    let (tail, cells) = (1.0 - options.confidence, to_f64(cells as u128));
    two_sided_quantile(match options.simultaneous {
        None => tail,
        Some(Simultaneous::Bonferroni | Simultaneous::MaxZ(_)) => tail / cells,
        Some(Simultaneous::Sidak) => -libm::expm1(libm::log(options.confidence) / cells),
    })
}

/// The quantile of the largest |error|/SE over that many simulated samples.
pub(crate) fn max_z(
    observed: &Observed<'_>,
    reconstructed: &Reconstructed,
    draws: u32,
    options: &Options,
) -> Result<f64, Error> {
    if draws < 2 {
        let message = format!("{draws} simulated samples asked for; at least 2 are needed");
        return Err(Error::new(Code::TooFewReplicates, message));
    }
    let of = reconstructed.centre.as_deref().unwrap_or(reconstructed);
    let errors = roots::taken(of.variances.clone());
    let mut generator = Generator::new(options.seed);
    let draw = |_| largest_z(observed, of.derivative.as_ref(), &errors, &mut generator);
    let mut largest = (0..draws).map(draw).collect::<Result<Vec<f64>, Error>>()?;
    largest.sort_by(f64::total_cmp);
    let below = options.confidence * f64::from(draws);
    let place = largest.iter().zip(0_u32..).find(|(_, place)| f64::from(place + 1) >= below);
    let simulated = place.map_or(f64::INFINITY, |(z, _)| *z);
    Ok(if observed.sampled() < 1.0 {
        libm::fmin(simulated, critical(options, errors.len()))
    } else {
        simulated
    })
}

fn largest_z(
    observed: &Observed<'_>,
    derivative: &dyn Derivative,
    standard_errors: &[f64],
    generator: &mut Generator,
) -> Result<f64, Error> {
    let n = observed.n();
    let mut noise: Vec<f64> =
        observed.expected_reports().iter().map(|share| libm::sqrt(share / n) * generator.normal()).collect();
    let total: f64 = noise.iter().sum();
    noise.iter_mut().zip(observed.expected_reports()).for_each(|(noise, share)| *noise -= share * total);
    let errors = derivative.push(observed, noise)?;
    let known = errors.iter().zip(standard_errors).filter(|(_, standard_error)| **standard_error > 0.0);
    Ok(known.map(|(error, standard_error)| libm::fabs(error / standard_error)).fold(0.0, f64::max))
}
