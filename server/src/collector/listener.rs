//! Connections: how many, how slow they may be, and how they end.
//!
//! axum's own loop sets no timer, and without one hyper's header timeout never fires; this is the same
//! loop with a timer, a limit and an orderly end.

use core::future::Future;
use core::time::Duration;
use std::sync::Arc;

use axum::Router;
use candor::Error;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::failure;

/// The most connections at a time; further ones wait to be accepted.
const CONNECTIONS: usize = 512;

/// How long a client may take to send a request's headers, or stay silent between two requests.
const HEADERS_WITHIN: Duration = Duration::from_secs(10);

/// The most bytes of headers.
const HEADERS_LIMIT: usize = 16 * 1024;

/// How long a connection may last; clients that are still there connect anew. A report that was sent but
/// not acknowledged by then is sent again, and counts once.
const CLOSED_AFTER: Duration = Duration::from_secs(600);

/// How long requests that were begun may take after the signal to stop.
const FINISH_WITHIN: Duration = Duration::from_secs(10);

/// Serves connections until `stop`, then finishes those that are open.
pub async fn run(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    let slots = Arc::new(Semaphore::new(CONNECTIONS));
    tokio::pin!(stop);
    loop {
        tokio::select! {
            (stream, slot) = accept(&listener, &slots) => {
                serve(stream, slot, &router, &graceful);
            }
            () = &mut stop => break,
        }
    }
    drop(listener);
    // What is still open after this is cut off with the runtime.
    drop(tokio::time::timeout(FINISH_WITHIN, graceful.shutdown()).await);
}

async fn accept(listener: &TcpListener, slots: &Arc<Semaphore>) -> (TcpStream, Option<OwnedSemaphorePermit>) {
    // The semaphore is never closed, so a slot always comes.
    let slot = Arc::clone(slots).acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, slot),
            // Out of file descriptors, or a client gone before it was accepted: try again shortly.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

fn serve(
    stream: TcpStream,
    slot: Option<OwnedSemaphorePermit>,
    router: &Router,
    graceful: &GracefulShutdown,
) {
    // Best effort: without it small answers come a little later.
    drop(stream.set_nodelay(true));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS_WITHIN)
        .max_buf_size(HEADERS_LIMIT)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router.clone()));
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        // A connection that breaks is its client's affair; there is no log to write it to.
        drop(tokio::time::timeout(CLOSED_AFTER, connection).await);
        drop(slot);
    });
}

/// Ctrl-C or SIGTERM.
///
/// # Errors
/// `io` when the signals cannot be watched.
pub fn stop_signal() -> Result<impl Future<Output = ()>, Error> {
    #[cfg(unix)]
    let mut terminate = {
        use tokio::signal::unix::{SignalKind, signal};
        signal(SignalKind::terminate()).map_err(|cause| failure::io("SIGTERM", &cause))?
    };
    Ok(async move {
        #[cfg(unix)]
        let terminated = terminate.recv();
        #[cfg(not(unix))]
        let terminated = core::future::pending::<Option<()>>();
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminated => {}
        }
    })
}
