//! Changes to the database other than storing reports, and their outcomes.

use candor::plan::Plan;
use candor_documents::day::Day;

use crate::invitation::SigningKey;

/// A change.
pub enum Edit {
    /// Publishes a plan.
    Publish {
        /// The plan.
        plan: Box<Plan>,
        /// The hash of its author's token.
        author: String,
        /// The last day on which its reports are kept, if one is set.
        kept: Option<Day>,
    },
    /// Closes the plan with this number to new reports.
    Close(i64),
    /// Deletes the plan with this number and its reports.
    Delete(i64),
    /// Stores hashes of new invitations to a plan.
    Invite {
        /// The plan's number.
        plan: i64,
        /// The hashes, sorted.
        hashes: Vec<[u8; 32]>,
    },
    /// Stores the key that signs for a plan's invitations, unless the plan has one.
    KeepKey {
        /// The plan's number.
        plan: i64,
        /// The key.
        key: Box<SigningKey>,
    },
    /// Uses an invitation to a plan to have a blinded message signed; both are given as hashes.
    Exchange {
        /// The plan's number.
        plan: i64,
        /// The hash of the invitation.
        invitation: [u8; 32],
        /// The hash of the blinded message.
        blinded: [u8; 32],
    },
    /// Withdraws a report of a plan.
    Withdraw {
        /// The plan's number.
        plan: i64,
        /// The report's id.
        id: [u8; 16],
        /// The hash of the secret that withdraws it.
        secret: [u8; 32],
    },
}

/// The outcome of a change.
pub enum Edited {
    /// The plan was published for the first time.
    Published,
    /// The change is done, or was done before.
    Done,
    /// The plan was deleted with this many reports.
    Deleted(u64),
    /// The key that the plan has now.
    Key(Box<SigningKey>),
}
