//! An entry of the public registry of deployments of differential privacy, in the YAML of its schema \[Registry25\]: what is published, the variant and
//! parameters of privacy, the model of trust, how losses add up, and how it is built. It is a draft of the most detailed tier, for its authors to complete.

use core::fmt::Write;

use candor::design::Ask;
use candor::plan::Plan;
use candor::{Code, Error};

use super::deployment::Deployment;
use super::words::ENGLISH;
use crate::day::Day;
use crate::promises::rounded_up;
use crate::text::{counted, grouped};

/// What an entry says that neither a plan nor its deployment tells.
#[derive(Clone, Debug)]
pub struct Publication {
    purpose: String,
    region: String,
    published: Day,
    author: String,
}

impl Publication {
    /// What the totals are for, which region the survey is about or whose law applies, the first day on which totals are published, as YYYY-MM-DD, and who
    /// writes the entry.
    ///
    /// # Errors
    /// `invalid-name` for a text that says nothing; `invalid-day`.
    pub fn new(purpose: &str, region: &str, published: &str, author: &str) -> Result<Self, Error> {
        for (name, text) in [("purpose", purpose), ("region", region), ("author", author)] {
            if text.trim().is_empty() {
                let message = format!("an entry of the registry names its {name}; {text:?} names none");
                return Err(Error::new(Code::InvalidName, message));
            }
        }
        let [purpose, region, author] = [purpose, region, author].map(str::to_owned);
        Ok(Self { purpose, region, published: Day::new(published)?, author })
    }
}

/// The entry of a plan that is deployed and published like this.
#[must_use]
pub fn registry_entry(plan: &Plan, deployment: &Deployment, publication: &Publication) -> String {
    let mut entry = Entry::default();
    let title = plan.title().map_or(plan.survey(), |title| title.in_language("en"));
    let curator = ENGLISH.stated(&deployment.collector);
    let year = publication.published.as_str().split('-').next().unwrap_or_default();
    entry.text(0, "url_slug", &[title, curator, year].map(slug).join("-"));
    entry.text(0, "status", "Draft");
    entry.number(0, "tier", "3");
    entry.group(0, "deployment");
    basic(&mut entry, plan, title, deployment, publication);
    privacy(&mut entry, plan);
    model(&mut entry, deployment);
    accounting(&mut entry, plan);
    implementation(&mut entry, plan);
    entry.group(1, "administrative");
    entry.list(2, "registry_authors", &publication.author);
    entry.yaml
}

fn basic(entry: &mut Entry, plan: &Plan, title: &str, deployment: &Deployment, publication: &Publication) {
    let questions = counted(plan.schema().attributes().len() as u64, "question");
    entry.group(1, "basic");
    entry.text(2, "name", title);
    entry.list(2, "data_curators", ENGLISH.stated(&deployment.collector));
    entry.text(2, "intended_use", &publication.purpose);
    entry.text(2, "data_product_type", "Summary statistics");
    entry.text(2, "data_product_region", &publication.region);
    let description = format!(
        "Totals of a survey of {questions}: shares of answers, and tables of several questions, estimated from reports that each respondent's \
         browser perturbed. About {} people are expected to take part.",
        grouped(deployment.respondents)
    );
    entry.text(2, "description", &description);
    entry.text(2, "publication_date", publication.published.as_str());
}

fn privacy(entry: &mut Entry, plan: &Plan) {
    let attributes = plan.schema().attributes();
    let record = rounded_up(plan.promises().record);
    entry.group(1, "dp_variant");
    entry.text(2, "variant_name", "Pure DP");
    let sizes: Vec<String> = attributes.iter().map(|attribute| attribute.size().to_string()).collect();
    entry.text(
        2,
        "data_domain",
        &format!(
            "Records of {}, with {} possible answers.",
            counted(attributes.len() as u64, "question"),
            sizes.join(" × ")
        ),
    );
    entry.text(2, "unprotected_quantities", &unprotected(plan));
    entry.group(1, "privacy_loss");
    entry.text(2, "privacy_unit", "One report: all answers of one person to this survey together");
    entry.text(
        2,
        "privacy_unit_details",
        "Two records are adjacent whatever answers they differ in, all of them included: the promise holds for every pair of records. \
         That somebody took part is not hidden from the collector.",
    );
    entry.group(2, "privacy_parameters");
    entry.number(3, "epsilon", &record);
    let single = attributes.iter().zip(&plan.promises().attributes);
    let single: Vec<String> = single
        .map(|(attribute, own)| format!("{}: {}", attribute.name(), rounded_up(own.attribute)))
        .collect();
    entry.text(2, "privacy_parameters_details", &format!(
        "ε is that of the whole record, rounded up, and recomputed from integer weights; there is no δ. To somebody who knows all other answers, one \
         answer is protected by: {}.",
        single.join(", ")
    ));
}

