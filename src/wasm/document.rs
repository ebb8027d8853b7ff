//! A plan document as a plain JavaScript object: every member is read once, unknown ones are refused.
//!
//! Written by hand because a derived reader is a fifth of the module's size.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use wasm_bindgen::JsValue;

use super::js;
use crate::error::Error;
use crate::plan::{
    AttributePromiseDocument, BlockDocument, PatternDocument, PlanAttribute, PlanDocument, PlanPrivacy,
};
use crate::schema::Category;

/// The innermost member that is missing, of another kind, or holds members that no plan has.
struct Misfit(&'static str);

type Read<T> = fn(JsValue) -> Result<T, Misfit>;

/// The document a value is.
///
/// # Errors
/// `invalid-plan` names the member concerned.
pub(super) fn plan(value: JsValue) -> Result<PlanDocument, Error> {
    document(value).map_err(|misfit| {
        let Misfit(member) = misfit.within("plan");
        let message =
            format!("not a plan document: its \"{member}\" is missing, of another kind, or holds too much");
        Error::new("invalid-plan", message)
    })
}

fn document(value: JsValue) -> Result<PlanDocument, Misfit> {
    let mut members = Members::of(value)?;
    let document = PlanDocument {
        attributes: members.one("attributes", |value| list(value, attribute))?,
        blocks: members.one("blocks", |value| list(value, block))?,
        candor: members.one("candor", whole)?,
        fingerprint: members.one("fingerprint", text)?,
        method: members.one("method", text)?,
        privacy: members.one("privacy", privacy)?,
        survey: members.one("survey", text)?,
        title: members.optional("title", text)?,
    };
    members.end(document)
}

fn attribute(value: JsValue) -> Result<PlanAttribute, Misfit> {
    let mut members = Members::of(value)?;
    let attribute = PlanAttribute {
        bins: members.optional("bins", |value| list(value, edge))?,
        categories: members.one("categories", |value| list(value, category))?,
        name: members.one("name", text)?,
        optional: members.optional("optional", truth)?.unwrap_or(false),
        question: members.optional("question", text)?,
    };
    members.end(attribute)
}

fn category(value: JsValue) -> Result<Category, Misfit> {
    if let Some(value) = value.as_string() {
        return Ok(Category::new(&value, None));
    }
    let mut members = Members::of(value)?;
    let label = members.one("label", text)?;
    let value = members.one("value", text)?;
    members.end(Category::new(&value, Some(&label)))
}

fn block(value: JsValue) -> Result<BlockDocument, Misfit> {
    let mut members = Members::of(value)?;
    let block = BlockDocument {
        attributes: members.one("attributes", |value| list(value, whole))?,
        classes: members.one("classes", |value| list(value, |value| list(value, whole)))?,
        patterns: members.one("patterns", |value| list(value, pattern))?,
        uniform: members.one("uniform", weight)?,
    };
    members.end(block)
}

fn pattern(value: JsValue) -> Result<PatternDocument, Misfit> {
    let mut members = Members::of(value)?;
    let pattern = PatternDocument {
        changes: members.one("changes", |value| list(value, change))?,
        weight: members.one("weight", weight)?,
    };
    members.end(pattern)
}

fn change(value: JsValue) -> Result<(usize, usize), Misfit> {
    let pair: [usize; 2] = list(value, whole)?.try_into().map_err(|_| Misfit::KIND)?;
    Ok(pair.into())
}

fn privacy(value: JsValue) -> Result<PlanPrivacy, Misfit> {
    let mut members = Members::of(value)?;
    let privacy = PlanPrivacy {
        attributes: members.one("attributes", |value| list(value, promise))?,
        record: members.one("record", real)?,
        record_lower_bound: members.optional("record_lower_bound", real)?,
    };
    members.end(privacy)
}

fn promise(value: JsValue) -> Result<AttributePromiseDocument, Misfit> {
    let mut members = Members::of(value)?;
    let promise = AttributePromiseDocument {
        attribute: members.one("attribute", real)?,
        column: members.one("column", real)?,
        name: members.one("name", text)?,
        requested: members.optional("requested", real)?,
    };
    members.end(promise)
}

fn text(value: JsValue) -> Result<String, Misfit> {
    value.as_string().ok_or(Misfit::KIND)
}

fn truth(value: JsValue) -> Result<bool, Misfit> {
    value.as_bool().ok_or(Misfit::KIND)
}

fn real(value: JsValue) -> Result<f64, Misfit> {
    value.as_f64().ok_or(Misfit::KIND)
}

fn edge(value: JsValue) -> Result<Option<f64>, Misfit> {
    if value.is_null() { Ok(None) } else { real(value).map(Some) }
}

fn whole<T: TryFrom<u32>>(value: JsValue) -> Result<T, Misfit> {
    let number = real(value)?;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "compared with what was given"
    )]
    let whole = number as u32;
    if f64::from(whole) != number {
        return Err(Misfit::KIND);
    }
    T::try_from(whole).map_err(|_| Misfit::KIND)
}

/// A 64-bit weight in decimal, without sign or leading zero.
fn weight(value: JsValue) -> Result<u128, Misfit> {
    let digits = text(value)?;
    let canonical = digits == "0" || digits.starts_with(|first| ('1'..='9').contains(&first));
    digits.parse().ok().filter(|_| canonical).ok_or(Misfit::KIND)
}

fn list<T>(value: JsValue, read: Read<T>) -> Result<Vec<T>, Misfit> {
    if !js::is_array(&value) {
        return Err(Misfit::KIND);
    }
    js::elements(&value).into_iter().map(read).collect()
}

impl Misfit {
    /// Of the member that is being read.
    const KIND: Self = Self("");

    fn within(self, member: &'static str) -> Self {
        if self.0.is_empty() { Self(member) } else { self }
    }
}

/// The members of an object, and how many of them are still to be read.
struct Members {
    object: JsValue,
    unread: usize,
}

impl Members {
    fn of(object: JsValue) -> Result<Self, Misfit> {
        if !object.is_object() {
            return Err(Misfit::KIND);
        }
        let unread = js::keys(&object).len();
        Ok(Self { object, unread })
    }

    fn one<T>(&mut self, name: &'static str, read: Read<T>) -> Result<T, Misfit> {
        self.optional(name, read)?.ok_or(Misfit(name))
    }

    fn optional<T>(&mut self, name: &'static str, read: Read<T>) -> Result<Option<T>, Misfit> {
        let value = js::member(&self.object, name);
        if value.is_undefined() {
            return Ok(None);
        }
        self.unread = self.unread.saturating_sub(1);
        read(value).map(Some).map_err(|misfit| misfit.within(name))
    }

    fn end<T>(self, value: T) -> Result<T, Misfit> {
        if self.unread == 0 { Ok(value) } else { Err(Misfit::KIND) }
    }
}
