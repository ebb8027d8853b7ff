//! Counting in SQL, where the reports are: one query whose rows are the counts that `candor estimate --counts` reads.
//!
//! ```text
//! plan ─ tables ─┬ unlabelled: a column of categories each → cells ─┬→ rows: attributes, part, cell, reports
//!                └ labelled: numbers → label, subsets as bits ──────┘
//! ```
//!
//! * `dialect`: what is written differently for whom.
//! * `categories`: reports with a category for every question, and the columns of categories.
//! * `labels`, `shown`: reports with labels; what their labels show of a table.
//! * `rows`: what every row of counts has.
//!
//! Every row is a sum: what several machines, or several queries over parts of the reports, give can be added up. Besides the cells
//! there are rows that tell of reports that are none, so that such a report is refused and not left out
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

/// The query that counts the tables selected of the reports in `source`, which is what stands behind `FROM`.
///
/// # Errors
/// `too-large` where the plan has more labels than a query can list; those of [`candor::count::Table::new`].
pub fn query(plan: &Plan, selection: &Selection, dialect: Dialect, source: &str) -> Result<String, Error> {
    let (reports, mut rows) = if plan.law().is_unlabelled() {
        let categories = Categories { plan, dialect };
        (categories.reports(source, selection), categories.rows(selection)?)
    } else {
        let labels = Labels { plan, dialect };
        (labels.reports(source), labels.rows(selection)?)
    };
    rows.push(row("''", -1, "-1", "sum(times)", "FROM reports_of_plan"));
    let rows = rows.join("\n  UNION ALL\n");
    Ok(format!(
        "WITH {reports}\nSELECT '{}' AS plan, attributes, part, cell, sum(times) AS reports\nFROM (\n{rows}\n) AS counted\n\
         GROUP BY attributes, part, cell\nORDER BY attributes, part, cell;\n",
        plan.fingerprint()
    ))
}
