//! Which scores a schema can have, and the codes of its categories in them.

use alloc::vec;
use alloc::vec::Vec;

use super::attribute::check_name;
use super::questions::Schema;
use super::score::Score;
use crate::error::{Code, Error};

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
