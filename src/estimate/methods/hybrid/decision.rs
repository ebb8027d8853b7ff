//! Hybrid [Kikuchi, III-D]: the inverse where its noise can be afforded, otherwise the product of the marginals.
//!
//! **By estimated mean squared error** (the default): the combination of both that is estimated to be the best ([`super::combination`]), or
//! one of them alone if it is clearly better; cut ([`truncated`]) to 0 and to its single attributes. O(w²·N). Intervals
//! are those of the inverse.
//!
//! **By the published thresholds** [Kikuchi, Appendix C], for d = max a_i and ε the sum of the column ε:
//! n* = (1 + (d−1)/e^{ε/w})^w · d^w / max(d^{−w}, 1/d − d^{−w}),
//! ε* = w·ln[(d−1)/((1/d − d^{−w})^{1/w}·n^{1/w}/d − 1)], w* = (ln n − ln d)/ln d².
//! The inverse is used where n > n*, ε > ε* and w < w*. They rest on a bound of the inverse matrix that
//! does not hold (Lemma 2), and the paper itself finds them too loose: kept for comparison. O(w·N).

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::combination;
use crate::error::Error;
use crate::estimate::method::Reconstruction;
use crate::estimate::methods::reconstructed::Reconstructed;
use crate::estimate::methods::{independent, inverse, truncated};
use crate::estimate::observed::Observed;
use crate::exact::to_f64;

/// The published thresholds for a table.
///
/// ```
/// // Of Adult, n = 32,561 with at most 16 categories, only single attributes are below w*.
/// let thresholds = candor::estimate::thresholds(&[16, 2], 32_561.0, 4.0);
/// assert!(thresholds.attributes < 2.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// n*: the number of reports above which the inverse is said to be better.
    pub respondents: f64,
    /// ε*: the sum of column ε above which the inverse is said to be better; infinite if no ε is enough.
    pub epsilon: f64,
    /// w*: the number of attributes below which the inverse is said to be better.
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

/// Reconstructs by the combination that is estimated to be the best.
pub(crate) fn reconstruct(observed: &Observed<'_>) -> Result<Reconstructed, Error> {
    let inverse = inverse::reconstruct(observed.clone())?;
    if observed.sizes().len() == 1 {
        let reason = "a single attribute: the inverse, cut to 0";
        let cut = truncated::cut(observed, Vec::new(), inverse.around_itself())?.0;
        return Ok(Reconstructed { method: Reconstruction::Hybrid, ..cut }.because(reason.to_string()));
    }
    let compared = combination::combine(observed, &inverse)?;
    let reason = format!(
        "{:.0} % independent; estimated mean squared error, summed over the cells: inverse {:.3e}, independent {:.3e}, the two combined {:.3e}",
        100.0 * compared.weight,
        compared.of_inverse,
        compared.of_product,
        compared.of_combined
    );
    Ok(cut_to_singles(observed, compared.combined)?.because(reason))
}

/// Cuts a combination to 0 and to its single attributes.
pub(crate) fn cut_to_singles(
    observed: &Observed<'_>,
    combined: Reconstructed,
) -> Result<Reconstructed, Error> {
    let singles = observed.axes().into_iter().map(|axis| [axis].into()).collect();
    Ok(truncated::cut(observed, singles, combined)?.0)
}

/// Reconstructs by the method that the published thresholds choose.
pub(crate) fn published(observed: &Observed<'_>) -> Result<Reconstructed, Error> {
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
        independent::reconstruct(observed)?
    };
    Ok(chosen.because(reason))
}

#[cfg(test)]
mod tests {
    use super::thresholds;

    /// [Kikuchi, Table III]: w* = 1.374 for Adult (n = 32,561, d = 16).
    #[test]
    fn the_printed_threshold_of_attributes() {
        assert!((thresholds(&[16, 2], 32_561.0, 4.0).attributes - 1.374).abs() < 5e-4);
    }
}
