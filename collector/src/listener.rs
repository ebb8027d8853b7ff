//! Accepts connections, limits their number and times, and closes them in order.
//!
//! axum's own loop sets no timer, and without one hyper's header timeout never fires. This is the same loop with timers, slots
//! ([`super::slots`]) and an orderly shutdown.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use core::time::Duration;
use std::io::{self, ErrorKind};
use std::sync::Arc;

use axum::Router;
use axum::body::{Body as AnyBody, Bytes};
use candor::Error;
use candor_documents::failure;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::{Request, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;

use super::client::{Client, Stream, answered};
use super::slots::{Slot, Slots};

/// The most connections at a time. A further one takes the place of the one that has owed something longest ([`super::slots`]).
pub const CONNECTIONS: usize = 512;

/// How long a client may take to send a request's headers, or stay silent between two requests.
const HEADERS_WITHIN: Duration = Duration::from_secs(10);

/// The most bytes of headers.
const HEADERS_LIMIT: usize = 16 * 1024;

/// How long a client may take to read any part of a response.
const TAKEN_WITHIN: Duration = Duration::from_secs(10);

/// How long a client may owe a request, or the reading of its response.
const OWED_WITHIN: Duration = Duration::from_secs(120);

/// The longest lifetime of a connection; clients that are still there connect again. A report that was sent but not acknowledged by then is
/// sent again, and is stored once.
const CLOSED_AFTER: Duration = Duration::from_secs(600);

/// How long requests in progress may take after the signal to stop.
const FINISH_WITHIN: Duration = Duration::from_secs(10);

/// Serves connections, at most as many as there are `slots`, over TLS if given, until `stop`. Then finishes those that are open.
pub async fn run(
    listener: TcpListener,
    slots: Arc<Slots>,
    tls: Option<TlsAcceptor>,
    router: Router,
    stop: impl Future<Output = ()>,
) {
    let graceful = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        tokio::select! {
            (stream, slot) = accept(&listener, &slots) => {
                serve(stream, Arc::new(slot), tls.clone(), &router, &graceful);
            }
            () = &mut stop => break,
        }
    }
    drop(listener);
    // Whatever is still open after this ends with the runtime.
    drop(tokio::time::timeout(FINISH_WITHIN, graceful.shutdown()).await);
}

async fn accept(listener: &TcpListener, slots: &Arc<Slots>) -> (TcpStream, Slot) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, slots.take().await),
            // Out of file descriptors, or a client gone before it was accepted: try again shortly.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Starts TLS, if it is used. `None` if the client does not speak TLS, or is slow to begin.
async fn decrypted(stream: impl Stream + 'static, tls: Option<TlsAcceptor>) -> Option<Box<dyn Stream>> {
    let Some(tls) = tls else { return Some(Box::new(stream)) };
    let greeted = tokio::time::timeout(HEADERS_WITHIN, tls.accept(stream)).await;
    Some(Box::new(greeted.ok()?.ok()?))
}

fn serve(
    stream: TcpStream,
    slot: Arc<Slot>,
    tls: Option<TlsAcceptor>,
    router: &Router,
    graceful: &GracefulShutdown,
) {
    // Best effort: if this fails, small responses arrive a little later.
    drop(stream.set_nodelay(true));
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(TAKEN_WITHIN));
    let (router, own) = (router.clone(), Arc::clone(&slot));
    let watcher = graceful.watcher();
    let connection = async move {
        let Some(stream) = decrypted(Box::pin(stream), tls).await else { return };
        let client = Client::new(stream);
        let waiting = client.clone();
        let service = service_fn(move |request: Request<Incoming>| {
            let request = request.map(|body| AnyBody::new(Arriving::new(body, &own)));
            let answering = router.clone().oneshot(request);
            let (slot, waiting) = (Arc::clone(&own), waiting.clone());
            async move {
                let answer = answered(&waiting, &slot, answering).await;
                slot.is_answered();
                match answer {
                    Some(answer) => answer.map_err(|never| match never {}),
                    None => Err(io::Error::from(ErrorKind::ConnectionAborted)),
                }
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADERS_WITHIN)
            .max_buf_size(HEADERS_LIMIT)
            // Sends a response from where it lies, as a copy would hold no reservation.
            .writev(true)
            // A client that has closed its half may still read.
            .half_close(true)
            .serve_connection(TokioIo::new(client), service);
        drop(watcher.watch(connection).await);
    };
    tokio::spawn(async move {
        // A connection that breaks is its client's affair, and is not logged.
        tokio::select! {
            _ = tokio::time::timeout(CLOSED_AFTER, connection) => {}
            () = slot.is_lost(OWED_WITHIN) => {}
        }
    });
}

/// The body of a request, which tells its connection's slot when it has arrived in full.
struct Arriving {
    body: Incoming,
    slot: Arc<Slot>,
}

impl Arriving {
    fn new(body: Incoming, slot: &Arc<Slot>) -> Self {
        let arriving = Self { body, slot: Arc::clone(slot) };
        arriving.tell();
        arriving
    }

    fn tell(&self) {
        if self.body.is_end_stream() {
            self.slot.is_complete();
        }
    }
}

impl Body for Arriving {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        self.tell();
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Completes on Ctrl-C, on SIGTERM, or on SIGHUP when a terminal goes away.
///
/// # Errors
/// `io` when the signals cannot be watched.
pub fn stop_signal() -> Result<impl Future<Output = ()>, Error> {
    #[cfg(unix)]
    let [mut terminate, mut hang_up] = {
        use tokio::signal::unix::{SignalKind, signal};
        let watched = |kind, name| signal(kind).map_err(|cause| failure::io(name, &cause));
        [watched(SignalKind::terminate(), "SIGTERM")?, watched(SignalKind::hangup(), "SIGHUP")?]
    };
    Ok(async move {
        #[cfg(unix)]
        let (terminated, hung_up) = (terminate.recv(), hang_up.recv());
        #[cfg(not(unix))]
        let (terminated, hung_up) = [(); 2].map(|()| core::future::pending::<Option<()>>()).into();
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminated => {}
            _ = hung_up => {}
        }
    })
}
