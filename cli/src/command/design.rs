//! `candor design`: designs a plan for a survey.

use std::path::{Path, PathBuf};

use candor::design::Survey;
use candor::plan::{Caps, Plan};
use candor::{Code, Error};
use clap::Args;

use crate::document::comparisons::Findings;
use crate::document::promises::Promises;
use crate::document::requests::DesignRequest;
use crate::document::tradeoff::Tradeoff;
use crate::document::{Document, Format};
use crate::output::progress;
use crate::{failure, input, output};
#[cfg(not(feature = "research"))]
use candor_documents::not_included;

/// Turn a survey into a plan, and print what the plan promises.
///
/// The plan is one JSON document with a fingerprint: the questions, the law by which a device perturbs a record, and the
/// promises that follow from it. Publish it: respondents' devices and all other commands read it.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Design {
    /// The survey: a JSON document with attributes and the privacy asked for.
    survey: PathBuf,
    /// Where to write the plan. Without this option the plan goes to stdout and the promises to stderr.
    #[arg(short, long, value_name = "PLAN")]
    output: Option<PathBuf>,
    /// The design method, instead of the survey's own; `auto` compares the methods. An unknown name lists them all.
    #[arg(long)]
    method: Option<String>,
    /// What the tables are read as, instead of what the survey says: `unbiased`, or `best-guess` for the design with the least expected
    /// error of the best guess of all tables of one and two questions together, with as many respondents as the survey expects. The
    /// squared error of its unbiased tables is at most 1.5 times that of the default design, with `best-guess:2` twice. The errors of
    /// both designs are printed.
    #[arg(long, value_name = "READS")]
    reads: Option<String>,
    /// Accept a method that makes a column ε larger than the one asked for.
    #[arg(long)]
    allow_raised: bool,
    /// The largest plan, in KB of 1,000 bytes. If a law needs a larger plan, the best law that fits is taken, and the
    /// output says so.
    #[arg(long, value_name = "KB", default_value_t = DesignRequest::LARGE)]
    max_plan_size: usize,
    /// The earlier plan that this survey corrects, for example after a typo in a question. If the questions' names, values,
    /// plain columns and the law are the same, devices that answered the earlier plan keep their report instead of drawing
    /// another. The new plan also names the plans that the earlier one corrected.
    #[arg(long, value_name = "PLAN")]
    revises: Option<PathBuf>,
    /// Print how many respondents are needed for this standard error of a cell, such as 0.01, in every table to be read.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    standard_error: Option<f64>,
    /// Write a picture of record ε against column ε for each method, with this design marked, as SVG.
    #[arg(long, value_name = "SVG")]
    plot: Option<PathBuf>,
    /// Output format of the promises.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// The bytes in a KB.
const KB: usize = 1_000;

/// Warns about a large plan, which every device has to load.
fn remark_on_size(bytes: usize) -> Result<(), Error> {
    if bytes <= DesignRequest::LARGE * KB {
        return Ok(());
    }
    let size = match bytes / 100_000 {
        tenths if tenths < 10 => format!("{} KB", bytes / KB),
        tenths => format!("{}.{} MB", tenths / 10, tenths % 10),
    };
    output::remark(&format!(
        "\nremark: the plan has {size}, and every respondent's device loads it; questions with equally many answers, \
         fewer questions, or --method independent make it smaller\n"
    ))
}

/// Says what happens to the reports of people who have already answered.
fn remark_on_revision(plan: &Plan, earlier: &Plan) -> Result<(), Error> {
    output::remark(&match plan.stands_for(earlier) {
        Ok(()) => {
            "\nremark: devices that answered the earlier plan keep their report; count the reports of both plans with \
                   candor count --with\n"
                .to_owned()
        }
        Err(error) => format!(
            "\nremark: {}; devices that answered the earlier plan draw another report, which spends record ε once more\n",
            error.message()
        ),
    })
}

/// Says for which differences the design is not made.
fn remark_on_undeclared(findings: &Findings) -> Result<(), Error> {
    match &findings.undeclared()[..] {
        [] => Ok(()),
        tables => output::remark(&format!(
            "\nremark: the design is not for these tables, which comparisons take and \"tables\" lacks: {}\n",
            tables.join(", ")
        )),
    }
}

