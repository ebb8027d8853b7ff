//! What admits a report of a plan that takes only those of the invited: used in the transaction that stores the report, so that it is
//! used if and only if that is stored.
//!
//! Kept are hashes: of invitations, and of the random numbers that were signed for them. Nothing says which report they came with.

use std::collections::{BTreeMap, BTreeSet};

use candor::{Code, Error};
use rusqlite::types::Value;

use super::row::{Row, values};
use super::session::Session;

/// What a report brings, as a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Admission {
    /// Its invitation.
    Invitation([u8; 32]),
    /// A random number with a signature that was found to be good.
    Signed([u8; 32]),
}

/// Why admissions do not admit new reports, by plan and admission; those that do are absent.
pub(super) type NotAdmitted = BTreeMap<(i64, Admission), Code>;

/// Those of these that do not: `not-invited`, `invitation-used`.
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

/// Uses these.
pub(super) fn spend(session: &Session, admissions: &BTreeSet<(i64, Admission)>) -> Result<(), Error> {
    let (invitations, signed) = parts(admissions);
    let mut used = rows(&invitations);
    used.iter_mut().for_each(|row| row.push(Value::Blob(Vec::new())));
    session.all(USE, &used)?;
    session.all("INSERT INTO spent (plan, hash) VALUES (?1, ?2)", &rows(&signed)).map(drop)
}

/// Notes what an invitation is used for.
pub(super) const USE: &str = "UPDATE invitations SET used = ?3 WHERE plan = ?1 AND hash = ?2";

/// Those of one kind.
type Kind<'a> = Vec<&'a (i64, Admission)>;

/// Invitations, and what was signed.
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
