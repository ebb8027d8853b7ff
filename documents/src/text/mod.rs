//! Text for people: aligned columns, whiskers, numbers with thousands separators.

pub mod grid;
pub mod whisker;

use core::fmt;
use std::io::{self, Write};

use candor::estimate::Fragility;

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

/// Makes a text safe to print in a terminal: control characters and marks of writing direction, with which an untrusted document
/// could move the cursor or reorder a line, are escaped; line feeds stay.
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

/// A number with thousands separators: `12,345`.
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

/// How many reports a number is of, and where they have weights, as how many of equal weight they count: `4,000 reports, as many as 3000 of equal weight`.
#[must_use]
pub fn of_reports(n: u64, effective: Option<f64>) -> String {
    let reports = counted(n, "report");
    match effective {
        Some(effective) => format!("{reports}, as many as {} of equal weight", effective.round()),
        None => reports,
    }
}

/// How many forged reports move a number: `4 forged reports with the worst label, 21 with labels as drawn, or 70 liars`.
#[must_use]
pub fn forged(fragility: &Fragility) -> String {
    let number = |of: Option<u64>| of.map_or("not even all".to_owned(), grouped);
    let [worst, drawn, liars] =
        [fragility.worst_label, fragility.label_as_drawn, fragility.liars].map(number);
    format!("{worst} forged reports with the worst label, {drawn} with labels as drawn, or {liars} liars")
}

/// A number with its noun in the singular or plural: `1 report`, `12,345 reports`.
#[must_use]
pub fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A level of confidence in percent, with up to four decimals: `95%`, `99.9%`.
#[must_use]
pub fn level(confidence: f64) -> String {
    format!("{}%", (confidence * 1e6).round() / 1e4)
}

#[cfg(test)]
mod tests {
    use super::{counted, grouped, level, printable};

    #[test]
    fn levels_have_no_digits_of_rounding() {
        assert_eq!([0.95, 0.999, 0.29, 0.999_999].map(level), ["95%", "99.9%", "29%", "99.9999%"]);
    }

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
