//! Keeps the blank lines of a CSV with one column, which are rows.
//!
//! A CSV reader skips blank lines. In a table of one column such a line is a row with an empty cell: somebody who gave no answer. Below the
//! header, blank lines are therefore passed on as `""`, which every CSV reader takes for that row. Tables of several columns pass through
//! unchanged.

use std::io::{self, BufRead, Read};

/// A CSV source that loses no rows.
pub struct BlankRows<R> {
    source: R,
    place: Place,
    previous: u8,
    below_header: bool,
    has_several_columns: bool,
    pending: Vec<u8>,
}

/// The position of the next byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    RowStart,
    Unquoted,
    Quoted,
    /// After a quotation mark in a quoted cell, which is either its end or the first of two.
    Closing,
}

impl<R: BufRead> BlankRows<R> {
    /// Wraps a source that begins with the header.
    pub fn new(source: R) -> Self {
        Self {
            source,
            place: Place::RowStart,
            previous: 0,
            below_header: false,
            has_several_columns: false,
            pending: Vec::new(),
        }
    }

    /// Reads on until there is something to pass on, or the source ends.
    fn fill(&mut self) -> io::Result<()> {
        while self.pending.is_empty() {
            let piece = self.source.fill_buf()?.to_vec();
            if piece.is_empty() {
                return Ok(());
            }
            piece.iter().for_each(|&byte| self.push(byte));
            self.source.consume(piece.len());
        }
        Ok(())
    }

    fn push(&mut self, byte: u8) {
        let ends_row = matches!(byte, b'\n' | b'\r') && self.place != Place::Quoted;
        let is_rest_of_end = byte == b'\n' && self.previous == b'\r';
        let is_blank = ends_row && !is_rest_of_end && self.place == Place::RowStart;
        if is_blank && self.below_header && !self.has_several_columns {
            self.pending.extend(b"\"\"");
        }
        self.below_header |= ends_row && self.place != Place::RowStart;
        self.has_several_columns |= byte == b',' && self.place != Place::Quoted;
        self.place = match (self.place, byte) {
            _ if ends_row => Place::RowStart,
            (Place::RowStart, b'"') | (Place::Closing, b'"') => Place::Quoted,
            (Place::Quoted, b'"') => Place::Closing,
            (Place::Quoted, _) => Place::Quoted,
            _ => Place::Unquoted,
        };
        self.previous = byte;
        self.pending.push(byte);
    }
}

impl<R: BufRead> Read for BlankRows<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.has_several_columns && self.pending.is_empty() {
            return self.source.read(to);
        }
        self.fill()?;
        let read = to.len().min(self.pending.len());
        to[..read].copy_from_slice(&self.pending[..read]);
        self.pending.drain(..read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::BlankRows;
    use csv::{Reader, StringRecord};

    fn rows(text: &'static str) -> Vec<String> {
        let rows = Reader::from_reader(BlankRows::new(text.as_bytes()));
        let cells = |row: StringRecord| row.iter().collect::<Vec<_>>().join("|");
        rows.into_records().map(|row| cells(row.expect("a row"))).collect()
    }

    #[test]
    fn a_blank_line_of_one_column_is_a_row() {
        assert_eq!(rows("smoker\nyes\n\nno\n\n"), ["yes", "", "no", ""]);
        assert_eq!(rows("smoker\r\nyes\r\n\r\nno"), ["yes", "", "no"]);
        assert_eq!(rows("\"smoker\"\n\n\nyes\n"), ["", "", "yes"]);
    }

    #[test]
    fn what_is_quoted_stays() {
        assert_eq!(rows("q\n\"a\n\n\"\"b\"\n\n5\" tall\n\nc\n"), ["a\n\n\"b", "", "5\" tall", "", "c"]);
    }

    #[test]
    fn blank_lines_above_the_header_and_between_several_columns_are_none() {
        assert_eq!(rows("\n\nsmoker\nyes\n"), ["yes"]);
        assert_eq!(rows("smoker,age\nyes,3\n\nno,4\n"), ["yes|3", "no|4"]);
    }
}
