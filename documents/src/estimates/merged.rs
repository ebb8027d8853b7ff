//! Estimates of several tables, made apart, as one document.

use std::sync::Arc;

use candor::Error;
use serde::Serialize;

use super::Estimates;
use super::written::Written;
use crate::failure;

#[derive(Serialize)]
struct Merged<'e> {
    n: u64,
    confidence: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    population: Option<u64>,
    tables: Vec<Written<'e>>,
    warnings: Vec<&'e str>,
}

/// The JSON of estimates of the same reports, asked for in the same way, each beside the attributes in whose order its table is
/// written.
///
/// # Errors
/// `io`: a table has other attributes.
pub fn json(parts: &[(Arc<Estimates>, Vec<usize>)]) -> Result<String, Error> {
    let first = parts.first().map(|(estimates, _)| estimates);
    let tables = parts.iter().flat_map(|(estimates, order)| {
        estimates.tables.iter().map(move |table| Written::in_order(table, order))
    });
    let merged = Merged {
        n: first.map_or(0, |estimates| estimates.n),
        confidence: first.map_or(0.0, |estimates| estimates.confidence),
        population: first.and_then(|estimates| estimates.population),
        tables: tables.collect(),
        warnings: parts.iter().flat_map(|(estimates, _)| estimates.warnings()).map(String::as_str).collect(),
    };
    serde_json::to_string(&merged).map_err(|cause| failure::io("estimates", &cause))
}
