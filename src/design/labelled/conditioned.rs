//! Finds the design of least error where some combinations of answers cannot occur and estimates make use of that [Mathematics, §15].
//!
//! The error V is then no sum over components: what the information on one is worth depends on the others. What is minimised is J = V + V₀/20, with V₀
//! the error of the same tables if no use were made of what cannot occur: so each table can also be read by itself.
//! J is convex in the information I, and its minimum is found by a sequence of sums: near the design so far J is replaced by Σ_T c_T/(I_T + s_T), which has
//! the same slope and the same curvature along each I_T, s_T ≥ 0, and the search for the least sum is run on that. As probabilities sum to
//! 1, I + s is what the forms have whose information is larger by s. J is then minimised between both designs.
//!
//! Prices are slopes of J itself, and J falls in proportion as I grows, so a design is worth J at its own prices: with w the most that any form
//! searched is worth at these, no mixture of them has a J below J²/w, as where J is a sum.
//! Cost: up to [`MAX_ROUNDS`] searches.

use alloc::vec::Vec;

use super::candidates::{CandidateLayouts, Starts};
use super::column::FormColumn;
use super::criterion::Criterion;
use super::generation::{Effort, Generated, SearchProgress};
use super::measure::{DesignMeasure, information};
use super::search::SurveySearch;
use crate::design::estimands::subsets;
use crate::design::linked_table::{LinkedError, LinkedTable};
use crate::exact::size_to_f64;

/// The share of V₀ in J.
const PLAIN_SHARE: f64 = 0.05;
/// The most searches, and the relative fall of J below which there is no further one.
const MAX_ROUNDS: usize = 12;
const LEAST_FALL: f64 = 2e-3;
/// The number of designs that give a lower bound on J, and the share of a form that is mixed into each for the next.
const MAX_BOUNDS: usize = 4;
const MIXED: f64 = 0.01;
/// The parts of the way to the next design at which J is tried.
const PARTS: [f64; 4] = [1.0, 0.7, 0.4, 0.15];

/// J by the information on a component of every kind.
struct ConditionedError<'a> {
    /// c_T of all that is to be read but the linked tables, and of the share of V₀ of these.
    unlinked: Vec<f64>,
    shares: Vec<f64>,
    tables: Vec<KindOfTable<'a>>,
}

/// Linked tables that only differ by exchange of equal attributes.
struct KindOfTable<'a> {
    table: &'a LinkedTable,
    /// The kind of every set of its attributes but the empty one, and dim of its component.
    components: Vec<(usize, f64)>,
    number: usize,
}

/// J with its slopes by kind.
struct LocalError<'a> {
    error: f64,
    prices: Vec<f64>,
    /// The errors of all kinds of tables.
    tables: Vec<LinkedError<'a>>,
}

