//! The truncated inverse (castell III-E, Algorithm 4): negative estimates become 0, then no cell stays
//! above any estimate of the table with one attribute less that it sums into,
//! 0 ≤ Π(a) ≤ min_{S' ⊂ S, |S'| = |S|−1} Π(a_{S'}). (Equation (8) prints |S|+1.)
//!
//! Where such a margin is itself negative, 0 is kept: the printed algorithm would go below it again.
//! Errors: the standard error of the inverse estimate, or of the margin where the margin is smaller; a cell
//! cut to 0 keeps that of its inverse estimate, which is no smaller than its own.
//!
//! Cost: O(w²·N) time, O(N) memory. Fails where the law erases a component of the table. The estimates do
//! not sum to 1.

use alloc::vec::Vec;

use super::inverse;
use super::method::Reconstruction;
use super::observed::Observed;
use super::result::Reconstructed;
use super::walk::Walk;
use crate::error::Error;

/// The truncated estimates.
pub(super) fn reconstruct(observed: &Observed<'_>) -> Result<Reconstructed, Error> {
    let inverse = inverse::reconstruct(observed.clone())?;
    let cuts = cuts(observed, &inverse.shares)?;
    let (mut shares, mut variances) = (inverse.shares, inverse.variances);
    for (axis, margin) in margins(observed).into_iter().enumerate() {
        if !cuts.contains(&Cut::ByMargin(axis)) || margin.is_empty() {
            continue;
        }
        let (of_margin, moments) =
            (inverse::shares_of(observed, &margin)?, inverse::second_moments(observed, &margin)?);
        for_each_within(observed, &margin, |cell, at| {
            if cuts[cell] == Cut::ByMargin(axis) {
                let variance = (moments[at] - of_margin[at] * of_margin[at]) / observed.n();
                (shares[cell], variances[cell]) = (of_margin[at], libm::fmax(variance, 0.0));
            }
        });
    }
    for (share, cut) in shares.iter_mut().zip(&cuts) {
        match cut {
            Cut::ToZero => *share = 0.0,
            _ => *share = libm::fmin(*share, 1.0),
        }
    }
    let Reconstructed { condition, influence, .. } = inverse;
    Ok(Reconstructed::new(Reconstruction::Truncated, shares, variances, condition, influence))
}

/// Σ_x Cov(truncated_x, π̂_x) with the inverse estimates `inverse`: that of the estimate which a cell
/// takes its value from.
pub(super) fn covariance_with_inverse(
    observed: &Observed<'_>,
    inverse: &[f64],
    variances: &[f64],
) -> Result<f64, Error> {
    let cuts = cuts(observed, inverse)?;
    let uncut = cuts.iter().zip(variances).filter(|(cut, _)| **cut == Cut::Not);
    let mut total: f64 = uncut.map(|(_, variance)| variance).sum();
    for (axis, margin) in margins(observed).into_iter().enumerate() {
        if !cuts.contains(&Cut::ByMargin(axis)) || margin.is_empty() {
            continue;
        }
        let of_margin = inverse::shares_of(observed, &margin)?;
        let moments = inverse::cross_moments(observed, &margin)?;
        for_each_within(observed, &margin, |cell, at| {
            if cuts[cell] == Cut::ByMargin(axis) {
                total += (moments[cell] - of_margin[at] * inverse[cell]) / observed.n();
            }
        });
    }
    Ok(total)
}

/// What became of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    Not,
    ToZero,
    /// Down to the margin without this axis.
    ByMargin(usize),
}

fn cuts(observed: &Observed<'_>, inverse: &[f64]) -> Result<Vec<Cut>, Error> {
    let mut smallest = inverse.to_vec();
    let mut cuts: Vec<Cut> =
        inverse.iter().map(|&share| if share < 0.0 { Cut::ToZero } else { Cut::Not }).collect();
    for (axis, margin) in margins(observed).into_iter().enumerate().filter(|(_, margin)| !margin.is_empty()) {
        let of_margin = inverse::shares_of(observed, &margin)?;
        for_each_within(observed, &margin, |cell, at| {
            if cuts[cell] != Cut::ToZero && of_margin[at] < smallest[cell] {
                smallest[cell] = of_margin[at];
                cuts[cell] = if of_margin[at] <= 0.0 { Cut::ToZero } else { Cut::ByMargin(axis) };
            }
        });
    }
    Ok(cuts)
}

/// For every axis, all others.
fn margins(observed: &Observed<'_>) -> Vec<Vec<usize>> {
    let axes = observed.axes();
    axes.iter().map(|left_out| axes.iter().copied().filter(|axis| axis != left_out).collect()).collect()
}

fn for_each_within(observed: &Observed<'_>, margin: &[usize], mut visit: impl FnMut(usize, usize)) {
    let mut walk = Walk::new(observed.sizes(), &[margin.into()]);
    for cell in 0..observed.shares().len() {
        visit(cell, walk.at()[0]);
        walk.step();
    }
}
