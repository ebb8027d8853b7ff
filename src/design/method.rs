//! The methods by name.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::levels::Levels;
#[cfg(feature = "optimal")]
use super::{blocks, optimal};
use super::{independent, inductive, pair, single_change};
use crate::error::Error;
use crate::law::Law;

/// How a law is designed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// The best of the other methods.
    Auto,
    /// Every attribute on its own.
    Independent,
    /// The closed form for two attributes.
    Pair,
    /// The published heuristic.
    Inductive,
    /// The optimal mixture of uniform, truth and single changes.
    SingleChange,
    /// The law of smallest error for the tables to be read, at a given record ε.
    Analysis,
    /// The exact optimum of all symmetric laws.
    #[cfg(feature = "optimal")]
    Optimal,
    /// Independent blocks, each at its optimum.
    #[cfg(feature = "optimal")]
    Blocks,
}

const NAMES: &[(&str, Method)] = &[
    ("auto", Method::Auto),
    ("independent", Method::Independent),
    ("pair", Method::Pair),
    ("inductive", Method::Inductive),
    ("single-change", Method::SingleChange),
    ("analysis", Method::Analysis),
    #[cfg(feature = "optimal")]
    ("optimal", Method::Optimal),
    #[cfg(feature = "optimal")]
    ("blocks", Method::Blocks),
];

impl Method {
    /// The name used in documents and on the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        NAMES.iter().find(|(_, method)| *method == self).map_or("auto", |(name, _)| name)
    }

    /// The methods that `auto` compares at these levels, an optimum over at most `orbits` orbits among them;
    /// the heuristic is never better than single-change.
    pub(super) fn candidates(levels: &Levels, orbits: usize) -> impl Iterator<Item = Self> {
        let all = NAMES.iter().map(|(_, method)| *method);
        all.filter(move |method| method.is_candidate(levels, orbits))
    }

    #[cfg_attr(not(feature = "optimal"), allow(unused_variables, reason = "nothing else counts orbits"))]
    fn is_candidate(self, levels: &Levels, orbits: usize) -> bool {
        match self {
            Self::Auto | Self::Inductive | Self::Analysis => false,
            Self::Pair => levels.sizes().len() == 2,
            Self::Independent | Self::SingleChange => true,
            #[cfg(feature = "optimal")]
            Self::Optimal => optimal::orbit_count(levels).is_some_and(|count| count <= orbits),
            #[cfg(feature = "optimal")]
            Self::Blocks => optimal::orbit_count(levels).is_none_or(|count| count > orbits),
        }
    }

    /// How precisely a record budget is spent: methods that solve programs answer to about 10⁻⁹.
    pub(super) fn precision(self) -> f64 {
        match self {
            #[cfg(feature = "optimal")]
            Self::Optimal | Self::Blocks => 1e-8,
            _ => 1e-13,
        }
    }

    /// The integer law at the given column levels.
    pub(super) fn law(self, levels: &Levels, allow_raised: bool) -> Result<Law, Error> {
        match self {
            Self::Pair => pair::law(levels),
            Self::Inductive => inductive::law(levels, allow_raised),
            Self::SingleChange => single_change::law(levels),
            #[cfg(feature = "optimal")]
            Self::Optimal => optimal::law(levels),
            #[cfg(feature = "optimal")]
            Self::Blocks => blocks::law(levels),
            Self::Analysis => Err(needs_record_epsilon()),
            Self::Auto | Self::Independent => independent::law(levels),
        }
    }
}

fn needs_record_epsilon() -> Error {
    Error::new(
        "levels-conflict",
        "method analysis chooses the column levels itself: give a record ε, and neither epsilon nor weight",
    )
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Method {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, method)| *method).ok_or_else(|| {
            let known: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
            let known = known.join(", ");
            Error::new("unknown-method", format!("{name:?} is not a method; there are: {known}"))
        })
    }
}
