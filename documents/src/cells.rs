//! The cells of a contingency table: in row-major order, the last attribute fastest.

use candor::count::Axes;

/// The category values of a cell as the texts of a row.
pub fn row(axes: &Axes, cell: usize) -> impl Iterator<Item = String> + '_ {
    axes.categories_of(cell).into_iter().map(str::to_owned)
}

/// A cell as a row of a CSV with one column per attribute in `header`: the table's name, then the
/// cell's categories under their attributes and nothing under the others.
#[must_use]
pub fn csv_row(header: &[String], axes: &Axes, cell: usize) -> Vec<String> {
    let (attributes, categories) = (axes.names(), axes.categories_of(cell));
    let under = |name: &String| attributes.iter().position(|attribute| attribute == name);
    let cells = header.iter().map(|name| under(name).map_or(String::new(), |at| categories[at].to_owned()));
    [attributes.join(",")].into_iter().chain(cells).collect()
}

/// All attributes of some tables, each once, in the order they first appear.
#[must_use]
pub fn csv_header<'t>(tables: impl Iterator<Item = &'t Axes>) -> Vec<String> {
    let mut header: Vec<String> = Vec::new();
    for name in tables.flat_map(Axes::names) {
        if !header.contains(name) {
            header.push(name.clone());
        }
    }
    header
}
