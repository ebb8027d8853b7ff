//! Temporary files that are removed when the program ends, even by a signal.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use tempfile::NamedTempFile;

/// A temporary file in the folder of the file that it will replace.
pub struct Temporary(NamedTempFile);

impl Temporary {
    /// Creates an empty file in the directory of `path`, with the permissions of the file at `path` or, if there is none, those of any new
    /// file.
    ///
    /// # Errors
    /// The errors of the file system.
    pub fn beside(path: &Path) -> io::Result<Self> {
        remove_on_signals()?;
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let mut builder = tempfile::Builder::new();
        builder.prefix(".candor-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // Locked until the name is noted, so that a signal comes either before both steps or after both.
        let mut begun = begun();
        let file = builder.tempfile_in(directory.unwrap_or(Path::new(".")))?;
        begun.insert(file.path().to_owned());
        drop(begun);
        let file = Self(file);
        if let Ok(found) = fs::metadata(path) {
            file.as_file().set_permissions(found.permissions())?;
        }
        Ok(file)
    }

    /// Renames it to `path`, once its content is on the disk.
    ///
    /// # Errors
    /// The errors of the file system.
    pub fn persist(self, path: &Path) -> io::Result<()> {
        self.as_file().sync_all()?;
        let mut begun = begun();
        begun.remove(self.0.path());
        self.0.persist(path).map(drop).map_err(io::Error::from)
    }

    /// Its temporary path.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Makes it readable by its owner alone.
    ///
    /// # Errors
    /// The errors of the file system.
    #[cfg(unix)]
    pub fn own(&self) -> io::Result<()> {
        self.as_file().set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))
    }

    /// On other systems, permissions are those of the directory.
    ///
    /// # Errors
    /// None.
    #[cfg(not(unix))]
    pub fn own(&self) -> io::Result<()> {
        Ok(())
    }

    fn as_file(&self) -> &File {
        self.0.as_file()
    }
}

impl Write for Temporary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The temporary files that have not been renamed yet.
static BEGUN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn begun() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    BEGUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes them when a signal ends the program, which then ends as it would have otherwise.
#[cfg(unix)]
fn remove_on_signals() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    static WATCHED: Once = Once::new();
    let mut signals = None;
    WATCHED.call_once(|| signals = Some(Signals::new([SIGHUP, SIGINT, SIGTERM])));
    let Some(signals) = signals else { return Ok(()) };
    let mut signals = signals?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            // Keeps the lock, so that no file is begun meanwhile. A file that cannot be removed is left.
            let begun = begun();
            begun.iter().for_each(|file| drop(fs::remove_file(file)));
            drop(signal_hook::low_level::emulate_default_handler(signal));
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn remove_on_signals() -> io::Result<()> {
    Ok(())
}
