//! Finds the best labelled design for the tables of a survey.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::column::FormColumn;
use super::criterion::Criterion;
use super::family::FormFamily;
use super::generation::{Generated, Generation, SearchProgress};
use super::integers;
use super::kinds::Kinds;
use super::likelier_patterns::Privacy;
use super::pools::Pools;
use super::reserved::ReservedShare;
use super::unlabelled;
use crate::design::analysis::{self, exchangeable};
use crate::design::estimands::Estimands;
use crate::design::levels::check_record_epsilon;
use crate::error::{Code, Error};
use crate::law::Law;
use crate::numeric::order::by_descending;

/// The largest number of attributes of a table.
const MAX_ORDER: usize = 16;

/// A labelled design in floating point: families of forms with their probabilities, and what they achieve.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct LabelledDesign {
    /// The families, likeliest first; the probabilities sum to 1.
    pub families: Vec<FormFamily>,
    /// V, n times the expected total squared error of the estimands under a uniform truth.
    pub objective: f64,
    /// The optimality gap: no mixture of the forms searched has a V below `objective`/(1 + gap). It is the relative excess over V of
    /// what the best form is worth at the prices found.
    pub gap: f64,
    /// A lower bound on V of every protocol with this record ε and unbiased estimates.
    pub protocol_bound: f64,
    /// The number of layouts, up to exchange, that were searched.
    pub layouts: usize,
    pools: Pools,
    information: Vec<(Vec<usize>, f64)>,
}

impl LabelledDesign {
    /// Returns the law with integer weights, whose record ε does not exceed the given one.
    ///
    /// # Errors
    /// `infeasible-request` where ε is too small for weights of 2⁻⁶⁴; `invalid-plan` where there would be 2³¹ labels or more.
    pub fn law(&self, sizes: &[u32], record_epsilon: f64) -> Result<Law, Error> {
        integers::law(sizes, &self.families, record_epsilon)
    }

    /// I_T, the information of a report on component T of tables over these attributes, from 0 to ∏(aᵢ−1); `None` where T is
    /// in no estimand and in no pair that `other_tables` covers.
    #[must_use]
    pub fn information(&self, component: &[usize]) -> Option<f64> {
        let kind = self.pools.kind(component);
        let place = self.information.binary_search_by(|(known, _)| known.cmp(&kind)).ok()?;
        Some(self.information[place].1)
    }
}

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
    let search = SurveySearch::new(sizes, estimands.into(), record_epsilon, other_tables, progress)?;
    let found = search.least_error(progress)?;
    Ok(search.design(&found))
}

/// What all searches for a survey share: its kinds of components, and the families of the respondents who are reserved for other tables.
pub(super) struct SurveySearch<'a> {
    sizes: &'a [u32],
    estimands: Estimands,
    /// The tables of the estimands, and those that their mean scores are computed from.
    tables: Vec<Vec<usize>>,
    record_epsilon: f64,
    kinds: Kinds,
    reserved: ReservedShare,
    reserved_families: Vec<FormFamily>,
}

