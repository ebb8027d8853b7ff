//! How large associations are, by empirical Bayes: the prior variances under which the tables are likeliest.
//!
//!  1. All questions have one prior variance t₁, and all pairs one t₂, from two short lists. Their evidence (by Laplace's method) is weighed with
//!     normal priors of ln t₁ and ln t₂, and maximised by moving from neighbour to neighbour.
//!  2. Then every pair has a multiple m of t₂ as its own: with y = ĉ − c + kθ, which is normal with mean 0 and variance v + k²·t₂·m, the
//!     frequencies of multiples on a grid are fitted by EM to all pairs and to some imaginary ones with multiples near 1; m is the
//!     posterior geometric mean. Then the model is fitted again. This is done three times.

use alloc::vec;
use alloc::vec::Vec;

use super::fit::{FittedTerms, PairModel};
use crate::error::Error;
use crate::exact::size_to_f64;

const OF_QUESTIONS: [f64; 4] = [0.1, 0.3, 1.0, 3.0];
const OF_PAIRS: [f64; 6] = [0.01, 0.03, 0.1, 0.3, 1.0, 3.0];
/// Where the search begins in both lists.
const START: [usize; 2] = [1, 2];
/// The medians of t₁ and t₂, and the standard deviation of their logarithms.
const MEDIANS: [f64; 2] = [0.3, 0.05];
const DEVIATION: f64 = 0.4;

/// Multiples are 10 to the power of this many quarters.
const QUARTERS: core::ops::Range<i32> = -12..8;
/// The number of imaginary pairs, and the standard deviation of the logarithms of their multiples.
const IMAGINARY: f64 = 4.0;
const SPREAD_OF_IMAGINARY: f64 = 1.5;
const EM_STEPS: usize = 200;
const ROUNDS: usize = 3;

/// A fit under the estimated prior.
pub(super) struct WithPrior {
    pub(super) fitted: FittedTerms,
    /// t₁ and t₂.
    pub(super) variances: [f64; 2],
}

/// Finds the prior and fits the model under it.
///
/// # Errors
/// `stopped`.
pub(super) fn fit(problem: &PairModel<'_>) -> Result<WithPrior, Error> {
    let (mut fitted, variances) = common(problem)?;
    for _ in 0..ROUNDS {
        let multiples = multiples(problem, &fitted, variances[1]);
        let priors = priors(problem, variances[0], multiples.iter().map(|multiple| variances[1] * multiple));
        fitted = problem.fit(&priors, Some(&fitted.terms))?;
    }
    Ok(WithPrior { fitted, variances })
}

/// The prior variances of questions, which are all the same, and of pairs.
fn priors(problem: &PairModel<'_>, of_questions: f64, of_pairs: impl Iterator<Item = f64>) -> Vec<f64> {
    core::iter::repeat_n(of_questions, problem.components().questions.len()).chain(of_pairs).collect()
}

/// A fit under one variance for all questions and one for all pairs, given by their places in the lists.
struct Tried {
    at: [usize; 2],
    /// ln of the evidence and of the prior density of the variances.
    weight: f64,
    fitted: FittedTerms,
}

/// The fit under the likeliest common variances of all questions and of all pairs, with these variances.
fn common(problem: &PairModel<'_>) -> Result<(FittedTerms, [f64; 2]), Error> {
    let mut tried = Vec::new();
    let mut best = place_of(problem, START, &mut tried)?;
    loop {
        let [i, j] = tried[best].at;
        let neighbours = [[i, j.wrapping_sub(1)], [i, j + 1], [i.wrapping_sub(1), j], [i + 1, j]];
        let mut next = best;
        for near in neighbours.into_iter().filter(|[i, j]| *i < OF_QUESTIONS.len() && *j < OF_PAIRS.len()) {
            let place = place_of(problem, near, &mut tried)?;
            if tried[place].weight > tried[next].weight {
                next = place;
            }
        }
        if next == best {
            let Tried { at, fitted, .. } = tried.swap_remove(best);
            return Ok((fitted, variances(at)));
        }
        best = next;
    }
}

fn variances([i, j]: [usize; 2]) -> [f64; 2] {
    [OF_QUESTIONS[i], OF_PAIRS[j]]
}

