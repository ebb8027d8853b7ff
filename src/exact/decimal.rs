//! Numbers in decimal, as ECMAScript writes them: the shortest text that reads back as the same double, which is
//! what canonical JSON asks for [RFC 8785, §3.2.2.3].

use alloc::string::String;

use crate::message::Part;

/// A number as ECMAScript writes it.
pub(crate) fn decimal(value: f64) -> String {
    ryu_js::Buffer::new().format(value).into()
}

/// As ECMAScript writes it.
impl Part for f64 {
    fn append(&self, text: &mut String) {
        text.push_str(&decimal(*self));
    }
}
