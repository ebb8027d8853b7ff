//! Reports as CSV: a header of attribute names, perturbed category values below.
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

/// Counts every row.
pub(super) fn read(source: Source, tally: &mut Tally<'_>) -> Result<(), Error> {
    let mut rows = csv::Reader::from_reader(source);
    let header = rows.headers().map_err(|error| columns::refused(0, &error))?;
    let reading = Reading::new(tally.plan.schema(), header)?;
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

/// How cells become category indices.
struct Reading<'s> {
    columns: Vec<Column<'s>>,
}

/// One attribute: where its cell stands and what its values mean.
struct Column<'s> {
    attribute: &'s Attribute,
    position: usize,
    categories: HashMap<&'s str, u32>,
}

impl<'s> Reading<'s> {
    fn new(schema: &'s Schema, header: &StringRecord) -> Result<Self, Error> {
        let positions = columns::of_attributes(schema, header.iter().enumerate())?;
        let columns = schema.attributes().iter().zip(positions).map(|(attribute, position)| {
            let values = attribute.categories().iter().map(|category| category.value());
            Column { attribute, position, categories: values.zip(0..).collect() }
        });
        Ok(Self { columns: columns.collect() })
    }

    fn perturbed(&self, cells: &StringRecord, perturbed: &mut Vec<u32>) -> Result<(), Error> {
        perturbed.clear();
        for column in &self.columns {
            let value = cells.get(column.position).unwrap_or_default();
            perturbed.push(*column.categories.get(value).ok_or_else(|| column.unknown())?);
        }
        Ok(())
    }
}

impl Column<'_> {
    fn unknown(&self) -> Error {
        let name = self.attribute.name();
        Error::new(Code::UnknownCategory, format!("the cell under {name:?} is none of its categories"))
    }
}
