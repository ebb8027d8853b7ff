//! Which scores a schema can have, and the codes of its categories in them.

use alloc::vec;
use alloc::vec::Vec;

use super::attribute::{Attribute, check_name};
use super::category::Category;
use super::questions::Schema;
use super::score::{MAX_STEPS, Score};
use crate::error::{Code, Error};
use crate::exact::{decimal, floor_u128, size_to_f64};

/// The category of a reported score that stands for none.
const NO_SCORE: &str = "no score";

/// The least step that is looked for, as a share of the range of the codes.
const LEAST_STEP: f64 = 1e-7;

/// How far a code may be from a whole number of steps, as a share of a step, so that codes such as 0.1, 0.2, 0.3 have steps.
const TOLERANCE: f64 = 1e-6;

/// The largest number of which both are multiples, to within `least`, by Euclid's algorithm.
fn common_measure(mut one: f64, mut other: f64, least: f64) -> f64 {
    while other > least {
        let rest = one - other * libm::floor(one / other);
        // A remainder of nearly all of it is rounding, too.
        (one, other) = (other, if other - rest < least { 0.0 } else { rest });
    }
    one
}

impl Score {
    /// The least and the largest code, which every item has.
    fn ends(&self) -> (f64, f64) {
        let codes = || self.codes.iter().copied();
        (codes().fold(f64::INFINITY, libm::fmin), codes().fold(f64::NEG_INFINITY, libm::fmax))
    }

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
            None if self.levels.is_some() && schema.steps(self).is_none() => {
                refuse("has codes that are no multiples of a step, or too many steps, to be rounded")
            }
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

    /// The steps of a score: for every item and each of its categories how many steps its code is above the item's least, or `None` where it has no
    /// code. A step is the largest number of which all differences of codes are multiples. `None` where the score would have more than [`MAX_STEPS`].
    ///
    /// ```
    /// # use candor::Survey;
    /// let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 4}, "attributes": [
    ///     {"name": "safe", "categories": ["no", "rather", "yes"]}, {"name": "blamed", "categories": ["no", "rather", "yes"], "optional": true}],
    ///     "scores": [{"name": "climate", "of": ["safe", "blamed"], "codes": [0, 0.2, 0.6], "reversed": ["blamed"]}]}"#)?;
    /// let steps = survey.schema().steps(&survey.schema().scores()[0]);
    /// assert_eq!(steps, Some(vec![vec![Some(0), Some(1), Some(3)], vec![Some(3), Some(1), Some(0), None]]));
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn steps(&self, score: &Score) -> Option<Vec<Vec<Option<u32>>>> {
        let (least, largest) = score.ends();
        let range = largest - least;
        let differences = || score.codes.iter().map(|code| code - least);
        let step = differences().fold(0.0, |step, other| common_measure(other, step, LEAST_STEP * range));
        let most = libm::round(range / step);
        let in_steps = |difference: f64| difference / range * most;
        let is_whole = |steps: f64| libm::fabs(steps - libm::round(steps)) <= TOLERANCE;
        let fits = most * size_to_f64(score.attributes.len()) <= f64::from(MAX_STEPS);
        if !fits || !differences().map(in_steps).all(is_whole) {
            return None;
        }
        let steps = |code: f64| u32::try_from(floor_u128(in_steps(code - least) + 0.5)).ok();
        let of_item = |item: &usize| {
            self.codes(score, *item).into_iter().map(|code| code.and_then(steps)).collect::<Vec<_>>()
        };
        Some(score.attributes.iter().map(of_item).collect())
    }

    /// The scores that devices report, in order.
    pub fn reported_scores(&self) -> impl Iterator<Item = &Score> {
        self.scores().iter().filter(|score| score.levels.is_some())
    }

    /// The column of a score that devices report: the reported scores follow the questions.
    #[must_use]
    pub fn column_of(&self, score: &Score) -> Option<usize> {
        let is_score = |attribute: &Attribute| attribute.name() == score.name;
        // In the schema of tables they are attributes.
        let in_tables = self.attributes().iter().position(is_score);
        in_tables
            .or_else(|| Some(self.len() + self.reported_scores().position(|own| own.name == score.name)?))
    }

    /// The positions of all that is given for a report, questions and plain columns: of all in a schema of tables but reported scores.
    ///
    /// ```
    /// # use candor::{Plan, Survey};
    /// # let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 2}, "plain": [{"name": "site", "categories": ["a", "b"]}],
    /// #     "attributes": [{"name": "climate", "rows": [{"name": "safe"}, {"name": "heard"}, {"name": "paid"}], "categories": ["no", "rather", "yes"]}],
    /// #     "scores": [{"name": "content", "of": ["climate"]}], "tables": [["content"]]}"#)?;
    /// let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// // Three rows, the score, a plain column.
    /// assert_eq!((plan.schema().given(), plan.table_schema().given()), (vec![0, 1, 2], vec![0, 1, 2, 4]));
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn given(&self) -> Vec<usize> {
        let is_score = |name: &str| self.reported_scores().any(|score| score.name == name);
        (0..self.len()).filter(|&position| !is_score(self.attributes()[position].name())).collect()
    }

    /// The values of the categories of a reported score, in the units of its codes; `None` for "no score", and empty where devices do not report it.
    #[must_use]
    pub fn values_of_levels(&self, score: &Score) -> Vec<Option<f64>> {
        let Some((levels, steps)) = score.levels.as_ref().zip(self.steps(score)) else { return Vec::new() };
        let (low, high) = score.ends();
        let items = score.attributes.iter();
        let (least, most) = items.fold((0.0, 0.0), |(least, most), _| (least + low, most + high));
        let all = f64::from(levels.last().copied().unwrap_or(1));
        let value = |level: &u32| Some(least + (most - least) * f64::from(*level) / all);
        let none = steps.iter().flatten().any(Option::is_none).then_some(None);
        levels.iter().map(value).chain(none).collect()
    }

    /// The questions, of which there are this many, the scores that devices report as if they were questions, and the plain columns that follow them.
    ///
    /// # Errors
    /// `too-few-categories`, `duplicate-category` where levels do not ascend.
    pub(crate) fn with_reported_scores(self, questions: usize) -> Result<Self, Error> {
        let column = |score: &Score| {
            let category = |value: Option<f64>| {
                let text = value.map(|value| decimal(libm::round(value * 1e9) / 1e9));
                Category::new(text.as_deref().unwrap_or(NO_SCORE), None)
            };
            let categories = self.values_of_levels(score).into_iter().map(category).collect();
            Attribute::new(&score.name, None, categories, false)
        };
        let columns = self.reported_scores().map(column).collect::<Result<Vec<_>, _>>()?;
        Ok(self.with_columns(questions, &columns))
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
