//! Differences that a survey is to find, as an author writes them, and the shares that are expected where they exist.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::error::{Code, Error};
use crate::exact::{size_to_f64, to_index};
use crate::schema::{Answer, Attribute, Schema};

/// How far the sizes of both groups may be above 1 together, since shares such as 0.7 are rounded.
const ROUNDING: f64 = 1e-9;

/// A difference that a survey is to find, as serialized: of two groups, one gives an answer more often than the other. It affects neither the
/// design nor the plan; `candor design` says how many respondents it takes.
///
/// ```
/// use candor::design::Survey;
///
/// let survey = Survey::from_json(r#"{"survey": "health", "privacy": {"record_epsilon": 2}, "attributes": [
///     {"name": "smoker", "categories": ["no", "yes"]}, {"name": "age", "categories": ["young", "middle", "old"]}],
///     "comparisons": [{"of": "smoker", "answer": "yes", "by": "age", "groups": [
///         {"answer": "young", "size": 0.25, "share": 0.5}, {"answer": "old", "size": 0.25, "share": 0.25}]}]}"#)?;
/// let (table, shares) = survey.comparisons()[0].expected(survey.schema())?;
/// assert_eq!((table, shares), ([1, 0], vec![0.125, 0.125, 0.3125, 0.1875, 0.1875, 0.0625]));
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComparisonRequest {
    /// The name of the question that is compared.
    pub of: String,
    /// Its answer.
    pub answer: String,
    /// The name of the question or plain column whose answers make the groups.
    pub by: String,
    /// The two groups.
    pub groups: [GroupRequest; 2],
}

/// A group of a comparison, as serialized.
///
/// ```
/// use candor::design::GroupRequest;
///
/// let old: GroupRequest = serde_json::from_str(r#"{"answer": "old", "size": 0.25, "share": 0.14}"#).expect("a group");
/// assert_eq!((old.size, old.share), (0.25, 0.14));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroupRequest {
    /// The answer of its people to the question that makes the groups.
    pub answer: String,
    /// Its share of the respondents.
    pub size: f64,
    /// The share of its people who are expected to give the answer that is compared.
    pub share: f64,
}

impl ComparisonRequest {
    /// The table that shows the difference, by the positions of `by` and `of`, and its expected shares, row by row. Further groups have the mean
    /// share of the two and are equally large; other valid answers are equally frequent, and nobody gives one that is not valid, but for further groups that
    /// cannot give these.
    ///
    /// # Errors
    /// `unknown-attribute`, `unknown-category`, those of [`Schema::table_sizes`]; `invalid-hypothesis` for two groups that are one or do not
    /// differ, for sizes and shares that are none, and where one of the two cannot give the answers.
    pub fn expected(&self, schema: &Schema) -> Result<([usize; 2], Vec<f64>), Error> {
        let table = [schema.position(&self.by)?, schema.position(&self.of)?];
        schema.table_sizes(&table)?;
        let [by, of] = table.map(|position| &schema.attributes()[position]);
        let answer = of.encode(Answer::Text(&self.answer))?;
        let [one, other] = &self.groups;
        let places = [by.encode(Answer::Text(&one.answer))?, by.encode(Answer::Text(&other.answer))?];
        self.check()?;
        let rows = self.rows(by, places);
        let others = others(of, answer);
        let column = |column: u32, share: f64| match column == answer {
            true => share,
            false if others.contains(&column) => (1.0 - share) / size_to_f64(others.len()),
            false => 0.0,
        };
        let cells = |(size, share): (f64, f64)| (0..of.size()).map(move |at| (at, size, share));
        let shares = rows.into_iter().flat_map(cells).map(|(at, size, share)| size * column(at, share));
        let mut shares: Vec<f64> = shares.collect();
        if let Some(possible) = schema.possible_cells(&table) {
            self.give_what_can_be((&mut shares, &possible), to_index(of.size()), places)?;
        }
        Ok((table, shares))
    }

    /// Gives further groups the answers that they can give, all equally frequent, where some of the others cannot be.
    fn give_what_can_be(
        &self,
        (shares, possible): (&mut [f64], &[bool]),
        width: usize,
        places: [u32; 2],
    ) -> Result<(), Error> {
        let rows = shares.chunks_exact_mut(width).zip(possible.chunks_exact(width)).enumerate();
        for (row, (shares, possible)) in rows {
            if shares.iter().zip(possible).all(|(share, possible)| *possible || *share == 0.0) {
                continue;
            }
            if let Some(place) = places.iter().position(|&place| to_index(place) == row) {
                let (of, by, group) = (&self.of, &self.by, &self.groups[place].answer);
                let message = format!(
                    "the comparison of {of:?} by {by:?}: who answers {group:?} cannot give all of these answers"
                );
                return Err(Error::new(Code::InvalidHypothesis, message));
            }
            let count = possible.iter().filter(|possible| **possible).count();
            let each = shares.iter().sum::<f64>() / size_to_f64(count.max(1));
            let given = shares.iter_mut().zip(possible);
            given.for_each(|(share, possible)| *share = if *possible { each } else { 0.0 });
        }
        Ok(())
    }

    fn check(&self) -> Result<(), Error> {
        let [one, other] = &self.groups;
        let are_shares = |numbers: [f64; 2]| numbers.iter().all(|number| (0.0..=1.0).contains(number));
        let (sizes, shares) = ([one.size, other.size], [one.share, other.share]);
        let why = if one.answer == other.answer {
            "both groups are the same"
        } else if !are_shares(sizes) || sizes.contains(&0.0) || one.size + other.size > 1.0 + ROUNDING {
            "the sizes of the groups are shares of the respondents, above 0 and together not above 1"
        } else if !are_shares(shares) {
            "the shares of the answer are numbers from 0 to 1"
        } else if one.share == other.share {
            "there is no difference to find, as both groups have the same share"
        } else {
            return Ok(());
        };
        let message = format!("the comparison of {:?} by {:?}: {why}", self.of, self.by);
        Err(Error::new(Code::InvalidHypothesis, message))
    }

    /// The size of every group, and its share of the answer.
    fn rows(&self, by: &Attribute, places: [u32; 2]) -> Vec<(f64, f64)> {
        let [one, other] = &self.groups;
        let is_further = |row: &u32| by.is_answer(*row) && !places.contains(row);
        let further = size_to_f64((0..by.size()).filter(is_further).count());
        let named = one.size + other.size;
        let left = if further == 0.0 { 0.0 } else { (1.0 - named).max(0.0) };
        let mean = (one.size * one.share + other.size * other.share) / named;
        let row = |row: u32| match places.iter().position(|&place| place == row) {
            Some(place) => (self.groups[place].size / (named + left), self.groups[place].share),
            None if is_further(&row) => (left / further / (named + left), mean),
            None => (0.0, 0.0),
        };
        (0..by.size()).map(row).collect()
    }
}

/// The other valid answers or, where there are none, all other categories.
fn others(of: &Attribute, answer: u32) -> Vec<u32> {
    let all = (0..of.size()).filter(|other| *other != answer);
    let valid: Vec<u32> = all.clone().filter(|other| of.is_answer(*other)).collect();
    if valid.is_empty() { all.collect() } else { valid }
}
