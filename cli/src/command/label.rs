//! `candor label`: writes a plan's promises on one page.

use std::path::{Path, PathBuf};

use candor::Error;
use candor::plan::Caps;
use candor_documents::label::{Label as Page, Parties, USUAL_RESPONDENTS};
use clap::{Args, ValueEnum};

use crate::{input, output};

/// Write a plan's privacy label: what is promised, by whom, and what is not promised.
///
/// The promises are recomputed from the plan's integer weights. The label follows the questions of NIST SP 800-226,
/// Guidelines for Evaluating Differential Privacy Guarantees. No plan says who controls the page and the collector: name
/// them with --page and --collector, or the label says "not stated". Nor does it say how many people take part, on which
/// depends what totals tell: name their number with --respondents.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Label {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    /// Who controls the page on which answers are given.
    #[arg(long, value_name = "NAME", default_value = "")]
    page: String,
    /// Who controls the collector.
    #[arg(long, value_name = "NAME", default_value = "")]
    collector: String,
    /// How many people are expected to take part: the label says what totals of their reports tell of one of them.
    #[arg(long, value_name = "PEOPLE", default_value_t = USUAL_RESPONDENTS, value_parser = clap::value_parser!(u64).range(1..))]
    respondents: u64,
    /// Where to write the label. Default: stdout.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// An HTML page or a JSON document. Default: by the extension of the output file.
    #[arg(long, value_enum)]
    format: Option<LabelFormat>,
}

/// How a label is written.
#[derive(Clone, Copy, ValueEnum)]
enum LabelFormat {
    Html,
    Json,
}

const EXAMPLE: &str = "\
Examples:
  $ candor label plan.json --page 'The health office' --collector 'The university' -o label.html
  $ candor label plan.json --respondents 2500 --format json";

impl Label {
    /// Writes the label.
    ///
    /// # Errors
    /// The errors of a plan that does not verify; `io`.
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let parties = Parties { page: self.page.clone(), collector: self.collector.clone() };
        let label = Page::of(&plan, parties, self.respondents);
        let text = match self.label_format() {
            LabelFormat::Html => label.html(),
            LabelFormat::Json => label.json(),
        };
        match self.output.as_deref().filter(|path| *path != Path::new("-")) {
            Some(path) => output::staged::replace(path, text.as_bytes()),
            None => output::stdout(|to| to.write_all(text.as_bytes())),
        }
    }

    fn label_format(&self) -> LabelFormat {
        let extension = self.output.as_deref().and_then(|path| path.extension());
        let by_name = match extension {
            Some(extension) if extension.eq_ignore_ascii_case("json") => LabelFormat::Json,
            _ => LabelFormat::Html,
        };
        self.format.unwrap_or(by_name)
    }
}
