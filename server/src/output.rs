//! Everything that is written: to the terminal, and to files.

pub mod chart;
pub mod grid;
pub mod plot;
pub mod progress;
pub mod reports;
pub mod staged;
pub mod whisker;

use std::io::{self, ErrorKind, Write};

use candor::Error;

use crate::failure;

/// Writes a result to stdout. A reader that has gone away (`| head`) is no error.
///
/// # Errors
/// `io`.
pub fn print(text: &str) -> Result<(), Error> {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    unless_gone("stdout", written)
}

/// Writes a result to stdout as it is made, so that it need not fit into memory.
///
/// # Errors
/// `io`.
pub fn stream(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
    let mut stdout = io::BufWriter::new(io::stdout().lock());
    let written = write(&mut stdout).and_then(|()| stdout.flush());
    unless_gone("stdout", written)
}

/// Writes a remark to stderr.
///
/// # Errors
/// `io`.
pub fn remark(text: &str) -> Result<(), Error> {
    unless_gone("stderr", io::stderr().lock().write_all(text.as_bytes()))
}

fn unless_gone(stream: &str, written: io::Result<()>) -> Result<(), Error> {
    match written {
        Err(cause) if cause.kind() != ErrorKind::BrokenPipe => Err(failure::io(stream, &cause)),
        _ => Ok(()),
    }
}

/// A text that a terminal only prints: control characters and marks of writing direction, with which a document
/// from elsewhere could move the cursor or reorder a line, are written as escapes; line feeds stay.
#[must_use]
pub fn printable(text: &str) -> String {
    let steers = |c: char| {
        c != '\n'
            && (c.is_control()
                || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
    };
    let escaped = |c: char| if steers(c) { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(escaped).collect()
}

/// A number with its thousands apart: `12,345`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Rows as CSV; the first is the header.
///
/// # Errors
/// `io`, which a text in memory does not raise.
pub fn csv_text(rows: impl IntoIterator<Item = Vec<String>>) -> Result<String, Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.write_record(&row).map_err(|cause| failure::io("CSV", &cause))?;
    }
    let bytes = writer.into_inner().map_err(|cause| failure::io("CSV", &cause))?;
    String::from_utf8(bytes).map_err(|cause| failure::io("CSV", &cause))
}

/// A document as indented JSON with a final newline.
///
/// # Errors
/// `io`, which a text in memory does not raise.
pub fn json_text(document: &impl serde::Serialize) -> Result<String, Error> {
    let text = serde_json::to_string_pretty(document).map_err(|cause| failure::io("JSON", &cause))?;
    Ok(text + "\n")
}

#[cfg(test)]
mod tests {
    use super::{grouped, printable};

    #[test]
    fn nothing_printed_steers_a_terminal() {
        assert_eq!(printable("höflich\n\u{1b}[2J\r\u{202e}"), "höflich\n\\u{1b}[2J\\r\\u{202e}");
    }

    #[test]
    fn thousands_stand_apart() {
        let written = [0, 999, 1000, 12_345, 1_234_567].map(grouped);
        assert_eq!(written, ["0", "999", "1,000", "12,345", "1,234,567"]);
    }
}
