//! Request bodies: reads them as a whole, up to a limit.

use axum::body::{Body, Bytes, HttpBody};
use candor::{Code, Error};
use http_body_util::{BodyExt, LengthLimitError, Limited};

use super::state::AppState;
use crate::room::Taken;

/// The most bytes of a body: some 20,000 reports of 40 questions.
const BODY_LIMIT: usize = 4 << 20;

/// Reads a body, and reserves memory for it. Hold the reservation for as long as anything made from the body.
///
/// # Errors
/// `too-large`; `incomplete-body`; `overloaded`.
pub(super) async fn whole(collector: &AppState, body: Body) -> Result<(Bytes, Taken), Error> {
    let room = collector.room.take(most_bytes(&body)?).await?;
    match Limited::new(body, BODY_LIMIT).collect().await {
        Ok(collected) => Ok((collected.to_bytes(), room)),
        Err(cause) if cause.is::<LengthLimitError>() => Err(too_large()),
        Err(_) => Err(Error::new(Code::IncompleteBody, "the body ended early, or its framing is broken")),
    }
}

/// The most bytes that a body can have. A body whose declared length is too large is refused before it is sent.
fn most_bytes(body: &Body) -> Result<usize, Error> {
    let told = body.size_hint().exact().map_or(Ok(BODY_LIMIT), usize::try_from);
    told.ok().filter(|bytes| *bytes <= BODY_LIMIT).ok_or_else(too_large)
}

fn too_large() -> Error {
    Error::new(Code::TooLarge, format!("the request's body is too large: the limit is {BODY_LIMIT} bytes"))
}
