//! The rules of compound questions: which of their answers go together. Choices may be limited in number, or exclude the others; in a ranking every place is
//! given to one item. A record can occur only where it keeps the rules of all of them. Cost of a check: O(attributes of the question).

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::attribute::Attribute;
use super::compound::{Compound, CompoundKind};
use crate::error::{Code, Error};
use crate::exact::to_index;

impl Compound {
    /// The rule of its answers in words; `None` where any choices can be made, and for rows.
    #[must_use]
    pub fn rule(&self) -> Option<String> {
        let (at_least, at_most, excluding) = match &self.kind {
            CompoundKind::Rows => return None,
            CompoundKind::Ranking { places } => return Some(message!(places, " of them in order")),
            CompoundKind::Choices { at_least, at_most, excluding } => (at_least, at_most, excluding),
        };
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
        if !self.is_one_answer() {
            return true;
        }
        let own = schema[self.attributes.start].own();
        // The answers to its attributes, `None` where they are not known. "No answer", "not reached" and "not asked" are those of all of them.
        let (mut answers, mut unanswered) = (Vec::with_capacity(self.attributes.len()), None);
        for attribute in self.attributes.clone() {
            match known(attribute) {
                Some(category) if category < own => answers.push((attribute, Some(to_index(category)))),
                Some(category) if unanswered.is_some_and(|other| other != category) => return false,
                Some(category) => unanswered = Some(category),
                None => answers.push((attribute, None)),
            }
        }
        let is_answered = answers.iter().any(|(_, answer)| answer.is_some());
        match unanswered {
            Some(_) => !is_answered,
            None => (!is_answered && self.can_be_left(schema)) || self.fits(&answers),
        }
    }

    /// Whether answers to all attributes, of which some are not known, can fit the rule.
    fn fits(&self, answers: &[(usize, Option<usize>)]) -> bool {
        match &self.kind {
            CompoundKind::Rows => true,
            CompoundKind::Ranking { places } => {
                let mut is_given = vec![false; *places];
                for place in answers.iter().filter_map(|(_, answer)| *answer).filter(|place| place < places) {
                    if core::mem::replace(&mut is_given[place], true) {
                        return false;
                    }
                }
                let left = is_given.iter().filter(|is_given| !**is_given).count();
                let open = answers.iter().filter(|(_, answer)| answer.is_none()).count();
                // Where all items have places, those that are open take what is left.
                left <= open
            }
            CompoundKind::Choices { at_least, at_most, excluding } => {
                // How many are made and not known, among those that do not exclude the others and those that do.
                let (mut made, mut open) = ([0_usize; 2], [0_usize; 2]);
                for (attribute, answer) in answers {
                    let kind = usize::from(excluding.contains(attribute));
                    match answer {
                        None => open[kind] += 1,
                        Some(answer) => made[kind] += answer,
                    }
                }
                match made {
                    [made, 0] => {
                        made <= *at_most && (made + open[0] >= *at_least || (made == 0 && open[1] > 0))
                    }
                    [0, 1] => true,
                    _ => false,
                }
            }
        }
    }

    /// Whether answers to some of its attributes tell something about the others.
    pub(super) fn ties(&self, schema: &[Attribute]) -> bool {
        self.rule().is_some() || (self.is_one_answer() && self.can_be_left(schema))
    }

    /// Whether people who are asked can give no answer.
    fn can_be_left(&self, schema: &[Attribute]) -> bool {
        let first = &schema[self.attributes.start];
        first.optional() || first.not_reached().is_some()
    }

    /// The refusal of answers that break the rule. Which part of it is broken would tell the answer.
    pub(super) fn broken(&self) -> Error {
        let rule = self.rule().unwrap_or_else(|| String::from("all are answered, or none"));
        let message = message!("the choices of \"", self.name, "\" break its rule: ", rule);
        Error::new(Code::InvalidChoices, message)
    }
}
