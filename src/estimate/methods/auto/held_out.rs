//! Compares two reconstructions by K-fold cross-validation: which of them predicts further reports better, and by how much both would
//! change with other reports.
//!
//! Every report goes to one of K = [`FOLDS`] folds. For each fold both reconstructions, θ and η, are made of the other reports and
//! projected onto the simplex, under which every report has a positive probability. A report y of the fold gives d_y = ln(Mθ)_y − ln(Mη)_y,
//! M the law, or the likelihoods of labelled reports. The mean of d over all reports is, in expectation, how much nearer to the true shares
//! θ is than η, in the Kullback–Leibler divergence of what the law makes of them; its standard error is √(Var d / n).
//! That divergence hardly depends on what the law nearly erases. The squared error does: if θ is unbiased, that of η is larger by
//! E‖θ−η‖² − 2·(Var θ − Cov(θ, η)), the identity of [`super::risk`] with θ in place of the inverse. The noise that is subtracted is
//! estimated by the jackknife, as twice (K−1)/K·Σ_k (θ_k − θ̄)·((θ_k − θ̄) − (η_k − η̄)) \[Tukey58\].
//!
//! Cost: K times both reconstructions, O(n) draws. Nothing is compared if a fold has all reports.

use alloc::vec;
use alloc::vec::Vec;

use crate::error::Error;
use crate::estimate::methods::likelihood::model::Model;
use crate::estimate::methods::projection::onto_simplex;
use crate::estimate::observed::Observed;
use crate::numeric::random::Generator;

/// K, the number of folds.
const FOLDS: u32 = 5;

/// How two reconstructions, θ and η, compare.
#[derive(Default)]
pub(super) struct Comparison {
    /// The mean of d, in nats a report: above 0 if θ is better.
    pub(super) gain: f64,
    pub(super) standard_error: f64,
    /// 2·(Var θ − Cov(θ, η)), summed over the cells.
    pub(super) noise: f64,
}

/// Compares the two reconstructions that `both` makes of a survey, θ and η.
pub(super) fn compare(
    observed: &Observed<'_>,
    both: impl Fn(&Observed<'_>) -> Result<[Vec<f64>; 2], Error>,
    seed: u64,
) -> Result<Comparison, Error> {
    let counts: Vec<f64> =
        observed.frequencies().iter().map(|share| libm::round(share * observed.n())).collect();
    let (mut left, mut generator) = (counts.clone(), Generator::new(seed));
    let (mut sum, mut squares, mut made) = (0.0, 0.0, Vec::new());
    for folds in (1..=FOLDS).rev() {
        let held = generator.taken_from(&mut left, 1.0 / f64::from(folds));
        let others = counts.iter().zip(&held).map(|(count, held)| count - held).collect();
        let Some(others) = observed.with_counts(others) else { return Ok(Comparison::default()) };
        // Without these reports the table may not be estimable at all.
        let Ok(made_of_others) = both(&others) else { return Ok(Comparison::default()) };
        let [one, other] =
            made_of_others.each_ref().map(|shares| log_probabilities(observed, shares.clone()));
        for (count, (one, other)) in held.iter().zip(one.iter().zip(other)) {
            sum += count * (one - other);
            squares += count * (one - other) * (one - other);
        }
        made.push(made_of_others);
    }
    let gain = sum / observed.n();
    let variance = libm::fmax(squares / observed.n() - gain * gain, 0.0);
    Ok(Comparison { gain, standard_error: libm::sqrt(variance / observed.n()), noise: noise(&made) })
}

/// ln(Mθ) for the nearest table of shares, M the law, or the likelihoods of labelled reports.
fn log_probabilities(observed: &Observed<'_>, mut shares: Vec<f64>) -> Vec<f64> {
    onto_simplex(&mut shares);
    let mut probabilities = Model::new(observed).fitted(shares);
    probabilities.iter_mut().for_each(|fitted| *fitted = libm::log(libm::fmax(*fitted, f64::MIN_POSITIVE)));
    probabilities
}

/// 2·(Var θ − Cov(θ, η)), by the jackknife.
fn noise(made: &[[Vec<f64>; 2]]) -> f64 {
    let (k, mut noise) = (f64::from(FOLDS), 0.0);
    let [mut mean, mut mean_apart] = [(); 2].map(|()| vec![0.0; made[0][0].len()]);
    for [one, other] in made {
        mean.iter_mut().zip(one).for_each(|(mean, one)| *mean += one / k);
        mean_apart.iter_mut().zip(one.iter().zip(other)).for_each(|(mean, (a, b))| *mean += (a - b) / k);
    }
    for [one, other] in made {
        let cells = one.iter().zip(other).zip(mean.iter().zip(&mean_apart));
        noise += cells.map(|((a, b), (mean, apart))| (a - mean) * (a - b - apart)).sum::<f64>();
    }
    2.0 * (k - 1.0) / k * noise
}
