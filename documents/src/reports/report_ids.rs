//! Recognises reports that were read before.

use core::hash::BuildHasher;
use std::collections::HashMap;
use std::collections::hash_map::{Entry, RandomState};

use candor::report::Report;
use candor::{Code, Error};

/// The ids of reports read so far, each with a keyed hash of its record.
#[derive(Default)]
pub struct ReportIds {
    ids: HashMap<[u8; 16], u64>,
    hasher: RandomState,
}

impl ReportIds {
    /// Whether the report was read before. The same id with another record is refused, as it is either a
    /// fault or an attempt to average the noise away.
    ///
    /// # Errors
    /// `id-conflict`.
    pub fn repeats(&mut self, report: &Report) -> Result<bool, Error> {
        let perturbed = self.hasher.hash_one(report.numbers());
        match self.ids.entry(*report.id()) {
            Entry::Vacant(entry) => {
                entry.insert(perturbed);
                Ok(false)
            }
            Entry::Occupied(entry) if *entry.get() == perturbed => Ok(true),
            Entry::Occupied(_) => Err(Error::new(
                Code::IdConflict,
                "the id of an earlier report comes again with another record",
            )),
        }
    }
}
