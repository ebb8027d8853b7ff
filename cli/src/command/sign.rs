//! `candor sign`: signs a plan.

use std::io::Write;
use std::path::PathBuf;

use candor::Error;
use candor::plan::Caps;
use clap::Args;

use crate::output::staged::Staged;
use crate::{failure, input, output, signature};

/// Sign a plan: pages that know your public key accept no plan of another author.
///
/// The signature shows whose plan it is. It says nothing about privacy: every respondent's device recomputes the promises
/// from the weights, whoever signed the plan.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Sign {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    /// The Ed25519 private key, in PKCS #8 PEM.
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// Create the key first; an existing file is left unchanged.
    #[arg(long)]
    new_key: bool,
    /// Where to write the signed plan. Default: stdout.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

const EXAMPLE: &str = "\
Examples:
  $ candor sign plan.json --key key.pem --new-key -o plan.json
  $ candor verify plan.json --public-key mC0q…     # as `sign` printed it
In a page:
  loadPlan(\"/plan.json\", { publicKey: \"mC0q…\" })";

impl Sign {
    /// Signs the plan and prints the public key.
    ///
    /// # Errors
    /// The errors of reading a plan; `invalid-key`; `io`.
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let key =
            if self.new_key { signature::create_key(&self.key)? } else { signature::read_key(&self.key)? };
        let signed = signature::sign(plan, &key)?;
        let mut file = Staged::new(self.output.as_deref())?;
        writeln!(file, "{}", signed.json()).map_err(|cause| failure::io("plan", &cause))?;
        file.finish()?;
        output::remark(&format!("public key   {}\n", signature::public_key(&key)))
    }
}
