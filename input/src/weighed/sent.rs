//! Reads reports as they were sent, from lines or a collector's database, with the plan's plain columns.

use std::io::BufRead;
use std::path::Path;

use candor::report::Report;
use candor::{Code, Error};
use candor_collector::store::{Location, Snapshot};
use candor_documents::failure;

use super::{Classes, declared, of_id};
use crate::source::Source;

impl Classes<'_> {
    pub(super) fn lines(&mut self, source: Source) -> Result<(), Error> {
        self.check_declared()?;
        for (line, number) in source.split(b'\n').zip(1..) {
            let line = line.map_err(|cause| failure::io("reading", &cause))?;
            let text = str::from_utf8(&line)
                .map_err(|_| Error::new(Code::InvalidReport, "not a report: not UTF-8 text"));
            text.and_then(|line| self.line(line)).map_err(|error| error.at(format_args!("line {number}")))?;
        }
        Ok(())
    }

    fn line(&mut self, line: &str) -> Result<(), Error> {
        match Report::from_json(line, self.plan) {
            _ if line.trim().is_empty() => Ok(()),
            Ok(report) => self.report(&report),
            Err(error) if error.code() == Code::PlanMismatch => {
                self.summary.other_plan += 1;
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    pub(super) fn database(&mut self, path: &Path) -> Result<(), Error> {
        self.check_declared()?;
        let snapshot = Snapshot::open(&Location::of(path)?)?;
        self.summary.other_plan += snapshot.of_other_plans(&[self.plan.fingerprint()])?;
        let (plan, watch) = (self.plan, self.watch);
        let counted = |report: Report| {
            watch.goes_on()?;
            self.report(&report)
        };
        snapshot.reports(plan, counted).map(drop)
    }

    fn report(&mut self, report: &Report) -> Result<(), Error> {
        if self.ids.repeats(report)? {
            self.summary.repeated += 1;
            return Ok(());
        }
        let plan = self.plan;
        let value = |name: &str| declared(plan, report.plain(), name);
        self.add(&value, &report.numbers(), of_id(report.id()))
    }

    /// Checks that every column is one of the plan's plain columns, as reports that were sent have no others.
    fn check_declared(&self) -> Result<(), Error> {
        let plain = self.plan.plain();
        match self.clear.columns().iter().find(|name| !plain.iter().any(|column| column.name == **name)) {
            None => Ok(()),
            Some(name) => {
                let message = format!(
                    "the plan declares no plain column {name:?}; a column joined to the reports can be read only from CSV or Parquet"
                );
                Err(Error::new(Code::UnknownColumn, message))
            }
        }
    }
}
