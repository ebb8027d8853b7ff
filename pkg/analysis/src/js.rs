//! Errors as JavaScript catches them: an `Error` with a stable code.

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::Error;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = Error)]
    type Refusal;

    #[wasm_bindgen(constructor, js_class = "Error")]
    fn new(message: &str) -> Refusal;

    #[wasm_bindgen(method, setter)]
    fn set_code(this: &Refusal, code: &str);
}

/// The JavaScript `Error` that is thrown for an error.
pub(super) fn thrown(error: Error) -> JsValue {
    let refusal = Refusal::new(error.message());
    refusal.set_code(error.code_text());
    refusal.into()
}
