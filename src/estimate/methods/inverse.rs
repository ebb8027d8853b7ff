//! The unbiased inverse estimate [Mathematics, §5], which is the inversion of \[Kikuchi\] for any law and any table.
//!
//! π̂ = Σ_T (1/μ_T)·(component T of λ̂), λ̂ the observed shares. With α the entries of that operator, Var π̂_x = (Σ_y α²_{D(x,y)}
//! λ_y − π_x²)/n; the squares are an operator of the same kind. If that is less than the law allows, and with a finite population, the
//! variance is taken at possible true shares ([`crate::estimate::observed::truth`]).
//!
//! Cost: O(w·N) time, two tables of N doubles, one of them in the memory of the counts. Fails where the law erases a component of the table.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::derivative::Derivative;
use super::influence::Reach;
use super::reconstructed::Reconstructed;
use crate::error::Error;
use crate::estimate::interval::rule::Rule;
use crate::estimate::method::Reconstruction;
use crate::estimate::observed::operator::{self, Operator};
use crate::estimate::observed::truth::noise::Noise;
use crate::estimate::observed::truth::possible;
use crate::estimate::observed::truth::shrunk::ShrunkTruth;
use crate::estimate::observed::{Observed, joined};
use crate::numeric::wide::widely;

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
    let condition = observed.condition(&axes);
    let reach = Reach::of_cell(&observed, &axes)?;
    let influence = reach.influence(observed.n());
    let noise = Noise::new(&observed, &axes)?;
    let mut truth = observed.truth_rule().cloned();
    let is_at_truth = truth.is_some() || possible::empty_cell_spreads_too_little(&observed, &noise);
    let mut shares = observed.take_shares();
    let mut variances = vec![0.0; shares.len()];
    if is_at_truth {
        operator::apply(&noise.inverse, observed.sizes(), &mut shares);
        truth = truth.or_else(|| Some(possible::near(&observed, &shares, &noise)));
    } else {
        let both = Operator::new([&noise.inverse, &noise.squares], observed.sizes());
        both.apply([&mut shares, &mut variances]);
        let means = observed.labelled().map(|combined| combined.squared_means(&shares));
        match noise.any_spreads_too_little(&shares, &variances, means.as_deref()) {
            true => truth = Some(possible::near(&observed, &shares, &noise)),
            false => at_reports(observed.n(), &shares, means, &mut variances),
        }
    }
    if let Some(truth) = &truth {
        at_truth(&observed, &noise, truth, &shares, &mut variances);
    }
    let rule = rule(&observed, &noise);
    let method = Reconstruction::Inverse;
    Ok(Reconstructed::new(method, (shares, variances), Arc::new(Inverse), condition, influence)
        .unbiased(rule, truth, reach))
}

/// Turns mean squares of n reports into variances, at the observed shares; of labelled reports with the squares of the means of their views.
fn at_reports(n: f64, shares: &[f64], means: Option<Vec<f64>>, squares: &mut [f64]) {
    let share = 1.0 / n;
    let each = |(square, mean): (&mut f64, f64)| *square = (*square - mean) * share;
    widely(
        #[inline(always)]
        || match means {
            Some(means) => squares.iter_mut().zip(means).for_each(each),
            None => squares.iter_mut().zip(shares.iter().map(|share| share * share)).for_each(each),
        },
    );
}

/// Computes the variances at p: ((A∘A)M·p − (1−f)·p − f·p²)/n. For a labelled law, the squares of what its views add to p stand in for p².
fn at_truth(
    observed: &Observed<'_>,
    noise: &Noise,
    truth: &ShrunkTruth,
    shares: &[f64],
    variances: &mut [f64],
) {
    let (each, sampled) = (1.0 / observed.n(), observed.sampled());
    truth.change(shares, variances, |number, share| *number = share);
    let means = observed.labelled().map(|combined| combined.squared_means(variances));
    operator::apply(&noise.seconds, observed.sizes(), variances);
    let (least, left_out) = (noise.least, 1.0 - sampled);
    let variance = move |square: f64, mean: f64| libm::fmax(square - sampled * mean, least) * each;
    let drawn = move |square: f64, share: f64| square - share * left_out;
    match means {
        None => truth.change(shares, variances, move |square, share| {
            *square = variance(drawn(*square, share), share * share);
        }),
        Some(means) => {
            truth.change(shares, variances, move |square, share| *square = drawn(*square, share));
            variances.iter_mut().zip(means).for_each(|(square, mean)| *square = variance(*square, mean));
        }
    }
}

/// The rule for the intervals of an inverse.
fn rule(observed: &Observed<'_>, noise: &Noise) -> Rule {
    match (observed.labelled(), observed.sizes()) {
        (Some(combined), _) => Rule::Bounded(Some(combined.score_law())),
        (None, [size]) => {
            let slope = observed.spectrum().list(1)[1];
            Rule::Count { base: (1.0 - slope) / f64::from(*size), slope }
        }
        (None, _) => Rule::Bounded(Some(noise.score_law(observed))),
    }
}

/// Σ_y α²_{D(x,y)} λ_y for the table over some axes, λ the expected shares: n times the variance, before f·π_x² is subtracted. With a
/// finite population, (1−f)·π_x is already subtracted.
pub(crate) fn second_moments(observed: &Observed<'_>, axes: &[usize]) -> Result<Vec<f64>, Error> {
    products(observed, axes, axes)
}

/// Σ_y α_{D(x,y)} β_{D(x,y)} λ_y for every cell x of the table over the axes `c` and then `d` ∖ `c`, α and β being the entries of the
/// inverse over c and over d: n times the covariance of the two estimates that x sums into, before f times the product of the two is
/// subtracted.
pub(crate) fn products(observed: &Observed<'_>, c: &[usize], d: &[usize]) -> Result<Vec<f64>, Error> {
    let mut moments = observed.products_of_scores(c, d)?;
    take_not_sampled(observed, &joined(c, d), &mut moments);
    Ok(moments)
}

/// The inverse of the expected shares, for the table over some axes; means are taken at it.
pub(crate) fn expected_truth_of(observed: &Observed<'_>, axes: &[usize]) -> Result<Vec<f64>, Error> {
    observed.inverted(axes, observed.marginal_of(observed.expected_reports(), axes))
}

/// Subtracts the part 1−f of the true shares from mean squares and products, before f times the squares and products of means.
fn take_not_sampled(observed: &Observed<'_>, axes: &[usize], moments: &mut [f64]) {
    let left_out = 1.0 - observed.sampled();
    if let Some(truth) = observed.possible_truth().filter(|_| left_out > 0.0) {
        let drawn = observed.marginal_of(truth, axes);
        moments.iter_mut().zip(drawn).for_each(|(moment, share)| *moment -= left_out * share);
    }
}
