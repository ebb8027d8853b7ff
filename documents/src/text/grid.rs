//! Aligned columns for people.

use core::fmt;

use unicode_width::UnicodeWidthStr;

/// Rows under a header; columns are as wide as their widest cell.
pub struct Grid {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

struct Column {
    title: String,
    side: Side,
}

/// The alignment of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Grid {
    /// A grid with columns of left-aligned texts, then columns of right-aligned numbers.
    #[must_use]
    pub fn new(texts: impl IntoIterator<Item = String>, numbers: &[&str]) -> Self {
        let left = texts.into_iter().map(|title| Column { title, side: Side::Left });
        let right = numbers.iter().map(|title| Column { title: (*title).to_owned(), side: Side::Right });
        Self { columns: left.chain(right).collect(), rows: Vec::new() }
    }

    /// Appends a row, which must have a cell for every column.
    pub fn push(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().map(|row| row[column].width());
        cells.chain([self.columns[column].title.width()]).max().unwrap_or(0)
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths: Vec<usize> = (0..self.columns.len()).map(|column| self.width(column)).collect();
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let mut line = String::new();
            for ((cell, column), width) in cells.zip(&self.columns).zip(&widths) {
                let blank = " ".repeat(width - cell.width());
                let (before, after) = if column.side == Side::Left { ("", &*blank) } else { (&*blank, "") };
                line += &format!("  {before}{cell}{after}");
            }
            line.trim_end().to_owned()
        };
        writeln!(f, "{}", line(&mut self.columns.iter().map(|column| column.title.as_str())))?;
        self.rows.iter().try_for_each(|row| writeln!(f, "{}", line(&mut row.iter().map(String::as_str))))
    }
}

#[cfg(test)]
mod tests {
    use super::Grid;

    #[test]
    fn texts_stand_left_and_numbers_right() {
        let mut grid = Grid::new(["age".to_owned()], &["n"]);
        grid.push(vec!["≥60".into(), "7".into()]);
        grid.push(vec!["[18,30)".into(), "1234".into()]);
        assert_eq!(grid.to_string(), "  age         n\n  ≥60         7\n  [18,30)  1234\n");
    }
}
