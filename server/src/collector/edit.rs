//! What is done beside storing reports, and what comes of it.

use candor::plan::Plan;

use crate::invitation::SigningKey;

/// What is done.
pub enum Edit {
    /// Publishes one.
    Publish {
        /// The plan.
        plan: Box<Plan>,
        /// The hash of its author's token.
        author: String,
    },
    /// Takes no more reports of the plan with this number.
    Close(i64),
    /// Deletes the plan with this number, and its reports.
    Delete(i64),
    /// Keeps hashes of new invitations to the plan with this number.
    Invite {
        /// The plan.
        plan: i64,
        /// In their order.
        hashes: Vec<[u8; 32]>,
    },
    /// Keeps what signs for a plan's invitations, unless it has that.
    KeepKey {
        /// The plan.
        plan: i64,
        /// The key.
        key: Box<SigningKey>,
    },
    /// Uses an invitation to a plan for the signature of a blinded message, both given as hashes.
    Exchange {
        /// The plan.
        plan: i64,
        /// The invitation.
        invitation: [u8; 32],
        /// The blinded message.
        blinded: [u8; 32],
    },
    /// Deletes the report of a plan that this secret, given as its hash, withdraws.
    Withdraw {
        /// The plan.
        plan: i64,
        /// The report.
        id: [u8; 16],
        /// The secret.
        secret: [u8; 32],
    },
}

/// What came of it.
pub enum Edited {
    /// It is published for the first time.
    Published,
    /// It is as it was asked to be.
    Done,
    /// It is deleted, with so many reports.
    Deleted(u64),
    /// The key that is kept.
    Key(Box<SigningKey>),
}
