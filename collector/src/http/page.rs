//! Static files: the respondents' page at `/`, the dashboard at `/dashboard`, the page for frames of other origins at `/embed.html`.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use candor::{Code, Error};
use candor_documents::failure;
use percent_encoding::percent_decode_str;
use tower_http::services::{ServeDir, ServeFile};

use super::headers::Framed;
use super::problem::Problem;

/// Serves the files of a directory, gzipped ones (`app.js.gz`) if the browser accepts them.
///
/// `/dashboard` is `dashboard.html`, or `index.html` for a page that does its own routing. Names that begin with a dot are not served, nor
/// are links that lead out of the directory.
///
/// # Errors
/// `io` when there is no such directory.
pub(super) fn files(directory: &Path) -> Result<Router, Error> {
    let root: Arc<Path> =
        fs::canonicalize(directory).map_err(|cause| failure::file(directory, &cause))?.into();
    let dashboard = directory.join("dashboard.html");
    let dashboard = if dashboard.is_file() { dashboard } else { directory.join("index.html") };
    Ok(Router::new()
        .route_service("/dashboard", ServeFile::new(dashboard).precompressed_gzip())
        .fallback_service(ServeDir::new(&root).precompressed_gzip())
        .layer(middleware::from_fn_with_state(root, inside))
        .layer(middleware::from_fn(cached)))
}

/// Refuses a directory that contains the database, which everybody could fetch then.
///
/// # Errors
/// `exposed-database`; `io`.
pub fn refuse_exposed(database: &Path, directory: &Path) -> Result<(), Error> {
    let root = fs::canonicalize(directory).map_err(|cause| failure::file(directory, &cause))?;
    // The database may not exist yet.
    let found = fs::canonicalize(database).or_else(|_| {
        let parent = env::current_dir()?.join(database.parent().unwrap_or(Path::new("")));
        fs::canonicalize(parent)
    });
    if found.map_err(|cause| failure::file(database, &cause))?.starts_with(&root) {
        let message = format!(
            "{} lies in {}, whose files everybody may read: move it elsewhere",
            database.display(),
            directory.display()
        );
        return Err(Error::new(Code::ExposedDatabase, message));
    }
    Ok(())
}

async fn inside(State(root): State<Arc<Path>>, request: Request, next: Next) -> Response {
    match stays_inside(&root, request.uri().path()) {
        true => next.run(request).await,
        false => Problem::nothing_here().into_response(),
    }
}

/// Whether every file that may be served for a path is inside `root` and has no hidden name.
fn stays_inside(root: &Path, path: &str) -> bool {
    let path = percent_decode_str(path).decode_utf8_lossy();
    let mut names = path.split('/').filter(|name| !name.is_empty());
    let target = names.try_fold(root.to_owned(), |target, name| {
        let is_plain = !name.starts_with('.') && !name.contains(['\0', '\\']);
        is_plain.then(|| target.join(name))
    });
    let Some(target) = target else { return false };
    let with = |suffix: &str| {
        let mut name = target.clone().into_os_string();
        name.push(suffix);
        PathBuf::from(name)
    };
    let answering = ["", ".gz", ".html", ".html.gz", "/index.html", "/index.html.gz"].map(with);
    answering.iter().all(|file| match fs::canonicalize(file) {
        Ok(file) => file.starts_with(root),
        // A file that does not exist is not served. Any other error, as for a name that is too long, refuses the path.
        Err(cause) => matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory),
    })
}

/// Sets cache headers. Files under `/assets/` have a content hash in their name and never change; all others are revalidated, with a 304
/// while they are unchanged. One page is made for frames.
async fn cached(request: Request, next: Next) -> Response {
    let hashed = request.uri().path().starts_with("/assets/");
    let framed = request.uri().path() == "/embed.html";
    let mut response = next.run(request).await;
    if response.status() == StatusCode::NOT_FOUND {
        return Problem::nothing_here().into_response();
    }
    let cached = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(cached));
    if framed {
        response.extensions_mut().insert(Framed);
    }
    response
}
