//! The options of an estimate: a reconstruction, its intervals, the seed of what is simulated.

use alloc::format;
use core::fmt;
use core::str::FromStr;

use super::method::Reconstruction;
use crate::error::{Code, Error};

/// Simultaneous confidence intervals: all of one table hold at once with the confidence asked for.
///
/// ```
/// use candor::estimate::{Options, Simultaneous};
/// let options = Options::default().simultaneous(Simultaneous::MaxZ(5000)).seed(7);
/// assert_eq!("sidak".parse(), Ok(Simultaneous::Sidak));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Simultaneous {
    /// Each at 1 − (1 − confidence)/N: valid under any dependence.
    Bonferroni,
    /// Each at confidence^(1/N): a little narrower; valid for normal estimates \[Šidák67\].
    Sidak,
    /// z is the quantile of the largest |error|/SE over the table in this many simulated samples:
    /// the narrowest. Cost: that many applications of J.
    MaxZ(u32),
}

/// The options of an estimate.
///
/// ```
/// use candor::estimate::{Options, Reconstruction};
/// let options = Options::default().reconstruction(Reconstruction::Likelihood).tolerance(1e-10).confidence(0.99);
/// // Respondents were 240 members, each asked once; the estimates are to be shares.
/// assert!(options.population(240).project(true).robust(true).check().is_ok());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// How the shares are reconstructed.
    pub reconstruction: Reconstruction,
    /// How often an interval shall hold the true share, 0 < confidence < 1.
    pub confidence: f64,
    /// Simultaneous intervals; with `None`, each interval holds on its own.
    pub simultaneous: Option<Simultaneous>,
    /// Whether the estimates are projected onto the nearest table of shares that are ≥ 0 and sum to 1.
    pub project: bool,
    /// Σ|change| of an EM step below which a likelihood estimate has converged, above 0.
    pub tolerance: f64,
    /// The seed of everything that is simulated or resampled: the same seed gives the same numbers.
    pub seed: u64,
    /// The size of the population that the respondents were drawn from, each at most once, if it is known: shares are then those of these
    /// people, and the variance of drawing respondents shrinks by the factor (N−n)/(N−1), to nothing if all responded.
    pub population: Option<u64>,
    /// Whether the reports of a labelled law count at most as often as their label is expected. Forgers who send one label again and again
    /// then move estimates less; those of honest reports hardly change. Without labels it changes nothing.
    pub robust: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            reconstruction: Reconstruction::Inverse,
            confidence: 0.95,
            simultaneous: None,
            project: false,
            tolerance: 1e-8,
            seed: 1,
            population: None,
            robust: false,
        }
    }
}

impl Options {
    /// Sets the reconstruction.
    #[must_use]
    pub fn reconstruction(self, reconstruction: Reconstruction) -> Self {
        Self { reconstruction, ..self }
    }

    /// Sets how often an interval shall hold the true share.
    #[must_use]
    pub fn confidence(self, confidence: f64) -> Self {
        Self { confidence, ..self }
    }

    /// Sets whether all intervals of a table hold at once, or each on its own.
    #[must_use]
    pub fn simultaneous(self, simultaneous: impl Into<Option<Simultaneous>>) -> Self {
        Self { simultaneous: simultaneous.into(), ..self }
    }

    /// Sets whether the estimates are projected onto the nearest shares.
    #[must_use]
    pub fn project(self, project: bool) -> Self {
        Self { project, ..self }
    }

    /// Sets the tolerance of a likelihood estimate.
    #[must_use]
    pub fn tolerance(self, tolerance: f64) -> Self {
        Self { tolerance, ..self }
    }

    /// Sets the seed.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets the size of the population that the respondents were drawn from, or leaves it unlimited.
    #[must_use]
    pub fn population(self, population: impl Into<Option<u64>>) -> Self {
        Self { population: population.into(), ..self }
    }

    /// Sets whether reports count at most as often as their label is expected.
    #[must_use]
    pub fn robust(self, robust: bool) -> Self {
        Self { robust, ..self }
    }

    /// Checks the options; every estimate does so as well.
    ///
    /// # Errors
    /// `invalid-confidence` outside (0,1); `invalid-tolerance`; `invalid-clusters`.
    pub fn check(&self) -> Result<(), Error> {
        check_confidence(self.confidence)?;
        if self.tolerance.is_nan() || self.tolerance <= 0.0 {
            let message = format!("tolerance is {}; it must be above 0", self.tolerance);
            return Err(Error::new(Code::InvalidTolerance, message));
        }
        match self.reconstruction {
            Reconstruction::Clusters(clustering) => clustering.check(),
            _ => Ok(()),
        }
    }
}

fn check_confidence(confidence: f64) -> Result<(), Error> {
    if confidence > 0.0 && confidence < 1.0 {
        return Ok(());
    }
    let message = format!("confidence is {confidence}; it must lie strictly between 0 and 1");
    Err(Error::new(Code::InvalidConfidence, message))
}

impl FromStr for Simultaneous {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text {
            "bonferroni" => Ok(Self::Bonferroni),
            "sidak" => Ok(Self::Sidak),
            "max-z" => Ok(Self::MaxZ(USUAL_DRAWS)),
            other => {
                let message = format!("\"{other}\" is none of bonferroni, sidak, max-z");
                Err(Error::new(Code::UnknownMethod, message))
            }
        }
    }
}

impl fmt::Display for Simultaneous {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bonferroni => "bonferroni",
            Self::Sidak => "sidak",
            Self::MaxZ(_) => "max-z",
        })
    }
}

/// The default number of simulated samples: enough that the 95 % quantile of the largest |z| is known to about 1 %.
const USUAL_DRAWS: u32 = 2000;
