//! What the module calls of JavaScript.

use alloc::string::String;
use alloc::vec::Vec;

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    /// The names of an object's own members.
    #[wasm_bindgen(js_namespace = Object)]
    pub(super) fn keys(object: &JsValue) -> Vec<String>;

    #[wasm_bindgen(js_namespace = Reflect, js_name = get)]
    pub(super) fn member(object: &JsValue, name: &str) -> JsValue;

    /// An error with a stable code.
    #[wasm_bindgen(js_name = Error)]
    pub(super) type Refusal;

    #[wasm_bindgen(constructor, js_class = "Error")]
    pub(super) fn new(message: &str) -> Refusal;

    #[wasm_bindgen(method, setter)]
    pub(super) fn set_code(this: &Refusal, code: &str);
}
