//! Output to the terminal and to files.

mod cells;
pub mod chart;
#[cfg(feature = "parquet")]
mod parquet;
pub mod plot;
pub mod progress;
pub mod reports;
pub mod staged;
pub mod temporary;

use std::io::{self, ErrorKind, Write};

use candor::Error;

use crate::failure;

pub use candor_documents::text::{counted, grid, grouped, level, printable, whisker};

/// Writes a result to stdout as it is produced, so that it need not fit into memory. A reader that has gone away (`| head`) is not an
/// error.
///
/// # Errors
/// `io`.
pub fn stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
    unless_gone("stdout", io::stdout().lock(), write)
}

/// Writes to stderr, apart from the result.
///
/// # Errors
/// `io`.
pub fn stderr(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
    unless_gone("stderr", io::stderr().lock(), write)
}

/// Writes a remark to stderr.
///
/// # Errors
/// `io`.
pub fn remark(text: &str) -> Result<(), Error> {
    stderr(|to| to.write_all(text.as_bytes()))
}

fn unless_gone(
    name: &str,
    stream: impl Write,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Error> {
    let mut stream = io::BufWriter::new(stream);
    match write(&mut stream).and_then(|()| stream.flush()) {
        Err(cause) if cause.kind() != ErrorKind::BrokenPipe => Err(failure::io(name, &cause)),
        _ => Ok(()),
    }
}
