//! The methods by name.

use alloc::format;
use core::fmt;
use core::str::FromStr;

use super::levels::Levels;
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
}

const NAMES: [(&str, Method); 5] = [
    ("auto", Method::Auto),
    ("independent", Method::Independent),
    ("pair", Method::Pair),
    ("inductive", Method::Inductive),
    ("single-change", Method::SingleChange),
];

impl Method {
    /// The name used in documents and on the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        NAMES.iter().find(|(_, method)| *method == self).map_or("auto", |(name, _)| name)
    }

    /// The methods that `auto` compares for k attributes; the heuristic is never better than single-change.
    pub(super) fn candidates(k: usize) -> impl Iterator<Item = Self> {
        let pair = (k == 2).then_some(Self::Pair);
        [Self::Independent, Self::SingleChange].into_iter().chain(pair)
    }

    /// The integer law at the given column levels.
    pub(super) fn law(self, levels: &Levels, allow_raised: bool) -> Result<Law, Error> {
        match self {
            Self::Pair => pair::law(levels),
            Self::Inductive => inductive::law(levels, allow_raised),
            Self::SingleChange => single_change::law(levels),
            Self::Auto | Self::Independent => independent::law(levels),
        }
    }
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
            let known = NAMES.map(|(name, _)| name).join(", ");
            Error::new("unknown-method", format!("{name:?} is not a method; there are: {known}"))
        })
    }
}
