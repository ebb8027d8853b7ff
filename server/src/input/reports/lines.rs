//! Reports as NDJSON: one report a line, as a browser sends it.

use std::io::BufRead;

use candor::report::Report;
use candor::{Code, Error};

use super::tally::Tally;
use crate::failure;
use crate::input::source::Source;

/// Counts every line; blank lines are skipped.
pub(super) fn read(source: Source, tally: &mut Tally<'_>) -> Result<(), Error> {
    for (index, line) in source.lines().enumerate() {
        let line = line.map_err(|cause| failure::io(format_args!("line {}", index + 1), &cause))?;
        if !line.trim().is_empty() {
            count(&line, tally).map_err(|error| error.at(format_args!("line {}", index + 1)))?;
        }
    }
    Ok(())
}

fn count(line: &str, tally: &mut Tally<'_>) -> Result<(), Error> {
    match Report::from_json(line, tally.plan) {
        Ok(report) => tally.identified(&report),
        Err(error) if error.code() == Code::PlanMismatch => {
            tally.of_another_plan(1);
            Ok(())
        }
        Err(error) => Err(error),
    }
}
