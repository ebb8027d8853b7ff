//! An estimate and its interval drawn in text: `   ├──●───┤  `.

/// A horizontal axis shared by the cells of a table.
pub struct Axis {
    low: f64,
    high: f64,
    width: usize,
}

impl Axis {
    /// An axis of `width` characters that covers 0 and every interval.
    #[must_use]
    pub fn around(intervals: impl IntoIterator<Item = (f64, f64)>, width: usize) -> Self {
        let wider = |(low, high): (f64, f64), (lower, upper): (f64, f64)| (low.min(lower), high.max(upper));
        let (low, high) = intervals.into_iter().fold((0.0, f64::MIN_POSITIVE), wider);
        Self { low, high, width }
    }

    /// The whisker from `lower` to `upper` with a dot at `estimate`.
    #[must_use]
    pub fn whisker(&self, lower: f64, estimate: f64, upper: f64) -> String {
        let [lower, dot, upper] = [lower, estimate, upper].map(|value| self.position(value));
        let drawn = |position: usize| match position {
            _ if position == dot => '●',
            _ if position == lower => '├',
            _ if position == upper => '┤',
            _ if (lower..upper).contains(&position) => '─',
            _ => ' ',
        };
        (0..self.width).map(drawn).collect()
    }

    fn position(&self, value: f64) -> usize {
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        let step = (share * (self.width - 1) as f64).round();
        (0..self.width).find(|&position| position as f64 >= step).unwrap_or(self.width - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::Axis;

    #[test]
    fn the_whisker_spans_its_interval() {
        let axis = Axis::around([(0.2, 0.6), (0.4, 1.0)], 11);
        assert_eq!(axis.whisker(0.2, 0.4, 0.6), "  ├─●─┤    ");
        assert_eq!(axis.whisker(0.4, 0.7, 1.0), "    ├──●──┤");
    }

    #[test]
    fn a_negative_interval_begins_the_axis() {
        let axis = Axis::around([(-0.5, 0.5)], 5);
        assert_eq!(axis.whisker(-0.5, 0.0, 0.5), "├─●─┤");
    }

    #[test]
    fn an_interval_narrower_than_a_character_is_its_dot() {
        assert_eq!(Axis::around([(0.0, 1.0)], 3).whisker(0.5, 0.5, 0.5), " ● ");
    }
}
