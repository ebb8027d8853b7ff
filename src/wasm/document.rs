//! A plan document as the package hands it over: all its texts and all its numbers, in the order of the
//! document's members, absent ones and lengths among the numbers.
//!
//! The package has checked kinds and names of members, which takes a tenth of the code there. What is
//! missing here reads as empty or zero, which no plan allows.

use alloc::string::String;
use alloc::vec::{self, Vec};

use crate::design::Ask;
use crate::plan::{
    AttributePromiseDocument, BlockDocument, FormDocument, PatternDocument, PlanAttribute, PlanDocument,
    PlanPrivacy, UnitDocument, Written,
};
use crate::schema::Category;

/// What is still to be read.
pub(super) struct Parts {
    texts: vec::IntoIter<String>,
    numbers: vec::IntoIter<f64>,
}

impl Parts {
    pub(super) fn new(texts: Vec<String>, numbers: Vec<f64>) -> Self {
        Self { texts: texts.into_iter(), numbers: numbers.into_iter() }
    }

    /// The canonical texts, which the package writes: what is of another document has another fingerprint.
    pub(super) fn written(&mut self) -> Written {
        Written { json: self.text(), unfingerprinted: self.text(), mechanism: self.optional(Self::text) }
    }

    pub(super) fn plan(&mut self) -> PlanDocument {
        PlanDocument {
            ask: if self.whole() == 1 { Ask::Drawn } else { Ask::All },
            attributes: self.list(Self::attribute),
            candor: self.narrow(),
            fingerprint: self.text(),
            forms: self.list(Self::form),
            method: self.text(),
            privacy: self.privacy(),
            signature: None,
            survey: self.text(),
            title: self.optional(Self::text),
            wave_of: self.optional(Self::text),
        }
    }

    fn attribute(&mut self) -> PlanAttribute {
        PlanAttribute {
            bins: self.optional(|parts| parts.list(|parts| parts.optional(Self::real))),
            categories: self.list(Self::category),
            name: self.text(),
            optional: self.whole() == 1,
            question: self.optional(Self::text),
        }
    }

    fn category(&mut self) -> Category {
        let label = self.optional(Self::text);
        Category::new(&self.text(), label.as_deref())
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
        (0..self.whole()).map(|_| part(self)).collect()
    }

    fn optional<T>(&mut self, part: fn(&mut Self) -> T) -> Option<T> {
        (self.whole() == 1).then(|| part(self))
    }

    fn weight(&mut self) -> u128 {
        self.text().parse().unwrap_or(0)
    }

    fn text(&mut self) -> String {
        self.texts.next().unwrap_or_default()
    }

    fn real(&mut self) -> f64 {
        self.numbers.next().unwrap_or_default()
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number, as checked")]
    fn whole(&mut self) -> usize {
        self.real() as usize
    }
}
