//! The design methods, their names, and the options of a request for one.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use serde::{Serialize, Serializer};

use super::labelled::BestGuessGoal;
use super::levels::Levels;
use crate::error::{Code, Error};

/// A design method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// The best of the other methods.
    Auto,
    /// Every attribute perturbed independently.
    Independent,
    /// The closed form for two attributes.
    Pair,
    /// The published heuristic, Algorithm 3, for comparison.
    Inductive,
    /// The optimal mixture of a uniform record, the unchanged record and single changes.
    SingleChange,
    /// The law of smallest error for the tables to be read, at a given record ε.
    Analysis,
    /// Publicly drawn random forms with the smallest error for the tables to be read, at a given record ε.
    Labelled,
    /// The linear program as published.
    #[cfg(feature = "linear-program")]
    LinearProgram,
    /// The exact optimum of all symmetric laws.
    Optimal,
    /// The optimum restricted to as many of its change sets as a plan can hold.
    Sparse,
    /// Independent blocks, each at its optimum.
    Blocks,
}

const NAMES: &[(&str, Method)] = &[
    ("auto", Method::Auto),
    ("independent", Method::Independent),
    ("pair", Method::Pair),
    ("inductive", Method::Inductive),
    ("single-change", Method::SingleChange),
    ("analysis", Method::Analysis),
    ("labelled", Method::Labelled),
    #[cfg(feature = "linear-program")]
    ("linear-program", Method::LinearProgram),
    ("optimal", Method::Optimal),
    ("sparse", Method::Sparse),
    ("blocks", Method::Blocks),
];

impl Method {
    /// The name used in documents and on the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        NAMES.iter().find(|(_, method)| *method == self).map_or("auto", |(name, _)| name)
    }

    /// The closed-form methods that `auto` compares at these levels; the heuristic is left out, as it is never better than
    /// single-change.
    pub(super) fn closed_forms(levels: &Levels) -> impl Iterator<Item = Self> {
        let pair = (levels.sizes().len() <= 2).then_some(Self::Pair);
        [Self::Independent, Self::SingleChange].into_iter().chain(pair)
    }

    /// Whether the method may lower levels to make attributes exchangeable.
    pub(super) fn may_tie(self) -> bool {
        self == Self::Blocks
    }

    /// The precision to which methods that solve programs spend a record budget; the solvers are accurate to about 10⁻⁹.
    pub(super) fn program_precision(self) -> Option<f64> {
        match self {
            #[cfg(feature = "linear-program")]
            Self::LinearProgram => Some(1e-8),
            Self::Optimal | Self::Sparse => Some(1e-8),
            // Each law takes dozens of optima.
            Self::Blocks => Some(1e-5),
            _ => None,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Method {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl FromStr for Method {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, method)| *method).ok_or_else(|| {
            let known: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
            let known = known.join(", ");
            Error::new(Code::UnknownMethod, format!("{name:?} is not a method; there are: {known}"))
        })
    }
}

/// The options of a design request, besides its goal and its caps.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RequestOptions {
    pub(super) method: Option<Method>,
    /// Whether to accept the published heuristic where it raises ε above a request.
    pub(super) allow_raised: bool,
    /// The share of the respondents reserved for tables that are not declared.
    pub(super) other_tables: Option<f64>,
    /// The aim of a design for the best guess; `None` if unbiased tables will be read.
    pub(super) best_guess: Option<BestGuessGoal>,
    /// The largest number of bytes that the law may take in a plan document; `None` for no limit.
    pub(super) max_law_size: Option<usize>,
    /// The largest product of orbits and table components over which a law for tables is searched.
    pub(super) max_products: Option<usize>,
}

impl RequestOptions {
    /// The requested method, or `None` for *auto*.
    pub(super) fn named_method(self) -> Option<Method> {
        self.method.filter(|method| *method != Method::Auto)
    }
}
