//! A file or stdin as text.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use candor::Error;
use candor_documents::failure;

use crate::watch::Watch;

/// A buffered reader, positioned after any byte-order mark.
pub type Source = BufReader<Box<dyn Read>>;

/// Opens a file, or stdin for `-`.
///
/// # Errors
/// `io`, naming the file.
pub fn open(path: &Path, watch: &dyn Watch) -> Result<Source, Error> {
    let refused = |cause| failure::file(path, &cause);
    if path == Path::new("-") {
        return of(io::stdin()).map_err(refused);
    }
    let file = File::open(path).map_err(refused)?;
    let length = file.metadata().map_err(refused)?.len();
    of(watch.over(file, length)).map_err(refused)
}

/// Buffers a reader and skips a byte-order mark if there is one.
///
/// # Errors
/// The errors of the reader.
pub fn of(reader: impl Read + 'static) -> io::Result<Source> {
    let mut source: Source = BufReader::with_capacity(1 << 16, Box::new(reader));
    if source.fill_buf()?.starts_with("\u{feff}".as_bytes()) {
        source.consume("\u{feff}".len());
    }
    Ok(source)
}
