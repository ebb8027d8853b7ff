//! Reads the records of CSV that arrives in pieces.

use candor::{Code, Error};
use csv_core::{ReadRecordResult, Reader};

/// A reader of records, which must all be as long as the first.
pub(super) struct Records {
    reader: Reader,
    text: Vec<u8>,
    ends: Vec<usize>,
    /// How much of `text` and `ends` the current record fills.
    filled: (usize, usize),
    /// The number of cells of the first record, once it was read.
    width: Option<usize>,
    /// The number of records after the first.
    row: u64,
}

impl Default for Records {
    fn default() -> Self {
        let (text, ends) = (vec![0; 1 << 12], vec![0; 1 << 6]);
        Self { reader: Reader::new(), text, ends, filled: (0, 0), width: None, row: 0 }
    }
}

impl Records {
    /// Passes the cells of every record that ends in this piece to `take`; an empty piece ends the last record.
    ///
    /// # Errors
    /// `invalid-csv` where a record is longer or shorter than the first, or is not UTF-8; errors of `take`; each with the row.
    pub(super) fn push(
        &mut self,
        mut piece: &[u8],
        mut take: impl FnMut(&[&str]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let is_last = piece.is_empty();
        loop {
            let (text, ends) = self.filled;
            let (result, read, written, ended) =
                self.reader.read_record(piece, &mut self.text[text..], &mut self.ends[ends..]);
            piece = &piece[read..];
            self.filled = (text + written, ends + ended);
            match result {
                ReadRecordResult::OutputFull => self.text.resize(2 * self.text.len(), 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(2 * self.ends.len(), 0),
                ReadRecordResult::Record => self.handed_over(&mut take).map_err(|error| match self.row {
                    0 => error,
                    row => error.at(format_args!("row {row}")),
                })?,
                ReadRecordResult::InputEmpty if is_last => {}
                ReadRecordResult::InputEmpty | ReadRecordResult::End => return Ok(()),
            }
        }
    }

    fn handed_over(&mut self, take: &mut impl FnMut(&[&str]) -> Result<(), Error>) -> Result<(), Error> {
        let (_, cells) = core::mem::take(&mut self.filled);
        let first = self.width.is_none();
        let width = *self.width.get_or_insert(cells);
        self.row += u64::from(!first);
        if cells != width {
            let message = format!("{cells} cells where the header has {width}");
            return Err(Error::new(Code::InvalidCsv, message));
        }
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let cell = |(start, end): (usize, &usize)| str::from_utf8(&self.text[start..*end]);
        let record: Result<Vec<&str>, _> = starts.zip(&self.ends[..cells]).map(cell).collect();
        take(&record.map_err(|_| Error::new(Code::InvalidCsv, "not UTF-8 text"))?)
    }
}
