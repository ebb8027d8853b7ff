//! What admits a report of a plan that takes only those of the invited: used in the transaction that stores the report, so that it is
//! used if and only if that is stored.
//!
//! Kept are hashes: of invitations, and of the random numbers that were signed for them. Nothing says which report they came with.

use candor::Code;
use rusqlite::{Connection, OptionalExtension, params};

/// What a report brings, as a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Admission {
    /// Its invitation.
    Invitation([u8; 32]),
    /// A random number with a signature that was found to be good.
    Signed([u8; 32]),
}

impl Admission {
    /// Why it does not admit a new report of a plan, where it does not: `not-invited`, `invitation-used`.
    pub(super) fn refused(self, connection: &Connection, plan: i64) -> rusqlite::Result<Option<Code>> {
        match self {
            Self::Invitation(hash) => Ok(match used(connection, plan, &hash)? {
                None => Some(Code::NotInvited),
                Some(None) => None,
                Some(Some(_)) => Some(Code::InvitationUsed),
            }),
            Self::Signed(hash) => {
                let query = "SELECT 1 FROM spent WHERE plan = ?1 AND hash = ?2";
                let is_spent = connection.prepare_cached(query)?.exists(params![plan, hash])?;
                Ok(is_spent.then_some(Code::InvitationUsed))
            }
        }
    }

    /// Uses it.
    pub(super) fn spend(self, connection: &Connection, plan: i64) -> rusqlite::Result<()> {
        match self {
            Self::Invitation(hash) => using(connection, plan, &hash, &[]),
            Self::Signed(hash) => {
                let insert = "INSERT INTO spent (plan, hash) VALUES (?1, ?2)";
                connection.prepare_cached(insert)?.execute(params![plan, hash]).map(drop)
            }
        }
    }
}

/// What an invitation was used for; none where there is no such invitation, none within where it was not used.
pub(super) fn used(
    connection: &Connection,
    plan: i64,
    invitation: &[u8; 32],
) -> rusqlite::Result<Option<Option<Vec<u8>>>> {
    let query = "SELECT used FROM invitations WHERE plan = ?1 AND hash = ?2";
    connection.prepare_cached(query)?.query_row(params![plan, invitation], |row| row.get(0)).optional()
}

/// Notes what an invitation is used for.
pub(super) fn using(
    connection: &Connection,
    plan: i64,
    invitation: &[u8; 32],
    purpose: &[u8],
) -> rusqlite::Result<()> {
    let update = "UPDATE invitations SET used = ?3 WHERE plan = ?1 AND hash = ?2";
    connection.prepare_cached(update)?.execute(params![plan, invitation, purpose]).map(drop)
}
