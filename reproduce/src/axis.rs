//! The axes of pictures, and the positions of their ticks.

use core::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::Ranged;

/// The ticks within a power of ten by the number of powers shown; the more powers, the fewer ticks.
const WITHIN: [(f64, &[f64]); 3] = [(1.8, &[1.0, 2.0, 5.0]), (3.6, &[1.0, 3.0]), (7.0, &[1.0])];

/// The label and scale of an axis.
#[derive(Debug, Clone)]
pub struct Axis {
    /// The text beside the axis.
    pub label: String,
    /// Whether the scale is logarithmic: equal distances are equal ratios.
    pub logarithmic: bool,
}

impl Axis {
    /// An axis with a linear scale.
    #[must_use]
    pub fn linear(label: &str) -> Self {
        Self { label: label.to_owned(), logarithmic: false }
    }

    /// An axis with a logarithmic scale.
    #[must_use]
    pub fn logarithmic(label: &str) -> Self {
        Self { label: label.to_owned(), logarithmic: true }
    }

    pub(crate) fn place(&self, value: f64) -> f64 {
        if self.logarithmic { value.log10() } else { value }
    }

    /// The ends of the axis, a little beyond the least and the largest of the values. A linear axis whose values come near 0 begins at 0.
    pub(crate) fn around(&self, values: impl Iterator<Item = f64>) -> Ends {
        let placed = values.map(|value| self.place(value)).filter(|placed| placed.is_finite());
        let (low, high) = placed.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        let margin = if high > low { 0.04 * (high - low) } else { 0.5 };
        let from_zero = !self.logarithmic && low >= 0.0 && low < 0.25 * high;
        let low = if from_zero { 0.0 } else { low - margin };
        Ends { low, high: high + margin, logarithmic: self.logarithmic }
    }

    /// The label of a tick, rounded so that binary fractions do not show.
    pub(crate) fn tick(&self, placed: f64) -> String {
        let value = if self.logarithmic { 10_f64.powf(placed) } else { placed };
        match value.abs() {
            0.0 => "0".to_owned(),
            size if !(1e-3..1e6).contains(&size) => format!("{value:.0e}"),
            _ => {
                let digits = 10_f64.powf(3.0 - value.abs().log10().ceil());
                format!("{}", (value * digits).round() / digits)
            }
        }
    }
}

/// The ends of a drawn axis in its coordinates: logarithms where it is logarithmic.
#[derive(Debug, Clone)]
pub(crate) struct Ends {
    low: f64,
    high: f64,
    logarithmic: bool,
}

impl Ends {
    /// The axis extended at the upper end by this multiple of its length.
    pub(crate) fn with_room(self, times: f64) -> Self {
        Self { high: self.high + times * (self.high - self.low), ..self }
    }

    fn linear(&self) -> RangedCoordf64 {
        self.range().into()
    }

    /// The positions of round numbers on a logarithmic axis.
    fn powers(&self) -> Vec<f64> {
        let decades = self.high - self.low;
        let few = WITHIN.iter().find(|(most, _)| decades <= *most);
        let within = few.map_or(&[1.0][..], |(_, within)| within);
        let step = (decades / 7.0).ceil().max(1.0);
        let first = (self.low / step).floor() * step;
        let powers = core::iter::successors(Some(first), |power| Some(power + step))
            .take_while(|power| *power <= self.high);
        let ticks = powers.flat_map(|power| within.iter().map(move |within| power + within.log10()));
        ticks.filter(|tick| (self.low..=self.high).contains(tick)).collect()
    }
}

impl Ranged for Ends {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, placed: &f64, limit: (i32, i32)) -> i32 {
        self.linear().map(placed, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if self.logarithmic { self.powers() } else { self.linear().key_points(hint) }
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}
