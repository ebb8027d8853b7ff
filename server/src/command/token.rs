//! `candor token`: what lets somebody read totals.

use std::path::PathBuf;

use candor::Error;
use clap::Args;

use crate::{output, tokens};

/// Make a token with which somebody may read a collector's totals.
///
/// It is printed once; the file keeps its hash beside the name. A collector that serves with `--readers` that file takes it at
/// once, and no more when its line is removed.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Token {
    /// Whose it is: any words, in one line.
    name: String,
    /// The file that keeps hashes of tokens; made when it does not exist.
    #[arg(long, value_name = "FILE")]
    readers: PathBuf,
}

const EXAMPLE: &str = "\
Example:
  $ candor token 'the health office' --readers readers.txt
  mC0q…
  $ candor serve --plan plan.json --readers readers.txt
  $ curl -H 'authorization: Bearer mC0q…' 'http://127.0.0.1:8787/estimates?tables=smoker'";

impl Token {
    /// Makes the token and prints it.
    ///
    /// # Errors
    /// `invalid-name`; `entropy-unavailable`; `io`.
    pub fn run(&self) -> Result<(), Error> {
        let token = tokens::create(&self.readers, &self.name)?;
        output::stdout(|to| writeln!(to, "{token}"))
    }
}
