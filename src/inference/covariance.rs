//! The covariance of linear functions of the inverse estimates, including all noise of the law.
//!
//! It is G·Σ·Gᵀ with Σ = M⁻¹(diag λ − λλᵀ)M⁻ᵀ, where λ = M·π are the expected shares of reports for true shares π. For a labelled law Σ is that
//! of its combined views, given the labels [Mathematics, §10 and §11]. Cost: two applications of the law for every row of G, and O(d²·N).
//! Fails where the law erases a component of the table that G needs.

use alloc::format;
use alloc::vec::Vec;

use crate::error::{Code, Error};
use crate::estimate::Observed;

/// The most numbers that are kept in memory: half a gigabyte.
const MOST_NUMBERS: usize = 1 << 26;

/// n·Cov(G·π̂) where the true shares are `truth`, for the rows of G.
///
/// # Errors
/// `unidentifiable-table`; `too-large` where G has too many numbers.
pub(super) fn covariance(
    observed: &Observed<'_>,
    truth: &[f64],
    gradients: &[Vec<f64>],
) -> Result<Vec<Vec<f64>>, Error> {
    let numbers = gradients.len() * truth.len();
    if numbers > MOST_NUMBERS {
        let message =
            format!("the test takes {numbers} numbers in memory; it must not take more than {MOST_NUMBERS}");
        return Err(Error::new(Code::TooLarge, message));
    }
    let mut expected = truth.to_vec();
    observed.perturb(&mut expected);
    let axes = observed.axes();
    let scores: Vec<Vec<f64>> =
        gradients.iter().map(|row| observed.inverted(&axes, row.clone())).collect::<Result<_, _>>()?;
    Ok(observed.covariances(&expected, &scores))
}
