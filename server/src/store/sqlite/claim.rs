//! The database's file, for one collector alone, for as long as it is the file of that name.
//!
//! The lock is on the file itself, whatever name it was opened by, and not on SQLite's bytes of it. A file of two names is refused:
//! its log lies beside one of them only. Before every commit the names have to lead to the same files as at the start: what is
//! committed to a file that was deleted or renamed would be gone with this process.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use candor::{Code, Error};

use super::pragmas;
use crate::failure;

/// What SQLite keeps beside a database that is open.
const BESIDE: [&str; 2] = ["wal", "shm"];

/// A database file that no other collector can claim.
pub(super) struct Claim {
    path: PathBuf,
    // Held: the operating system releases the lock with it.
    file: File,
    had_log: bool,
    beside: Vec<(PathBuf, Identity)>,
}

impl Claim {
    /// Claims a file, making it where there is none, readable by its owner alone.
    ///
    /// # Errors
    /// `io`: not a collector's database, which is then left as it was; in use by another collector; of several names.
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
                format!("{}: the file has other names, by which its log is missed", path.display()),
            ));
        }
        own(&file).map_err(refused)?;
        let path = fs::canonicalize(path).map_err(refused)?;
        let had_log = beside(&path, "wal").exists();
        Ok(Self { path, file, had_log, beside: Vec::new() })
    }

    /// The file's name, without links.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a log lay beside it, as after a crash.
    pub(super) fn had_log(&self) -> bool {
        self.had_log
    }

    /// Whether a log lies beside it now that holds anything.
    pub(super) fn has_log(&self) -> bool {
        log_bytes(&self.path) > 0
    }

    /// The same, with the files that SQLite has put beside it.
    pub(super) fn beside(self) -> Result<Self, Error> {
        let note = |suffix: &&str| {
            let path = beside(&self.path, suffix);
            let found = fs::metadata(&path).map_err(|cause| failure::file(&path, &cause))?;
            Ok((path, identity(&found)))
        };
        let beside = BESIDE.iter().map(note).collect::<Result<_, Error>>()?;
        Ok(Self { beside, ..self })
    }

    /// That all names still lead to the files they led to.
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

/// The bytes of the log beside a database; none where there is no log.
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

/// Two collectors on one database would each count only their own reports: the second is refused.
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

/// Nobody but the owner may read it; SQLite gives the files beside it the same permissions.
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

/// Which file this is.
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

/// Elsewhere a file that is open cannot be removed.
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
