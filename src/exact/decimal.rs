//! Numbers in decimal, as ECMAScript writes them: the shortest text that reads back as the same double, which is
//! what canonical JSON asks for [RFC 8785, §3.2.2.3].

use alloc::string::String;

use crate::message::Part;

/// A number as ECMAScript writes it.
#[cfg(not(all(feature = "wasm", target_family = "wasm")))]
pub(crate) fn decimal(value: f64) -> String {
    ryu_js::Buffer::new().format(value).into()
}

/// A number as ECMAScript writes it: by ECMAScript itself, which saves the respondent's module two kilobytes.
#[cfg(all(feature = "wasm", target_family = "wasm"))]
pub(crate) fn decimal(value: f64) -> String {
    #[wasm_bindgen::prelude::wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_name = String)]
        fn written(value: f64) -> String;
    }
    written(value)
}

/// As ECMAScript writes it.
impl Part for f64 {
    fn append(&self, text: &mut String) {
        text.push_str(&decimal(*self));
    }
}
