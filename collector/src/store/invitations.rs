//! Invitations in the database: issuing them, and exchanging them for signatures.

use candor::{Code, Error};

use super::admission::USE;
use super::compared::locked_one;
use super::database::Store;
use super::refusal::{damaged, not_taken};
use super::row::values;
use crate::invitation::SigningKey;

impl Store {
    /// Stores the hashes of new invitations to a plan. Callers sort them, so that their order does not show who is sent which.
    ///
    /// # Errors
    /// `io`; then none is stored.
    pub fn invite(&mut self, plan: i64, hashes: &[[u8; 32]]) -> Result<(), Error> {
        let rows: Vec<_> = hashes.iter().map(|hash| values![plan, hash.to_vec()].to_vec()).collect();
        self.session.transaction(|| {
            locked_one(&self.session, plan)?;
            self.session.all("INSERT INTO invitations (plan, hash) VALUES (?1, ?2)", &rows).map(drop)
        })
    }

    /// Stores the key that signs for a plan's invitations, unless the plan has one. Returns the key that the plan now has.
    ///
    /// # Errors
    /// `io`; `damaged-database`.
    pub fn keep_signing_key(&mut self, plan: i64, key: &SigningKey) -> Result<SigningKey, Error> {
        let update = "UPDATE plans SET signing_key = coalesce(signing_key, ?2) WHERE number = ?1 RETURNING signing_key";
        let row = values![plan, key.to_der().to_vec()];
        let kept = self.session.transaction(|| self.session.row(update, &row))?;
        let kept = kept.ok_or_else(|| damaged("a plan is missing"))?;
        SigningKey::from_der(&kept.get::<Vec<u8>>(0)?)
    }

    /// Uses an invitation to have one blinded message signed; both are given as hashes. Repeating the same exchange is allowed, so that a
    /// lost answer can be requested again.
    ///
    /// # Errors
    /// `not-invited`; `invitation-used` if it was used for another message; `io`.
    pub fn exchange(&mut self, plan: i64, invitation: &[u8; 32], blinded: &[u8; 32]) -> Result<(), Error> {
        let query = "SELECT used FROM invitations WHERE plan = ?1 AND hash = ?2";
        let used = self.session.transaction(|| {
            locked_one(&self.session, plan)?;
            let found = self.session.row(query, &values![plan, invitation.to_vec()])?;
            let used = found.map(|row| row.get::<Option<Vec<u8>>>(0)).transpose()?;
            if let Some(None) = &used {
                self.session.rows(USE, &values![plan, invitation.to_vec(), blinded.to_vec()])?;
            }
            Ok(used)
        })?;
        match used {
            None => Err(not_taken(Code::NotInvited)),
            Some(Some(other)) if other != blinded => Err(not_taken(Code::InvitationUsed)),
            Some(_) => Ok(()),
        }
    }
}
