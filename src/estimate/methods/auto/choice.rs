//! Auto chooses the reconstruction with the smallest estimated mean squared error over the table ([`super::risk`]), unless the likelihood
//! is clearly better on held-out reports ([`super::held_out`]).
//!
//! It starts with the hybrid: inverse, independent, or a mixture of them ([`crate::estimate::methods::hybrid::combination`]). Then clusters
//! (unless these are single attributes or the whole table), truncated and likelihood are compared in turn. Each replaces the one chosen so
//! far if its estimated error is smaller by more than [`SURELY`] standard errors of that difference: if the noise of the inverse is large,
//! estimated errors are noisy too, and the smallest of many would be chosen by chance. Truncated and likelihood correct the inverse, and
//! are compared in this way only if it has a negative cell and is the larger part of the hybrid. The hybrid is compared as it is before it
//! is cut, which only makes it better.
//!
//! In a table whose cells are mostly empty, the likelihood may be a hundred times nearer to the true shares than an inverse whose noise
//! hides them. If the inverse has a negative cell, the likelihood therefore also replaces the one chosen so far if it makes held-out
//! reports more probable by more than [`SURELY`] standard errors, and its squared distance from the one chosen is more than [`CLEARLY`]
//! times what it would be if their squared errors were equal. A candidate that is no table of shares is represented by the nearest one,
//! which is nearer to the true shares as well.
//!
//! The likelihood is not compared above [`LIKELIHOOD_CELLS`], where that alone would take many seconds, nor if the subsets of labelled
//! reports were not kept, or are too many ([`Reconstruction::subset_numbers`]), nor for a robust estimate.
//!
//! Where some cells cannot occur, the inverse that knows it is taken ([`super::super::conditioned`]): the others do not know it.
//!
//! Cost: that of all it compares.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::held_out::{self, Comparison};
use super::risk;
use crate::error::Error;
use crate::estimate::method::{Clustering, Reconstruction};
use crate::estimate::methods::hybrid;
use crate::estimate::methods::hybrid::combination::{self, Compared};
use crate::estimate::methods::independent::Product;
use crate::estimate::methods::reconstructed::Reconstructed;
use crate::estimate::methods::{clusters, conditioned, inverse, likelihood, truncated};
use crate::estimate::observed::Observed;
use crate::estimate::options::Options;
use crate::numeric::vectors::squared_distance;

/// The most cells of a table whose likelihood is compared: that takes [`REPLICATES`] further fits, and one a fold.
const LIKELIHOOD_CELLS: usize = 5_000;

/// The number of resampled surveys for the estimated risk of the likelihood; it sums over all cells, so few are enough.
const REPLICATES: u32 = 10;

/// Auto joins attributes to one cluster from this V on.
const CLUSTERS: Clustering = Clustering::Threshold(0.1);

/// By how many standard errors an estimated error has to be smaller.
const SURELY: f64 = 2.0;

/// The least ratio of the squared distance between the likelihood and the one chosen to what noise explains of it: at 1 their squared
/// errors are estimated to be equal.
const CLEARLY: f64 = 1.1;

/// Weight of the product below which the inverse is the larger part of the hybrid.
const MOSTLY_INVERSE: f64 = 0.5;

/// The comparison so far.
struct Contest<'o, 'l> {
    observed: &'o Observed<'l>,
    inverse: Reconstructed,
    best: Reconstructed,
    risk: f64,
    compared: Vec<String>,
    held_out: String,
}

pub(crate) fn reconstruct(observed: &Observed<'_>, options: &Options) -> Result<Reconstructed, Error> {
    if observed.widest().0.occurring().is_some() {
        return conditioned::reconstruct(observed);
    }
    let inverse = inverse::reconstruct(observed.clone())?;
    let (best, risk) = (inverse.clone(), risk::of_inverse(&inverse));
    let mut contest =
        Contest { observed, inverse, best, risk, compared: Vec::new(), held_out: String::new() };
    contest.tell(Reconstruction::Inverse, risk);
    let weight = if observed.sizes().len() > 1 { contest.enter_products()? } else { 0.0 };
    let negative = contest.inverse.shares.iter().any(|&share| share < 0.0);
    if negative && weight < MOSTLY_INVERSE {
        contest.enter_truncated()?;
    }
    let has_likelihood = has_likelihood(observed) && !options.robust;
    if negative && contest.inverse.shares.len() <= LIKELIHOOD_CELLS && has_likelihood {
        contest.enter_likelihood(weight < MOSTLY_INVERSE, options)?;
    }
    let reason = format!(
        "estimated mean squared error, summed over the cells: {}; beyond inverse, independent and their hybrid, one has to be smaller by {SURELY} standard errors{}",
        contest.compared.join(", "),
        contest.held_out
    );
    // One report may change the choice, so its influence has no bound.
    Ok(Reconstructed { influence: None, reach: None, ..contest.best.because(reason) })
}

