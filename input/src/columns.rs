//! Selects columns of a CSV, whose header has attribute names in any order.

use candor::schema::Attribute;
use candor::{Code, Error};
use csv::StringRecord;

use candor_documents::failure;
use candor_documents::reports::columns::of_attributes;

/// Which columns are read where a table has more than the plan's.
#[derive(Default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Chosen {
    /// Read these columns and leave out all others.
    #[cfg_attr(feature = "clap", arg(long, value_name = "COLUMN", num_args = 1.., conflicts_with = "ignore"))]
    only: Vec<String>,
    /// Leave out these columns.
    #[cfg_attr(feature = "clap", arg(long, value_name = "COLUMN", num_args = 1..))]
    ignore: Vec<String>,
}

impl Chosen {
    /// Finds the column of every attribute, among those that are read.
    ///
    /// # Errors
    /// Those of [`of_attributes`], and `unknown-column` if a chosen column is not in the header; each names the column and says what to do.
    pub fn of_attributes(
        &self,
        attributes: &[Attribute],
        header: &StringRecord,
    ) -> Result<Vec<usize>, Error> {
        let stands = |name: &str| header.iter().any(|column| column == name);
        if let Some(name) = self.only.iter().chain(&self.ignore).find(|name| !stands(name)) {
            return Err(Error::new(
                Code::UnknownColumn,
                format!("{}: the header has no column {name:?}", self.option()),
            ));
        }
        let asked = attributes.iter().map(Attribute::name);
        if let Some(name) = asked.filter(|name| stands(name)).find(|name| !self.reads(name)) {
            return Err(Error::new(
                Code::InvalidCsv,
                format!("{} leaves out {name:?}, which is a question of the plan", self.option()),
            ));
        }
        let read = header.iter().enumerate().filter(|(_, name)| self.reads(name));
        of_attributes(attributes, read).map_err(|error| advised(&error))
    }

    /// The option that was given.
    fn option(&self) -> &'static str {
        if self.only.is_empty() { "--ignore" } else { "--only" }
    }

    fn reads(&self, column: &str) -> bool {
        let among = |names: &[String]| names.iter().any(|name| name == column);
        !among(&self.ignore) && (self.only.is_empty() || among(&self.only))
    }
}

fn advised(error: &Error) -> Error {
    let advice = match error.code() {
        Code::UnknownColumn => "; --ignore leaves out the columns it names, --only all others",
        _ => "",
    };
    Error::new(error.code(), format!("{error}{advice}"))
}

/// Converts an error of the CSV reader without repeating a cell; `row` counts from 1 below the header.
#[must_use]
pub fn refused(row: u64, error: &csv::Error) -> Error {
    match error.kind() {
        csv::ErrorKind::Io(cause) => failure::io(format_args!("row {row}"), cause),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => Error::new(
            Code::InvalidCsv,
            format!("row {row}: {len} cells where the header has {expected_len}"),
        ),
        _ => Error::new(Code::InvalidCsv, format!("row {row}: not UTF-8 text")),
    }
}
