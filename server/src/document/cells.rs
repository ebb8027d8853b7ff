//! The cells of a contingency table: in row-major order, the last attribute fastest.

use candor::schema::Schema;

/// The category values of every cell, in the order of [`Table::counts`](candor::count::Table::counts).
pub fn categories(schema: &Schema, attributes: &[usize]) -> impl Iterator<Item = Vec<String>> {
    let values: Vec<Vec<String>> = attributes.iter().map(|&position| values(schema, position)).collect();
    let cells = values.iter().map(Vec::len).product();
    (0..cells).map(move |cell| of_cell(&values, cell))
}

fn values(schema: &Schema, position: usize) -> Vec<String> {
    schema.attributes()[position].categories().iter().map(|category| category.value().to_owned()).collect()
}

fn of_cell(values: &[Vec<String>], mut cell: usize) -> Vec<String> {
    let mut categories: Vec<String> = Vec::with_capacity(values.len());
    for axis in values.iter().rev() {
        categories.push(axis[cell % axis.len()].clone());
        cell /= axis.len();
    }
    categories.reverse();
    categories
}

/// A cell as a row of a CSV with one column per attribute in `header`: the table's name, then the
/// cell's categories under their attributes and nothing under the others.
#[must_use]
pub fn csv_row(header: &[String], attributes: &[String], categories: &[String]) -> Vec<String> {
    let under = |name: &String| attributes.iter().position(|attribute| attribute == name);
    let cells = header.iter().map(|name| under(name).map_or(String::new(), |at| categories[at].clone()));
    [attributes.join(",")].into_iter().chain(cells).collect()
}

/// All attributes of some tables, each once, in the order they first appear.
#[must_use]
pub fn csv_header<'t>(tables: impl Iterator<Item = &'t Vec<String>>) -> Vec<String> {
    let mut header: Vec<String> = Vec::new();
    for name in tables.flatten() {
        if !header.contains(name) {
            header.push(name.clone());
        }
    }
    header
}
