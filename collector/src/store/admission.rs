//! Admission of reports to a plan that is open to the invited only. An admission is used up in the transaction that stores its report, so
//! it is used if and only if the report is stored.
//!
//! Only hashes are kept: of invitations, and of the random numbers that were signed in exchange for invitations. Nothing links them to a
//! report.

use std::collections::{BTreeMap, BTreeSet};

use candor::{Code, Error};
use rusqlite::types::Value;

use super::row::{Row, values};
use super::session::Session;

/// The proof of invitation that a report brings, as a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Admission {
    /// The invitation itself.
    Invitation([u8; 32]),
    /// A random number whose signature was verified.
    Signed([u8; 32]),
}

/// Why admissions were refused, by plan and admission. Valid admissions are absent.
pub(super) type NotAdmitted = BTreeMap<(i64, Admission), Code>;

/// Returns the admissions that are not valid: `not-invited`, `invitation-used`.
pub(super) fn not_admitted(
    session: &Session,
    admissions: &BTreeSet<(i64, Admission)>,
) -> Result<NotAdmitted, Error> {
    let (invitations, signed) = parts(admissions);
    let used =
        session.all("SELECT used FROM invitations WHERE plan = ?1 AND hash = ?2", &rows(&invitations))?;
    let spent = session.all("SELECT 1 FROM spent WHERE plan = ?1 AND hash = ?2", &rows(&signed))?;
    let mut refused = NotAdmitted::new();
    for (key, found) in invitations.into_iter().zip(used) {
        match found.first().map(|row| row.get::<Option<Vec<u8>>>(0)).transpose()? {
            None => refused.insert(*key, Code::NotInvited),
            Some(Some(_)) => refused.insert(*key, Code::InvitationUsed),
            Some(None) => None,
        };
    }
    let is_spent = |(key, found): (&(i64, Admission), Vec<Row>)| {
        (!found.is_empty()).then_some((*key, Code::InvitationUsed))
    };
    refused.extend(signed.into_iter().zip(spent).filter_map(is_spent));
    Ok(refused)
}

/// Marks these admissions as used.
pub(super) fn spend(session: &Session, admissions: &BTreeSet<(i64, Admission)>) -> Result<(), Error> {
    let (invitations, signed) = parts(admissions);
    let mut used = rows(&invitations);
    used.iter_mut().for_each(|row| row.push(Value::Blob(Vec::new())));
    session.all(USE, &used)?;
    session.all("INSERT INTO spent (plan, hash) VALUES (?1, ?2)", &rows(&signed)).map(drop)
}

/// Records that an invitation is used, and for what.
pub(super) const USE: &str = "UPDATE invitations SET used = ?3 WHERE plan = ?1 AND hash = ?2";

/// Admissions of one kind.
type Kind<'a> = Vec<&'a (i64, Admission)>;

/// Splits admissions into invitations and signed numbers.
fn parts(admissions: &BTreeSet<(i64, Admission)>) -> (Kind<'_>, Kind<'_>) {
    admissions.iter().partition(|(_, admission)| matches!(admission, Admission::Invitation(_)))
}

fn rows(admissions: &[&(i64, Admission)]) -> Vec<Vec<Value>> {
    let row = |(plan, admission): &&(i64, Admission)| {
        let (Admission::Invitation(hash) | Admission::Signed(hash)) = admission;
        values![*plan, hash.to_vec()].to_vec()
    };
    admissions.iter().map(row).collect()
}
