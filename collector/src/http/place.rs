//! Extracts parameters from paths.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::problem::Problem;

/// The parameters of a path. A path that is not UTF-8 is not found.
pub(super) struct Placed<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Placed<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let placed = Path::from_request_parts(parts, state).await;
        placed.map(|Path(placed)| Self(placed)).map_err(|_| Problem::nothing_here())
    }
}
