//! Deserialises documents from JavaScript objects.
//!
//! All own members of an object that are not `undefined` are read, so that a document refuses members it does not know;
//! `serde_wasm_bindgen::from_value` only asks an object for the members that a document knows.

use candor::plan::{Caps, Plan, PlanDocument};
use candor::{Code, Error as Refusal};
#[cfg(feature = "reading")]
use candor_documents::{Csv, Document};
use js_sys::{Array, JSON, JsString, Number, Reflect};
use serde::de::value::{Error as Misfit, MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::{Serialize, forward_to_deserialize_any};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::{JsCast, JsValue};

/// Deserialises a document from an object.
pub(crate) fn document<T: DeserializeOwned>(object: JsValue) -> Result<T, Misfit> {
    T::deserialize(Value(object))
}

/// The plan of a document, with its promises recomputed.
///
/// # Errors
/// `invalid-plan` where the object is not a plan document; those of [`Plan::verify_text`].
pub(crate) fn plan(object: JsValue) -> Result<Plan, Refusal> {
    let document: PlanDocument = document(object.clone())
        .map_err(|misfit| Refusal::new(Code::InvalidPlan, format!("not a plan document: {misfit}")))?;
    let text = JSON::stringify(&object).map_or_else(|_| String::new(), String::from);
    Plan::verify_text(document, &text, &Caps::default())
}

/// Converts a value to the object that its JSON stands for, with `null` where JSON has it.
pub(crate) fn object(of: &impl Serialize) -> Result<JsValue, Refusal> {
    of.serialize(&Serializer::json_compatible())
        .map_err(|error| Refusal::new(Code::Internal, error.to_string()))
}

/// A document as an object or, with `csv`, as text.
#[cfg(feature = "reading")]
pub(crate) fn written(document: &impl Document, csv: bool) -> Result<JsValue, Refusal> {
    if csv { Ok(Csv(document).to_string().into()) } else { object(document) }
}

/// Deserialises options from an object whose members were checked.
pub(crate) fn chosen<T: DeserializeOwned>(object: JsValue) -> Result<T, Refusal> {
    document(object).map_err(|misfit| Refusal::new(Code::Internal, misfit.to_string()))
}

/// A number as an integer; `None` where it has a fraction, is negative, or is above the largest safe integer.
pub(crate) fn whole(number: f64) -> Option<u64> {
    let exact = (0.0..=Number::MAX_SAFE_INTEGER).contains(&number) && number.fract() == 0.0;
    #[allow(clippy::cast_possible_truncation, reason = "a whole number below 2^53")]
    exact.then_some(number as u64)
}

/// A description of a value for an error message.
pub(crate) fn describe(value: &JsValue) -> String {
    value.as_f64().map_or_else(|| kind(value), |number| number.to_string())
}

pub(crate) fn kind(value: &JsValue) -> String {
    match value.is_null() {
        true => "null".into(),
        false => value.js_typeof().as_string().unwrap_or_default(),
    }
}

struct Value(JsValue);

impl Value {
    /// The members of an object. Fails where reading one throws.
    fn members(&self) -> Result<Vec<(String, Self)>, JsValue> {
        let mut members = Vec::new();
        for key in Reflect::own_keys(&self.0)?.iter() {
            let value = Reflect::get(&self.0, &key)?;
            if let Some(name) = key.as_string().filter(|_| !value.is_undefined()) {
                members.push((name, Self(value)));
            }
        }
        Ok(members)
    }

    /// The error for a value that is not as expected.
    fn misfit(&self, expected: &dyn Expected) -> Misfit {
        let (number, text) = (self.0.as_f64(), self.text());
        let unexpected = match (number.map(|number| whole(number).ok_or(number)), self.0.as_bool(), &text) {
            (Some(Ok(whole)), ..) => Unexpected::Unsigned(whole),
            (Some(Err(number)), ..) => Unexpected::Float(number),
            (_, Some(truth), _) => Unexpected::Bool(truth),
            (.., Some(text)) => Unexpected::Str(text),
            _ if Array::is_array(&self.0) => Unexpected::Seq,
            _ if self.0.is_object() => Unexpected::Map,
            _ => return Misfit::invalid_type(Unexpected::Other(&describe(&self.0)), expected),
        };
        Misfit::invalid_type(unexpected, expected)
    }

    /// The value as a text; `None` where it is not a text or not valid Unicode.
    fn text(&self) -> Option<String> {
        self.0.dyn_ref::<JsString>().filter(|text| text.is_valid_utf16()).map(String::from)
    }
}

impl IntoDeserializer<'_, Misfit> for Value {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Reads a value as the requested type, so that a visitor has code for that type alone; only `deserialize_any` looks at the value's own type.
impl<'de> Deserializer<'de> for Value {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if self.0.as_f64().is_some_and(|number| whole(number).is_some()) {
            return self.deserialize_u64(visitor);
        }
        if self.0.as_f64().is_some() {
            return self.deserialize_f64(visitor);
        }
        if self.0.as_bool().is_some() {
            return self.deserialize_bool(visitor);
        }
        if self.0.is_string() {
            return self.deserialize_string(visitor);
        }
        if Array::is_array(&self.0) {
            return self.deserialize_seq(visitor);
        }
        self.deserialize_map(visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.0.as_f64().and_then(whole) {
            Some(whole) => visitor.visit_u64(whole),
            None => Err(self.misfit(&visitor)),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.0.as_f64() {
            Some(number) => visitor.visit_f64(number),
            None => Err(self.misfit(&visitor)),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.0.as_bool() {
            Some(truth) => visitor.visit_bool(truth),
            None => Err(self.misfit(&visitor)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.text() {
            Some(text) => visitor.visit_string(text),
            None => Err(self.misfit(&visitor)),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if !Array::is_array(&self.0) {
            return Err(self.misfit(&visitor));
        }
        let mut elements = SeqDeserializer::new(Array::from(&self.0).into_iter().map(Self));
        let read = visitor.visit_seq(&mut elements)?;
        elements.end().map(|()| read)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if !self.0.is_object() || Array::is_array(&self.0) {
            return Err(self.misfit(&visitor));
        }
        let members = self.members().map_err(|_| Misfit::custom("an object that cannot be read"))?;
        visitor.visit_map(MapDeserializer::new(members.into_iter()))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.0.is_null() {
            true => visitor.visit_none(),
            false => visitor.visit_some(self),
        }
    }

    /// Reads one of several names.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match self.text() {
            Some(name) => visitor.visit_enum(IntoDeserializer::<Misfit>::into_deserializer(name)),
            None => Err(self.misfit(&visitor)),
        }
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.deserialize_map(visitor)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 u16 f32 char str bytes byte_buf unit unit_struct newtype_struct tuple_struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn whole_numbers_are_those_that_doubles_hold_exactly() {
        for (number, expected) in [(0.0, 0), (-0.0, 0), (3.0, 3), (9_007_199_254_740_991.0, (1 << 53) - 1)] {
            assert_eq!(whole(number), Some(expected));
        }
        for none in [-1.0, 0.5, 9_007_199_254_740_992.0, f64::NAN, f64::INFINITY] {
            assert_eq!(whole(none), None);
        }
    }
}
