//! Canonical JSON (RFC 8785): members sorted by UTF-16 code units, numbers as ECMAScript writes them, no
//! blanks. Covers what the project's documents hold; anything else is an error.
//!
//! Written here because the crates that do it need `std` or a JSON parser, and the respondent's module
//! must stay small. Cost: O(bytes · log members).

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::ser::{self, Impossible, Serialize};

use crate::error::Error;

/// The canonical text of a document.
pub(crate) fn to_string(value: &impl Serialize) -> Result<String, Error> {
    value.serialize(Canonical).map_err(|refused| Error::new("invalid-plan", refused.0))
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

/// Each value becomes its own text.
struct Canonical;

macro_rules! integers {
    ($($name:ident: $type:ty),*) => {
        $(fn $name(self, value: $type) -> Result<String, Refused> {
            Ok(value.to_string())
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

impl ser::Serializer for Canonical {
    type Ok = String;
    type Error = Refused;
    type SerializeSeq = Elements;
    type SerializeTuple = Elements;
    type SerializeTupleStruct = Impossible<String, Refused>;
    type SerializeTupleVariant = Impossible<String, Refused>;
    type SerializeMap = Impossible<String, Refused>;
    type SerializeStruct = Members;
    type SerializeStructVariant = Impossible<String, Refused>;

    integers!(serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64);

    unused! {
        serialize_i8(i8) -> String;
        serialize_i16(i16) -> String;
        serialize_i32(i32) -> String;
        serialize_i64(i64) -> String;
        serialize_f32(f32) -> String;
        serialize_char(char) -> String;
        serialize_bytes(&[u8]) -> String;
        serialize_unit_struct(&'static str) -> String;
        serialize_unit_variant(&'static str, u32, &'static str) -> String;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_bool(self, value: bool) -> Result<String, Refused> {
        Ok(value.to_string())
    }

    fn serialize_f64(self, value: f64) -> Result<String, Refused> {
        if !value.is_finite() {
            return Err(Refused("numbers of a document must be finite"));
        }
        Ok(ryu_js::Buffer::new().format_finite(value).into())
    }

    fn serialize_str(self, value: &str) -> Result<String, Refused> {
        Ok(quoted(value))
    }

    fn serialize_none(self) -> Result<String, Refused> {
        Ok("null".into())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<String, Refused> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<String, Refused> {
        self.serialize_none()
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<String, Refused> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<String, Refused> {
        Err(UNUSED)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Elements, Refused> {
        Ok(Elements(Vec::new()))
    }

    fn serialize_tuple(self, _: usize) -> Result<Elements, Refused> {
        Ok(Elements(Vec::new()))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members, Refused> {
        Ok(Members(Vec::new()))
    }
}

struct Elements(Vec<String>);

impl ser::SerializeSeq for Elements {
    type Ok = String;
    type Error = Refused;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        self.0.push(value.serialize(Canonical)?);
        Ok(())
    }

    fn end(self) -> Result<String, Refused> {
        Ok(enclosed('[', &self.0, ']'))
    }
}

impl ser::SerializeTuple for Elements {
    type Ok = String;
    type Error = Refused;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        ser::SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<String, Refused> {
        ser::SerializeSeq::end(self)
    }
}

/// Members as written texts `"name":value`; field names are ASCII, for which byte order is UTF-16 order.
struct Members(Vec<(&'static str, String)>);

impl ser::SerializeStruct for Members {
    type Ok = String;
    type Error = Refused;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Refused> {
        let member = quoted(key) + ":" + &value.serialize(Canonical)?;
        self.0.push((key, member));
        Ok(())
    }

    fn end(mut self) -> Result<String, Refused> {
        self.0.sort_unstable_by_key(|(key, _)| *key);
        let members: Vec<String> = self.0.into_iter().map(|(_, member)| member).collect();
        Ok(enclosed('{', &members, '}'))
    }
}

fn enclosed(open: char, parts: &[String], close: char) -> String {
    let mut text = String::from(open);
    text.push_str(&parts.join(","));
    text.push(close);
    text
}

/// A string with the shortest escapes (RFC 8785, 3.2.2.2).
fn quoted(value: &str) -> String {
    let mut text = String::from('"');
    for c in value.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\u{8}' => text.push_str("\\b"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\u{c}' => text.push_str("\\f"),
            '\r' => text.push_str("\\r"),
            c if c < ' ' => push_code(&mut text, c),
            c => text.push(c),
        }
    }
    text.push('"');
    text
}

fn push_code(text: &mut String, control: char) {
    text.push_str("\\u00");
    for digit in [u32::from(control) >> 4, u32::from(control) & 15] {
        text.extend(char::from_digit(digit, 16));
    }
}

#[cfg(test)]
mod tests {
    use super::{quoted, to_string};
    use serde::Serialize;

    #[derive(Serialize)]
    struct Sample {
        b: f64,
        a: Option<bool>,
        list: (u32, &'static str),
    }

    #[test]
    fn sorts_members_and_writes_numbers_as_ecmascript_does() {
        let numbers =
            [(1.0, "1"), (1e21, "1e+21"), (1e-7, "1e-7"), (0.1 + 0.2, "0.30000000000000004"), (-0.0, "0")];
        for (b, text) in numbers {
            let expected = alloc::format!("{{\"a\":null,\"b\":{text},\"list\":[7,\"x\"]}}");
            assert_eq!(to_string(&Sample { b, a: None, list: (7, "x") }).as_deref(), Ok(expected.as_str()));
        }
        let refused = to_string(&Sample { b: f64::NAN, a: None, list: (7, "x") });
        assert_eq!(refused.expect_err("NaN").code(), "invalid-plan");
    }

    #[test]
    fn escapes_only_what_must_be() {
        assert_eq!(quoted("é\u{1f600}\"\\\n\u{1f}/"), "\"é\u{1f600}\\\"\\\\\\n\\u001f/\"");
    }
}
