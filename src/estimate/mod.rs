//! Tables of perturbed counts in; estimates with standard errors and intervals out. One file per
//! reconstruction.
//!
//! ```text
//! Table + Law ─ observed ─ inverse ┬ independent · clusters (products of inverses)
//!                                  ├ joint · truncated · likelihood
//!                                  └ mixture · risk · held_out ─ hybrid · auto ─ projection ─ Estimate ─ consistency
//!                          likelihood ─ information · profile (its own errors and intervals)
//!       noise · answers ─ possible: at what truth variances are taken
//!                          jacobian ─ Errors: covariance, shares within groups, differences
//! ```
//!
//! | reconstruction | bias | source |
//! |---|---|---|
//! | [`Reconstruction::Inverse`] | none | mathematics §5; castell's inversion |
//! | [`Reconstruction::Joint`] | none | RR-Joint |
//! | [`Reconstruction::Independent`] | all dependence between attributes | RR-Independent |
//! | [`Reconstruction::Clusters`] | dependence between clusters | RR-Clusters |
//! | [`Reconstruction::Truncated`] | upward at 0 | castell, Algorithm 4 |
//! | [`Reconstruction::Likelihood`] | upward at 0 | EM, genome supplement S3 |
//! | [`Reconstruction::Hybrid`] | the product's part of all dependence | castell III-D; smallest estimated mean squared error |
//! | [`Reconstruction::HybridPublished`] | that of the one chosen | castell III-D |
//! | [`Reconstruction::Auto`] | that of the one chosen | smallest estimated mean squared error; held-out likelihood |

mod anderson;
mod answers;
mod ascent;
mod auto;
mod binomial;
mod bootstrap;
mod clusters;
mod consistency;
mod covariance;
mod cut;
mod errors;
mod factors;
mod fit;
mod generator;
mod groups;
mod held_out;
mod hybrid;
mod influence;
mod information;
mod interval;
mod inverse;
mod jacobian;
mod joint;
mod likelihood;
mod method;
mod mixture;
mod noise;
mod observed;
mod operator;
mod possible;
mod product;
mod profile;
mod projection;
mod quadratic;
mod result;
mod risk;
mod roots;
mod simultaneous;
mod support;
mod truncated;
mod two_valued;
mod walk;
mod weight;

pub use consistency::consistent;
pub use covariance::Covariance;
pub use errors::Errors;
pub use fit::{Misfit, misfit};
pub use groups::{Conditional, Difference};
pub use hybrid::{Thresholds, thresholds};
pub use likelihood::Convergence;
pub use method::{Clustering, Options, Reconstruction, Simultaneous};
pub use result::{Cell, Estimate};

use alloc::vec::Vec;

use crate::count::Table;
use crate::error::Error;
use crate::law::Law;
use observed::Observed;
use result::{Reconstructed, Shape};

/// Estimates the table of true shares behind `table`, which is consumed: its memory becomes that of the
/// estimates.
///
/// Shape: a cell per cell of the table, row-major, last attribute fastest. Units: shares of all records.
/// Cost: that of the reconstruction, see [`Reconstruction`]; the inverse takes O(w·N) time and two tables
/// of N doubles in all.
///
/// # Errors
/// `invalid-confidence` outside (0,1); `empty-sample` for no reports; `plan-mismatch` where the law has no
/// such attributes; `unidentifiable-table` where the law erased what the reconstruction needs (condition
/// above [`crate::law::MAX_CONDITION`]); `invalid-clusters`; `invalid-tolerance`; `invalid-population`; `too-few-replicates`.
pub fn estimate(law: &Law, table: Table, options: &Options) -> Result<Estimate, Error> {
    options.check()?;
    let observed = Observed::new(law, table)?.out_of(options.population)?;
    let shape = shape(&observed);
    let cells = observed.shares().len();
    if in_place(options) {
        let critical = simultaneous::critical(options, cells);
        return Ok(Estimate::new(shape, options.confidence, critical, inverse::reconstruct(observed)?));
    }
    let observed = settled(observed, options)?;
    let reconstructed = reconstruct(&observed, options)?;
    let critical = match options.simultaneous {
        Some(Simultaneous::MaxZ(draws)) => simultaneous::max_z(&observed, &reconstructed, draws, options)?,
        _ => simultaneous::critical(options, cells),
    };
    let parts = noise_and_sampling(observed, &reconstructed.variances, options)?;
    let estimate = Estimate::new(shape, options.confidence, critical, reconstructed);
    Ok(match parts {
        Some([noise, sampling]) => estimate.of_parts(noise, sampling),
        None => estimate,
    })
}

