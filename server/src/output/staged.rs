//! Files that appear whole or not at all.
//!
//! What is written goes to a temporary file beside the target and takes its name at the end; when
//! anything stops before, the target is as it was. For stdout the temporary file is copied at the end.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use candor::Error;
use tempfile::NamedTempFile;

use crate::failure;

/// A file being written.
pub struct Staged {
    target: Target,
}

enum Target {
    Named(BufWriter<NamedTempFile>, PathBuf),
    Stdout(BufWriter<File>),
}

impl Staged {
    /// Begins a file that will be called `path`; without a path, or with `-`, it goes to stdout.
    ///
    /// # Errors
    /// `io` when the directory cannot be written to.
    pub fn new(path: Option<&Path>) -> Result<Self, Error> {
        let target = match path.filter(|path| *path != Path::new("-")) {
            Some(path) => {
                let file = beside(path).map_err(|cause| failure::file(path, &cause))?;
                Target::Named(BufWriter::new(file), path.to_owned())
            }
            None => {
                let file = tempfile::tempfile().map_err(|cause| failure::io("temporary file", &cause))?;
                Target::Stdout(BufWriter::new(file))
            }
        };
        Ok(Self { target })
    }

    /// Gives the file its name, once its content is on the disk.
    ///
    /// # Errors
    /// `io`.
    pub fn finish(self) -> Result<(), Error> {
        match self.target {
            Target::Named(writer, path) => {
                rename(writer, &path).map_err(|cause| failure::file(&path, &cause))
            }
            Target::Stdout(writer) => super::unless_gone("stdout", copy_to_stdout(writer)),
        }
    }
}

impl Write for Staged {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Named(writer, _) => writer.write(bytes),
            Target::Stdout(writer) => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Named(writer, _) => writer.flush(),
            Target::Stdout(writer) => writer.flush(),
        }
    }
}

/// Writes a whole file at once.
///
/// # Errors
/// `io`.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut staged = Staged::new(Some(path))?;
    staged.write_all(bytes).map_err(|cause| failure::file(path, &cause))?;
    staged.finish()
}

/// A temporary file in the directory of `path`, with the permissions any new file gets.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".candor-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(directory.unwrap_or(Path::new(".")))
}

fn rename(writer: BufWriter<NamedTempFile>, path: &Path) -> io::Result<()> {
    let file = writer.into_inner()?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

fn copy_to_stdout(writer: BufWriter<File>) -> io::Result<()> {
    let mut file = writer.into_inner()?;
    file.rewind()?;
    io::copy(&mut file, &mut io::stdout().lock())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_that_is_not_finished_leaves_nothing() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("plan.json");
        let mut staged = Staged::new(Some(&path)).expect("done");
        staged.write_all(b"half").expect("done");
        drop(staged);
        assert_eq!(fs::read_dir(directory.path()).expect("done").count(), 0);
    }

    #[test]
    fn a_finished_file_takes_the_place_of_the_old_one() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("plan.json");
        replace(&path, b"old").expect("done");
        replace(&path, b"new").expect("done");
        assert_eq!(fs::read(&path).expect("done"), b"new");
        assert_eq!(fs::read_dir(directory.path()).expect("done").count(), 1);
    }
}
