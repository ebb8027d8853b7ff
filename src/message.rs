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
        text.push_str(itoa::Buffer::new().format(*self));
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

impl Part for u128 {
    fn append(&self, text: &mut String) {
        match u64::try_from(*self) {
            Ok(narrow) => narrow.append(text),
            Err(_) => {
                (self / 10).append(text);
                u64::try_from(self % 10).unwrap_or(0).append(text);
            }
        }
    }
}
