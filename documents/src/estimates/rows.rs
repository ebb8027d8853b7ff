//! Estimated tables as CSV: a row for every cell, with its numbers and those of its table.

use core::fmt;

use super::written::Written;
use crate::cells;
use crate::sheet::Sheet;

const NUMBERS: [&str; 9] =
    ["estimate", "standard_error", "lower", "upper", "confidence", "n", "condition", "method", "given"];

/// The columns of the parts of a standard error, where the population was given.
const PARTS: [&str; 2] = ["standard_error_noise", "standard_error_sampling"];

/// Tables of the same reports, estimated with the same options.
pub(super) struct Rows<'r> {
    pub(super) n: u64,
    pub(super) confidence: f64,
    pub(super) in_parts: bool,
    pub(super) tables: &'r [Written<'r>],
}

impl Rows<'_> {
    /// Writes a header and the rows below it.
    pub(super) fn write(&self, to: &mut Sheet<'_>) -> fmt::Result {
        let attributes = cells::csv_header(self.tables.iter().map(Written::names));
        let parts = if self.in_parts { &PARTS[..] } else { &[] };
        let names = attributes.iter().map(String::as_str);
        to.row(["table"].into_iter().chain(names).chain(NUMBERS).chain(parts.iter().copied()))?;
        for table in self.tables {
            self.write_table(table, &attributes, to)?;
        }
        Ok(())
    }

    fn write_table(&self, written: &Written<'_>, attributes: &[String], to: &mut Sheet<'_>) -> fmt::Result {
        let (table, names) = (written.table(), written.names());
        let of_table = [
            self.confidence.to_string(),
            self.n.to_string(),
            table.estimate().condition().to_string(),
            table.estimate().method().to_string(),
            table.grouping().join(","),
        ];
        for place in written.written_places() {
            let cell = table.cell(place);
            let mut row = cells::csv_row(attributes, &names, &written.categories_of(place));
            let numbers = [Some(cell.estimate), cell.standard_error, Some(cell.lower), Some(cell.upper)];
            row.extend(numbers.map(|number| number.map_or(String::new(), |number| number.to_string())));
            row.extend(of_table.iter().cloned());
            if self.in_parts {
                let parts = table.parts(place).map(|parts| parts.map(|part| part.to_string()));
                row.extend(parts.unwrap_or_default());
            }
            to.row(&row)?;
        }
        Ok(())
    }
}
