//! The cells of a contingency table: in row-major order, the last attribute fastest.

use candor::count::Axes;

/// The category values of a cell as the texts of a row.
pub fn row(axes: &Axes, cell: usize) -> impl Iterator<Item = String> + '_ {
    axes.categories_of(cell).into_iter().map(str::to_owned)
}

/// A cell as a row of a CSV with one column per attribute in `header`: the table's name, then the
/// categories of the cell in the columns of the table's attributes, and empty cells in the others.
#[must_use]
pub fn csv_row(header: &[String], attributes: &[String], categories: &[&str]) -> Vec<String> {
    let under = |name: &String| attributes.iter().position(|attribute| attribute == name);
    let cells = header.iter().map(|name| under(name).map_or(String::new(), |at| categories[at].to_owned()));
    [attributes.join(",")].into_iter().chain(cells).collect()
}

/// All attributes of some tables, each once, in the order they first appear.
#[must_use]
pub fn csv_header(tables: impl Iterator<Item = impl AsRef<[String]>>) -> Vec<String> {
    let mut header: Vec<String> = Vec::new();
    for attributes in tables {
        for name in attributes.as_ref() {
            if !header.contains(name) {
                header.push(name.clone());
            }
        }
    }
    header
}
