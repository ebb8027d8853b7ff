//! Counts reports with a category for every question, which have one text column per question.

use candor::Error;
use candor::plan::Plan;

use super::dialect::Dialect;
use super::rows::{positions, row};
use crate::tables::Selection;

/// A plan and the SQL dialect.
pub(super) struct Categories<'p> {
    pub(super) plan: &'p Plan,
    pub(super) dialect: Dialect,
}

impl Categories<'_> {
    /// Selects the reports with the number of every category; null if a value is not a category.
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

    /// The rows of counts for the cells of every table.
    pub(super) fn rows(&self, selection: &Selection) -> Result<Vec<String>, Error> {
        // Refuses tables as everywhere else.
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

/// The number of the category in an attribute's column; null if its value is not a category.
pub(super) fn category(plan: &Plan, dialect: Dialect, attribute: usize) -> String {
    let own = &plan.table_schema().attributes()[attribute];
    let when = own
        .categories()
        .iter()
        .enumerate()
        .map(|(number, category)| format!(" WHEN {} THEN {number}", dialect.text(category.value())));
    format!("CASE {}{} END", dialect.name(own.name()), when.collect::<String>())
}
