//! The promises of a plan: record, attribute and column ε, recomputed from its integer weights and rounded up [Mathematics, §2, §4].

use alloc::vec::Vec;

use crate::exact::rounded_up;
use crate::law::Law;
use crate::schema::Schema;

/// The promises of a plan, recomputed from its integer weights and rounded up to 12 significant digits.
///
/// ```
/// # use candor::{Plan, Survey};
/// # let survey = Survey::from_json(r#"{"survey": "health-2026", "title": "Health", "wave_of": "health",
/// #     "attributes": [{"name": "smoker", "categories": ["no", "yes"]}], "privacy": {"record_epsilon": 1}}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// use candor::plan::{AttributePromise, Promises};
///
/// let Promises { record, attributes } = plan.promises();
/// let AttributePromise { column, attribute, .. } = attributes[0];
/// assert!(column <= attribute && attribute <= *record && *record <= 1.0);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Promises {
    /// Record ε: bounds what the whole output tells of inputs that may differ in every attribute.
    pub record: f64,
    /// Per attribute.
    pub attributes: Vec<AttributePromise>,
}

/// The promises about one attribute.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AttributePromise {
    /// The column ε that the author requested, where the law keeps it.
    pub requested: Option<f64>,
    /// The attribute ε that the author requested.
    pub requested_attribute: Option<f64>,
    /// Column ε: bounds what output column i alone tells.
    pub column: f64,
    /// Attribute ε: bounds what the whole output tells of inputs that differ in attribute i only, or, for a question with follow-ups, in it and in
    /// all that hang on it. It covers what reported scores tell of it.
    pub attribute: f64,
}

impl Promises {
    /// Rounds every ε up to 12 significant digits, which survive programs that round numbers in transit.
    pub(super) fn rounded_up(mut self) -> Self {
        self.record = rounded_up(self.record);
        for AttributePromise { requested, requested_attribute, column, attribute } in &mut self.attributes {
            (*column, *attribute) = (rounded_up(*column), rounded_up(*attribute));
            (*requested, *requested_attribute) =
                (requested.map(rounded_up), requested_attribute.map(rounded_up));
        }
        self
    }
}

/// These attributes and all scores of which one of them is an item.
fn with_scores(law: &Law, mut attributes: Vec<usize>) -> Vec<usize> {
    let scores = (law.attributes()..).zip(law.scores());
    let of_one = scores.filter(|(_, score)| score.items().any(|item| attributes.contains(&item)));
    let columns: Vec<usize> = of_one.map(|(column, _)| column).collect();
    attributes.extend(columns);
    attributes
}

/// Computes upper bounds, to the last digit of a double. Each level is rounded up on its own; as column ε ≤ attribute ε ≤
/// record ε holds exactly, a bound on a later one also bounds the earlier ones, so taking minima keeps the order in the last place.
/// The attribute ε of a question covers its follow-ups, too [Mathematics, §15], and the scores
/// that it is an item of [Mathematics, §16].
pub(crate) fn promises(
    schema: &Schema,
    law: &Law,
    requested: impl Iterator<Item = (Option<f64>, Option<f64>)>,
) -> Promises {
    let record = law.record_epsilon();
    let (columns, mut whole) = (law.column_epsilons(), law.attribute_epsilons());
    for (epsilon, dependents) in whole.iter_mut().zip(schema.dependents()) {
        let dependents = with_scores(law, dependents);
        if dependents.len() > 1 {
            *epsilon = law.joint_epsilon(&dependents);
        }
    }
    let mut attributes = Vec::new();
    for (((requested, requested_attribute), column), attribute) in requested.zip(&columns).zip(&whole) {
        let attribute = attribute.min(record);
        let column = column.min(attribute);
        attributes.push(AttributePromise { requested, requested_attribute, column, attribute });
    }
    Promises { record, attributes }
}
