//! The columns of every row of counts: attributes, part, cell, and number of reports.

/// One SELECT of counts; `of` is its FROM and WHERE.
pub(super) fn row(attributes: &str, part: i64, cell: &str, times: &str, of: &str) -> String {
    let group = if cell.parse::<i64>().is_ok() { "" } else { " GROUP BY 3" };
    format!(
        "  SELECT {attributes} AS attributes, {part} AS part, {cell} AS cell, {times} AS times {of}{group}"
    )
}

/// The positions of attributes, as text in the rows.
pub(super) fn positions(attributes: &[usize]) -> String {
    let positions: Vec<String> = attributes.iter().map(usize::to_string).collect();
    format!("'{}'", positions.join(" "))
}
