//! What an analyst may ask for: a reconstruction, its intervals, the bootstrap behind some of its errors.

use alloc::format;
use core::fmt;
use core::str::FromStr;

use crate::error::{Code, Error};

/// How the true shares are reconstructed from the perturbed ones. N is the number of cells, w of axes.
///
/// ```
/// use candor::estimate::{Clustering, Reconstruction};
/// assert_eq!("clusters:3".parse(), Ok(Reconstruction::Clusters(Clustering::Number(3))));
/// assert_eq!(Reconstruction::HybridPublished.to_string(), "hybrid:published");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Reconstruction {
    /// Whichever of the others has the smallest estimated mean squared error; the estimate says why.
    Auto,
    /// The inverse of the law: unbiased, may leave \[0, 1\]. O(w·N).
    Inverse,
    /// The whole table as one attribute with N categories. O(N) where the law treats it so.
    Joint,
    /// The product of the inverted single attributes. O(w²·N).
    Independent,
    /// The product of the inverted tables of clusters of dependent attributes. O(w²·N).
    Clusters(Clustering),
    /// The inverse, cut to at least 0 and at most every table with one attribute less. O(w²·N).
    Truncated,
    /// Inverse, independent or what lies between, whichever has the smallest estimated mean squared error, cut to 0
    /// and to the single attributes. O(w²·N).
    Hybrid,
    /// The inverse or independent by the published thresholds [Kikuchi, Appendix C], which are too loose.
    HybridPublished,
    /// The shares that make the counts most probable. O(w·N) an iteration.
    Likelihood,
}

/// Which attributes form a cluster.
///
/// ```
/// use candor::estimate::Clustering;
/// // A whole number is a number of clusters, anything else a Cramér's V.
/// assert_eq!("0.25".parse(), Ok(Clustering::Threshold(0.25)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Clustering {
    /// Those linked by pairs with at least this Cramér's V, 0 < V < 1.
    Threshold(f64),
    /// The most dependent are joined until this many clusters remain, at least 1.
    Number(usize),
}

/// Intervals that all hold at once with the confidence asked for, within one table.
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
    /// Each at confidence^(1/N): a little narrower; valid for normal estimates [Šidák67].
    Sidak,
    /// z is the quantile of the largest |error|/SE over the table in this many simulated samples:
    /// the narrowest. Cost: that many applications of J.
    MaxZ(u32),
}

/// What is asked of an estimate.
///
/// ```
/// use candor::estimate::{Options, Reconstruction};
/// let options = Options::default().reconstruction(Reconstruction::Auto).confidence(0.99);
/// assert!(options.check().is_ok());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// How the shares are reconstructed.
    pub reconstruction: Reconstruction,
    /// How often an interval is to hold the truth, 0 < confidence < 1.
    pub confidence: f64,
    /// Intervals that hold at once; without it each holds on its own.
    pub simultaneous: Option<Simultaneous>,
    /// Whether the estimates are then moved to the nearest table of shares that are ≥ 0 and sum to 1.
    pub project: bool,
    /// Σ|change| of an EM step below which a likelihood estimate has converged, above 0.
    pub tolerance: f64,
    /// The seed of everything that is simulated or resampled: the same seed gives the same numbers.
    pub seed: u64,
    /// How many people the respondents were drawn from, each at most once, where that is known: shares are then of these
    /// people, and errors of drawing shrink by (N−n)/(N−1), to nothing where all responded.
    pub population: Option<u64>,
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
        }
    }
}

impl Options {
    /// With this reconstruction.
    #[must_use]
    pub fn reconstruction(self, reconstruction: Reconstruction) -> Self {
        Self { reconstruction, ..self }
    }

    /// With intervals that hold the truth so often.
    #[must_use]
    pub fn confidence(self, confidence: f64) -> Self {
        Self { confidence, ..self }
    }

    /// With intervals that all hold at once, or each on its own.
    #[must_use]
    pub fn simultaneous(self, simultaneous: impl Into<Option<Simultaneous>>) -> Self {
        Self { simultaneous: simultaneous.into(), ..self }
    }

    /// With or without projection onto the nearest shares.
    #[must_use]
    pub fn project(self, project: bool) -> Self {
        Self { project, ..self }
    }

    /// With this tolerance of a likelihood estimate.
    #[must_use]
    pub fn tolerance(self, tolerance: f64) -> Self {
        Self { tolerance, ..self }
    }

