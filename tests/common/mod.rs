//! What several rings of tests need: designs and plans whose promises are checked in whole numbers, a schema of plain
//! categories, a generator, and exact ε.
//!
//! Tests make plans and designs here and nowhere else; `architecture` reads their sources and fails otherwise.

#![allow(dead_code, reason = "each ring uses a part")]

pub mod dirichlet;
pub mod exact;
pub mod exponential;
pub mod published;
pub mod words;

use candor::Error;
use candor::design::{Design, Levels, Options, Survey};
use candor::law::{Block, Law, Pattern};
use candor::plan::Plan;
use candor::schema::{Attribute, Category, Schema};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};

/// The plan of a survey.
pub fn plan_of(survey: &Survey) -> Plan {
    planned(survey, &survey.design(Options::default()).unwrap())
}

/// The plan of a designed survey.
pub fn planned(survey: &Survey, design: &Design) -> Plan {
    let plan = Plan::new(survey, design).unwrap();
    published::check(plan.json()).unwrap();
    plan
}

/// The design with these column levels.
pub fn designed(levels: &Levels, options: Options) -> Result<Design, Error> {
    Design::with_levels(levels, options).map(checked)
}

/// The design with the largest column levels within a record ε.
pub fn within(sizes: &[u32], weights: &[f64], record: f64, options: Options) -> Result<Design, Error> {
    Design::with_record_budget(sizes, weights, record, options).map(checked)
}

/// The same under caps on attribute ε.
pub fn within_caps(
    sizes: &[u32],
    weights: &[f64],
    record: f64,
    caps: &[f64],
    options: Options,
) -> Result<Design, Error> {
    Design::with_capped_budget(sizes, weights, record, caps, options).map(checked)
}

/// The design of smallest error for these tables.
pub fn for_tables(sizes: &[u32], tables: &[Vec<usize>], record: f64) -> Result<Design, Error> {
    Design::for_tables(sizes, tables, record).map(checked)
}

/// The same under caps on attribute ε.
pub fn for_tables_capped(
    sizes: &[u32],
    tables: &[Vec<usize>],
    record: f64,
    caps: &[f64],
) -> Result<Design, Error> {
    Design::for_tables_capped(sizes, tables, record, caps).map(checked)
}

/// A design that keeps what a plan of it states.
fn checked(design: Design) -> Design {
    let law = design.law();
    let (columns, attributes) = (law.column_epsilons(), law.attribute_epsilons());
    let requested = design.requested().filter(|_| design.raised().is_empty());
    let promise = |i: usize| {
        let mut promise = json!({"column": columns[i], "attribute": attributes[i]});
        promise["requested"] = requested.map(|levels| levels[i]).into();
        promise["requested_attribute"] = Some(design.caps()[i]).filter(|cap| cap.is_finite()).into();
        promise
    };
    let promises: Vec<Value> = (0..law.sizes().len()).map(promise).collect();
    let mut plan = document_of(law);
    plan["privacy"] = json!({"record": law.record_epsilon(), "attributes": promises});
    plan["privacy"]["record_lower_bound"] = design.record_lower_bound().into();
    published::check(&plan.to_string()).unwrap();
    design
}

/// A law as a plan writes it.
fn document_of(law: &Law) -> Value {
    let attribute = |a: &u32| json!({"categories": (0..*a).collect::<Vec<u32>>()});
    let pattern = |p: &Pattern| json!({"changes": p.changes(), "weight": p.weight().to_string()});
    let block = |b: &Block| {
        let patterns: Vec<Value> = b.patterns().iter().map(pattern).collect();
        json!({"attributes": b.attributes(), "classes": b.classes(), "uniform": b.uniform().to_string(),
            "patterns": patterns})
    };
    let attributes: Vec<Value> = law.sizes().iter().map(attribute).collect();
    json!({"attributes": attributes, "blocks": law.blocks().iter().map(block).collect::<Vec<Value>>()})
}

/// Attributes a0, a1, … with categories "0", "1", …
pub fn schema_of(sizes: &[u32]) -> Schema {
    let category = |v: u32| Category::new(&v.to_string(), None);
    let attribute = |(i, a): (usize, &u32)| {
        Attribute::new(&format!("a{i}"), None, (0..*a).map(category).collect(), false).unwrap()
    };
    Schema::new(sizes.iter().enumerate().map(attribute).collect()).unwrap()
}

/// The fixed-seed source of every random choice of a test.
pub struct Dice(pub ChaCha20Rng);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha20Rng::seed_from_u64(seed))
    }

    /// Nearly uniform in `low ..= high`.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        let span = u64::from(high - low) + 1;
        low + u32::try_from(self.0.next_u64() % span).unwrap()
    }

    pub fn index(&mut self, len: usize) -> usize {
        usize::try_from(self.between(0, u32::try_from(len).unwrap() - 1)).unwrap()
    }

    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / 2_f64.powi(53)
    }

    /// 2^u with u uniform in `low .. high`.
    pub fn power_of_two(&mut self, low: f64, high: f64) -> f64 {
        (low + (high - low) * self.unit()).exp2()
    }
}
