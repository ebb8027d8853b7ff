//! Bins of a numeric question: edges e₀ < e₁ < … give half-open categories [e₀,e₁), [e₁,e₂), …;
//! a missing first or last edge leaves that end open.

use alloc::string::String;
use alloc::vec::Vec;

use super::category::Category;
use crate::error::{Code, Error};
use crate::exact::decimal;

/// The categories that `edges` give, labelled `<18`, `[18,30)`, `≥30`.
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
    let refuse = |rule: &str| Err(Error::new(Code::InvalidBins, message!("bins of \"", name, "\": ", rule)));
    let Some((_, tail)) = edges.split_first() else { return refuse("edges must be given") };
    let inner = &tail[..tail.len().saturating_sub(1)];
    if inner.iter().any(Option::is_none) {
        return refuse("only the first and the last edge may be null (an open end)");
    }
    let finite: Vec<f64> = edges.iter().copied().flatten().collect();
    if finite.iter().any(|edge| !edge.is_finite()) {
        return refuse("edges must be finite numbers");
    }
    if finite.is_empty() || finite.windows(2).any(|pair| pair[0] >= pair[1]) {
        return refuse("edges must be given in increasing order");
    }
    if edges.len() < 3 {
        return refuse("at least 3 edges are needed, for 2 categories");
    }
    Ok(())
}

fn label(low: Option<f64>, high: Option<f64>) -> String {
    match (low, high) {
        (None, None) => "any".into(),
        (None, Some(high)) => message!("<", decimal(high)),
        (Some(low), None) => message!("≥", decimal(low)),
        (Some(low), Some(high)) => message!("[", decimal(low), ",", decimal(high), ")"),
    }
}
