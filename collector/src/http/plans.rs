//! Routes for plans and surveys.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use candor_documents::totals::Told;
use serde::Serialize;

use super::place::Placed;
use super::problem::Problem;
use super::state::AppState;
use crate::store::{Published, Release};

/// A plan never changes under its fingerprint, so it may be cached forever.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// A plan as lists have it.
#[derive(Serialize)]
pub(super) struct Listed {
    survey: String,
    title: Option<String>,
    fingerprint: String,
    /// How many reports the totals include.
    reports: u64,
    release: ReleaseRule,
    /// What totals tell of one person; null as long as it is unknown how many reports are told together.
    totals: Option<Told>,
    is_closed: bool,
    /// The day; null if the database did not record it.
    published: Option<String>,
    opens: Option<String>,
    closes: Option<String>,
    /// The last day on which reports are kept; null if none was set.
    kept: Option<String>,
    /// Null if there is no bound to compare with.
    standard_error_ratio: Option<f64>,
    /// Pairs of names; null if there are too many questions to check.
    unidentifiable_pairs: Option<Vec<[String; 2]>>,
}

/// When totals are released: first after a number of reports, then after a number of new ones and of minutes.
#[derive(Serialize)]
struct ReleaseRule {
    after: u64,
    reports: u64,
    minutes: u64,
    /// Whether they are released once instead, when the plan takes no more reports.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    at_close: bool,
}

impl Listed {
    pub(super) fn new(published: &Published, release: Release) -> Self {
        let (plan, reports) = (published.plan(), published.totals().reports);
        let step = release.smallest_step(reports);
        Self {
            survey: plan.survey().to_owned(),
            title: plan.title().map(|title| title.fallback().to_owned()),
            fingerprint: plan.fingerprint().to_string(),
            reports,
            is_closed: published.is_closed(),
            published: published.day().map(str::to_owned),
            opens: plan.period().opens().map(str::to_owned),
            closes: plan.period().closes().map(str::to_owned),
            kept: published.keeping().until,
            release: ReleaseRule {
                after: release.after,
                reports: release.reports,
                minutes: release.pause.as_secs() / 60,
                at_close: release.at_close,
            },
            totals: (step > 0).then(|| Told::clone(&published.told(step))),
            standard_error_ratio: published.standard_error_ratio(),
            unidentifiable_pairs: published.unidentifiable_pairs().map(<[_]>::to_vec),
        }
    }
}

/// `GET /surveys`: every plan, the newest last, with the day it was published, how many reports its totals include, the ratio of its
/// expected standard errors to the bound for any protocol, and the pairs of questions that cannot be estimated.
pub(super) async fn surveys(State(collector): State<Arc<AppState>>) -> impl IntoResponse {
    let plans = collector.catalogue.plans();
    let listed = plans.iter().map(|published| Listed::new(published, collector.release));
    ([(CACHE_CONTROL, "no-cache")], Json(listed.collect::<Vec<_>>()))
}

/// `GET /surveys/{name}`: the newest plan of a survey.
pub(super) async fn newest(
    State(collector): State<Arc<AppState>>,
    Placed(name): Placed<String>,
) -> Result<impl IntoResponse, Problem> {
    let published = collector.catalogue.survey(&name)?;
    Ok(document(&published, "no-cache"))
}

/// `GET /plans/{fingerprint}`: a plan.
pub(super) async fn plan(
    State(collector): State<Arc<AppState>>,
    Placed(fingerprint): Placed<String>,
) -> Result<impl IntoResponse, Problem> {
    let published = collector.catalogue.written(&fingerprint)?;
    Ok(document(&published, FOR_EVER))
}

/// Responds with the canonical bytes that the fingerprint is computed from.
fn document(published: &Published, cached: &'static str) -> impl IntoResponse + use<> {
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, cached)], published.plan().json().to_owned())
}
