//! Curves over a common pair of axes, drawn as SVG by `plotters`. Its SVG backend is the only one that draws text as text and needs no
//! system library. It does not write `<title>` and `<desc>`, which are added here.
//!
//! The backend rounds to whole units, so a unit is half a pixel. Colours are those of Okabe and Ito, which can be told apart with any
//! colour vision; strokes differ as well.

use candor::Error;
use plotters::coord::types::RangedCoordf64;
use plotters::element::DashedPathElement;
use plotters::prelude::*;

use crate::failure;

/// The size in units, and in pixels as shown.
const UNITS: (u32, u32) = (1920, 1280);
const PIXELS: (u32, u32) = (960, 640);
const INK: RGBColor = RGBColor(34, 34, 34);
const FLOOR: RGBColor = RGBColor(240, 240, 240);
/// The width of a sample in the legend.
const SAMPLE: i32 = 88;
/// The most characters of a title that fit.
const TITLE: usize = 72;

type Drawn<T> = Result<T, Box<dyn core::error::Error>>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Curves, a shaded floor that nothing lies below, and one point.
pub struct Plot {
    /// The title above the plot.
    pub title: String,
    /// A description for those who do not see the plot.
    pub description: String,
    /// The label of the horizontal axis.
    pub horizontal: String,
    /// The label of the vertical axis.
    pub vertical: String,
    /// The curve below which the plane is shaded.
    pub floor: Line,
    /// The other curves, from the lowest layer to the topmost.
    pub lines: Vec<Line>,
    /// The point that is marked.
    pub point: (f64, f64),
    /// Its label.
    pub point_label: String,
}

/// One curve.
pub struct Line {
    /// Its label.
    pub label: String,
    /// The stroke it is drawn with.
    pub stroke: Stroke,
    /// The points from left to right; `None` is a gap.
    pub points: Vec<Option<(f64, f64)>>,
}

/// How a line is drawn; every stroke has its colour.
#[derive(Clone, Copy)]
pub enum Stroke {
    /// Thin and unbroken, vermilion.
    Solid,
    /// Thick and unbroken, sky blue: another line may lie on it.
    Broad,
    /// Dashed, bluish green.
    Dashed,
    /// Dotted, black.
    Dotted,
}

impl Stroke {
    fn style(self) -> ShapeStyle {
        let (colour, width) = match self {
            Self::Solid => (RGBColor(213, 94, 0), 5),
            Self::Broad => (RGBColor(86, 180, 233), 14),
            Self::Dashed => (RGBColor(0, 110, 80), 6),
            Self::Dotted => (RGBColor(0, 0, 0), 4),
        };
        colour.stroke_width(width)
    }

    /// The lengths of a dash and of the space after it.
    fn dashes(self) -> Option<(i32, i32)> {
        match self {
            Self::Solid | Self::Broad => None,
            Self::Dashed => Some((24, 14)),
            Self::Dotted => Some((4, 10)),
        }
    }
}

impl Line {
    /// The parts of the line between gaps.
    fn stretches(&self) -> impl Iterator<Item = Vec<(f64, f64)>> + '_ {
        let stretches = self.points.split(Option::is_none).filter(|stretch| stretch.len() > 1);
        stretches.map(|stretch| stretch.iter().copied().flatten().collect())
    }

    fn draw<'a, 'b: 'a>(&self, chart: &mut Chart<'a, 'b>) -> Drawn<()> {
        let (stroke, style) = (self.stroke, self.stroke.style());
        for (index, stretch) in self.stretches().enumerate() {
            let drawn = match stroke.dashes() {
                None => chart.draw_series(LineSeries::new(stretch, style))?,
                Some((dash, space)) => {
                    chart.draw_series(DashedLineSeries::new(stretch, dash, space, style))?
                }
            };
            if index == 0 {
                drawn.label(&self.label).legend(move |(x, y)| {
                    let ends = vec![(x, y), (x + SAMPLE, y)];
                    match stroke.dashes() {
                        None => PathElement::new(ends, style).into_dyn(),
                        Some((dash, space)) => DashedPathElement::new(ends, dash, space, style).into_dyn(),
                    }
                });
            }
        }
        Ok(())
    }
}

