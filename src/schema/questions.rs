//! The questions of a survey, in order.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::attribute::Attribute;
use super::category::Category;
use super::compound::Compound;
use super::limits::{MAX_TABLE_CELLS, check_total, no_attributes, repeated};
use super::score::Score;
use super::text::LocalizedText;

use crate::error::{Code, Error};
use crate::exact::to_index;

/// The questions of a survey, in order.
///
/// ```
/// use candor::{Attribute, Category, Schema};
///
/// let smoker = Attribute::new("smoker", None, Category::list(["no", "yes"]), false)?;
/// let age = Attribute::numeric("age", None, vec![Some(18.0), Some(30.0), Some(45.0), None], false)?;
/// let schema = Schema::new(vec![smoker, age])?;
/// assert_eq!((schema.len(), schema.sizes()), (2, vec![2, 3]));
/// assert_eq!(schema.position("age")?, 1);
/// assert_eq!(schema.table_sizes(&[1, 0])?, [3, 2]);
/// assert_eq!(schema.attributes()[0].name(), "smoker");
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Schema {
    attributes: Vec<Attribute>,
    compounds: Vec<Compound>,
    scores: Vec<Score>,
}

impl Schema {
    /// A schema of at least one attribute with distinct names.
    ///
    /// # Errors
    /// `no-attributes`; `duplicate-attribute`, naming the repeated one; `too-many-categories` above
    /// [`MAX_TOTAL_CATEGORIES`](super::MAX_TOTAL_CATEGORIES) in all; `invalid-follow-up` where a condition names a later question, or not its
    /// answers in ascending order, or can never fail; `invalid-language` where texts are given in different
    /// languages.
    pub fn new(attributes: Vec<Attribute>) -> Result<Self, Error> {
        if attributes.is_empty() {
            return Err(no_attributes());
        }
        check_distinct(attributes.iter().map(Attribute::name).collect())?;
        check_total(attributes.iter().map(|a| a.categories().len()).sum())?;
        Self::check_conditions(&attributes)?;
        let schema = Self::unconditional(attributes);
        schema.localized()?;
        Ok(schema)
    }

    /// The same attributes, of which these form compound questions, in ascending order.
    ///
    /// # Errors
    /// `invalid-compound` where a question has fewer than two attributes, or some that do not fit it; `duplicate-attribute` where its name is that of an
    /// attribute or of another one; `invalid-name`, `invalid-text`, `invalid-language`.
    pub fn with_compounds(self, compounds: Vec<Compound>) -> Result<Self, Error> {
        compounds.iter().try_for_each(|compound| compound.check(&self.attributes))?;
        if compounds.windows(2).any(|pair| pair[0].attributes.end > pair[1].attributes.start) {
            let message =
                "two questions with several choices or rows share attributes, or are not in ascending order";
            return Err(Error::new(Code::InvalidCompound, message));
        }
        let names = self.attributes.iter().map(Attribute::name);
        check_distinct(names.chain(compounds.iter().map(|compound| compound.name.as_str())).collect())?;
        let schema = Self { compounds, ..self };
        schema.localized()?;
        Ok(schema)
    }

    /// The compound questions, in order.
    #[must_use]
    pub fn compounds(&self) -> &[Compound] {
        &self.compounds
    }

    /// The compound question that an attribute is a choice, an item or a row of.
    ///
    /// ```
    /// # use candor::Survey;
    /// # let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 4}, "attributes": [
    /// #     {"name": "sex", "categories": ["f", "m"]}, {"name": "how", "choose": "any", "categories": ["words", "touch"]}]}"#)?;
    /// let schema = survey.schema();
    /// assert!(schema.compound_of(0).is_none() && schema.compound_of(1) == schema.compound("how"));
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn compound_of(&self, position: usize) -> Option<&Compound> {
        self.compounds.iter().find(|compound| compound.attributes.contains(&position))
    }

    /// The compound question of this name.
    #[must_use]
    pub fn compound(&self, name: &str) -> Option<&Compound> {
        self.compounds.iter().find(|compound| compound.name == name)
    }

    /// The scores, in order.
    #[must_use]
    pub fn scores(&self) -> &[Score] {
        &self.scores
    }

    /// The same questions with scores that were checked before.
    pub(super) fn scored(self, scores: Vec<Score>) -> Self {
        Self { scores, ..self }
    }

