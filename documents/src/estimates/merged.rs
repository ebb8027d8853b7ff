//! Merges estimates of several tables, computed separately, into one document.

use std::sync::Arc;

use candor::Error;
use serde::Serialize;

use super::Estimates;
use super::rows::Rows;
use super::written::Written;
use crate::failure;
use crate::sheet::Sheet;
use crate::totals::Told;

/// An estimate, with the attributes in whose order its table is written.
pub type Part = (Arc<Estimates>, Vec<usize>);

#[derive(Serialize)]
struct Merged<'e> {
    n: u64,
    confidence: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    population: Option<u64>,
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    robust: bool,
    tables: Vec<Written<'e>>,
    warnings: Vec<&'e str>,
    totals: &'e Told,
}

impl<'e> Merged<'e> {
    fn new(parts: &'e [Part], totals: &'e Told) -> Self {
        let first = parts.first().map(|(estimates, _)| estimates);
        let tables = parts.iter().flat_map(|(estimates, order)| {
            estimates.tables.iter().map(move |table| Written::in_order(table, order))
        });
        Self {
            n: reports(parts),
            confidence: first.map_or(0.0, |estimates| estimates.confidence),
            population: first.and_then(|estimates| estimates.population),
            robust: first.is_some_and(|estimates| estimates.robust),
            tables: tables.collect(),
            warnings: parts
                .iter()
                .flat_map(|(estimates, _)| estimates.warnings())
                .map(String::as_str)
                .collect(),
            totals,
        }
    }
}

/// The number of reports that the estimates are of.
#[must_use]
pub fn reports(parts: &[Part]) -> u64 {
    parts.first().map_or(0, |(estimates, _)| estimates.n)
}

/// The JSON of estimates of the same reports, requested with the same options, and of what they tell of one person.
///
/// # Errors
/// `io`: a table has other attributes.
pub fn json(parts: &[Part], totals: &Told) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(&Merged::new(parts, totals)).map_err(|cause| failure::io("estimates", &cause))
}

/// The CSV of estimates of the same reports, with a row for every cell and without warnings.
///
/// # Errors
/// `io`: a table has other attributes.
pub fn csv(parts: &[Part], totals: &Told) -> Result<Vec<u8>, Error> {
    let Merged { n, confidence, population, tables, .. } = Merged::new(parts, totals);
    let rows = Rows { n, confidence, in_parts: population.is_some(), tables: &tables };
    let mut written = String::new();
    rows.write(&mut Sheet::new(&mut written)).map_err(|cause| failure::io("estimates", &cause))?;
    Ok(written.into_bytes())
}