impl Plot {
    /// Draws the plot as SVG.
    ///
    /// # Errors
    /// `io`, which writing to memory does not raise.
    pub fn svg(&self) -> Result<String, Error> {
        let mut svg = String::new();
        self.draw(&mut svg).map_err(|cause| failure::io("plot", &cause))?;
        let (width, height) = PIXELS;
        let head = format!(
            "<svg role=\"img\" aria-labelledby=\"title description\" width=\"{width}\" height=\"{height}\""
        );
        let told = format!(
            "<title id=\"title\">{}</title>\n<desc id=\"description\">{}</desc>\n<rect",
            escaped(&self.title),
            escaped(&self.description)
        );
        let sized = format!("<svg width=\"{}\" height=\"{}\"", UNITS.0, UNITS.1);
        Ok(svg.replacen(&sized, &head, 1).replacen("<rect", &told, 1))
    }

    fn draw(&self, svg: &mut String) -> Drawn<()> {
        let root = SVGBackend::with_string(svg, UNITS).into_drawing_area();
        root.fill(&WHITE)?;
        let title = TextStyle::from(("sans-serif", 54).into_font()).color(&INK);
        root.draw_text(&shortened(&self.title), &title, (48, 40))?;
        let (right, top) = self.extent();
        let mut chart = ChartBuilder::on(&root)
            .margin(48)
            .margin_top(132)
            .x_label_area_size(112)
            .y_label_area_size(128)
            .build_cartesian_2d(0.0..right, 0.0..top)?;
        self.draw_floor(&chart)?;
        self.draw_axes(&mut chart)?;
        for line in self.lines.iter().chain([&self.floor]) {
            line.draw(&mut chart)?;
        }
        self.draw_point(&mut chart)?;
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .label_font(("sans-serif", 40).into_font().color(&INK))
            .legend_area_size(SAMPLE + 24)
            .margin(24)
            .background_style(WHITE.mix(0.85))
            .draw()?;
        drop(chart);
        Ok(root.present()?)
    }

    /// The largest abscissa, and slightly more than the largest ordinate.
    fn extent(&self) -> (f64, f64) {
        let drawn = self.lines.iter().chain([&self.floor]).flat_map(|line| line.points.iter().flatten());
        let largest = drawn.fold(self.point, |(x, y), point| (x.max(point.0), y.max(point.1)));
        (largest.0, largest.1 * 1.04)
    }

    fn draw_floor(&self, chart: &Chart<'_, '_>) -> Drawn<()> {
        for mut below in self.floor.stretches() {
            let (first, last) = (below[0].0, below[below.len() - 1].0);
            below.extend([(last, 0.0), (first, 0.0)]);
            chart.plotting_area().draw(&Polygon::new(below, FLOOR.filled()))?;
        }
        Ok(())
    }

    fn draw_axes(&self, chart: &mut Chart<'_, '_>) -> Drawn<()> {
        chart
            .configure_mesh()
            .disable_mesh()
            .axis_style(INK.stroke_width(2))
            .set_all_tick_mark_size(10)
            .x_labels(9)
            .y_labels(8)
            .x_label_formatter(&decimal)
            .y_label_formatter(&decimal)
            .label_style(("sans-serif", 36).into_font().color(&INK))
            .axis_desc_style(("sans-serif", 40).into_font().color(&INK))
            .x_desc(&self.horizontal)
            .y_desc(&self.vertical)
            .draw()?;
        Ok(())
    }

    /// Draws the point as a disc with a white rim, so that it is visible on any curve.
    fn draw_point<'a, 'b: 'a>(&self, chart: &mut Chart<'a, 'b>) -> Drawn<()> {
        chart.draw_series([Circle::new(self.point, 18, WHITE.filled())])?;
        chart
            .draw_series([Circle::new(self.point, 14, INK.filled())])?
            .label(&self.point_label)
            .legend(|(x, y)| Circle::new((x + SAMPLE / 2, y), 14, INK.filled()));
        Ok(())
    }
}

/// A tick label, rounded so that binary fractions do not show.
fn decimal(tick: &f64) -> String {
    ((tick * 1e6).round() / 1e6).to_string()
}

fn shortened(title: &str) -> String {
    match title.chars().count() {
        0..=TITLE => legible(title),
        _ => legible(title).chars().take(TITLE - 1).chain(['…']).collect(),
    }
}

/// Replaces control characters, which XML does not allow.
pub(super) fn legible(text: &str) -> String {
    text.replace(|c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'), " ")
}

pub(super) fn escaped(text: &str) -> String {
    legible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
