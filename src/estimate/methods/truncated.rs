//! The truncated inverse [Kikuchi, Algorithm 4]: estimates are cut to what margins allow. Negative ones become 0, and none stays above the
//! inverse estimate of a margin that it sums into, 0 ≤ δ_x ≤ min_M π̂_M(x_M) [Kikuchi, III-E].
//!
//! The truncated inverse is cut to every table with one attribute less. The printed algorithm would go below 0 again where such a table is
//! negative; here 0 is kept.
//!
//! Errors are by the delta method: a cell cut down to a margin has the margin's error, a cell cut to 0 keeps its own, which is no smaller.
//! Intervals are those of the inverse.
//!
//! Cost: O(w²·N) time, O(N) memory; O(w·N) for each margin. Fails where the law erases a component of the table. The estimates do not sum
//! to 1.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::derivative::Derivative;
use super::influence;
use super::inverse;
use super::reconstructed::Reconstructed;
use crate::error::Error;
use crate::estimate::method::Reconstruction;
use crate::estimate::observed::Observed;
use crate::estimate::observed::operator::walk::for_each_within;

/// The truncated estimates.
pub(crate) fn reconstruct(observed: &Observed<'_>) -> Result<Reconstructed, Error> {
    let inverse = inverse::reconstruct(observed.clone())?;
    Ok(with_covariance(observed, &inverse)?.0)
}

/// The truncated estimates, and Σ_x Cov(truncated_x, π̂_x) with the inverse estimates.
pub(crate) fn with_covariance(
    observed: &Observed<'_>,
    inverse: &Reconstructed,
) -> Result<(Reconstructed, f64), Error> {
    let (truncated, cuts) = cut(observed, margins(observed), inverse.clone().around_itself())?;
    let covariance = cuts.covariance_with_inverse(observed, inverse)?;
    Ok((Reconstructed { method: Reconstruction::Truncated, ..truncated }, covariance))
}

/// The margins over all axes but one; none for a single attribute.
fn margins(observed: &Observed<'_>) -> Vec<Vec<usize>> {
    let axes = observed.axes();
    let without = |left_out| axes.iter().copied().filter(|&axis| axis != left_out).collect::<Vec<_>>();
    axes.iter().map(|&axis| without(axis)).filter(|margin| !margin.is_empty()).collect()
}

/// How a cell was cut.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    Not,
    ToZero,
    /// Down to this margin.
    To(u8),
}

/// The margins, and how every cell was cut: J of estimates that were cut.
pub(crate) struct Cuts {
    /// J of the estimates before they were cut.
    base: Arc<dyn Derivative>,
    /// The axes of every margin.
    margins: Vec<Vec<usize>>,
    cells: Vec<Cut>,
}

/// Cuts estimates to the margins over these sets of axes.
pub(crate) fn cut(
    observed: &Observed<'_>,
    margins: Vec<Vec<usize>>,
    whole: Reconstructed,
) -> Result<(Reconstructed, Arc<Cuts>), Error> {
    let Reconstructed { mut shares, mut variances, derivative: base, mut influence, .. } = whole;
    let mut cells: Vec<Cut> =
        shares.iter().map(|&share| if share < 0.0 { Cut::ToZero } else { Cut::Not }).collect();
    for (name, axes) in (0..).zip(&margins) {
        let of_margin = observed.inverse(axes)?;
        let on_margin = influence::of_inverse(observed, axes)?;
        influence = influence.map(|own| libm::fmax(own, on_margin));
        for_each_within(observed.sizes(), axes, |cell, at| {
            if cells[cell] != Cut::ToZero && of_margin[at] < shares[cell] {
                shares[cell] = of_margin[at];
                cells[cell] = if of_margin[at] <= 0.0 { Cut::ToZero } else { Cut::To(name) };
            }
        });
    }
    for (share, cut) in shares.iter_mut().zip(&cells) {
        *share = if *cut == Cut::ToZero { 0.0 } else { libm::fmin(*share, 1.0) };
    }
    let cuts = Arc::new(Cuts { base, margins, cells });
    for (name, axes) in cuts.used() {
        let moments = inverse::second_moments(observed, axes)?;
        let expected = inverse::expected_truth_of(observed, axes)?;
        for_each_within(observed.sizes(), axes, |cell, at| {
            if cuts.cells[cell] == Cut::To(name) {
                let variance = moments[at] - observed.sampled() * expected[at] * expected[at];
                variances[cell] = libm::fmax(variance, 0.0) / observed.n();
            }
        });
    }
    Ok((Reconstructed { shares, variances, derivative: cuts.clone(), influence, ..whole }, cuts))
}

impl Derivative for Cuts {
    fn push(&self, observed: &Observed<'_>, change: Vec<f64>) -> Result<Vec<f64>, Error> {
        let mut pushed = self.base.push(observed, change.clone())?;
        for (name, axes) in self.used() {
            let of_margin = observed.inverted(axes, observed.marginal_of(&change, axes))?;
            for_each_within(observed.sizes(), axes, |cell, at| {
                if self.cells[cell] == Cut::To(name) {
                    pushed[cell] = of_margin[at];
                }
            });
        }
        Ok(pushed)
    }

    fn pull(&self, observed: &Observed<'_>, mut weights: Vec<f64>) -> Result<Vec<f64>, Error> {
        let mut of_margins = Vec::new();
        for (name, axes) in self.used() {
            let mut sums = vec![0.0; observed.cells_of(axes)];
            for_each_within(observed.sizes(), axes, |cell, at| {
                if self.cells[cell] == Cut::To(name) {
                    sums[at] += core::mem::take(&mut weights[cell]);
                }
            });
            of_margins.push((axes, observed.inverted(axes, sums)?));
        }
        let mut scores = self.base.pull(observed, weights)?;
        for (axes, of_margin) in of_margins {
            for_each_within(observed.sizes(), axes, |cell, at| scores[cell] += of_margin[at]);
        }
        Ok(scores)
    }
}

impl Cuts {
    /// Σ_x Cov(δ_x, π̂_x) for inverse estimates that were cut: every cell has the covariance of the estimate that it takes its value from.
    pub(crate) fn covariance_with_inverse(
        &self,
        observed: &Observed<'_>,
        inverse: &Reconstructed,
    ) -> Result<f64, Error> {
        let uncut = self.cells.iter().zip(&inverse.variances).filter(|(cut, _)| **cut == Cut::Not);
        let mut total: f64 = uncut.map(|(_, variance)| variance).sum();
        let expected = inverse::expected_truth_of(observed, &observed.axes())?;
        for (name, axes) in self.used() {
            let of_margin = inverse::expected_truth_of(observed, axes)?;
            let moments = inverse::products(observed, &observed.axes(), axes)?;
            for_each_within(observed.sizes(), axes, |cell, at| {
                if self.cells[cell] == Cut::To(name) {
                    let mean = observed.sampled() * of_margin[at] * expected[cell];
                    total += (moments[cell] - mean) / observed.n();
                }
            });
        }
        Ok(total)
    }

    /// The margins that cells were cut to.
    fn used(&self) -> impl Iterator<Item = (u8, &Vec<usize>)> {
        (0..).zip(&self.margins).filter(|(name, _)| self.cells.contains(&Cut::To(*name)))
    }
}
