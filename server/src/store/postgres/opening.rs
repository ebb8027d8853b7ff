//! What every connection begins with.

use candor::Error;

use super::line::Line;
use super::refusal::refused;
use super::url::ServerUrl;
use super::{order, privileges, schema};

/// A connection to a database that is a collector's, where it `is_first` made so.
pub(super) async fn opened(url: &ServerUrl, writes: bool, is_first: bool) -> Result<Line, Error> {
    let line = Line::new(url).await?;
    schema::begin(&line).await.map_err(|cause| refused(&cause))?;
    if writes {
        schema::check(&line, url).await?;
    }
    privileges::check(&line, url, writes).await?;
    if writes && is_first {
        schema::make(&line, url).await?;
    }
    schema::recognise(&line, url).await?;
    if writes {
        line.run(&schema::join()).await.map_err(|cause| refused(&cause))?;
        line.run(order::PATIENCE).await.map_err(|cause| refused(&cause))?;
    }
    Ok(line)
}
