//! Pictures of points, lines and bands, drawn as SVG.

use core::fmt::Write;

use candor::{Code, Error};
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::axis::{Axis, Ends};

/// The width and height of a panel. The SVG backend rounds to whole units, so that a unit is half a pixel.
const PANEL: (u32, u32) = (1_120, 840);
const HEADING: u32 = 110;
/// The share of a panel's height that a line of its legend takes, above all points.
const LEGEND: f64 = 0.09;
/// The approximate number of labelled ticks of an axis.
const LABELS: usize = 7;
const INK: RGBColor = RGBColor(34, 34, 34);
const GRID: RGBColor = RGBColor(228, 228, 228);
/// The colours of Okabe and Ito, which can be distinguished on white with any colour vision, in the order in which series take them.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 0, 0),
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

type Drawn = Result<(), Box<dyn core::error::Error>>;

/// A figure of one or more panels, in rows of two.
#[derive(Debug, Clone)]
pub struct Picture {
    /// The name of the file, without extension.
    pub name: String,
    /// The title above the panels.
    pub title: String,
    /// A description for people who cannot see the picture.
    pub description: String,
    /// The axis of all panels.
    pub horizontal: Axis,
    /// The axis of all panels.
    pub vertical: Axis,
    /// The panels, from left to right, then downwards.
    pub panels: Vec<Panel>,
}

/// A pair of axes with the series drawn between them.
#[derive(Debug, Clone)]
pub struct Panel {
    /// The title above the panel.
    pub title: String,
    /// The series, from the lowest layer to the uppermost; their order determines the colours.
    pub series: Vec<Series>,
}

/// A series of points.
#[derive(Debug, Clone)]
pub struct Series {
    /// The label in the legend.
    pub label: String,
    /// How the points are drawn.
    pub mark: Mark,
    /// The horizontal and vertical coordinates of the points.
    pub points: Vec<(f64, f64)>,
}

/// How points are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// As small discs.
    Points,
    /// Joined from left to right.
    Line,
    /// As vertical strokes between consecutive points with the same abscissa.
    Ranges,
}

impl Picture {
    /// The picture as an SVG file.
    ///
    /// # Errors
    /// `internal`, which does not occur when drawing into a string.
    pub fn svg(&self) -> Result<String, Error> {
        let mut svg = String::new();
        let size = self.size();
        self.draw(&mut svg, size).map_err(|cause| Error::new(Code::Internal, cause.to_string()))?;
        let sized = format!("<svg width=\"{}\" height=\"{}\"", size.0, size.1);
        let (width, height) = (size.0 / 2, size.1 / 2);
        let mut head = format!("<svg role=\"img\" width=\"{width}\" height=\"{height}\"");
        // The accessible label of an SVG is in its first children.
        write!(head, " aria-label=\"{}\"", escaped(&self.description))
            .map_err(|cause| Error::new(Code::Internal, cause.to_string()))?;
        Ok(svg.replacen(&sized, &head, 1))
    }

    fn size(&self) -> (u32, u32) {
        let panels = u32::try_from(self.panels.len()).unwrap_or(u32::MAX).max(1);
        (PANEL.0 * panels.min(2), HEADING + PANEL.1 * panels.div_ceil(2))
    }

    fn draw(&self, svg: &mut String, size: (u32, u32)) -> Drawn {
        let root = SVGBackend::with_string(svg, size).into_drawing_area();
        root.fill(&WHITE)?;
        let heading = ("sans-serif", 46).into_font().color(&INK);
        root.draw_text(&self.title, &heading, (40, 36))?;
        let (_, below) = root.split_vertically(HEADING);
        let columns = self.panels.len().min(2);
        let areas = below.split_evenly((self.panels.len().div_ceil(2).max(1), columns.max(1)));
        for (panel, area) in self.panels.iter().zip(&areas) {
            self.draw_panel(panel, area)?;
        }
        drop(areas);
        Ok(root.present()?)
    }

    fn draw_panel(&self, panel: &Panel, area: &DrawingArea<SVGBackend<'_>, Shift>) -> Drawn {
        let all = || panel.series.iter().flat_map(|series| series.points.iter().copied());
        let across = self.horizontal.around(all().map(|point| point.0));
        let up = self.vertical.around(all().map(|point| point.1));
        let has_legend = panel.series.len() > 1;
        let up = if has_legend { up.with_room(LEGEND * panel.series.len() as f64) } else { up };
        let mut chart = ChartBuilder::on(area)
            .margin(28)
            .caption(&panel.title, ("sans-serif", 36).into_font().color(&INK))
            .x_label_area_size(96)
            .y_label_area_size(120)
            .build_cartesian_2d(across, up)?;
        chart
            .configure_mesh()
            .light_line_style(WHITE.mix(0.0))
            .bold_line_style(GRID.stroke_width(2))
            .axis_style(INK.stroke_width(2))
            .x_labels(LABELS)
            .y_labels(LABELS)
            .x_label_formatter(&|placed| self.horizontal.tick(*placed))
            .y_label_formatter(&|placed| self.vertical.tick(*placed))
            .label_style(("sans-serif", 30).into_font().color(&INK))
            .axis_desc_style(("sans-serif", 34).into_font().color(&INK))
            .x_desc(&self.horizontal.label)
            .y_desc(&self.vertical.label)
            .draw()?;
        for (index, series) in panel.series.iter().enumerate() {
            self.draw_series(series, COLOURS[index % COLOURS.len()], &mut chart)?;
        }
        if has_legend {
            chart
                .configure_series_labels()
                .position(SeriesLabelPosition::UpperRight)
                .label_font(("sans-serif", 28).into_font().color(&INK))
                .background_style(WHITE.mix(0.85))
                .draw()?;
        }
        Ok(())
    }

    fn draw_series<'a>(
        &self,
        series: &Series,
        colour: RGBColor,
        chart: &mut ChartContext<'a, SVGBackend<'a>, Cartesian2d<Ends, Ends>>,
    ) -> Drawn {
        let place = |&(x, y): &(f64, f64)| (self.horizontal.place(x), self.vertical.place(y));
        let points: Vec<(f64, f64)> =
            series.points.iter().map(place).filter(|(x, y)| x.is_finite() && y.is_finite()).collect();
        let drawn = match series.mark {
            Mark::Points => {
                chart.draw_series(points.iter().map(|&point| Circle::new(point, 5, colour.filled())))?
            }
            Mark::Line => chart.draw_series(LineSeries::new(points, colour.stroke_width(5)))?,
            Mark::Ranges => chart.draw_series(
                points.chunks(2).map(|ends| PathElement::new(ends.to_vec(), colour.stroke_width(3))),
            )?,
        };
        if !series.label.is_empty() {
            drawn
                .label(&series.label)
                .legend(move |(x, y)| Rectangle::new([(x, y - 6), (x + 20, y + 6)], colour.filled()));
        }
        Ok(())
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
