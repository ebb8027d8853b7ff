//! Reads perturbed reports from text, NDJSON or CSV, that may arrive in pieces, and counts them as they are read.

pub mod columns;
mod lines;
mod records;
mod report_ids;
pub mod rows;
mod summary;
mod tally;

use std::io::BufRead;

use candor::Error;

use self::lines::Lines;
pub use self::report_ids::ReportIds;
use self::rows::Rows;
pub use self::summary::Summary;
pub use self::tally::Tally;
use crate::failure;

/// A reader of reports whose text arrives in pieces: NDJSON begins with `{`, anything else is CSV.
#[derive(Default)]
pub struct Text(State);

enum State {
    /// Nothing was read yet but perhaps a byte-order mark or blanks.
    Start(Vec<u8>),
    Lines(Lines),
    Rows(Box<Rows>),
}

impl Default for State {
    fn default() -> Self {
        Self::Start(Vec::new())
    }
}

impl Text {
    /// Counts the reports that end in this piece.
    ///
    /// # Errors
    /// A broken report, with its line or row; the same id with another record (`id-conflict`).
    pub fn push(&mut self, piece: &[u8], tally: &mut Tally) -> Result<(), Error> {
        match &mut self.0 {
            // An empty piece would end the rows.
            _ if piece.is_empty() => Ok(()),
            State::Lines(lines) => lines.push(piece, tally),
            State::Rows(rows) => rows.push(piece, tally),
            State::Start(begun) => {
                begun.extend_from_slice(piece);
                let text = begun.strip_prefix("\u{feff}".as_bytes()).unwrap_or(begun).to_vec();
                let begins = text.iter().find(|byte| !byte.is_ascii_whitespace());
                self.0 = match begins {
                    Some(b'{') => State::Lines(Lines::default()),
                    Some(_) if text.len() >= 3 => State::Rows(Box::default()),
                    _ => return Ok(()),
                };
                self.push(&text, tally)
            }
        }
    }

    /// Ends the text, and counts the last report if no line feed ended it.
    ///
    /// # Errors
    /// Those of [`Text::push`].
    pub fn end(self, tally: &mut Tally) -> Result<(), Error> {
        match self.0 {
            State::Lines(mut lines) => lines.end(tally),
            State::Rows(mut rows) => rows.push(&[], tally),
            State::Start(begun) if begun.iter().all(u8::is_ascii_whitespace) => Ok(()),
            State::Start(begun) => {
                let mut rows = Rows::default();
                rows.push(&begun, tally)?;
                rows.push(&[], tally)
            }
        }
    }
}

/// Counts reports written as text.
///
/// # Errors
/// Those of [`Text::push`]; `io`.
pub fn read_text(source: &mut dyn BufRead, tally: &mut Tally) -> Result<(), Error> {
    let mut text = Text::default();
    loop {
        let piece = source.fill_buf().map_err(|cause| failure::io("reading", &cause))?;
        if piece.is_empty() {
            return text.end(tally);
        }
        text.push(piece, tally)?;
        let read = piece.len();
        source.consume(read);
    }
}
