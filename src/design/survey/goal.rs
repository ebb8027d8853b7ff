//! The goal of a survey's design request.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::document::PrivacyDocument;
use super::question::AttributeDocument;
use crate::design::budget;
use crate::design::caps::conflict;
use crate::design::levels::{Levels, check_epsilon};
use crate::error::{Code, Error};

/// The goal: a level for each column, or a budget for the record.
#[derive(Debug, Clone)]
pub(super) enum Asked {
    Levels(Levels),
    /// `weights` is `None` where no attribute gives one.
    Budget {
        record_epsilon: f64,
        weights: Option<Vec<f64>>,
    },
}

/// The cap on the attribute ε of every attribute, where one is given. Each attribute has its question here and below.
pub(super) fn caps(
    privacy: &PrivacyDocument,
    questions: &[&AttributeDocument],
) -> Result<Vec<Option<f64>>, Error> {
    let shared = privacy.attribute_epsilon;
    let cap = |attribute: &&AttributeDocument| {
        let Some(cap) = attribute.attribute_epsilon.or(shared) else { return Ok(None) };
        if !(cap > 0.0 && cap.is_finite()) {
            let message = format!(
                "attribute_epsilon of {:?} is {cap}; it must be a finite number above 0",
                attribute.name
            );
            return Err(Error::new(Code::InvalidEpsilon, message));
        }
        match attribute.epsilon.filter(|column| *column > cap) {
            Some(column) => Err(conflict(&format!("{:?}", attribute.name), column, cap)),
            None => Ok(Some(cap)),
        }
    };
    questions.iter().map(cap).collect()
}

/// Reads column levels or a record budget, whichever is given.
pub(super) fn goal(
    privacy: &PrivacyDocument,
    attributes: &[&AttributeDocument],
    sizes: Vec<u32>,
) -> Result<Asked, Error> {
    let named = |wanted: fn(&&&AttributeDocument) -> bool| {
        let mut names: Vec<&str> = attributes.iter().filter(wanted).map(|a| a.name.as_str()).collect();
        names.dedup();
        names.truncate(10);
        names.join(", ")
    };
    let conflict = |message: String| Err(Error::new(Code::LevelsConflict, message));
    let given: Vec<f64> = attributes.iter().filter_map(|a| a.epsilon).collect();
    match privacy.record_epsilon {
        Some(_) if !given.is_empty() => {
            let names = named(|a| a.epsilon.is_some());
            conflict(format!(
                "the survey gives both a record ε and an epsilon for: {names}; give one or the other"
            ))
        }
        Some(record_epsilon) => {
            let weights: Vec<f64> = attributes.iter().map(|a| a.weight.unwrap_or(1.0)).collect();
            budget::check(&weights, record_epsilon)?;
            let given = attributes.iter().any(|a| a.weight.is_some());
            Ok(Asked::Budget { record_epsilon, weights: given.then_some(weights) })
        }
        None if given.len() < attributes.len() => {
            let names = named(|a| a.epsilon.is_none());
            conflict(format!(
                "the survey gives no record ε, and no epsilon for: {names}; give a record ε alone, or an epsilon for each attribute"
            ))
        }
        None if attributes.iter().any(|a| a.weight.is_some()) => {
            let names = named(|a| a.weight.is_some());
            conflict(format!(
                "a weight divides a record ε, and the survey gives none; remove the weight of: {names}"
            ))
        }
        None => {
            let levels = attributes.iter().zip(&given);
            levels.clone().try_for_each(|(a, &e)| check_epsilon(&format!("{:?}", a.name), e))?;
            Ok(Asked::Levels(Levels::new(sizes, given)?))
        }
    }
}
