//! Reports with a category for every question: a column each, of text.

use candor::Error;
use candor::plan::Plan;

use super::dialect::Dialect;
use super::rows::{positions, row};
use crate::tables::Selection;

/// A plan whose reports they are.
pub(super) struct Categories<'p> {
    pub(super) plan: &'p Plan,
    pub(super) dialect: Dialect,
}

impl Categories<'_> {
    /// The reports, with the number of every category: none where a value is no category.
    pub(super) fn reports(&self, source: &str, selection: &Selection) -> String {
        let mut read: Vec<usize> = selection.attributes().concat();
        read.sort_unstable();
        read.dedup();
        let columns: Vec<String> = read
            .into_iter()
            .map(|attribute| format!("{} AS c{attribute}", category(self.plan, self.dialect, attribute)))
            .collect();
        format!(
            "reports_of_plan AS (\n  SELECT {},\n    1 AS times\n  FROM {source}\n)",
            columns.join(",\n    ")
        )
    }

    /// Of every table the cells.
    pub(super) fn rows(&self, selection: &Selection) -> Result<Vec<String>, Error> {
        // What is no table is refused as it is elsewhere.
        selection.empty(self.plan)?;
        Ok(selection.attributes().iter().map(|attributes| self.table(attributes)).collect())
    }

    fn table(&self, attributes: &[usize]) -> String {
        let sizes = self.plan.table_schema().sizes();
        let mut cell = String::new();
        for (axis, attribute) in attributes.iter().enumerate() {
            cell = match axis {
                0 => format!("c{attribute}"),
                _ => format!("({cell}) * {} + c{attribute}", sizes[*attribute]),
            };
        }
        row(&positions(attributes), 0, &cell, "sum(times)", "FROM reports_of_plan")
    }
}

/// The number of the category in an attribute's own column: none where its value is no category.
pub(super) fn category(plan: &Plan, dialect: Dialect, attribute: usize) -> String {
    let own = &plan.table_schema().attributes()[attribute];
    let when = own
        .categories()
        .iter()
        .enumerate()
        .map(|(number, category)| format!(" WHEN {} THEN {number}", dialect.text(category.value())));
    format!("CASE {}{} END", dialect.name(own.name()), when.collect::<String>())
}
