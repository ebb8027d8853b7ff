//! The terms of a regression: the questions that explain an outcome, and their interactions.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::null_model::invalid;
use crate::error::Error;

/// The terms of a regression: questions and products (interactions) of them, such as `age,sex,age:sex`.
///
/// A product requires all of its parts as terms, because its coefficients are the difference between the joint effect of its categories and
/// the sum of their separate effects.
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
    /// One term for each of these questions, without products.
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

    /// Whether it contains all terms of another formula.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        other.terms.iter().all(|term| self.terms.iter().any(|own| is_same(own, term)))
    }

    /// Every term that is not part of a product, with the formula without it.
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

    /// The axes of each term in a table over an outcome and these questions.
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
                return Err(invalid(format!("a term of \"{self}\" is empty")));
            }
            if term.iter().enumerate().any(|(i, name)| term[..i].contains(name)) {
                return Err(invalid(format!("term \"{said}\" names a question twice")));
            }
            if self.terms[..place].iter().any(|other| is_same(other, term)) {
                return Err(invalid(format!("term \"{said}\" is in the formula twice")));
            }
            let part =
                |without: &String| term.iter().filter(|name| *name != without).cloned().collect::<Vec<_>>();
            let missing =
                |part: &Vec<String>| !part.is_empty() && !self.terms.iter().any(|own| is_same(own, part));
            if let Some(part) = term.iter().map(part).find(missing) {
                let part = part.join(":");
                return Err(invalid(format!(
                    "the formula has term \"{said}\" without term \"{part}\"; add that one"
                )));
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

    /// Parses terms separated by commas; the questions of a product are separated by colons.
    ///
    /// # Errors
    /// `invalid-hypothesis` where a term occurs twice, names a question twice or no question, or a part of a product is missing.
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
