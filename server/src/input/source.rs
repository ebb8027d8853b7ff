//! A file or stdin, read with a progress bar on the terminal.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use candor::Error;

use crate::failure;
use crate::output::progress;

/// A buffered reader that moves a progress bar.
pub type Source = BufReader<Box<dyn Read>>;

/// Opens a file, or stdin for `-`, past a byte-order mark if there is one.
///
/// # Errors
/// `io`, naming the file.
pub fn open(path: &Path) -> Result<Source, Error> {
    let refused = |cause| failure::file(path, &cause);
    let mut source = if path == Path::new("-") {
        buffered(Box::new(io::stdin()))
    } else {
        let file = File::open(path).map_err(refused)?;
        let length = file.metadata().map_err(refused)?.len();
        buffered(Box::new(progress::over_bytes(length).wrap_read(file)))
    };
    if source.fill_buf().map_err(refused)?.starts_with("\u{feff}".as_bytes()) {
        source.consume("\u{feff}".len());
    }
    Ok(source)
}

fn buffered(reader: Box<dyn Read>) -> Source {
    BufReader::with_capacity(1 << 16, reader)
}
