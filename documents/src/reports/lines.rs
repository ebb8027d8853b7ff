//! Reports as NDJSON: one report a line, as a browser sends it.

use candor::report::Report;
use candor::{Code, Error};

use super::tally::Tally;

/// A reader of lines from text that arrives in pieces.
#[derive(Default)]
pub(super) struct Lines {
    /// The beginning of a line whose end has not arrived yet.
    begun: Vec<u8>,
    /// The number of lines before that one.
    ended: usize,
}

impl Lines {
    /// Counts the report of every line that ends in this piece; blank lines are skipped.
    pub(super) fn push(&mut self, mut piece: &[u8], tally: &mut Tally) -> Result<(), Error> {
        while let Some(end) = memchr::memchr(b'\n', piece) {
            let (line, rest) = (&piece[..end], &piece[end + 1..]);
            piece = rest;
            if self.begun.is_empty() {
                self.line(line, tally)?;
            } else {
                self.begun.extend_from_slice(line);
                self.end(tally)?;
            }
        }
        self.begun.extend_from_slice(piece);
        Ok(())
    }

    /// Counts the report of the last, unterminated line.
    pub(super) fn end(&mut self, tally: &mut Tally) -> Result<(), Error> {
        let mut line = core::mem::take(&mut self.begun);
        let counted = self.line(&line, tally);
        line.clear();
        self.begun = line;
        counted
    }

    fn line(&mut self, line: &[u8], tally: &mut Tally) -> Result<(), Error> {
        self.ended += 1;
        let counted = match str::from_utf8(line) {
            Ok(line) if line.trim().is_empty() => Ok(()),
            Ok(line) => count(line, tally),
            Err(_) => Err(Error::new(Code::InvalidReport, "not a report: not UTF-8 text")),
        };
        counted.map_err(|error| error.at(format_args!("line {}", self.ended)))
    }
}

fn count(line: &str, tally: &mut Tally) -> Result<(), Error> {
    for plan in tally.plans().iter() {
        match Report::from_json(line, plan) {
            Ok(report) => return tally.identified(&report),
            Err(error) if error.code() == Code::PlanMismatch => {}
            Err(error) => return Err(error),
        }
    }
    tally.of_another_plan(1);
    Ok(())
}
