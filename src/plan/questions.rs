//! The questions of a plan document, and their conversion into attributes and compound questions.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem::take;

use serde::{Deserialize, Serialize};

use super::numbers::whole;
use crate::error::{Code, Error};
use crate::schema::{
    Attribute, Category, Compound, CompoundKind, Condition, LocalizedText, Order, Schema, Score, Section,
    places,
};

/// A question with its final categories: bins expanded, "no answer", "not reached" and "not asked" appended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanAttribute {
    /// The conditions under which a follow-up is asked, all of which must hold; absent where the question is always asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked_if: Vec<ConditionDocument>,
    /// Edges of a numeric question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bins: Option<Vec<Option<f64>>>,
    /// All categories, in order.
    pub categories: Vec<Category>,
    /// The name.
    pub name: String,
    /// Whether "no answer" is a category: the last, but "not reached" and "not asked".
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub optional: bool,
    /// The order in which the categories are shown; absent where it is that of the document.
    #[serde(default, skip_serializing_if = "Order::is_given")]
    pub order: Order,
    /// Whether "not reached" is a category, the last but "not asked": people may stop before the question.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub partial: bool,
    /// The question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<LocalizedText>,
}

/// A condition: see [`Condition`].
///
/// ```
/// use candor::plan::ConditionDocument;
///
/// // Asked after the second answer to the first question.
/// let condition: ConditionDocument = serde_json::from_str(r#"{"attribute": 0, "categories": [1]}"#).expect("a condition");
/// assert_eq!((condition.attribute, condition.categories), (0, vec![1]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionDocument {
    /// The position of an earlier question.
    #[serde(deserialize_with = "whole::index")]
    pub attribute: usize,
    /// The positions of its categories, ascending.
    #[serde(deserialize_with = "whole::each")]
    pub categories: Vec<u32>,
}

/// A question that consists of several attributes: see [`Compound`].
///
/// ```
/// use candor::plan::{CompoundDocument, CompoundKindDocument};
///
/// // Of the choices that the third to the sixth attribute stand for, two can be made, and the last one alone.
/// let text = r#"{"at_most": 2, "attributes": [2, 3, 4, 5], "excluding": [5], "kind": "choices", "name": "how"}"#;
/// let how: CompoundDocument = serde_json::from_str(text).expect("a compound question");
/// assert_eq!((how.kind, how.at_least, how.at_most), (CompoundKindDocument::Choices, None, Some(2)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompoundDocument {
    /// The least number of choices; absent where none need be made.
    #[serde(default, deserialize_with = "whole::option", skip_serializing_if = "Option::is_none")]
    pub at_least: Option<usize>,
    /// The largest number of choices; absent where all can be made that exclude no others.
    #[serde(default, deserialize_with = "whole::option", skip_serializing_if = "Option::is_none")]
    pub at_most: Option<usize>,
    /// The positions of its attributes, which follow each other.
    #[serde(deserialize_with = "whole::list")]
    pub attributes: Vec<usize>,
    /// The positions of the choices that can only be made alone, ascending; absent where there are none.
    #[serde(default, deserialize_with = "whole::list", skip_serializing_if = "Vec::is_empty")]
    pub excluding: Vec<usize>,
    /// What its attributes are.
    pub kind: CompoundKindDocument,
    /// The name.
    pub name: String,
    /// The order in which choices or rows are shown; absent where it is that of the document.
    #[serde(default, skip_serializing_if = "Order::is_given")]
    pub order: Order,
    /// The question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<LocalizedText>,
}

/// What the attributes of a question are: see [`CompoundKind`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CompoundKindDocument {
    /// Choices of which several can be made.
    Choices,
    /// Items that are put in order.
    Ranking,
    /// Rows of a grid.
    Rows,
}

