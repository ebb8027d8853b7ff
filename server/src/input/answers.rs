//! True answers as CSV: a header of attribute names, one record a row.
//!
//! Cells are read as written in the plan's categories, or as numbers for attributes with bins; an
//! empty cell is no answer. No error repeats a cell.

use candor::Error;
use candor::schema::{Answer, Attribute, Record, Schema};
use csv::StringRecord;

use super::columns::{self, Chosen};
use super::source::Source;

/// Records read one by one.
pub struct Answers<'s> {
    schema: &'s Schema,
    rows: csv::Reader<Source>,
    columns: Vec<usize>,
    cells: StringRecord,
    row: u64,
}

impl<'s> Answers<'s> {
    /// Reads the header, of which the columns chosen count.
    ///
    /// # Errors
    /// `invalid-csv` and `unknown-column`, naming the column; `io`.
    pub fn new(schema: &'s Schema, source: Source, chosen: &Chosen) -> Result<Self, Error> {
        let mut rows = csv::Reader::from_reader(source);
        let header = rows.headers().map_err(|error| columns::refused(0, &error))?;
        let columns = chosen.of_attributes(schema, header)?;
        Ok(Self { schema, rows, columns, cells: StringRecord::new(), row: 0 })
    }

    /// The next record, or `None` after the last.
    ///
    /// # Errors
    /// `invalid-csv`, or the answer's own fault (`unknown-category`, `missing-answer`), with the row.
    pub fn next_record(&mut self) -> Result<Option<Record>, Error> {
        self.row += 1;
        let more = self.rows.read_record(&mut self.cells);
        if !more.map_err(|error| columns::refused(self.row, &error))? {
            return Ok(None);
        }
        let mut columns = self.columns.iter();
        // `Record::encode` asks for the attributes in the schema's order, as `columns` lists them.
        let record = Record::encode(self.schema, |attribute| {
            let cell = columns.next().and_then(|&column| self.cells.get(column));
            answer(attribute, cell.unwrap_or_default())
        });
        record.map(Some).map_err(|error| error.at(format_args!("row {}", self.row)))
    }
}

/// What a cell says about an attribute.
fn answer<'a>(attribute: &Attribute, cell: &'a str) -> Answer<'a> {
    if cell.is_empty() {
        return Answer::Missing;
    }
    match cell.parse() {
        Ok(number) if attribute.bins().is_some() => Answer::Number(number),
        _ => Answer::Text(cell),
    }
}
