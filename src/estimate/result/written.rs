//! How estimates are displayed, one line per cell, and serialized, every cell with its categories.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::Estimate;
use super::cell::Cell;

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (names, confidence) = (self.axes().names().join(","), libm::round(1e6 * self.confidence()) / 1e4);
        write!(f, "{names} ({} reports, {confidence}% intervals, {})", self.n(), self.method())?;
        for (index, cell) in self.cells().enumerate() {
            write!(f, "\n{}: {cell}", self.axes().categories_of(index).join(","))?;
        }
        Ok(())
    }
}

impl Serialize for Estimate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Labelled<'e> {
            categories: Vec<&'e str>,
            #[serde(flatten)]
            cell: Cell,
        }
        let labelled = |(index, cell)| Labelled { categories: self.axes().categories_of(index), cell };
        let mut table = serializer.serialize_struct("estimate", 6)?;
        table.serialize_field("attributes", self.axes().names())?;
        table.serialize_field("n", &self.n())?;
        table.serialize_field("confidence", &self.confidence())?;
        table.serialize_field("method", &format!("{}", self.method()))?;
        table.serialize_field("condition", &self.condition())?;
        table.serialize_field("cells", &self.cells().enumerate().map(labelled).collect::<Vec<_>>())?;
        table.end()
    }
}
