//! A category, that is, one possible answer: a value for programs and, where it differs, a label for people.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::text::{LocalizedText, check_text};
use crate::error::Error;

/// A category of an attribute; serialized as a string, or as `{"value", "label"}`.
///
/// ```
/// use candor::Category;
///
/// let plain = Category::new("yes", None);
/// let shown = Category::new("3plus", Some("three or more".into()));
/// assert_eq!((plain.value(), plain.label()), ("yes", None));
/// assert_eq!((shown.value(), shown.shown_in("en")), ("3plus", "three or more"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Category {
    value: String,
    label: Option<LocalizedText>,
}

impl Category {
    /// A category; without a label its value is shown.
    #[must_use]
    pub fn new(value: &str, label: Option<LocalizedText>) -> Self {
        Self { value: value.into(), label }
    }

    /// Categories with these values, each shown as its value.
    #[must_use]
    pub fn list<const N: usize>(values: [&str; N]) -> Vec<Self> {
        values.map(|value| Self::new(value, None)).into()
    }

    /// The value that answers are matched against.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }

    /// The label shown to people, where it differs from the value.
    #[must_use]
    pub fn label(&self) -> Option<&LocalizedText> {
        self.label.as_ref()
    }

    /// Refuses unreadable characters in value and label.
    pub(super) fn check(&self) -> Result<(), Error> {
        check_text(&self.value)?;
        self.label.iter().try_for_each(LocalizedText::check)
    }

    /// The text shown in the label's language at this place.
    pub(super) fn shown_at(&self, place: usize) -> &str {
        self.label.as_ref().map_or(&self.value, |label| label.at(place))
    }

    /// The text shown under a language tag: the label, or else the value.
    #[must_use]
    pub fn shown_in(&self, tag: &str) -> &str {
        self.label.as_ref().map_or(&self.value, |label| label.in_language(tag))
    }
}

impl Serialize for Category {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(label) = &self.label else { return serializer.serialize_str(&self.value) };
        let mut object = serializer.serialize_struct("Category", 2)?;
        object.serialize_field("label", label)?;
        object.serialize_field("value", &self.value)?;
        object.end()
    }
}

impl<'de> Deserialize<'de> for Category {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StringOrObject)
    }
}

struct StringOrObject;

impl<'de> Visitor<'de> for StringOrObject {
    type Value = Category;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a category: a string, or an object with \"value\" and \"label\"")
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Category, E> {
        Ok(Category::new(value, None))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Category, A::Error> {
        let (mut value, mut label) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            let twice = match key.as_str() {
                "value" => value.replace(map.next_value::<String>()?).is_some(),
                "label" => label.replace(map.next_value::<LocalizedText>()?).is_some(),
                _ => return Err(de::Error::unknown_field(&key, &["value", "label"])),
            };
            if twice {
                return Err(de::Error::custom("a category gives a field twice"));
            }
        }
        let value = value.ok_or_else(|| de::Error::missing_field("value"))?;
        Ok(Category { value, label })
    }
}
