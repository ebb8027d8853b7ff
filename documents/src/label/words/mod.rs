//! The texts of a label, in every language.

mod ar;
mod de;
mod en;
mod es;
mod fr;
mod ja;
mod languages;
mod texts;

pub use en::ENGLISH;
pub use languages::{LANGUAGES, words_in};
pub use texts::Words;
