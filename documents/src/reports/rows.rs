//! Reports as CSV: a header of attribute names, and perturbed category values below. For a labelled plan there is one column `perturbed` with
//! the numbers of each report, separated by blanks. Plain columns of the plan have columns of their own, under their names.
//!
//! Such a report has no id and no plan: a repeated one cannot be detected, nor one of another plan whose columns and values happen
//! to be the same.

use std::collections::HashMap;

use candor::plan::Plan;
use candor::schema::Attribute;
use candor::{Code, Error};

use super::columns;
use super::records::Records;
use super::tally::Tally;

/// The column of a labelled plan's reports: the numbers of each, separated by blanks.
pub const PERTURBED: &str = "perturbed";

/// A reader of rows from text that arrives in pieces.
#[derive(Default)]
pub(super) struct Rows {
    records: Records,
    reading: Option<Reading>,
    perturbed: Vec<u32>,
}

impl Rows {
    /// Counts the report of every row that ends in this piece; an empty piece ends the last row.
    pub(super) fn push(&mut self, piece: &[u8], tally: &mut Tally) -> Result<(), Error> {
        let Self { records, reading, perturbed } = self;
        records.push(piece, |cells| match reading {
            None => Reading::new(&tally.plan(), cells, &[]).map(|of_header| *reading = Some(of_header)),
            Some(reading) => {
                reading.perturbed(cells, perturbed)?;
                tally.anonymous(perturbed)
            }
        })
    }
}

/// How the numbers of a report are read from cells.
pub struct Reading {
    /// The column of a labelled report's numbers.
    numbers: Option<usize>,
    /// The columns of the attributes that follow: the plain columns, or for a law without labels all attributes.
    columns: Vec<Column>,
}

/// One attribute: the column of its cell, and the categories of its values.
struct Column {
    attribute: String,
    position: usize,
    categories: HashMap<String, u32>,
}

impl Reading {
    /// Takes a header with the columns of the plan's reports and, in `besides`, other columns.
    ///
    /// # Errors
    /// `invalid-csv`, `unknown-column`, naming the column.
    pub fn new(plan: &Plan, header: &[&str], besides: &[String]) -> Result<Self, Error> {
        let read =
            header.iter().copied().enumerate().filter(|(_, name)| !besides.iter().any(|own| own == name));
        let attributes = plan.table_schema().attributes();
        if plan.law().is_unlabelled() {
            return Ok(Self { numbers: None, columns: columns_of(attributes, read)? });
        }
        let (numbers, named): (Vec<_>, Vec<_>) = read.partition(|(_, name)| *name == PERTURBED);
        let plain = &attributes[plan.columns()..];
        match numbers[..] {
            [(position, _)] if named.is_empty() || !plain.is_empty() => {
                Ok(Self { numbers: Some(position), columns: columns_of(plain, named.into_iter())? })
            }
            _ => Err(Error::new(
                Code::InvalidCsv,
                format!(
                    "reports of a labelled plan have one column, {PERTURBED:?}, beside plain ones; the header is {header:?}"
                ),
            )),
        }
    }

    /// Replaces the contents of `perturbed` with the numbers of a report.
    ///
    /// # Errors
    /// `invalid-report`; `unknown-category`, naming the attribute.
    pub fn perturbed(&self, cells: &[&str], perturbed: &mut Vec<u32>) -> Result<(), Error> {
        perturbed.clear();
        if let Some(position) = self.numbers {
            *perturbed = numbers(cells.get(position).unwrap_or(&""))?;
        }
        for column in &self.columns {
            let value = *cells.get(column.position).unwrap_or(&"");
            perturbed.push(*column.categories.get(value).ok_or_else(|| column.unknown())?);
        }
        Ok(())
    }
}

fn columns_of<'h>(
    attributes: &[Attribute],
    read: impl Iterator<Item = (usize, &'h str)>,
) -> Result<Vec<Column>, Error> {
    let positions = columns::of_attributes(attributes, read)?;
    let columns = attributes.iter().zip(positions).map(|(attribute, position)| {
        let values = attribute.categories().iter().map(|category| category.value().to_owned());
        Column { attribute: attribute.name().to_owned(), position, categories: values.zip(0..).collect() }
    });
    Ok(columns.collect())
}

/// Parses the numbers of a labelled report, separated by blanks.
///
/// # Errors
/// `invalid-report` where one is not a number.
pub fn numbers(text: &str) -> Result<Vec<u32>, Error> {
    let number = |digits: &str| {
        digits.parse().map_err(|_| Error::new(Code::InvalidReport, "not a report: it is no list of numbers"))
    };
    text.split_ascii_whitespace().map(number).collect()
}

impl Column {
    fn unknown(&self) -> Error {
        let name = &self.attribute;
        Error::new(Code::UnknownCategory, format!("the cell under {name:?} is none of its categories"))
    }
}
