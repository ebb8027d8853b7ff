//! Bars with intervals and heat maps, drawn as SVG by `plotters`.
//!
//! Text stays text; `<title>` and `<desc>` describe the picture. Colours can be told apart with any colour vision, and every value is also
//! written as a number.

use candor::Error;
use candor::estimate::{Cell, TOO_FEW};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::plot::{escaped, legible};
use crate::failure;

const WIDTH: u32 = 960;
const ROW: u32 = 26;
const TITLE: u32 = 44;
const MARGIN: i32 = 24;
/// The width of a bar's label; of the drawing; of its number.
const LABEL: i32 = 280;
const NUMBER: i32 = 170;
const COLUMN_LABEL: u32 = 36;
const INK: RGBColor = RGBColor(34, 34, 34);
const BAR: RGBColor = RGBColor(154, 203, 232);
const WHISKER: RGBColor = RGBColor(0, 70, 130);

type Drawn<T> = Result<T, Box<dyn core::error::Error>>;
type Area<'s> = DrawingArea<SVGBackend<'s>, plotters::coord::Shift>;

/// Panels, one below the other.
pub struct Chart {
    /// The panels.
    pub panels: Vec<Panel>,
    /// A subtitle for all of them.
    pub subtitle: String,
}

/// One drawing.
pub enum Panel {
    /// One row per cell.
    Bars(Bars),
    /// One square per cell.
    Heat(Heat),
}

/// Bars with intervals.
pub struct Bars {
    /// The title above the bars.
    pub title: String,
    /// The bars, from top to bottom.
    pub bars: Vec<Bar>,
}

/// One bar.
pub struct Bar {
    /// The label left of the bar.
    pub label: String,
    /// The length and interval.
    pub cell: Cell,
}

/// A heat map.
pub struct Heat {
    /// The title above the map.
    pub title: String,
    /// Labels of the rows.
    pub rows: Vec<String>,
    /// Labels of the columns.
    pub columns: Vec<String>,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
}

impl Chart {
    /// Draws the chart as SVG.
    ///
    /// # Errors
    /// `io`, which writing to memory does not raise.
    pub fn svg(&self) -> Result<String, Error> {
        let mut svg = String::new();
        self.draw(&mut svg).map_err(|cause| failure::io("plot", &cause))?;
        let titles: Vec<&str> = self.panels.iter().map(Panel::title).collect();
        let told = format!(
            "<title>Estimates: {}</title>\n<desc>{}</desc>\n<rect",
            escaped(&titles.join("; ")),
            escaped(&self.subtitle)
        );
        let named = svg.replacen("<svg ", "<svg role=\"img\" ", 1);
        Ok(named.replacen("<rect", &told, 1))
    }

    fn draw(&self, svg: &mut String) -> Drawn<()> {
        let height = self.panels.iter().map(Panel::height).sum::<u32>() + TITLE;
        let root = SVGBackend::with_string(svg, (WIDTH, height)).into_drawing_area();
        root.fill(&WHITE)?;
        root.draw_text(&legible(&self.subtitle), &text(16, HPos::Left), (MARGIN, 16))?;
        let mut top = TITLE;
        for panel in &self.panels {
            let area = root.clone().shrink((0, top), (WIDTH, panel.height()));
            panel.draw(&area)?;
            top += panel.height();
        }
        Ok(root.present()?)
    }
}

impl Panel {
    fn title(&self) -> &str {
        match self {
            Self::Bars(bars) => &bars.title,
            Self::Heat(heat) => &heat.title,
        }
    }

    fn height(&self) -> u32 {
        let rows = |rows: usize| u32::try_from(rows).unwrap_or(u32::MAX / ROW / 2) * ROW;
        match self {
            Self::Bars(bars) => TITLE + rows(bars.bars.len()) + ROW,
            Self::Heat(heat) => TITLE + COLUMN_LABEL + rows(heat.rows.len()) + ROW,
        }
    }

    fn draw(&self, area: &Area<'_>) -> Drawn<()> {
        area.draw_text(&legible(self.title()), &text(20, HPos::Left).color(&INK), (MARGIN, 10))?;
        match self {
            Self::Bars(bars) => bars.draw(area),
            Self::Heat(heat) => heat.draw(area),
        }
    }
}

impl Bars {
    fn draw(&self, area: &Area<'_>) -> Drawn<()> {
        let (left, right) = (MARGIN + LABEL, pixels(f64::from(WIDTH)) - MARGIN - NUMBER);
        let shown = self.bars.iter().filter(|bar| bar.cell.readable().is_some());
        let high = shown.map(|bar| bar.cell.upper).fold(1e-9, f64::max);
        let x = |share: f64| left + pixels(share / high * f64::from(right - left));
        for (bar, row) in self.bars.iter().zip(0..) {
            let middle = pixels(f64::from(TITLE + row * ROW)) + 11;
            area.draw_text(&shortened(&bar.label, 36), &text(14, HPos::Right), (left - 10, middle))?;
            area.draw_text(&bar.number(), &text(14, HPos::Left), (right + 12, middle))?;
            bar.draw(area, middle, x)?;
        }
        let foot =
            pixels(f64::from(TITLE)) + pixels(f64::from(ROW)) * self.bars.iter().map(|_| 1).sum::<i32>();
        area.draw(&PathElement::new(
            vec![(x(0.0), pixels(f64::from(TITLE))), (x(0.0), foot)],
            INK.stroke_width(1),
        ))?;
        Ok(())
    }
}

