//! The respondent's module as JavaScript sees it: translation only, for the npm package `candor`.
//!
//! A refusal is thrown as an `Error` whose `code` is the stable code and whose `message` never holds an
//! answer. Anything else that is thrown is a fault of the module, which must then be discarded.

mod document;
mod js;
#[cfg(target_family = "wasm")]
mod runtime;

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::plan::{Caps, Plan as VerifiedPlan, Promises};
use crate::report::wave::Secret;
use crate::report::{draw_label, drawn};
use crate::schema::Record;
use document::Parts;
use js::thrown;

/// A verified plan.
#[wasm_bindgen]
pub struct Plan(VerifiedPlan);

#[wasm_bindgen]
impl Plan {
    /// Verifies a plan document, handed over in its canonical texts and in parts, against a cap on its record ε.
    ///
    /// # Errors
    /// Those of [`VerifiedPlan::verify`].
    pub fn verify(texts: Vec<String>, numbers: Vec<f64>, max_record_epsilon: f64) -> Result<Plan, JsValue> {
        let caps = Caps { max_record_epsilon: Some(max_record_epsilon) };
        let mut parts = Parts::new(texts, numbers);
        let written = parts.written();
        VerifiedPlan::verify_written(parts.plan(), written, &caps).map(Self).map_err(thrown)
    }

    /// The promises, recomputed from the integers: record ε, then column ε and attribute ε of each attribute.
    #[wasm_bindgen(getter)]
    pub fn promises(&self) -> Vec<f64> {
        let Promises { record, attributes } = self.0.promises();
        let mut promises = vec![*record];
        attributes.iter().for_each(|promise| promises.extend([promise.column, promise.attribute]));
        promises
    }

    /// The label that says what this device is asked. In a wave it follows from the `secret` of its family, or from a
    /// fresh one where none is given, which comes after it in eight numbers.
    ///
    /// # Errors
    /// `entropy-unavailable`.
    pub fn label(&self, secret: Option<Vec<u32>>) -> Result<Vec<u32>, JsValue> {
        let (label, secret) = draw_label(&self.0, secret.map(kept)).map_err(thrown)?;
        let mut numbers = vec![label];
        if let Some(secret) = secret {
            append(&mut numbers, secret.as_bytes());
        }
        Ok(numbers)
    }

    /// A report: its perturbed numbers, then the id as four numbers, the first byte the most
    /// significant. Numbers, since writing digits takes as many steps as there are. `categories` are the positions
    /// of the true answers; they are overwritten.
    ///
    /// A wave is drawn under the `secret` of its family, or under a fresh one where none is given; its report is
    /// followed by the truth's mark and by the secret, eight numbers each. Another may be drawn under a `label` of before, which
    /// reads the answers that it asks alone.
    ///
    /// # Errors
    /// `missing-answer`, `unknown-category`, `entropy-unavailable`; `invalid-report` where there is no such label.
    pub fn perturb(
        &self,
        categories: Vec<u32>,
        secret: Option<Vec<u32>>,
        label: Option<u32>,
    ) -> Result<Vec<u32>, JsValue> {
        let record = Record::new(self.0.schema(), categories).map_err(thrown)?;
        let (report, wave) = drawn(&self.0, record, label, secret.map(kept)).map_err(thrown)?;
        let mut numbers = report.perturbed().to_vec();
        append(&mut numbers, report.id());
        if let Some(wave) = wave {
            append(&mut numbers, &wave.mark);
            append(&mut numbers, wave.secret.as_bytes());
        }
        Ok(numbers)
    }
}

/// Appends the number of every four bytes, the first the most significant.
fn append(numbers: &mut Vec<u32>, bytes: &[u8]) {
    let number = |bytes: &[u8]| bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte));
    numbers.extend(bytes.chunks(4).map(number));
}

/// The secret of such numbers, zeros where some are missing.
fn kept(words: Vec<u32>) -> Secret {
    let mut bytes = [0; 32];
    let given = words.iter().flat_map(|word| word.to_be_bytes());
    bytes.iter_mut().zip(given).for_each(|(byte, given)| *byte = given);
    Secret::new(bytes)
}
