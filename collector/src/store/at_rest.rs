//! Which tables of a plan are counted as its reports are stored, and how their numbers are laid out.
//!
//! These are the tables of every single question, then of every pair of questions, in the order of the plan, up to a limit. The limit
//! bounds what a transaction computes and writes for them, however many questions there are. For every view of a table ([`Table::by_view`]),
//! its numbers are the number of reports and then the counts.

use candor::count::{Table, Tables};
use candor::law::Law;
use candor::plan::Plan;
use candor::{Code, Error};

use super::packed;
use super::refusal::damaged;

/// The most tables of a plan: all questions and pairs of 23.
const MOST_TABLES: usize = 276;

/// The most numbers in all tables together; each usually takes one to three bytes.
const MOST_NUMBERS: usize = 1 << 14;

/// The tables of a plan that are counted with its reports.
pub struct AtRest {
    law: Law,
    tables: Tables,
    numbers: usize,
}

impl AtRest {
    /// The tables that are counted for a plan.
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let columns = plan.columns();
        let pairs =
            (0..columns).flat_map(|first| (first + 1..columns).map(move |second| vec![first, second]));
        let mut at_rest = Self { law: plan.table_law().clone(), tables: Tables::default(), numbers: 0 };
        for attributes in (0..columns).map(|column| vec![column]).chain(pairs) {
            if at_rest.tables.tables().len() == MOST_TABLES {
                break;
            }
            at_rest.consider(plan, &attributes);
        }
        at_rest
    }

    /// Adds a table if it fits within the limits.
    fn consider(&mut self, plan: &Plan, attributes: &[usize]) {
        let cells = attributes.iter().map(|&attribute| u64::from(plan.law().sizes()[attribute]));
        if cells.product::<u64>() > MOST_NUMBERS as u64 {
            return;
        }
        let Ok(table) = Table::new(plan, attributes) else { return };
        let numbers = numbers(&table);
        if self.numbers + numbers <= MOST_NUMBERS && self.tables.push(table).is_ok() {
            self.numbers += numbers;
        }
    }

    /// How many numbers all tables have together.
    pub(super) fn numbers(&self) -> usize {
        self.numbers
    }

    /// The same tables without any report, to count into.
    pub(super) fn empty(&self) -> Tally<'_> {
        Tally { law: &self.law, tables: self.tables.clone() }
    }

    /// Returns the tables in `wanted` from stored numbers of this many reports; `None` for a table that is not counted at rest.
    pub(super) fn tables(
        &self,
        plan: &Plan,
        numbers: &[u64],
        reports: u64,
        wanted: &[Vec<usize>],
    ) -> Result<Vec<Option<Table>>, Error> {
        let mut found = vec![None; wanted.len()];
        let mut rest = numbers;
        for table in self.tables.tables() {
            let (own, others) = rest.split_at_checked(self::numbers(table)).ok_or_else(lengths)?;
            rest = others;
            let attributes = table.axes().attributes();
            if let Some(place) = wanted.iter().position(|wanted| wanted == attributes) {
                let counted = Table::from_views(plan, attributes, parts(table, own)?);
                let counted = counted.map_err(|error| match error.code() {
                    Code::InvalidCounts => damaged("counts are not those of any reports"),
                    _ => error,
                })?;
                if counted.total() != reports {
                    let total = counted.total();
                    return Err(damaged(&format!("counts of {reports} reports add up to {total}")));
                }
                found[place] = Some(counted);
            }
        }
        Ok(found)
    }
}

/// Tables that reports are being counted into.
pub(super) struct Tally<'l> {
    law: &'l Law,
    tables: Tables,
}

impl Tally<'_> {
    /// Counts one stored record.
    pub(super) fn add(&mut self, perturbed: &[u8]) -> Result<(), Error> {
        let record = packed::unpack(self.law, perturbed)?;
        self.tables.add_repeated(&record, 1)
    }

    /// The numbers of all tables, in their stored layout.
    pub(super) fn numbers(&self) -> Vec<u64> {
        let seen = self.tables.tables().iter().flat_map(Table::by_view);
        seen.flat_map(|seen| [&[seen.reports], seen.counts].concat()).collect()
    }
}

/// How many numbers a table has.
fn numbers(table: &Table) -> usize {
    table.by_view().map(|seen| 1 + seen.counts.len()).sum()
}

/// Splits a table's numbers by view, each into the number of reports and the counts.
fn parts(table: &Table, mut numbers: &[u64]) -> Result<Vec<(u64, Vec<u64>)>, Error> {
    let part = |cells: usize| {
        let (own, rest) = numbers.split_at_checked(1 + cells).ok_or_else(lengths)?;
        numbers = rest;
        let (reports, counts) = own.split_first().ok_or_else(lengths)?;
        Ok((*reports, counts.to_vec()))
    };
    table.by_view().map(|seen| seen.counts.len()).map(part).collect()
}

pub(super) fn lengths() -> Error {
    damaged("counts are not those of their plan's tables")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::plan_of;
    use candor::design::Survey;
    use serde_json::json;

    fn at_rest(sizes: &[usize], method: &str) -> AtRest {
        let attribute = |(place, size): (usize, &usize)| {
            let categories: Vec<String> = (0..*size).map(|category| category.to_string()).collect();
            json!({"name": format!("a{place}"), "categories": categories})
        };
        let attributes: Vec<_> = sizes.iter().enumerate().map(attribute).collect();
        let survey = json!({"survey": "s", "attributes": attributes,
            "privacy": {"record_epsilon": 2, "method": method}});
        AtRest::of(&plan_of(&Survey::from_json(&survey.to_string()).expect("a survey")))
    }

    fn attributes(at_rest: &AtRest) -> Vec<&[usize]> {
        at_rest.tables.tables().iter().map(|table| table.axes().attributes()).collect()
    }

    #[test]
    fn every_question_and_every_pair_is_counted() {
        let at_rest = at_rest(&[2, 3, 4], "analysis");
        let expected: [&[usize]; 6] = [&[0], &[1], &[2], &[0, 1], &[0, 2], &[1, 2]];
        assert_eq!(attributes(&at_rest), expected);
        assert_eq!(at_rest.numbers(), 2 + 3 + 4 + 6 + 8 + 12 + 6);
        assert_eq!(at_rest.empty().numbers(), vec![0; at_rest.numbers()]);
    }

    #[test]
    fn few_are_counted_of_many_questions_and_none_of_too_many_cells() {
        let many = at_rest(&[2; 40], "independent");
        assert_eq!(many.tables.tables().len(), MOST_TABLES);
        let large = at_rest(&[200, 200, 2], "independent");
        let expected: [&[usize]; 5] = [&[0], &[1], &[2], &[0, 2], &[1, 2]];
        assert_eq!(attributes(&large), expected);
    }
}
