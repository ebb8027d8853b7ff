//! Critical values: how many standard errors an interval extends, for one interval on its own or for all of a table at once.
//!
//! Bonferroni: tail (1−c)/N each. \[Šidák67\]: 1 − c^{1/N}. Max-z: the c-quantile of max_x |e_x|/SE_x over simulated errors e = J·g
//! ([`crate::estimate::methods::derivative`]), g normal with the covariance of the observed shares, which is (diag λ̃ − λ̃λ̃ᵀ)/n or, for a
//! labelled law, that of its forms. For estimates that were moved, the errors of the inverse are simulated, whose intervals they have.
//! Errors are simulated as if the population were unlimited; a finite one makes errors smaller, and at most Bonferroni's z is taken.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use crate::error::{Code, Error};
use crate::estimate::interval::two_sided_quantile;
use crate::estimate::methods::derivative::Derivative;
use crate::estimate::methods::reconstructed::Reconstructed;
use crate::estimate::observed::Observed;
use crate::estimate::options::{Options, Simultaneous};
use crate::exact::to_f64;
use crate::numeric::cholesky::{Matrix, dot};
use crate::numeric::order::by_ascending;
use crate::numeric::random::Generator;
use crate::numeric::vectors;

/// The most cells of a labelled table whose covariance is factored: its cost rises with the third power.
const MOST_LABELLED: usize = 1024;

/// z for the intervals asked for, with Bonferroni's in place of a simulated one.
pub(crate) fn critical(options: &Options, cells: usize) -> f64 {
    let (tail, cells) = (1.0 - options.confidence, to_f64(cells as u128));
    two_sided_quantile(match options.simultaneous {
        None => tail,
        Some(Simultaneous::Bonferroni | Simultaneous::MaxZ(_)) => tail / cells,
        Some(Simultaneous::Sidak) => -libm::expm1(libm::log(options.confidence) / cells),
    })
}

/// The quantile of the largest |error|/SE over this many simulated samples.
pub(crate) fn max_z(
    observed: &Observed<'_>,
    reconstructed: &Reconstructed,
    draws: u32,
    options: &Options,
) -> Result<f64, Error> {
    if draws < 2 {
        let message = format!("{draws} simulated samples were requested; at least 2 are needed");
        return Err(Error::new(Code::TooFewReplicates, message));
    }
    let of = reconstructed.centre.as_deref().unwrap_or(reconstructed);
    let errors = vectors::square_roots(of.variances.clone());
    let mut generator = Generator::new(options.seed);
    let spread = Deviations::new(observed)?;
    let draw = |_| {
        observed.stop().check()?;
        let noise = spread.draw(observed, &mut generator);
        largest_z(observed, of.derivative.as_ref(), &errors, noise)
    };
    let largest = by_ascending((0..draws).map(draw).collect::<Result<Vec<f64>, Error>>()?, |z| *z);
    let below = options.confidence * f64::from(draws);
    let place = largest.iter().zip(0_u32..).find(|(_, place)| f64::from(place + 1) >= below);
    let simulated = place.map_or(f64::INFINITY, |(z, _)| *z);
    Ok(if observed.sampled() < 1.0 {
        libm::fmin(simulated, critical(options, errors.len()))
    } else {
        simulated
    })
}

/// The law of the observed shares around the expected ones.
enum Deviations {
    /// That of a multinomial sample.
    Multinomial,
    /// Normal, by a factor L of their covariance L·Lᵀ.
    Factored(Matrix),
}

impl Deviations {
    fn new(observed: &Observed<'_>) -> Result<Self, Error> {
        if observed.labelled().is_none() {
            return Ok(Self::Multinomial);
        }
        let cells = observed.shares().len();
        if cells > MOST_LABELLED {
            let message = format!(
                "the labelled table has {cells} cells; simultaneous intervals can be simulated for at most {MOST_LABELLED}"
            );
            return Err(Error::new(Code::TooLarge, message));
        }
        let mut covariance = Matrix::zero(cells, cells);
        let n = observed.n();
        let of_reports = observed.covariance(observed.expected_reports());
        for cell in 0..cells {
            let mut scores = vec![0.0; cells];
            scores[cell] = 1.0;
            let row = of_reports.times(&scores);
            covariance.row_mut(cell).iter_mut().zip(row).for_each(|(entry, row)| *entry = row / n);
        }
        covariance.factor();
        Ok(Self::Factored(covariance))
    }

    /// Draws the deviations from the expected shares.
    fn draw(&self, observed: &Observed<'_>, generator: &mut Generator) -> Vec<f64> {
        let expected = observed.expected_reports();
        match self {
            Self::Multinomial => {
                let n = observed.n();
                let deviation = |share: &f64| libm::sqrt(share / n) * generator.normal();
                let mut noise: Vec<f64> = expected.iter().map(deviation).collect();
                let total: f64 = noise.iter().sum();
                noise.iter_mut().zip(expected).for_each(|(noise, share)| *noise -= share * total);
                noise
            }
            Self::Factored(factor) => {
                let normal: Vec<f64> = expected.iter().map(|_| generator.normal()).collect();
                (0..normal.len()).map(|row| dot(&factor.row(row)[..=row], &normal[..=row])).collect()
            }
        }
    }
}

fn largest_z(
    observed: &Observed<'_>,
    derivative: &dyn Derivative,
    standard_errors: &[f64],
    noise: Vec<f64>,
) -> Result<f64, Error> {
    let errors = derivative.push(observed, noise)?;
    let known = errors.iter().zip(standard_errors).filter(|(_, standard_error)| **standard_error > 0.0);
    Ok(known.map(|(error, standard_error)| libm::fabs(error / standard_error)).fold(0.0, f64::max))
}
