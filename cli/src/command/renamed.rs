//! Commands that became part of `candor database`. They do nothing but name what they are called now.

use candor::{Code, Error};
use clap::Subcommand;

use super::unread::Unread;

/// The former names, which no help lists.
#[derive(Subcommand)]
pub enum Renamed {
    /// `candor database check`.
    #[command(hide = true, disable_help_flag = true)]
    Check(Unread),
    /// `candor database backup`.
    #[command(hide = true, disable_help_flag = true)]
    Backup(Unread),
    /// `candor database migrate`.
    #[command(hide = true, disable_help_flag = true)]
    Migrate(Unread),
    /// `candor database close`.
    #[command(hide = true, disable_help_flag = true)]
    Close(Unread),
    /// `candor database delete`.
    #[command(hide = true, disable_help_flag = true)]
    Delete(Unread),
    /// `candor database export`.
    #[command(hide = true, disable_help_flag = true)]
    Export(Unread),
    /// `candor database invite`.
    #[command(hide = true, disable_help_flag = true)]
    Invite(Unread),
    /// `candor database token`.
    #[command(hide = true, disable_help_flag = true)]
    Token(Unread),
}

impl Renamed {
    /// Refuses the command.
    ///
    /// # Errors
    /// `renamed-command`.
    pub fn run(&self) -> Result<(), Error> {
        let name = match self {
            Self::Check(_) => "check",
            Self::Backup(_) => "backup",
            Self::Migrate(_) => "migrate",
            Self::Close(_) => "close",
            Self::Delete(_) => "delete",
            Self::Export(_) => "export",
            Self::Invite(_) => "invite",
            Self::Token(_) => "token",
        };
        let message = format!("`candor {name}` is `candor database {name}`, with the same arguments");
        Err(Error::new(Code::RenamedCommand, message))
    }
}
