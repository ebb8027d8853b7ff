//! Everything that is written: to the terminal, and to files.

pub mod chart;
pub mod grid;
pub mod plot;
pub mod progress;
pub mod reports;
pub mod staged;
pub mod temporary;
pub mod whisker;

use core::fmt;
use std::io::{self, ErrorKind, Write};

use candor::Error;

use crate::failure;

/// Writes a result to stdout as it is made, so that it need not fit into memory. A reader that has gone away
/// (`| head`) is no error.
///
/// # Errors
/// `io`.
pub fn stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
    unless_gone("stdout", io::stdout().lock(), write)
}

/// Writes to stderr what is told beside the result.
///
/// # Errors
/// `io`.
pub fn stderr(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
    unless_gone("stderr", io::stderr().lock(), write)
}

/// Writes a remark to stderr.
///
/// # Errors
/// `io`.
pub fn remark(text: &str) -> Result<(), Error> {
    stderr(|to| to.write_all(text.as_bytes()))
}

fn unless_gone(
    name: &str,
    stream: impl Write,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Error> {
    let mut stream = io::BufWriter::new(stream);
    match write(&mut stream).and_then(|()| stream.flush()) {
        Err(cause) if cause.kind() != ErrorKind::BrokenPipe => Err(failure::io(name, &cause)),
        _ => Ok(()),
    }
}

/// Writes a text as [`printable`].
///
/// # Errors
/// Those of the writer.
pub fn printing(to: &mut dyn Write, text: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> io::Result<()> {
    let mut printing = Printing { to, written: Ok(()) };
    let told = text(&mut printing);
    printing.written.and(told.map_err(io::Error::other))
}

struct Printing<'w> {
    to: &'w mut dyn Write,
    written: io::Result<()>,
}

impl fmt::Write for Printing<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.written = self.to.write_all(printable(text).as_bytes());
        self.written.as_ref().map_err(|_| fmt::Error).copied()
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

/// A number of things, of one in the singular: `1 report`, `12,345 reports`.
#[must_use]
pub fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::{counted, grouped, printable};

    #[test]
    fn one_is_singular() {
        assert_eq!([0, 1, 2000].map(|n| counted(n, "report")), ["0 reports", "1 report", "2,000 reports"]);
    }

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
