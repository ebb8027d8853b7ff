//! The unbiased inverse estimate (mathematics §5; castell's inversion, for any law and any table).
//!
//! π̂ = Σ_T (1/μ_T)·(component T of λ̂), λ̂ the observed shares. With α the entries of that operator,
//! Var π̂_x = (Σ_y α²_{D(x,y)} λ_y − π_x²)/n; the squares are an operator of the same kind.
//!
//! Cost: O(w·N) time, two tables of N doubles, one of them the counts'. Fails where the law erases a component of the table.

use alloc::vec;
use alloc::vec::Vec;

use super::factors::Factors;
use super::influence;
use super::jacobian::Jacobian;
use super::method::Reconstruction;
use super::observed::Observed;
use super::operator::{self, Operator};
use super::result::Reconstructed;
use crate::error::Error;

/// The inverse estimates with their variances.
pub(super) fn reconstruct(observed: Observed<'_>) -> Result<Reconstructed, Error> {
    let axes = observed.axes();
    let factors = observed.inverse_factors(&axes)?;
    let condition = observed.condition(&axes);
    let influence = Some(influence::of_factors(&observed, factors.clone()));
    let operators = Operator::new([&factors, &factors.clone().squared()], observed.sizes());
    let share = 1.0 / observed.n();
    let mut shares = observed.into_shares();
    let mut variances = vec![0.0; shares.len()];
    operators.apply([&mut shares, &mut variances]);
    for (variance, estimate) in variances.iter_mut().zip(&shares) {
        let spread = *variance - estimate * estimate;
        *variance = if spread > 0.0 { spread * share } else { 0.0 };
    }
    let jacobian = Jacobian::Inverse;
    Ok(Reconstructed::new(Reconstruction::Inverse, shares, variances, jacobian, condition, influence)
        .unbiased())
}

/// The inverse estimates of the table over some axes, in their order.
pub(super) fn shares_of(observed: &Observed<'_>, axes: &[usize]) -> Result<Vec<f64>, Error> {
    of_margin(observed, axes, observed.marginal(axes))
}

/// The inverse of a table over some axes.
pub(super) fn of_margin(
    observed: &Observed<'_>,
    axes: &[usize],
    mut cells: Vec<f64>,
) -> Result<Vec<f64>, Error> {
    operator::apply(&observed.inverse_factors(axes)?, &observed.sizes_of(axes), &mut cells);
    Ok(cells)
}

/// Σ_y α²_{D(x,y)} λ_y for the table over some axes: n times the variance, before π_x² is taken off.
pub(super) fn second_moments(observed: &Observed<'_>, axes: &[usize]) -> Result<Vec<f64>, Error> {
    let factors = observed.inverse_factors(axes)?.squared();
    let mut moments = observed.marginal(axes);
    operator::apply(&factors, &observed.sizes_of(axes), &mut moments);
    Ok(moments)
}

/// Σ_y α_{D(x,y)} β_{D(x,y)} λ_y for every cell x of the whole table, where β are the entries of the
/// inverse over `axes`: n times the covariance of π̂_x with the marginal estimate that x sums into, before
/// the product of the two is taken off.
pub(super) fn cross_moments(observed: &Observed<'_>, axes: &[usize]) -> Result<Vec<f64>, Error> {
    let all = observed.axes();
    let whole = observed.inverse_factors(&all)?.entries().list(all.len());
    let part = observed.inverse_factors(axes)?.entries().list(axes.len());
    let within = |set: usize| (0..axes.len()).map(|place| (set >> axes[place] & 1) << place).sum::<usize>();
    let products = whole.iter().enumerate().map(|(set, entry)| entry * part[within(set)]).collect();
    let factors = Factors::listed(products, observed.sizes()).of_entries();
    let mut moments = observed.shares().to_vec();
    operator::apply(&factors, observed.sizes(), &mut moments);
    Ok(moments)
}
