//! Withdrawing a report: whoever has the secret that it was sent with the hash of deletes it.
//!
//! Where totals were told of it, they are of one report fewer from that moment on, in a step of its own: no other report comes into them
//! by that, and all tables stay of the same reports. Who has the totals from before has the difference, which is the withdrawn report.

use candor::{Code, Error};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use subtle::ConstantTimeEq;

use super::checksum::{Checksum, Key};
use super::counts::{Counts, Part};
use super::database::Store;
use super::refusal::refused;

/// A report that was deleted.
struct Deleted {
    perturbed: Vec<u8>,
    part: Part,
    left: Left,
}

/// How a plan stands after a withdrawal.
struct Left {
    reports: u64,
    released: u64,
}

impl Store {
    /// Deletes a report, given the hash of its secret; of how many reports totals are now.
    ///
    /// # Errors
    /// `not-found`, the same whether there is no such report, it was sent without a secret, or with another one; `io`.
    pub fn withdraw(&mut self, plan: i64, id: &[u8; 16], secret: &[u8; 32]) -> Result<u64, Error> {
        self.file.check()?;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let transaction = transaction.map_err(|cause| refused(&cause))?;
        let deleted = delete(&transaction, plan, id, secret).map_err(|cause| refused(&cause))?;
        let absent = || Error::new(Code::NotFound, "no report of this id can be withdrawn with this secret");
        let Deleted { perturbed, part, left: Left { reports, released } } = deleted.ok_or_else(absent)?;
        Counts::of(&transaction, plan, &self.at_rest)?.remove(part, &perturbed)?;
        transaction.commit().map_err(|cause| refused(&cause))?;
        self.is_logged = true;
        self.steps.withdrawn(plan, reports, released);
        Ok(released)
    }
}

fn delete(
    connection: &Connection,
    plan: i64,
    id: &[u8; 16],
    secret: &[u8; 32],
) -> rusqlite::Result<Option<Deleted>> {
    let query = "SELECT withdrawal, day, perturbed FROM reports WHERE plan = ?1 AND id = ?2";
    let found = connection.query_row(query, params![plan, id], |row| {
        Ok((row.get::<_, Option<[u8; 32]>>(0)?, row.get::<_, String>(1)?, row.get::<_, Vec<u8>>(2)?))
    });
    let Some((kept, day, perturbed)) = found.optional()? else { return Ok(None) };
    // One that was sent without a secret is compared with a hash that nothing has.
    if !bool::from(kept.unwrap_or_default().ct_eq(secret)) {
        return Ok(None);
    }
    let row = params![plan, id];
    connection.execute("DELETE FROM reports WHERE plan = ?1 AND id = ?2", row)?;
    let was_told = connection.execute("DELETE FROM pending WHERE plan = ?1 AND id = ?2", row)? == 0;
    let query = "SELECT key, checksum FROM plans WHERE number = ?1";
    let (key, mut checksum) = connection
        .query_row(query, [plan], |row| Ok((Key(row.get(0)?), Checksum::from_bytes(row.get(1)?))))?;
    checksum.remove(&key, id, &day, &perturbed);
    let update =
        "UPDATE plans SET reports = reports - 1, released = released - ?2, step = step + ?2, checksum = ?3
        WHERE number = ?1 RETURNING reports, released";
    let left = connection.query_row(update, params![plan, was_told, checksum.to_bytes()], |row| {
        Ok(Left { reports: row.get(0)?, released: row.get(1)? })
    })?;
    let part = if was_told { Part::Released } else { Part::Pending };
    Ok(Some(Deleted { perturbed, part, left }))
}
