//! `candor database token`: makes tokens for reading totals or publishing plans.

use std::path::PathBuf;

use candor::Error;
use candor_collector::tokens;
use clap::Args;

use crate::output;

/// Make a token with which somebody may read a collector's totals, or publish plans there.
///
/// It is printed once; the file keeps its hash beside the name. A collector that serves with that file takes it at
/// once, and no more when its line is removed.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Token {
    /// Whose it is: any words, in one line.
    name: String,
    #[command(flatten)]
    file: TokenFile,
}

/// The file that keeps hashes of tokens; made when it does not exist.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct TokenFile {
    /// The file of `candor serve --readers`: the token reads totals.
    #[arg(long, value_name = "FILE")]
    readers: Option<PathBuf>,
    /// The file of `candor serve --authors`: the token publishes plans, and closes and deletes those.
    #[arg(long, value_name = "FILE")]
    authors: Option<PathBuf>,
}

const EXAMPLE: &str = "\
Examples:
  $ candor database token 'the health office' --readers readers.txt
  mC0q…
  $ candor serve --plan plan.json --readers readers.txt
  $ curl -H 'authorization: Bearer mC0q…' 'http://127.0.0.1:8787/estimates?tables=smoker'
  $ candor database token 'Ada' --authors authors.txt
  $ curl -H 'authorization: Bearer …' --data-binary @plan.json http://127.0.0.1:8787/plans
  $ curl -H 'authorization: Bearer …' -X POST http://127.0.0.1:8787/plans/sha256:…/close
  $ curl -H 'authorization: Bearer …' -X DELETE http://127.0.0.1:8787/plans/sha256:…";

impl Token {
    /// Makes the token and prints it.
    ///
    /// # Errors
    /// `invalid-name`; `entropy-unavailable`; `io`.
    pub fn run(&self) -> Result<(), Error> {
        let mut files = self.file.readers.iter().chain(&self.file.authors);
        files.try_for_each(|file| {
            let token = tokens::create(file, &self.name)?;
            output::stdout(|to| writeln!(to, "{token}"))
        })
    }
}