    /// The same with these attributes, which were checked before, from this position on, where no condition and no compound question names any.
    pub(super) fn with_columns(self, position: usize, attributes: &[Attribute]) -> Self {
        let (before, after) = self.attributes.split_at(position);
        Self { attributes: [before, attributes, after].concat(), ..self }
    }

    /// A schema of attributes that were checked before and follow from no others.
    pub(super) fn unconditional(attributes: Vec<Attribute>) -> Self {
        Self { attributes, compounds: Vec::new(), scores: Vec::new() }
    }

    /// Finds a text in several languages, if there is one; an error where texts are given in different languages.
    pub(super) fn localized(&self) -> Result<Option<&LocalizedText>, Error> {
        let mut known = None;
        for attribute in &self.attributes {
            if let Some(question) = attribute.question() {
                known = question.agreed(known)?;
            }
            for label in attribute.categories().iter().filter_map(Category::label) {
                known = label.agreed(known)?;
            }
        }
        for question in self.compounds.iter().filter_map(|compound| compound.question.as_ref()) {
            known = question.agreed(known)?;
        }
        Ok(known)
    }

    /// The attributes, in order.
    #[must_use]
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// The number of attributes, k.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a schema is never empty")]
    pub fn len(&self) -> usize {
        self.attributes.len()
    }

    /// The numbers of categories, a₁ … a_k.
    #[must_use]
    pub fn sizes(&self) -> Vec<u32> {
        self.attributes.iter().map(Attribute::size).collect()
    }

    /// The position of the attribute called `name`.
    ///
    /// # Errors
    /// `unknown-attribute`, listing the known ones.
    pub fn position(&self, name: &str) -> Result<usize, Error> {
        self.attributes.iter().position(|a| a.name() == name).ok_or_else(|| {
            let known: Vec<&str> = self.attributes.iter().take(20).map(Attribute::name).collect();
            let message = message!("no attribute is named \"", name, "\"; there are: ", known.join(", "));
            Error::new(Code::UnknownAttribute, message)
        })
    }

    /// The positions of the attribute called `name`, or of all attributes of the compound question with this name.
    ///
    /// # Errors
    /// `unknown-attribute`, listing the known ones.
    pub fn positions(&self, name: &str) -> Result<Range<usize>, Error> {
        match self.compound(name) {
            Some(compound) => Ok(compound.attributes.clone()),
            None => self.position(name).map(|position| position..position + 1),
        }
    }

