//! The plan document as serialized, and its conversion into a schema and a law.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::mem::take;

use serde::{Deserialize, Serialize};

use super::canonical;
use super::numbers::{whole, wide};
use super::promises::{AttributePromise, Promises};
use super::questions::{CompoundDocument, PlanAttribute, ScoreDocument, SectionDocument};
use crate::design::{Ask, Design, Invitations, Labels, Survey};
use crate::error::{Code, Error, every};
use crate::exact::rounded_down;
use crate::law::{Block, Form, Law, Pattern, RoundedScore, Unit};
use crate::schema::{Attribute, LocalizedText, PlainColumn, Schema, Score, Texts};

/// The version of the document format.
pub(super) const VERSION: u32 = 1;

/// A plan as serialized. Unknown fields are refused: the fingerprint covers every field.
///
/// ```
/// # use candor::{Plan, Survey};
/// # let survey = Survey::from_json(r#"{"survey": "health-2026", "title": "Health", "wave_of": "health",
/// #     "attributes": [{"name": "smoker", "categories": ["no", "yes"]}], "privacy": {"record_epsilon": 1}}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// use candor::plan::{
///     AttributePromiseDocument, BlockDocument, FormDocument, PatternDocument, PlanAttribute, PlanDocument, PlanPrivacy,
/// };
///
/// let PlanDocument { attributes, forms, privacy, fingerprint, .. } = plan.document();
/// let PlanAttribute { name, categories, .. } = &attributes[0];
/// let FormDocument { blocks, .. } = &forms[0];
/// let BlockDocument { uniform, patterns, .. } = &blocks[0];
/// let PatternDocument { changes, weight } = &patterns[0];
/// let PlanPrivacy { record, attributes: of_attributes, .. } = privacy;
/// let AttributePromiseDocument { column, attribute, .. } = &of_attributes[0];
/// assert_eq!((name.as_str(), categories.len(), changes.len()), ("smoker", 2, 0));
/// assert_eq!(uniform + weight, 1 << 64);
/// assert!(column <= attribute && attribute <= record && fingerprint.starts_with("sha256:"));
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanDocument {
    /// Which questions a device is asked; absent where it is asked all.
    #[serde(default, skip_serializing_if = "Ask::is_all")]
    pub ask: Ask,
    /// The questions with their final categories.
    pub attributes: Vec<PlanAttribute>,
    /// The format version, 1.
    #[serde(deserialize_with = "whole::one")]
    pub candor: u32,
    /// The time from which reports are no longer accepted: see [`Period`](crate::Period).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closes: Option<String>,
    /// The questions that consist of several attributes; absent where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub compounds: Vec<CompoundDocument>,
    /// `sha256:` and 64 hexadecimal digits, over the canonical bytes of everything else but the signature.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fingerprint: String,
    /// The law.
    pub forms: Vec<FormDocument>,
    /// How people are invited, where only the invited may answer; absent where everybody may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitations: Option<Invitations>,
    /// Where the label of a report comes from; absent where the device draws it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<Labels>,
    /// The design method, for information.
    pub method: String,
    /// The time from which reports are accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opens: Option<String>,
    /// The columns that reports carry unperturbed, beside the perturbed record; absent where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plain: Vec<PlainColumn>,
    /// The promises.
    pub privacy: PlanPrivacy,
    /// The fingerprints of the plans that this one corrects, the latest first; absent where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub revises: Vec<String>,
    /// Sums of what answers stand for; absent where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<ScoreDocument>,
    /// The headings of questions; absent where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<SectionDocument>,
    /// The author's Ed25519 signature over [`Plan::signed_text`](super::Plan::signed_text), 64 bytes in base64url;
    /// not covered by the fingerprint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// The survey's name.
    pub survey: String,
    /// What people read before and after the questions; absent where there is nothing.
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    pub texts: Texts,
    /// The survey's title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<LocalizedText>,
    /// The family of surveys that this is a wave of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wave_of: Option<String>,
}

/// A form: see [`Form`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormDocument {
    /// The blocks that perturb its units.
    pub blocks: Vec<BlockDocument>,
    /// Pools of exchangeable attributes; absent where there are none.
    #[serde(default, deserialize_with = "whole::lists", skip_serializing_if = "Vec::is_empty")]
    pub exchange: Vec<Vec<usize>>,
    /// The units; absent where every question is its own unit and reports one category.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitDocument>,
    /// How many of 2⁶⁴ equally likely words select this form, as a decimal string.
    #[serde(with = "wide")]
    pub weight: u128,
}

/// A unit: see [`Unit`].
///
/// ```
/// use candor::plan::UnitDocument;
///
/// // Six of the cells of two questions together.
/// let unit: UnitDocument = serde_json::from_str(r#"{"attributes": [0, 3], "subset_size": 6}"#).expect("a unit");
/// assert_eq!((unit.attributes.as_slice(), unit.subset_size), (&[0, 3][..], 6));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitDocument {
    /// The attributes. The last one varies fastest in the order of the cells.
    #[serde(deserialize_with = "whole::list")]
    pub attributes: Vec<usize>,
    /// How many cells a report names.
    #[serde(deserialize_with = "whole::one")]
    pub subset_size: u32,
}

