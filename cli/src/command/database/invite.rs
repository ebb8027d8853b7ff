//! `candor database invite`: makes invitations in bulk.

use std::io::Write;
use std::path::PathBuf;

use candor::design::Invitations;
use candor::plan::Caps;
use candor::{Code, Error};
use candor_collector::invitation::{Link, SigningKey};
use candor_collector::store::{Release, Store};
use candor_collector::tokens;
use clap::Args;

use super::location::DatabaseLocation;
use crate::output::staged::Staged;
use crate::{failure, input, output};

/// Make invitations to a survey whose plan says that only the invited may answer (`"invitations": "plain"` or `"blind"`).
///
/// Each invitation is a link, one line of the output, that admits one report. The database keeps only hashes: lost links
/// cannot be recovered, but new ones can be made. With plain invitations the collector sees which invitation a report comes
/// with; with blind ones it cannot tell.
///
/// Stop the collector first. While it runs, the survey's author gets invitations over HTTP instead (POST
/// /plans/{fingerprint}/invitations).
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Invite {
    /// The plan. It is published in the database if it is not there yet; a missing database is created.
    plan: PathBuf,
    /// Number of invitations.
    #[arg(long, value_name = "INVITATIONS", value_parser = clap::value_parser!(u64).range(1..))]
    number: u64,
    /// The address of the survey's page; that of a collector's `answer.html` ends with the plan's fingerprint, `…/answer.html#sha256:…`. Without it, links begin
    /// with `#invitation=`.
    #[arg(long, value_name = "ADDRESS")]
    page: Option<String>,
    #[command(flatten)]
    database: DatabaseLocation,
    /// Where to write the links. Default: stdout.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

const EXAMPLE: &str = "\
Example:
  $ candor database invite plan.json --number 500 --page https://survey.example/ --database staff.db -o links.txt
  500 blind invitations
  $ head -1 links.txt
  https://survey.example/#invitation=mC0q…&key=9vXw…";

impl Invite {
    /// Makes the invitations and writes the links.
    ///
    /// # Errors
    /// The errors of a plan; `no-invitations` if anybody may send reports for it; `entropy-unavailable`; `io`, also if a collector is using
    /// the database.
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let kind = plan.invitations().ok_or_else(|| {
            Error::new(
                Code::NoInvitations,
                "this plan takes reports from everybody: its survey has no member \"invitations\"",
            )
        })?;
        let mut links = Staged::new(self.output.as_deref())?;
        links.own()?;
        let mut store = Store::open(&self.database.location()?, Release::never())?;
        let published = store.publish(&plan, None, None)?;
        let (kind, key) = match kind {
            Invitations::Plain => ("plain", None),
            Invitations::Blind => {
                let key = match published.signing_key() {
                    Some(key) => key.clone(),
                    None => store.keep_signing_key(published.number(), &SigningKey::generate()?)?,
                };
                ("blind", Some(key.public().name()?))
            }
        };
        let (mut generator, mut hashes) = (candor::perturb::generator()?, Vec::new());
        for _ in 0..self.number {
            let invitation = tokens::fresh(&mut generator);
            hashes.push(tokens::digest(&invitation));
            let link = Link { invitation, key: key.clone() };
            writeln!(links, "{}", link.text(self.page.as_deref().unwrap_or_default()))
                .map_err(|cause| failure::io("links", &cause))?;
        }
        hashes.sort_unstable();
        store.invite(published.number(), &hashes)?;
        store.close()?;
        links.finish()?;
        output::remark(&format!("{}\n", output::counted(self.number, &format!("{kind} invitation"))))
    }
}
