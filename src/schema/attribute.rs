//! A question: its name, its ordered categories, and how answers are encoded as categories.

use alloc::string::String;
use alloc::vec::Vec;

use super::bins;
use super::category::{Category, Role};
use super::condition::{Condition, NOT_ASKED};
use super::limits::{check_total, repeated};
use super::order::Order;
use super::text::{LocalizedText, is_unreadable, readable};
use crate::error::{Code, Error};
use crate::exact::to_index;

/// The category appended to an optional question.
const NO_ANSWER: &str = "no answer";

/// The category appended to a question that can be left unreached.
const NOT_REACHED: &str = "not reached";

/// A question with its ordered categories, 0 to aᵢ − 1.
///
/// ```
/// use candor::{Attribute, Category};
///
/// let smoker = Attribute::new("smoker", Some("Do you smoke?".into()), Category::list(["no", "yes"]), true)?;
/// assert_eq!((smoker.name(), smoker.optional(), smoker.size()), ("smoker", true, 3)); // "no answer" is the third
/// assert_eq!((smoker.no_answer(), smoker.is_answer(1), smoker.is_answer(2)), (Some(2), true, false));
/// assert_eq!(smoker.question().map(|text| text.fallback()), Some("Do you smoke?"));
/// let age = Attribute::numeric("age", None, vec![Some(18.0), Some(30.0), None], false)?;
/// assert_eq!(age.categories()[1].value(), "≥30");
/// assert_eq!(age.bins().map(<[_]>::len), Some(3));
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Attribute {
    name: String,
    question: Option<LocalizedText>,
    bins: Option<Vec<Option<f64>>>,
    optional: bool,
    is_partial: bool,
    order: Order,
    conditions: Vec<Condition>,
    categories: Vec<Category>,
}

/// An answer as a form or a file gives it. Not `Debug`, because it is secret.
///
/// ```
/// use candor::{Answer, Attribute, Code};
///
/// let age = Attribute::numeric("age", None, vec![Some(18.0), Some(30.0), None], false)?;
/// assert_eq!(age.encode(Answer::Number(44.0))?, 1);
/// assert_eq!(age.encode(Answer::Missing).unwrap_err().code(), Code::MissingAnswer);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Clone, Copy)]
pub enum Answer<'a> {
    /// No answer; an optional attribute counts it as "no answer".
    Missing,
    /// The question was not reached, as the person stopped before it.
    NotReached,
    /// The value of a category.
    Text(&'a str),
    /// A number, for an attribute with bins.
    Number(f64),
}

impl Attribute {
    /// An attribute with the given categories; an optional one gets "no answer" as its last.
    ///
    /// # Errors
    /// `invalid-name`, `invalid-text`, `too-few-categories`, `too-many-categories`, `duplicate-category`; `invalid-compound` for a category that excludes
    /// others, as only one can be chosen.
    pub fn new(
        name: &str,
        question: Option<LocalizedText>,
        mut categories: Vec<Category>,
        optional: bool,
    ) -> Result<Self, Error> {
        check_name(name)?;
        check_total(categories.len())?;
        if let Some(category) = categories.iter().find(|category| category.excludes_others()) {
            let value = category.value();
            let message = message!(
                "\"",
                value,
                "\" of \"",
                name,
                "\" excludes others, but only one answer can be given anyway"
            );
            return Err(Error::new(Code::InvalidCompound, message));
        }
        if optional {
            categories.push(Category::new(NO_ANSWER, None));
        }
        question.iter().try_for_each(LocalizedText::check)?;
        check_categories(name, &categories)?;
        let (order, conditions) = (Order::Given, Vec::new());
        let (name, bins, is_partial) = (name.into(), None, false);
        Ok(Self { name, question, bins, optional, is_partial, order, conditions, categories })
    }

    /// A numeric attribute whose edges give half-open categories; `None` as the first or last edge leaves that end open.
    ///
    /// # Errors
    /// `invalid-name`, `invalid-text`, `too-many-categories`; `invalid-bins` where edges do not increase or leave fewer than 2
    /// categories.
    pub fn numeric(
        name: &str,
        question: Option<LocalizedText>,
        edges: Vec<Option<f64>>,
        optional: bool,
    ) -> Result<Self, Error> {
        Self::numeric_or(name, question, edges, Vec::new(), optional)
    }

