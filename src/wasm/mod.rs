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
use crate::report::respond_in_wave;
use crate::report::wave::Secret;
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

    /// A report: the position of every perturbed category, then the id as four numbers, the first byte the most
    /// significant. Numbers, since writing digits takes as many steps as there are. `categories` are the positions
    /// of the true answers; they are overwritten.
    ///
    /// A wave is drawn under the `secret` of its family, or under a fresh one where none is given; its report is
    /// followed by the truth's mark and by the secret, eight numbers each.
    ///
    /// # Errors
    /// `missing-answer`, `unknown-category`, `entropy-unavailable`.
    pub fn perturb(&self, categories: Vec<u32>, secret: Option<Vec<u32>>) -> Result<Vec<u32>, JsValue> {
        let record = Record::new(self.0.schema(), categories).map_err(thrown)?;
        let secret = secret.map(|words| Secret::new(bytes(&words)));
        let (report, wave) = respond_in_wave(&self.0, record, secret).map_err(thrown)?;
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

/// The bytes of such numbers, zeros where some are missing.
fn bytes(words: &[u32]) -> [u8; 32] {
    let mut bytes = [0; 32];
    let given = words.iter().flat_map(|word| word.to_be_bytes());
    bytes.iter_mut().zip(given).for_each(|(byte, given)| *byte = given);
    bytes
}