    /// With this seed.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Of respondents drawn from so many people, or from any number.
    #[must_use]
    pub fn population(self, population: impl Into<Option<u64>>) -> Self {
        Self { population: population.into(), ..self }
    }

    /// Whether an estimate can be asked for so; every estimate checks it as well.
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

pub(crate) fn check_confidence(confidence: f64) -> Result<(), Error> {
    if confidence > 0.0 && confidence < 1.0 {
        return Ok(());
    }
    let message = format!("confidence is {confidence}; it must lie strictly between 0 and 1");
    Err(Error::new(Code::InvalidConfidence, message))
}

impl Clustering {
    fn check(self) -> Result<(), Error> {
        match self {
            Self::Threshold(v) if v > 0.0 && v < 1.0 => Ok(()),
            Self::Number(number) if number > 0 => Ok(()),
            refused => Err(Error::new(
                Code::InvalidClusters,
                format!("{refused} given: a number of clusters is at least 1, a Cramér's V between 0 and 1"),
            )),
        }
    }
}

/// Joins what is fairly dependent by the usual reading of Cramér's V.
const USUAL_THRESHOLD: f64 = 0.1;

impl FromStr for Reconstruction {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Ok(match text {
            "auto" => Self::Auto,
            "inverse" => Self::Inverse,
            "joint" => Self::Joint,
            "independent" => Self::Independent,
            "clusters" => Self::Clusters(Clustering::Threshold(USUAL_THRESHOLD)),
            "truncated" => Self::Truncated,
            "hybrid" => Self::Hybrid,
            "hybrid:published" => Self::HybridPublished,
            "likelihood" => Self::Likelihood,
            other => match other.strip_prefix("clusters:").map(Clustering::from_str) {
                Some(clustering) => Self::Clusters(clustering?),
                None => return Err(unknown(other)),
            },
        })
    }
}

impl FromStr for Clustering {
    type Err = Error;

    /// A whole number is a number of clusters, anything else a Cramér's V.
    fn from_str(text: &str) -> Result<Self, Error> {
        let number = text.parse().map(Self::Number);
        let parsed = number.or_else(|_| text.parse().map(Self::Threshold));
        let clustering = parsed.map_err(|_| {
            Error::new(Code::InvalidClusters, format!("\"{text}\" is neither a number nor a Cramér's V"))
        })?;
        clustering.check().map(|()| clustering)
    }
}

fn unknown(text: &str) -> Error {
    let message = format!(
        "\"{text}\" is none of auto, inverse, joint, independent, clusters, clusters:NUMBER, clusters:V, truncated, hybrid, hybrid:published, likelihood"
    );
    Error::new(Code::UnknownMethod, message)
}

impl fmt::Display for Reconstruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Inverse => "inverse",
            Self::Joint => "joint",
            Self::Independent => "independent",
            Self::Clusters(clustering) => return write!(f, "clusters:{clustering}"),
            Self::Truncated => "truncated",
            Self::Hybrid => "hybrid",
            Self::HybridPublished => "hybrid:published",
            Self::Likelihood => "likelihood",
        })
    }
}

impl fmt::Display for Clustering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Threshold(v) => write!(f, "{v}"),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
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

/// Enough that the 95 % quantile of the largest |z| is known to about 1 %.
const USUAL_DRAWS: u32 = 2000;

#[cfg(test)]
mod tests {
    use super::{Clustering, Reconstruction};
    use alloc::string::ToString;

    #[test]
    fn every_name_comes_back() {
        for name in ["auto", "inverse", "joint", "independent", "truncated", "hybrid", "hybrid:published"] {
            assert_eq!(name.parse::<Reconstruction>().expect("a name").to_string(), name);
        }
        for (name, clustering) in
            [("clusters:3", Clustering::Number(3)), ("clusters:0.25", Clustering::Threshold(0.25))]
        {
            assert_eq!(name.parse(), Ok(Reconstruction::Clusters(clustering)));
            assert_eq!(Reconstruction::Clusters(clustering).to_string(), name);
        }
        for (name, code) in [
            ("em", "unknown-method"),
            ("clusters:0", "invalid-clusters"),
            ("clusters:1.5", "invalid-clusters"),
            ("clusters:nan", "invalid-clusters"),
            ("clusters:-1", "invalid-clusters"),
            ("clusters:x", "invalid-clusters"),
        ] {
            assert_eq!(name.parse::<Reconstruction>().expect_err(name).code().as_str(), code, "{name}");
        }
    }
}