    /// A numeric attribute like [`Attribute::numeric`] that can also be answered with one of these categories, such as "I prefer not to say", which follow
    /// those of the bins.
    ///
    /// ```
    /// use candor::{Answer, Attribute, Category, schema::Role};
    ///
    /// let refused = Category::new("refused", None).with_role(Role::Refused);
    /// let age = Attribute::numeric_or("age", None, vec![Some(18.0), Some(30.0), None], vec![refused], false)?;
    /// assert_eq!((age.encode(Answer::Number(44.0))?, age.encode(Answer::Text("refused"))?), (1, 2));
    /// assert!(age.is_answer(1) && !age.is_answer(2));
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Attribute::numeric`]; `invalid-bins` for a category whose role is neither *refused* nor *don't know*.
    pub fn numeric_or(
        name: &str,
        question: Option<LocalizedText>,
        edges: Vec<Option<f64>>,
        others: Vec<Category>,
        optional: bool,
    ) -> Result<Self, Error> {
        check_total(edges.len())?;
        if let Some(category) = others.iter().find(|category| category.role().is_none_or(Role::is_answer)) {
            let value = category.value();
            let rule = "\" has to have the role refused or dont-know, as the other answers are numbers";
            return Err(Error::new(
                Code::InvalidBins,
                message!("bins of \"", name, "\": the category \"", value, rule),
            ));
        }
        let mut categories = bins::categories(name, &edges)?;
        categories.extend(others);
        let attribute = Self::new(name, question, categories, optional)?;
        Ok(Self { bins: Some(edges), ..attribute })
    }

    /// Makes the question one that people who stop midway have not reached, which is its next category, "not reached".
    ///
    /// ```
    /// use candor::{Answer, Attribute, Category, Code};
    ///
    /// let smoker = Attribute::new("smoker", None, Category::list(["no", "yes"]), true)?;
    /// assert_eq!(smoker.encode(Answer::NotReached).map_err(|refused| refused.code()), Err(Code::MissingAnswer));
    /// let smoker = smoker.partial()?;
    /// assert_eq!((smoker.encode(Answer::Missing)?, smoker.encode(Answer::NotReached)?, smoker.not_reached()), (2, 3, Some(3)));
    /// assert!(smoker.offered() == 3 && !smoker.is_answer(3));
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// `duplicate-category` where a category is called "not reached" already.
    pub fn partial(mut self) -> Result<Self, Error> {
        self.categories.insert(to_index(self.offered()), Category::new(NOT_REACHED, None));
        check_categories(&self.name, &self.categories)?;
        Ok(Self { is_partial: true, ..self })
    }

    /// Makes the question a follow-up, which is asked where all of these conditions hold and gets "not asked" as its last category. The conditions
    /// are checked when the attribute becomes part of a [`Schema`](super::Schema). Without conditions it stays as it is.
    ///
    /// # Errors
    /// `duplicate-category` where a category is called "not asked" already.
    pub fn asked_if(mut self, conditions: Vec<Condition>) -> Result<Self, Error> {
        if !conditions.is_empty() {
            self.categories.push(Category::new(NOT_ASKED, None));
            check_categories(&self.name, &self.categories)?;
        }
        Ok(Self { conditions, ..self })
    }

