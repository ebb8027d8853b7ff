//! The columns of every row of counts: attributes, part, cell, and number of reports.

use candor::count::Table;

/// One SELECT of counts; `of` is its FROM and WHERE.
pub(super) fn row(attributes: &str, part: i64, cell: &str, times: &str, of: &str) -> String {
    let group = if cell.parse::<i64>().is_ok() { "" } else { " GROUP BY 3" };
    format!(
        "  SELECT {attributes} AS attributes, {part} AS part, {cell} AS cell, {times} AS times {of}{group}"
    )
}

/// The positions of a table's attributes, as text in the rows: after a comma those with which it is counted because they hang together.
pub(super) fn positions(table: &Table) -> String {
    let listed = |attributes: &[usize]| attributes.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    let (asked, linked) = table.axes().attributes().split_at(table.asked());
    match linked {
        [] => format!("'{}'", listed(asked)),
        linked => format!("'{}, {}'", listed(asked), listed(linked)),
    }
}
