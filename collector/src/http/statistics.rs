//! `GET /scores` and `GET /rankings`.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use candor::schema::Schema;
use candor::{Code, Error};
use candor_documents::statistics::Statistics;
use candor_documents::{rankings, scores};

use super::parameters::{Format, Whose, check_private, confidence, response, unknown};
use super::problem::Problem;
use super::state::AppState;

/// Estimates scores from released reports.
pub(super) async fn scores(
    State(collector): State<Arc<AppState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    answered(&collector, query, &headers, true, scores::Chosen::new).await
}

/// Estimates rankings from released reports.
pub(super) async fn rankings(
    State(collector): State<Arc<AppState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    answered(&collector, query, &headers, false, |schema, scores::Asked { of, by, confidence, .. }| {
        rankings::Chosen::new(schema, rankings::Asked { of, by, confidence })
    })
    .await
}

/// The response with the statistics that `find` finds by the parameters of a request, which may have quantiles.
async fn answered<Of: Statistics + Send + 'static>(
    collector: &AppState,
    query: Option<String>,
    headers: &HeaderMap,
    has_quantiles: bool,
    find: fn(&Schema, scores::Asked) -> Result<Of, Error>,
) -> Result<Response, Problem> {
    collector.readers.admit(headers)?;
    let (whose, asked, format) = read(query.as_deref().unwrap_or_default(), has_quantiles)?;
    let published = whose.published(&collector.catalogue)?;
    check_private(published.plan(), asked.by.as_deref().into_iter())?;
    let name = format!("{} {asked:?}", core::any::type_name::<Of>());
    let of = find(published.plan().perturbed_schema(), asked)?;
    let is_csv = format == Format::Csv;
    let work = collector.answers.statistics(&published, of, name, is_csv, &collector.room);
    response(collector, work, format).await
}

/// The parameters: `survey` or `plan`, any number of scores or rankings `of` which to estimate and how, and the format.
fn read(query: &str, has_quantiles: bool) -> Result<(Whose, scores::Asked, Format), Error> {
    let (mut whose, mut asked, mut format) = (Whose::default(), scores::Asked::default(), Format::Json);
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let value = value.into_owned();
        match name.as_ref() {
            "survey" => whose.survey = Some(value),
            "plan" => whose.plan = Some(value),
            "of" => asked.of.push(value),
            "by" => asked.by = Some(value),
            "quantiles" if has_quantiles => asked.quantiles = quantiles(&value)?,
            "confidence" => asked.confidence = confidence(&value)?,
            "format" => format = Format::read(&value)?,
            other if has_quantiles => {
                return Err(unknown(other, "survey, plan, of, by, quantiles, confidence, format"));
            }
            other => return Err(unknown(other, "survey, plan, of, by, confidence, format")),
        }
    }
    Ok((whose, asked, format))
}

/// Numbers with commas between them; of none it is no quantile.
fn quantiles(value: &str) -> Result<Vec<f64>, Error> {
    let number = |text: &str| {
        let refused = || {
            Error::new(
                Code::UnknownParameter,
                format!("quantiles {value:?} are not numbers with commas between them"),
            )
        };
        text.parse().map_err(|_| refused())
    };
    value.split(',').filter(|text| !text.is_empty()).map(number).collect()
}
