//! The trade-off of a design: the record ε that each method needs for smaller and larger column levels.
//!
//! All column levels keep the proportions they have in the design: those of the requested levels or, if only a record ε was given, of the
//! achieved ones. So the design is a point among the curves, and the lower bound applies to it. Record ε is nominal, in doubles; the point
//! is the promise of the integer law.
//!
//! Cost: 24 optima. Where an optimum would range over more than 2¹⁴ orbits, the blocks method is used instead.

use candor::design::{Design, Levels, MAX_EPSILON, Method, Request, Survey, optimal, single_change};
use candor::{Error, LocalizedText};

use crate::document::promises::rounded_up;
use crate::output::plot::{Line, Plot, Stroke};

/// The number of points of a curve; the design is at the middle one.
const STEPS: u32 = 24;

/// The most orbits for which dozens of optima are computed.
const ORBITS: usize = 1 << 14;

/// Record ε against column ε, for a design and its alternatives.
pub struct Tradeoff<'a> {
    survey: &'a Survey,
    design: &'a Design,
    levels: Vec<f64>,
}

/// The record ε of every method at one choice of column levels; `None` if a method has no law.
struct Costs {
    column: f64,
    independent: f64,
    single_change: Option<f64>,
    best: Option<f64>,
    lower_bound: Option<f64>,
}

impl<'a> Tradeoff<'a> {
    /// The trade-off around a design.
    #[must_use]
    pub fn of(survey: &'a Survey, design: &'a Design) -> Self {
        let requested = design.requested().filter(|_| design.raised().is_empty()).map(<[f64]>::to_vec);
        let levels = requested.unwrap_or_else(|| design.law().column_epsilons());
        Self { survey, design, levels }
    }

    /// Draws it as SVG.
    ///
    /// # Errors
    /// `invalid-epsilon` if a column level of the design is not one that can be requested.
    pub fn svg(&self) -> Result<String, Error> {
        let largest = self.levels.iter().copied().fold(0.0, f64::max);
        let reach = f64::min(2.0, MAX_EPSILON / largest);
        let costs = (1..=STEPS).map(|step| self.costs(reach * f64::from(step) / f64::from(STEPS)));
        let costs: Vec<Costs> = costs.collect::<Result<_, Error>>()?;
        self.plot(&costs).svg()
    }

    fn costs(&self, scale: f64) -> Result<Costs, Error> {
        let scaled: Vec<f64> = self.levels.iter().map(|level| (level * scale).min(MAX_EPSILON)).collect();
        let (column, independent) = (mean(&scaled), scaled.iter().sum());
        let levels = Levels::new(self.survey.schema().sizes(), scaled)?;
        let (best, lower_bound) = best(&levels);
        let single_change =
            single_change::mixture(&levels).ok().map(|mixture| mixture.record_epsilon(&levels));
        Ok(Costs { column, independent, single_change, best, lower_bound })
    }

    fn plot(&self, costs: &[Costs]) -> Plot {
        let curve = |label: &str, stroke: Stroke, record: fn(&Costs) -> Option<f64>| Line {
            label: label.to_owned(),
            stroke,
            points: costs.iter().map(|cost| Some((cost.column, record(cost)?))).collect(),
        };
        let point = (mean(&self.design.law().column_epsilons()), self.design.law().record_epsilon());
        let name = self.survey.title().map_or(self.survey.name(), LocalizedText::fallback);
        Plot {
            title: format!("Record ε against column ε: {name}"),
            description: self.description(point),
            horizontal: self.horizontal(),
            vertical: "record ε".to_owned(),
            floor: curve("certified lower bound: no law below", Stroke::Dotted, |cost| cost.lower_bound),
            lines: vec![
                curve("independent", Stroke::Solid, |cost| Some(cost.independent)),
                curve(self.best_method(), Stroke::Broad, |cost| cost.best),
                curve("single-change", Stroke::Dashed, |cost| cost.single_change),
            ],
            point,
            point_label: self.point_label(point),
        }
    }

    fn best_method(&self) -> &'static str {
        let levels = Levels::new(self.survey.schema().sizes(), self.levels.clone());
        match levels.is_ok_and(|levels| within_reach(&levels)) {
            true => "optimal",
            false => "blocks",
        }
    }

    fn point_label(&self, (column, record): (f64, f64)) -> String {
        let (method, column, record) = (self.design.method(), rounded_up(column), rounded_up(record));
        format!("this design, {method}: record ε {record} at column ε {column}")
    }

    fn horizontal(&self) -> String {
        match self.levels.iter().all(|&level| (level - self.levels[0]).abs() < 1e-9) {
            true => "column ε, the same for every question".to_owned(),
            false => "column ε, mean of the questions, in the proportions of the design".to_owned(),
        }
    }

    fn description(&self, (column, record): (f64, f64)) -> String {
        format!(
            "Record ε against column ε of {} questions, by method: independent, {} and single-change, \
             and the certified lower bound of every law. This design, by method {}, has column ε {} \
             and record ε {}. A curve has a gap where its method has no law.",
            self.levels.len(),
            self.best_method(),
            self.design.method(),
            rounded_up(column),
            rounded_up(record),
        )
    }
}

fn within_reach(levels: &Levels) -> bool {
    optimal::orbit_count(levels).is_some_and(|count| count <= ORBITS)
}

/// The smallest record ε that is found, and a lower bound for every law.
fn best(levels: &Levels) -> (Option<f64>, Option<f64>) {
    if within_reach(levels) {
        let optimum = optimal::certificate(levels).ok();
        let bound = optimum.map(|optimum| optimum.lower_bound);
        return (optimum.map(|optimum| optimum.record_epsilon), bound.or(single_change::lower_bound(levels)));
    }
    let blocks = Request::levels(levels).method(Method::Blocks).design().ok();
    let record = blocks.as_ref().map(|design| design.law().record_epsilon());
    (record, blocks.and_then(|design| design.record_lower_bound()))
}

fn mean(levels: &[f64]) -> f64 {
    levels.iter().sum::<f64>() / levels.len() as f64
}
