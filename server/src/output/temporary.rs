//! Temporary files that are gone when the program ends, also by a signal.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use tempfile::NamedTempFile;

/// A temporary file beside the one whose name it is to take.
pub struct Temporary(NamedTempFile);

impl Temporary {
    /// An empty file in the directory of `path`, with the permissions of what is there or else those any new file gets.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn beside(path: &Path) -> io::Result<Self> {
        remove_on_signals()?;
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let mut builder = tempfile::Builder::new();
        builder.prefix(".candor-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // Held until the name is noted: a signal comes before both or after.
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

    /// Gives it the name, once its content is on the disk.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn persist(self, path: &Path) -> io::Result<()> {
        self.as_file().sync_all()?;
        let mut begun = begun();
        begun.remove(self.0.path());
        self.0.persist(path).map(drop).map_err(io::Error::from)
    }

    /// Where it is, until it has its name.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Lets its owner alone read it.
    ///
    /// # Errors
    /// Those of the file system.
    #[cfg(unix)]
    pub fn own(&self) -> io::Result<()> {
        self.as_file().set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))
    }

    /// Elsewhere permissions are those of the directory.
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

/// The files that have not got their names yet.
static BEGUN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn begun() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    BEGUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes them when a signal ends the program, which then ends as it would have.
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
            // Kept, so that nothing is begun meanwhile; one that cannot be removed is left.
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
