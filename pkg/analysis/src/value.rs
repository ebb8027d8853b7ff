//! What JavaScript hands over: documents from objects, counts from lists and typed arrays.
//!
//! A document sees all members of an object that are its own and not `undefined`, so that it refuses those it does not
//! know; `serde_wasm_bindgen::from_value` only asks an object for the members that a document knows.

use candor::plan::{Caps, Plan, PlanDocument};
use candor::{Code, Error as Refusal};
use js_sys::{Array, ArrayBuffer, JsString, Number, Reflect};
use serde::de::value::{Error as Misfit, MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error, IntoDeserializer, Unexpected, Visitor};
use serde::{Serialize, forward_to_deserialize_any};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::{JsCast, JsValue};

/// A document of an object.
pub(crate) fn document<T: DeserializeOwned>(object: JsValue) -> Result<T, Misfit> {
    T::deserialize(Value(object))
}

/// The plan of a document, its promises recomputed.
///
/// # Errors
/// `invalid-plan` where it is no plan document; those of [`Plan::verify`].
pub(crate) fn plan(object: JsValue) -> Result<Plan, Refusal> {
    let document: PlanDocument = document(object)
        .map_err(|misfit| Refusal::new(Code::InvalidPlan, format!("not a plan document: {misfit}")))?;
    Plan::verify(document, &Caps::default())
}

/// The object that JSON would make of it, `null` where it writes that.
pub(crate) fn object(of: &impl Serialize) -> Result<JsValue, Refusal> {
    of.serialize(&Serializer::json_compatible())
        .map_err(|error| Refusal::new(Code::Internal, error.to_string()))
}

/// The counts of an array of numbers, or of a typed array.
pub(crate) fn counts(list: &JsValue) -> Result<Vec<u64>, String> {
    if !Array::is_array(list) && !ArrayBuffer::is_view(list) {
        return Err(format!("{} is no list of counts", kind(list)));
    }
    Array::from(list).iter().map(count).collect()
}

fn count(value: JsValue) -> Result<u64, String> {
    let counted = value.as_f64().map_or_else(|| u64::try_from(value.clone()).ok(), whole);
    counted.ok_or_else(|| format!("{} is no count: counts are whole numbers from 0", shown(&value)))
}

/// A number without a fraction that doubles hold exactly.
fn whole(number: f64) -> Option<u64> {
    let exact = (0.0..=Number::MAX_SAFE_INTEGER).contains(&number) && number.fract() == 0.0;
    #[allow(clippy::cast_possible_truncation, reason = "a whole number below 2^53")]
    exact.then_some(number as u64)
}

/// A value in the words of an error.
pub(crate) fn shown(value: &JsValue) -> String {
    value.as_f64().map_or_else(|| kind(value), |number| number.to_string())
}

fn kind(value: &JsValue) -> String {
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

    /// A text; none where it is not Unicode.
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

impl<'de> Deserializer<'de> for Value {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if let Some(number) = self.0.as_f64() {
            return match whole(number) {
                Some(whole) => visitor.visit_u64(whole),
                None => visitor.visit_f64(number),
            };
        }
        if let Some(truth) = self.0.as_bool() {
            return visitor.visit_bool(truth);
        }
        if let Some(text) = self.text() {
            return visitor.visit_string(text);
        }
        if Array::is_array(&self.0) {
            let list = Array::from(&self.0);
            let mut elements = SeqDeserializer::new(list.iter().map(Self));
            let read = visitor.visit_seq(&mut elements)?;
            return elements.end().map(|()| read);
        }
        if self.0.is_object() {
            let members = self.members().map_err(|_| Misfit::custom("an object that cannot be read"))?;
            return visitor.visit_map(MapDeserializer::new(members.into_iter()));
        }
        Err(Misfit::invalid_type(Unexpected::Other(&shown(&self.0)), &visitor))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.0.is_null() {
            true => visitor.visit_none(),
            false => visitor.visit_some(self),
        }
    }

    /// One of several names.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match self.text() {
            Some(name) => visitor.visit_enum(IntoDeserializer::<Misfit>::into_deserializer(name)),
            None => self.deserialize_any(visitor),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct seq
        tuple tuple_struct map struct identifier ignored_any
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