/// The place of the fit under these variances among those tried. If it is not there, it is made, starting from the nearest one.
fn place_of(problem: &PairModel<'_>, at: [usize; 2], tried: &mut Vec<Tried>) -> Result<usize, Error> {
    if let Some(place) = tried.iter().position(|other| other.at == at) {
        return Ok(place);
    }
    let far = |other: &Tried| at[0].abs_diff(other.at[0]) + at[1].abs_diff(other.at[1]);
    let nearest =
        tried.iter().min_by_key(|other| (far(other), other.at)).map(|other| &other.fitted.terms[..]);
    let [of_questions, of_pairs] = variances(at);
    let pairs = core::iter::repeat_n(of_pairs, problem.components().pairs.iter().count());
    let fitted = problem.fit(&priors(problem, of_questions, pairs), nearest)?;
    let away = |(variance, median): (f64, f64)| {
        let log = libm::log(variance / median) / DEVIATION;
        0.5 * log * log
    };
    let weight = fitted.evidence - variances(at).into_iter().zip(MEDIANS).map(away).sum::<f64>();
    tried.push(Tried { at, weight, fitted });
    Ok(tried.len() - 1)
}

/// For every pair, its prior variance as a multiple of t₂.
fn multiples(problem: &PairModel<'_>, fitted: &FittedTerms, of_pairs: f64) -> Vec<f64> {
    let logs: Vec<f64> =
        QUARTERS.map(|quarter| f64::from(quarter) / 4.0 * core::f64::consts::LN_10).collect();
    let near_one = |log: &f64| {
        let away = log / SPREAD_OF_IMAGINARY;
        libm::exp(-0.5 * away * away)
    };
    let total: f64 = logs.iter().map(near_one).sum();
    let imaginary: Vec<f64> = logs.iter().map(|log| IMAGINARY * near_one(log) / total).collect();
    let likelihoods: Vec<Vec<f64>> = problem
        .of_pairs()
        .into_iter()
        .map(|pair| likelihoods(problem, fitted, pair, of_pairs, &logs))
        .collect();
    let mut frequencies = vec![1.0 / size_to_f64(logs.len()); logs.len()];
    for _ in 0..EM_STEPS {
        let mut sums = imaginary.clone();
        for posterior in likelihoods.iter().map(|of| posterior(of, &frequencies)) {
            sums.iter_mut().zip(posterior).for_each(|(sum, own)| *sum += own);
        }
        let total: f64 = sums.iter().sum();
        frequencies = sums.iter().map(|sum| sum / total).collect();
    }
    let mean = |of: &Vec<f64>| {
        let posterior = posterior(of, &frequencies);
        libm::exp(posterior.iter().zip(&logs).map(|(weight, log)| weight * log).sum())
    };
    likelihoods.iter().map(mean).collect()
}

/// The likelihood of a pair's y under every multiple, relative to the largest.
fn likelihoods(
    problem: &PairModel<'_>,
    fitted: &FittedTerms,
    pair: core::ops::Range<usize>,
    of_pairs: f64,
    logs: &[f64],
) -> Vec<f64> {
    let of_multiple = |log: &f64| {
        let prior = of_pairs * libm::exp(*log);
        let of_coordinate = |at: usize| {
            let k = fitted.scales[at];
            let y = problem.observed()[at] - fitted.components[at] + k * fitted.terms[at];
            let variance = problem.variances()[at] + k * k * prior;
            -0.5 * (libm::log(variance) + y * y / variance)
        };
        pair.clone().map(of_coordinate).sum::<f64>()
    };
    let logarithms: Vec<f64> = logs.iter().map(of_multiple).collect();
    let largest = logarithms.iter().copied().fold(f64::NEG_INFINITY, libm::fmax);
    logarithms.iter().map(|own| libm::exp(own - largest)).collect()
}

fn posterior(likelihoods: &[f64], frequencies: &[f64]) -> Vec<f64> {
    let weights: Vec<f64> = likelihoods.iter().zip(frequencies).map(|(one, other)| one * other).collect();
    let total: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / total).collect()
}
