//! The cells of a contingency table: in row-major order, the last attribute fastest.

use candor::schema::Schema;

/// The attributes of a table and what stands along its axes.
pub struct Labels {
    attributes: Vec<String>,
    values: Vec<Vec<String>>,
}

impl Labels {
    /// The labels of the table over these attributes.
    #[must_use]
    pub fn new(schema: &Schema, attributes: &[usize]) -> Self {
        let of = attributes.iter().map(|&position| &schema.attributes()[position]);
        let values = of.clone().map(|attribute| {
            attribute.categories().iter().map(|category| category.value().to_owned()).collect()
        });
        Self {
            attributes: of.map(|attribute| attribute.name().to_owned()).collect(),
            values: values.collect(),
        }
    }

    /// The names of the attributes.
    #[must_use]
    pub fn attributes(&self) -> &[String] {
        &self.attributes
    }

    /// The category values along every axis.
    #[must_use]
    pub fn values(&self) -> &[Vec<String>] {
        &self.values
    }

    /// The category values of a cell.
    #[must_use]
    pub fn of(&self, mut cell: usize) -> Vec<&str> {
        let mut categories: Vec<&str> = Vec::with_capacity(self.values.len());
        for axis in self.values.iter().rev() {
            categories.push(&axis[cell % axis.len()]);
            cell /= axis.len();
        }
        categories.reverse();
        categories
    }

    /// The category values of a cell as the texts of a row.
    pub fn row(&self, cell: usize) -> impl Iterator<Item = String> + '_ {
        self.of(cell).into_iter().map(str::to_owned)
    }
}

/// A cell as a row of a CSV with one column per attribute in `header`: the table's name, then the
/// cell's categories under their attributes and nothing under the others.
#[must_use]
pub fn csv_row(header: &[String], labels: &Labels, cell: usize) -> Vec<String> {
    let (attributes, categories) = (labels.attributes(), labels.of(cell));
    let under = |name: &String| attributes.iter().position(|attribute| attribute == name);
    let cells = header.iter().map(|name| under(name).map_or(String::new(), |at| categories[at].to_owned()));
    [attributes.join(",")].into_iter().chain(cells).collect()
}

/// All attributes of some tables, each once, in the order they first appear.
#[must_use]
pub fn csv_header<'t>(tables: impl Iterator<Item = &'t Labels>) -> Vec<String> {
    let mut header: Vec<String> = Vec::new();
    for name in tables.flat_map(Labels::attributes) {
        if !header.contains(name) {
            header.push(name.clone());
        }
    }
    header
}
