//! A plan document as the package hands it over: all its texts, in one, and all its numbers, in the order of the
//! document's members, lengths and absent ones among the numbers. A weight is two numbers, of 32 bits and above.
//!
//! The package has checked kinds and names of members, which takes a tenth of the code there; when reports are taken, of whom, what
//! they carry in clear and in place of which plan's is in the text that is hashed alone, and is no business of the module. What is
//! missing here reads as empty or zero, which no plan allows.

use alloc::string::String;
use alloc::vec::{self, Vec};
use core::str::Chars;

use crate::design::Ask;
use crate::plan::{
    AttributePromiseDocument, BlockDocument, FormDocument, PatternDocument, PlanAttribute, PlanDocument,
    PlanPrivacy, UnitDocument,
};
use crate::schema::{Category, LocalizedText};

/// What is still to be read.
pub(super) struct Parts<'t> {
    texts: Chars<'t>,
    numbers: vec::IntoIter<f64>,
}

impl<'t> Parts<'t> {
    pub(super) fn new(texts: &'t str, numbers: Vec<f64>) -> Self {
        Self { texts: texts.chars(), numbers: numbers.into_iter() }
    }

    /// The canonical text of what the waves of a family share, for a wave.
    pub(super) fn mechanism(&mut self) -> Option<String> {
        self.optional(Self::text)
    }

    pub(super) fn plan(&mut self) -> PlanDocument {
        PlanDocument {
            ask: if self.whole() == 1 { Ask::Drawn } else { Ask::All },
            attributes: self.list(Self::attribute),
            candor: self.narrow(),
            closes: None,
            fingerprint: self.text(),
            forms: self.list(Self::form),
            invitations: None,
            method: self.text(),
            opens: None,
            plain: Vec::new(),
            privacy: self.privacy(),
            revises: Vec::new(),
            signature: None,
            survey: self.text(),
            title: self.optional(Self::localized),
            wave_of: self.optional(Self::text),
        }
    }

    fn attribute(&mut self) -> PlanAttribute {
        PlanAttribute {
            bins: self.optional(|parts| parts.list(|parts| parts.optional(Self::real))),
            categories: self.list(Self::category),
            name: self.text(),
            optional: self.whole() == 1,
            question: self.optional(Self::localized),
        }
    }

    fn category(&mut self) -> Category {
        let label = self.optional(Self::localized);
        Category::new(&self.text(), label)
    }

    fn form(&mut self) -> FormDocument {
        FormDocument {
            blocks: self.list(Self::block),
            exchange: self.optional(Self::lists).unwrap_or_default(),
            units: self.optional(|parts| parts.list(Self::unit)).unwrap_or_default(),
            weight: self.weight(),
        }
    }

    fn unit(&mut self) -> UnitDocument {
        UnitDocument { attributes: self.list(Self::whole), subset_size: self.narrow() }
    }

    fn block(&mut self) -> BlockDocument {
        BlockDocument {
            classes: self.lists(),
            patterns: self.list(Self::pattern),
            uniform: self.weight(),
            units: self.list(Self::whole),
        }
    }

    /// A number of 32 bits; 0 stands for a wider one.
    fn narrow(&mut self) -> u32 {
        u32::try_from(self.whole()).unwrap_or(0)
    }

    fn lists(&mut self) -> Vec<Vec<usize>> {
        self.list(|parts| parts.list(Self::whole))
    }

    fn pattern(&mut self) -> PatternDocument {
        PatternDocument { changes: self.list(|parts| (parts.whole(), parts.whole())), weight: self.weight() }
    }

    fn privacy(&mut self) -> PlanPrivacy {
        PlanPrivacy {
            attributes: self.list(Self::promise),
            record: self.real(),
            record_lower_bound: self.optional(Self::real),
        }
    }

    fn promise(&mut self) -> AttributePromiseDocument {
        AttributePromiseDocument {
            attribute: self.real(),
            column: self.real(),
            name: self.text(),
            requested: self.optional(Self::real),
            requested_attribute: self.optional(Self::real),
        }
    }

    fn list<T>(&mut self, part: fn(&mut Self) -> T) -> Vec<T> {
        let mut list = Vec::new();
        (0..self.whole()).for_each(|_| list.push(part(self)));
        list
    }

    fn optional<T>(&mut self, part: fn(&mut Self) -> T) -> Option<T> {
        (self.whole() == 1).then(|| part(self))
    }

    fn weight(&mut self) -> u128 {
        u128::from(self.half()) << 32 | u128::from(self.half())
    }

    /// Tags between commas, and a text for each.
    fn localized(&mut self) -> LocalizedText {
        LocalizedText::tagged(self.text(), self.list(Self::text))
    }

    /// As many units of UTF-16 as a number says.
    fn text(&mut self) -> String {
        let (mut left, rest) = (self.whole(), self.texts.as_str());
        while left > 0 {
            left = self.texts.next().map_or(0, |next| left.saturating_sub(next.len_utf16()));
        }
        rest.get(..rest.len() - self.texts.as_str().len()).unwrap_or_default().into()
    }

    fn real(&mut self) -> f64 {
        self.numbers.next().unwrap_or_default()
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number, as checked")]
    fn whole(&mut self) -> usize {
        self.real() as usize
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number, as checked")]
    fn half(&mut self) -> u64 {
        self.real() as u64
    }
}
