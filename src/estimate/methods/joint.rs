//! RR-Joint [DomingoFerrer22; Kikuchi, II-B1]: the table is one attribute with N categories.
//!
//! A law that treats it so, with every other cell equally likely, keeps a share μ of the table and replaces the rest by a uniform cell:
//! λ = μ·π + (1−μ)/N, hence π̂ = (λ̂ − (1−μ)/N)/μ. All other laws have several μ_T, through which the N×N matrix of equation (1) is
//! inverted: this gives the numbers of the inverse.
//!
//! Cost: O(N), for other laws O(w·N). Fails where the law erases a component of the table.

use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::influence::Reach;
use super::inverse::{self, Inverse};
use super::reconstructed::Reconstructed;
use crate::error::Error;
use crate::estimate::interval::rule::Rule;
use crate::estimate::method::Reconstruction;
use crate::estimate::observed::Observed;
use crate::exact::to_f64;

/// Factors that do not differ by more count as equal: the weights of a law have 64 bits.
const SAME: f64 = 1e-15;

pub(crate) fn reconstruct(mut observed: Observed<'_>) -> Result<Reconstructed, Error> {
    let axes = observed.axes();
    let spectrum = observed.spectrum().list(axes.len());
    let kept = spectrum[spectrum.len() - 1];
    if spectrum[1..].iter().any(|mu| libm::fabs(mu - kept) > SAME) {
        let reason = "the law does not perturb this table as one attribute: the numbers of the inverse";
        let inverse = inverse::reconstruct(observed)?.because(reason.to_string());
        return Ok(Reconstructed { method: Reconstruction::Joint, ..inverse });
    }
    let reach = Reach::of_cell(&observed, &axes)?;
    let influence = reach.influence(observed.n());
    let condition = observed.condition(&axes);
    let base = (1.0 - kept) / to_f64(observed.shares().len() as u128);
    let variances = variances(&observed, kept);
    let mut shares = observed.take_shares();
    shares.iter_mut().for_each(|share| *share = (*share - base) / kept);
    let method = Reconstruction::Joint;
    Ok(Reconstructed::new(method, (shares, variances), Arc::new(Inverse), condition, influence).unbiased(
        Rule::Count { base, slope: kept },
        None,
        reach,
    ))
}

/// The variances λ(1−λ)/μ²n, λ the expected shares; with a finite population less (1−f)·π(1−π)/n.
fn variances(observed: &Observed<'_>, kept: f64) -> Vec<f64> {
    let (n, left_out) = (observed.n(), 1.0 - observed.sampled());
    let of_reports =
        observed.expected_reports().iter().map(|share| share * (1.0 - share) / (kept * kept * n));
    match observed.possible_truth() {
        Some(truth) => {
            let drawn = truth.iter().map(|share| left_out * share * (1.0 - share) / n);
            of_reports.zip(drawn).map(|(all, drawn)| all - drawn).collect()
        }
        None => of_reports.collect(),
    }
}
