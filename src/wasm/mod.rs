//! The respondent's module as JavaScript sees it: translation only, for the npm package `candor`.
//!
//! A refusal is thrown as an `Error` whose `code` is the stable code and whose `message` never holds an
//! answer. Anything else that is thrown is a fault of the module, which must then be discarded.

mod document;
mod js;
#[cfg(target_family = "wasm")]
mod runtime;

use alloc::vec;
use alloc::vec::Vec;

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::error::Error;
use crate::plan::{Caps, Promises, Verified, Written};
use crate::report::wave::Secret;
use crate::report::{drawn, drawn_label};
use crate::schema::Record;
use document::Parts;
use js::thrown;

/// A verified plan.
#[wasm_bindgen]
pub struct Plan(Verified);

#[wasm_bindgen]
impl Plan {
    /// Verifies a plan document against a cap on its record ε: the canonical text of all but its fingerprint, in bytes, and its
    /// parts, all texts in one. A text of another document has another fingerprint.
    ///
    /// # Errors
    /// Those of [`crate::plan::Plan::verify`].
    pub fn verify(
        written: &[u8],
        texts: &str,
        numbers: Vec<f64>,
        max_record_epsilon: f64,
    ) -> Result<Plan, JsValue> {
        let caps = Caps { max_record_epsilon: Some(max_record_epsilon) };
        let mut parts = Parts::new(texts, numbers);
        let written = Written { unfingerprinted: written.into(), mechanism: parts.mechanism() };
        Verified::new(&mut parts.plan(), &written, &caps).map(Self).map_err(thrown)
    }

    /// The promises, recomputed from the integers: record ε, then column ε and attribute ε of each attribute.
    #[wasm_bindgen(getter)]
    pub fn promises(&self) -> Vec<f64> {
        let Promises { record, attributes } = self.0.promises();
        let mut promises = vec![*record];
        attributes.iter().for_each(|promise| promises.extend([promise.column, promise.attribute]));
        promises
    }

    /// A report: its perturbed numbers, then the id as four numbers, the first byte the most
    /// significant. Numbers, since writing digits takes as many steps as there are. `categories` are the positions
    /// of the true answers; they are overwritten.
    ///
    /// A wave is drawn under the `secret` of its family, or under a fresh one where none is given; its report is
    /// followed by the truth's mark and by the secret, eight numbers each. Another may be drawn under a `label` of before, which
    /// reads the answers that it asks alone.
    ///
    /// Without categories it is the label that says what this device is asked, and in a wave the secret that it follows from.
    ///
    /// # Errors
    /// `missing-answer`, `unknown-category`, `entropy-unavailable`; `invalid-report` where there is no such label.
    pub fn perturb(
        &self,
        categories: Option<Vec<u32>>,
        secret: Option<Vec<u32>>,
        label: Option<u32>,
    ) -> Result<Vec<u32>, JsValue> {
        self.drawn(categories, secret.map(kept), label).map_err(thrown)
    }
}

impl Plan {
    fn drawn(
        &self,
        categories: Option<Vec<u32>>,
        secret: Option<Secret>,
        label: Option<u32>,
    ) -> Result<Vec<u32>, Error> {
        let mut numbers = Vec::new();
        let Some(categories) = categories else {
            let (label, secret) = drawn_label(&self.0, secret)?;
            numbers.push(label);
            secret.iter().for_each(|secret| append(&mut numbers, secret.as_bytes()));
            return Ok(numbers);
        };
        let (report, wave) = drawn(&self.0, Record::new(self.0.schema(), categories)?, label, secret)?;
        numbers.extend(report.perturbed());
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
    let places = bytes.chunks_exact_mut(4).zip(&words);
    places.for_each(|(place, word)| place.copy_from_slice(&word.to_be_bytes()));
    Secret::new(bytes)
}
