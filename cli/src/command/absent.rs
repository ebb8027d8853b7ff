//! Commands of the feature `research`, in a program that was built without it.

use candor::Error;
use clap::Subcommand;

use super::unread::Unread;
use candor_documents::not_included;

/// Their names, which no help lists.
#[derive(Subcommand)]
pub enum Absent {
    /// `candor audit`.
    #[command(hide = true, disable_help_flag = true)]
    Audit(Unread),
    /// `candor reproduce`.
    #[command(hide = true, disable_help_flag = true)]
    Reproduce(Unread),
}

impl Absent {
    /// Refuses the command.
    ///
    /// # Errors
    /// `not-included`.
    pub fn run(&self) -> Result<(), Error> {
        let name = match self {
            Self::Audit(_) => "audit",
            Self::Reproduce(_) => "reproduce",
        };
        Err(not_included::error(&format!("`candor {name}`"), "research"))
    }
}
