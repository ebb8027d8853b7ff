//! Writes reports as NDJSON, CSV or Parquet.

use std::io::Write;
use std::path::Path;

use candor::Error;
use candor::plan::Plan;
use candor::report::Report;
use clap::ValueEnum;

use super::cells::{cells, names};
#[cfg(feature = "parquet")]
use super::parquet::Columns;
use crate::failure;
#[cfg(not(feature = "parquet"))]
use candor_documents::not_included;
use candor_documents::reports::rows::PERTURBED;

/// How reports are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// NDJSON: one report a line, as a browser sends it.
    Json,
    /// CSV: one column per attribute, one perturbed value per cell; for a labelled plan, one column of numbers; then the
    /// plain columns.
    Csv,
    /// Parquet: columns as in CSV.
    Parquet,
}

impl ReportFormat {
    /// The format that is named, or else that of the file's extension, or else NDJSON.
    #[must_use]
    pub fn of(named: Option<Self>, path: Option<&Path>) -> Self {
        let extension = path.and_then(Path::extension).map(|extension| extension.to_ascii_lowercase());
        let by_name = match extension.as_ref().and_then(|extension| extension.to_str()) {
            Some("csv") => Self::Csv,
            Some("parquet") => Self::Parquet,
            _ => Self::Json,
        };
        named.unwrap_or(by_name)
    }
}

/// Writes reports one by one.
pub enum ReportWriter<'p, W: Write + Send> {
    /// One JSON report per line.
    Lines(W),
    /// One row per report, one perturbed value per cell.
    Rows(&'p Plan, Box<csv::Writer<W>>),
    /// A Parquet file.
    #[cfg(feature = "parquet")]
    Columns(Box<Columns<W>>),
}

impl<'p, W: Write + Send> ReportWriter<'p, W> {
    /// Begins the output, with the header for CSV.
    ///
    /// # Errors
    /// `not-included` for Parquet, where the program was built without it; `io`.
    pub fn new(format: ReportFormat, plan: &'p Plan, target: W) -> Result<Self, Error> {
        match format {
            ReportFormat::Json => return Ok(Self::Lines(target)),
            #[cfg(not(feature = "parquet"))]
            ReportFormat::Parquet => return Err(not_included::error("Parquet", "parquet")),
            #[cfg(feature = "parquet")]
            ReportFormat::Parquet => {
                return Ok(Self::Columns(Box::new(Columns::new(plan, PERTURBED, target)?)));
            }
            ReportFormat::Csv => {}
        }
        let mut writer = csv::Writer::from_writer(target);
        writer.write_record(names(plan, PERTURBED)).map_err(|cause| failure::io("reports", &cause))?;
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
            #[cfg(feature = "parquet")]
            Self::Columns(columns) => columns.write(report),
            Self::Rows(plan, writer) => {
                let cells = cells(plan, report);
                writer
                    .write_record(cells.iter().map(AsRef::as_ref))
                    .map_err(|cause| failure::io("reports", &cause))
            }
        }
    }

    /// Ends the output and returns the target.
    ///
    /// # Errors
    /// `io`.
    pub fn finish(self) -> Result<W, Error> {
        match self {
            Self::Lines(target) => Ok(target),
            #[cfg(feature = "parquet")]
            Self::Columns(columns) => columns.finish(),
            Self::Rows(_, writer) => writer.into_inner().map_err(|cause| failure::io("reports", &cause)),
        }
    }
}
