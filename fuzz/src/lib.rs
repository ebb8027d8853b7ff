//! Ring: hostile documents. Whatever text the decoders are given, they read it or refuse it and never panic; what
//! they read is written and read back unchanged.
//!
//! There is one function per decoder. `fuzz_targets/` hands each to libFuzzer, which mutates inputs that reached new
//! branches. `scripts/fuzz` runs them; `seeds/` holds the initial inputs and every text that once broke a decoder.

#![allow(
    clippy::panic,
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "a fault is found by panicking"
)]

use std::io::Cursor;
use std::sync::LazyLock;

use candor::count::Table;
use candor::design::{Method, Survey};
use candor::plan::{Caps, Plan, PlanDocument};
use candor::report::{Report, respond_with};
use candor::schema::{Answer, Record};
use candor::{Code, Error};
use candor_cli::document::counts::{self, Counts};
use candor_cli::document::{Document, Format};
use candor_cli::input::answers::Answers;
use candor_cli::input::columns::Chosen;
use candor_cli::input::reports::{Tally, read_text};
use candor_cli::input::source::{self, Source};
use candor_cli::output::reports::{ReportFormat, ReportWriter};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// The plan that reports, answers and counts are read with: it has bins with open ends, an optional question, and
/// names and values that need quoting.
static PLAN: LazyLock<Plan> = LazyLock::new(|| {
    let survey = Survey::from_json(include_str!("../seeds/survey/levels.json")).expect("valid");
    plan_of(&survey).expect("valid")
});

/// A plan whose devices draw which questions they use.
static LABELLED: LazyLock<Plan> = LazyLock::new(|| {
    Plan::from_json(include_str!("../seeds/plan/labelled.json"), &Caps::default()).expect("valid")
});

/// A plan whose reports carry a column in clear.
static PLAIN: LazyLock<Plan> = LazyLock::new(|| {
    Plan::from_json(include_str!("../seeds/plan/plain.json"), &Caps::default()).expect("valid")
});

fn plan_of(survey: &Survey) -> Result<Plan, Error> {
    Plan::new(survey, &survey.request().method(Method::Independent).design()?)
}

/// Reads a survey as `candor design` does. If it is accepted, so is the plan that is made of it.
pub fn survey(text: &str) {
    let Ok(survey) = Survey::from_json(text) else { return };
    if let Ok(plan) = plan_of(&survey) {
        is_kept(&plan);
    }
}

/// Reads a plan as anybody does who gets one from somebody else. If only the fingerprint of a text is wrong, the
/// text is tried again with the right one, because no mutation finds a hash.
pub fn plan(text: &str) {
    let Ok(mut document) = serde_json::from_str::<PlanDocument>(text) else { return };
    let mut verified = Plan::verify(document.clone(), &Caps::default());
    if let Err(refused) = &verified
        && let Some((_, fingerprint)) = refused.message().rsplit_once(" but has ")
        && refused.code() == Code::FingerprintMismatch
    {
        document.fingerprint = fingerprint.to_owned();
        verified = Plan::verify(document, &Caps::default());
    }
    if let Ok(plan) = verified {
        is_kept(&plan);
    }
}

/// Asserts that an accepted plan reads back unchanged, that its promises are ordered, and that it perturbs.
fn is_kept(plan: &Plan) {
    let again = Plan::from_json(plan.json(), &Caps::default()).expect("accepted once");
    assert_eq!((again.json(), again.fingerprint()), (plan.json(), plan.fingerprint()));
    let promises = plan.promises();
    for promise in &promises.attributes {
        assert!(0.0 <= promise.column && promise.column <= promise.attribute, "{promises:?}");
        assert!(promise.attribute <= promises.record && promises.record.is_finite(), "{promises:?}");
    }
    let record = Record::new(&plan.schema().always_asked(), vec![0; plan.schema().len()])
        .expect("every question has a first category");
    let mut plain = plan.plain().iter().map(|column| Answer::Text(column.categories[0].value()));
    let report = respond_with(plan, record, &mut ChaCha8Rng::seed_from_u64(0))
        .carrying(plan, |_| plain.next().expect("one value for every column"))
        .expect("every column has a first category");
    report_is_kept(plan, &report);
}

fn report_is_kept(plan: &Plan, report: &Report) {
    let text = report.to_json().expect("integers and ASCII");
    assert_eq!(Report::from_json(&text, plan).as_ref(), Ok(report));
}

/// Reads a report as the collector and `candor count` do.
pub fn report(text: &str) {
    for plan in [&*PLAN, &*LABELLED, &*PLAIN] {
        if let Ok(report) = Report::from_json(text, plan) {
            report_is_kept(plan, &report);
        }
    }
}

/// Reads true answers in CSV as `candor perturb` does. The reports that it writes are counted, both from NDJSON and
/// from CSV.
pub fn answers(bytes: &[u8]) {
    let Ok(mut answers) = Answers::new(&PLAN, source(bytes), &Chosen::default()) else { return };
    let mut noise = ChaCha8Rng::seed_from_u64(0);
    let mut writers = [ReportFormat::Json, ReportFormat::Csv]
        .map(|format| ReportWriter::new(format, &PLAN, Vec::new()).expect("memory"));
    let mut records = 0;
    while let Ok(Some(record)) = answers.next_record() {
        let report = respond_with(&PLAN, record, &mut noise);
        writers.iter_mut().for_each(|writer| writer.write(&report).expect("memory"));
        records += 1;
    }
    for writer in writers {
        let written = writer.finish().expect("memory");
        let mut tally = Tally::new(&PLAN, tables()).expect("tables of the plan");
        read_text(&mut source(&written), &mut tally).expect("as it was written");
        let counted = tally.into_tables().expect("few reports");
        assert!(counted.iter().all(|table| table.total() == records));
    }
}

/// Reads a file of perturbed reports, NDJSON or CSV, as `candor count` does; the counts are read back.
pub fn reports(bytes: &[u8]) {
    let mut tally = Tally::new(&PLAN, tables()).expect("tables of the plan");
    if read_text(&mut source(bytes), &mut tally).is_ok() {
        counts_are_kept(tally.into_tables().expect("few reports"));
    }
}

/// Reads counts, which may come from a data warehouse, as `candor estimate --counts` does.
pub fn counts(text: &str) {
    if let Ok(tables) = counts::from_json(text, &PLAN) {
        counts_are_kept(tables);
    }
}

fn counts_are_kept(tables: Vec<Table>) {
    let mut written = Vec::new();
    Counts::new(&PLAN, tables.clone()).write(Format::Json, &mut written).expect("memory");
    let text = String::from_utf8(written).expect("JSON is UTF-8");
    assert_eq!(counts::from_json(&text, &PLAN), Ok(tables));
}

fn source(bytes: &[u8]) -> Source {
    source::of(Cursor::new(bytes.to_vec())).expect("memory")
}

fn tables() -> Vec<Table> {
    [vec![0], vec![1, 2]].iter().map(|attributes| Table::new(&*PLAN, attributes).expect("small")).collect()
}
