//! Estimates for people: aligned columns with whiskers.

use core::fmt;

use candor::estimate::{Cell, Difference, Estimate, TOO_FEW};
use candor::inference::BeyondPairs;

use super::Estimates;
use super::table::EstimatedTable;
use crate::cells;
use crate::counts::SPARSE;
use crate::groups::{group_of, within_groups};
use crate::test_results::probability;
use crate::text::grid::Grid;
use crate::text::whisker::Axis;
use crate::text::{counted, forged, grouped, level};

/// The width of a whisker plot, in characters.
const WHISKER: usize = 40;

impl Estimates {
    pub(super) fn text(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        let kind = self.simultaneous.as_ref().map_or(String::new(), |kind| format!("simultaneous ({kind}) "));
        let confidence = format!("{kind}{} intervals", level(self.confidence));
        for table in &self.tables {
            let people =
                self.population.map_or(String::new(), |people| format!(" of {} people", grouped(people)));
            let reports = counted(self.n, "report");
            table.write(&format!("{reports}{people}, {confidence}"), self.all_rows, to)?;
        }
        Ok(())
    }
}

impl EstimatedTable {
    fn write(&self, told: &str, all_rows: bool, to: &mut dyn fmt::Write) -> fmt::Result {
        let estimate = self.estimate();
        writeln!(
            to,
            "{} ({told}, condition {:.3}, {}{})",
            self.name(),
            estimate.condition(),
            told_method(estimate),
            self.influence().map_or(String::new(), told_influence)
        )?;
        if let Some(reason) = estimate.reason() {
            writeln!(to, "  {reason}")?;
        }
        if let Some(found) = &self.beyond_pairs {
            write_check(found, 1.0 - estimate.confidence(), to)?;
        }
        let told: Vec<usize> = (0..self.cell_count()).filter(|&place| self.tells(place, all_rows)).collect();
        writeln!(to, "{}", self.grid(&told))?;
        let fragile = told.iter().filter_map(|&place| self.cell(place).fragility);
        if let Some(fragility) = fragile.min_by_key(|of| of.worst_label.unwrap_or(u64::MAX)) {
            writeln!(to, "  {} move an unbiased estimate by half its interval\n", forged(&fragility))?;
        }
        let occurring = (0..self.cell_count()).filter(|&place| self.occurs(place)).count();
        if told.len() < occurring {
            let left_out = counted((occurring - told.len()) as u64, "more row");
            writeln!(to, "  {left_out} may be empty (--all-rows shows them)\n")?;
        }
        self.write_differences(to)
    }

    /// The name of the table for people: `smoker × age`, or `smoker within each age`.
    #[must_use]
    pub fn name(&self) -> String {
        within_groups(self.axes().names(), self.grouping(), self.is_valid())
    }

    /// Whether a row is shown to people: every row of a small table; of a large one those that are surely
    /// not empty and stand for at least half a respondent.
    fn tells(&self, place: usize, all_rows: bool) -> bool {
        let cell = self.cell(place);
        let stands_for_somebody = cell.estimate * self.estimate().n() as f64 >= 0.5;
        let tells = all_rows || self.cell_count() <= SPARSE || (cell.lower > 0.0 && stands_for_somebody);
        tells && self.occurs(place)
    }

    fn grid(&self, places: &[usize]) -> Grid {
        let lines: Vec<Line> = places.iter().map(|&place| Line::from(self.cell(place))).collect();
        let axis = Line::axis(&lines);
        let attributes = self.axes().names().iter().cloned();
        let told_apart = places.iter().any(|&place| self.parts(place).is_some());
        let parts: &[&str] = if told_apart { &["of noise", "of sampling"] } else { &[] };
        let error = error_column(&lines);
        let mut grid = Grid::new(attributes, &[&["estimate"], error, parts, &["from", "to", ""]].concat());
        for (&place, line) in places.iter().zip(&lines) {
            let parts =
                self.parts(place).into_iter().flatten().map(|part| line.number_or_dash(part, percent));
            let [before, after] = line.numbers(percent);
            let numbers = before.into_iter().chain(parts).chain(after).chain([line.whisker(&axis)]);
            grid.push(cells::row(self.axes(), place).chain(numbers).collect());
        }
        grid
    }

