//! The functions that R calls.
#![allow(unsafe_code, missing_docs, reason = "extendr writes functions of C around these")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use candor::plan::{Caps, Plan};
use candor_bindings::counts::Counted;
use candor_bindings::needed::needed;
use candor_bindings::plans::{self, LabelRequest};
use candor_bindings::{found, reading, simulated};
use candor_documents::margins::Margins;
use candor_documents::promises::Promises;
use candor_documents::requests::{DesignRequest, PowerRequest};
use candor_input::signature;
use candor_input::weighing::WeighRequest;
use extendr_api::prelude::*;

use crate::columns::{sources, Columns};
use crate::refusal::{mistyped, reply, request, Refusal};
use crate::running::{document, Finished, Running};

type Replied<T> = core::result::Result<T, Refusal>;
type SharedPlan = ExternalPtr<Arc<Plan>>;

/// Reads and verifies a plan from its text.
#[extendr]
fn plan_of_text(text: &str, max_record_epsilon: Option<f64>) -> Robj {
    let plan = Plan::from_json(text, &Caps { max_record_epsilon });
    reply(plan.map(|plan| ExternalPtr::new(Arc::new(plan))).map_err(Refusal::from))
}

/// Reads and verifies a plan from a file.
#[extendr]
fn plan_of_file(path: &str, max_record_epsilon: Option<f64>) -> Robj {
    let plan = candor_input::plan(Path::new(path), &Caps { max_record_epsilon });
    reply(plan.map(|plan| ExternalPtr::new(Arc::new(plan))).map_err(Refusal::from))
}

/// The document of a plan as it is published, its fingerprint, its survey, and its questions and plain columns as JSON.
#[extendr]
fn plan_about(plan: SharedPlan) -> Robj {
    let about = plans::questions(&plan).map(|questions| {
        list!(
            text = plan.json(),
            fingerprint = plan.fingerprint().to_string(),
            survey = plan.survey(),
            questions = questions
        )
    });
    reply(about.map_err(Refusal::from))
}

/// The document of `candor verify`.
#[extendr]
fn plan_promises(plan: SharedPlan) -> Robj {
    reply(found(&Promises::of_plan(&plan)).map(document).map_err(Refusal::from))
}

/// Checks that a plan carries the signature of this key.
#[extendr]
fn plan_signed_by(plan: SharedPlan, public_key: &str) -> Robj {
    reply(signature::check(&plan, public_key).map_err(Refusal::from))
}

/// The label's text.
#[extendr]
fn plan_label(plan: SharedPlan, options: Robj) -> Robj {
    let label = request::<LabelRequest>(&options);
    reply(label.and_then(|label| label.written(&plan).map_err(Refusal::from)))
}

/// The tables that a result of this kind takes, each as names joined by commas.
#[extendr]
fn plan_needed(plan: SharedPlan, kind: &str, options: Robj) -> Robj {
    let names = needed(&plan, kind, &options).map_err(|misfit| mistyped(&misfit));
    reply(names.and_then(|names| names.map_err(Refusal::from)))
}

/// The document of `candor power`.
#[extendr]
fn plan_power(plan: SharedPlan, options: Robj) -> Robj {
    let plan = Arc::clone(&plan);
    reply(
        request::<PowerRequest>(&options).and_then(|request| {
            Running::start(move |_| found(&request.compute(&plan)?).map(Finished::Document))
        }),
    )
}

/// Designs a plan for a survey document.
#[extendr]
fn plan_designed(
    survey: String,
    options: Robj,
    earlier: Nullable<SharedPlan>,
    standard_error: Option<f64>,
) -> Robj {
    let earlier = Option::from(earlier).map(|plan: SharedPlan| Arc::clone(&plan));
    reply(request::<DesignRequest>(&options).and_then(|request| {
        Running::start(move |_| {
            let (plan, found) = plans::designed(&survey, &request, earlier.as_deref(), standard_error)?;
            Ok(Finished::Designed(Arc::new(plan), found))
        })
    }))
}

/// Counts the reports of files and data frames.
#[extendr]
fn reports_read(plan: SharedPlan, of: List, tables: Vec<String>, pairs: bool, earlier: List) -> Robj {
    reply(read(&plan, &of, tables, pairs, &earlier))
}

fn read(
    plan: &SharedPlan,
    of: &List,
    tables: Vec<String>,
    pairs: bool,
    earlier: &List,
) -> Replied<ExternalPtr<Running>> {
    let (plan, sources) = (Arc::clone(plan), sources(of)?);
    let shared = |plan: Robj| SharedPlan::try_from(plan).map(|plan| Arc::clone(&plan));
    let earlier: extendr_api::Result<Vec<Arc<Plan>>> = earlier.values().map(shared).collect();
    let earlier = earlier.map_err(|misfit| mistyped(&misfit))?;
    Running::start(move |followed| {
        reading::read(plan, sources, &tables, pairs, &earlier, followed).map(Finished::Counts)
    })
}

/// Counts that were made elsewhere.
#[extendr]
fn reports_counted(plan: SharedPlan, text: &str) -> Robj {
    reply(reading::counted(Arc::clone(&plan), text).map(ExternalPtr::new).map_err(Refusal::from))
}

/// Perturbs the answers of imagined people as `candor perturb --seed` does, and counts them.
#[extendr]
fn reports_simulated(
    plan: SharedPlan,
    truth: List,
    people: Option<f64>,
    seed: f64,
    tables: Vec<String>,
) -> Robj {
    reply(simulate(&plan, &truth, people, seed, tables))
}

