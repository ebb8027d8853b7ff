//! `candor database token`: makes tokens for reading totals or publishing plans.

use std::path::PathBuf;

use candor::Error;
use candor_collector::tokens;
use clap::Args;

use crate::output;

/// Make a token that allows somebody to read a collector's totals, or to publish plans there.
///
/// The token is printed once; the file keeps its hash beside the name. A running collector that uses this file accepts the
/// token at once, and refuses it as soon as its line is removed.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Token {
    /// The name of the token's owner: any text in one line.
    name: String,
    #[command(flatten)]
    file: TokenFile,
}

/// The file that keeps hashes of tokens; made when it does not exist.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct TokenFile {
    /// The file of `candor serve --readers`: the token allows reading totals.
    #[arg(long, value_name = "FILE")]
    readers: Option<PathBuf>,
    /// The file of `candor serve --authors`: the token allows publishing plans, and closing and deleting these. The names
    /// of surveys that it publishes first belong to it.
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
