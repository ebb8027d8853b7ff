//! A CSV header of attribute names in any order.

use candor::schema::Attribute;
use candor::{Code, Error};

/// For every attribute, the number of the column that holds it.
///
/// # Errors
/// `unknown-column` for a column that is not an attribute; `invalid-csv` for one that occurs twice or is
/// missing; each names the column.
pub fn of_attributes<'h>(
    attributes: &[Attribute],
    header: impl IntoIterator<Item = (usize, &'h str)>,
) -> Result<Vec<usize>, Error> {
    let mut columns = vec![None; attributes.len()];
    for (column, name) in header {
        let attribute = attributes.iter().position(|own| own.name() == name).ok_or_else(|| unknown(name))?;
        if columns[attribute].replace(column).is_some() {
            return Err(Error::new(Code::InvalidCsv, format!("column {name:?} comes twice in the header")));
        }
    }
    let found = columns.iter().zip(attributes);
    found.map(|(column, attribute)| column.ok_or_else(|| missing(attribute.name()))).collect()
}

fn unknown(name: &str) -> Error {
    Error::new(Code::UnknownColumn, format!("column {name:?} is no attribute of the plan"))
}

fn missing(name: &str) -> Error {
    Error::new(Code::InvalidCsv, format!("the header has no column {name:?}"))
}
