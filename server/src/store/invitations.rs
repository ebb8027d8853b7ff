//! Invitations in the database: issued, and exchanged for signatures.

use candor::{Code, Error};
use rusqlite::{TransactionBehavior, params};

use super::admission::{used, using};
use super::database::Store;
use super::refusal::{not_taken, refused};
use crate::invitation::SigningKey;

impl Store {
    /// Keeps the hashes of new invitations to a plan, in their order, which tells nothing of who is sent which.
    ///
    /// # Errors
    /// `io`; none is kept then.
    pub fn invite(&mut self, plan: i64, hashes: &[[u8; 32]]) -> Result<(), Error> {
        self.file.check()?;
        let mut kept = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            {
                let insert = "INSERT INTO invitations (plan, hash) VALUES (?1, ?2)";
                let mut insert = transaction.prepare_cached(insert)?;
                hashes.iter().try_for_each(|hash| insert.execute(params![plan, hash]).map(drop))?;
            }
            transaction.commit()
        };
        kept().map_err(|cause| refused(&cause))?;
        self.is_logged = true;
        Ok(())
    }

    /// Keeps the key that signs for a plan's invitations, unless it has one; the one it has.
    ///
    /// # Errors
    /// `io`; `damaged-database`.
    pub fn keep_signing_key(&mut self, plan: i64, key: &SigningKey) -> Result<SigningKey, Error> {
        self.file.check()?;
        let update = "UPDATE plans SET signing_key = coalesce(signing_key, ?2) WHERE number = ?1 RETURNING signing_key";
        let kept =
            self.connection.query_row(update, params![plan, key.to_der()?], |row| row.get::<_, Vec<u8>>(0));
        self.is_logged = true;
        SigningKey::from_der(&kept.map_err(|cause| refused(&cause))?)
    }

    /// Uses an invitation for the signature of one blinded message, both given as hashes; the same again is allowed again, so that an
    /// answer that was lost can be had.
    ///
    /// # Errors
    /// `not-invited`; `invitation-used` where it was for another message; `io`.
    pub fn exchange(&mut self, plan: i64, invitation: &[u8; 32], blinded: &[u8; 32]) -> Result<(), Error> {
        self.file.check()?;
        let mut exchanged = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let used = used(&transaction, plan, invitation)?;
            if let Some(None) = &used {
                using(&transaction, plan, invitation, blinded)?;
            }
            transaction.commit()?;
            Ok(used)
        };
        let used = exchanged().map_err(|cause: rusqlite::Error| refused(&cause))?;
        self.is_logged = true;
        match used {
            None => Err(not_taken(Code::NotInvited)),
            Some(Some(other)) if other != blinded => Err(not_taken(Code::InvitationUsed)),
            Some(_) => Ok(()),
        }
    }
}
