//! Reads known margins of a population: shares, or numbers of people, by categories of plain columns.
//!
//! ```json
//! {"region": {"north": 0.3, "south": 0.7}, "sex,age": {"f,young": 210, "f,old": 190, "m,young": 220, "m,old": 170}}
//! ```
//!
//! A margin of several columns names their values with commas between them. Numbers that are all at most 1 are shares, and sum to 1.

use std::collections::HashMap;
use std::path::Path;

use candor::inference::Raking;
use candor::{Code, Error};
use serde_json::{Map, Value};

use crate::failure;

/// Margins, with their categories by name.
#[derive(Default)]
pub struct Margins {
    margins: Vec<Margin>,
}

struct Margin {
    columns: Vec<String>,
    categories: HashMap<String, usize>,
    shares: Vec<f64>,
}

impl Margins {
    /// Reads margins from a file.
    ///
    /// # Errors
    /// `invalid-weights` if the document is malformed; `io`.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = failure::text(path, Code::InvalidWeights)?;
        Self::from_json(&text).map_err(|error| error.at(path.display()))
    }

    /// Reads margins from JSON.
    ///
    /// # Errors
    /// `invalid-weights` if the document is malformed.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let document: Map<String, Value> =
            serde_json::from_str(text).map_err(|cause| refused(&cause.to_string()))?;
        let margins = document.iter().map(|(columns, shares)| Margin::new(columns, shares));
        Ok(Self { margins: margins.collect::<Result<_, _>>()? })
    }

    /// All columns that occur in the margins.
    #[must_use]
    pub fn columns(&self) -> Vec<String> {
        self.margins.iter().flat_map(|margin| margin.columns.clone()).collect()
    }

    /// The raking that matches weights to the margins.
    ///
    /// # Errors
    /// `invalid-weights`, as in [`Raking::new`].
    pub fn raking(&self) -> Result<Raking, Error> {
        Raking::new(self.margins.iter().map(|margin| margin.shares.clone()).collect())
    }

    /// Returns a report's category in each margin, given the values of its columns.
    ///
    /// # Errors
    /// `invalid-weights` if a margin has no such category, naming its columns.
    pub fn categories<'v>(&self, value: impl Fn(&str) -> Option<&'v str>) -> Result<Vec<usize>, Error> {
        let category = |margin: &Margin| {
            let values: Vec<&str> =
                margin.columns.iter().map(|column| value(column).unwrap_or_default()).collect();
            let found = margin.categories.get(&values.join(",")).copied();
            found.ok_or_else(|| {
                refused(&format!("the margin of {:?} has no such category", margin.columns.join(",")))
            })
        };
        self.margins.iter().map(category).collect()
    }
}

impl Margin {
    fn new(columns: &str, shares: &Value) -> Result<Self, Error> {
        let of_margin = |why: &str| refused(&format!("the margin of {columns:?} {why}"));
        let named = shares.as_object().ok_or_else(|| of_margin("is not an object of categories"))?;
        let numbers: Option<Vec<f64>> = named.values().map(Value::as_f64).collect();
        let mut shares = numbers.ok_or_else(|| of_margin("has a share that is not a number"))?;
        if shares.iter().any(|share| *share > 1.0) {
            let people: f64 = shares.iter().sum();
            shares.iter_mut().for_each(|share| *share /= people);
        }
        let categories = named.keys().cloned().zip(0..).collect();
        Ok(Self { columns: columns.split(',').map(str::to_owned).collect(), categories, shares })
    }
}

fn refused(why: &str) -> Error {
    Error::new(Code::InvalidWeights, why.to_owned())
}
