//! Canonical JSON [RFC 8785]: members sorted by UTF-16 code units, numbers as ECMAScript writes them, no
//! white space. Supports the types that the project's documents use; anything else is an error.
//!
//! Documents must declare their fields in that order, since fields are written as they come; a document that does not
//! is refused. Implemented here because existing crates need `std` or a JSON parser, which a plan can do
//! without. Cost: O(bytes).

use alloc::string::String;
use core::fmt;

use serde::ser::{self, Impossible, Serialize};

use crate::error::{Code, Error};
use crate::exact::decimal;

/// Serializes a document to its canonical text.
pub(crate) fn to_string(value: &impl Serialize) -> Result<String, Error> {
    let mut text = Text(String::new());
    value.serialize(&mut text).map_err(|refused| Error::new(Code::InvalidPlan, refused.0))?;
    Ok(text.0)
}

/// Counts the lists, objects and members in a JSON text, at any depth.
pub(super) fn structure(text: &str) -> [usize; 3] {
    let (mut counts, mut is_within, mut is_escaped) = ([0; 3], false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => is_within = !is_within,
            _ if is_within => {}
            b'[' => counts[0] += 1,
            b'{' => counts[1] += 1,
            b':' => counts[2] += 1,
            _ => {}
        }
    }
    counts
}

#[derive(Debug)]
struct Refused(&'static str);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl core::error::Error for Refused {}

impl ser::Error for Refused {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self("a document could not be written")
    }
}

const UNUSED: Refused = Refused("documents hold no such value");

/// The text written so far.
struct Text(String);

impl Text {
    fn push(&mut self, part: &str) -> Result<(), Refused> {
        self.0.push_str(part);
        Ok(())
    }
}

macro_rules! integers {
    ($($name:ident: $type:ty),*) => {
        $(fn $name(self, value: $type) -> Result<(), Refused> {
            self.push(&message!(value))
        })*
    };
}

macro_rules! unused {
    ($($name:ident($($argument:ty),*) -> $type:ty;)*) => {
        $(fn $name(self, $(_: $argument),*) -> Result<$type, Refused> {
            Err(UNUSED)
        })*
    };
}

impl<'a> ser::Serializer for &'a mut Text {
    type Ok = ();
    type Error = Refused;
    type SerializeSeq = Elements<'a>;
    type SerializeTuple = Elements<'a>;
    type SerializeTupleStruct = Impossible<(), Refused>;
    type SerializeTupleVariant = Impossible<(), Refused>;
    type SerializeMap = Entries<'a>;
    type SerializeStruct = Members<'a>;
    type SerializeStructVariant = Impossible<(), Refused>;

    integers!(serialize_u32: u32, serialize_u64: u64);

    unused! {
        serialize_u8(u8) -> ();
        serialize_u16(u16) -> ();
        serialize_i8(i8) -> ();
        serialize_i16(i16) -> ();
        serialize_i32(i32) -> ();
        serialize_i64(i64) -> ();
        serialize_f32(f32) -> ();
        serialize_char(char) -> ();
        serialize_bytes(&[u8]) -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_bool(self, value: bool) -> Result<(), Refused> {
        self.push(if value { "true" } else { "false" })
    }

    fn serialize_f64(self, value: f64) -> Result<(), Refused> {
        if !value.is_finite() {
            return Err(Refused("numbers of a document must be finite"));
        }
        self.push(&decimal(value))
    }

    fn serialize_str(self, value: &str) -> Result<(), Refused> {
        quote(&mut self.0, value);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Refused> {
        self.push("null")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Refused> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Refused> {
        self.serialize_none()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Result<(), Refused> {
        self.serialize_str(name)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Refused> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Refused> {
        Err(UNUSED)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Elements<'a>, Refused> {
        Ok(Elements { text: self, before: "[" })
    }

    fn serialize_tuple(self, _: usize) -> Result<Elements<'a>, Refused> {
        self.serialize_seq(None)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Entries<'a>, Refused> {
        Ok(Entries { text: self, before: "{", last: String::new() })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members<'a>, Refused> {
        Ok(Members { text: self, before: "{", last: "" })
    }
}

/// Serializes the elements of a list; `before` is the text to write before the next element.
struct Elements<'a> {
    text: &'a mut Text,
    before: &'static str,
}

impl ser::SerializeSeq for Elements<'_> {
    type Ok = ();
    type Error = Refused;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        self.text.push(self.before)?;
        self.before = ",";
        value.serialize(&mut *self.text)
    }

    fn end(self) -> Result<(), Refused> {
        self.text.push(if self.before == "[" { "[]" } else { "]" })
    }
}

impl ser::SerializeTuple for Elements<'_> {
    type Ok = ();
    type Error = Refused;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        ser::SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<(), Refused> {
        ser::SerializeSeq::end(self)
    }
}