/// Whether the counts allow for the likelihood, at little cost.
fn has_likelihood(observed: &Observed<'_>) -> bool {
    let numbers = observed.subsets().map(|subsets| subsets.numbers());
    observed.labelled().is_none()
        || numbers.is_some_and(|numbers| numbers <= Reconstruction::Auto.subset_numbers())
}

/// Makes the reconstruction that was chosen from other reports.
fn again(method: Reconstruction, observed: &Observed<'_>) -> Result<Reconstructed, Error> {
    match method {
        Reconstruction::Hybrid => hybrid::reconstruct(observed),
        Reconstruction::Clusters(clustering) => clusters::reconstruct(observed, clustering),
        Reconstruction::Truncated => truncated::reconstruct(observed),
        _ => inverse::reconstruct(observed.clone()),
    }
}

impl Contest<'_, '_> {
    /// Compares hybrid and clusters; returns the weight of the product in the hybrid.
    fn enter_products(&mut self) -> Result<f64, Error> {
        let Compared { combined, weight, of_product, of_combined, .. } =
            combination::combine(self.observed, &self.inverse)?;
        self.tell(Reconstruction::Independent, of_product);
        self.tell(Reconstruction::Hybrid, of_combined);
        (self.best, self.risk) = (hybrid::cut_to_singles(self.observed, combined)?, of_combined);
        let parts = clusters::clusters(self.observed, CLUSTERS);
        if 1 < parts.len() && parts.len() < self.observed.sizes().len() {
            let product = Product::new(self.observed, parts)?;
            let covariances = product.covariances_with_inverse(self.observed)?;
            let clusters = product.reconstruct(self.observed, Reconstruction::Clusters(CLUSTERS));
            self.enter(clusters, covariances.iter().sum())?;
        }
        Ok(weight)
    }

    fn enter_truncated(&mut self) -> Result<(), Error> {
        let (truncated, covariance) = truncated::with_covariance(self.observed, &self.inverse)?;
        self.enter(truncated, covariance)
    }

    /// Compares the likelihood by its estimated error, if the inverse is precise enough for that, and by held-out reports.
    fn enter_likelihood(&mut self, precise: bool, options: &Options) -> Result<(), Error> {
        let likeliest = likelihood::likeliest::from_inverse(self.observed, &self.inverse, options);
        if precise {
            let shares = &likeliest.shares;
            let covariance = likelihood::likeliest::covariance_with_inverse(
                self.observed,
                shares,
                REPLICATES,
                options.seed,
            );
            // Resampled reports may lack a form without which the table cannot be estimated; the error is not estimated then.
            if let Ok(covariance) = covariance {
                self.enter(likeliest.clone(), covariance)?;
            }
        }
        if self.best.method != Reconstruction::Likelihood && self.is_clearly_better(&likeliest, options)? {
            self.best = likeliest;
        }
        Ok(())
    }

    /// Whether the likeliest shares are clearly better on reports that were held out from both them and the best so far.
    fn is_clearly_better(&mut self, likeliest: &Reconstructed, options: &Options) -> Result<bool, Error> {
        let method = self.best.method;
        let both = |others: &Observed<'_>| {
            let inverse = inverse::reconstruct(others.clone())?;
            let likeliest = likelihood::likeliest::shares(others, &inverse.shares, options);
            Ok([likeliest, again(method, others)?.shares])
        };
        let Comparison { gain, standard_error, noise } =
            held_out::compare(self.observed, both, options.seed)?;
        let apart = squared_distance(&likeliest.shares, &self.best.shares);
        let better = gain > SURELY * standard_error && apart > CLEARLY * noise;
        self.held_out = format!(
            "; on held-out reports the likelihood gains {gain:.2e} ± {standard_error:.2e} nats each over {method}, {apart:.3e} away where noise explains {noise:.3e}: {}",
            if better { "it is clearly better" } else { "not clearly better" }
        );
        Ok(better)
    }

    /// Makes a candidate the best so far if its risk is surely smaller.
    fn enter(&mut self, candidate: Reconstructed, covariance: f64) -> Result<(), Error> {
        let risk = risk::of(&candidate.shares, &self.inverse, covariance);
        self.tell(candidate.method, risk);
        let noise = risk::standard_error_of_difference(self.observed, &candidate.shares, &self.best.shares)?;
        if risk + SURELY * noise < self.risk {
            (self.best, self.risk) = (candidate, risk);
        }
        Ok(())
    }

    fn tell(&mut self, method: Reconstruction, risk: f64) {
        self.compared.push(format!("{method} {risk:.3e}"));
    }
}
