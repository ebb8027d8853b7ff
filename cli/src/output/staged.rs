//! Files that appear whole or not at all.
//!
//! Output goes to a temporary file beside the target ([`super::temporary`]), which takes the target's name and permissions at the end. If
//! anything goes wrong before, the target is unchanged. A symbolic link is followed, and the file it leads to is replaced. A target that is
//! not a regular file (stdout, a pipe, a device) is not replaced; the temporary file is copied into it at the end.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use super::temporary::Temporary;
use crate::failure;
use candor::Error;

/// The most symbolic links that are followed, as on Linux.
const MOST_LINKS: usize = 40;

/// A file being written.
pub enum Staged {
    /// Will take the name of a regular file.
    Renamed(BufWriter<Temporary>, PathBuf),
    /// Will be copied into a target that is not a regular file.
    Copied(BufWriter<File>, PathBuf),
    /// Will be copied to stdout.
    Printed(BufWriter<File>),
}

impl Staged {
    /// Begins a file that will be called `path`, or that goes to stdout without a path or with `-`.
    ///
    /// # Errors
    /// `io` if the directory cannot be written to.
    pub fn new(path: Option<&Path>) -> Result<Self, Error> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            let nameless = nameless().map_err(|cause| failure::io("temporary file", &cause))?;
            return Ok(Self::Printed(nameless));
        };
        let begin = || match fs::metadata(path) {
            Ok(found) if !found.is_file() => Ok(Self::Copied(nameless()?, path.to_owned())),
            _ => {
                let path = followed(path);
                Ok(Self::Renamed(BufWriter::new(Temporary::beside(&path)?), path))
            }
        };
        begin().map_err(|cause| failure::file(path, &cause))
    }

    /// Makes a file that is created or replaced readable by its owner alone, for secrets.
    ///
    /// # Errors
    /// `io`.
    pub fn own(&self) -> Result<(), Error> {
        match self {
            Self::Renamed(writer, path) => {
                writer.get_ref().own().map_err(|cause| failure::file(path, &cause))
            }
            Self::Copied(..) | Self::Printed(_) => Ok(()),
        }
    }

    /// Gives the file its name once its content is on the disk, or copies it to its target.
    ///
    /// # Errors
    /// `io`.
    pub fn finish(self) -> Result<(), Error> {
        match self {
            Self::Renamed(writer, path) => {
                let file = writer.into_inner().map_err(io::IntoInnerError::into_error);
                file.and_then(|file| file.persist(&path)).map_err(|cause| failure::file(&path, &cause))
            }
            Self::Copied(writer, path) => {
                let copied = File::options().write(true).open(&path).and_then(|target| copy(writer, target));
                copied.map_err(|cause| failure::file(&path, &cause))
            }
            Self::Printed(writer) => super::stdout(|to| copy(writer, to)),
        }
    }
}

impl Write for Staged {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Renamed(writer, _) => writer.write(bytes),
            Self::Copied(writer, _) | Self::Printed(writer) => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Renamed(writer, _) => writer.flush(),
            Self::Copied(writer, _) | Self::Printed(writer) => writer.flush(),
        }
    }
}

/// Writes a whole file at once, replacing any that exists.
///
/// # Errors
/// `io`.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut staged = Staged::new(Some(path))?;
    staged.write_all(bytes).map_err(|cause| failure::file(path, &cause))?;
    staged.finish()
}

/// Follows the symbolic links of a path, even if nothing exists at their end.
fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.parent().map_or_else(|| target.clone(), |parent| parent.join(&target));
    }
    path
}

fn nameless() -> io::Result<BufWriter<File>> {
    tempfile::tempfile().map(BufWriter::new)
}

fn copy(writer: BufWriter<File>, mut target: impl Write) -> io::Result<()> {
    let mut file = writer.into_inner()?;
    file.rewind()?;
    io::copy(&mut file, &mut target)?;
    target.flush()
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

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_mode_and_its_links() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let directory = tempfile::tempdir().expect("a directory");
        let [path, link, other] =
            ["plan.json", "link.json", "other.json"].map(|name| directory.path().join(name));
        replace(&path, b"old").expect("done");
        fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).expect("done");
        symlink("plan.json", &link).expect("a link");
        symlink("nothing.json", &other).expect("a link");
        replace(&link, b"new").expect("done");
        replace(&other, b"something").expect("done");
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        assert_eq!(fs::read(&path).expect("done"), b"new");
        assert_eq!(fs::metadata(&path).expect("done").permissions().mode() & 0o777, 0o640);
        assert_eq!(fs::read(directory.path().join("nothing.json")).expect("done"), b"something");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_to_and_not_replaced() {
        replace(Path::new("/dev/null"), b"gone").expect("done");
        assert!(!fs::metadata("/dev/null").expect("still there").is_file());
    }
}