    /// The same question with its categories shown in this order.
    ///
    /// ```
    /// use candor::{Attribute, Category, schema::Order};
    ///
    /// let party = Attribute::new("party", None, Category::list(["left", "right"]), false)?;
    /// assert_eq!(party.shown_in(Order::Random)?.order(), Order::Random);
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid-order` for numbers, which have an order of their own.
    pub fn shown_in(self, order: Order) -> Result<Self, Error> {
        if order == Order::Random && self.bins.is_some() {
            let message = message!(
                "the answers to \"",
                self.name,
                "\" are numbers, which are shown in their own order"
            );
            return Err(Error::new(Code::InvalidOrder, message));
        }
        Ok(Self { order, ..self })
    }

    /// The order in which the categories are shown. Those in a role, and "no answer", stay last.
    #[must_use]
    pub fn order(&self) -> Order {
        self.order
    }

    /// The same question without conditions, and with the same categories.
    pub(super) fn always_asked(self) -> Self {
        Self { conditions: Vec::new(), ..self }
    }

    /// The conditions under which a follow-up is asked, by ascending question; empty where the question is always asked.
    #[must_use]
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// Whether the question is asked only under conditions.
    #[must_use]
    pub fn is_follow_up(&self) -> bool {
        !self.conditions.is_empty()
    }

    /// The category "not asked" of a follow-up, its last.
    #[must_use]
    pub fn not_asked(&self) -> Option<u32> {
        self.is_follow_up().then(|| self.size() - 1)
    }

    /// How many of the categories, the first ones, the question can be answered with: all but "not reached" and "not asked".
    #[must_use]
    pub fn offered(&self) -> u32 {
        self.size() - u32::from(self.is_follow_up()) - u32::from(self.is_partial)
    }

    /// The category "not reached" of a question that people who stop midway need not have reached.
    #[must_use]
    pub fn not_reached(&self) -> Option<u32> {
        self.is_partial.then(|| self.offered())
    }

    /// How many of the categories, the first ones, are the question's own: all but "no answer", "not reached" and "not asked".
    pub(super) fn own(&self) -> u32 {
        self.offered() - u32::from(self.optional)
    }

    /// The category "no answer" of an optional question.
    #[must_use]
    pub fn no_answer(&self) -> Option<u32> {
        self.optional.then(|| self.own())
    }

    /// Whether this category is a valid answer: all are but "no answer", "not reached", "not asked", and those in the roles *refused* and *don't know*.
    #[must_use]
    pub fn is_answer(&self, category: u32) -> bool {
        let mut others = [self.no_answer(), self.not_reached(), self.not_asked()].into_iter().flatten();
        self.categories.get(to_index(category)).is_some_and(Category::is_answer)
            && others.all(|other| other != category)
    }

    /// The name, as used in answers, tables and files.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The question shown to people.
    #[must_use]
    pub fn question(&self) -> Option<&LocalizedText> {
        self.question.as_ref()
    }

    /// The ordered categories; then "no answer" where the attribute is optional, "not reached" where people may stop before it, and "not asked" where it is a
    /// follow-up.
    #[must_use]
    pub fn categories(&self) -> &[Category] {
        &self.categories
    }

    /// The edges of a numeric attribute.
    #[must_use]
    pub fn bins(&self) -> Option<&[Option<f64>]> {
        self.bins.as_deref()
    }

    /// Whether a missing answer is accepted, as the category "no answer".
    #[must_use]
    pub fn optional(&self) -> bool {
        self.optional
    }

    /// The number of categories, aᵢ.
    #[must_use]
    pub fn size(&self) -> u32 {
        u32::try_from(self.categories.len()).unwrap_or(u32::MAX)
    }

    /// Returns the category of an answer.
    ///
    /// # Errors
    /// `missing-answer`, or `unknown-category` naming the question and its categories. The answer itself
    /// is never repeated.
    pub fn encode(&self, answer: Answer<'_>) -> Result<u32, Error> {
        let found = match (answer, &self.bins) {
            (Answer::Missing, _) => return self.no_answer().ok_or_else(|| self.missing()),
            (Answer::NotReached, _) => return self.not_reached().ok_or_else(|| self.missing()),
            (Answer::Text(text), _) => self.categories.iter().position(|c| c.value() == text),
            (Answer::Number(number), Some(edges)) => bins::position(edges, number),
            (Answer::Number(_), None) => None,
        };
        found.and_then(|position| u32::try_from(position).ok()).ok_or_else(|| self.unknown_category())
    }

    fn missing(&self) -> Error {
        Error::new(
            Code::MissingAnswer,
            message!("question \"", self.name, "\" has no answer and is not optional"),
        )
    }

    /// The error for an index outside the categories. The index is an answer, so it is not repeated.
    pub(super) fn no_category(&self) -> Error {
        let (name, size) = (&self.name, self.categories.len());
        Error::new(
            Code::UnknownCategory,
            message!("the answer to question \"", name, "\" is none of its ", size, " categories"),
        )
    }

    fn unknown_category(&self) -> Error {
        let values: Vec<&str> = self.categories.iter().take(20).map(Category::value).collect();
        let more = if self.categories.len() > 20 { ", …" } else { "" };
        let message = message!(
            "the answer to question \"",
            self.name,
            "\" is none of its ",
            self.categories.len(),
            " categories: ",
            values.join(", "),
            more
        );
        Error::new(Code::UnknownCategory, message)
    }
}

/// Refuses what is no name of an attribute or of a compound question.
pub(super) fn check_name(name: &str) -> Result<(), Error> {
    let ends = [name.chars().next(), name.chars().next_back()];
    let bare = ends.iter().all(|end| end.is_some_and(|end| !end.is_whitespace()));
    // In JavaScript, `__proto__` does not work as a member name.
    if !bare || name == "__proto__" || name.chars().any(|c| c == ',' || is_unreadable(c)) {
        let rule = "\" is not a name: no comma, control character, outer blank or turned direction is allowed, nor __proto__";
        let message = message!("\"", readable(name), rule);
        return Err(Error::new(Code::InvalidName, message));
    }
    Ok(())
}

fn check_categories(name: &str, categories: &[Category]) -> Result<(), Error> {
    if categories.len() < 2 {
        let message =
            message!("attribute \"", name, "\" has ", categories.len(), " categories; at least 2 are needed");
        return Err(Error::new(Code::TooFewCategories, message));
    }
    categories.iter().try_for_each(Category::check)?;
    if let Some(repeated) = repeated(categories.iter().map(Category::value).collect()) {
        let message = message!("attribute \"", name, "\" has the category \"", repeated, "\" twice");
        return Err(Error::new(Code::DuplicateCategory, message));
    }
    let texts = categories.iter().filter_map(Category::label).map(LocalizedText::len).max();
    (0..texts.unwrap_or(1)).try_for_each(|place| check_labels(name, categories, place))
}

/// Checks that no two categories have the same label in the language at this place.
fn check_labels(name: &str, categories: &[Category], place: usize) -> Result<(), Error> {
    match repeated(categories.iter().map(|category| category.shown_at(place)).collect()) {
        None => Ok(()),
        Some(repeated) => {
            let message = message!("attribute \"", name, "\" shows the label \"", repeated, "\" twice");
            Err(Error::new(Code::DuplicateCategory, message))
        }
    }
}