impl<'a> ConditionedError<'a> {
    fn new(search: &'a SurveySearch<'_>) -> Self {
        let (kinds, estimands) = (search.kinds(), search.estimands());
        let mut tables: Vec<KindOfTable<'a>> = Vec::new();
        for table in estimands.linked_tables() {
            let component = |attributes: Vec<usize>| {
                let kind = kinds.pools().kind(&attributes);
                (kinds.find(&kind).unwrap_or(0), kinds.pools().freedom(&kind))
            };
            let components: Vec<_> = subsets(table.attributes()).map(component).collect();
            let is_same = |other: &&mut KindOfTable<'_>| {
                other.table.has_shape_of(table) && other.components == components
            };
            match tables.iter_mut().find(is_same) {
                Some(known) => known.number += 1,
                None => tables.push(KindOfTable { table, components, number: 1 }),
            }
        }
        let (all, unlinked) = (estimands.as_if_all_occurred(), estimands.unlinked());
        let [all, unlinked] = [all, unlinked].map(|of| kinds.costs_of(search.sizes(), &of));
        let shares = all.iter().zip(&unlinked).map(|(all, own)| PLAIN_SHARE * (all - own)).collect();
        Self { unlinked, shares, tables }
    }

    /// V at this information, without the share of V₀.
    fn expected_squared_error(&self, information: &[f64]) -> f64 {
        let share: f64 = self.shares.iter().zip(information).map(|(cost, own)| quotient(*cost, *own)).sum();
        self.error(information) - share
    }

    /// c_T of what is a sum over components.
    fn costs(&self) -> impl Iterator<Item = f64> {
        self.unlinked.iter().zip(&self.shares).map(|(unlinked, share)| unlinked + share)
    }

    /// J at this information.
    fn error(&self, information: &[f64]) -> f64 {
        let of_sums: f64 = self.costs().zip(information).map(|(cost, own)| quotient(cost, *own)).sum();
        let of_table =
            |of: &KindOfTable<'_>| size_to_f64(of.number) * of.table.error(&of.shares(information));
        of_sums + self.tables.iter().map(of_table).sum::<f64>()
    }

    /// J at this information with its slopes.
    fn at(&self, information: &[f64]) -> LocalError<'a> {
        let of_costs = || self.costs().zip(information);
        let mut prices: Vec<f64> = of_costs().map(|(cost, own)| quotient(cost, own * own)).collect();
        let mut error: f64 = of_costs().map(|(cost, own)| quotient(cost, *own)).sum();
        let tables: Vec<LinkedError<'a>> =
            self.tables.iter().map(|of| of.table.at(&of.shares(information))).collect();
        for (of, at) in self.tables.iter().zip(&tables) {
            let number = size_to_f64(of.number);
            error += number * at.error;
            for (slope, (kind, freedom)) in at.slopes().iter().zip(&of.components) {
                prices[*kind] += number * slope / freedom;
            }
        }
        LocalError { error, prices, tables }
    }

    /// c and s of Σ c/(I + s) with the slopes of J at this information and, where s ≥ 0 allows, its curvatures.
    fn model(&self, at: &LocalError<'_>, information: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let of_costs = self.costs().zip(information);
        let mut curvatures: Vec<f64> =
            of_costs.map(|(cost, own)| quotient(2.0 * cost, own * own * own)).collect();
        for (of, at) in self.tables.iter().zip(&at.tables) {
            for (kind, curvature) in curvatures.iter_mut().enumerate() {
                let change = |(own, freedom): &(usize, f64)| if *own == kind { 1.0 / freedom } else { 0.0 };
                let changes: Vec<f64> = of.components.iter().map(change).collect();
                if changes.iter().any(|change| *change > 0.0) {
                    *curvature += size_to_f64(of.number) * at.curvature(changes);
                }
            }
        }
        let of_kind = |((price, curvature), own): ((&f64, &f64), &f64)| {
            let moved = if *curvature > 0.0 { libm::fmax(2.0 * price / curvature, *own) } else { *own };
            (price * moved * moved, moved - own)
        };
        at.prices.iter().zip(&curvatures).zip(information).map(of_kind).unzip()
    }

    /// A number that J of no mixture of the forms searched is below: the largest J²/w at designs near the best one. Where reports tell nothing of a
    /// component, the price of a little of it can be much above what more of it is worth, so that the best form is mixed in.
    fn lower_bound(
        &self,
        search: &SurveySearch<'_>,
        candidates: &mut CandidateLayouts<'_>,
        best: &FormMixture,
    ) -> f64 {
        let (mut bound, mut information) = (0.0, best.information.clone());
        for _ in 0..MAX_BOUNDS {
            let LocalError { error, prices, .. } = self.at(&information);
            let priced = candidates.price(&prices, 0.0, Starts::All);
            let own = best.columns.iter().map(|column| column.worth(&prices)).fold(0.0, f64::max);
            bound = libm::fmax(
                bound,
                error * error / libm::fmax(search.reserved().whole(&prices, priced.most), own),
            );
            let Some(column) = priced.above.first().and_then(|(_, place)| candidates.column(*place)) else {
                break;
            };
            let column = search.reserved().combined_with(column);
            information
                .iter_mut()
                .zip(&column.information)
                .for_each(|(own, other)| *own += MIXED * (other - *own));
        }
        bound
    }
}

impl KindOfTable<'_> {
    /// I_T/dim_T of every set of the table's attributes.
    fn shares(&self, information: &[f64]) -> Vec<f64> {
        self.components.iter().map(|(kind, freedom)| information[*kind] / freedom).collect()
    }
}

/// cost/by, 0 where nothing is to be read.
fn quotient(cost: f64, by: f64) -> f64 {
    if cost > 0.0 { cost / by } else { 0.0 }
}

/// A mixture of families of forms, and its information.
struct FormMixture {
    columns: Vec<FormColumn>,
    probabilities: Vec<f64>,
    information: Vec<f64>,
}

