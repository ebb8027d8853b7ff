//! `candor database`: what is done to the database of a collector, one file per command. `location` and `stored` are arguments that several
//! of them share.

mod backup;
mod check;
mod close;
mod delete;
mod expire;
mod export;
mod invite;
mod keep;
mod location;
mod migrate;
mod stored;
mod token;
mod transfer;

use candor::Error;
use clap::{Args, Subcommand};

/// Manage a collector's database, and the files of tokens that allow reading and publishing.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Database {
    /// What to do.
    #[command(subcommand)]
    command: Command,
}

const EXAMPLE: &str = "\
Example:
  $ candor database check --database health.db
  sound: 1 plan, 2,000 reports
  $ candor database export plan.json --database health.db -o reports.parquet
  2,000 reports";

#[derive(Subcommand)]
enum Command {
    Check(check::Check),
    Backup(backup::Backup),
    Migrate(migrate::Migrate),
    Close(close::Close),
    Delete(delete::Delete),
    Keep(keep::Keep),
    Expire(expire::Expire),
    Export(export::Export),
    Invite(invite::Invite),
    Token(token::Token),
    Transfer(transfer::Transfer),
}

impl Database {
    /// Runs the command.
    ///
    /// # Errors
    /// The error that stopped the command.
    pub fn run(&self) -> Result<(), Error> {
        match &self.command {
            Command::Check(check) => check.run(),
            Command::Backup(backup) => backup.run(),
            Command::Migrate(migrate) => migrate.run(),
            Command::Close(close) => close.run(),
            Command::Delete(delete) => delete.run(),
            Command::Keep(keep) => keep.run(),
            Command::Expire(expire) => expire.run(),
            Command::Export(export) => export.run(),
            Command::Invite(invite) => invite.run(),
            Command::Token(token) => token.run(),
            Command::Transfer(transfer) => transfer.run(),
        }
    }
}
