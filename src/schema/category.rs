//! A category, that is, one possible answer: a value for programs and, where it differs, a label for people.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::text::{LocalizedText, check_text};
use crate::error::Error;

/// A category of an attribute; serialized as a string, or as `{"value", "label", "role", "excludes": "others"}`.
///
/// ```
/// use candor::{Category, schema::Role};
///
/// let plain = Category::new("yes", None);
/// let shown = Category::new("3plus", Some("three or more".into()));
/// let refused = Category::new("refused", Some("I prefer not to say".into())).with_role(Role::Refused);
/// assert_eq!((plain.value(), plain.label(), plain.is_answer()), ("yes", None, true));
/// assert_eq!((shown.value(), shown.shown_in("en")), ("3plus", "three or more"));
/// assert_eq!((refused.role(), refused.is_answer()), (Some(Role::Refused), false));
/// assert!(Category::new("none of these", None).excluding_others().excludes_others());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Category {
    value: String,
    label: Option<LocalizedText>,
    role: Option<Role>,
    excludes_others: bool,
}

/// What a category is, where it is no ordinary answer. It is perturbed like all others.
///
/// ```
/// use candor::schema::Role;
///
/// assert!(Role::Other.is_answer() && !Role::Refused.is_answer() && !Role::DontKnow.is_answer());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The person prefers not to say.
    Refused,
    /// The person does not know.
    DontKnow,
    /// An answer that is not listed.
    Other,
}

impl Role {
    /// Whether it counts as an answer, as "other" does.
    #[must_use]
    pub fn is_answer(self) -> bool {
        self == Self::Other
    }
}

impl Category {
    /// A category; without a label its value is shown.
    #[must_use]
    pub fn new(value: &str, label: Option<LocalizedText>) -> Self {
        Self { value: value.into(), label, role: None, excludes_others: false }
    }

    /// The same category in this role.
    #[must_use]
    pub fn with_role(self, role: Role) -> Self {
        Self { role: Some(role), ..self }
    }

    /// The same category as a choice that can only be made alone, such as "none of these".
    #[must_use]
    pub fn excluding_others(self) -> Self {
        Self { excludes_others: true, ..self }
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

    /// The role, where the category is no ordinary answer.
    #[must_use]
    pub fn role(&self) -> Option<Role> {
        self.role
    }

    /// Whether it counts as an answer: all do but those in the roles *refused* and *don't know*.
    #[must_use]
    pub fn is_answer(&self) -> bool {
        self.role.is_none_or(Role::is_answer)
    }

    /// Whether it is a choice that can only be made alone.
    #[must_use]
    pub fn excludes_others(&self) -> bool {
        self.excludes_others
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
        let members = usize::from(self.label.is_some())
            + usize::from(self.role.is_some())
            + usize::from(self.excludes_others);
        if members == 0 {
            return serializer.serialize_str(&self.value);
        }
        let mut object = serializer.serialize_struct("Category", 1 + members)?;
        if self.excludes_others {
            object.serialize_field("excludes", &Excludes::Others)?;
        }
        if let Some(label) = &self.label {
            object.serialize_field("label", label)?;
        }
        if let Some(role) = self.role {
            object.serialize_field("role", &role)?;
        }
        object.serialize_field("value", &self.value)?;
        object.end()
    }
}

impl<'de> Deserialize<'de> for Category {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StringOrObject)
    }
}

/// What a choice excludes.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Excludes {
    Others,
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
        let (mut value, mut label, mut role, mut excludes) = (None, None, None, None);
        while let Some(key) = map.next_key::<String>()? {
            let twice = match key.as_str() {
                "value" => value.replace(map.next_value::<String>()?).is_some(),
                "label" => label.replace(map.next_value::<LocalizedText>()?).is_some(),
                "role" => role.replace(map.next_value::<Role>()?).is_some(),
                "excludes" => excludes.replace(map.next_value::<Excludes>()?).is_some(),
                _ => return Err(de::Error::unknown_field(&key, &["value", "label", "role", "excludes"])),
            };
            if twice {
                return Err(de::Error::custom("a category gives a field twice"));
            }
        }
        let value = value.ok_or_else(|| de::Error::missing_field("value"))?;
        Ok(Category { value, label, role, excludes_others: excludes.is_some() })
    }
}