fn simulate(
    plan: &SharedPlan,
    truth: &List,
    people: Option<f64>,
    seed: f64,
    tables: Vec<String>,
) -> Replied<ExternalPtr<Running>> {
    let (plan, truth) = (Arc::clone(plan), Columns::of(truth)?);
    let people = people.map(|people| request::<u64>(&people.into())).transpose()?;
    let seed = request::<u64>(&seed.into())?;
    Running::start(move |followed| {
        simulated::simulate(plan, truth, people, seed, &tables, followed).map(Finished::Counts)
    })
}

/// Estimates tables of a population from files of reports that weigh differently.
#[extendr]
fn reports_weighed(plan: SharedPlan, paths: Vec<String>, margins: &str, options: Robj) -> Robj {
    reply(weigh(&plan, paths, margins, &options))
}

fn weigh(
    plan: &SharedPlan,
    paths: Vec<String>,
    margins: &str,
    options: &Robj,
) -> Replied<ExternalPtr<Running>> {
    let (plan, margins) = (Arc::clone(plan), Margins::from_json(margins)?);
    let request: WeighRequest = request(options)?;
    let paths: Vec<PathBuf> = paths.into_iter().map(PathBuf::from).collect();
    Running::start(move |followed| {
        let (found, remark) = reading::weigh(&plan, &paths, margins, &request, followed)?;
        Ok(Finished::Remarked(found, remark))
    })
}

/// Estimates scores or rankings of a population from such files.
#[extendr]
fn reports_weighed_for(
    plan: SharedPlan,
    paths: Vec<String>,
    margins: &str,
    weighing: Robj,
    kind: &str,
    options: Robj,
) -> Robj {
    reply(weigh_for(&plan, paths, margins, &weighing, (kind, &options)))
}

fn weigh_for(
    plan: &SharedPlan,
    paths: Vec<String>,
    margins: &str,
    weighing: &Robj,
    (kind, options): (&str, &Robj),
) -> Replied<ExternalPtr<Running>> {
    let (plan, margins) = (Arc::clone(plan), Margins::from_json(margins)?);
    let of: WeighRequest = request(weighing)?;
    let paths: Vec<PathBuf> = paths.into_iter().map(PathBuf::from).collect();
    if kind == "scores" {
        let asked = request(options)?;
        return Running::start(move |followed| {
            reading::weigh_scores(&plan, &paths, margins, &of, asked, followed).map(Finished::Document)
        });
    }
    let asked = request(options)?;
    Running::start(move |followed| {
        reading::weigh_rankings(&plan, &paths, margins, &of, asked, followed).map(Finished::Document)
    })
}

/// The number of reports, a sentence on them, and the tables that were counted.
#[extendr]
fn counts_about(counts: ExternalPtr<Counted>) -> Robj {
    // No number of reports reaches 2^53, up to which doubles are exact.
    #[allow(clippy::cast_precision_loss, reason = "R has no larger integers")]
    let n = counts.n() as f64;
    list!(n = n, summary = counts.summary(), tables = counts.tables()).into()
}

/// The document of `candor count`.
#[extendr]
fn counts_document(counts: ExternalPtr<Counted>) -> Robj {
    reply(counts.document().map(document).map_err(Refusal::from))
}

/// The result of this kind.
#[extendr]
fn counts_computed(
    counts: ExternalPtr<Counted>,
    kind: &str,
    options: Robj,
    other: Nullable<ExternalPtr<Counted>>,
) -> Robj {
    reply(compute(&counts, kind, &options, other.into()))
}

fn compute(
    counts: &ExternalPtr<Counted>,
    kind: &str,
    options: &Robj,
    other: Option<ExternalPtr<Counted>>,
) -> Replied<ExternalPtr<Running>> {
    let (counts, other) = (Counted::clone(counts), other.map(|other| Counted::clone(&other)));
    macro_rules! answered {
        (|$request:ident, $followed:pat_param| $answer:expr) => {{
            let $request = request(options)?;
            Running::start(move |$followed| Ok(Finished::Document($answer?)))
        }};
    }
    match kind {
        "estimate" => answered!(|request, followed| counts.estimate(&request, &followed.stop)),
        "test" => answered!(|request, _| counts.test(&request, other.as_ref())),
        "model" => answered!(|request, _| counts.model(&request)),
        "numbers" => answered!(|request, _| counts.numbers(&request)),
        "scores" => answered!(|request, _| counts.scores(request)),
        "rankings" => answered!(|request, _| counts.rankings(request)),
        _ => {
            let request = request(options)?;
            Running::start(move |_| counts.synthesize(&request).map(Finished::Records))
        }
    }
}

/// The reply of a job that ends within so many milliseconds, otherwise `NULL`.
#[extendr]
fn job_outcome(job: ExternalPtr<Running>, milliseconds: i32) -> Robj {
    job.outcome(milliseconds.unsigned_abs().into())
}

/// Tells a job to stop.
#[extendr]
fn job_stop(job: ExternalPtr<Running>) {
    job.stop();
}

extendr_module! {
    mod candor;
    fn plan_of_text;
    fn plan_of_file;
    fn plan_about;
    fn plan_promises;
    fn plan_signed_by;
    fn plan_label;
    fn plan_needed;
    fn plan_power;
    fn plan_designed;
    fn reports_read;
    fn reports_counted;
    fn reports_simulated;
    fn reports_weighed;
    fn reports_weighed_for;
    fn counts_about;
    fn counts_document;
    fn counts_computed;
    fn job_outcome;
    fn job_stop;
}
