//! RR-Joint (castell II-B1): the table is one attribute with N categories.
//!
//! A law that treats it so, every other cell being equally likely, keeps a share μ of the table and
//! replaces the rest by a uniform cell: λ = μ·π + (1−μ)/N, hence π̂ = (λ̂ − (1−μ)/N)/μ. All other laws have
//! several μ_T, and the N×N matrix of equation (1) is inverted through them: the numbers of the inverse.
//!
//! Cost: O(N), for other laws O(w·N). Fails where the law erases a component of the table.

use alloc::string::ToString;

use super::influence;
use super::inverse;
use super::jacobian::Jacobian;
use super::method::Reconstruction;
use super::observed::Observed;
use super::result::Reconstructed;
use crate::error::Error;
use crate::exact::to_f64;

/// Factors that differ by less are those of one attribute: the weights of a law have 64 bits.
const SAME: f64 = 1e-15;

pub(super) fn reconstruct(observed: Observed<'_>) -> Result<Reconstructed, Error> {
    let axes = observed.axes();
    let spectrum = observed.spectrum().list(axes.len());
    let kept = spectrum[spectrum.len() - 1];
    if spectrum[1..].iter().any(|mu| libm::fabs(mu - kept) > SAME) {
        let reason = "the law does not perturb this table as one attribute: the numbers of the inverse";
        let inverse = inverse::reconstruct(observed)?.because(reason.to_string());
        return Ok(Reconstructed { method: Reconstruction::Joint, ..inverse });
    }
    let influence = Some(influence::of_inverse(&observed, &axes)?);
    let condition = observed.condition(&axes);
    let n = observed.n();
    let mut shares = observed.into_shares();
    let background = (1.0 - kept) / to_f64(shares.len() as u128);
    let variances = shares.iter().map(|observed| observed * (1.0 - observed) / (kept * kept * n)).collect();
    shares.iter_mut().for_each(|share| *share = (*share - background) / kept);
    let jacobian = Jacobian::Inverse;
    Ok(Reconstructed::new(Reconstruction::Joint, shares, variances, jacobian, condition, influence)
        .unbiased())
}
