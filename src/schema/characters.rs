//! Characters refused in names and texts, because people would read something other than what is written.

use alloc::string::String;

use crate::error::{Code, Error};

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
