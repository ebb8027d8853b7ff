//! Power analysis: the number of respondents that a test takes, from an analyst's request.

use candor::design::analysis::{best_split, default_tables};
use candor::design::{Levels, independent};
use candor::inference::{Hypothesis, Prospect, associated, of_groups, respondents_of_any_protocol};
use candor::law::Law;
use candor::plan::Plan;
use candor::{Code, Error};

use crate::power_results::{Prospects, Sought};

/// The most questions for all of whose pairs a record ε is split.
const MOST_COMPARED: usize = 100;

/// A test, with the effect and power to plan for.
pub struct Prospecting {
    /// The questions and plain columns of the tested table.
    pub table: Vec<String>,
    /// The null hypothesis.
    pub hypothesis: Hypothesis,
    /// The expected alternative.
    pub expected: Expected,
    /// The shares of the answers to the question named first; uniform if empty.
    pub groups: Vec<f64>,
    /// The power: the probability with which the test should reject.
    pub power: f64,
    /// The level below which a p-value rejects.
    pub level: f64,
    /// A number of respondents whose power is computed as well.
    pub respondents: Option<u64>,
}

/// The expected alternative to the hypothesis.
pub enum Expected {
    /// The true shares, a number for each cell, row by row.
    Truth(Vec<f64>),
    /// The share of the second of two answers in every group.
    Proportions(Vec<f64>),
    /// Cramér's V, from 0 to 1, of a table in which the second question, whose answers are equally frequent, rises with the first.
    CramersV(f64),
}

impl Prospecting {
    /// Computes the respondents that the test takes under a plan, under independent perturbation with the same record ε, and under any protocol.
    ///
    /// # Errors
    /// `unknown-attribute`, `invalid-hypothesis`, `invalid-confidence` for a level or a power, `unidentifiable-table`.
    pub fn compute(self, plan: &Plan) -> Result<Prospects, Error> {
        let schema = plan.table_schema();
        let table = self.table.iter().map(|name| schema.position(name)).collect::<Result<Vec<_>, _>>()?;
        let sizes: Vec<u32> = table.iter().map(|&position| schema.sizes()[position]).collect();
        let shares = self.shares(&sizes)?;
        let null = self.hypothesis.nearest(schema, &table, &shares)?;
        let epsilon = plan.law().record_epsilon();
        let prospect = |law: &Law| Prospect::new((schema, law), &table, &self.hypothesis, &shares);
        let own = (epsilon, prospect(plan.table_law())?);
        let other =
            independent(plan, &table)?.map(|(epsilon, law)| Ok((epsilon, prospect(&law)?))).transpose()?;
        let groups = in_clear(plan, &table);
        let bound = respondents_of_any_protocol([&null, &shares], &groups, epsilon, self.power, self.level)?;
        let Self { table: attributes, level, power, respondents, .. } = self;
        let test = self.hypothesis.to_string();
        Prospects::new(Sought { test, attributes, level, power, respondents }, own, other, bound)
    }

    /// The expected shares of the table.
    fn shares(&self, sizes: &[u32]) -> Result<Vec<f64>, Error> {
        let refused = |message: String| Err(Error::new(Code::InvalidHypothesis, message));
        if let Expected::Truth(truth) = &self.expected {
            return match self.groups.is_empty() {
                true => Ok(truth.clone()),
                false => refused("the shares of a table already say how frequent groups are".into()),
            };
        }
        let [rows, columns] = *sizes else {
            return refused(format!(
                "a strength and proportions are of two questions; the table has {}",
                sizes.len()
            ));
        };
        let even = |size: u32| vec![1.0 / f64::from(size); size as usize];
        let groups = if self.groups.is_empty() { even(rows) } else { self.groups.clone() };
        if groups.len() != rows as usize {
            return refused(format!(
                "{} numbers say how frequent groups are; {:?} has {rows} categories",
                groups.len(),
                self.table[0]
            ));
        }
        match &self.expected {
            Expected::CramersV(v) => associated(&groups, &even(columns), *v),
            _ if columns != 2 => refused(format!(
                "proportions need a question with two answers; {:?} has {columns}",
                self.table[1]
            )),
            Expected::Truth(shares) | Expected::Proportions(shares) => of_groups(&groups, shares),
        }
    }
}

/// Independent perturbation with the record ε of a plan: its own record ε, and its law including plain columns. `None` where it does not see
/// the table.
fn independent(plan: &Plan, table: &[usize]) -> Result<Option<(f64, Law)>, Error> {
    let sizes = plan.schema().sizes();
    if sizes.len() > MOST_COMPARED {
        return Ok(None);
    }
    let split = best_split(&sizes, &default_tables(sizes.len()), plan.law().record_epsilon());
    let plain = &plan.table_schema().sizes()[sizes.len()..];
    let law = independent::law(&Levels::new(sizes, split)?)?;
    let (epsilon, law) = (law.record_epsilon(), law.with_plain(plain)?);
    Ok(Some((epsilon, law)).filter(|(_, law)| law.identifies(table)))
}

/// For every cell of a table, the number of the group that reports carry in clear.
fn in_clear(plan: &Plan, table: &[usize]) -> Vec<usize> {
    let (schema, columns) = (plan.table_schema(), plan.columns());
    table.iter().fold(vec![0], |groups, &axis| {
        let size = schema.sizes()[axis] as usize;
        let group = |before: usize, own: usize| if axis < columns { before } else { before * size + own };
        groups.iter().flat_map(|&before| (0..size).map(move |own| group(before, own))).collect()
    })
}
