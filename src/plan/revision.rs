//! Plans that correct earlier ones, and whether reports of the earlier plan stay valid.

use alloc::string::String;
use core::ops::Range;

use super::fingerprint::Fingerprint;
use crate::design::Ask;
use crate::error::{Code, Error};
use crate::law::Law;
use crate::schema::{Attribute, Category, Compound, CompoundKind, PlainColumn, Schema};

/// The parts of a plan that decide what a report means.
pub(super) struct Answered<'p> {
    pub(super) schema: &'p Schema,
    pub(super) plain: &'p [PlainColumn],
    pub(super) ask: Ask,
    pub(super) law: &'p Law,
}

/// Checks that `revises` lists fingerprints, each once.
pub(super) fn check(revises: &[String]) -> Result<(), Error> {
    for (place, text) in revises.iter().enumerate() {
        text.parse::<Fingerprint>()?;
        if revises[..place].contains(text) {
            return Err(Error::new(Code::InvalidPlan, message!("\"revises\" names ", text, " twice")));
        }
    }
    Ok(())
}

/// Describes the first difference; `None` where reports of both plans mean the same.
pub(super) fn difference(one: &Answered<'_>, other: &Answered<'_>) -> Option<String> {
    let (own, others) = (one.schema.attributes(), other.schema.attributes());
    if own.iter().map(Attribute::name).ne(others.iter().map(Attribute::name)) {
        return Some("it asks other questions, or in another order".into());
    }
    if let Some((attribute, _)) = own.iter().zip(others).find(|(one, other)| !is_answered_alike(one, other)) {
        return Some(message!(
            "question \"",
            attribute.name(),
            "\" has other categories, or is asked of others"
        ));
    }
    if !one.schema.compounds().iter().map(rule_of).eq(other.schema.compounds().iter().map(rule_of)) {
        return Some("several choices, items or rows are asked together in another way".into());
    }
    if one.plain.len() != other.plain.len()
        || !one.plain.iter().zip(other.plain).all(|(one, other)| carries_alike(one, other))
    {
        return Some("its reports carry other plain columns".into());
    }
    if one.ask != other.ask {
        return Some("devices draw their questions in one of the two alone".into());
    }
    (one.law != other.law).then(|| "the law is another".into())
}

/// Whether both have the same values in the same order, whatever their wording.
fn is_answered_alike(one: &Attribute, other: &Attribute) -> bool {
    (one.optional(), one.not_reached()) == (other.optional(), other.not_reached())
        && one.conditions() == other.conditions()
        && one.bins() == other.bins()
        && has_values_of(one.categories(), other.categories())
}

/// The part of a compound question that decides what can be answered, whatever its wording.
fn rule_of(compound: &Compound) -> (&str, &Range<usize>, &CompoundKind) {
    (&compound.name, &compound.attributes, &compound.kind)
}

fn carries_alike(one: &PlainColumn, other: &PlainColumn) -> bool {
    one.name == other.name && has_values_of(&one.categories, &other.categories)
}

fn has_values_of(own: &[Category], others: &[Category]) -> bool {
    own.iter().map(Category::value).eq(others.iter().map(Category::value))
}
