//! Bytes become reports that were checked against their plans.

use candor::plan::Fingerprint;
use candor::report::{Report, ReportDocument};
use candor::{Code, Error};

use super::problem::Problem;
use crate::collector::catalogue::Catalogue;
use crate::store::Arrival;

/// How a body is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Body {
    /// One report.
    Json,
    /// One report a line.
    Lines,
}

impl Body {
    /// By content type; without one it is taken for JSON.
    pub(super) fn of_type(content_type: Option<&str>) -> Result<Self, Error> {
        let named = content_type.map(|named| named.split(';').next().unwrap_or_default().trim());
        match named.map(str::to_ascii_lowercase).as_deref() {
            None | Some("application/json") => Ok(Self::Json),
            Some("application/x-ndjson" | "application/ndjson") => Ok(Self::Lines),
            Some(other) => {
                let message = format!("{other:?} is neither application/json nor application/x-ndjson");
                Err(Error::new(Code::UnsupportedMediaType, message))
            }
        }
    }
}

/// The reports of a body, and the line each stood on (only in NDJSON).
pub(super) struct Intake {
    pub(super) arrivals: Vec<Arrival>,
    pub(super) lines: Vec<Option<usize>>,
}

/// Reads and checks every report.
pub(super) fn read(catalogue: &Catalogue, body: Body, bytes: &[u8]) -> Result<Intake, Problem> {
    let text =
        core::str::from_utf8(bytes).map_err(|_| Error::new(Code::InvalidReport, "the body is not UTF-8"))?;
    let texts: Vec<(Option<usize>, &str)> = match body {
        Body::Json => vec![(None, text)],
        Body::Lines => {
            (1..).map(Some).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect()
        }
    };
    if texts.is_empty() {
        return Err(Error::new(Code::InvalidReport, "there is no report in the body").into());
    }
    let mut intake =
        Intake { arrivals: Vec::with_capacity(texts.len()), lines: Vec::with_capacity(texts.len()) };
    for (line, text) in texts {
        intake.arrivals.push(arrival(catalogue, text).map_err(|error| Problem::in_line(line, error))?);
        intake.lines.push(line);
    }
    Ok(intake)
}

fn arrival(catalogue: &Catalogue, text: &str) -> Result<Arrival, Error> {
    let document: ReportDocument = serde_json::from_str(text)
        .map_err(|_| Error::new(Code::InvalidReport, "not a JSON object of id, perturbed and plan"))?;
    let stated: Fingerprint = document.plan.parse().map_err(|_| {
        Error::new(Code::InvalidReport, format!("{:?} is no fingerprint of a plan", document.plan))
    })?;
    let published = catalogue.with_fingerprint(&stated).ok_or_else(|| {
        Error::new(Code::PlanMismatch, format!("no reports are collected here for plan {stated}"))
    })?;
    let report = Report::from_document(document, published.plan())?;
    Ok(Arrival { published, report })
}
