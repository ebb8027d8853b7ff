//! Scores: sums of numbers that answers to several questions stand for.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::attribute::check_name;
use super::questions::Schema;
use crate::error::{Code, Error};

/// A score: the sum, over its attributes, of the codes of their answers.
///
/// ```
/// use candor::{Code, Survey};
///
/// let survey = |codes: &str| Survey::from_json(&format!(r#"{{"survey": "work", "privacy": {{"record_epsilon": 4}}, "attributes": [
///     {{"name": "climate", "rows": [{{"name": "safe"}}, {{"name": "blamed"}}],
///      "categories": ["never", "sometimes", "always", {{"value": "?", "role": "dont-know"}}]}}],
///     "scores": [{{"name": "climate-score", "of": ["climate"], "codes": {codes}, "reversed": ["climate.blamed"]}}]}}"#));
/// let surveyed = survey("[1, 2, 3]")?;
/// let score = &surveyed.schema().scores()[0];
/// assert_eq!((score.attributes.as_slice(), score.reversed.as_slice()), (&[0, 1][..], &[1][..]));
/// // "?" is no answer, and has no code.
/// assert_eq!(surveyed.schema().codes(score, 0), [Some(1.0), Some(2.0), Some(3.0), None]);
/// assert_eq!(surveyed.schema().codes(score, 1), [Some(3.0), Some(2.0), Some(1.0), None]);
/// assert_eq!(survey("[1, 2]").unwrap_err().code(), Code::InvalidScore);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Score {
    /// The name.
    pub name: String,
    /// The positions of its attributes, ascending.
    pub attributes: Vec<usize>,
    /// The codes of the valid answers to each of them, in order.
    pub codes: Vec<f64>,
    /// The positions of the attributes whose codes are taken in reverse, ascending.
    pub reversed: Vec<usize>,
}

impl Score {
    fn check(&self, schema: &Schema) -> Result<(), Error> {
        check_name(&self.name)?;
        let refuse = |rule: &str| {
            Err(Error::new(Code::InvalidScore, message!("the score \"", self.name, "\" ", rule)))
        };
        let ascend = |positions: &[usize]| positions.windows(2).all(|pair| pair[0] < pair[1]);
        if self.attributes.is_empty()
            || !ascend(&self.attributes)
            || self.attributes.last() >= Some(&schema.len())
        {
            return refuse("has no attributes, one twice, or one that there is not");
        }
        if !ascend(&self.reversed) || !self.reversed.iter().all(|own| self.attributes.contains(own)) {
            return refuse("reverses an attribute twice, or one that it does not have");
        }
        if self.codes.iter().any(|code| !code.is_finite())
            || self.codes.windows(2).all(|pair| pair[0] == pair[1])
        {
            return refuse("has codes that are no finite numbers, or all the same");
        }
        match self.attributes.iter().find(|own| schema.answers_of(**own) != self.codes.len()) {
            None => Ok(()),
            Some(own) => {
                let name = schema.attributes()[*own].name();
                let (codes, answers) = (self.codes.len(), schema.answers_of(*own));
                let message = message!(
                    "the score \"",
                    self.name,
                    "\" has ",
                    codes,
                    " codes, but \"",
                    name,
                    "\" has ",
                    answers,
                    " valid answers"
                );
                Err(Error::new(Code::InvalidScore, message))
            }
        }
    }
}

impl Schema {
    /// The same questions with these scores.
    ///
    /// # Errors
    /// `invalid-score` for codes that do not fit the valid answers of an attribute, and for a name that is taken; `invalid-name`.
    pub fn with_scores(self, scores: Vec<Score>) -> Result<Self, Error> {
        for (place, score) in scores.iter().enumerate() {
            score.check(&self)?;
            let mut compounds = self.compounds().iter();
            let is_taken = self.attributes().iter().any(|attribute| attribute.name() == score.name)
                || compounds.any(|compound| compound.name == score.name)
                || scores[..place].iter().any(|other| other.name == score.name);
            if is_taken {
                let message = message!("the name of the score \"", score.name, "\" is taken");
                return Err(Error::new(Code::InvalidScore, message));
            }
        }
        Ok(self.scored(scores))
    }

    /// The codes of the categories of an attribute in a score; `None` for those that are no valid answers.
    #[must_use]
    pub fn codes(&self, score: &Score, attribute: usize) -> Vec<Option<f64>> {
        let mut codes = vec![None; self.attributes()[attribute].categories().len()];
        let is_reversed = score.reversed.contains(&attribute);
        let last = score.codes.len().saturating_sub(1);
        for (place, category) in self.valid_answers(attribute).enumerate() {
            codes[category] = score.codes.get(if is_reversed { last - place } else { place }).copied();
        }
        codes
    }

    /// How many valid answers an attribute has.
    pub(crate) fn answers_of(&self, attribute: usize) -> usize {
        self.valid_answers(attribute).count()
    }

    fn valid_answers(&self, attribute: usize) -> impl Iterator<Item = usize> + '_ {
        let attribute = &self.attributes()[attribute];
        (0..attribute.categories().len())
            .zip(0..)
            .filter(|(_, at)| attribute.is_answer(*at))
            .map(|(place, _)| place)
    }
}