/// Refuses the method that only researchers use, where it is not included.
#[cfg(not(feature = "research"))]
fn refuse_absent(method: Option<&str>) -> Result<(), Error> {
    match method {
        Some("linear-program") => Err(not_included::error("method linear-program", "research")),
        _ => Ok(()),
    }
}

/// Parses a number above 0 and below 1.
fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| 0.0 < *number && *number < 1.0);
    number.ok_or_else(|| format!("{text:?} is not a share: a number above 0 and below 1"))
}

const EXAMPLE: &str = r#"Example:
  $ cat survey.json
  {"survey": "health-2026",
   "attributes": [
     {"name": "smoker", "question": "Do you smoke?", "categories": ["no", "yes"], "epsilon": 1},
     {"name": "age", "question": "Your age", "bins": [null, 18, 30, 45, 60, null], "epsilon": 1}]}
  $ candor design survey.json -o plan.json --plot tradeoff.svg

Instead of an `epsilon` on every attribute, "privacy": {"record_epsilon": 4} sets one privacy budget for
the whole record. It is spent on the "tables" to be read, [["smoker", "age"]], by default on every question
and every pair; the name of a score stands for its mean, ["climate-score", "age"] by age. Every device draws at random which questions it uses, and its report shows which: the error then
comes near to the least that any protocol can have. "other_tables": 0.05 keeps a share of the respondents for
pairs that are not declared. With "ask": "drawn" a device draws its questions first and asks only these. With
"method": "analysis" every device uses every question. With a "weight" on some attribute the budget is divided
among the questions in these proportions instead.
"attribute_epsilon": 1.5, on a question or in "privacy", limits what the whole report reveals about one answer.
With "reads": "best-guess" in "privacy", the design is for the best guess of all tables together; the fewer respondents
are expected, the more of them answer about single questions.
With "comparisons", the differences that you expect, it prints how many respondents find each of them:
  [{"of": "smoker", "answer": "yes", "by": "age", "groups": [
    {"answer": "[18,30)", "size": 0.2, "share": 0.32}, {"answer": "≥60", "size": 0.3, "share": 0.14}]}]
The expected error of these tables is printed beside the bound for any protocol and the errors of other designs; with
"respondents": 2000, so are the expected standard errors of each table.
Titles, questions and labels can be given in several languages, {"en": "Do you smoke?", "es": "¿Fuma?"}: respondents
read their own, this program prints the first."#;

impl Design {
    /// Designs, writes the plan, prints the promises.
    ///
    /// # Errors
    /// The errors of the survey, `raised-epsilon`, `infeasible-request` and `plan-too-large`; `io`.
    pub fn run(&self) -> Result<(), Error> {
        let survey = Survey::from_json(&failure::text(&self.survey, Code::InvalidSurvey)?)
            .map_err(|error| error.at(self.survey.display()))?;
        let earlier = self.revises.as_deref().map(|path| input::plan(path, &Caps::default())).transpose()?;
        let request = DesignRequest {
            method: self.method.clone(),
            reads: self.reads.clone(),
            allow_raised: self.allow_raised,
            max_plan_size: self.max_plan_size,
        };
        #[cfg(not(feature = "research"))]
        refuse_absent(self.method.as_deref())?;
        let survey = request.survey(survey, earlier.as_ref())?;
        let clock = progress::clock("designing");
        let (design, plan) = request.designed(&survey, &mut |step| {
            clock.set_message(format!("designing, {} forms, gap {:.0e}", step.families, step.gap));
        })?;
        let picture = self.plot.as_ref().map(|_| Tradeoff::of(&survey, &design).svg()).transpose()?;
        let promises = Promises::of_design(&plan, &survey, &design, self.standard_error)?;
        drop(clock);
        let document = format!("{}\n", plan.json());
        if let (Some(path), Some(picture)) = (&self.plot, &picture) {
            output::staged::replace(path, picture.as_bytes())?;
        }
        match self.output.as_deref().filter(|path| *path != Path::new("-")) {
            Some(path) => {
                output::staged::replace(path, document.as_bytes())?;
                output::stdout(|to| promises.write(self.format, to))?;
            }
            None => {
                output::stdout(|to| to.write_all(document.as_bytes()))?;
                output::stderr(|to| promises.write(self.format, to))?;
            }
        }
        promises.comparisons().map_or(Ok(()), remark_on_undeclared)?;
        earlier.map_or(Ok(()), |earlier| remark_on_revision(&plan, &earlier))?;
        remark_on_size(document.len())
    }
}
