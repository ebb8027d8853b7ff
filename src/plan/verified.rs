//! The part of a plan that a device keeps: questions, law, and promises recomputed from the law's integer weights; and the questions and
//! law of its tables.

use alloc::vec::Vec;

use super::document::{AttributePromiseDocument, PlanDocument, VERSION, Written, labels};
use super::fingerprint::Fingerprint;
use super::promises::{Promises, promises};
use super::questions::{CompoundDocument, PlanAttribute, ScoreDocument, SectionDocument};
use crate::design::Ask;
use crate::error::{Code, Error, every};
use crate::law::{Law, RoundedScore};
use crate::schema::{Compound, Schema, Section, check_text};

/// Limits set by whoever uses a plan, never by the plan.
#[derive(Debug, Clone, Copy, Default)]
pub struct Caps {
    /// The largest record ε accepted.
    pub max_record_epsilon: Option<f64>,
}

/// The verified parts of a plan.
#[derive(Debug, Clone)]
pub(crate) struct Verified {
    schema: Schema,
    law: Law,
    promises: Promises,
    fingerprint: Fingerprint,
    mechanism: Option<Fingerprint>,
}

impl Verified {
    /// Checks a document and its canonical texts: schema, law, fingerprint, and every promise against the one
    /// recomputed from the integer weights. Moves schema and law out of the document.
    pub(crate) fn new(document: &mut PlanDocument, written: &Written, caps: &Caps) -> Result<Self, Error> {
        check_version(document.candor)?;
        let names = [&document.survey, &document.method].into_iter().chain(&document.wave_of);
        names.into_iter().try_for_each(|name| check_text(name))?;
        let schema = Schema::new(every(&mut document.attributes, PlanAttribute::attribute)?)?;
        let compound = |document: &CompoundDocument| document.compound(schema.attributes());
        let compounds = document.compounds.iter().map(compound).collect::<Result<_, _>>()?;
        let schema = schema.with_compounds(compounds)?;
        let schema = schema.with_scores(document.scores.iter().map(ScoreDocument::score).collect())?;
        let mut scores = document.scores.iter().zip(schema.scores());
        scores.try_for_each(|(document, score)| document.check_steps(&schema, score))?;
        let sections = sections(document);
        schema.check_texts(document.title.as_ref(), &document.texts, &sections)?;
        schema.check_sections(&sections)?;
        let scores = RoundedScore::reported(&schema)?;
        let forms = every(&mut document.forms, |form| form.form(schema.len() + scores.len()))?;
        let law = Law::with_scores(schema.sizes(), scores, forms)?;
        check_ask(document.ask, &schema, &law, Code::InvalidPlan)?;
        check_labels(document, &law)?;
        let fingerprint = Fingerprint::of(written.unfingerprinted.as_bytes());
        fingerprint.check(&document.fingerprint)?;
        let requested = |promise: &AttributePromiseDocument| (promise.requested, promise.requested_attribute);
        let promises = promises(&schema, &law, document.privacy.attributes.iter().map(requested));
        document.privacy.check(&schema, &promises)?;
        check_caps(&promises, caps)?;
        let mechanism = written.mechanism.as_deref().map(str::as_bytes).map(Fingerprint::of);
        Ok(Self { schema, law, promises: promises.rounded_up(), fingerprint, mechanism })
    }

    pub(crate) fn schema(&self) -> &Schema {
        &self.schema
    }

    pub(crate) fn law(&self) -> &Law {
        &self.law
    }

    pub(crate) fn promises(&self) -> &Promises {
        &self.promises
    }

    /// For a wave, the fingerprint of the questions and the law, shared by all waves that ask the same.
    pub(crate) fn mechanism(&self) -> Option<Fingerprint> {
        self.mechanism
    }

    pub(crate) fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }
}

/// The questions and the law, extended by the scores that devices report and by the plain columns.
#[derive(Debug, Clone)]
pub(super) struct Tabled {
    pub(super) schema: Schema,
    /// Without the plain columns.
    pub(super) perturbed: Schema,
    pub(super) law: Law,
}

impl Tabled {
    /// Extends the schema and law of a verified document; `None` with neither.
    pub(super) fn new(verified: &Verified, document: &PlanDocument) -> Result<Option<Self>, Error> {
        let (own, law) = (verified.schema(), verified.law());
        if document.plain.is_empty() && law.scores().is_empty() {
            return Ok(None);
        }
        let carrying = own.with_plain(&document.plain)?;
        carrying.check_texts(document.title.as_ref(), &document.texts, &sections(document))?;
        let law = law.with_plain(&carrying.sizes()[own.len()..])?;
        let perturbed = own.clone().with_reported_scores(own.len())?;
        Ok(Some(Self { schema: carrying.with_reported_scores(own.len())?, perturbed, law }))
    }
}

fn sections(document: &PlanDocument) -> Vec<Section> {
    document.sections.iter().map(SectionDocument::section).collect()
}

fn check_version(candor: u32) -> Result<(), Error> {
    if candor == VERSION {
        return Ok(());
    }
    let message = message!("plan version ", candor, " is not supported; this is version ", VERSION);
    Err(Error::new(Code::UnsupportedVersion, message))
}

/// Refuses devices that draw their questions where the law has one label, or where questions hang on others, which might not be drawn.
pub(super) fn check_ask(ask: Ask, schema: &Schema, law: &Law, refused: Code) -> Result<(), Error> {
    if ask == Ask::Drawn
        && (schema.has_impossible_records() || schema.compounds().iter().any(Compound::is_one_answer))
    {
        let message = "\"ask\" is \"drawn\", but there are follow-ups, or questions with several choices: a device might draw one without the rest";
        return Err(Error::new(refused, message));
    }
    if ask == Ask::Drawn && law.labels() == 1 {
        let message = "\"ask\" is \"drawn\", but the law has one label: it asks everything of every device";
        return Err(Error::new(refused, message));
    }
    Ok(())
}

/// Refuses labels that cannot follow from invitations. Plans of earlier versions let devices draw them.
fn check_labels(document: &PlanDocument, law: &Law) -> Result<(), Error> {
    let wave_of = document.wave_of.as_deref();
    if document.labels.is_none() || document.labels == labels(document.invitations, wave_of, law) {
        return Ok(());
    }
    let message = "\"labels\" needs blind invitations, several labels and no wave";
    Err(Error::new(Code::InvalidPlan, message))
}

fn check_caps(promises: &Promises, caps: &Caps) -> Result<(), Error> {
    match caps.max_record_epsilon {
        Some(cap) if promises.record > cap || cap.is_nan() => {
            let message = message!("record ε is ", promises.record, "; at most ", cap, " is accepted here");
            Err(Error::new(Code::CapExceeded, message))
        }
        _ => Ok(()),
    }
}
