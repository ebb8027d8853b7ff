//! Finds the columns of a file.

use candor::Plan;
use candor::schema::Schema;
use candor::{Code, Error};
use candor_documents::reports::rows::PERTURBED;
use parquet::schema::types::SchemaDescriptor;

use super::cells::{check, invalid};

/// The name of the column with plans' fingerprints.
const PLAN: &str = "plan";

/// The name of the column with reports' ids.
const ID: &str = "id";

/// Columns other than those of reports.
#[derive(Default)]
pub struct Besides {
    /// Columns joined to the reports, which are read as well.
    pub joined: Vec<String>,
    /// Columns that are ignored.
    pub ignored: Vec<String>,
}

/// The positions of all columns.
pub(super) struct Layout<'s> {
    pub(super) schema: &'s Schema,
    /// The first attribute with a column of its own: the first plain column if the plan is labelled.
    pub(super) first: usize,
    pub(super) columns: Vec<usize>,
    /// The column of numbers, if the plan is labelled.
    pub(super) perturbed: Option<usize>,
    pub(super) plan: Option<usize>,
    pub(super) id: Option<usize>,
    pub(super) joined: Vec<usize>,
}

impl<'s> Layout<'s> {
    pub(super) fn new(
        plan: &'s Plan,
        described: &SchemaDescriptor,
        besides: &Besides,
    ) -> Result<Self, Error> {
        let (schema, unlabelled) = (plan.table_schema(), plan.law().is_unlabelled());
        let stands = |name: &String| described.columns().iter().any(|column| column.path().string() == *name);
        if let Some(name) = besides.ignored.iter().find(|name| !stands(name)) {
            return Err(missing(name));
        }
        let first = if unlabelled { 0 } else { plan.columns() };
        let mut columns = vec![None; schema.len() - first];
        let mut joined = vec![None; besides.joined.len()];
        let (mut perturbed, mut of_plan, mut id) = (None, None, None);
        for (place, column) in described.columns().iter().enumerate() {
            let name = column.path().string();
            let of_joined = besides.joined.iter().position(|own| *own == name);
            if besides.ignored.contains(&name) && of_joined.is_none() {
                continue;
            }
            check(column, of_joined.is_none())?;
            let own = schema.position(&name).ok().and_then(|position| position.checked_sub(first));
            let slot = match (of_joined, own) {
                (Some(own), _) => &mut joined[own],
                (None, Some(own)) => &mut columns[own],
                _ if name == PERTURBED && !unlabelled => &mut perturbed,
                _ if name == PLAN => &mut of_plan,
                _ if name == ID => &mut id,
                _ => return Err(unknown(&name)),
            };
            if slot.replace(place).is_some() {
                return Err(invalid(format!("there are two columns {name:?}")));
            }
        }
        if !unlabelled && perturbed.is_none() {
            return Err(invalid(format!("there is no column {PERTURBED:?}")));
        }
        let names = schema.attributes()[first..].iter().map(|attribute| attribute.name());
        let columns = all_or(columns, names, |name| invalid(format!("there is no column {name:?}")))?;
        let joined = all_or(joined, besides.joined.iter().map(String::as_str), missing)?;
        Ok(Self { schema, first, columns, perturbed, plan: of_plan, id, joined })
    }
}

fn all_or<'n>(
    places: Vec<Option<usize>>,
    names: impl Iterator<Item = &'n str>,
    missing: impl Fn(&str) -> Error,
) -> Result<Vec<usize>, Error> {
    places.into_iter().zip(names).map(|(place, name)| place.ok_or_else(|| missing(name))).collect()
}

fn missing(name: &str) -> Error {
    Error::new(Code::UnknownColumn, format!("the file has no column {name:?}"))
}

fn unknown(name: &str) -> Error {
    Error::new(Code::UnknownColumn, format!("column {name:?} is no attribute of the plan"))
}
