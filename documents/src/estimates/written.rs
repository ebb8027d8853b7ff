//! An estimated table as JSON.

use candor::estimate::{Cell, Covariance};
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};

use super::table::EstimatedTable;

/// A table with its axes in a given order.
pub(super) struct Written<'t> {
    table: &'t EstimatedTable,
    order: Vec<usize>,
}

impl<'t> Written<'t> {
    /// The table with its axes in the order of these attributes, which must be its own.
    pub(super) fn in_order(table: &'t EstimatedTable, attributes: &[usize]) -> Self {
        let own = table.axes().attributes();
        let axis = |attribute: &usize| own.iter().position(|other| other == attribute);
        Self { table, order: attributes.iter().filter_map(axis).collect() }
    }

    /// The table with its axes in the order in which it was counted.
    pub(super) fn in_its_own(table: &'t EstimatedTable) -> Self {
        Self { table, order: (0..table.axes().sizes().len()).collect() }
    }

    pub(super) fn table(&self) -> &'t EstimatedTable {
        self.table
    }

    /// The names of the attributes in that order.
    pub(super) fn names(&self) -> Vec<String> {
        self.turned(self.table.axes().names())
    }

    fn turned<T: Clone>(&self, of_axes: &[T]) -> Vec<T> {
        self.order.iter().map(|&axis| of_axes[axis].clone()).collect()
    }

    /// The indices, in the table's own order, of the cells as they are written: row-major, last attribute fastest.
    fn places(&self) -> impl Iterator<Item = usize> {
        let sizes: Vec<usize> = self.table.axes().sizes().iter().map(|&size| size as usize).collect();
        let strides: Vec<usize> = (0..sizes.len()).map(|axis| sizes[axis + 1..].iter().product()).collect();
        let (sizes, strides) = (self.turned(&sizes), self.turned(&strides));
        (0..self.table.cell_count()).map(move |cell| {
            let digits = sizes.iter().zip(&strides).rev().scan(cell, |rest, (size, stride)| {
                let digit = *rest % size;
                *rest /= size;
                Some(digit * stride)
            });
            digits.sum()
        })
    }

    /// The same of the cells that are written: without groups all are, also those that cannot occur, so that tables keep their shape.
    pub(super) fn written_places(&self) -> Vec<usize> {
        self.places().filter(|place| !self.table.is_valid() || self.table.occurs(*place)).collect()
    }

    pub(super) fn categories_of(&self, place: usize) -> Vec<&'t str> {
        self.turned(&self.table.axes().categories_of(place))
    }
}

impl Serialize for EstimatedTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written::in_its_own(self).serialize(serializer)
    }
}

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let of = self.table;
        let mut table = serializer.serialize_struct("table", 14)?;
        table.serialize_field("attributes", &self.names())?;
        table.serialize_field("method", &of.estimate().method().to_string())?;
        if of.estimate().projected() {
            table.serialize_field("projected", &true)?;
        }
        if let Some(reason) = of.estimate().reason() {
            table.serialize_field("reason", reason)?;
        }
        if let Some(found) = &of.beyond_pairs {
            table.serialize_field("beyond_pairs", found)?;
        }
        table.serialize_field("condition", &of.estimate().condition())?;
        table.serialize_field("influence", &of.influence())?;
        if let Some(misfit) = of.misfit() {
            table.serialize_field("misfit", misfit)?;
        }
        if let Some(convergence) = of.estimate().convergence() {
            table.serialize_field("convergence", convergence)?;
        }
        if of.grouped.is_some() {
            table.serialize_field("given", of.grouping())?;
        }
        if of.is_valid() {
            table.serialize_field("valid", &true)?;
        }
        table.serialize_field("cells", &Cells(self))?;
        if of.grouped.is_some() {
            let written = of.differences().iter().map(|apart| WrittenDifference {
                reference: self.categories_of(apart.reference),
                categories: self.categories_of(apart.cell),
                difference: apart.difference,
                shown: apart.readable(),
            });
            table.serialize_field("differences", &written.collect::<Vec<_>>())?;
        }
        if let Some(covariance) = &of.covariance {
            table.serialize_field("covariance", &Covariances(self, covariance))?;
        }
        table.end()
    }
}

struct Cells<'t>(&'t Written<'t>);

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(written) = self;
        let places = written.written_places();
        let mut cells = serializer.serialize_seq(Some(places.len()))?;
        for place in places {
            let parts = written.table.parts(place).map(WrittenParts::from);
            let (categories, cell) = (written.categories_of(place), written.table.cell(place));
            cells.serialize_element(&WrittenCell { categories, cell, shown: cell.readable(), parts })?;
        }
        cells.end()
    }
}

/// The covariances of the cells that are written, in their order.
struct Covariances<'t>(&'t Written<'t>, &'t Covariance);

impl Serialize for Covariances<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(written, covariance) = self;
        let places = written.written_places();
        let row = |&place: &usize| -> Vec<f64> {
            places.iter().map(|&other| covariance.row(place)[other]).collect()
        };
        serializer.collect_seq(places.iter().map(row))
    }
}

#[derive(Serialize)]
struct WrittenCell<'l> {
    categories: Vec<&'l str>,
    #[serde(flatten)]
    cell: Cell,
    shown: Option<f64>,
    #[serde(flatten)]
    parts: Option<WrittenParts>,
}

#[derive(Serialize)]
struct WrittenParts {
    standard_error_noise: f64,
    standard_error_sampling: f64,
}

impl From<[f64; 2]> for WrittenParts {
    fn from([standard_error_noise, standard_error_sampling]: [f64; 2]) -> Self {
        Self { standard_error_noise, standard_error_sampling }
    }
}

#[derive(Serialize)]
struct WrittenDifference<'l> {
    reference: Vec<&'l str>,
    categories: Vec<&'l str>,
    #[serde(flatten)]
    difference: Cell,
    shown: Option<f64>,
}
