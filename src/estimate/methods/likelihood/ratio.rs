//! The likelihood ratio statistic: twice the log of the largest likelihood over the largest one under a hypothesis.

use alloc::vec::Vec;

use super::ascent::maximise;
use super::independent::likeliest_independent;
use super::likeliest::start;
use super::log_likelihood::LogLikelihood;
use super::model::Model;
use crate::error::Error;
use crate::estimate::methods::projection::onto_simplex;
use crate::estimate::observed::Observed;
use crate::exact::to_f64;

/// The tolerance δ of the ascent.
const TOLERANCE: f64 = 1e-6;

/// The statistic, and how it was found.
pub(crate) struct LikelihoodRatio {
    /// The statistic 2·(ℓ(π̂) − ℓ(π̂₀)), at least 0.
    pub(crate) value: f64,
    /// π̂₀, the likeliest shares under the hypothesis.
    pub(crate) null: Vec<f64>,
    /// About how many steps it took.
    pub(crate) steps: f64,
}

impl Observed<'_> {
    /// Compares with the shares `given`; without any, with independence of the two questions of the table.
    ///
    /// # Errors
    /// `unidentifiable-table`.
    pub(crate) fn likelihood_ratio(&self, given: Option<&[f64]>) -> Result<LikelihoodRatio, Error> {
        let mut near = self.inverse(&self.axes())?;
        let (_, reached) = maximise(self, start(&near), TOLERANCE);
        let mut applications = reached.applications;
        let (null, log_likelihood) = match given {
            Some(shares) => {
                let log_likelihood = LogLikelihood::new(self, shares).point(shares.to_vec()).log_likelihood;
                (shares.to_vec(), log_likelihood)
            }
            None => {
                onto_simplex(&mut near);
                let found = likeliest_independent(self, &near);
                applications += found.applications;
                (found.shares, found.log_likelihood)
            }
        };
        let value = libm::fmax(2.0 * (reached.log_likelihood - self.n() * log_likelihood), 0.0);
        Ok(LikelihoodRatio { value, null, steps: to_f64(applications.into()) * Model::new(self).steps(self) })
    }
}