    /// The tables over the attributes with these names. A question with several attributes stands for each of them in turn.
    ///
    /// ```
    /// # use candor::Survey;
    /// # let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 4}, "attributes": [
    /// #     {"name": "sex", "categories": ["f", "m"]}, {"name": "how", "choose": "any", "categories": ["words", "touch"]}]}"#)?;
    /// let schema = survey.schema();
    /// assert_eq!((schema.positions("sex")?, schema.positions("how")?), (0..1, 1..3));
    /// assert_eq!(schema.tables_named(&["how", "sex"])?, [vec![1, 0], vec![2, 0]]);
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid-survey` without a name, and the errors of [`Schema::positions`] and [`Schema::table_sizes`].
    pub fn tables_named(&self, names: &[impl AsRef<str>]) -> Result<Vec<Vec<usize>>, Error> {
        if names.is_empty() {
            return Err(Error::new(Code::InvalidSurvey, "a table names no attribute"));
        }
        let mut tables = vec![Vec::new()];
        for name in names {
            let positions = self.positions(name.as_ref())?;
            let with =
                |table: Vec<usize>| positions.clone().map(move |position| [&table[..], &[position]].concat());
            tables = tables.into_iter().flat_map(with).collect();
        }
        tables.iter().try_for_each(|table| self.table_sizes(table).map(|_| ()))?;
        Ok(tables)
    }

    /// The size of each axis of a table over `attributes`, which are given by position.
    ///
    /// # Errors
    /// `unknown-attribute`, `duplicate-table-attribute`; `too-large` above [`MAX_TABLE_CELLS`].
    pub fn table_sizes(&self, attributes: &[usize]) -> Result<Vec<u32>, Error> {
        if let Some((_, twice)) = attributes.iter().enumerate().find(|(i, a)| attributes[..*i].contains(a)) {
            let name = self.attributes.get(*twice).map_or("?", Attribute::name);
            let message = message!("a table names attribute \"", name, "\" twice");
            return Err(Error::new(Code::DuplicateTableAttribute, message));
        }
        let size = |&position: &usize| match self.attributes.get(position) {
            Some(attribute) => Ok(attribute.size()),
            None => {
                let message = message!("attribute ", position, " of a survey with ", self.len());
                Err(Error::new(Code::UnknownAttribute, message))
            }
        };
        let sizes: Vec<u32> = attributes.iter().map(size).collect::<Result<_, Error>>()?;
        let cells = sizes.iter().try_fold(1_usize, |cells, &a| cells.checked_mul(to_index(a)));
        if cells.is_none_or(|cells| cells > MAX_TABLE_CELLS) {
            let message = message!(
                "a table over ",
                sizes.len(),
                " attributes has more than ",
                MAX_TABLE_CELLS,
                " cells"
            );
            return Err(Error::new(Code::TooLarge, message));
        }
        Ok(sizes)
    }
}

fn check_distinct(names: Vec<&str>) -> Result<(), Error> {
    match repeated(names) {
        None => Ok(()),
        Some(repeated) => {
            let message = message!("two attributes are named \"", repeated, "\"; names must differ");
            Err(Error::new(Code::DuplicateAttribute, message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Schema;
    use crate::schema::{Answer, Attribute, Category, Record};
    use alloc::vec;
    use alloc::vec::Vec;

    fn yes_no(name: &str) -> Attribute {
        let categories = Category::list(["no", "yes"]);
        Attribute::new(name, None, categories, false).expect("a valid attribute")
    }

    #[test]
    fn refuses_what_cannot_be_asked() {
        assert_eq!(Schema::new(Vec::new()).expect_err("empty").code().as_str(), "no-attributes");
        let twice = Schema::new(vec![yes_no("a"), yes_no("a")]).expect_err("twice");
        assert_eq!(twice.code().as_str(), "duplicate-attribute");
        let one = Attribute::new("a", None, vec![Category::new("x", None)], false);
        assert_eq!(one.expect_err("one category").code().as_str(), "too-few-categories");
        let same = Attribute::new("a", None, vec![Category::new("x", None), Category::new("x", None)], false);
        assert_eq!(same.expect_err("same value").code().as_str(), "duplicate-category");
        for name in ["", " a", "a,b", "a\n"] {
            let named = Attribute::new(name, None, Vec::new(), false);
            assert_eq!(named.expect_err("name").code().as_str(), "invalid-name");
        }
    }

    #[test]
    fn numbers_fall_into_half_open_bins_with_open_ends() {
        let edges = vec![None, Some(18.0), Some(30.0), None];
        let age = Attribute::numeric("age", None, edges, true).expect("valid bins");
        let labels: Vec<&str> = age.categories().iter().map(Category::value).collect();
        assert_eq!(labels, ["<18", "[18,30)", "≥30", "no answer"]);
        for (number, category) in [(-5.0, 0), (17.9, 0), (18.0, 1), (29.0, 1), (30.0, 2), (1e300, 2)] {
            assert_eq!(age.encode(Answer::Number(number)), Ok(category));
        }
        assert_eq!(age.encode(Answer::Missing), Ok(3));
        assert_eq!(age.encode(Answer::Text("[18,30)")), Ok(1));
        assert_eq!(
            age.encode(Answer::Number(f64::NAN)).expect_err("NaN").code().as_str(),
            "unknown-category"
        );
        for edges in [vec![], vec![Some(1.0)], vec![Some(2.0), Some(1.0)], vec![Some(1.0), None, Some(2.0)]] {
            let refused = Attribute::numeric("n", None, edges, false).expect_err("edges");
            assert_eq!(refused.code().as_str(), "invalid-bins");
        }
    }

    #[test]
    fn an_error_never_repeats_the_answer() {
        let schema = Schema::new(vec![yes_no("smoker")]).expect("a valid schema");
        let refused = Record::encode(&schema, |_| Answer::Text("secret")).err().expect("unknown");
        assert_eq!(refused.code().as_str(), "unknown-category");
        assert!(!refused.message().contains("secret"));
        let missing = Record::encode(&schema, |_| Answer::Missing).err().expect("missing");
        assert_eq!(missing.code().as_str(), "missing-answer");
    }
}
