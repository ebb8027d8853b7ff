//! How whoever asked for files follows how far they are read.

use std::fs::File;
use std::io::Read;

use candor::Error;

/// Follows the reading of files, which may take minutes, and may end it.
pub trait Watch {
    /// Wraps a file of this many bytes that is about to be read as text, from its beginning to its end.
    fn over(&self, file: File, bytes: u64) -> Box<dyn Read>;

    /// Called again and again while Parquet or a database is read.
    ///
    /// # Errors
    /// Any error, which ends the reading and is returned to whoever asked for it.
    fn goes_on(&self) -> Result<(), Error>;
}

/// Follows nothing.
pub struct Unwatched;

impl Watch for Unwatched {
    fn over(&self, file: File, _bytes: u64) -> Box<dyn Read> {
        Box::new(file)
    }

    fn goes_on(&self) -> Result<(), Error> {
        Ok(())
    }
}
