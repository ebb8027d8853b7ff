//! `candor label`: writes a plan's promises on one page.

use std::path::{Path, PathBuf};

use candor::Error;
use candor::plan::Caps;
use candor_documents::label::{
    Deployment, ENGLISH, LANGUAGES, Label as Page, Publication, USUAL_RESPONDENTS, USUAL_STEP, Words, annex,
    registry_entry, words_in,
};
use clap::{Args, ValueEnum};

use crate::{input, output};

/// Write a plan's privacy label: what is promised, by whom, and what is not promised.
///
/// The promises are recomputed from the plan's integer weights. The label follows the questions of NIST SP 800-226,
/// Guidelines for Evaluating Differential Privacy Guarantees. No plan says who controls the page and the collector: name
/// them with --page and --collector, or the label says "not stated". The same holds of who may read totals (--readers) and
/// until when reports are kept (--retention). Nor does it say how many people take part and how many reports are told
/// together, on which depends what totals tell: name these numbers with --respondents and --step. With --annex it fills
/// in an annex for a data-protection impact assessment instead, and with --registry an entry for the public registry of
/// deployments of differential privacy (YAML), both in English.
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
    /// Who may read totals.
    #[arg(long, value_name = "NAME", default_value = "")]
    readers: String,
    /// Until when reports are kept.
    #[arg(long, value_name = "TEXT", default_value = "")]
    retention: String,
    /// How many people are expected to take part: the label says what totals of their reports tell of one of them.
    #[arg(long, value_name = "PEOPLE", default_value_t = USUAL_RESPONDENTS, value_parser = clap::value_parser!(u64).range(1..))]
    respondents: u64,
    /// How many reports are told together at least, as `candor serve --release-reports` says.
    #[arg(long, value_name = "REPORTS", default_value_t = USUAL_STEP, value_parser = clap::value_parser!(u64).range(1..))]
    step: u64,
    /// The language of the label.
    #[arg(long, value_name = "LANGUAGE", default_value = ENGLISH.language, value_parser = language)]
    language: &'static Words,
    /// Write an annex for a data-protection impact assessment in place of the label.
    #[arg(long, conflicts_with_all = ["format", "language"])]
    annex: bool,
    /// Write an entry for the public registry of deployments in place of the label.
    #[arg(long, conflicts_with_all = ["format", "language", "annex"], requires_all = ["purpose", "region", "published", "author"])]
    registry: bool,
    /// With --registry: what the totals are for.
    #[arg(long, value_name = "TEXT", requires = "registry")]
    purpose: Option<String>,
    /// With --registry: which region the survey is about.
    #[arg(long, value_name = "TEXT", requires = "registry")]
    region: Option<String>,
    /// With --registry: the first day on which totals are published, as YYYY-MM-DD.
    #[arg(long, value_name = "DAY", requires = "registry")]
    published: Option<String>,
    /// With --registry: who writes the entry.
    #[arg(long, value_name = "NAME", requires = "registry")]
    author: Option<String>,
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
  $ candor label plan.json --respondents 2500 --format json
  $ candor label plan.json --language de --readers 'Everybody' --retention 'the end of 2027' -o etikett.html
  $ candor label plan.json --annex --page 'The health office' -o annex.html
  $ candor label plan.json --registry --collector 'The university' --purpose 'To plan prevention' --region Austria \\
      --published 2027-03-01 --author 'A. Author' -o health.yaml";

/// The words of a language that has labels.
fn language(tag: &str) -> Result<&'static Words, String> {
    let tags = || LANGUAGES.map(|words| words.language).join(", ");
    words_in(tag).ok_or_else(|| format!("labels are in {}", tags()))
}

impl Label {
    /// Writes the label.
    ///
    /// # Errors
    /// The errors of a plan that does not verify; those of [`Publication::new`]; `io`.
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let deployment = Deployment {
            page: self.page.clone(),
            collector: self.collector.clone(),
            readers: self.readers.clone(),
            retention: self.retention.clone(),
            respondents: self.respondents,
            step: self.step,
        };
        let text = match self.label_format() {
            _ if self.annex => annex(&plan, &deployment),
            _ if self.registry => registry_entry(&plan, &deployment, &self.publication()?),
            LabelFormat::Html => Page::of(&plan, deployment, self.language).html(),
            LabelFormat::Json => Page::of(&plan, deployment, self.language).json(),
        };
        match self.output.as_deref().filter(|path| *path != Path::new("-")) {
            Some(path) => output::staged::replace(path, text.as_bytes()),
            None => output::stdout(|to| to.write_all(text.as_bytes())),
        }
    }

    /// What an entry of the registry says beside; all of it was given, as `--registry` requires it.
    fn publication(&self) -> Result<Publication, Error> {
        let [purpose, region, published, author] =
            [&self.purpose, &self.region, &self.published, &self.author]
                .map(|given| given.as_deref().unwrap_or_default());
        Publication::new(purpose, region, published, author)
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