/// A block: see [`Block`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockDocument {
    /// Positions in `units`, grouped into exchangeable classes.
    #[serde(deserialize_with = "whole::lists")]
    pub classes: Vec<Vec<usize>>,
    /// The listed patterns, whose weights are in excess of the uniform part.
    pub patterns: Vec<PatternDocument>,
    /// The weight of uniformly random subsets, out of 2⁶⁴, as a decimal string.
    #[serde(with = "wide")]
    pub uniform: u128,
    /// The units that the block perturbs, by their positions in the form.
    #[serde(deserialize_with = "whole::list")]
    pub units: Vec<usize>,
}

/// A pattern: see [`Pattern`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternDocument {
    /// Pairs of a class and the number of its units that miss; a unit that reports one category misses by changing it.
    #[serde(deserialize_with = "whole::pairs")]
    pub changes: Vec<(usize, usize)>,
    /// The weight, out of 2⁶⁴, as a decimal string.
    #[serde(with = "wide")]
    pub weight: u128,
}

/// The promises as serialized, rounded up to 12 significant digits; older plans round up to the last digit of a double. A reader
/// refuses promises below the recomputed levels.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanPrivacy {
    /// Per attribute, in order.
    pub attributes: Vec<AttributePromiseDocument>,
    /// Record ε.
    pub record: f64,
    /// A proven lower bound on the record ε of any law with these column levels, where the method gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_lower_bound: Option<f64>,
}

/// The promises about one attribute as serialized.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttributePromiseDocument {
    /// Attribute ε.
    pub attribute: f64,
    /// Column ε.
    pub column: f64,
    /// The attribute.
    pub name: String,
    /// The requested column ε, where the law keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requested: Option<f64>,
    /// The requested attribute ε.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requested_attribute: Option<f64>,
}

/// The part of a plan that is equal in all waves that ask the same: everything that decides how a record becomes a report.
#[derive(Serialize)]
struct Shared<'a> {
    attributes: &'a [PlanAttribute],
    forms: &'a [FormDocument],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scores: Vec<&'a ScoreDocument>,
}

/// The canonical texts of a plan that are hashed.
pub(super) struct Written {
    /// The document without its signature and its fingerprint; the fingerprint is the digest of this text.
    pub(super) unfingerprinted: String,
    /// The questions and the law; only for a wave.
    pub(super) mechanism: Option<String>,
}

impl Written {
    /// The texts of a document, whatever fingerprint it states.
    pub(super) fn new(document: &mut PlanDocument) -> Result<Self, Error> {
        let stated = (take(&mut document.fingerprint), take(&mut document.signature));
        let unfingerprinted = canonical::to_string(document);
        (document.fingerprint, document.signature) = stated;
        let PlanDocument { attributes, forms, wave_of, .. } = document;
        let scores = document.scores.iter().filter(|score| score.rounded.is_some()).collect();
        let mechanism = wave_of.as_ref().map(|_| canonical::to_string(&Shared { attributes, forms, scores }));
        Ok(Self { unfingerprinted: unfingerprinted?, mechanism: mechanism.transpose()? })
    }
}

impl PlanDocument {
    /// The document of a designed survey, with an empty fingerprint.
    pub(super) fn new(survey: &Survey, design: &Design, promises: &Promises) -> Self {
        let attributes = survey.schema().attributes();
        let promise = |(attribute, promise): (&Attribute, &AttributePromise)| AttributePromiseDocument {
            name: attribute.name().into(),
            requested: promise.requested,
            requested_attribute: promise.requested_attribute,
            column: promise.column,
            attribute: promise.attribute,
        };
        Self {
            ask: survey.ask(),
            candor: VERSION,
            opens: survey.period().opens().map(Into::into),
            closes: survey.period().closes().map(Into::into),
            invitations: survey.invitations(),
            labels: labels(survey.invitations(), survey.wave_of(), design.law()),
            plain: survey.plain().into(),
            revises: survey.revises().into(),
            scores: scores(survey.schema(), design.law()),
            sections: survey.sections().iter().map(SectionDocument::new).collect(),
            texts: survey.texts().clone(),
            signature: None,
            survey: survey.name().into(),
            title: survey.title().cloned(),
            wave_of: survey.wave_of().map(Into::into),
            attributes: attributes.iter().map(PlanAttribute::new).collect(),
            compounds: survey.schema().compounds().iter().map(CompoundDocument::new).collect(),
            method: design.method().to_string(),
            forms: design
                .law()
                .forms()
                .iter()
                .map(|form| FormDocument::new(form, design.law().sizes().len()))
                .collect(),
            privacy: PlanPrivacy {
                record: promises.record,
                record_lower_bound: design.record_lower_bound().map(rounded_down),
                attributes: attributes.iter().zip(&promises.attributes).map(promise).collect(),
            },
            fingerprint: String::new(),
        }
    }
}

