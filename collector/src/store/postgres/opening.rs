//! Opens connections and checks the database.

use candor::Error;

use super::connection::Connection;
use super::refusal::refused;
use super::url::ServerUrl;
use super::{order, privileges, schema};

/// Opens a connection to a collector's database; the first connection of a writing session creates the schema where there is none.
pub(super) async fn opened(url: &ServerUrl, writes: bool, is_first: bool) -> Result<Connection, Error> {
    let connection = Connection::new(url).await?;
    schema::begin(&connection).await.map_err(|cause| refused(&cause))?;
    if writes {
        schema::check(&connection, url).await?;
    }
    privileges::check(&connection, url, writes).await?;
    if writes && is_first {
        schema::make(&connection, url).await?;
    }
    schema::recognise(&connection, url).await?;
    if writes {
        connection.run(&schema::join()).await.map_err(|cause| refused(&cause))?;
        connection.run(order::PATIENCE).await.map_err(|cause| refused(&cause))?;
    }
    Ok(connection)
}
