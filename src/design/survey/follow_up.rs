//! Conditions of follow-ups as an author writes them, by names and values, and the positions that they stand for.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::error::{Code, Error};
use crate::schema::{Attribute, Category, Condition};

/// The answers to an earlier question after which a follow-up is asked: a list of values, or the range of a number as
/// `{"from": 18, "below": 65}`, whose ends are edges of the question's bins. Either end may be left out.
///
/// ```
/// use candor::{Survey, schema::Condition};
///
/// let survey = Survey::from_json(r#"{"survey": "health", "privacy": {"record_epsilon": 1}, "attributes": [
///     {"name": "age", "bins": [0, 18, 40, 65, null]},
///     {"name": "job", "categories": ["no", "yes"], "asked_if": {"age": {"from": 18, "below": 65}}},
///     {"name": "shifts", "categories": ["no", "yes"], "asked_if": {"job": ["yes"]}}]}"#)?;
/// let [_, job, shifts] = survey.schema().attributes() else { panic!("three questions") };
/// assert_eq!(job.conditions(), [Condition { attribute: 0, categories: vec![1, 2] }]);
/// assert_eq!(shifts.conditions(), [Condition { attribute: 1, categories: vec![1] }]);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ConditionRequest {
    /// Values of categories.
    Values(Vec<String>),
    /// Numbers from `from` on and below `below`.
    Range {
        /// The lower end, which is inside.
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<f64>,
        /// The upper end, which is outside.
        #[serde(skip_serializing_if = "Option::is_none")]
        below: Option<f64>,
    },
}

/// The conditions of a question, each for an earlier question by its name; in a document an object.
///
/// ```
/// use candor::design::{ConditionRequest, ConditionRequests};
///
/// let requests: ConditionRequests = serde_json::from_str(r#"{"harassed": ["yes"]}"#).expect("conditions");
/// assert_eq!(requests, ConditionRequests(vec![("harassed".into(), ConditionRequest::Values(vec!["yes".into()]))]));
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ConditionRequests(pub Vec<(String, ConditionRequest)>);

impl ConditionRequests {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn of(&self, name: &str) -> Option<&ConditionRequest> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, request)| request)
    }
}

impl Serialize for ConditionRequests {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(self.0.len()))?;
        for (name, request) in &self.0 {
            object.serialize_entry(name, request)?;
        }
        object.end()
    }
}

/// Resolves the conditions of the question with this name, in the order of the questions before it.
pub(super) fn conditions(
    name: &str,
    requests: &ConditionRequests,
    earlier: &[Attribute],
) -> Result<Vec<Condition>, Error> {
    for (request, _) in &requests.0 {
        if earlier.iter().any(|attribute| attribute.name() == request) {
            continue;
        }
        let is_part = |attribute: &&Attribute| {
            attribute.name().strip_prefix(request.as_str()).is_some_and(|rest| rest.starts_with('.'))
        };
        return Err(match earlier.iter().find(is_part) {
            None => refused(name, request, "which is no question before it"),
            Some(part) => {
                let why =
                    format!("which has several attributes; name one of them, such as {:?}", part.name());
                refused(name, request, &why)
            }
        });
    }
    let mut conditions = Vec::new();
    for (attribute, parent) in earlier.iter().enumerate() {
        if let Some(request) = requests.of(parent.name()) {
            conditions.push(Condition { attribute, categories: request.categories(name, parent)? });
        }
    }
    Ok(conditions)
}

fn refused(name: &str, parent: &str, why: &str) -> Error {
    Error::new(Code::InvalidFollowUp, format!("{name:?} is asked if {parent:?}, {why}"))
}

impl ConditionRequest {
    fn categories(&self, name: &str, parent: &Attribute) -> Result<Vec<u32>, Error> {
        let categories: Vec<u32> = match self {
            Self::Values(values) => {
                let answers =
                    || (0_u32..).zip(parent.categories()).filter(|(at, _)| Some(*at) != parent.not_asked());
                for (place, value) in values.iter().enumerate() {
                    if !answers().any(|(_, category)| category.value() == value) {
                        return Err(refused(name, parent.name(), &format!("which has no answer {value:?}")));
                    }
                    if values[..place].contains(value) {
                        return Err(refused(name, parent.name(), "with the same answer twice"));
                    }
                }
                let is_wanted = |category: &Category| values.iter().any(|value| value == category.value());
                answers().filter(|(_, category)| is_wanted(category)).map(|(position, _)| position).collect()
            }
            Self::Range { from, below } => {
                let edges =
                    parent.bins().ok_or_else(|| refused(name, parent.name(), "which is no number"))?;
                for end in [from, below].into_iter().flatten() {
                    if !edges.contains(&Some(*end)) {
                        let why = format!("whose bins have no edge {end}");
                        return Err(refused(name, parent.name(), &why));
                    }
                }
                let inside = |pair: &[Option<f64>]| {
                    from.is_none_or(|from| pair[0].is_some_and(|low| low >= from))
                        && below.is_none_or(|below| pair[1].is_some_and(|high| high <= below))
                };
                (0..)
                    .zip(edges.windows(2))
                    .filter(|(_, pair)| inside(pair))
                    .map(|(position, _)| position)
                    .collect()
            }
        };
        if categories.is_empty() {
            return Err(refused(name, parent.name(), "but after none of its answers"));
        }
        Ok(categories)
    }
}

impl<'de> Deserialize<'de> for ConditionRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ListOrRange)
    }
}

struct ListOrRange;

impl<'de> Visitor<'de> for ListOrRange {
    type Value = ConditionRequest;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of answers, or a range such as {\"from\": 18, \"below\": 65}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<ConditionRequest, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(ConditionRequest::Values(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ConditionRequest, A::Error> {
        let (mut from, mut below) = (None, None);
        while let Some(end) = map.next_key::<String>()? {
            let known = match end.as_str() {
                "from" => &mut from,
                "below" => &mut below,
                _ => return Err(de::Error::unknown_field(&end, &["from", "below"])),
            };
            if known.replace(map.next_value::<f64>()?).is_some() {
                return Err(de::Error::custom("a range has an end twice"));
            }
        }
        if from.is_none() && below.is_none() {
            return Err(de::Error::custom("a range has \"from\", \"below\" or both"));
        }
        Ok(ConditionRequest::Range { from, below })
    }
}

impl<'de> Deserialize<'de> for ConditionRequests {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ByName)
    }
}

struct ByName;

impl<'de> Visitor<'de> for ByName {
    type Value = ConditionRequests;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("conditions by the name of an earlier question")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ConditionRequests, A::Error> {
        let mut requests = ConditionRequests::default();
        while let Some((name, request)) = map.next_entry::<String, ConditionRequest>()? {
            if requests.of(&name).is_some() {
                return Err(de::Error::custom("two conditions name one question"));
            }
            requests.0.push((name, request));
        }
        Ok(requests)
    }
}
