//! The formats of a document: a table, JSON and CSV.

use core::fmt;
use std::io::{self, Write};

use serde::Serialize;

use crate::sheet::Sheet;
use crate::text;

/// The format in which a document is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Format {
    /// Aligned columns for people.
    Table,
    /// One JSON document, with every digit.
    Json,
    /// Comma-separated values with a header, with every digit.
    Csv,
}

/// A result that can be written for people, programs and spreadsheets.
pub trait Document: Serialize {
    /// Writes aligned columns.
    ///
    /// # Errors
    /// Those of the writer.
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result;

    /// Writes a header and the rows below it.
    ///
    /// # Errors
    /// Those of the writer.
    fn rows(&self, to: &mut Sheet<'_>) -> fmt::Result;

    /// Writes the document in the requested format.
    ///
    /// # Errors
    /// Those of the writer.
    fn write(&self, format: Format, to: &mut dyn io::Write) -> io::Result<()>
    where
        Self: Sized,
    {
        match format {
            Format::Table => text::printing(to, |to| self.columns(to)),
            Format::Json => {
                serde_json::to_writer_pretty(&mut *to, self)?;
                writeln!(to)
            }
            Format::Csv => {
                let mut buffered = io::BufWriter::new(to);
                write!(buffered, "{}", Csv(self))?;
                buffered.flush()
            }
        }
    }
}

/// A document as comma-separated values.
pub struct Csv<'d, D>(pub &'d D);

impl<D: Document> fmt::Display for Csv<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.rows(&mut Sheet::new(f))
    }
}
