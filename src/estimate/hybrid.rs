//! Hybrid (castell III-D): the inverse where it can be afforded, otherwise the product of the marginals.
//!
//! **By estimated mean squared error** (the default): exact variance of the inverse against squared bias
//! plus variance of the product, both estimated from the same reports ([`super::risk`]). O(w²·N).
//!
//! **By the published thresholds** (Appendix C), for d = max a_i and ε the sum of the column ε:
//! n* = (1 + (d−1)/e^{ε/w})^w · d^w / max(d^{−w}, 1/d − d^{−w}),
//! ε* = w·ln[(d−1)/((1/d − d^{−w})^{1/w}·n^{1/w}/d − 1)], w* = (ln n − ln d)/ln d².
//! The inverse is used where n > n*, ε > ε* and w < w*. They rest on a bound of the inverse matrix that
//! does not hold (Lemma 2), and the paper itself finds them too loose: kept for comparison. O(w·N).

use alloc::format;

use super::inverse;
use super::method::Reconstruction;
use super::observed::Observed;
use super::product::{self, Product};
use super::result::Reconstructed;
use super::risk;
use crate::error::Error;
use crate::exact::to_f64;

/// The published thresholds for a table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// n*: reports above which the inverse is said to be better.
    pub respondents: f64,
    /// ε*: the sum of column ε above which it is; infinite where no ε is enough.
    pub epsilon: f64,
    /// w*: attributes below which it is.
    pub attributes: f64,
}

/// The published thresholds for a table of these sizes, n reports and this sum of column ε.
#[must_use]
pub fn thresholds(sizes: &[u32], n: f64, epsilon: f64) -> Thresholds {
    let d = f64::from(sizes.iter().copied().max().unwrap_or(1));
    let w = to_f64(sizes.len() as u128);
    let uniform = libm::pow(d, -w);
    let spread = libm::fmax(1.0 / d - uniform, 0.0);
    let bound = libm::pow((1.0 + (d - 1.0) / libm::exp(epsilon / w)) * d, w);
    let room = libm::pow(spread * n, 1.0 / w) / d - 1.0;
    Thresholds {
        respondents: bound / libm::fmax(uniform, spread),
        epsilon: if room > 0.0 { w * libm::log((d - 1.0) / room) } else { f64::INFINITY },
        attributes: (libm::log(n) - libm::log(d)) / (2.0 * libm::log(d)),
    }
}

/// The one with the smaller estimated mean squared error.
pub(super) fn reconstruct(observed: &Observed<'_>) -> Result<Reconstructed, Error> {
    let inverse = inverse::reconstruct(observed.clone())?;
    let singles = observed.axes().into_iter().map(|axis| [axis].into()).collect();
    let product = Product::new(observed, singles)?;
    let independent = product.reconstruct(observed, Reconstruction::Independent);
    let covariance = product.covariance_with_inverse(observed, &inverse.shares)?;
    let of_independent = risk::of(&independent.shares, &inverse, covariance);
    let of_inverse = risk::of_inverse(&inverse);
    let reason = format!(
        "estimated mean squared error, summed over the cells: inverse {of_inverse:.3e}, independent {of_independent:.3e}"
    );
    let chosen = if of_independent < of_inverse { independent } else { inverse };
    Ok(chosen.because(reason))
}

/// The one the published thresholds name.
pub(super) fn published(observed: &Observed<'_>) -> Result<Reconstructed, Error> {
    let levels = observed.law().column_epsilons();
    let epsilon = observed.attributes().iter().map(|&attribute| levels[attribute]).sum();
    let Thresholds { respondents, epsilon: least, attributes } =
        thresholds(observed.sizes(), observed.n(), epsilon);
    let reason = format!(
        "published thresholds: n* = {respondents:.0}, ε* = {least:.3}, w* = {attributes:.3}, with n = {}, ε = {epsilon:.3}, w = {}",
        observed.reports(),
        observed.sizes().len()
    );
    let few = to_f64(observed.sizes().len() as u128) < attributes;
    let chosen = if observed.n() > respondents && epsilon > least && few {
        inverse::reconstruct(observed.clone())?
    } else {
        product::independent(observed)?
    };
    Ok(chosen.because(reason))
}

#[cfg(test)]
mod tests {
    use super::thresholds;

    /// castell, Table III: w* = 1.374 for Adult (n = 32,561, d = 16).
    #[test]
    fn the_printed_threshold_of_attributes() {
        assert!((thresholds(&[16, 2], 32_561.0, 4.0).attributes - 1.374).abs() < 5e-4);
    }
}
