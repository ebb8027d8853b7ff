//! Estimates as a picture: a heat map with labels for a table of two attributes, bars with intervals for
//! any other.

use candor::{Code, Error};

use super::Estimates;
use super::table::EstimatedTable;
use crate::output::chart::{Bar, Bars, Chart, Heat, Panel};
use crate::output::counted;

impl Estimates {
    /// All tables in one SVG, one below the other.
    ///
    /// # Errors
    /// `too-large` where a table has more rows than a picture can show; `io`, which a text in memory does
    /// not raise.
    pub fn svg(&self) -> Result<String, Error> {
        let panels = self.tables.iter().map(EstimatedTable::panel).collect::<Result<Vec<_>, _>>()?;
        let confidence = (self.confidence * 1e6).round() / 1e4;
        let subtitle = format!("{}, {confidence}% intervals", counted(self.n, "report"));
        Chart { panels, subtitle }.svg()
    }
}

/// Rows of bars, or cells of a heat map, beyond which nothing could be read.
const MOST_DRAWN: usize = 400;

impl EstimatedTable {
    fn panel(&self) -> Result<Panel, Error> {
        let title = self.name();
        if self.len() > MOST_DRAWN {
            let cells = self.len();
            let message = format!("table {title:?} has {cells} cells; at most {MOST_DRAWN} can be drawn");
            return Err(Error::new(Code::TooLarge, message));
        }
        Ok(match self.axes().categories() {
            [rows, columns] if self.given().is_empty() => Panel::Heat(Heat {
                title,
                rows: rows.clone(),
                columns: columns.clone(),
                cells: self.cells().collect(),
            }),
            _ => Panel::Bars(Bars { title, bars: (0..self.len()).map(|place| self.bar(place)).collect() }),
        })
    }

    fn bar(&self, place: usize) -> Bar {
        Bar { label: self.axes().categories_of(place).join(" · "), cell: self.cell(place) }
    }
}
