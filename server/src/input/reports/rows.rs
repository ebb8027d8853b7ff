//! Reports as CSV: a header of attribute names, perturbed category values below; of a labelled plan one column `perturbed`, the
//! numbers of each report with blanks between them.
//!
//! Such a report has no id and no plan: nothing tells a repeated one, or one of another plan whose
//! columns and values happen to be the same.

use std::collections::HashMap;

use candor::schema::{Attribute, Schema};
use candor::{Code, Error};
use csv::StringRecord;

use super::tally::Tally;
use crate::input::columns;
use crate::input::source::Source;
use crate::output::reports::PERTURBED;

/// Counts every row.
pub(super) fn read(source: Source, tally: &mut Tally<'_>) -> Result<(), Error> {
    let mut rows = csv::Reader::from_reader(source);
    let header = rows.headers().map_err(|error| columns::refused(0, &error))?;
    let reading = match tally.plan.law().is_unlabelled() {
        true => Reading::of_categories(tally.plan.schema(), header)?,
        false => Reading::of_numbers(header)?,
    };
    let mut cells = StringRecord::new();
    let mut perturbed = Vec::new();
    let mut row = 1;
    while rows.read_record(&mut cells).map_err(|error| columns::refused(row, &error))? {
        reading.perturbed(&cells, &mut perturbed).map_err(|error| error.at(format_args!("row {row}")))?;
        tally.anonymous(&perturbed).map_err(|error| error.at(format_args!("row {row}")))?;
        row += 1;
    }
    Ok(())
}

/// How cells become the numbers of a report.
enum Reading<'s> {
    /// Categories, a column for every attribute.
    Categories(Vec<Column<'s>>),
    /// The numbers themselves, in the column at this position.
    Numbers(usize),
}

/// One attribute: where its cell stands and what its values mean.
struct Column<'s> {
    attribute: &'s Attribute,
    position: usize,
    categories: HashMap<&'s str, u32>,
}

impl<'s> Reading<'s> {
    fn of_numbers(header: &StringRecord) -> Result<Self, Error> {
        match header.iter().position(|name| name == PERTURBED) {
            Some(position) if header.len() == 1 => Ok(Self::Numbers(position)),
            _ => Err(Error::new(
                Code::InvalidCsv,
                format!(
                    "reports of a labelled plan have one column, {PERTURBED:?}; the header is {header:?}"
                ),
            )),
        }
    }

    fn of_categories(schema: &'s Schema, header: &StringRecord) -> Result<Self, Error> {
        let positions = columns::of_attributes(schema, header.iter().enumerate())?;
        let columns = schema.attributes().iter().zip(positions).map(|(attribute, position)| {
            let values = attribute.categories().iter().map(|category| category.value());
            Column { attribute, position, categories: values.zip(0..).collect() }
        });
        Ok(Self::Categories(columns.collect()))
    }

    fn perturbed(&self, cells: &StringRecord, perturbed: &mut Vec<u32>) -> Result<(), Error> {
        perturbed.clear();
        let columns = match self {
            Self::Categories(columns) => columns,
            Self::Numbers(position) => {
                *perturbed = numbers(cells.get(*position).unwrap_or_default())?;
                return Ok(());
            }
        };
        for column in columns {
            let value = cells.get(column.position).unwrap_or_default();
            perturbed.push(*column.categories.get(value).ok_or_else(|| column.unknown())?);
        }
        Ok(())
    }
}

/// The numbers of a labelled report, blanks between them.
pub(super) fn numbers(text: &str) -> Result<Vec<u32>, Error> {
    let number = |digits: &str| {
        digits.parse().map_err(|_| Error::new(Code::InvalidReport, "not a report: it is no list of numbers"))
    };
    text.split_ascii_whitespace().map(number).collect()
}

impl Column<'_> {
    fn unknown(&self) -> Error {
        let name = self.attribute.name();
        Error::new(Code::UnknownCategory, format!("the cell under {name:?} is none of its categories"))
    }
}
