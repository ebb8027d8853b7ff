//! The command line: `candor COMMAND …`.

use candor::Error;
use clap::{Parser, Subcommand};

#[cfg(not(feature = "research"))]
use crate::command::absent;
#[cfg(feature = "research")]
use crate::command::{audit, reproduce};
use crate::command::{
    count, database, design, estimate, label, model, numbers, perturb, power, rankings, renamed, scores,
    serve, sign, sql, synthesize, test, verify, weigh,
};

/// Private surveys: every device perturbs its answers, and totals are estimated from the perturbed reports.
///
/// `candor design` turns a survey into a plan. The plan promises by how much a report can change anybody's odds about a
/// person at most. Respondents' devices perturb the whole record under the plan, and tables with standard errors are
/// estimated from the perturbed reports alone.
#[derive(Parser)]
#[command(name = "candor", version, max_term_width = 100, after_help = WALKTHROUGH)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    command: Command,
}

/// The line of the walkthrough that needs the feature `research`.
#[cfg(feature = "research")]
macro_rules! audited {
    () => {
        "  candor audit plan.json                            test whether the mechanism keeps its promises\n"
    };
}

#[cfg(not(feature = "research"))]
macro_rules! audited {
    () => {
        ""
    };
}

const WALKTHROUGH: &str = concat!(
    "\
From a survey to a table:
  candor design survey.json -o plan.json            turn a survey into a plan with a privacy budget
  candor power plan.json --table a,b --help         how many respondents a test takes
  candor verify plan.json                           recompute the promises of a plan
  candor label plan.json -o label.html              the plan's privacy label
",
    audited!(),
    "  candor sign plan.json --key key.pem -o plan.json  sign it with your key
  candor perturb plan.json --answers answers.csv -o reports.ndjson
  candor count plan.json reports.ndjson             tables of the perturbed answers
  candor sql plan.json --dialect duckdb             an SQL query that counts reports in a warehouse
  candor estimate plan.json reports.ndjson          estimated tables of the true answers
  candor test plan.json reports.ndjson --screen     which questions are associated
  candor model plan.json reports.ndjson --help      regression of one question on others
  candor numbers plan.json reports.ndjson --of age  means and quantiles of questions in bins
  candor scores plan.json reports.ndjson --by sex   means, spread and reliability of scores
  candor rankings plan.json reports.ndjson          first places, mean ranks, who is put before whom
  candor weigh plan.json reports.csv --help         estimates with weights, strata and clusters
  candor synthesize plan.json reports.ndjson        synthetic records drawn from the estimates
  candor serve --plan plan.json --public            collect reports over HTTP
  candor database invite plan.json --number 500     invitation links, each for one report
  candor database close plan.json                   take no more reports
  candor database export plan.json -o out.parquet   write the reports, not in order of arrival
  candor database backup monday.db                  copy a collector's database
  candor database migrate candor.db --help          move it to a PostgreSQL server
  candor database expire                            delete reports whose last day is over
  candor database transfer health --help            hand a survey's name to another author

Exit status: 0 success, 2 the input must be changed, 1 any other failure.
Errors: `error[code]: sentence` on stderr; the codes are stable."
);

#[derive(Subcommand)]
enum Command {
    Design(design::Design),
    Verify(verify::Verify),
    Label(label::Label),
    #[cfg(feature = "research")]
    Audit(audit::Audit),
    Sign(sign::Sign),
    Perturb(perturb::Perturb),
    Count(count::Count),
    Sql(sql::Sql),
    Estimate(estimate::Estimate),
    Test(test::Test),
    Model(model::Fit),
    Numbers(numbers::Measure),
    Scores(scores::Measure),
    Rankings(rankings::Rank),
    Weigh(weigh::Weigh),
    Synthesize(synthesize::Synthesize),
    Power(power::Power),
    Serve(serve::Serve),
    Database(database::Database),
    #[cfg(feature = "research")]
    Reproduce(reproduce::Reproduce),
    #[command(flatten)]
    Renamed(renamed::Renamed),
    #[cfg(not(feature = "research"))]
    #[command(flatten)]
    Absent(absent::Absent),
}

impl Arguments {
    /// Runs the command.
    ///
    /// # Errors
    /// The error that stopped the command; `main` prints it.
    pub fn run(&self) -> Result<(), Error> {
        match &self.command {
            Command::Design(design) => design.run(),
            Command::Verify(verify) => verify.run(),
            Command::Label(label) => label.run(),
            #[cfg(feature = "research")]
            Command::Audit(audit) => audit.run(),
            Command::Sign(sign) => sign.run(),
            Command::Perturb(perturb) => perturb.run(),
            Command::Count(count) => count.run(),
            Command::Sql(sql) => sql.run(),
            Command::Estimate(estimate) => estimate.run(),
            Command::Test(test) => test.run(),
            Command::Model(model) => model.run(),
            Command::Numbers(numbers) => numbers.run(),
            Command::Scores(scores) => scores.run(),
            Command::Rankings(rankings) => rankings.run(),
            Command::Weigh(weigh) => weigh.run(),
            Command::Synthesize(synthesize) => synthesize.run(),
            Command::Power(power) => power.run(),
            Command::Serve(serve) => serve.run(),
            Command::Database(database) => database.run(),
            #[cfg(feature = "research")]
            Command::Reproduce(reproduce) => reproduce.run(),
            Command::Renamed(renamed) => renamed.run(),
            #[cfg(not(feature = "research"))]
            Command::Absent(absent) => absent.run(),
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
