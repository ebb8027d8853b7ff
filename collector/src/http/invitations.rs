//! Invitations over HTTP: issuing them to authors, and exchanging them for signatures.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use base64ct::{Base64UrlUnpadded, Encoding};
use candor::design::Invitations;
use candor::{Code, Error};
use candor_documents::failure;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::access::bearer;
use super::authors::own;
use super::body;
use super::headers::NO_STORE;
use super::place::Placed;
use super::problem::Problem;
use super::state::AppState;
use crate::edit::{Edit, Edited};
use crate::invitation::SigningKey;
use crate::store::{Published, not_taken};
use crate::tokens;

/// The most invitations per request.
const MOST: usize = 10_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    number: usize,
}

#[derive(Serialize)]
struct Issued {
    invitations: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
}

#[derive(Serialize)]
struct PublishedKey {
    key: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Blinded {
    blinded: String,
}

#[derive(Serialize)]
struct Signed {
    signature: String,
}

/// `POST /plans/{fingerprint}/invitations`, `{"number": 500}`: issues that many invitations; for blind ones, also returns the name of their
/// key.
pub(super) async fn issue(
    State(collector): State<Arc<AppState>>,
    Placed(fingerprint): Placed<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<impl IntoResponse, Problem> {
    let published = own(&collector, &fingerprint, &headers)?;
    let kind = published.plan().invitations().ok_or_else(no_invitations)?;
    let Wanted { number } = read(&collector, body).await?;
    if !(1..=MOST).contains(&number) {
        let message = format!("{number} invitations are asked for; 1 to {MOST} can be issued at a time");
        return Err(Error::new(Code::TooLarge, message).into());
    }
    let key = match kind {
        Invitations::Plain => None,
        Invitations::Blind => Some(signing_key(&collector, &published).await?.public().name()?),
    };
    let mut generator = candor::perturb::generator()?;
    let invitations: Vec<String> = (0..number).map(|_| tokens::fresh(&mut generator)).collect();
    let mut hashes: Vec<_> = invitations.iter().map(|token| tokens::digest(token)).collect();
    hashes.sort_unstable();
    collector.writer.edit(Edit::Invite { plan: published.number(), hashes }).await?;
    Ok((StatusCode::CREATED, NO_STORE, Json(Issued { invitations, key })))
}

/// `GET /plans/{fingerprint}/key`: the public key to blind with, the same for everybody invited.
pub(super) async fn key(
    State(collector): State<Arc<AppState>>,
    Placed(fingerprint): Placed<String>,
) -> Result<impl IntoResponse, Problem> {
    let published = collector.catalogue.written(&fingerprint)?;
    let key = published.signing_key().ok_or_else(no_invitations)?.public().text()?;
    Ok((NO_STORE, Json(PublishedKey { key })))
}

/// `POST /plans/{fingerprint}/signatures`, `{"blinded": "…"}`, with an invitation as bearer token: uses the invitation and signs.
pub(super) async fn exchange(
    State(collector): State<Arc<AppState>>,
    Placed(fingerprint): Placed<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<impl IntoResponse, Problem> {
    let published = collector.catalogue.written(&fingerprint)?;
    let key = published.signing_key().ok_or_else(no_invitations)?.clone();
    let invitation = bearer(&headers).ok_or_else(|| not_taken(Code::NotInvited))?;
    let invitation = tokens::digest(invitation);
    let Blinded { blinded } = read(&collector, body).await?;
    let unreadable = |_| Error::new(Code::InvalidInvitation, "the blinded message is not base64url");
    let message = Base64UrlUnpadded::decode_vec(&blinded).map_err(unreadable)?;
    key.public().check(&message)?;
    let blinded = tokens::digest(&blinded);
    collector.writer.edit(Edit::Exchange { plan: published.number(), invitation, blinded }).await?;
    // After a crash at this point the device repeats its request, and gets the signature then.
    let signing = tokio::task::spawn_blocking(move || key.sign(&message)).await;
    let signature = signing.map_err(|cause| failure::io("signing", &cause))??;
    Ok((NO_STORE, Json(Signed { signature: Base64UrlUnpadded::encode_string(&signature) })))
}

/// The signing key of a plan, made when its first invitations are issued.
async fn signing_key(collector: &AppState, published: &Published) -> Result<SigningKey, Error> {
    if let Some(key) = published.signing_key() {
        return Ok(key.clone());
    }
    let making = tokio::task::spawn_blocking(SigningKey::generate).await;
    let key = Box::new(making.map_err(|cause| failure::io("making a key", &cause))??);
    match collector.writer.edit(Edit::KeepKey { plan: published.number(), key }).await? {
        Edited::Key(kept) => Ok(*kept),
        _ => Err(no_invitations()),
    }
}

async fn read<T: DeserializeOwned>(collector: &AppState, body: Body) -> Result<T, Error> {
    let (bytes, _room) = body::whole(collector, body).await?;
    let unreadable = |cause| {
        Error::new(
            Code::InvalidInvitation,
            format!("the body is not the JSON object that this path takes: {cause}"),
        )
    };
    serde_json::from_slice(&bytes).map_err(unreadable)
}

fn no_invitations() -> Error {
    let message = "this plan takes reports from everybody, or no invitation of this kind was issued";
    Error::new(Code::NoInvitations, message)
}