impl<'a> SurveySearch<'a> {
    pub(super) fn new(
        sizes: &'a [u32],
        estimands: Estimands,
        record_epsilon: f64,
        other_tables: f64,
        progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<Self, Error> {
        check(sizes, &estimands.all_tables(), record_epsilon, other_tables)?;
        let pairs = if other_tables > 0.0 { analysis::default_tables(sizes.len()) } else { Vec::new() };
        let pairs = Estimands::from(&pairs);
        let of_pairs = (other_tables > 0.0)
            .then(|| SurveySearch::without_reserved(sizes, pairs.clone(), record_epsilon, &estimands));
        let mut search = Self::without_reserved(sizes, estimands, record_epsilon, &pairs);
        if let Some(of_pairs) = of_pairs {
            let found = of_pairs.run(Criterion::Error(of_pairs.kinds.costs()), Vec::new(), progress);
            let information = translated(&search.kinds, &of_pairs.kinds, &found);
            search.reserved = ReservedShare { share: other_tables, information };
            search.reserved_families = listed(&of_pairs.kinds, &found, other_tables);
        }
        Ok(search)
    }

    fn without_reserved(
        sizes: &'a [u32],
        estimands: Estimands,
        record_epsilon: f64,
        known: &Estimands,
    ) -> Self {
        let uncapped = vec![f64::INFINITY; sizes.len()];
        let pools = Pools::new(sizes, exchangeable(sizes, &estimands, &uncapped));
        let kinds = Kinds::new(sizes, pools, &estimands, known);
        let (reserved, tables) = (ReservedShare::none(kinds.len()), estimands.all_tables());
        Self { sizes, estimands, tables, record_epsilon, kinds, reserved, reserved_families: Vec::new() }
    }

    pub(super) fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// Finds the design with the least V.
    pub(super) fn least_error(
        &self,
        progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<Generated<'_>, Error> {
        let found = self.run(Criterion::Error(self.kinds.costs()), Vec::new(), progress);
        if found.families.measure().objective.is_finite() {
            return Ok(found);
        }
        let message = "a table has too many different attributes for one form to ask all of them";
        Err(Error::new(Code::TooManyOrbits, message))
    }

    /// Searches from the best law without labels, every table as one unit, and families that are `known`.
    pub(super) fn run<'b>(
        &'b self,
        criterion: Criterion<'b>,
        known: Vec<FormColumn>,
        progress: &mut dyn FnMut(SearchProgress),
    ) -> Generated<'b> {
        let Self { sizes, estimands, tables, record_epsilon, kinds, reserved, .. } = self;
        let unlabelled = unlabelled::column(sizes, estimands, *record_epsilon, kinds);
        let given =
            unlabelled.map(|column| reserved.combined_with(column)).into_iter().chain(known).collect();
        let privacy = Privacy::new(*record_epsilon);
        Generation { kinds, tables, privacy, reserved, criterion }.run(given, progress)
    }

    /// The design that a search found.
    pub(super) fn design(&self, found: &Generated<'_>) -> LabelledDesign {
        let mut families = self.reserved_families.clone();
        families.extend(listed(&self.kinds, found, 1.0 - self.reserved.share));
        let measure = found.families.measure();
        let information = self.kinds.all().map(<[usize]>::to_vec).zip(measure.information.iter().copied());
        LabelledDesign {
            families: by_descending(families, |family| family.probability),
            objective: measure.objective,
            gap: found.gap,
            protocol_bound: analysis::protocol_bound(self.sizes, &self.estimands, self.record_epsilon),
            layouts: found.layouts,
            pools: self.kinds.pools().clone(),
            information: information.collect(),
        }
    }
}

fn listed(kinds: &Kinds, found: &Generated<'_>, share: f64) -> Vec<FormFamily> {
    let probabilities = &found.families.measure().probabilities;
    let families = found.families.columns().iter().zip(probabilities);
    families.map(|(column, p)| FormFamily::new(kinds.pools(), column, share * p)).collect()
}

/// The information of one design, by the kinds of another.
fn translated(kinds: &Kinds, of: &Kinds, found: &Generated<'_>) -> Vec<f64> {
    let information = &found.families.measure().information;
    let place = |kind: &[usize]| of.find(&of.pools().kind(&kinds.pools().first(kind)));
    kinds.all().map(|kind| place(kind).map_or(0.0, |place| information[place])).collect()
}

fn check(sizes: &[u32], tables: &[Vec<usize>], record_epsilon: f64, other_tables: f64) -> Result<(), Error> {
    check_record_epsilon(record_epsilon)?;
    if let Some(attribute) = sizes.iter().position(|size| *size < 2) {
        let message =
            format!("attribute {attribute} has {} categories; it needs at least 2", sizes[attribute]);
        return Err(Error::new(Code::TooFewCategories, message));
    }
    if !(0.0..1.0).contains(&other_tables) {
        let message =
            format!("the share for other tables is {other_tables}; it must be at least 0 and below 1");
        return Err(Error::new(Code::InvalidSurvey, message));
    }
    if let Some(table) = tables.iter().find(|table| table.len() > MAX_ORDER) {
        let message = format!(
            "a table has {} attributes; forms are designed for tables of {MAX_ORDER} or fewer",
            table.len()
        );
        return Err(Error::new(Code::TooManyOrbits, message));
    }
    if other_tables > 0.0 { Ok(()) } else { analysis::check_read(sizes.len(), tables) }
}
