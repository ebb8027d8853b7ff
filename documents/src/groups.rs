//! The groups of respondents within which shares are estimated.

use candor::schema::Schema;
use candor::{Code, Error};
use serde::Deserialize;

/// Groups by the names of attributes and categories.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Groups {
    /// Attributes whose categories form groups.
    pub given: Vec<String>,
    /// The reference group that all others are compared with: a category of every attribute in `given`; the first group unless given.
    pub reference: Vec<String>,
    /// Whether shares are among those who were asked and answered.
    pub valid: bool,
}

impl Groups {
    /// Whether shares are of all people, without groups.
    #[must_use]
    pub fn are_none(&self) -> bool {
        self.given.is_empty() && !self.valid
    }

    /// The positions of the attributes that form groups, and the cell of the reference group in the table over them.
    pub(crate) fn positions(&self, schema: &Schema) -> Result<(Vec<usize>, usize), Error> {
        let given = self.given.iter().map(|name| schema.position(name)).collect::<Result<Vec<_>, _>>()?;
        let reference = self.reference_in(schema, &given)?;
        Ok((given, reference))
    }

    fn reference_in(&self, schema: &Schema, given: &[usize]) -> Result<usize, Error> {
        if self.reference.is_empty() {
            return Ok(0);
        }
        let refused = || {
            let message =
                format!("{:?} is no group; name one category of every attribute in --given", self.reference);
            Error::new(Code::InvalidGroups, message)
        };
        if self.reference.len() != given.len() {
            return Err(refused());
        }
        given.iter().zip(&self.reference).try_fold(0, |group, (&attribute, wanted)| {
            let categories = schema.attributes()[attribute].categories();
            let place =
                categories.iter().position(|category| category.value() == wanted).ok_or_else(refused)?;
            Ok(group * categories.len() + place)
        })
    }
}

/// The name for people of a table over these attributes, some of which form groups: `smoker × age`, or `smoker within each age`.
pub(crate) fn within_groups(whole: &[String], given: &[String], is_valid: bool) -> String {
    let among = if is_valid { ", of valid answers" } else { "" };
    if given.is_empty() {
        return format!("{}{among}", whole.join(" × "));
    }
    let rest: Vec<&str> = whole.iter().filter(|name| !given.contains(name)).map(String::as_str).collect();
    format!("{} within each {}{among}", rest.join(" × "), given.join(" × "))
}

/// The name for people of the group, formed by the attributes `given`, that a cell of a table over these attributes lies in: `f × 30-44`.
pub(crate) fn group_of<'c>(
    attributes: &[String],
    categories: impl Iterator<Item = &'c str>,
    given: &[String],
) -> String {
    let own = attributes.iter().zip(categories).filter(|(name, _)| given.contains(name));
    own.map(|(_, category)| category).collect::<Vec<_>>().join(" × ")
}
