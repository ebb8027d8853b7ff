//! Compound questions: questions that a person answers at once and that consist of several attributes. "Tick all that apply" has a yes/no attribute
//! for every choice, and a grid has one attribute for every row.
//!
//! A record is feasible only where the choices made for every question fit its rule. Cost of a check: O(choices).

use alloc::string::String;
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
/// assert!(schema.compounds()[0].has_choices());
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
    /// The rows of a grid, which share their categories.
    Rows,
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
            attribute.conditions() == first.conditions() && attribute.optional() == first.optional()
        };
        if !members.iter().all(is_alike) {
            return refuse(
                "has attributes that differ in when they are asked, or in whether they are optional",
            );
        }
        let CompoundKind::Choices { at_least, at_most, excluding } = &self.kind else {
            let same = |row: &Attribute| row.categories() == first.categories() && row.bins() == first.bins();
            return if members.iter().all(same) {
                Ok(())
            } else {
                refuse("has rows with different categories")
            };
        };
        let is_choice = |attribute: &Attribute| {
            let own = UNMADE_AND_MADE.map(|value| Category::new(value, None));
            attribute.bins().is_none()
                && attribute.categories().len()
                    == 2 + usize::from(attribute.optional()) + usize::from(attribute.is_follow_up())
                && attribute.categories().starts_with(&own)
        };
        if !members.iter().all(is_choice) {
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
        Ok(())
    }

    /// Whether the question has choices of which several can be made.
    #[must_use]
    pub fn has_choices(&self) -> bool {
        matches!(self.kind, CompoundKind::Choices { .. })
    }

    /// The rule of the choices in words; `None` where any of them can be made, and for rows.
    #[must_use]
    pub fn rule(&self) -> Option<String> {
        let CompoundKind::Choices { at_least, at_most, excluding } = &self.kind else { return None };
        let ordinary = self.attributes.len() - excluding.len();
        let mut parts = Vec::new();
        if *at_least > 0 {
            parts.push(message!("at least ", at_least));
        }
        if *at_most < ordinary {
            parts.push(message!("at most ", at_most));
        }
        if !excluding.is_empty() {
            parts.push(String::from("what excludes the others only alone"));
        }
        (!parts.is_empty()).then(|| parts.join(", and "))
    }

    /// Whether some answers that are known can be those of a record that the rule allows, whatever the attributes are that are not known.
    pub(super) fn allows(&self, schema: &[Attribute], known: impl Fn(usize) -> Option<u32>) -> bool {
        let CompoundKind::Choices { at_least, at_most, excluding } = &self.kind else { return true };
        // How many are made, not made and not known, among those that exclude the others and those that do not.
        let (mut made, mut open) = ([0_usize; 2], [0_usize; 2]);
        let (mut answered, mut unanswered) = (false, None);
        for attribute in self.attributes.clone() {
            let kind = usize::from(excluding.contains(&attribute));
            match known(attribute) {
                None => open[kind] += 1,
                Some(category) if category < 2 => {
                    answered = true;
                    made[kind] += to_index(category);
                }
                // "no answer" and "not asked" are those of all choices.
                Some(category) if unanswered.is_some_and(|other| other != category) => return false,
                Some(category) => unanswered = Some(category),
            }
        }
        if unanswered.is_some() {
            return !answered;
        }
        if !answered && schema[self.attributes.start].optional() {
            return true;
        }
        match made {
            [made, 0] => made <= *at_most && (made + open[0] >= *at_least || (made == 0 && open[1] > 0)),
            [0, 1] => true,
            _ => false,
        }
    }

    /// Whether answers to some of its attributes tell something about the others.
    pub(super) fn ties(&self, schema: &[Attribute]) -> bool {
        self.rule().is_some() || (self.has_choices() && schema[self.attributes.start].optional())
    }

    /// The refusal of choices that break the rule. Which part of it is broken would tell the answer.
    pub(super) fn broken(&self) -> Error {
        let rule = self.rule().unwrap_or_else(|| String::from("all are answered, or none"));
        let message = message!("the choices of \"", self.name, "\" break its rule: ", rule);
        Error::new(Code::InvalidChoices, message)
    }
}
