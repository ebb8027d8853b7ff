//! Reads true answers from CSV: a header with the names of attributes and plain columns, one record per row.
//!
//! A cell is a category as written in the plan, or a number for an attribute with bins. An empty cell means no answer, and so does a blank
//! line in a table of one column; "not reached" of a partial survey may also stand where a follow-up is not asked. No error message repeats a cell.

use candor::Error;
use candor::plan::Plan;
use candor::report::Report;
use candor::schema::{Answer, Attribute, Record};
use csv::StringRecord;

use super::blank_rows::BlankRows;
use super::columns::{self, Chosen};
use super::source::Source;

/// Reads records one by one.
pub struct Answers<'p> {
    plan: &'p Plan,
    rows: csv::Reader<BlankRows<Source>>,
    columns: Vec<usize>,
    cells: StringRecord,
    row: u64,
}

impl<'p> Answers<'p> {
    /// Reads the header and finds the chosen columns.
    ///
    /// # Errors
    /// `invalid-csv` and `unknown-column`, naming the column; `io`.
    pub fn new(plan: &'p Plan, source: Source, chosen: &Chosen) -> Result<Self, Error> {
        let mut rows = csv::Reader::from_reader(BlankRows::new(source));
        let header = rows.headers().map_err(|error| columns::refused(0, &error))?;
        let columns = chosen.of_attributes(plan.table_schema().attributes(), header)?;
        Ok(Self { plan, rows, columns, cells: StringRecord::new(), row: 0 })
    }

    /// Reads the next record; `None` after the last.
    ///
    /// # Errors
    /// `invalid-csv`, or an error in the answer (`unknown-category`, `missing-answer`), with the row.
    pub fn next_record(&mut self) -> Result<Option<Record>, Error> {
        self.row += 1;
        let more = self.rows.read_record(&mut self.cells);
        if !more.map_err(|error| columns::refused(self.row, &error))? {
            return Ok(None);
        }
        // `Record::encode` asks for the attributes in the schema's order, as `columns` lists them.
        let mut columns = self.columns.iter();
        let record = Record::encode(self.plan.schema(), |attribute| self.answer(attribute, columns.next()));
        record.map(Some).map_err(|error| self.placed(&error))
    }

    /// Adds the plain columns of the row that was read last to its report.
    ///
    /// # Errors
    /// The errors of [`Report::carrying`], with the row.
    pub fn carried(&self, report: Report) -> Result<Report, Error> {
        let mut columns = self.columns.iter().skip(self.plan.schema().len());
        let carried = report.carrying(self.plan, |column| self.answer(column, columns.next()));
        carried.map_err(|error| self.placed(&error))
    }

    fn answer(&self, attribute: &Attribute, column: Option<&usize>) -> Answer<'_> {
        answer(attribute, column.and_then(|&column| self.cells.get(column)).unwrap_or_default())
    }

    fn placed(&self, error: &Error) -> Error {
        error.clone().at(format_args!("row {}", self.row))
    }
}

/// Interprets a cell as an answer to an attribute.
fn answer<'a>(attribute: &Attribute, cell: &'a str) -> Answer<'a> {
    if cell.is_empty() {
        return Answer::Missing;
    }
    let not_reached = attribute.not_reached().map(|last| attribute.categories()[last as usize].value());
    if not_reached == Some(cell) {
        return Answer::NotReached;
    }
    match cell.parse() {
        Ok(number) if attribute.bins().is_some() => Answer::Number(number),
        _ => Answer::Text(cell),
    }
}
