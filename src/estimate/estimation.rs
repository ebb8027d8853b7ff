//! From counts to an estimate: what was observed, its reconstruction, and the intervals around it.

use alloc::vec::Vec;

use super::observed::Observed;
use super::options::{Options, Reconstruction, Simultaneous};
use super::reconstruct::choice::{auto, hybrid};
use super::reconstruct::likelihood::likeliest;
use super::reconstruct::{clusters, inverse, joint, product, projection, truncated};
use super::reconstructed::Reconstructed;
use super::result::{Dimensions, Estimate};
use super::truth::possible;
use super::uncertainty::simultaneous;
use crate::count::Table;
use crate::error::Error;
use crate::law::Law;

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
    let dimensions = dimensions(&observed);
    let cells = observed.shares().len();
    if in_place(options) {
        let critical = simultaneous::critical(options, cells);
        return Ok(Estimate::new(dimensions, options.confidence, critical, inverse::reconstruct(observed)?));
    }
    let observed = settled(observed, options)?;
    let reconstructed = reconstruct(&observed, options)?;
    let critical = match options.simultaneous {
        Some(Simultaneous::MaxZ(draws)) => simultaneous::max_z(&observed, &reconstructed, draws, options)?,
        _ => simultaneous::critical(options, cells),
    };
    let parts = noise_and_sampling(observed, &reconstructed.variances, options)?;
    let estimate = Estimate::new(dimensions, options.confidence, critical, reconstructed);
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

fn dimensions(observed: &Observed<'_>) -> Dimensions {
    let (attributes, sizes) = (observed.attributes().into(), observed.sizes().into());
    Dimensions { attributes, sizes, n: observed.reports(), sampled: observed.sampled() }
}

/// The inverse takes the memory of what was observed, which everything else needs again.
fn in_place(options: &Options) -> bool {
    let simulated = matches!(options.simultaneous, Some(Simultaneous::MaxZ(_)));
    let plain = options.reconstruction == Reconstruction::Inverse && !options.project;
    plain && !simulated && options.population.is_none()
}

/// What was observed, with variances at a truth that is possible where they are needed.
pub(crate) fn settled<'l>(observed: Observed<'l>, options: &Options) -> Result<Observed<'l>, Error> {
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

pub(crate) fn reconstruct(observed: &Observed<'_>, options: &Options) -> Result<Reconstructed, Error> {
    let reconstructed = match options.reconstruction {
        Reconstruction::Auto => auto::reconstruct(observed, options)?,
        Reconstruction::Inverse => inverse::reconstruct(observed.clone())?,
        Reconstruction::Joint => joint::reconstruct(observed.clone())?,
        Reconstruction::Independent => product::independent(observed)?,
        Reconstruction::Clusters(clustering) => clusters::reconstruct(observed, clustering)?,
        Reconstruction::Truncated => truncated::reconstruct(observed)?,
        Reconstruction::Hybrid => hybrid::reconstruct(observed)?,
        Reconstruction::HybridPublished => hybrid::published(observed)?,
        Reconstruction::Likelihood => likeliest::reconstruct(observed, options)?,
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
