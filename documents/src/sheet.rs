//! Comma-separated values being written \[RFC 4180\]: a cell is quoted where it has to be, and lines end with a line feed.
//!
//! A few lines of its own: the `csv` crate, which reads, would bring into the modules of the npm package a table of ten kilobytes
//! that reads decimal numbers.

use core::fmt;

/// Rows of comma-separated values, one below the other.
pub struct Sheet<'t>(&'t mut dyn fmt::Write);

impl<'t> Sheet<'t> {
    /// Rows that are appended to a text.
    pub fn new(text: &'t mut dyn fmt::Write) -> Self {
        Self(text)
    }

    /// Writes a row; all of them have as many cells, two at least.
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

    /// As the reader of the same format reads them back.
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
