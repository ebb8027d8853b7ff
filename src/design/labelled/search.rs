//! Finds the best labelled design for the tables of a survey.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::candidates::CandidateLayouts;
use super::column::FormColumn;
use super::criterion::Criterion;
use super::family::FormFamily;
use super::generation::{Effort, Generated, Generation, SearchProgress};
use super::integers;
use super::kinds::Kinds;
use super::likelier_patterns::Privacy;
use super::pools::Pools;
use super::reserved::ReservedShare;
use super::starting_layouts::MAX_POOLS;
use super::unlabelled;
use crate::design::analysis::{self, exchangeable};
use crate::design::estimands::Estimands;
use crate::design::levels::check_record_epsilon;
use crate::error::{Code, Error};
use crate::law::{Law, RoundedScore};
use crate::numeric::order::by_descending;

/// The largest number of attributes of a table.
const MAX_ORDER: usize = 16;

/// A labelled design in floating point: families of forms with their probabilities, and what they achieve.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct LabelledDesign {
    /// The families, likeliest first; the probabilities sum to 1.
    pub families: Vec<FormFamily>,
    /// V, n times the expected total squared error of the estimands where answers are equally frequent.
    pub objective: f64,
    /// The optimality gap: no mixture of the forms searched has a V below `objective`/(1 + gap). It is the relative excess over V of
    /// what the best form is worth at the prices found. Where some cells of tables cannot occur, it is that of V and a twentieth of what V were if no
    /// use were made of it, which is what is minimised then.
    pub gap: f64,
    /// A lower bound on V of every protocol with this record ε and unbiased estimates, where every combination of answers can occur.
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
        self.law_with_scores(sizes, &[], record_epsilon)
    }

    /// The same for a design over attributes of these sizes and these scores.
    pub(in crate::design) fn law_with_scores(
        &self,
        sizes: &[u32],
        scores: &[RoundedScore],
        record_epsilon: f64,
    ) -> Result<Law, Error> {
        integers::law(sizes, scores, &self.families, record_epsilon)
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
    /// The best law without labels as a family.
    unlabelled: Option<FormColumn>,
}

impl<'a> SurveySearch<'a> {
    /// The search over columns of these sizes, of which so many are the attributes that respondents who are reserved for other tables are asked.
    pub(super) fn new(
        (sizes, attributes): (&'a [u32], usize),
        estimands: Estimands,
        record_epsilon: f64,
        other_tables: f64,
        progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<Self, Error> {
        check(sizes, &estimands.all_tables(), record_epsilon, other_tables)?;
        // With scores, whoever asks for the design has made sure that all is read.
        if other_tables <= 0.0 && sizes.len() == attributes {
            analysis::check_read(attributes, &estimands.all_tables())?;
        }
        let pairs = if other_tables > 0.0 { analysis::default_tables(attributes) } else { Vec::new() };
        let pairs = Estimands::from(&pairs);
        let of_pairs = (other_tables > 0.0)
            .then(|| SurveySearch::without_reserved(sizes, pairs.clone(), record_epsilon, &estimands));
        let mut search = Self::without_reserved(sizes, estimands, record_epsilon, &pairs);
        if let Some(of_pairs) = of_pairs {
            let found = of_pairs.least_sum_of_some(progress);
            let information = translated(&search.kinds, &of_pairs.kinds, &found);
            search.reserved = ReservedShare::new(other_tables, &information);
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
        let told_apart = exchangeable(sizes, &estimands, &uncapped);
        let estimands =
            if told_apart.len() <= MAX_POOLS { estimands } else { estimands.exchanging_whatever_occurs() };
        let pools = Pools::new(sizes, exchangeable(sizes, &estimands, &uncapped));
        let kinds = Kinds::new(sizes, pools, &estimands, known);
        let (reserved, tables) = (ReservedShare::none(kinds.len()), estimands.all_tables());
        let unlabelled = unlabelled::column(sizes, &estimands, record_epsilon, &kinds);
        let reserved_families = Vec::new();
        Self { sizes, estimands, tables, record_epsilon, kinds, reserved, reserved_families, unlabelled }
    }

    pub(super) fn sizes(&self) -> &[u32] {
        self.sizes
    }

    pub(super) fn estimands(&self) -> &Estimands {
        &self.estimands
    }

    pub(super) fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    pub(super) fn reserved(&self) -> &ReservedShare {
        &self.reserved
    }

    /// Finds the design with the least Σ c_T/I_T: V as if every combination of answers could occur.
    pub(super) fn least_sum(&self, progress: &mut dyn FnMut(SearchProgress)) -> Result<Generated, Error> {
        let found = self.least_sum_of_some(progress);
        if found.measure.objective.is_finite() {
            return Ok(found);
        }
        let message = "a table has too many different attributes for one form to ask all of them";
        Err(Error::new(Code::TooManyOrbits, message))
    }

    /// The same search, without the kinds of components that only questions linked with tables have.
    pub(super) fn as_if_all_occurred(&self) -> Self {
        let Self { sizes, tables, record_epsilon, unlabelled, .. } = self;
        let estimands = self.estimands.as_if_all_occurred();
        let kinds = Kinds::new(sizes, self.kinds.pools().clone(), &estimands, &Estimands::default());
        let reserved = self.reserved.among(kinds.all().map(|kind| self.kinds.find(kind)));
        let unlabelled = unlabelled.as_ref().and_then(|column| column.among(&kinds));
        let (tables, reserved_families) = (tables.clone(), Vec::new());
        let record_epsilon = *record_epsilon;
        Self { sizes, estimands, tables, record_epsilon, kinds, reserved, reserved_families, unlabelled }
    }

    /// The same where it may be that no form asks all of a table.
    fn least_sum_of_some(&self, progress: &mut dyn FnMut(SearchProgress)) -> Generated {
        let given = self.unlabelled.clone().map(|column| self.reserved.combined_with(column));
        let generation = self.generation(Criterion::Error(self.kinds.costs()), &self.reserved, Effort::Full);
        generation.run(&mut self.candidates(), given.into_iter().collect(), progress)
    }

    /// The layouts that are always searched.
    pub(super) fn candidates(&self) -> CandidateLayouts<'_> {
        CandidateLayouts::listed(&self.kinds, &self.tables, Privacy::new(self.record_epsilon))
    }

    pub(super) fn generation<'b>(
        &'b self,
        criterion: Criterion<'b>,
        reserved: &'b ReservedShare,
        effort: Effort,
    ) -> Generation<'b> {
        let Self { tables, record_epsilon, kinds, .. } = self;
        Generation { kinds, tables, privacy: Privacy::new(*record_epsilon), reserved, criterion, effort }
    }

    /// The design that a search found.
    pub(super) fn design(&self, found: &Generated) -> LabelledDesign {
        let mut families = self.reserved_families.clone();
        families.extend(listed(&self.kinds, found, 1.0 - self.reserved.share));
        let measure = &found.measure;
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

fn listed(kinds: &Kinds, found: &Generated, share: f64) -> Vec<FormFamily> {
    let families = found.columns.iter().zip(&found.measure.probabilities);
    families.map(|(column, p)| FormFamily::new(kinds.pools(), column, share * p)).collect()
}

/// The information of one design, by the kinds of another.
fn translated(kinds: &Kinds, of: &Kinds, found: &Generated) -> Vec<f64> {
    let information = &found.measure.information;
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
    Ok(())
}
