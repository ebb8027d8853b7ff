//! The languages of labels.

use super::texts::Words;
use super::{ar, de, en, es, fr, ja};

/// The words of labels in every language, English first.
pub const LANGUAGES: [&Words; 6] =
    [&en::ENGLISH, &ar::ARABIC, &de::GERMAN, &es::SPANISH, &fr::FRENCH, &ja::JAPANESE];

/// The words of a language, by its tag.
#[must_use]
pub fn words_in(language: &str) -> Option<&'static Words> {
    LANGUAGES.into_iter().find(|words| words.language == language)
}
