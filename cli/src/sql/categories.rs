//! Counts reports with a category for every question, which have one text column per question.

use candor::count::Table;
use candor::plan::Plan;

use super::dialect::Dialect;
use super::rows::{positions, row};

/// A plan and the SQL dialect.
pub(super) struct Categories<'p> {
    pub(super) plan: &'p Plan,
    pub(super) dialect: Dialect,
}

impl Categories<'_> {
    /// Selects the reports with the number of every category; null if a value is not a category.
    pub(super) fn reports(&self, source: &str, tables: &[Table]) -> String {
        let mut read: Vec<usize> =
            tables.iter().flat_map(|table| table.axes().attributes()).copied().collect();
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
    pub(super) fn rows(&self, tables: &[Table]) -> Vec<String> {
        tables.iter().map(|table| self.table(table)).collect()
    }

    fn table(&self, table: &Table) -> String {
        let sizes = self.plan.table_schema().sizes();
        let mut cell = String::new();
        for (axis, attribute) in table.axes().attributes().iter().enumerate() {
            cell = match axis {
                0 => format!("c{attribute}"),
                _ => format!("({cell}) * {} + c{attribute}", sizes[*attribute]),
            };
        }
        row(&positions(table), 0, &cell, "sum(times)", "FROM reports_of_plan")
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
