//! The reconstructions and their names.

use alloc::format;
use core::fmt;
use core::str::FromStr;

use crate::error::{Code, Error};
use crate::exact::fraction;

/// How the true shares are reconstructed from the perturbed ones. N is the number of cells, w that of axes.
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
    /// Treats the whole table as one attribute with N categories. O(N) if the law does so too.
    Joint,
    /// The product of the inverse estimates of the single attributes. O(w²·N).
    Independent,
    /// The product of the inverse estimates of clusters of dependent attributes. O(w²·N).
    Clusters(Clustering),
    /// The inverse, cut to at least 0 and at most every table with one attribute less. O(w²·N).
    Truncated,
    /// The inverse, independent, or a mixture of the two, whichever has the smallest estimated mean squared error, cut to 0 and to the
    /// single attributes. O(w²·N).
    Hybrid,
    /// The inverse or independent by the published thresholds [Kikuchi, Appendix C], which are too loose.
    HybridPublished,
    /// The shares that make the counts most probable. O(w·N) an iteration.
    Likelihood,
    /// The best guess of all tables of one and two questions together, which one table alone does not give
    /// ([`crate::loglinear::BestGuess`]).
    LogLinear,
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
    /// Attributes linked by pairs with at least this Cramér's V, 0 < V < 1.
    Threshold(f64),
    /// The most dependent attributes are joined until this many clusters remain, at least 1.
    Number(usize),
}

impl Clustering {
    pub(super) fn check(self) -> Result<(), Error> {
        match self {
            Self::Threshold(v) if v > 0.0 && v < 1.0 => Ok(()),
            Self::Number(number) if number > 0 => Ok(()),
            refused => Err(Error::new(
                Code::InvalidClusters,
                format!(
                    "clusters must be a number of at least 1, or a Cramér's V between 0 and 1; {refused} was given"
                ),
            )),
        }
    }
}

/// The default threshold: attributes from it on are fairly dependent by the usual reading of Cramér's V.
const USUAL_THRESHOLD: f64 = 0.1;

/// The most numbers kept for the likelihood: a gigabyte.
const LIKELIHOOD_NUMBERS: usize = 1 << 27;

/// The most numbers kept for auto, which computes the likelihood sixteen times from them: eight megabytes.
const COMPARED_NUMBERS: usize = 1 << 20;

impl Reconstruction {
    /// How many numbers a table of a labelled plan shall keep for the subsets that the reconstruction needs
    /// ([`crate::count::Table::keeping_subsets`]); 0 if it needs none.
    ///
    /// ```
    /// use candor::estimate::Reconstruction;
    /// assert_eq!(Reconstruction::Inverse.subset_numbers(), 0);
    /// assert!(Reconstruction::Auto.subset_numbers() < Reconstruction::Likelihood.subset_numbers());
    /// ```
    #[must_use]
    pub fn subset_numbers(self) -> usize {
        match self {
            Self::Likelihood => LIKELIHOOD_NUMBERS,
            Self::Auto => COMPARED_NUMBERS,
            _ => 0,
        }
    }
}

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
            "loglinear" => Self::LogLinear,
            other => match other.strip_prefix("clusters:").map(Clustering::from_str) {
                Some(clustering) => Self::Clusters(clustering?),
                None => return Err(unknown(other)),
            },
        })
    }
}

impl FromStr for Clustering {
    type Err = Error;

    /// Parses a whole number as a number of clusters, and anything else as a Cramér's V such as `0.25`, with at most 19 digits after the point.
    fn from_str(text: &str) -> Result<Self, Error> {
        let number = text.parse().ok().map(Self::Number);
        let clustering = number.or_else(|| fraction(text).map(Self::Threshold)).ok_or_else(|| {
            Error::new(
                Code::InvalidClusters,
                format!("\"{text}\" is neither a number nor a Cramér's V such as 0.25"),
            )
        })?;
        clustering.check().map(|()| clustering)
    }
}

fn unknown(text: &str) -> Error {
    let message = format!(
        "\"{text}\" is none of auto, inverse, joint, independent, clusters, clusters:NUMBER, clusters:V, truncated, hybrid, hybrid:published, likelihood, loglinear"
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
            Self::LogLinear => "loglinear",
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

#[cfg(test)]
mod tests {
    use super::{Clustering, Reconstruction};
    use alloc::string::ToString;

    #[test]
    fn every_name_comes_back() {
        for name in [
            "auto",
            "inverse",
            "joint",
            "independent",
            "truncated",
            "hybrid",
            "hybrid:published",
            "loglinear",
        ] {
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
