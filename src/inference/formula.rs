//! Which questions explain an outcome, and which of them act together.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::null_model::invalid;
use crate::error::Error;

/// The terms of a regression: questions, and products of them, as `age,sex,age:sex`.
///
/// A product comes with everything it is a product of, as its coefficients say how far its categories together differ from what each of them
/// does by itself.
///
/// ```
/// use candor::inference::Formula;
/// let both: Formula = "age,sex,age:sex".parse()?;
/// assert_eq!((both.questions(), both.to_string()), (vec!["age".into(), "sex".into()], "age,sex,age:sex".into()));
/// assert!(both.contains(&"sex".parse()?) && !both.contains(&"region".parse()?));
/// assert_eq!("age,age:sex".parse::<Formula>().unwrap_err().code().as_str(), "invalid-hypothesis");
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    terms: Vec<Vec<String>>,
}

impl Formula {
    /// Every one of these questions by itself.
    pub(super) fn of_each(questions: &[String]) -> Self {
        Self { terms: questions.iter().map(|name| Vec::from([name.clone()])).collect() }
    }

    /// The questions, each once, in the order of the terms.
    #[must_use]
    pub fn questions(&self) -> Vec<String> {
        let mut questions: Vec<String> = Vec::new();
        for name in self.terms.iter().flatten() {
            if !questions.contains(name) {
                questions.push(name.clone());
            }
        }
        questions
    }

    /// Whether it has all terms of another.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        other.terms.iter().all(|term| self.terms.iter().any(|own| is_same(own, term)))
    }

    /// Every term that is no part of a product, and what is left without it.
    pub(super) fn shortened(&self) -> impl Iterator<Item = (String, Self)> {
        let alone = |term: &Vec<String>| {
            self.terms.iter().all(|other| is_same(other, term) || !is_within(term, other))
        };
        self.terms.iter().enumerate().filter(move |(_, term)| alone(term)).map(|(place, term)| {
            let mut terms = self.terms.clone();
            terms.remove(place);
            (term.join(":"), Self { terms })
        })
    }

    /// The axes of the table over an outcome and these questions that each term is of.
    ///
    /// # Errors
    /// `invalid-hypothesis` where the table is over other questions.
    pub(super) fn axes(&self, names: &[String]) -> Result<Vec<Vec<usize>>, Error> {
        let axis = |name: &String| {
            let found = names.iter().skip(1).position(|own| own == name).map(|place| place + 1);
            found.ok_or_else(|| {
                invalid(format!(
                    "the table has no regressor \"{name}\"; it is over {names:?}, the outcome first"
                ))
            })
        };
        self.terms.iter().map(|term| term.iter().map(axis).collect()).collect()
    }

    fn check(self) -> Result<Self, Error> {
        for (place, term) in self.terms.iter().enumerate() {
            let said = term.join(":");
            if term.iter().any(String::is_empty) {
                return Err(invalid(format!("a term of \"{self}\" names no question")));
            }
            if term.iter().enumerate().any(|(i, name)| term[..i].contains(name)) {
                return Err(invalid(format!("term \"{said}\" names a question twice")));
            }
            if self.terms[..place].iter().any(|other| is_same(other, term)) {
                return Err(invalid(format!("term \"{said}\" comes twice")));
            }
            let part =
                |without: &String| term.iter().filter(|name| *name != without).cloned().collect::<Vec<_>>();
            let missing =
                |part: &Vec<String>| !part.is_empty() && !self.terms.iter().any(|own| is_same(own, part));
            if let Some(part) = term.iter().map(part).find(missing) {
                let part = part.join(":");
                return Err(invalid(format!("term \"{said}\" needs term \"{part}\" beside it")));
            }
        }
        Ok(self)
    }
}

fn is_within(one: &[String], other: &[String]) -> bool {
    one.iter().all(|name| other.contains(name))
}

fn is_same(one: &[String], other: &[String]) -> bool {
    one.len() == other.len() && is_within(one, other)
}

impl FromStr for Formula {
    type Err = Error;

    /// Terms with commas between them, a product's questions with colons.
    ///
    /// # Errors
    /// `invalid-hypothesis` where a term comes twice, names a question twice or none, or a product lacks a part.
    fn from_str(text: &str) -> Result<Self, Error> {
        let term = |term: &str| term.split(':').map(ToString::to_string).collect();
        Self { terms: text.split(',').map(term).collect() }.check()
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms: Vec<String> = self.terms.iter().map(|term| term.join(":")).collect();
        f.write_str(&terms.join(","))
    }
}
