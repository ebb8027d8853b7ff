//! `candor verify`: recomputes a plan's promises.

use std::path::PathBuf;

use candor::Error;
use candor::plan::Caps;
use clap::Args;

use crate::document::promises::Promises;
use crate::document::{Document, Format};
use crate::{input, output};

/// Recompute a plan's promises from its integer weights, trusting none of the ε that it states.
///
/// Refuses a plan whose weights do not add up (weight-sum), whose promises claim more privacy than
/// its law gives (understated-promise) or whose fingerprint is not its own (fingerprint-mismatch).
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Verify {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    /// Refuse a plan whose record ε is above this (cap-exceeded).
    #[arg(long, value_name = "E")]
    max_record_epsilon: Option<f64>,
    /// Refuse a plan that does not carry the signature of this Ed25519 key, 32 bytes in base64url.
    #[arg(long, value_name = "KEY", allow_hyphen_values = true)]
    public_key: Option<String>,
    /// Output format.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

const EXAMPLE: &str = "\
Example:
  $ candor verify plan.json --max-record-epsilon 4";

impl Verify {
    /// Verifies and prints the promises.
    ///
    /// # Errors
    /// `invalid-plan`, `weight-sum`, `understated-promise`, `fingerprint-mismatch`, `cap-exceeded`; `invalid-key`,
    /// `signature-mismatch`; `io`.
    pub fn run(&self) -> Result<(), Error> {
        let caps = Caps { max_record_epsilon: self.max_record_epsilon };
        let plan = input::plan(&self.plan, &caps)?;
        self.public_key.as_ref().map_or(Ok(()), |key| input::signature::check(&plan, key))?;
        output::stdout(|to| Promises::of_plan(&plan).write(self.format, to))
    }
}
