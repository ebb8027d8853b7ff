//! The texts of a label in one language.

mod ar;
mod de;
mod en;
mod es;
mod fr;
mod ja;

use crate::text::grouped;
use crate::totals::Told;

pub use en::ENGLISH;

/// The languages of labels.
pub const LANGUAGES: [&Words; 6] =
    [&ENGLISH, &ar::ARABIC, &de::GERMAN, &es::SPANISH, &fr::FRENCH, &ja::JAPANESE];

/// A sentence with a text in it.
pub(super) type With = fn(&str) -> String;

/// All texts of a label.
#[derive(Debug)]
pub struct Words {
    /// The language's tag.
    pub language: &'static str,
    /// The separators of thousands and of decimals.
    pub(super) separators: [char; 2],
    pub(super) is_mirrored: bool,
    pub(super) kind: &'static str,
    /// Of so many people, at least and at most so many after: as a figure, and as a sentence.
    pub(super) figure: fn([&str; 3]) -> String,
    pub(super) belief: fn([&str; 3]) -> String,
    pub(super) facts: Facts,
    pub(super) table: Table,
    pub(super) promised: &'static str,
    pub(super) not_promised: &'static str,
    pub(super) foot: &'static str,
    pub(super) not_stated: &'static str,
    pub(super) parameter: Parameter,
    pub(super) unit: Unit,
    pub(super) composition: Composition,
    pub(super) utility: Utility,
    pub(super) algorithm: Algorithm,
    pub(super) trust: Trust,
    pub(super) collection: Collection,
    pub(super) rights: Rights,
    pub(super) totals: Totals,
}

/// The facts at the top.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) mechanism: &'static str,
    pub(super) record: &'static str,
    pub(super) page: &'static str,
    pub(super) collector: &'static str,
    pub(super) readers: &'static str,
    pub(super) kept: &'static str,
    pub(super) in_clear: &'static str,
    pub(super) nothing: &'static str,
    pub(super) waves: &'static str,
    pub(super) none: &'static str,
    pub(super) plan: &'static str,
}

/// The table of questions.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) caption: &'static str,
    pub(super) question: &'static str,
    pub(super) column: &'static str,
    pub(super) attribute: &'static str,
    /// ε, at least, at most.
    pub(super) level: fn([&str; 3]) -> String,
    pub(super) with: With,
}

#[derive(Debug)]
pub(super) struct Parameter {
    pub(super) about: &'static str,
    pub(super) factor: With,
    pub(super) no_delta: &'static str,
    pub(super) known_before: &'static str,
}

#[derive(Debug)]
pub(super) struct Unit {
    pub(super) about: &'static str,
    pub(super) one_report: &'static str,
    pub(super) one_answer: &'static str,
    pub(super) taking_part: &'static str,
}

#[derive(Debug)]
pub(super) struct Composition {
    pub(super) about: &'static str,
    pub(super) kept: &'static str,
    pub(super) second: With,
    pub(super) wave: With,
    pub(super) no_family: &'static str,
}

#[derive(Debug)]
pub(super) struct Utility {
    pub(super) about: &'static str,
    pub(super) unbiased: &'static str,
    pub(super) missing: &'static str,
    pub(super) small: &'static str,
}

#[derive(Debug)]
pub(super) struct Algorithm {
    pub(super) about: &'static str,
    pub(super) law: With,
    pub(super) integers: &'static str,
    pub(super) constant: &'static str,
    pub(super) device: &'static str,
}

#[derive(Debug)]
pub(super) struct Trust {
    pub(super) about: &'static str,
    pub(super) holders: &'static str,
    pub(super) page: With,
    pub(super) collector: With,
    pub(super) page_reads: &'static str,
    pub(super) same_party: &'static str,
}

#[derive(Debug)]
pub(super) struct Collection {
    pub(super) about: &'static str,
    pub(super) stored: &'static str,
    pub(super) text: &'static str,
    pub(super) plain: With,
    pub(super) stopped: &'static str,
    pub(super) asks_drawn: &'static str,
    /// Where everything is asked and a device draws what it uses.
    pub(super) drawn: &'static str,
    pub(super) shows_drawn: &'static str,
}

#[derive(Debug)]
pub(super) struct Rights {
    pub(super) about: &'static str,
    pub(super) kept_until: With,
    pub(super) deletion: &'static str,
    pub(super) nobody_else: &'static str,
    pub(super) nameless: &'static str,
    pub(super) copies: &'static str,
}

#[derive(Debug)]
pub(super) struct Totals {
    pub(super) about: &'static str,
    /// Who reads them, and how many reports are told together.
    pub(super) readers: fn(&str, &str) -> String,
    /// What totals tell of one person beside the record ε.
    pub(super) tell: fn(&Told, &str, &Words) -> String,
    pub(super) smaller: &'static str,
}

impl Words {
    /// The words of a language, by its tag.
    #[must_use]
    pub fn of(language: &str) -> Option<&'static Self> {
        LANGUAGES.into_iter().find(|words| words.language == language)
    }

    /// A number with a decimal point, as the language writes it.
    pub(super) fn number(&self, with_point: &str) -> String {
        with_point.replace('.', &self.separators[1].to_string())
    }

    /// A whole number, as the language writes it.
    pub(super) fn whole(&self, number: u64) -> String {
        grouped(number).replace(',', &self.separators[0].to_string())
    }

    /// A text, or that it was not stated.
    pub(super) fn stated<'t>(&self, text: &'t str) -> &'t str
    where
        'static: 't,
    {
        if text.is_empty() { self.not_stated } else { text }
    }

    /// The central ε, the chance of more as one in so many, and the number of reports, as the language writes them.
    pub(super) fn figures(&self, told: &Told) -> [String; 3] {
        [self.number(&told.level()), self.whole(told.chances()), self.whole(told.reports)]
    }
}
