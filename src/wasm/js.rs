//! What the module calls of JavaScript.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// An error with a stable code.
    #[wasm_bindgen(js_name = Error)]
    pub(super) type Refusal;

    #[wasm_bindgen(constructor, js_class = "Error")]
    pub(super) fn new(message: &str) -> Refusal;

    #[wasm_bindgen(method, setter)]
    pub(super) fn set_code(this: &Refusal, code: &str);
}
