//! `GET /scores`.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use candor::{Code, Error};
use candor_documents::scores;

use super::parameters::{Format, Whose, check_private, confidence, response, unknown};
use super::problem::Problem;
use super::state::AppState;

/// The parameters, for errors.
const PARAMETERS: &str = "survey, plan, of, by, quantiles, confidence, format";

/// The parameters: `survey` or `plan`, any number of scores `of` which to estimate, and how.
struct Asked {
    whose: Whose,
    scores: scores::Asked,
    format: Format,
}

/// Estimates scores from released reports.
pub(super) async fn scores(
    State(collector): State<Arc<AppState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    collector.readers.admit(&headers)?;
    let Asked { whose, scores, format } = Asked::read(query.as_deref().unwrap_or_default())?;
    let published = whose.published(&collector.catalogue)?;
    check_private(published.plan(), scores.by.as_deref().into_iter())?;
    let is_csv = format == Format::Csv;
    let work = collector.answers.scores(&published, scores, is_csv, &collector.room);
    response(&collector, work, format).await
}

impl Asked {
    fn read(query: &str) -> Result<Self, Error> {
        let (whose, scores) = (Whose::default(), scores::Asked::default());
        let mut asked = Self { whose, scores, format: Format::Json };
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let value = value.into_owned();
            match name.as_ref() {
                "survey" => asked.whose.survey = Some(value),
                "plan" => asked.whose.plan = Some(value),
                "of" => asked.scores.of.push(value),
                "by" => asked.scores.by = Some(value),
                "quantiles" => asked.scores.quantiles = quantiles(&value)?,
                "confidence" => asked.scores.confidence = confidence(&value)?,
                "format" => asked.format = Format::read(&value)?,
                other => return Err(unknown(other, PARAMETERS)),
            }
        }
        Ok(asked)
    }
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
