//! Counts reports in the database that holds them: one SQL query, whose rows are the counts that `candor estimate --counts` reads.
//!
//! ```text
//! plan ─ tables ─┬ unlabelled: a column of categories each → cells ─┬→ rows: attributes, part, cell, reports
//!                └ labelled: numbers → label, subsets as bits ──────┘
//! ```
//!
//! * `dialect`: the differences between dialects of SQL.
//! * `categories`: reports with a category for every question, and columns of categories.
//! * `labels`, `shown`: reports with labels, and what a label's reports show of a table.
//! * `rows`: the columns of every row of counts.
//!
//! Every row is a sum, so the results of several machines, or of several queries over parts of the reports, can be added up. Besides the
//! rows for cells there are rows that reveal malformed reports, so that these are refused and not silently left out
//! ([`crate::document::counts::read`]).

mod categories;
mod dialect;
mod labels;
mod rows;
mod shown;

use candor::Error;
use candor::plan::Plan;

use self::categories::Categories;
pub use self::dialect::Dialect;
use self::labels::Labels;
use self::rows::row;
use crate::tables::Selection;

/// Returns the query that counts the selected tables over the reports in `source`, the text after `FROM`; those that gain from questions that hang on theirs
/// also with these ([`Table::linked`](candor::count::Table::linked)).
///
/// # Errors
/// `too-large` if the plan has more labels than a query can list; the errors of [`candor::count::Table::new`].
pub fn query(plan: &Plan, selection: &Selection, dialect: Dialect, source: &str) -> Result<String, Error> {
    let tables = selection.empty_with_linked(plan)?;
    let (reports, mut rows) = if plan.law().is_unlabelled() {
        let categories = Categories { plan, dialect };
        (categories.reports(source, &tables), categories.rows(&tables))
    } else {
        let labels = Labels { plan, dialect };
        (labels.reports(source), labels.rows(&tables)?)
    };
    rows.push(row("''", -1, "-1", "sum(times)", "FROM reports_of_plan"));
    let rows = rows.join("\n  UNION ALL\n");
    Ok(format!(
        "WITH {reports}\nSELECT '{}' AS plan, attributes, part, cell, sum(times) AS reports\nFROM (\n{rows}\n) AS counted\n\
         GROUP BY attributes, part, cell\nORDER BY attributes, part, cell;\n",
        plan.fingerprint()
    ))
}
