//! Characters that no name and no text has: people would read something else than what is there.

use alloc::string::String;

use crate::error::{Code, Error};

/// Refuses control characters, but for tabs and the ends of lines, and what turns the direction of the text around it.
///
/// # Errors
/// `invalid-text`, with a replacement character in the place of each.
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

/// Whether it is a control character, or an embedding, an override or an isolate of the bidirectional algorithm [UAX9, §2].
pub(super) fn is_unreadable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text with a replacement character in the place of each of these.
pub(super) fn readable(text: &str) -> String {
    text.chars().map(|c| if is_unreadable(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}
