//! Raking (iterative proportional fitting): weights with which a sample has the margins of its population \[DemingStephan40\].
//!
//! One margin after the other, the weights of the reports in each category are scaled to its share, until all margins agree to 10⁻¹⁰. With one
//! margin that is post-stratification. There is at most one solution of the form w·∏ factors. Margins without a solution are refused, for
//! example where categories of several margins never occur together in the sample.
//!
//! Cost: O(classes · margins) a round, some ten rounds.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::error::{Code, Error};

/// The number of rounds after which it is concluded that there is no solution.
const MOST_ROUNDS: u32 = 10_000;

/// The tolerance of a share of a margin.
const AGREED: f64 = 1e-10;

/// The tolerance of the sum of a given margin's shares around 1.
const ROUNDED: f64 = 1e-6;

/// The known margins of a population: for each, the shares of its categories.
///
/// ```
/// use candor::inference::Raking;
/// // Half of the people live in either region; in the sample there are three of the first for each of the second.
/// let regions = Raking::new(vec![vec![0.5, 0.5]])?;
/// let weights = regions.weights(&[(300.0, vec![0]), (100.0, vec![1])])?;
/// assert!((weights[0] - 2.0 / 3.0).abs() < 1e-9 && (weights[1] - 2.0).abs() < 1e-9);
/// assert_eq!(regions.margins(), [[0.5, 0.5]]);
/// assert_eq!(Raking::new(vec![vec![0.5, 0.6]]).unwrap_err().code().as_str(), "invalid-weights");
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Raking {
    margins: Vec<Vec<f64>>,
}

impl Raking {
    /// Takes the shares of the categories of every margin.
    ///
    /// # Errors
    /// `invalid-weights` where a share is not above 0, or those of a margin do not sum to 1.
    pub fn new(mut margins: Vec<Vec<f64>>) -> Result<Self, Error> {
        for margin in &mut margins {
            let sum: f64 = margin.iter().sum();
            if let Some(share) = margin.iter().find(|share| !(**share > 0.0 && share.is_finite())) {
                return Err(invalid(format!("a share of {share} was given in a margin; it must be above 0")));
            }
            if libm::fabs(sum - 1.0) > ROUNDED {
                return Err(invalid(format!("the shares of a margin sum to {sum}; they must sum to 1")));
            }
            margin.iter_mut().for_each(|share| *share /= sum);
        }
        Ok(Self { margins })
    }

    /// The shares of every margin.
    #[must_use]
    pub fn margins(&self) -> &[Vec<f64>] {
        &self.margins
    }

    /// The factors by which to multiply the weights of the classes; they keep the sum of the weights. Each class is given by the total weight
    /// of its reports, and its category in every margin.
    ///
    /// # Errors
    /// `invalid-weights` where a weight is not finite or below 0, a class has other margins, a category has no report that weighs
    /// anything, or no weights have all margins.
    pub fn weights(&self, classes: &[(f64, Vec<usize>)]) -> Result<Vec<f64>, Error> {
        let total = self.checked(classes)?;
        let mut factors = vec![1.0; classes.len()];
        for _ in 0..MOST_ROUNDS {
            let mut apart: f64 = 0.0;
            for (margin, shares) in self.margins.iter().enumerate() {
                let mut sums = vec![0.0; shares.len()];
                let each = || classes.iter().map(|(weight, categories)| (weight, categories[margin]));
                each()
                    .zip(&factors)
                    .for_each(|((weight, category), factor)| sums[category] += weight * factor);
                apart = sums
                    .iter()
                    .zip(shares)
                    .fold(apart, |apart, (sum, share)| f64::max(apart, libm::fabs(sum / total - share)));
                for ((_, category), factor) in each().zip(&mut factors) {
                    *factor *= shares[category] * total / sums[category];
                }
            }
            if apart < AGREED {
                return Ok(factors);
            }
            if factors.iter().any(|factor| !factor.is_finite()) {
                break;
            }
        }
        Err(invalid(
            "no weights fit all of these margins, because some combinations of their categories do not occur in the sample".into(),
        ))
    }

    fn checked(&self, classes: &[(f64, Vec<usize>)]) -> Result<f64, Error> {
        let mut weighed: Vec<Vec<f64>> = self.margins.iter().map(|shares| vec![0.0; shares.len()]).collect();
        for (weight, categories) in classes {
            if !(*weight >= 0.0 && weight.is_finite()) {
                return Err(invalid(format!(
                    "a weight of {weight} was given; it must be a finite number that is not below 0"
                )));
            }
            let fits = categories.len() == weighed.len()
                && categories.iter().zip(&weighed).all(|(category, sums)| *category < sums.len());
            if !fits {
                return Err(invalid(format!(
                    "categories {categories:?} do not name one category of every margin"
                )));
            }
            categories.iter().zip(&mut weighed).for_each(|(category, sums)| sums[*category] += weight);
        }
        for (margin, sums) in weighed.iter().enumerate() {
            if let Some(category) = sums.iter().position(|sum| *sum <= 0.0) {
                return Err(invalid(format!(
                    "category {category} of margin {margin} has no reports that could be weighted"
                )));
            }
        }
        let total: f64 = classes.iter().map(|(weight, _)| weight).sum();
        if total > 0.0 { Ok(total) } else { Err(invalid("the weights sum to 0; one must be above 0".into())) }
    }
}

/// Kish's effective sample size (Σ w)²/Σ w² \[Kish65\]: the number of equally weighted reports that are as precise for answers unrelated to the
/// weights, which is their number divided by the *design effect* of the weights. Each class is given by the weight of one report, and the number of reports.
///
/// ```
/// use candor::inference::effective_sample_size;
/// assert_eq!(effective_sample_size(&[(1.0, 400.0)]), 400.0);
/// assert!((effective_sample_size(&[(2.0 / 3.0, 300.0), (2.0, 100.0)]) - 300.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn effective_sample_size(classes: &[(f64, f64)]) -> f64 {
    let sum: f64 = classes.iter().map(|(weight, reports)| weight * reports).sum();
    let squares: f64 = classes.iter().map(|(weight, reports)| weight * weight * reports).sum();
    if squares > 0.0 { sum * sum / squares } else { 0.0 }
}

pub(super) fn invalid(message: String) -> Error {
    Error::new(Code::InvalidWeights, message)
}
