//! Writes comma-separated values \[RFC 4180\]: a cell is quoted where it has to be, and lines end with a line feed.
//!
//! This does not use the `csv` crate, because that would add a table of ten kilobytes for reading decimal numbers to the modules of the npm
//! package.

use core::fmt;

/// Rows of comma-separated values, one below the other.
pub struct Sheet<'t>(&'t mut dyn fmt::Write);

impl<'t> Sheet<'t> {
    /// A sheet that appends its rows to a text.
    pub fn new(text: &'t mut dyn fmt::Write) -> Self {
        Self(text)
    }

    /// Writes a row. All rows must have the same number of cells, at least two.
    ///
    /// # Errors
    /// Those of the text.
    pub fn row(&mut self, cells: impl IntoIterator<Item: AsRef<str>>) -> fmt::Result {
        let mut row = String::new();
        for cell in cells {
            append(cell.as_ref(), &mut row);
        }
        row.pop();
        self.0.write_str(&(row + "\n"))
    }
}

/// Appends a cell and a comma.
fn append(cell: &str, row: &mut String) {
    if cell.contains(['"', ',', '\r', '\n']) {
        row.extend(["\"", &cell.replace('"', "\"\""), "\""]);
    } else {
        row.push_str(cell);
    }
    row.push(',');
}

#[cfg(test)]
mod tests {
    use super::Sheet;

    /// A reader of the same format returns the cells that were written.
    #[test]
    fn cells_come_back_and_are_quoted_where_they_have_to_be() {
        let rows = [
            ["a", "", "1.5e-7"],
            ["a,b", "say \"no\"", " blank "],
            ["two\nlines", "\r", "\""],
            ["ä", "'", ";"],
        ];
        let mut text = String::new();
        let mut sheet = Sheet::new(&mut text);
        rows.iter().for_each(|row| sheet.row(row).expect("a text takes all"));
        assert_eq!(
            text,
            "a,,1.5e-7\n\"a,b\",\"say \"\"no\"\"\", blank \n\"two\nlines\",\"\r\",\"\"\"\"\nä,',;\n"
        );
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        let read: Vec<Vec<String>> =
            reader.deserialize().collect::<Result<_, _>>().expect("comma-separated values");
        assert_eq!(read, rows);
    }
}
