//! Texts from their parts, without `core::fmt`, which was a tenth of the respondent's module.

use alloc::string::String;

/// The parts one after the other, as a `String`.
macro_rules! message {
    ($($part:expr),+ $(,)?) => {{
        let mut text = alloc::string::String::new();
        $($crate::message::Part::append(&$part, &mut text);)+
        text
    }};
}

/// A number of things, of one in the singular: `1 table`, `2 tables`.
pub(crate) fn counted(number: usize, thing: &str) -> String {
    message!(number, " ", thing, if number == 1 { "" } else { "s" })
}

/// What can be part of a text.
pub(crate) trait Part {
    /// Appends itself.
    fn append(&self, text: &mut String);
}

impl Part for str {
    fn append(&self, text: &mut String) {
        text.push_str(self);
    }
}

impl Part for String {
    fn append(&self, text: &mut String) {
        text.push_str(self);
    }
}

impl<T: Part + ?Sized> Part for &T {
    fn append(&self, text: &mut String) {
        (**self).append(text);
    }
}

impl Part for u64 {
    fn append(&self, text: &mut String) {
        append_digits(*self, 1, text);
    }
}

impl Part for u32 {
    fn append(&self, text: &mut String) {
        u64::from(*self).append(text);
    }
}

impl Part for usize {
    fn append(&self, text: &mut String) {
        (*self as u64).append(text);
    }
}

/// The decimal digits of a number, zeros before them where they are fewer than `least`.
pub(crate) fn append_digits(number: u64, least: usize, text: &mut String) {
    if number >= 10 || least > 1 {
        append_digits(number / 10, least.saturating_sub(1), text);
    }
    append_digit(number % 10, text);
}

/// A digit below 16.
pub(crate) fn append_digit(digit: u64, text: &mut String) {
    let place = usize::try_from(digit).unwrap_or(usize::MAX);
    text.push_str("0123456789abcdef".get(place..=place).unwrap_or_default());
}
