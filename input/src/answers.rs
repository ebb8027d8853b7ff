//! Reads true answers from CSV: a header with the names of attributes and plain columns, one record per row.
//!
//! A cell is a category as written in the plan, or a number for an attribute with bins. An empty cell means no answer, and so does a blank
//! line in a table of one column; "not reached" of a partial survey may also stand where a follow-up is not asked. No error message repeats a cell.

use candor::Error;
use candor::plan::Plan;
use candor::report::Report;
use candor::schema::{Answer, Attribute, Record};
use csv::StringRecord;

use crate::blank_rows::BlankRows;
use crate::columns::{self, Chosen};
use crate::source::Source;

/// Reads records one by one.
pub struct Answers<'p> {
    rows: csv::Reader<BlankRows<Source>>,
    encoding: Encoding<'p>,
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
        let encoding = Encoding::new(plan, header, chosen)?;
        Ok(Self { rows, encoding, cells: StringRecord::new(), row: 0 })
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
        self.encoding.record(&self.cells).map(Some).map_err(|error| self.placed(&error))
    }

    /// Adds the plain columns of the row that was read last to its report.
    ///
    /// # Errors
    /// The errors of [`Report::carrying`], with the row.
    pub fn carried(&self, report: Report) -> Result<Report, Error> {
        self.encoding.carried(report, &self.cells).map_err(|error| self.placed(&error))
    }

    fn placed(&self, error: &Error) -> Error {
        error.clone().at(format_args!("row {}", self.row))
    }
}

/// How the cells of a row become a record, from any table.
pub struct Encoding<'p> {
    plan: &'p Plan,
    columns: Vec<usize>,
}

impl<'p> Encoding<'p> {
    /// Finds the chosen columns in a header.
    ///
    /// # Errors
    /// `invalid-csv` and `unknown-column`, naming the column.
    pub fn new(plan: &'p Plan, header: &StringRecord, chosen: &Chosen) -> Result<Self, Error> {
        let schema = plan.table_schema();
        let given: Vec<Attribute> =
            schema.given().into_iter().map(|i| schema.attributes()[i].clone()).collect();
        let columns = chosen.of_attributes(&given, header)?;
        Ok(Self { plan, columns })
    }

    /// The record of a row.
    ///
    /// # Errors
    /// `unknown-category`, `missing-answer`, and others of an answer.
    pub fn record(&self, cells: &StringRecord) -> Result<Record, Error> {
        // `Record::encode` asks for the attributes in the schema's order, as `columns` lists them.
        let mut columns = self.columns.iter();
        Record::encode(self.plan.schema(), |attribute| answer_in(cells, attribute, columns.next()))
    }

    /// Adds the plain columns of a row to its report.
    ///
    /// # Errors
    /// The errors of [`Report::carrying`].
    pub fn carried(&self, report: Report, cells: &StringRecord) -> Result<Report, Error> {
        let mut columns = self.columns.iter().skip(self.plan.schema().len());
        report.carrying(self.plan, |column| answer_in(cells, column, columns.next()))
    }
}

fn answer_in<'a>(cells: &'a StringRecord, attribute: &Attribute, column: Option<&usize>) -> Answer<'a> {
    answer(attribute, column.and_then(|&column| cells.get(column)).unwrap_or_default())
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
