//! Compound questions: questions that a person answers at once and that consist of several attributes. "Tick all that apply" has a yes/no attribute
//! for every choice, a grid has one attribute for every row, and a ranking has one for every item, whose categories are the places that it can be given.
//! Which answers go together: [`super::rule`].

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::attribute::{Attribute, check_name};
use super::category::Category;
use super::order::Order;
use super::text::LocalizedText;
use crate::error::{Code, Error};
use crate::exact::to_index;

/// The categories of a choice: that it is not made, and that it is.
pub(crate) const UNMADE_AND_MADE: [&str; 2] = ["no", "yes"];

/// The category of an item that is given none of the places.
const NOT_RANKED: &str = "not ranked";

/// A question that consists of several attributes, which follow each other in the schema.
///
/// ```
/// use candor::{Attribute, Category, Code, Record, Schema};
/// use candor::schema::{Compound, CompoundKind, Order};
///
/// let choice = |name| Attribute::new(name, None, Category::list(["no", "yes"]), false);
/// let attributes = vec![choice("how.words")?, choice("how.touch")?, choice("how.none")?];
/// // "none" can only be chosen alone, and something has to be chosen.
/// let kind = CompoundKind::Choices { at_least: 1, at_most: 2, excluding: vec![2] };
/// let how = Compound { name: "how".into(), question: Some("How?".into()), attributes: 0..3, kind, order: Order::Given };
/// let schema = Schema::new(attributes)?.with_compounds(vec![how])?;
/// assert!(schema.compounds()[0].has_choices() && schema.compounds()[0].is_one_answer());
/// assert_eq!(schema.compounds()[0].rule().as_deref(), Some("at least 1, and what excludes the others only alone"));
/// assert!(schema.is_feasible(&[1, 1, 0]) && schema.is_feasible(&[0, 0, 1]));
/// assert!(!schema.is_feasible(&[0, 0, 0]) && !schema.is_feasible(&[1, 0, 1]));
/// assert_eq!(Record::new(&schema, [1, 1, 1]).err().map(|refused| refused.code()), Some(Code::InvalidChoices));
/// // Both cells of "none" with "words", but that both are chosen.
/// assert_eq!(schema.possible_cells(&[0, 2]), Some(vec![true, true, true, false]));
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compound {
    /// The name of the question. Those of its attributes begin with it and a full stop.
    pub name: String,
    /// The question shown to people.
    pub question: Option<LocalizedText>,
    /// The positions of its attributes.
    pub attributes: Range<usize>,
    /// What its attributes are.
    pub kind: CompoundKind,
    /// The order in which choices or rows are shown. Choices that exclude the others stay last.
    pub order: Order,
}

/// How many places an item that is ranked can be given: its own categories, but "not ranked".
pub(crate) fn places(item: &Attribute) -> usize {
    let own = &item.categories()[..to_index(item.own())];
    own.iter().take_while(|category| category.value() != NOT_RANKED).count()
}

/// What the attributes of a [`Compound`] question are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompoundKind {
    /// Choices of which several can be made. Each attribute tells whether one of them was.
    Choices {
        /// The least number of choices, unless one is made that excludes the others.
        at_least: usize,
        /// The largest number of choices.
        at_most: usize,
        /// The positions of the choices that can only be made alone, ascending.
        excluding: Vec<usize>,
    },
    /// Items that are put in order. Each attribute tells which place an item is given.
    Ranking {
        /// The number of places, each of which is given to one item.
        places: usize,
    },
    /// The rows of a grid, which share their categories.
    Rows,
}

/// The own categories of each of this many items that are put in order: the places, and "not ranked" where there are fewer of these than items.
pub(crate) fn ranks(items: usize, places: usize) -> Vec<Category> {
    let numbers = (1..=places).map(|place| Category::new(&place.to_string(), None));
    let rest = (places < items).then(|| Category::new(NOT_RANKED, None));
    numbers.chain(rest).collect()
}

impl Compound {
    /// Checks the question against the attributes of its schema.
    pub(super) fn check(&self, schema: &[Attribute]) -> Result<(), Error> {
        check_name(&self.name)?;
        self.question.iter().try_for_each(LocalizedText::check)?;
        let refuse = |rule: &str| {
            Err(Error::new(Code::InvalidCompound, message!("the question \"", self.name, "\" ", rule)))
        };
        let members = match schema.get(self.attributes.clone()) {
            Some(members) if members.len() > 1 => members,
            _ => return refuse("has fewer than two choices or rows"),
        };
        let is_named = |attribute: &Attribute| {
            let rest =
                attribute.name().strip_prefix(self.name.as_str()).and_then(|rest| rest.strip_prefix('.'));
            rest.is_some_and(|rest| !rest.is_empty())
        };
        if !members.iter().all(is_named) {
            return refuse("has attributes that are not called by its name, a full stop and their own");
        }
        let first = &members[0];
        let is_alike = |attribute: &Attribute| {
            attribute.conditions() == first.conditions()
                && (attribute.optional(), attribute.not_reached()) == (first.optional(), first.not_reached())
        };
        if !members.iter().all(is_alike) {
            return refuse(
                "has attributes that differ in when they are asked, or in whether they can be left unanswered",
            );
        }
        match &self.kind {
            CompoundKind::Rows => {
                let same =
                    |row: &Attribute| row.categories() == first.categories() && row.bins() == first.bins();
                if !members.iter().all(same) {
                    return refuse("has rows with different categories");
                }
            }
            CompoundKind::Ranking { places } => {
                if !(2..=members.len()).contains(places) {
                    return refuse("needs a number of places from 2 to that of its items");
                }
                let own = ranks(members.len(), *places);
                if !members.iter().all(|item| has_own(item, &own)) {
                    return refuse(
                        "has items whose categories are not the places \"1\", \"2\", …, then \"not ranked\" where there are fewer places than items",
                    );
                }
            }
            CompoundKind::Choices { at_least, at_most, excluding } => {
                let own = UNMADE_AND_MADE.map(|value| Category::new(value, None));
                if !members.iter().all(|choice| has_own(choice, &own)) {
                    return refuse("has choices whose categories are not \"no\" and \"yes\"");
                }
                let ascend = excluding.windows(2).all(|pair| pair[0] < pair[1]);
                if !ascend || !excluding.iter().all(|choice| self.attributes.contains(choice)) {
                    return refuse("is excluded by what is none of its choices, or not in ascending order");
                }
                let ordinary = members.len() - excluding.len();
                if !(at_least <= at_most && (1..=ordinary).contains(at_most)) {
                    return refuse(
                        "needs numbers of choices that can be made: \"at_least\" is not above \"at_most\", nor that above the number of choices that exclude no others",
                    );
                }
            }
        }
        Ok(())
    }

    /// Whether the question has choices of which several can be made.
    #[must_use]
    pub fn has_choices(&self) -> bool {
        matches!(self.kind, CompoundKind::Choices { .. })
    }

    /// Whether its answers are one answer: the choices made of several, or a ranking. The rows of a grid stand by themselves.
    #[must_use]
    pub fn is_one_answer(&self) -> bool {
        self.kind != CompoundKind::Rows
    }
}

/// Whether the categories of an attribute are these, but for "no answer", "not reached" and "not asked".
fn has_own(attribute: &Attribute, own: &[Category]) -> bool {
    let categories = attribute.categories();
    attribute.bins().is_none() && to_index(attribute.own()) == own.len() && categories.starts_with(own)
}
