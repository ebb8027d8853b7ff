//! An exclusive claim to the database's file, for one collector, as long as the file keeps its name.
//!
//! The lock is on the file itself, whatever name it was opened by, and not on SQLite's locking bytes. A file with two names (hard links) is
//! refused, because its log lies beside only one of them. Before every commit the names must still lead to the same files as at the start:
//! a commit to a file that was deleted or renamed would be lost with this process.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use candor::{Code, Error};
use candor_documents::failure;

use super::pragmas;

/// Suffixes of the files that SQLite keeps beside an open database.
const BESIDE: [&str; 2] = ["wal", "shm"];

/// A database file that no other collector can claim.
pub(super) struct Claim {
    path: PathBuf,
    // The operating system releases the lock when this is closed.
    file: File,
    had_log: bool,
    beside: Vec<(PathBuf, Identity)>,
}

impl Claim {
    /// Claims a file, creating it if there is none, readable by its owner alone.
    ///
    /// # Errors
    /// `io`: not a collector's database, which is then left unchanged; in use by another collector; has several names.
    pub(super) fn new(path: &Path) -> Result<Self, Error> {
        let refused = |cause: io::Error| failure::file(path, &cause);
        let mut file = open(path).map_err(refused)?;
        let mut header = Vec::new();
        file.by_ref().take(pragmas::HEADER).read_to_end(&mut header).map_err(refused)?;
        pragmas::check_header(&header, path)?;
        lock(&file, path)?;
        if identity(&file.metadata().map_err(refused)?).names > 1 {
            return Err(Error::new(
                Code::Io,
                format!(
                    "{}: the file has other names (hard links), under which its log would be missed",
                    path.display()
                ),
            ));
        }
        own(&file).map_err(refused)?;
        let path = fs::canonicalize(path).map_err(refused)?;
        let had_log = beside(&path, "wal").exists();
        Ok(Self { path, file, had_log, beside: Vec::new() })
    }

    /// The path of the file, with symbolic links resolved.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a log lay beside it when it was claimed, as after a crash.
    pub(super) fn had_log(&self) -> bool {
        self.had_log
    }

    /// Whether a log that is not empty lies beside it now.
    pub(super) fn has_log(&self) -> bool {
        log_bytes(&self.path) > 0
    }

    /// Adds the files that SQLite has put beside it to the claim.
    pub(super) fn beside(self) -> Result<Self, Error> {
        let note = |suffix: &&str| {
            let path = beside(&self.path, suffix);
            let found = fs::metadata(&path).map_err(|cause| failure::file(&path, &cause))?;
            Ok((path, identity(&found)))
        };
        let beside = BESIDE.iter().map(note).collect::<Result<_, Error>>()?;
        Ok(Self { beside, ..self })
    }

    /// Checks that all names still lead to the same files.
    ///
    /// # Errors
    /// `io`.
    pub(super) fn check(&self) -> Result<(), Error> {
        let own = identity(&self.file.metadata().map_err(|cause| failure::file(&self.path, &cause))?);
        let files = self.beside.iter().map(|(path, identity)| (path, *identity));
        for (path, identity) in [(&self.path, own)].into_iter().chain(files) {
            let found = fs::metadata(path).map(|found| self::identity(&found));
            if !found.is_ok_and(|found| found.is_file(identity)) {
                let message =
                    format!("{}: the file was removed or replaced while it was in use", path.display());
                return Err(Error::new(Code::Io, message));
            }
        }
        Ok(())
    }
}

/// The size of the log beside a database in bytes; 0 if there is no log.
#[must_use]
pub fn log_bytes(database: &Path) -> u64 {
    fs::metadata(beside(database, "wal")).map_or(0, |log| log.len())
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true);
    match options.open(path) {
        Err(cause) if cause.kind() == ErrorKind::NotFound => {
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            options.create_new(true).open(path)
        }
        opened => opened,
    }
}

/// Locks the file. Two collectors on one database would each count only their own reports, so the second is refused.
fn lock(file: &File, path: &Path) -> Result<(), Error> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            let message = format!("{}: another collector is using this database", path.display());
            Err(Error::new(Code::Io, message))
        }
        Err(TryLockError::Error(cause)) => Err(failure::file(path, &cause)),
    }
}

/// Makes the file readable by its owner alone; SQLite gives the files beside it the same permissions.
#[cfg(unix)]
fn own(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let permissions = file.metadata()?.permissions();
    if permissions.mode() & 0o177 == 0 {
        Ok(())
    } else {
        file.set_permissions(PermissionsExt::from_mode(0o600))
    }
}

#[cfg(not(unix))]
fn own(_: &File) -> io::Result<()> {
    Ok(())
}

/// The identity of a file.
#[derive(Clone, Copy)]
struct Identity {
    device: u64,
    inode: u64,
    names: u64,
}

impl Identity {
    fn is_file(self, other: Self) -> bool {
        (self.device, self.inode) == (other.device, other.inode)
    }
}

#[cfg(unix)]
fn identity(found: &fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    Identity { device: found.dev(), inode: found.ino(), names: found.nlink() }
}

/// On other systems an open file cannot be removed.
#[cfg(not(unix))]
fn identity(_: &fs::Metadata) -> Identity {
    Identity { device: 0, inode: 0, names: 1 }
}

fn beside(database: &Path, suffix: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push("-");
    name.push(suffix);
    name.into()
}
