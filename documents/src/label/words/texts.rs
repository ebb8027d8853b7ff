//! The texts of a label in one language.

use crate::text::grouped;
use crate::totals::Told;

/// A sentence with a text in it.
pub(in crate::label) type With = fn(&str) -> String;

/// All texts of a label.
#[derive(Debug)]
pub struct Words {
    /// The language's tag.
    pub language: &'static str,
    /// The separators of thousands and of decimals.
    pub(in crate::label) separators: [char; 2],
    pub(in crate::label) is_mirrored: bool,
    pub(in crate::label) kind: &'static str,
    /// Of so many people, at least and at most so many after: as a figure, and as a sentence.
    pub(in crate::label) figure: fn([&str; 3]) -> String,
    pub(in crate::label) belief: fn([&str; 3]) -> String,
    pub(in crate::label) facts: Facts,
    pub(in crate::label) table: Table,
    pub(in crate::label) promised: &'static str,
    pub(in crate::label) not_promised: &'static str,
    pub(in crate::label) foot: &'static str,
    pub(in crate::label) not_stated: &'static str,
    pub(in crate::label) parameter: Parameter,
    pub(in crate::label) unit: Unit,
    pub(in crate::label) composition: Composition,
    pub(in crate::label) utility: Utility,
    pub(in crate::label) algorithm: Algorithm,
    pub(in crate::label) trust: Trust,
    pub(in crate::label) collection: Collection,
    pub(in crate::label) rights: Rights,
    pub(in crate::label) totals: Totals,
}

/// The facts at the top.
#[derive(Debug)]
pub(in crate::label) struct Facts {
    pub(in crate::label) mechanism: &'static str,
    pub(in crate::label) record: &'static str,
    pub(in crate::label) page: &'static str,
    pub(in crate::label) collector: &'static str,
    pub(in crate::label) readers: &'static str,
    pub(in crate::label) kept: &'static str,
    pub(in crate::label) scores: &'static str,
    pub(in crate::label) in_clear: &'static str,
    pub(in crate::label) nothing: &'static str,
    pub(in crate::label) waves: &'static str,
    pub(in crate::label) none: &'static str,
    pub(in crate::label) plan: &'static str,
}

/// The table of questions.
#[derive(Debug)]
pub(in crate::label) struct Table {
    pub(in crate::label) caption: &'static str,
    pub(in crate::label) question: &'static str,
    pub(in crate::label) column: &'static str,
    pub(in crate::label) attribute: &'static str,
    /// ε, at least, at most.
    pub(in crate::label) level: fn([&str; 3]) -> String,
    pub(in crate::label) with: With,
}

#[derive(Debug)]
pub(in crate::label) struct Parameter {
    pub(in crate::label) about: &'static str,
    pub(in crate::label) factor: With,
    pub(in crate::label) no_delta: &'static str,
    pub(in crate::label) known_before: &'static str,
}

#[derive(Debug)]
pub(in crate::label) struct Unit {
    pub(in crate::label) about: &'static str,
    pub(in crate::label) one_report: &'static str,
    pub(in crate::label) one_answer: &'static str,
    pub(in crate::label) taking_part: &'static str,
}

#[derive(Debug)]
pub(in crate::label) struct Composition {
    pub(in crate::label) about: &'static str,
    pub(in crate::label) kept: &'static str,
    pub(in crate::label) second: With,
    pub(in crate::label) wave: With,
    pub(in crate::label) no_family: &'static str,
}

#[derive(Debug)]
pub(in crate::label) struct Utility {
    pub(in crate::label) about: &'static str,
    pub(in crate::label) unbiased: &'static str,
    pub(in crate::label) missing: &'static str,
    pub(in crate::label) small: &'static str,
}

#[derive(Debug)]
pub(in crate::label) struct Algorithm {
    pub(in crate::label) about: &'static str,
    pub(in crate::label) law: With,
    pub(in crate::label) integers: &'static str,
    pub(in crate::label) constant: &'static str,
    pub(in crate::label) device: &'static str,
}

#[derive(Debug)]
pub(in crate::label) struct Trust {
    pub(in crate::label) about: &'static str,
    pub(in crate::label) holders: &'static str,
    pub(in crate::label) page: With,
    pub(in crate::label) collector: With,
    pub(in crate::label) page_reads: &'static str,
    pub(in crate::label) same_party: &'static str,
}

#[derive(Debug)]
pub(in crate::label) struct Collection {
    pub(in crate::label) about: &'static str,
    pub(in crate::label) stored: &'static str,
    pub(in crate::label) text: &'static str,
    pub(in crate::label) plain: With,
    pub(in crate::label) stopped: &'static str,
    pub(in crate::label) asks_drawn: &'static str,
    /// Where everything is asked and a device draws what it uses.
    pub(in crate::label) drawn: &'static str,
    pub(in crate::label) shows_drawn: &'static str,
}

#[derive(Debug)]
pub(in crate::label) struct Rights {
    pub(in crate::label) about: &'static str,
    pub(in crate::label) kept_until: With,
    pub(in crate::label) deletion: &'static str,
    pub(in crate::label) nobody_else: &'static str,
    pub(in crate::label) nameless: &'static str,
    pub(in crate::label) copies: &'static str,
}

#[derive(Debug)]
pub(in crate::label) struct Totals {
    pub(in crate::label) about: &'static str,
    /// Who reads them, and how many reports are told together.
    pub(in crate::label) readers: fn(&str, &str) -> String,
    /// What totals tell of one person beside the record ε.
    pub(in crate::label) tell: fn(&Told, &str, &Words) -> String,
    pub(in crate::label) smaller: &'static str,
}

impl Words {
    /// A number with a decimal point, as the language writes it.
    pub(in crate::label) fn number(&self, with_point: &str) -> String {
        with_point.replace('.', &self.separators[1].to_string())
    }

    /// A whole number, as the language writes it.
    pub(in crate::label) fn whole(&self, number: u64) -> String {
        grouped(number).replace(',', &self.separators[0].to_string())
    }

    /// A text, or that it was not stated.
    pub(in crate::label) fn stated<'t>(&self, text: &'t str) -> &'t str {
        if text.is_empty() { self.not_stated } else { text }
    }

    /// The central ε, the chance of more as one in so many, and the number of reports, as the language writes them.
    pub(in crate::label) fn figures(&self, told: &Told) -> [String; 3] {
        [self.number(&told.level()), self.whole(told.chances()), self.whole(told.reports)]
    }
}
