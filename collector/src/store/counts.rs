//! Counts at rest: the numbers of a plan's tables ([`AtRest`]), updated in the transaction that stores or deletes its reports.
//!
//! A plan has two rows: one for released reports and one for pending reports. The rows hold only current sums, so they show nothing about
//! the order in which reports arrived. Each has a hash under the key of the plan's checksum, so that damage cannot pass for another table.
//!
//! Cost of a transaction: every report is added to every table, and the numbers for pending reports are written, a few bytes each.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use candor::{Code, Error};
use sha2::{Digest, Sha256};

use super::at_rest::{AtRest, lengths};
use super::checksum::Key;
use super::compared::StoredPlan;
use super::refusal::damaged;
use super::row::values;
use super::session::Session;

/// The reports that a row counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Reports that came since totals were last released.
    Pending,
    /// Reports that the totals include.
    Released,
}

/// The rows of one plan.
pub(super) struct Counts<'c> {
    session: &'c Session,
    plan: i64,
    key: &'c Key,
    at_rest: &'c AtRest,
}

impl<'c> Counts<'c> {
    /// The rows of a plan, given which tables are counted.
    pub(super) fn new(session: &'c Session, kept: &'c StoredPlan, at_rest: &'c AtRest) -> Self {
        Self { session, plan: kept.number, key: &kept.key, at_rest }
    }

    /// Like [`Counts::new`], looking up which tables are counted.
    pub(super) fn of(
        session: &'c Session,
        kept: &'c StoredPlan,
        all: &'c BTreeMap<i64, Arc<AtRest>>,
    ) -> Result<Self, Error> {
        let absent = || Error::new(Code::NotFound, "the database has no such plan");
        Ok(Self::new(session, kept, all.get(&kept.number).ok_or_else(absent)?))
    }

    /// Adds the records of new reports, which are pending.
    pub(super) fn add<'r>(&self, records: impl Iterator<Item = &'r [u8]>) -> Result<(), Error> {
        let own = self.counted(records)?;
        self.change(Part::Pending, &own, u64::checked_add)
    }

    /// Subtracts records.
    pub(super) fn remove<'r>(
        &self,
        part: Part,
        records: impl Iterator<Item = &'r [u8]>,
    ) -> Result<(), Error> {
        let own = self.counted(records)?;
        self.change(part, &own, u64::checked_sub)
    }

    /// Moves all pending counts to the released ones.
    pub(super) fn release(&self) -> Result<(), Error> {
        let pending = self.read(Part::Pending)?;
        self.change(Part::Released, &pending, u64::checked_add)?;
        self.write(Part::Pending, &vec![0; pending.len()])
    }

    /// Reads the stored numbers.
    pub(super) fn read(&self, part: Part) -> Result<Vec<u64>, Error> {
        let query = "SELECT numbers, hash FROM counts WHERE plan = ?1 AND is_released = ?2";
        let found = self.session.row(query, &values![self.plan, part == Part::Released])?;
        match found.map(|row| Ok::<(Vec<u8>, [u8; 32]), Error>((row.get(0)?, row.get(1)?))).transpose()? {
            // A plan without reports has no row yet. If its row is missing although it has reports, their number does not match.
            None => Ok(vec![0; self.at_rest.numbers()]),
            Some((bytes, hash)) if hash == self.hash(part, &bytes) => {
                decoded(&bytes).filter(|numbers| numbers.len() == self.at_rest.numbers()).ok_or_else(lengths)
            }
            Some(_) => Err(damaged("counts are not those that were stored")),
        }
    }

    fn counted<'r>(&self, mut records: impl Iterator<Item = &'r [u8]>) -> Result<Vec<u64>, Error> {
        let mut tally = self.at_rest.empty();
        records.try_for_each(|record| tally.add(record))?;
        Ok(tally.numbers())
    }

    fn change(&self, part: Part, by: &[u64], how: impl Fn(u64, u64) -> Option<u64>) -> Result<(), Error> {
        let changed = self.read(part)?.into_iter().zip(by).map(|(number, by)| how(number, *by));
        let changed: Option<Vec<u64>> = changed.collect();
        self.write(part, &changed.ok_or_else(|| damaged("counts are fewer than the reports in them"))?)
    }

    fn write(&self, part: Part, numbers: &[u64]) -> Result<(), Error> {
        let bytes = encoded(numbers).map_err(|cause| candor_documents::failure::io("counts", &cause))?;
        let statement = "INSERT INTO counts (plan, is_released, numbers, hash) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (plan, is_released) DO UPDATE SET numbers = excluded.numbers, hash = excluded.hash";
        let hash = self.hash(part, &bytes);
        let row = values![self.plan, part == Part::Released, bytes, hash.to_vec()];
        self.session.rows(statement, &row).map(drop)
    }

    fn hash(&self, part: Part, bytes: &[u8]) -> [u8; 32] {
        let part = [u8::from(part == Part::Released)];
        Sha256::new().chain_update(self.key.0).chain_update(part).chain_update(bytes).finalize().into()
    }
}

/// Encodes numbers in LEB128, seven bits a byte, as most are small.
fn encoded(numbers: &[u64]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(2 * numbers.len());
    numbers.iter().try_for_each(|number| leb128::write::unsigned(&mut bytes, *number).map(drop))?;
    Ok(bytes)
}

fn decoded(mut bytes: &[u8]) -> Option<Vec<u64>> {
    let mut numbers = Vec::with_capacity(bytes.len());
    while !bytes.is_empty() {
        numbers.push(leb128::read::unsigned(&mut bytes).ok()?);
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_as_they_were() {
        let numbers = [0, 1, 127, 128, 1 << 32, u64::MAX];
        let bytes = encoded(&numbers).expect("bytes");
        assert_eq!(decoded(&bytes).expect("numbers"), numbers);
        assert_eq!(decoded(&bytes[..bytes.len() - 1]), None);
    }
}
