//! A text shown to people: one for everybody, or one for each of several languages. Characters are refused that would have people read
//! something other than what is written.
//!
//! Serialized as a string, or as an object of language tags [RFC 5646, §2.1]: `{"en": "Do you smoke?", "es": "¿Fuma?"}`. A tag is
//! a language, a script and a region where they are needed, and variants, in their usual case: `pt-BR`, `zh-Hant`, `de-1996`.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::language::check_tag;
use crate::error::{Code, Error};
use crate::numeric::order::sorted;

/// A title, a question or a label.
///
/// ```
/// use candor::{Code, LocalizedText};
///
/// let plain = LocalizedText::from("Do you smoke?");
/// assert_eq!((plain.fallback(), plain.in_language("es"), plain.languages().count()), ("Do you smoke?", "Do you smoke?", 0));
/// let text = LocalizedText::per_language([("es", "¿Fuma?"), ("en", "Do you smoke?")])?;
/// assert_eq!((text.fallback(), text.in_language("es")), ("Do you smoke?", "¿Fuma?"));
/// assert!(text.languages().eq(["en", "es"]));
/// let refused = LocalizedText::per_language([("english", "Do you smoke?")]).unwrap_err();
/// assert_eq!(refused.code(), Code::InvalidLanguage);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalizedText {
    /// The tags in order, separated by commas; empty for a text that is the same for everybody.
    tags: String,
    /// One text for each tag, or the only one.
    texts: Vec<String>,
}

impl LocalizedText {
    /// A text in each of these languages, sorted by their tags.
    ///
    /// # Errors
    /// `invalid-language` for an empty list, for an invalid tag, and for a repeated tag.
    pub fn per_language<'t>(texts: impl IntoIterator<Item = (&'t str, &'t str)>) -> Result<Self, Error> {
        let owned = |(tag, text): (&str, &str)| (String::from(tag), String::from(text));
        Self::checked(texts.into_iter().map(owned).collect())
    }

    fn checked(texts: Vec<(String, String)>) -> Result<Self, Error> {
        let texts = sorted(texts);
        texts.iter().try_for_each(|(tag, _)| check_tag(tag))?;
        if texts.is_empty() {
            return Err(Error::new(
                Code::InvalidLanguage,
                "a text is given in no language; give one at least",
            ));
        }
        if let Some(pair) = texts.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let message = message!("a text is given twice in the language \"", pair[0].0, "\"");
            return Err(Error::new(Code::InvalidLanguage, message));
        }
        let (tags, texts): (Vec<String>, Vec<String>) = texts.into_iter().unzip();
        Ok(Self { tags: tags.join(","), texts })
    }

    /// The English text, or else the text of the first language by tag; for people who read none of its languages or cannot choose, as on
    /// a command line.
    #[must_use]
    pub fn fallback(&self) -> &str {
        let is_english = |tag: &str| tag.split('-').next() == Some("en");
        self.at(self.languages().position(is_english).unwrap_or(0))
    }

    /// The text under a tag, or the fallback where the tag is missing.
    #[must_use]
    pub fn in_language(&self, tag: &str) -> &str {
        self.languages().position(|own| own == tag).map_or_else(|| self.fallback(), |place| self.at(place))
    }

    /// The tags in order; empty for a text that is the same for everybody.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.tags.split(',').filter(|tag| !tag.is_empty())
    }

    /// Refuses unreadable characters.
    pub(super) fn check(&self) -> Result<(), Error> {
        self.texts.iter().try_for_each(|text| check_text(text))
    }

    fn first(&self) -> &str {
        self.texts.first().map_or("", String::as_str)
    }

    /// The number of texts.
    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    /// The text of the language at this place, or the first one where there is no such place.
    pub(super) fn at(&self, place: usize) -> &str {
        self.texts.get(place).map_or(self.first(), String::as_str)
    }

    /// Refuses a text whose languages differ from those of `another`: readers of a language that one of them lacks would see a
    /// mixture. Returns a text in several languages, if either is.
    pub(super) fn agreed<'t>(&'t self, another: Option<&'t Self>) -> Result<Option<&'t Self>, Error> {
        match another {
            _ if self.tags.is_empty() => Ok(another),
            Some(another) if another.tags != self.tags => {
                let (own, other) = (self.first(), another.first());
                let message =
                    message!("\"", own, "\" and \"", other, "\" are not given in the same languages");
                Err(Error::new(Code::InvalidLanguage, message))
            }
            _ => Ok(Some(self)),
        }
    }
}

impl From<&str> for LocalizedText {
    fn from(text: &str) -> Self {
        Self::from(String::from(text))
    }
}

impl From<String> for LocalizedText {
    fn from(text: String) -> Self {
        Self { tags: String::new(), texts: Vec::from([text]) }
    }
}

impl Serialize for LocalizedText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.tags.is_empty() {
            return serializer.serialize_str(self.first());
        }
        let mut object = serializer.serialize_map(Some(self.texts.len()))?;
        for (tag, text) in self.languages().zip(&self.texts) {
            object.serialize_entry(tag, text)?;
        }
        object.end()
    }
}

impl<'de> Deserialize<'de> for LocalizedText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextOrLanguages)
    }
}

struct TextOrLanguages;

impl<'de> Visitor<'de> for TextOrLanguages {
    type Value = LocalizedText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text: a string, or an object with a text for each language tag")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<LocalizedText, E> {
        Ok(text.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LocalizedText, A::Error> {
        let mut texts = Vec::new();
        while let Some(entry) = map.next_entry()? {
            texts.push(entry);
        }
        LocalizedText::checked(texts).map_err(|refused| de::Error::custom(refused.message()))
    }
}

/// Refuses control characters other than tabs and line ends, and characters that change the direction of the text around them.
///
/// # Errors
/// `invalid-text`; the message shows a replacement character in place of each refused one.
pub(crate) fn check_text(text: &str) -> Result<(), Error> {
    let is_blank = |c| matches!(c, '\t' | '\n' | '\r');
    if !text.chars().any(|c| !is_blank(c) && is_unreadable(c)) {
        return Ok(());
    }
    let message = message!(
        "\"",
        readable(text),
        "\" has a control character, or one that turns the direction of text; take it out"
    );
    Err(Error::new(Code::InvalidText, message))
}

/// Whether `c` is a control character, or an embedding, override or isolate of the bidirectional algorithm [UAX9, §2].
pub(super) fn is_unreadable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text with every unreadable character replaced by the replacement character.
pub(super) fn readable(text: &str) -> String {
    text.chars().map(|c| if is_unreadable(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}
