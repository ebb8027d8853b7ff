//! The command line: `candor COMMAND …`.

use candor::Error;
use clap::{Parser, Subcommand};

use crate::command::{
    audit, backup, check, close, count, delete, design, estimate, model, perturb, power, serve, sign, test,
    token, verify,
};

/// Private surveys: answers are perturbed on each respondent's device, and totals are estimated.
///
/// A survey is designed into a plan, which promises by how much a report can change anybody's odds
/// about a person at most. Respondents' devices perturb their whole record under it, and tables with
/// standard errors are estimated from the perturbed reports alone.
#[derive(Parser)]
#[command(name = "candor", version, max_term_width = 100, after_help = WALKTHROUGH)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    command: Command,
}

const WALKTHROUGH: &str = "\
From a survey to a table:
  candor design survey.json -o plan.json            promise a privacy level
  candor power plan.json --table a,b --help         how many respondents a test takes
  candor verify plan.json                           check a plan somebody else wrote
  candor audit plan.json                            try to catch the mechanism breaking it
  candor sign plan.json --key key.pem -o plan.json  tell respondents that it is yours
  candor perturb plan.json --answers answers.csv -o reports.ndjson
  candor count plan.json reports.ndjson             what the reports say
  candor estimate plan.json reports.ndjson          what the people answered
  candor test plan.json reports.ndjson --screen     which answers hang together
  candor model plan.json reports.ndjson --help      what explains an answer
  candor serve --plan plan.json --public            collect reports over HTTP
  candor close plan.json                            take no more reports
  candor backup monday.db                           copy what was collected

Exit status: 0 done, 2 the input must be changed, 1 anything else.
Errors: `error[code]: sentence` on stderr; the codes are stable.";

#[derive(Subcommand)]
enum Command {
    Design(design::Design),
    Verify(verify::Verify),
    Audit(audit::Audit),
    Sign(sign::Sign),
    Perturb(perturb::Perturb),
    Count(count::Count),
    Estimate(estimate::Estimate),
    Test(test::Test),
    Model(model::Fit),
    Power(power::Power),
    Serve(serve::Serve),
    Check(check::Check),
    Backup(backup::Backup),
    Close(close::Close),
    Delete(delete::Delete),
    Token(token::Token),
}

impl Arguments {
    /// Runs the command.
    ///
    /// # Errors
    /// Whatever stopped it; `main` prints it.
    pub fn run(&self) -> Result<(), Error> {
        match &self.command {
            Command::Design(design) => design.run(),
            Command::Verify(verify) => verify.run(),
            Command::Audit(audit) => audit.run(),
            Command::Sign(sign) => sign.run(),
            Command::Perturb(perturb) => perturb.run(),
            Command::Count(count) => count.run(),
            Command::Estimate(estimate) => estimate.run(),
            Command::Test(test) => test.run(),
            Command::Model(model) => model.run(),
            Command::Power(power) => power.run(),
            Command::Serve(serve) => serve.run(),
            Command::Check(check) => check.run(),
            Command::Backup(backup) => backup.run(),
            Command::Close(close) => close.run(),
            Command::Delete(delete) => delete.run(),
            Command::Token(token) => token.run(),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Arguments;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
