//! A CSV header of attribute names in any order.

use candor::Error;
use candor::schema::Schema;
use csv::StringRecord;

use crate::failure;

/// For every attribute of the schema, the column that holds it.
///
/// # Errors
/// `unknown-column` for a column that is no attribute; `invalid-csv` for one that comes twice or is
/// missing; each names the column.
pub fn of_attributes(schema: &Schema, header: &StringRecord) -> Result<Vec<usize>, Error> {
    let mut columns = vec![None; schema.len()];
    for (column, name) in header.iter().enumerate() {
        let attribute = schema.position(name).map_err(|_| unknown(name))?;
        if columns[attribute].replace(column).is_some() {
            return Err(Error::new("invalid-csv", format!("column {name:?} comes twice in the header")));
        }
    }
    let found = columns.iter().zip(schema.attributes());
    found.map(|(column, attribute)| column.ok_or_else(|| missing(attribute.name()))).collect()
}

fn unknown(name: &str) -> Error {
    Error::new("unknown-column", format!("column {name:?} is no attribute of the plan"))
}

fn missing(name: &str) -> Error {
    Error::new("invalid-csv", format!("the header has no column {name:?}"))
}

/// What the CSV reader refused, without repeating a cell; `row` counts from 1 below the header.
#[must_use]
pub fn refused(row: u64, error: &csv::Error) -> Error {
    match error.kind() {
        csv::ErrorKind::Io(cause) => failure::io(format_args!("row {row}"), cause),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            Error::new("invalid-csv", format!("row {row}: {len} cells where the header has {expected_len}"))
        }
        _ => Error::new("invalid-csv", format!("row {row}: not UTF-8 text")),
    }
}
