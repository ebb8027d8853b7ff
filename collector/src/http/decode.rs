//! Parses submissions into reports that are checked against their plans.

use axum::http::HeaderMap;
use base64ct::{Base64UrlUnpadded, Encoding};
use candor::design::Invitations;
use candor::plan::Fingerprint;
use candor::report::{Report, ReportDocument, invited_label};
use candor::{Code, Error};

use super::headers::{INVITATION, WITHDRAWAL};
use super::problem::Problem;
use crate::catalogue::Catalogue;
use crate::invitation::Credential;
use crate::store::{Admission, Arrival, Published, not_taken};
use crate::tokens;

/// The format of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Body {
    /// One report.
    Json,
    /// One report per line (NDJSON).
    Lines,
}

impl Body {
    /// The format for a content type; JSON without one.
    pub(super) fn of_type(content_type: Option<&str>) -> Result<Self, Error> {
        let named = content_type.map(|named| named.split(';').next().unwrap_or_default().trim());
        match named.map(str::to_ascii_lowercase).as_deref() {
            None | Some("application/json") => Ok(Self::Json),
            Some("application/x-ndjson" | "application/ndjson") => Ok(Self::Lines),
            Some(other) => {
                let message = format!(
                    "the content type {other:?} is neither application/json nor application/x-ndjson"
                );
                Err(Error::new(Code::UnsupportedMediaType, message))
            }
        }
    }
}

/// The headers that a single report is sent with.
#[derive(Default)]
pub(super) struct SubmissionHeaders {
    invitation: Option<String>,
    withdrawal: Option<[u8; 32]>,
}

impl SubmissionHeaders {
    /// Reads the headers of a request.
    ///
    /// # Errors
    /// `invalid-report` if a header is malformed.
    pub(super) fn of(headers: &HeaderMap) -> Result<Self, Error> {
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?").to_owned());
        let hash = |text: String| {
            let hash = Base64UrlUnpadded::decode_vec(&text).ok().and_then(|bytes| bytes.try_into().ok());
            hash.ok_or_else(|| {
                Error::new(Code::InvalidReport, format!("{WITHDRAWAL} is not 32 bytes in base64url"))
            })
        };
        Ok(Self { invitation: text(INVITATION), withdrawal: text(WITHDRAWAL).map(hash).transpose()? })
    }

    /// The proof of invitation that a report comes with. A malformed or wrongly signed credential is an error, and so is a label that
    /// does not follow from it where the plan says that labels do.
    fn admission(&self, published: &Published, report: &Report) -> Result<Option<Admission>, Error> {
        let Some((kind, text)) = published.plan().invitations().zip(self.invitation.as_deref()) else {
            return Ok(None);
        };
        if kind == Invitations::Plain {
            return Ok(Some(Admission::Invitation(tokens::digest(text))));
        }
        let key = published.signing_key().ok_or_else(|| not_taken(Code::NotInvited))?;
        let credential = Credential::from_text(text)?;
        key.public().verify(&credential)?;
        if published.plan().labels().is_some()
            && report.perturbed().first() != Some(&invited_label(published.plan(), &credential.text()))
        {
            let message = "the report has another label than the one that follows from its invitation; load the plan anew and use the link again";
            return Err(Error::new(Code::InvalidReport, message));
        }
        Ok(Some(Admission::Signed(credential.digest())))
    }
}

/// The reports of a body, and the line of each (only in NDJSON).
pub(super) struct Decoded {
    pub(super) arrivals: Vec<Arrival>,
    pub(super) lines: Vec<Option<usize>>,
}

/// Parses and checks every report; the headers apply only to a report that is sent alone.
pub(super) fn read(
    catalogue: &Catalogue,
    body: Body,
    bytes: &[u8],
    headers: &SubmissionHeaders,
) -> Result<Decoded, Problem> {
    let nothing = SubmissionHeaders::default();
    let headers = if body == Body::Json { headers } else { &nothing };
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
    let mut decoded =
        Decoded { arrivals: Vec::with_capacity(texts.len()), lines: Vec::with_capacity(texts.len()) };
    for (line, text) in texts {
        decoded
            .arrivals
            .push(arrival(catalogue, text, headers).map_err(|error| Problem::in_line(line, error))?);
        decoded.lines.push(line);
    }
    Ok(decoded)
}

fn arrival(catalogue: &Catalogue, text: &str, headers: &SubmissionHeaders) -> Result<Arrival, Error> {
    let document: ReportDocument = serde_json::from_str(text).map_err(|_| {
        Error::new(
            Code::InvalidReport,
            "not a JSON object with id, perturbed, plan and, if the plan has plain columns, plain",
        )
    })?;
    let stated: Fingerprint = document.plan.parse().map_err(|_| {
        Error::new(Code::InvalidReport, format!("{:?} is not the fingerprint of a plan", document.plan))
    })?;
    let published = catalogue.with_fingerprint(&stated).ok_or_else(|| {
        Error::new(Code::PlanMismatch, format!("this collector takes no reports for plan {stated}"))
    })?;
    let report = Report::from_document(document, published.plan())?;
    let (admission, withdrawal) = (headers.admission(&published, &report)?, headers.withdrawal);
    Ok(Arrival { published, report, admission, withdrawal })
}
