//! The three ε of a plan, recomputed from its integers and rounded up [Mathematics, §2, §4].

use alloc::vec::Vec;

use crate::exact::rounded_up;
use crate::law::Law;

/// The three ε of a plan, recomputed from its integers and rounded up to 12 significant digits.
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
    /// Record ε: the whole output, inputs that differ anywhere.
    pub record: f64,
    /// Per attribute.
    pub attributes: Vec<AttributePromise>,
}

/// The promises about one attribute.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AttributePromise {
    /// The column ε the author asked for, where it is kept.
    pub requested: Option<f64>,
    /// The attribute ε the author asked for.
    pub requested_attribute: Option<f64>,
    /// Column ε: output column i alone.
    pub column: f64,
    /// Attribute ε: the whole output, inputs that differ in attribute i only.
    pub attribute: f64,
}

impl Promises {
    /// As they are written: every ε rounded up to 12 significant digits, which programs keep that round numbers on their way.
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

/// Upper bounds, to the last digit of a double. The levels are rounded up one by one; as column ε ≤ attribute ε ≤ record ε holds exactly, a bound of one
/// also bounds those before it, which keeps the order in the last place.
pub(crate) fn promises(law: &Law, requested: impl Iterator<Item = (Option<f64>, Option<f64>)>) -> Promises {
    let record = law.record_epsilon();
    let (columns, whole) = (law.column_epsilons(), law.attribute_epsilons());
    let mut attributes = Vec::new();
    for (((requested, requested_attribute), column), attribute) in requested.zip(&columns).zip(&whole) {
        let attribute = attribute.min(record);
        let column = column.min(attribute);
        attributes.push(AttributePromise { requested, requested_attribute, column, attribute });
    }
    Promises { record, attributes }
}
