//! Simulates a disk from a collector's system calls: what was synchronised is on the disk, and any part of what was written since then may
//! be.
//!
//! strace records the calls. Of what was written but not synchronised, any sectors of 512 bytes may or may not be on the disk. Names that
//! were created or removed reach the directory in order, and for certain when the directory is synchronised.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rand_chacha::ChaCha8Rng;
use rand_core::Rng;

/// The unit that a disk writes atomically, in bytes.
const SECTOR: usize = 512;

/// A change that a collector made to the files of its database, or an acknowledgement to a client.
pub enum Call {
    /// Creates a file that did not exist.
    Make(String),
    Write {
        file: String,
        at: usize,
        bytes: Vec<u8>,
    },
    Resize {
        file: String,
        length: usize,
    },
    Synchronise(String),
    SynchroniseFolder,
    Remove(String),
    /// Acknowledges that the report with this id is stored.
    Acknowledge(String),
}

enum Change {
    Write { at: usize, bytes: Vec<u8> },
    Resize(usize),
}

impl Change {
    fn apply(&self, to: &mut Vec<u8>, mut keeps: impl FnMut() -> bool) {
        match self {
            Self::Resize(length) => {
                if keeps() {
                    to.resize(*length, 0);
                }
            }
            Self::Write { at, bytes } => {
                let mut from = 0;
                while from < bytes.len() {
                    let next = (SECTOR - (at + from) % SECTOR + from).min(bytes.len());
                    if keeps() {
                        to.resize(to.len().max(at + next), 0);
                        to[at + from..at + next].copy_from_slice(&bytes[from..next]);
                    }
                    from = next;
                }
            }
        }
    }
}

#[derive(Default)]
struct File {
    durable: Vec<u8>,
    since: Vec<Change>,
}

/// A name that was created or removed.
enum Renamed {
    Made(String, usize),
    Removed(String),
}

/// A disk that obeys calls to synchronise, or one that only says it does.
pub struct Disk {
    is_honest: bool,
    files: Vec<File>,
    names: BTreeMap<String, usize>,
    durable_names: BTreeMap<String, usize>,
    since: Vec<Renamed>,
}

impl Disk {
    /// A disk with these files.
    pub fn new(is_honest: bool, held: &[(String, Vec<u8>)]) -> Self {
        let files = held.iter().map(|(_, bytes)| File { durable: bytes.clone(), since: Vec::new() });
        let names: BTreeMap<String, usize> =
            held.iter().enumerate().map(|(number, (name, _))| (name.clone(), number)).collect();
        Self { is_honest, files: files.collect(), durable_names: names.clone(), names, since: Vec::new() }
    }

    /// Carries out a call.
    pub fn call(&mut self, call: &Call) {
        match call {
            Call::Make(name) => {
                if !self.names.contains_key(name) {
                    self.names.insert(name.clone(), self.files.len());
                    self.since.push(Renamed::Made(name.clone(), self.files.len()));
                    self.files.push(File::default());
                }
            }
            Call::Write { file, at, bytes } => {
                self.file(file).since.push(Change::Write { at: *at, bytes: bytes.clone() });
            }
            Call::Resize { file, length } => self.file(file).since.push(Change::Resize(*length)),
            Call::Synchronise(file) if self.is_honest => {
                let File { durable, since } = self.file(file);
                since.drain(..).for_each(|change| change.apply(durable, || true));
            }
            Call::SynchroniseFolder if self.is_honest => {
                let since = core::mem::take(&mut self.since);
                since.iter().for_each(|renamed| rename(&mut self.durable_names, renamed));
            }
            Call::Remove(name) => {
                self.names.remove(name);
                self.since.push(Renamed::Removed(name.clone()));
            }
            Call::Synchronise(_) | Call::SynchroniseFolder | Call::Acknowledge(_) => {}
        }
    }

    fn file(&mut self, name: &str) -> &mut File {
        let number = self.names[name];
        &mut self.files[number]
    }

    /// The content after a power cut: of what was not synchronised, nothing, everything or some.
    pub fn cut(&self, generator: &mut ChaCha8Rng, to: &Path) {
        let kind = generator.next_u32() % 4;
        let mut keeps = || match kind {
            0 => false,
            1 => true,
            _ => generator.next_u32().is_multiple_of(2),
        };
        let mut names = self.durable_names.clone();
        self.since.iter().take_while(|_| keeps()).for_each(|renamed| rename(&mut names, renamed));
        for (name, number) in names {
            let File { durable, since } = &self.files[number];
            let mut bytes = durable.clone();
            since.iter().for_each(|change| change.apply(&mut bytes, &mut keeps));
            fs::write(to.join(name), bytes).expect("a file is written");
        }
    }
}

fn rename(names: &mut BTreeMap<String, usize>, renamed: &Renamed) {
    match renamed {
        Renamed::Made(name, number) => names.insert(name.clone(), *number),
        Renamed::Removed(name) => names.remove(name),
    };
}
