//! `DELETE /plans/{fingerprint}/reports/{id}`.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use base64ct::{Base64UrlUnpadded, Encoding};
use candor::{Code, Error};

use super::access::bearer;
use super::place::Placed;
use super::problem::Problem;
use super::state::AppState;
use crate::edit::Edit;
use crate::tokens;

/// Deletes the report that was sent with the hash of this bearer token, its secret.
pub(super) async fn withdraw(
    State(collector): State<Arc<AppState>>,
    Placed((fingerprint, id)): Placed<(String, String)>,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let published = collector.catalogue.written(&fingerprint)?;
    let absent = || Error::new(Code::NotFound, "no report of this id can be withdrawn with this secret");
    let id = Base64UrlUnpadded::decode_vec(&id).ok().and_then(|id| id.try_into().ok()).ok_or_else(absent)?;
    let secret = tokens::digest(bearer(&headers).ok_or_else(absent)?);
    collector.writer.edit(Edit::Withdraw { plan: published.number(), id, secret }).await?;
    Ok(StatusCode::NO_CONTENT)
}