    fn write_differences(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        let Some(first) = self.differences().first() else { return Ok(()) };
        let categories = self.axes().categories_of(first.reference).into_iter();
        let reference = group_of(self.axes().names(), categories, self.grouping());
        let given = self.grouping().join(" × ");
        writeln!(to, "differences from {reference} ({given}), in percentage points")?;
        let lines: Vec<Line> = self.differences().iter().map(Line::from).collect();
        let axis = Line::axis(&lines);
        let attributes = self.axes().names().iter().cloned();
        let mut grid =
            Grid::new(attributes, &[&["difference"], error_column(&lines), &["from", "to", ""]].concat());
        for (apart, line) in self.differences().iter().zip(&lines) {
            let numbers = line.numbers(hundredths).into_iter().flatten().chain([line.whisker(&axis)]);
            grid.push(cells::row(self.axes(), apart.cell).chain(numbers).collect());
        }
        writeln!(to, "{grid}")
    }
}

fn told_method(estimate: &Estimate) -> String {
    let projected = if estimate.projected() { ", projected" } else { "" };
    format!("{}{projected}", estimate.method())
}

fn told_influence(influence: f64) -> String {
    format!(", one forged report moves a share by at most {}", percent(influence.min(1.0)))
}

/// How far the unbiased table differs from what its pairs imply, and whether that is noise: with a p-value below the level it is not.
fn write_check(found: &BeyondPairs, level: f64, to: &mut dyn fmt::Write) -> fmt::Result {
    let [difference, expected, effect] =
        [found.difference, found.expected_difference, found.effect].map(hundredths);
    writeln!(
        to,
        "  check: the unbiased table differs from what its pairs imply by {difference} percentage points a cell (root mean square), where noise makes {expected}"
    )?;
    let p_value = found.tested.calibrated.p_value;
    let p = probability(p_value);
    if p_value < level {
        writeln!(
            to,
            "  there are effects of three or more attributes together (p = {p}), of about {effect} points a cell, which this guess leaves out and --method inverse does not"
        )
    } else {
        writeln!(to, "  no sign of effects of three or more attributes together (p = {p})")
    }
}

/// The heading of standard errors, where the numbers have any.
fn error_column(lines: &[Line]) -> &'static [&'static str] {
    if lines.iter().any(|line| line.cell.standard_error.is_none()) { &[] } else { &["± s.e."] }
}

/// A share or a difference as shown to people.
struct Line {
    shown: Option<f64>,
    cell: Cell,
}

impl From<Cell> for Line {
    fn from(cell: Cell) -> Self {
        Self { shown: cell.readable(), cell }
    }
}

impl From<&Difference> for Line {
    fn from(apart: &Difference) -> Self {
        Self { shown: apart.readable(), cell: apart.difference }
    }
}

impl Line {
    /// An axis that covers all intervals that are shown.
    fn axis(lines: &[Self]) -> Axis {
        let shown = lines.iter().filter(|line| line.shown.is_some());
        Axis::around(shown.map(|line| (line.cell.lower, line.cell.upper)), WHISKER)
    }

    /// A number of the line, or a dash where there are too few reports to show it.
    fn number_or_dash(&self, number: f64, written: fn(f64) -> String) -> String {
        self.shown.map_or("–".to_owned(), |_| written(number))
    }

    /// As texts: the estimate within its interval with its standard error, if it has one, and the ends of the interval.
    fn numbers(&self, written: fn(f64) -> String) -> [Vec<String>; 2] {
        let Cell { estimate, standard_error, lower, upper, .. } = self.cell;
        let before = [Some(self.shown.unwrap_or(estimate)), standard_error];
        [before, [Some(lower), Some(upper)]].map(|numbers| {
            numbers.into_iter().flatten().map(|number| self.number_or_dash(number, written)).collect()
        })
    }

    fn whisker(&self, axis: &Axis) -> String {
        let drawn = |shown| axis.whisker(self.cell.lower, shown, self.cell.upper);
        self.shown.map_or(format!("{TOO_FEW:<WHISKER$}"), drawn)
    }
}

fn percent(share: f64) -> String {
    hundredths(share) + "%"
}

/// A share in percent; small ones with more digits.
fn hundredths(share: f64) -> String {
    let hundredths = share * 100.0;
    match share.abs() {
        0.0 | 0.001.. => format!("{hundredths:.2}"),
        0.000_01.. => format!("{hundredths:.4}"),
        _ => format!("{hundredths:.1e}"),
    }
}
