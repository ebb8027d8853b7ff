//! The unbiased inverse estimate [Mathematics, §5], which is the inversion of \[Kikuchi\] for any law and any table.
//!
//! π̂ = Σ_T (1/μ_T)·(component T of λ̂), λ̂ the observed shares. With α the entries of that operator,
//! Var π̂_x = (Σ_y α²_{D(x,y)} λ_y − π_x²)/n; the squares are an operator of the same kind. Where that is less than the law
//! allows, and where people are few, the variance is that at a truth which is possible ([`crate::estimate::truth`]).
//!
//! Cost: O(w·N) time, two tables of N doubles, one of them the counts'. Fails where the law erases a component of the table.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use crate::error::Error;
use crate::estimate::derivative::Derivative;
use crate::estimate::interval::rule::Rule;
use crate::estimate::observed::Observed;
use crate::estimate::operator::factors::Factors;
use crate::estimate::operator::{self, Operator};
use crate::estimate::reconstructed::Reconstructed;
use crate::estimate::reconstruction::Reconstruction;
use crate::estimate::truth::noise::Noise;
use crate::estimate::truth::possible;
use crate::estimate::truth::shrunk::ShrunkTruth;
use crate::estimate::uncertainty::influence;

/// J of inverse estimates: A.
pub(crate) struct Inverse;

impl Derivative for Inverse {
    fn push(&self, observed: &Observed<'_>, change: Vec<f64>) -> Result<Vec<f64>, Error> {
        observed.inverted(&observed.axes(), change)
    }

    fn pull(&self, observed: &Observed<'_>, weights: Vec<f64>) -> Result<Vec<f64>, Error> {
        observed.inverted(&observed.axes(), weights)
    }
}

/// The inverse estimates with their variances.
pub(crate) fn reconstruct(mut observed: Observed<'_>) -> Result<Reconstructed, Error> {
    let axes = observed.axes();
    let factors = observed.inverse_factors(&axes)?;
    let condition = observed.condition(&axes);
    let influence = influence::of_factors(&observed, factors.clone());
    let noise = Noise::new(&observed, &axes)?;
    let mut shares = observed.take_shares();
    let mut variances = vec![0.0; shares.len()];
    Operator::new([&factors, &noise.squares], observed.sizes()).apply([&mut shares, &mut variances]);
    let cells = || variances.iter().zip(&shares);
    let mut truth = observed.truth_rule().cloned();
    if truth.is_none() && cells().any(|(square, share)| noise.spreads_too_little(*share, *square)) {
        truth = Some(possible::near(&observed, &shares, &noise));
    }
    match &truth {
        Some(truth) => at_truth(&observed, &noise, truth, &shares, &mut variances),
        None => at_reports(observed.n(), &shares, &mut variances),
    }
    let rule = rule(&observed, &noise);
    let method = Reconstruction::Inverse;
    Ok(Reconstructed::new(method, (shares, variances), Arc::new(Inverse), condition, influence)
        .unbiased(rule, truth))
}

/// The variances from mean squares at the shares observed.
fn at_reports(n: f64, shares: &[f64], squares: &mut [f64]) {
    squares.iter_mut().zip(shares).for_each(|(square, share)| *square = (*square - share * share) / n);
}

/// The variances at p: ((A∘A)M·p − (1−f)·p − f·p²)/n.
fn at_truth(
    observed: &Observed<'_>,
    noise: &Noise,
    truth: &ShrunkTruth,
    shares: &[f64],
    variances: &mut [f64],
) {
    let (n, sampled) = (observed.n(), observed.sampled());
    let of = |cell: usize| truth.share(cell, shares[cell]);
    variances.iter_mut().enumerate().for_each(|(cell, share)| *share = of(cell));
    operator::apply(&noise.seconds, observed.sizes(), variances);
    for (cell, square) in variances.iter_mut().enumerate() {
        let share = of(cell);
        *square = libm::fmax(*square - share * (1.0 - sampled + sampled * share), noise.least) / n;
    }
}

/// How the intervals of an inverse are made.
fn rule(observed: &Observed<'_>, noise: &Noise) -> Rule {
    match observed.sizes() {
        [size] => {
            let slope = observed.spectrum().list(1)[1];
            Rule::Count { base: (1.0 - slope) / f64::from(*size), slope }
        }
        _ => Rule::Scores { range: noise.range, least: noise.least },
    }
}

/// Σ_y α²_{D(x,y)} λ_y for the table over some axes, λ the shares expected: n times the variance, before f·π_x² is taken
/// off; of few people the part 1−f of π_x is already off.
pub(crate) fn second_moments(observed: &Observed<'_>, axes: &[usize]) -> Result<Vec<f64>, Error> {
    let factors = observed.inverse_factors(axes)?.squared();
    let mut moments = observed.marginal_of(observed.expected_reports(), axes);
    operator::apply(&factors, &observed.sizes_of(axes), &mut moments);
    take_not_sampled(observed, axes, &mut moments);
    Ok(moments)
}

/// Σ_y α_{D(x,y)} β_{D(x,y)} λ_y for every cell x of the whole table, where β are the entries of the
/// inverse over `axes`: n times the covariance of π̂_x with the marginal estimate that x sums into, before f times
/// the product of the two is taken off.
pub(crate) fn cross_moments(observed: &Observed<'_>, axes: &[usize]) -> Result<Vec<f64>, Error> {
    let all = observed.axes();
    let whole = observed.inverse_factors(&all)?.entries().list(all.len());
    let part = observed.inverse_factors(axes)?.entries().list(axes.len());
    let within = |set: usize| (0..axes.len()).map(|place| (set >> axes[place] & 1) << place).sum::<usize>();
    let products = whole.iter().enumerate().map(|(set, entry)| entry * part[within(set)]).collect();
    let factors = Factors::listed(products, observed.sizes()).of_entries();
    let mut moments = observed.expected_reports().to_vec();
    operator::apply(&factors, observed.sizes(), &mut moments);
    take_not_sampled(observed, &all, &mut moments);
    Ok(moments)
}

/// The inverse of the shares expected, at which means are taken, of the table over some axes.
pub(crate) fn expected_truth_of(observed: &Observed<'_>, axes: &[usize]) -> Result<Vec<f64>, Error> {
    observed.inverted(axes, observed.marginal_of(observed.expected_reports(), axes))
}

/// Takes the part 1−f of the truth from mean squares and products, which f of their own squares and products go with.
pub(crate) fn take_not_sampled(observed: &Observed<'_>, axes: &[usize], moments: &mut [f64]) {
    let left_out = 1.0 - observed.sampled();
    if let Some(truth) = observed.possible_truth().filter(|_| left_out > 0.0) {
        let drawn = observed.marginal_of(truth, axes);
        moments.iter_mut().zip(drawn).for_each(|(moment, share)| *moment -= left_out * share);
    }
}
