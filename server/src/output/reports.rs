//! Reports written as NDJSON or CSV.

use std::io::Write;

use candor::Error;
use candor::plan::Plan;
use candor::report::Report;
use clap::ValueEnum;

use crate::failure;

/// The column of a labelled plan's reports: the numbers of each, blanks between them.
pub const PERTURBED: &str = "perturbed";

/// How reports are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// NDJSON: one report a line, as a browser sends it.
    Json,
    /// CSV: one column per attribute, one perturbed value per cell; of a labelled plan one column of numbers.
    Csv,
}

/// Writes reports one by one.
pub enum ReportWriter<'p, W: Write> {
    /// One JSON report a line.
    Lines(W),
    /// One row a report, one perturbed value a cell.
    Rows(&'p Plan, Box<csv::Writer<W>>),
}

impl<'p, W: Write> ReportWriter<'p, W> {
    /// Begins; CSV has its header after this.
    ///
    /// # Errors
    /// `io`.
    pub fn new(format: ReportFormat, plan: &'p Plan, target: W) -> Result<Self, Error> {
        if format == ReportFormat::Json {
            return Ok(Self::Lines(target));
        }
        let mut writer = csv::Writer::from_writer(target);
        let names = plan.schema().attributes().iter().map(|attribute| attribute.name());
        let names: Vec<&str> = if plan.law().is_unlabelled() { names.collect() } else { vec![PERTURBED] };
        writer.write_record(names).map_err(|cause| failure::io("reports", &cause))?;
        Ok(Self::Rows(plan, Box::new(writer)))
    }

    /// Writes one report.
    ///
    /// # Errors
    /// `io`.
    pub fn write(&mut self, report: &Report) -> Result<(), Error> {
        match self {
            Self::Lines(target) => {
                writeln!(target, "{}", report.to_json()?).map_err(|cause| failure::io("reports", &cause))
            }
            Self::Rows(plan, writer) if !plan.law().is_unlabelled() => {
                let numbers = report.perturbed().iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
                writer.write_record([numbers]).map_err(|cause| failure::io("reports", &cause))
            }
            Self::Rows(plan, writer) => {
                let answered = plan.schema().attributes().iter().zip(report.perturbed());
                let values =
                    answered.map(|(attribute, &answer)| attribute.categories()[answer as usize].value());
                writer.write_record(values).map_err(|cause| failure::io("reports", &cause))
            }
        }
    }

    /// Ends, giving back what was written to.
    ///
    /// # Errors
    /// `io`.
    pub fn finish(self) -> Result<W, Error> {
        match self {
            Self::Lines(target) => Ok(target),
            Self::Rows(_, writer) => writer.into_inner().map_err(|cause| failure::io("reports", &cause)),
        }
    }
}