/// A score: see [`Score`].
///
/// ```
/// use candor::plan::ScoreDocument;
///
/// let text = r#"{"attributes": [3, 4], "codes": [1, 2, 3], "name": "climate", "reversed": [4]}"#;
/// let climate: ScoreDocument = serde_json::from_str(text).expect("a score");
/// assert_eq!((climate.attributes, climate.reversed), (vec![3, 4], vec![4]));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreDocument {
    /// The positions of its attributes, ascending.
    #[serde(deserialize_with = "whole::list")]
    pub attributes: Vec<usize>,
    /// The codes of the valid answers to each of them.
    pub codes: Vec<f64>,
    /// The name.
    pub name: String,
    /// The positions of the attributes whose codes are taken in reverse, ascending; absent where there are none.
    #[serde(default, deserialize_with = "whole::list", skip_serializing_if = "Vec::is_empty")]
    pub reversed: Vec<usize>,
    /// How devices round it to report it; absent where they do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounded: Option<RoundedDocument>,
}

/// How devices round a score: see [`RoundedScore`](crate::law::RoundedScore).
///
/// ```
/// use candor::plan::RoundedDocument;
///
/// let text = r#"{"levels": [0, 2, 4], "steps": [[0, 1, 2], [2, 1, 0, null]]}"#;
/// let rounded: RoundedDocument = serde_json::from_str(text).expect("how a score is rounded");
/// assert_eq!((rounded.levels.len(), rounded.steps[1][3]), (3, None));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundedDocument {
    /// The levels, in steps above the least score.
    #[serde(deserialize_with = "whole::each")]
    pub levels: Vec<u32>,
    /// For each of its attributes and categories the number of steps, null where it has no code.
    pub steps: Vec<Vec<Option<u32>>>,
}

impl ScoreDocument {
    /// The document of a score, which devices round to these levels if there are any.
    pub(super) fn new(schema: &Schema, score: &Score, levels: Option<&[u32]>) -> Self {
        let Score { attributes, codes, name, reversed, .. } = score.clone();
        let rounded =
            |levels: &[u32]| Some(RoundedDocument { levels: levels.into(), steps: schema.steps(score)? });
        Self { attributes, codes, name, reversed, rounded: levels.and_then(rounded) }
    }

    /// Rebuilds the score.
    pub(super) fn score(&self) -> Score {
        let Self { attributes, codes, name, reversed, rounded } = self.clone();
        Score { name, attributes, codes, reversed, levels: rounded.map(|rounded| rounded.levels) }
    }

    /// Refuses steps that are not those of the codes.
    pub(super) fn check_steps(&self, schema: &Schema, score: &Score) -> Result<(), Error> {
        match &self.rounded {
            Some(rounded) if schema.steps(score).as_ref() != Some(&rounded.steps) => Err(Error::new(
                Code::InvalidScore,
                message!("the steps of the score \"", self.name, "\" are not those of its codes"),
            )),
            _ => Ok(()),
        }
    }
}

/// A section: see [`Section`].
///
/// ```
/// use candor::plan::SectionDocument;
///
/// let habits: SectionDocument = serde_json::from_str(r#"{"attribute": 1, "title": "Habits"}"#).expect("a section");
/// assert_eq!((habits.attribute, habits.text), (1, None));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SectionDocument {
    /// The position of its first attribute.
    #[serde(deserialize_with = "whole::index")]
    pub attribute: usize,
    /// The order in which its questions are shown; absent where it is that of the document.
    #[serde(default, skip_serializing_if = "Order::is_given")]
    pub order: Order,
    /// A text below the heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<LocalizedText>,
    /// The heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<LocalizedText>,
}

impl SectionDocument {
    pub(super) fn new(section: &Section) -> Self {
        let Section { attribute, order, text, title } = section.clone();
        Self { attribute, order, text, title }
    }

    /// Rebuilds the section.
    pub(super) fn section(&self) -> Section {
        let Self { attribute, order, text, title } = self.clone();
        Section { attribute, order, text, title }
    }
}

impl PlanAttribute {
    pub(super) fn new(attribute: &Attribute) -> Self {
        Self {
            asked_if: attribute.conditions().iter().map(ConditionDocument::new).collect(),
            name: attribute.name().into(),
            question: attribute.question().cloned(),
            bins: attribute.bins().map(Into::into),
            optional: attribute.optional(),
            order: attribute.order(),
            partial: attribute.not_reached().is_some(),
            categories: attribute.categories().into(),
        }
    }

