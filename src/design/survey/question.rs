//! A question of a survey document, and the attributes that it stands for.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::follow_up::{ConditionRequests, conditions};
use crate::error::{Code, Error};
use crate::exact::significant_digits;
use crate::schema::{
    Attribute, Category, Compound, CompoundKind, LocalizedText, Order, UNMADE_AND_MADE, ranks,
};

/// A question as serialized.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttributeDocument {
    /// The name used in answers and tables.
    pub name: String,
    /// The question shown to people.
    #[serde(default)]
    pub question: Option<LocalizedText>,
    /// The categories. Beside `bins`, only those in the roles *refused* and *don't know*.
    #[serde(default)]
    pub categories: Option<Vec<Category>>,
    /// Edges of a numeric question.
    #[serde(default)]
    pub bins: Option<Vec<Option<f64>>>,
    /// Whether several of the categories can be chosen; one where this is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choose: Option<Choose>,
    /// The least number of choices of such a question, unless one is made that excludes the others; 0 where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<usize>,
    /// The largest number of choices of such a question; as many as there are that exclude no others where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<usize>,
    /// The items of a ranking, which stand instead of categories.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rank: Vec<Category>,
    /// How many places are given to items; as many as there are items where not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<usize>,
    /// The order in which categories, items, or the rows of a grid, are shown.
    #[serde(default, skip_serializing_if = "Order::is_given")]
    pub order: Order,
    /// The rows of a grid, whose answers are the categories.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<RowDocument>,
    /// The conditions under which a follow-up is asked, by the name of an earlier question; all have to hold.
    #[serde(default, skip_serializing_if = "ConditionRequests::is_empty")]
    pub asked_if: ConditionRequests,
    /// Whether "no answer" is a category.
    #[serde(default)]
    pub optional: bool,
    /// The requested column ε.
    #[serde(default)]
    pub epsilon: Option<f64>,
    /// The weight in sharing a record ε; 1 where not given.
    #[serde(default)]
    pub weight: Option<f64>,
    /// The cap on the attribute ε.
    #[serde(default)]
    pub attribute_epsilon: Option<f64>,
}

/// How many answers a question can be given.
///
/// ```
/// use candor::{Survey, design::{Choose, RowDocument}};
///
/// let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 4}, "attributes": [
///     {"name": "how", "question": "How?", "choose": "any", "at_most": 2,
///      "categories": ["words", "touch", "messages", {"value": "none", "excludes": "others"}]},
///     {"name": "climate", "rows": [{"name": "safe", "question": "I feel safe"}, {"name": "heard"}], "categories": ["1", "2", "3"]}]}"#)?;
/// let names: Vec<&str> = survey.schema().attributes().iter().map(|attribute| attribute.name()).collect();
/// assert_eq!(names, ["how.words", "how.touch", "how.messages", "how.none", "climate.safe", "climate.heard"]);
/// assert_eq!(survey.schema().compounds()[0].rule().as_deref(), Some("at most 2, and what excludes the others only alone"));
/// let row: RowDocument = serde_json::from_str(r#"{"name": "safe"}"#).expect("a row");
/// assert_eq!((row.name.as_str(), row.question), ("safe", None));
/// assert_eq!(serde_json::to_string(&Choose::Any).expect("text"), r#""any""#);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choose {
    /// One.
    One,
    /// Any number of them, within the limits that the question states.
    Any,
}

/// A row of a grid as serialized.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowDocument {
    /// The name of the row within its question.
    pub name: String,
    /// The text shown to people.
    #[serde(default)]
    pub question: Option<LocalizedText>,
}

impl AttributeDocument {
    /// Adds the question to those before it: one attribute with its final categories, or one for each choice, item or row. In a partial survey people may
    /// stop before it.
    pub(super) fn add_to(
        &self,
        attributes: &mut Vec<Attribute>,
        compounds: &mut Vec<Compound>,
        is_partial: bool,
    ) -> Result<(), Error> {
        let conditions = conditions(&self.name, &self.asked_if, attributes)?;
        let start = attributes.len();
        let kind = self.kind(start)?;
        let own = match &kind {
            None => vec![self.attribute(&self.name, self.question.clone())?.shown_in(self.order)?],
            Some(CompoundKind::Rows) => self
                .rows
                .iter()
                .map(|row| self.attribute(&self.part(&row.name), row.question.clone()))
                .collect::<Result<_, _>>()?,
            Some(CompoundKind::Choices { .. }) => {
                self.parts(self.choices(), &Category::list(UNMADE_AND_MADE))?
            }
            Some(CompoundKind::Ranking { places }) => {
                self.parts(&self.rank, &ranks(self.rank.len(), *places))?
            }
        };
        for attribute in own {
            let attribute = if is_partial { attribute.partial()? } else { attribute };
            attributes.push(attribute.asked_if(conditions.clone())?);
        }
        let (name, question, order) = (self.name.clone(), self.question.clone(), self.order);
        compounds.extend(kind.map(|kind| Compound {
            name,
            question,
            attributes: start..attributes.len(),
            kind,
            order,
        }));
        Ok(())
    }