/// Serializes the members of an object; field names are ASCII, for which byte order is UTF-16 order.
struct Members<'a> {
    text: &'a mut Text,
    before: &'static str,
    last: &'static str,
}

impl Members<'_> {
    fn name(&mut self, name: &'static str) -> Result<(), Refused> {
        if name <= self.last {
            return Err(Refused("fields of a document must be declared in canonical order"));
        }
        self.last = name;
        self.text.push(self.before)?;
        self.before = ",";
        quote(&mut self.text.0, name);
        self.text.push(":")
    }
}

impl ser::SerializeStruct for Members<'_> {
    type Ok = ();
    type Error = Refused;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Refused> {
        self.name(key)?;
        value.serialize(&mut *self.text)
    }

    fn end(self) -> Result<(), Refused> {
        self.text.push("}")
    }
}

/// Serializes the entries of an object whose names are values, which must be ASCII too.
struct Entries<'a> {
    text: &'a mut Text,
    before: &'static str,
    last: String,
}

impl ser::SerializeMap for Entries<'_> {
    type Ok = ();
    type Error = Refused;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Refused> {
        let mut name = Text(String::new());
        key.serialize(&mut name)?;
        if name.0 <= self.last {
            return Err(Refused("entries of a document must be given in canonical order"));
        }
        self.text.push(self.before)?;
        self.before = ",";
        self.text.push(&name.0)?;
        self.last = name.0;
        self.text.push(":")
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        value.serialize(&mut *self.text)
    }

    fn end(self) -> Result<(), Refused> {
        self.text.push(if self.before == "{" { "{}" } else { "}" })
    }
}

/// Writes a string with the shortest escapes [RFC 8785, §3.2.2.2].
fn quote(text: &mut String, value: &str) {
    text.push('"');
    for c in value.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\u{8}' => text.push_str("\\b"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\u{c}' => text.push_str("\\f"),
            '\r' => text.push_str("\\r"),
            c if c < ' ' => push_code(text, c),
            c => text.push(c),
        }
    }
    text.push('"');
}

fn push_code(text: &mut String, control: char) {
    text.push_str("\\u00");
    for digit in [u32::from(control) >> 4, u32::from(control) & 15] {
        text.extend(char::from_digit(digit, 16));
    }
}

#[cfg(test)]
mod tests {
    use super::{structure, to_string};
    use serde::Serialize;

    #[derive(Serialize)]
    struct Example {
        a: Option<bool>,
        b: f64,
        list: (u32, &'static str),
    }

    #[test]
    fn sorts_members_and_writes_numbers_as_ecmascript_does() {
        let numbers =
            [(1.0, "1"), (1e21, "1e+21"), (1e-7, "1e-7"), (0.1 + 0.2, "0.30000000000000004"), (-0.0, "0")];
        for (b, text) in numbers {
            let expected = alloc::format!("{{\"a\":null,\"b\":{text},\"list\":[7,\"x\"]}}");
            assert_eq!(to_string(&Example { a: None, b, list: (7, "x") }).as_deref(), Ok(expected.as_str()));
        }
        let refused = to_string(&Example { a: None, b: f64::NAN, list: (7, "x") });
        assert_eq!(refused.expect_err("NaN").code().as_str(), "invalid-plan");
    }

    #[test]
    fn escapes_only_what_must_be() {
        let written = to_string(&"é\u{1f600}\"\\\n\u{1f}/");
        assert_eq!(written.as_deref(), Ok("\"é\u{1f600}\\\"\\\\\\n\\u001f/\""));
    }

    #[test]
    fn structure_is_what_stands_outside_of_strings() {
        assert_eq!(structure(r#" {"a:[": [[], {"b\"{\\": ":{[\\\""}], "c": 1} "#), [2, 2, 3]);
    }

    #[derive(Serialize)]
    struct Unordered {
        b: u32,
        a: u32,
    }

    #[test]
    fn refuses_fields_declared_out_of_order() {
        let refused = to_string(&Unordered { b: 1, a: 2 });
        assert_eq!(refused.expect_err("out of order").code().as_str(), "invalid-plan");
    }
}
