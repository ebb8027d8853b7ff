//! How questions are shown to people: texts around them, and sections. None of it changes what is asked or
//! reported.

use serde::{Deserialize, Serialize};

use super::order::Order;
use super::questions::Schema;
use super::text::LocalizedText;
use crate::error::{Code, Error};

/// What people read before and after the questions.
///
/// ```
/// use candor::schema::Texts;
///
/// let texts: Texts = serde_json::from_str(r#"{"welcome": "Welcome!", "thanks": "Thank you."}"#).expect("texts");
/// assert_eq!(texts.welcome.map(|text| text.fallback().to_owned()), Some("Welcome!".into()));
/// assert!(texts.consent.is_none());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// What a person agrees to by ticking a box, without which nothing can be sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<LocalizedText>,
    /// What is shown after the report was received.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thanks: Option<LocalizedText>,
    /// What is shown before the first question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub welcome: Option<LocalizedText>,
}

impl Texts {
    /// Whether there is no text, so that documents leave them out.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Questions that are shown under one heading, up to the next section.
///
/// ```
/// use candor::{Code, Survey, schema::Order};
///
/// let survey = |follow_up: &str| Survey::from_json(&format!(r#"{{"survey": "work", "privacy": {{"record_epsilon": 2}}, "attributes": [
///     {{"name": "sex", "categories": ["f", "m"]}},
///     {{"name": "smoker", "categories": ["no", "yes"]}}, {{"name": "drinker", "categories": ["no", "yes"]{follow_up}}}],
///     "sections": [{{"before": "smoker", "title": "Habits", "order": "random"}}]}}"#));
/// let sections = survey("")?.sections().to_vec();
/// assert_eq!((sections[0].attribute, sections[0].order), (1, Order::Random));
/// // A question cannot come before the one that it follows from.
/// let refused = survey(r#", "asked_if": {"smoker": ["yes"]}"#).unwrap_err();
/// assert_eq!(refused.code(), Code::InvalidOrder);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The position of its first attribute.
    pub attribute: usize,
    /// The order of its questions.
    pub order: Order,
    /// A text below the heading.
    pub text: Option<LocalizedText>,
    /// The heading; absent where the questions are only shown in an order of their own.
    pub title: Option<LocalizedText>,
}

impl Schema {
    /// Refuses a title and texts that have unreadable characters or are given in other languages than the questions, the labels and each other.
    pub(crate) fn check_texts(
        &self,
        title: Option<&LocalizedText>,
        texts: &Texts,
        sections: &[Section],
    ) -> Result<(), Error> {
        let of_sections = sections.iter().flat_map(|section| [&section.title, &section.text]);
        let all = [&texts.consent, &texts.thanks, &texts.welcome].into_iter().chain(of_sections);
        let mut known = self.localized()?;
        for text in title.into_iter().chain(all.flatten()) {
            text.check()?;
            known = text.agreed(known)?;
        }
        Ok(())
    }

    /// Refuses sections that do not fit the questions.
    pub(crate) fn check_sections(&self, sections: &[Section]) -> Result<(), Error> {
        let refuse = |rule: &str| Err(Error::new(Code::InvalidOrder, message!("the sections ", rule)));
        if sections.windows(2).any(|pair| pair[0].attribute >= pair[1].attribute) {
            return refuse("are not in the order of their questions, or two begin at one");
        }
        for (place, section) in sections.iter().enumerate() {
            let is_inside = |attribute: usize| {
                let mut compounds = self.compounds().iter().map(|compound| &compound.attributes);
                compounds.any(|own| own.start < attribute && attribute < own.end)
            };
            if section.attribute >= self.len() || is_inside(section.attribute) {
                return refuse("have to begin at a question, not within one");
            }
            let end = sections.get(place + 1).map_or(self.len(), |next| next.attribute);
            let own = section.attribute..end;
            let depends = |attribute: usize| {
                let conditions = self.attributes()[attribute].conditions();
                conditions.iter().any(|condition| own.contains(&condition.attribute))
            };
            if section.order == Order::Random && own.clone().any(depends) {
                return refuse(
                    "have an order at random in which a question follows from another of its section",
                );
            }
        }
        Ok(())
    }
}