    /// What the attributes of the question are, of which the first has this position; `None` if it has only one.
    fn kind(&self, start: usize) -> Result<Option<CompoundKind>, Error> {
        let refuse =
            |rule: &str| Err(Error::new(Code::InvalidSurvey, format!("attribute {:?} {rule}", self.name)));
        let is_any = self.choose == Some(Choose::Any);
        if !is_any && (self.at_least.is_some() || self.at_most.is_some()) {
            return refuse("gives \"at_least\" or \"at_most\" without \"choose\": \"any\"");
        }
        if self.rank.is_empty() && self.places.is_some() {
            return refuse("gives \"places\" without items to \"rank\"");
        }
        let rule = "cannot have more than one of rows, \"choose\": \"any\" and items to \"rank\"; make each a question";
        let kinds = [is_any, !self.rows.is_empty(), !self.rank.is_empty()];
        match kinds {
            [false, false, false] => Ok(None),
            [false, true, false] => Ok(Some(CompoundKind::Rows)),
            [true, false, false] if self.bins.is_some() => refuse("cannot have bins and \"choose\": \"any\""),
            [true, false, false] => {
                let excludes = |(_, category): &(usize, &Category)| category.excludes_others();
                let excluding: Vec<usize> =
                    (start..).zip(self.choices()).filter(excludes).map(|(position, _)| position).collect();
                let at_most = self.at_most.unwrap_or(self.choices().len() - excluding.len());
                Ok(Some(CompoundKind::Choices { at_least: self.at_least.unwrap_or(0), at_most, excluding }))
            }
            [false, false, true] if self.rank.iter().any(Category::excludes_others) => {
                refuse("has items to \"rank\" of which one excludes the others")
            }
            [false, false, true] if self.bins.is_some() || self.categories.is_some() => refuse(
                "has items to \"rank\", whose categories are their places; give neither categories nor bins",
            ),
            [false, false, true] => {
                let places = self.places.unwrap_or(self.rank.len());
                Ok(Some(CompoundKind::Ranking { places }))
            }
            _ => refuse(rule),
        }
    }

    fn choices(&self) -> &[Category] {
        self.categories.as_deref().unwrap_or_default()
    }

    /// The name of a choice or row.
    fn part(&self, name: &str) -> String {
        format!("{}.{name}", self.name)
    }

    /// The attributes of choices or of items that are ranked, with these categories.
    fn parts(&self, of: &[Category], own: &[Category]) -> Result<Vec<Attribute>, Error> {
        let part = |part: &Category| {
            if part.role().is_some() {
                let (value, name) = (part.value(), &self.name);
                let message =
                    format!("{value:?} of {name:?} has a role; of choices and items none can have one");
                return Err(Error::new(Code::InvalidCompound, message));
            }
            let question = part.label().cloned().unwrap_or_else(|| part.value().into());
            Attribute::new(&self.part(part.value()), Some(question), own.to_vec(), self.optional)
        };
        of.iter().map(part).collect()
    }

    fn attribute(&self, name: &str, question: Option<LocalizedText>) -> Result<Attribute, Error> {
        match (&self.categories, &self.bins) {
            (Some(categories), None) => Attribute::new(name, question, categories.clone(), self.optional),
            (others, Some(bins)) => {
                self.check_edges(bins)?;
                let others = others.clone().unwrap_or_default();
                Attribute::numeric_or(name, question, bins.clone(), others, self.optional)
            }
            (None, None) => {
                let message = format!("attribute {:?} must give categories or bins", self.name);
                Err(Error::new(Code::InvalidSurvey, message))
            }
        }
    }

    /// Refuses edges of more than 15 digits: programs that round numbers to 15 digits would change them, and the fingerprint.
    fn check_edges(&self, edges: &[Option<f64>]) -> Result<(), Error> {
        match edges.iter().flatten().find(|edge| significant_digits(**edge) > 15) {
            None => Ok(()),
            Some(edge) => {
                let message =
                    format!("bins of {:?}: the edge {edge} has more than 15 digits; round it", self.name);
                Err(Error::new(Code::InvalidBins, message))
            }
        }
    }
}