    /// Rebuilds the attribute, moving its contents out of the document. The final categories must be those that follow from
    /// the bins, "no answer", "not reached" and "not asked".
    pub(super) fn attribute(&mut self) -> Result<Attribute, Error> {
        let Self { asked_if, bins, categories, name, optional, order, partial, question } = self;
        let (question, conditions) = (question.take(), asked_if.drain(..).map(ConditionDocument::condition));
        let conditions: Vec<Condition> = conditions.collect();
        let appended = [*optional, *partial, !conditions.is_empty()].into_iter().map(usize::from).sum();
        let binned = bins.as_ref().map_or(0, |bins| bins.len().saturating_sub(1));
        // Between the categories of bins and those appended are the ones that a number can also be answered with.
        let end = categories.len().saturating_sub(appended);
        let own = categories.get(binned..end).unwrap_or_default().to_vec();
        let attribute = match bins {
            Some(bins) => Attribute::numeric_or(name, question, take(bins), own, *optional),
            None => Attribute::new(name, question, own, *optional),
        };
        let attribute = if *partial { attribute?.partial()? } else { attribute? };
        let attribute = attribute.asked_if(conditions)?.shown_in(*order)?;
        if attribute.categories() != categories {
            let message = message!(
                "the categories of \"",
                attribute.name(),
                "\" are not those of its bins, options and conditions"
            );
            return Err(Error::new(Code::InvalidPlan, message));
        }
        Ok(attribute)
    }
}

impl ConditionDocument {
    fn new(condition: &Condition) -> Self {
        Self { attribute: condition.attribute, categories: condition.categories.clone() }
    }

    fn condition(self) -> Condition {
        Condition { attribute: self.attribute, categories: self.categories }
    }
}

impl CompoundDocument {
    pub(super) fn new(compound: &Compound) -> Self {
        let (kind, at_least, at_most, excluding) = match &compound.kind {
            CompoundKind::Rows => (CompoundKindDocument::Rows, None, None, Vec::new()),
            CompoundKind::Ranking { .. } => (CompoundKindDocument::Ranking, None, None, Vec::new()),
            CompoundKind::Choices { at_least, at_most, excluding } => {
                let ordinary = compound.attributes.len().saturating_sub(excluding.len());
                let at_least = Some(*at_least).filter(|least| *least > 0);
                let at_most = Some(*at_most).filter(|most| *most != ordinary);
                (CompoundKindDocument::Choices, at_least, at_most, excluding.clone())
            }
        };
        let (name, question) = (compound.name.clone(), compound.question.clone());
        let attributes = compound.attributes.clone().collect();
        Self { at_least, at_most, attributes, excluding, kind, name, order: compound.order, question }
    }

    /// Rebuilds the question of a plan with these attributes. What is as by default has to be left out.
    pub(super) fn compound(&self, schema: &[Attribute]) -> Result<Compound, Error> {
        let start = self.attributes.first().copied().unwrap_or(0);
        let attributes = start..start.saturating_add(self.attributes.len());
        let kind = match self.kind {
            CompoundKindDocument::Rows => CompoundKind::Rows,
            CompoundKindDocument::Ranking => {
                CompoundKind::Ranking { places: schema.get(start).map_or(0, places) }
            }
            CompoundKindDocument::Choices => CompoundKind::Choices {
                at_least: self.at_least.unwrap_or(0),
                at_most: self.at_most.unwrap_or(attributes.len().saturating_sub(self.excluding.len())),
                excluding: self.excluding.clone(),
            },
        };
        let compound = Compound {
            name: self.name.clone(),
            question: self.question.clone(),
            attributes,
            kind,
            order: self.order,
        };
        if Self::new(&compound) != *self {
            let message = message!(
                "the attributes of \"",
                compound.name,
                "\" do not follow each other, or it states numbers that are those by default or that its kind does not have"
            );
            return Err(Error::new(Code::InvalidCompound, message));
        }
        Ok(compound)
    }
}