/// The unbiased inverse estimate of `table` with intervals at `confidence`.
///
/// # Errors
/// Those of [`estimate`].
pub fn inverse(law: &Law, table: &Table, confidence: f64) -> Result<Estimate, Error> {
    estimate(law, table.clone(), &Options { confidence, ..Options::default() })
}

fn shape(observed: &Observed<'_>) -> Shape {
    let (attributes, sizes) = (observed.attributes().into(), observed.sizes().into());
    Shape { attributes, sizes, n: observed.reports(), sampled: observed.sampled() }
}

/// The inverse takes the memory of what was observed, which everything else needs again.
fn in_place(options: &Options) -> bool {
    let simulated = matches!(options.simultaneous, Some(Simultaneous::MaxZ(_)));
    let plain = options.reconstruction == Reconstruction::Inverse && !options.project;
    plain && !simulated && options.population.is_none()
}

/// What was observed, with variances at answers that are possible where they are needed.
fn settled<'l>(observed: Observed<'l>, options: &Options) -> Result<Observed<'l>, Error> {
    let axes = observed.axes();
    let judged = match options.reconstruction {
        Reconstruction::Independent | Reconstruction::Clusters(_) => {
            let pairs = product::couples(axes.len()).map(|(i, j)| [i, j].into());
            axes.iter().map(|&axis| [axis].into()).chain(pairs).collect()
        }
        _ => Vec::from([axes]),
    };
    possible::settled(observed, &judged, options.population.is_some())
}

fn reconstruct(observed: &Observed<'_>, options: &Options) -> Result<Reconstructed, Error> {
    let reconstructed = match options.reconstruction {
        Reconstruction::Auto => auto::reconstruct(observed, options)?,
        Reconstruction::Inverse => inverse::reconstruct(observed.clone())?,
        Reconstruction::Joint => joint::reconstruct(observed.clone())?,
        Reconstruction::Independent => product::independent(observed)?,
        Reconstruction::Clusters(clustering) => clusters::reconstruct(observed, clustering)?,
        Reconstruction::Truncated => truncated::reconstruct(observed)?,
        Reconstruction::Hybrid => hybrid::reconstruct(observed)?,
        Reconstruction::HybridPublished => hybrid::published(observed)?,
        Reconstruction::Likelihood => likelihood::reconstruct(observed, options)?,
    };
    if options.project { projection::of(observed, &reconstructed) } else { Ok(reconstructed) }
}

/// Variances told apart where the population is known, for estimates that do not depend on them: those that are left where
/// all people respond, and the rest.
fn noise_and_sampling(
    observed: Observed<'_>,
    variances: &[f64],
    options: &Options,
) -> Result<Option<[Vec<f64>; 2]>, Error> {
    let chosen = matches!(options.reconstruction, Reconstruction::Auto | Reconstruction::Hybrid);
    if chosen || options.population.is_none() {
        return Ok(None);
    }
    let noise = reconstruct(&observed.in_census(), options)?.variances;
    let sampling = variances.iter().zip(&noise).map(|(all, noise)| libm::fmax(all - noise, 0.0)).collect();
    Ok(Some([noise, sampling]))
}
