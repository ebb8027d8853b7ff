//! Finds the best labelled design for what is to be read.

use super::conditioned;
use super::generation::SearchProgress;
use super::search::{LabelledDesign, SurveySearch};
use crate::design::estimands::Estimands;
use crate::error::Error;

/// Finds the best design for tables and mean scores at a record ε. A share `other_tables` of the respondents answers as in the best design for
/// all pairs of questions.
///
/// # Errors
/// `invalid-epsilon`; `too-few-categories`; `unread-attribute` naming one that no estimand needs, where `other_tables` is 0;
/// `invalid-survey` where `other_tables` is not from 0 to below 1; `too-many-orbits` for a table of too many attributes.
pub fn labelled_design(
    sizes: &[u32],
    estimands: impl Into<Estimands>,
    record_epsilon: f64,
    other_tables: f64,
    progress: &mut dyn FnMut(SearchProgress),
) -> Result<LabelledDesign, Error> {
    let estimands = estimands.into();
    design_of((sizes, sizes.len()), estimands, record_epsilon, other_tables, progress)
}

/// The same over columns of these sizes, so many attributes and then scores, where no estimand need read an attribute that is an item of a score.
pub(in crate::design) fn design_of(
    columns: (&[u32], usize),
    estimands: Estimands,
    record_epsilon: f64,
    other_tables: f64,
    progress: &mut dyn FnMut(SearchProgress),
) -> Result<LabelledDesign, Error> {
    let takes_account = estimands.has_impossible_cells();
    let search = SurveySearch::new(columns, estimands, record_epsilon, other_tables, progress)?;
    let found = match takes_account {
        true => {
            let supposing_all_occur = search.as_if_all_occurred().least_sum(progress)?;
            conditioned::least_error(&search, supposing_all_occur, progress)
        }
        false => search.least_sum(progress)?,
    };
    Ok(search.design(&found))
}
