//! Draws estimates: a labelled heat map for a table of two attributes, bars with intervals for any other table.

use candor::{Code, Error};
use candor_documents::estimates::{EstimatedTable, Estimates};

use crate::output::chart::{Bar, Bars, Chart, Heat, Panel};
use crate::output::{counted, level};

/// Draws all tables in one SVG, one below the other.
///
/// # Errors
/// `too-large` if a table has more rows than a picture can show; `io`, which writing to memory does not raise.
pub fn svg(of: &Estimates) -> Result<String, Error> {
    let panels = of.tables().iter().map(panel).collect::<Result<Vec<_>, _>>()?;
    let is_guess = of.tables().iter().any(EstimatedTable::is_best_guess);
    let drawn = if is_guess { ", best guess, drawn towards fewer associations" } else { "" };
    let subtitle = format!("{}, {} intervals{drawn}", counted(of.n(), "report"), level(of.confidence()));
    Chart { panels, subtitle }.svg()
}

/// The most rows of bars, or cells of a heat map, that are still legible.
const MOST_DRAWN: usize = 400;

fn panel(of: &EstimatedTable) -> Result<Panel, Error> {
    let title = of.name();
    if of.cell_count() > MOST_DRAWN {
        let cells = of.cell_count();
        let message = format!("table {title:?} has {cells} cells; at most {MOST_DRAWN} can be drawn");
        return Err(Error::new(Code::TooLarge, message));
    }
    Ok(match of.axes().categories() {
        [rows, columns] if of.grouping().is_empty() => Panel::Heat(Heat {
            title,
            rows: rows.clone(),
            columns: columns.clone(),
            cells: of.cells().collect(),
        }),
        _ => Panel::Bars(Bars { title, bars: (0..of.cell_count()).map(|place| bar(of, place)).collect() }),
    })
}

fn bar(of: &EstimatedTable, place: usize) -> Bar {
    Bar { label: of.axes().categories_of(place).join(" · "), cell: of.cell(place) }
}
