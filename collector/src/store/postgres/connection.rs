//! A connection to a server.

use core::cell::RefCell;
use core::pin::Pin;
use core::time::Duration;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use candor::Error;
use candor_documents::failure;
use futures_util::future::try_join_all;
use futures_util::stream::{Fuse, StreamExt, TryStreamExt};
use rusqlite::types::Value;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;
use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};
use tokio_postgres::{CancelToken, Client, NoTls, RowStream, Socket, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::refusal::refused;
use super::tls;
use super::url::{Encryption, ServerUrl};
use super::value::{Bound, row};
use crate::store::row::Row;

/// How long a server may take to accept a connection.
const CONNECTED_WITHIN: Duration = Duration::from_secs(5);

/// How long a connected server may stay silent when it should answer.
const SILENT: Duration = Duration::from_secs(15);

/// How many statements are sent before the answer to the first is awaited, and how many rows are fetched at a time.
const TOGETHER: usize = 1000;

/// A connection and its prepared statements.
pub(super) struct Connection {
    client: Client,
    /// The task that reads and writes the socket.
    connection: JoinHandle<()>,
    statements: RefCell<HashMap<String, Statement>>,
}

/// A single-threaded runtime to drive connections.
pub(super) fn runtime() -> Result<Runtime, Error> {
    Builder::new_current_thread().enable_all().build().map_err(|cause| failure::io("runtime", &cause))
}

/// The TLS connector of an address, if it asks for encryption.
pub(super) fn tls(url: &ServerUrl) -> Result<Option<MakeRustlsConnect>, Error> {
    match &url.encryption {
        Encryption::None => Ok(None),
        Encryption::Anybody => tls::connector(None).map(Some),
        Encryption::Verified(root) => tls::connector(Some(root)).map(Some),
    }
}

impl Connection {
    /// Opens a connection.
    ///
    /// # Errors
    /// `database-unavailable`; `invalid-certificate`.
    pub(super) async fn new(url: &ServerUrl) -> Result<Self, Error> {
        let connected = match tls(url)? {
            None => connected(url, NoTls).await,
            Some(tls) => connected(url, tls).await,
        };
        let (client, connection) = connected.map_err(|cause| refused(&cause).at(url))?;
        Ok(Self { client, connection, statements: RefCell::default() })
    }

    /// Aborts the connection, whatever it waits for.
    pub(super) async fn cut(&mut self) {
        self.connection.abort();
        // The task was cancelled or had already ended.
        drop((&mut self.connection).await);
    }

    pub(super) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    pub(super) fn cancel_token(&self) -> CancelToken {
        self.client.cancel_token()
    }

    /// Runs statements without parameters.
    pub(super) async fn run(&self, statements: &str) -> Result<(), tokio_postgres::Error> {
        self.client.batch_execute(statements).await
    }

    /// Runs a statement once for each list of values, sending up to 1000 before awaiting the first answer, and returns the rows of each.
    pub(super) async fn all(
        &self,
        statement: &str,
        lists: &[Vec<Value>],
    ) -> Result<Vec<Vec<Row>>, tokio_postgres::Error> {
        let statement = &self.prepared(statement).await?;
        let mut found = Vec::with_capacity(lists.len());
        for lists in lists.chunks(TOGETHER) {
            let asked = lists.iter().map(|values| async move {
                let rows = self.client.query_raw(statement, values.iter().map(Bound)).await?;
                rows.map_ok(|found| row(&found)).try_collect::<Vec<_>>().await?.into_iter().collect()
            });
            found.extend(try_join_all(asked).await?);
        }
        Ok(found)
    }

    /// Runs a statement with one value, and returns its rows as a stream.
    pub(super) async fn stream(&self, statement: &str, value: &Value) -> Result<Rows, tokio_postgres::Error> {
        let statement = self.prepared(statement).await?;
        Ok(Box::pin(self.client.query_raw(&statement, [Bound(value)]).await?.fuse()))
    }

    async fn prepared(&self, statement: &str) -> Result<Statement, tokio_postgres::Error> {
        if let Some(prepared) = self.statements.borrow().get(statement) {
            return Ok(prepared.clone());
        }
        let prepared = self.client.prepare(&statement.replace('?', "$")).await?;
        self.statements.borrow_mut().insert(statement.to_owned(), prepared.clone());
        Ok(prepared)
    }
}

/// A stream of rows.
pub(super) type Rows = Pin<Box<Fuse<RowStream>>>;

/// Returns the next rows; none at the end of the stream.
pub(super) async fn next(stream: &mut Rows) -> Result<Vec<tokio_postgres::Row>, tokio_postgres::Error> {
    let mut rows = Vec::new();
    while rows.len() < TOGETHER
        && let Some(row) = stream.try_next().await?
    {
        rows.push(row);
    }
    Ok(rows)
}

async fn connected<T>(url: &ServerUrl, tls: T) -> Result<(Client, JoinHandle<()>), tokio_postgres::Error>
where
    T: MakeTlsConnect<Socket>,
    T::Stream: Send + 'static,
    <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
{
    let mut config = url.config.clone();
    config
        .connect_timeout(CONNECTED_WITHIN)
        .keepalives_idle(SILENT)
        .tcp_user_timeout(SILENT)
        .application_name("candor");
    let (client, connection) = config.connect(tls).await?;
    // The next caller learns how the connection ended.
    let connection = tokio::spawn(async move { drop(connection.await) });
    Ok((client, connection))
}

/// Cancels the work of a connection from another thread.
#[derive(Clone)]
pub struct Cancellation {
    token: Arc<Mutex<CancelToken>>,
    tls: Option<MakeRustlsConnect>,
}

impl Cancellation {
    pub(super) fn new(connection: &Connection, url: &ServerUrl) -> Result<Self, Error> {
        Ok(Self { token: Arc::new(Mutex::new(connection.cancel_token())), tls: tls(url)? })
    }

    /// Switches to a new connection.
    pub(super) fn renew(&self, connection: &Connection) {
        *self.token.lock().unwrap_or_else(PoisonError::into_inner) = connection.cancel_token();
    }

    /// Cancels the current statement, or the next one, as the request may reach the server late.
    pub fn cancel(&self) {
        let token = self.token.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Ok(runtime) = runtime() else { return };
        // If the server is gone, so is its work.
        drop(runtime.block_on(async {
            match self.tls.clone() {
                None => token.cancel_query(NoTls).await,
                Some(tls) => token.cancel_query(tls).await,
            }
        }));
    }
}
