//! A client's connection, and whether the client still waits for its answer.
//!
//! A client that closes its half of the connection after its request is answered: nothing says that it does not read. A client that has gone
//! closes both halves, which looks the same from here. So whoever closes is waited for, but not for long: answers that take longer are
//! given up, so that nobody's abandoned work keeps others waiting.

use core::future::{Future, poll_fn};
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use core::time::Duration;
use std::io::{self, IoSlice};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::slots::Slot;

/// How long work on a request goes on after the client has closed its half of the connection.
const AFTER_CLOSING: Duration = Duration::from_secs(5);

/// A byte stream from and to a client.
pub trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

/// A stream that can be read ahead while a request is being worked on.
#[derive(Clone)]
pub struct Client(Arc<Mutex<Connection>>);

struct Connection {
    stream: Box<dyn Stream>,
    /// What was read ahead: the end if it is empty.
    ahead: Option<Vec<u8>>,
}

impl Client {
    /// Takes over a stream.
    pub fn new(stream: Box<dyn Stream>) -> Self {
        Self(Arc::new(Mutex::new(Connection { stream, ahead: None })))
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the client has closed its half of the connection for a while, or all of it by force, while its request was being worked
    /// on. To be awaited together with the answer, after it, in one task with the connection.
    pub async fn has_gone(&self, slot: &Slot) {
        if poll_fn(|context| self.poll_closing(slot, context)).await.is_ok() {
            tokio::time::sleep(AFTER_CLOSING).await;
        }
    }

    fn poll_closing(&self, slot: &Slot, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // As long as the request is arriving, it is read elsewhere.
        if !slot.is_working() {
            return Poll::Pending;
        }
        let mut connection = self.connection();
        if connection.ahead.is_none() {
            let mut buffer = [0; 1];
            let mut read = ReadBuf::new(&mut buffer);
            ready!(Pin::new(&mut connection.stream).poll_read(context, &mut read))?;
            connection.ahead = Some(read.filled().to_vec());
        }
        match &connection.ahead {
            Some(ahead) if ahead.is_empty() => Poll::Ready(Ok(())),
            // The next request is already coming.
            _ => Poll::Pending,
        }
    }
}

impl AsyncRead for Client {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let mut connection = self.connection();
        match connection.ahead.take() {
            None => Pin::new(&mut connection.stream).poll_read(context, buffer),
            Some(ahead) => {
                buffer.put_slice(&ahead);
                Poll::Ready(Ok(()))
            }
        }
    }
}

impl AsyncWrite for Client {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.connection().stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.connection().stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.connection().stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection().stream).poll_shutdown(context)
    }
}

/// Awaits an answer; `None` if the client has gone before it was ready.
pub async fn answered<A>(client: &Client, slot: &Slot, answering: impl Future<Output = A>) -> Option<A> {
    tokio::select! {
        // The answer comes first, because it reads the request.
        biased;
        answer = answering => Some(answer),
        () = client.has_gone(slot) => None,
    }
}
