//! Bins of a numeric question: edges e₀ < e₁ < … give half-open categories [e₀,e₁), [e₁,e₂), …;
//! a missing first or last edge leaves that end open.

use alloc::string::String;
use alloc::vec::Vec;

use super::category::Category;
use crate::error::{Code, Error};

/// The categories between `edges`, labelled `<18`, `[18,30)`, `≥30`.
pub(super) fn categories(name: &str, edges: &[Option<f64>]) -> Result<Vec<Category>, Error> {
    check(name, edges)?;
    Ok(edges.windows(2).map(|pair| Category::new(&label(pair[0], pair[1]), None)).collect())
}

/// The bin that holds `number`, if any does.
pub(super) fn position(edges: &[Option<f64>], number: f64) -> Option<usize> {
    edges.windows(2).position(|pair| {
        let above = pair[0].is_none_or(|low| number >= low);
        above && pair[1].is_none_or(|high| number < high) && number.is_finite()
    })
}

fn check(name: &str, edges: &[Option<f64>]) -> Result<(), Error> {
    let mut last = f64::NEG_INFINITY;
    let mut broken = None;
    for (place, edge) in edges.iter().enumerate() {
        match edge {
            None if place > 0 && place + 1 < edges.len() => {
                broken = Some("only the first and the last edge may be null (an open end)");
            }
            None => {}
            Some(edge) if !edge.is_finite() => broken = Some("edges must be finite numbers"),
            Some(edge) if *edge <= last => broken = Some("edges must be given in increasing order"),
            Some(edge) => last = *edge,
        }
    }
    if edges.len() < 3 {
        broken = Some("at least 3 edges are needed, for 2 categories");
    }
    match broken {
        Some(rule) => Err(Error::new(Code::InvalidBins, message!("bins of \"", name, "\": ", rule))),
        None => Ok(()),
    }
}

fn label(low: Option<f64>, high: Option<f64>) -> String {
    match (low, high) {
        (Some(low), Some(high)) => message!("[", low, ",", high, ")"),
        (Some(low), None) => message!("≥", low),
        (None, high) => message!("<", high.unwrap_or(f64::INFINITY)),
    }
}
