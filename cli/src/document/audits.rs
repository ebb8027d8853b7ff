//! The results of audits, with the promises of the plan.

use core::fmt;

use candor::plan::Plan;
use candor_audit::realised::{self, Audit, FALSE_ALARM, Finding};
use candor_documents::sheet::Sheet;
use serde::Serialize;

use crate::document::Document;
use crate::document::promises::rounded_up;
use crate::output::counted;
use crate::output::grid::Grid;

/// The audits of a plan's mechanisms.
#[derive(Serialize)]
pub struct Audits {
    survey: String,
    fingerprint: String,
    confidence: f64,
    mechanisms: Vec<Mechanism>,
    #[serde(skip)]
    names: Vec<String>,
}

#[derive(Serialize)]
struct Mechanism {
    mechanism: &'static str,
    trials: u64,
    pairs: usize,
    all_pairs: bool,
    promises: Vec<Promise>,
    verdict: &'static str,
}

#[derive(Serialize)]
struct Promise {
    /// `record`, `column` or `attribute`.
    promise: &'static str,
    /// The attribute whose attribute ε or column ε it is; absent for the record ε.
    #[serde(skip_serializing_if = "Option::is_none")]
    attribute: Option<String>,
    promised: f64,
    at_least: f64,
    verdict: &'static str,
}

fn verdict(broken: bool) -> &'static str {
    if broken { "broken" } else { "not refuted" }
}

impl Promise {
    fn new(finding: &Finding, names: &[String]) -> Self {
        let (promise, position) = match finding.promise {
            realised::Promise::Record => ("record", None),
            realised::Promise::Column(position) => ("column", Some(position)),
            realised::Promise::Attribute(position) => ("attribute", Some(position)),
        };
        Self {
            promise,
            attribute: position.map(|position| names[position].clone()),
            promised: finding.promised,
            at_least: finding.at_least,
            verdict: verdict(finding.is_broken()),
        }
    }

    fn name(&self) -> String {
        let of = self.attribute.as_ref().map_or(String::new(), |name| format!(" of {name}"));
        format!("{} ε{of}", self.promise)
    }
}

impl Audits {
    /// No audits yet.
    #[must_use]
    pub fn new(plan: &Plan) -> Self {
        Self {
            survey: plan.survey().to_owned(),
            fingerprint: plan.fingerprint().to_string(),
            confidence: 1.0 - FALSE_ALARM,
            mechanisms: Vec::new(),
            names: plan.schema().attributes().iter().map(|attribute| attribute.name().to_owned()).collect(),
        }
    }

    /// Adds the audit of a mechanism.
    pub fn push(&mut self, mechanism: &'static str, audit: Audit) {
        self.mechanisms.push(Mechanism {
            mechanism,
            trials: audit.trials,
            pairs: audit.pairs,
            all_pairs: audit.exhaustive,
            verdict: verdict(audit.is_broken()),
            promises: audit.findings.iter().map(|finding| Promise::new(finding, &self.names)).collect(),
        });
    }

    /// Describes the first promise that is refuted, if any.
    #[must_use]
    pub fn refuted(&self) -> Option<String> {
        self.promises().find(|(_, promise)| promise.verdict == verdict(true)).map(|(mechanism, promise)| {
            let name = promise.name();
            format!(
                "the {mechanism} mechanism promises {name} {} but has at least {}",
                promise.promised, promise.at_least
            )
        })
    }

    fn promises(&self) -> impl Iterator<Item = (&str, &Promise)> {
        self.mechanisms.iter().flat_map(|m| m.promises.iter().map(|promise| (m.mechanism, promise)))
    }
}

impl Document for Audits {
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        writeln!(to, "survey       {}\nfingerprint  {}", self.survey, self.fingerprint)?;
        for mechanism in &self.mechanisms {
            let pairs = if mechanism.all_pairs { "all" } else { "random" };
            let (name, trials) = (mechanism.mechanism, mechanism.trials);
            writeln!(
                to,
                "{name:<11}  {}, {} ({pairs}): {}",
                counted(trials, "report"),
                counted(mechanism.pairs as u64, "pair"),
                mechanism.verdict
            )?;
        }
        let texts = ["mechanism", "promise"].map(str::to_owned);
        let mut grid = Grid::new(texts, &["promised", "at least", "verdict"]);
        for (mechanism, promise) in self.promises() {
            let levels = [rounded_up(promise.promised), format!("{:.4}", promise.at_least)];
            let named = [mechanism.to_owned(), promise.name()];
            grid.push(named.into_iter().chain(levels).chain([promise.verdict.to_owned()]).collect());
        }
        write!(
            to,
            "\n{grid}\nat least  the ε that these reports show, at a confidence of 99 % for all lines of a mechanism\n"
        )
    }
    fn rows(&self, to: &mut Sheet<'_>) -> fmt::Result {
        to.row(["mechanism", "promise", "attribute", "promised", "at_least", "verdict"])?;
        for (mechanism, promise) in self.promises() {
            let [promised, at_least] = [promise.promised, promise.at_least].map(|level| level.to_string());
            let attribute = promise.attribute.as_deref().unwrap_or_default();
            to.row([mechanism, promise.promise, attribute, &promised, &at_least, promise.verdict])?;
        }
        Ok(())
    }
}