impl Bar {
    fn number(&self) -> String {
        let error =
            self.cell.standard_error.map_or(String::new(), |error| format!(" ± {:.2}", error * 100.0));
        let number = |shown: f64| format!("{:.2}%{error}", shown * 100.0);
        self.cell.readable().map_or(TOO_FEW.to_owned(), number)
    }

    /// Draws the bar and its whisker around this height, or nothing if there are too few reports for an estimate.
    fn draw(&self, area: &Area<'_>, middle: i32, x: impl Fn(f64) -> i32) -> Drawn<()> {
        let Some(shown) = self.cell.readable() else { return Ok(()) };
        let across = [(x(0.0), middle - 8), (x(shown), middle + 8)];
        area.draw(&Rectangle::new(across, BAR.filled()))?;
        let ends = [self.cell.lower, self.cell.upper].map(x);
        let whisker = |from, to| PathElement::new(vec![from, to], WHISKER.stroke_width(2));
        area.draw(&whisker((ends[0], middle), (ends[1], middle)))?;
        for end in ends {
            area.draw(&whisker((end, middle - 5), (end, middle + 5)))?;
        }
        Ok(())
    }
}

impl Heat {
    fn draw(&self, area: &Area<'_>) -> Drawn<()> {
        let largest = self.cells.iter().filter_map(Cell::readable).fold(1e-9, f64::max);
        let left = MARGIN + LABEL;
        let width = f64::from(WIDTH) - f64::from(left + MARGIN);
        let column = |place: usize| left + pixels(width * place as f64 / self.columns.len() as f64);
        let row = |place: usize| pixels(f64::from(TITLE + COLUMN_LABEL) + f64::from(ROW) * place as f64);
        let fitting = pixels(width / self.columns.len() as f64 / 8.0);
        for (place, name) in self.columns.iter().enumerate() {
            let middle = (column(place) + column(place + 1)) / 2;
            area.draw_text(&shortened(name, fitting), &text(13, HPos::Center), (middle, row(0) - 14))?;
        }
        for (place, name) in self.rows.iter().enumerate() {
            area.draw_text(&shortened(name, 36), &text(14, HPos::Right), (left - 10, row(place) + 13))?;
        }
        for (place, cell) in self.cells.iter().enumerate() {
            let (at, of) = (place / self.columns.len(), place % self.columns.len());
            let share = cell.readable().unwrap_or(0.0) / largest;
            let square = [(column(of), row(at)), (column(of + 1) - 1, row(at + 1) - 1)];
            area.draw(&Rectangle::new(square, shade(share).filled()))?;
            let ink = if share > 0.6 { WHITE } else { INK };
            let middle = ((column(of) + column(of + 1)) / 2, row(at) + 13);
            let number = cell.readable().map_or("–".to_owned(), |shown| numbered(cell, shown));
            area.draw_text(&shortened(&number, fitting + 2), &text(12, HPos::Center).color(&ink), middle)?;
        }
        let foot = (MARGIN, row(self.rows.len()) + 13);
        let few = if self.cells.iter().all(|cell| cell.readable().is_some()) {
            String::new()
        } else {
            format!("; –: {TOO_FEW}")
        };
        let has_errors = self.cells.iter().all(|cell| cell.standard_error.is_some());
        let key = format!("per cent {}{few}", if has_errors { "± standard error" } else { "(interval)" });
        Ok(area.draw_text(&key, &text(12, HPos::Left), foot)?)
    }
}

/// A share in per cent with its standard error or, if it has none, its interval.
fn numbered(cell: &Cell, shown: f64) -> String {
    let [shown, lower, upper] = [shown, cell.lower, cell.upper].map(|share| 100.0 * share);
    match cell.standard_error {
        Some(error) => format!("{shown:.1}±{:.1}", 100.0 * error),
        None => format!("{shown:.1} ({lower:.0}–{upper:.0})"),
    }
}

/// The colour of a share, from white to dark blue.
fn shade(share: f64) -> RGBColor {
    let mixed = |from: f64, to: f64| level(from + (to - from) * share);
    RGBColor(mixed(255.0, 8.0), mixed(255.0, 48.0), mixed(255.0, 107.0))
}

fn text(size: u32, side: HPos) -> TextStyle<'static> {
    TextStyle::from(("sans-serif", size).into_font()).color(&INK).pos(Pos::new(side, VPos::Center))
}

#[allow(clippy::cast_possible_truncation, reason = "a coordinate inside the picture")]
fn pixels(position: f64) -> i32 {
    position.round() as i32
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255")]
fn level(colour: f64) -> u8 {
    colour.round() as u8
}

fn shortened(label: &str, fitting: i32) -> String {
    let fitting = usize::try_from(fitting).unwrap_or(0).max(2);
    match label.chars().count() {
        count if count <= fitting => legible(label),
        _ => legible(label).chars().take(fitting - 1).chain(['…']).collect(),
    }
}
