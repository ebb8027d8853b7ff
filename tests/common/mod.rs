//! What several rings of tests need: designs and plans whose promises are checked in whole numbers, a schema of plain
//! categories, a random generator, and exact ε.
//!
//! Tests make plans and designs only here; the `architecture` test reads their sources and fails otherwise.

#![allow(dead_code, reason = "each ring uses a part")]

pub mod adult;
pub mod dirichlet;
pub mod exact;
pub mod exponential;
pub mod forged;
pub mod labelled;
pub mod moods;
pub mod nightly;
pub mod paths;
pub mod published;
pub mod questionnaires;
pub mod words;

use candor::Error;
use candor::design::{Design, Request, Survey};
use candor::law::{Block, Form, Law, Pattern, RoundedScore, Unit};
use candor::plan::Plan;
use candor::schema::{Attribute, Category, Schema};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};

/// The plan of a survey.
pub fn plan_of(survey: &Survey) -> Plan {
    planned(survey, &survey.request().design().unwrap())
}

/// The plan of a designed survey.
pub fn planned(survey: &Survey, design: &Design) -> Plan {
    planned_or_refused(survey, design).unwrap()
}

/// The same for a plan that may be refused.
pub fn planned_or_refused(survey: &Survey, design: &Design) -> Result<Plan, Error> {
    let plan = Plan::new(survey, design)?;
    published::check(plan.json()).unwrap();
    Ok(plan)
}

/// The design of a request.
pub fn designed(request: Request) -> Result<Design, Error> {
    request.design().map(checked)
}

/// Returns the design after checking that a plan of it keeps what it states.
fn checked(design: Design) -> Design {
    let law = design.law();
    let (columns, attributes) = (law.column_epsilons(), law.attribute_epsilons());
    let with_scores = |i: usize| {
        let scores = (law.attributes()..).zip(law.scores());
        let own = scores.filter(|(_, score)| score.items().any(|item| item == i)).map(|(column, _)| column);
        let own: Vec<usize> = [i].into_iter().chain(own).collect();
        if own.len() > 1 { law.joint_epsilon(&own) } else { attributes[i] }
    };
    let requested = design.requested().filter(|_| design.raised().is_empty());
    let promise = |i: usize| {
        let mut promise = json!({"column": columns[i], "attribute": with_scores(i)});
        promise["requested"] = requested.map(|levels| levels[i]).into();
        promise["requested_attribute"] = design.caps()[i].into();
        promise
    };
    let promises: Vec<Value> = (0..law.attributes()).map(promise).collect();
    let mut plan = document_of(law);
    plan["privacy"] = json!({"record": law.record_epsilon(), "attributes": promises});
    plan["privacy"]["record_lower_bound"] = design.record_lower_bound().into();
    published::check(&plan.to_string()).unwrap();
    design
}

/// A law as a plan writes it, with every unit spelt out.
pub fn document_of(law: &Law) -> Value {
    let attribute = |a: &u32| json!({"categories": (0..*a).collect::<Vec<u32>>()});
    let pattern = |p: &Pattern| json!({"changes": p.changes(), "weight": p.weight().to_string()});
    let block = |b: &Block| {
        let patterns: Vec<Value> = b.patterns().iter().map(pattern).collect();
        json!({"units": b.units(), "classes": b.classes(), "uniform": b.uniform().to_string(),
            "patterns": patterns})
    };
    let unit = |u: &Unit| json!({"attributes": u.attributes(), "subset_size": u.subset_size()});
    let form = |f: &Form| {
        let blocks: Vec<Value> = f.blocks().iter().map(block).collect();
        let units: Vec<Value> = f.units().iter().map(unit).collect();
        json!({"blocks": blocks, "exchange": f.exchange(), "units": units, "weight": f.weight().to_string()})
    };
    let attributes: Vec<Value> = law.sizes()[..law.attributes()].iter().map(attribute).collect();
    let score = |score: &RoundedScore| {
        let items: Vec<usize> = score.items().collect();
        let steps = |item: &usize| -> Vec<Option<usize>> {
            score.raised_steps(*item).iter().map(|steps| steps.checked_sub(1)).collect()
        };
        let steps: Vec<_> = items.iter().map(steps).collect();
        json!({"attributes": items, "rounded": {"levels": score.levels(), "steps": steps}})
    };
    let scores: Vec<Value> = law.scores().iter().map(score).collect();
    json!({"attributes": attributes, "forms": law.forms().iter().map(form).collect::<Vec<Value>>(), "scores": scores})
}

/// Attributes a0, a1, … with categories "0", "1", …
pub fn schema_of(sizes: &[u32]) -> Schema {
    let category = |v: u32| Category::new(&v.to_string(), None);
    let attribute = |(i, a): (usize, &u32)| {
        Attribute::new(&format!("a{i}"), None, (0..*a).map(category).collect(), false).unwrap()
    };
    Schema::new(sizes.iter().enumerate().map(attribute).collect()).unwrap()
}

/// The random generator of tests, with a fixed seed.
pub struct Dice(pub ChaCha20Rng);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha20Rng::seed_from_u64(seed))
    }

    /// A nearly uniform number in `low ..= high`.
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