fn unprotected(plan: &Plan) -> String {
    let mut told = "The number of reports, and the day on which each was received.".to_owned();
    if matches!(plan.ask(), Ask::Drawn) || !plan.law().is_unlabelled() {
        told += " Which questions the device drew, which does not depend on the answers.";
    }
    for column in plan.plain() {
        write!(told, " The column {:?}, which reports carry without noise.", column.name).ok();
    }
    told
}

fn model(entry: &mut Entry, deployment: &Deployment) {
    let Deployment { respondents, step, .. } = *deployment;
    entry.group(1, "deployment_model");
    entry.text(2, "model_name", "Local");
    entry.text(2, "actors", &format!(
        "Respondents rely on their own device and on the page ({}), which is open source and recomputes the promise before a question is shown. The \
         collector ({}) sees perturbed reports only, and need not be trusted with answers. Totals are read by: {}.",
        ENGLISH.stated(&deployment.page),
        ENGLISH.stated(&deployment.collector),
        ENGLISH.stated(&deployment.readers)
    ));
    entry.text(2, "release_type", "Many releases");
    entry.text(2, "release_type_details", &format!(
        "Totals are released in steps of at least {} reports. All of them come from the same perturbed reports, so that no release adds a loss. Reports are \
         kept until: {}.",
        grouped(step.min(respondents)),
        ENGLISH.stated(&deployment.retention)
    ));
    entry.text(2, "data_source_type", "Dynamic");
    entry.text(2, "access_type", "Non-interactive");
}

fn accounting(entry: &mut Entry, plan: &Plan) {
    let composition = &ENGLISH.composition;
    let twice = rounded_up(2.0 * plan.promises().record);
    let mut told = vec![composition.kept.to_owned(), (composition.second)(&twice)];
    told.push(
        plan.wave_of().map_or_else(|| composition.no_family.to_owned(), |family| (composition.wave)(family)),
    );
    entry.group(1, "accounting");
    entry.text(
        2,
        "post_processing",
        "Estimates invert the counts of reports; the shares that people read first are made to add up and not to be negative. Both only read reports, and \
         add no loss.",
    );
    entry.text(2, "composition", &told.join(" "));
}

fn implementation(entry: &mut Entry, plan: &Plan) {
    let algorithm = &ENGLISH.algorithm;
    entry.group(1, "implementation");
    entry.text(
        2,
        "preprocessing_and_hyperparameter_tuning",
        "None on answers: the mechanism was designed from the questions alone, before anybody answered.",
    );
    entry.text(
        2,
        "mechanisms",
        &[&(algorithm.law)(plan.method()), algorithm.integers, algorithm.constant].join(" "),
    );
    entry.text(2, "justification", &format!(
        "The mechanism was designed from the questions, ε and the tables that are to be read, by the method {:?}. Its plan, with the fingerprint {}, \
         is public: anybody can recompute the promise from its weights.",
        plan.method(),
        plan.fingerprint()
    ));
}

/// A text in lower-case letters, digits and hyphens.
fn slug(text: &str) -> String {
    let parts = text.split(|letter: char| !letter.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-").to_lowercase()
}

/// The lines of an entry. Texts are quoted as in JSON, which YAML reads alike.
#[derive(Default)]
struct Entry {
    yaml: String,
}

impl Entry {
    fn group(&mut self, depth: usize, name: &str) {
        self.line(depth, name, "");
    }

    fn number(&mut self, depth: usize, name: &str, value: &str) {
        self.line(depth, name, &format!(" {value}"));
    }

    fn text(&mut self, depth: usize, name: &str, text: &str) {
        self.line(depth, name, &format!(" {}", serde_json::Value::from(text)));
    }

    fn list(&mut self, depth: usize, name: &str, only: &str) {
        self.line(depth, name, &format!(" [{}]", serde_json::Value::from(only)));
    }

    fn line(&mut self, depth: usize, name: &str, value: &str) {
        // Writing to a string does not fail.
        writeln!(self.yaml, "{:width$}{name}:{value}", "", width = 2 * depth).ok();
    }
}