impl FormMixture {
    /// The result of a search without the kinds of components that only linked questions have.
    fn among(search: &SurveySearch<'_>, found: Generated) -> Self {
        let families = found.columns.into_iter().zip(found.measure.probabilities);
        let among = families.filter_map(|(column, p)| Some((column.among(search.kinds())?, p)));
        let (columns, probabilities): (Vec<FormColumn>, Vec<f64>) =
            among.map(|(column, p)| (search.reserved().combined_with(column), p)).unzip();
        let information = information(search.kinds().len(), &columns, &probabilities);
        Self { columns, probabilities, information }
    }

    /// The result of a search in which reports had this much more information.
    fn of(found: Generated, more: &[f64]) -> Self {
        let Generated { mut columns, measure, .. } = found;
        let without = |own: &mut Vec<f64>| own.iter_mut().zip(more).for_each(|(own, more)| *own -= more);
        columns.iter_mut().for_each(|column| without(&mut column.information));
        let DesignMeasure { probabilities, mut information, .. } = measure;
        without(&mut information);
        Self { columns, probabilities, information }
    }

    /// The families where reports have this much more information.
    fn with(&self, more: &[f64]) -> Vec<FormColumn> {
        let mut columns = self.columns.clone();
        let with = |own: &mut Vec<f64>| own.iter_mut().zip(more).for_each(|(own, more)| *own += more);
        columns.iter_mut().for_each(|column| with(&mut column.information));
        columns
    }

    /// Moves this part of the way to another mixture.
    fn moved(mut self, to: Self, part: f64) -> Self {
        if part >= 1.0 {
            return to;
        }
        self.information = self.information_towards(&to, part);
        self.probabilities.iter_mut().for_each(|own| *own *= 1.0 - part);
        for (column, p) in to.columns.into_iter().zip(to.probabilities) {
            match self.columns.iter().position(|own| own.has_same_information(&column)) {
                Some(place) => self.probabilities[place] += part * p,
                None => {
                    self.columns.push(column);
                    self.probabilities.push(part * p);
                }
            }
        }
        self
    }

    fn information_towards(&self, to: &Self, part: f64) -> Vec<f64> {
        let both = self.information.iter().zip(&to.information);
        both.map(|(own, other)| own + part * (other - own)).collect()
    }
}

/// Finds the design with the least J, starting from `found`, the one with the least V as if all combinations of answers could occur.
pub(super) fn least_error(
    search: &SurveySearch<'_>,
    found: Generated,
    progress: &mut dyn FnMut(SearchProgress),
) -> Generated {
    let (conditioned, mut candidates) = (ConditionedError::new(search), search.candidates());
    let mut best = FormMixture::among(search, found);
    let mut at = conditioned.at(&best.information);
    let mut effort = Effort::NearLast;
    for _ in 0..MAX_ROUNDS {
        let (costs, more) = conditioned.model(&at, &best.information);
        let (objective, families) = (at.error, best.columns.len());
        let mut watch = |step: SearchProgress| progress(SearchProgress { objective, families, ..step });
        let reserved = search.reserved().with(&more);
        let generation = search.generation(Criterion::Error(&costs), &reserved, effort);
        let next = FormMixture::of(generation.run(&mut candidates, best.with(&more), &mut watch), &more);
        let tried = PARTS.map(|part| (conditioned.error(&best.information_towards(&next, part)), part));
        let least =
            tried.into_iter().fold((at.error, 0.0), |best, own| if own.0 < best.0 { own } else { best });
        if least.1 > 0.0 {
            best = best.moved(next, least.1);
            at = conditioned.at(&best.information);
        }
        let falls = at.error < (1.0 - LEAST_FALL) * objective;
        effort = match effort {
            Effort::NearLast if !falls => Effort::Full,
            Effort::Full if !falls => break,
            _ => Effort::NearLast,
        };
    }
    let gap = at.error / conditioned.lower_bound(search, &mut candidates, &best) - 1.0;
    let FormMixture { columns, probabilities, information } = best;
    let objective = conditioned.expected_squared_error(&information);
    let LocalError { error: worth, prices, .. } = at;
    let measure = DesignMeasure { probabilities, information, objective, prices, worth, unused: 0.0 };
    Generated { columns, measure, gap, layouts: candidates.len() }
}