/// The scores of a schema, of which the law has some rounded, in the same order.
fn scores(schema: &Schema, law: &Law) -> Vec<ScoreDocument> {
    let mut rounded = law.scores().iter().peekable();
    let document = |score: &Score| {
        let own = rounded.next_if(|rounded| rounded.is_of(schema, score));
        ScoreDocument::new(schema, score, own.map(RoundedScore::levels))
    };
    schema.scores().iter().map(document).collect()
}

/// The labels of a plan: those of the invited follow from their invitations wherever there are blind ones and several labels. A family of waves
/// keeps one label for all its invitations.
pub(super) fn labels(invitations: Option<Invitations>, wave_of: Option<&str>, law: &Law) -> Option<Labels> {
    let follow = invitations == Some(Invitations::Blind) && wave_of.is_none() && law.labels() > 1;
    follow.then_some(Labels::Invited)
}

impl PlanPrivacy {
    /// Checks that every stated ε is at least the recomputed one and stands under the right name.
    pub(super) fn check(&self, schema: &Schema, recomputed: &Promises) -> Result<(), Error> {
        let mut named = self.attributes.len() == schema.len();
        for (stated, attribute) in self.attributes.iter().zip(schema.attributes()) {
            named &= stated.name == attribute.name();
        }
        if !named {
            return Err(Error::new(
                Code::InvalidPlan,
                "the promises must name every attribute once, in order",
            ));
        }
        check_stated("record ε", None, Some(self.record), recomputed.record)?;
        for (stated, recomputed) in self.attributes.iter().zip(&recomputed.attributes) {
            let name = Some(stated.name.as_str());
            check_stated("column ε", name, Some(stated.column), recomputed.column)?;
            check_stated("requested column ε", name, stated.requested, recomputed.column)?;
            check_stated("attribute ε", name, Some(stated.attribute), recomputed.attribute)?;
            check_stated("requested attribute ε", name, stated.requested_attribute, recomputed.attribute)?;
        }
        self.check_lower_bound(recomputed.record)
    }

    /// Checks that the lower bound lies between 0 and the recomputed record ε.
    fn check_lower_bound(&self, record: f64) -> Result<(), Error> {
        match self.record_lower_bound {
            Some(bound) if !(0.0 <= bound && bound <= record) => {
                let message = message!(
                    "record_lower_bound is ",
                    bound,
                    "; it must be between 0 and the record ε, ",
                    record
                );
                Err(Error::new(Code::InvalidPlan, message))
            }
            _ => Ok(()),
        }
    }
}

fn check_stated(what: &str, of: Option<&str>, stated: Option<f64>, recomputed: f64) -> Result<(), Error> {
    match stated {
        Some(stated) if stated < recomputed || stated.is_nan() => {
            let of = of.map_or(String::new(), |name| message!(" of \"", name, "\""));
            let message =
                message!(what, of, " is stated as ", stated, " but the weights only keep ", recomputed);
            Err(Error::new(Code::UnderstatedPromise, message))
        }
        _ => Ok(()),
    }
}

impl FormDocument {
    fn new(form: &Form, attributes: usize) -> Self {
        let unit = |unit: &Unit| UnitDocument {
            attributes: unit.attributes().into(),
            subset_size: unit.subset_size(),
        };
        let units =
            if form.is_plain(attributes) { Vec::new() } else { form.units().iter().map(unit).collect() };
        Self {
            blocks: form.blocks().iter().map(BlockDocument::new).collect(),
            exchange: form.exchange().into(),
            units,
            weight: form.weight(),
        }
    }

    /// Moves the form out of the document.
    pub(super) fn form(&mut self, attributes: usize) -> Result<Form, Error> {
        let unit = |unit: &mut UnitDocument| Unit::new(take(&mut unit.attributes), unit.subset_size);
        let units = match self.units.is_empty() {
            true => (0..attributes).map(Unit::single).collect(),
            false => self.units.iter_mut().map(unit).collect(),
        };
        let blocks = every(&mut self.blocks, BlockDocument::block)?;
        Ok(Form::new(self.weight, take(&mut self.exchange), units, blocks))
    }
}

impl BlockDocument {
    fn new(block: &Block) -> Self {
        let pattern = |pattern: &Pattern| PatternDocument {
            changes: pattern.changes().into(),
            weight: pattern.weight().into(),
        };
        Self {
            classes: block.classes().into(),
            patterns: block.patterns().iter().map(pattern).collect(),
            uniform: block.uniform(),
            units: block.units().into(),
        }
    }

    fn block(&mut self) -> Result<Block, Error> {
        let patterns = every(&mut self.patterns, PatternDocument::pattern)?;
        Block::new(take(&mut self.units), take(&mut self.classes), self.uniform, patterns)
    }
}

impl PatternDocument {
    fn pattern(&mut self) -> Result<Pattern, Error> {
        let weight = u64::try_from(self.weight).map_err(|_| {
            Error::new(Code::WeightSum, message!("the weight ", self.weight, " is not below 2^64"))
        })?;
        Ok(Pattern::new(take(&mut self.changes), weight))
    }
}
