//! What an ε means among 100 people: from the odds of those that somebody thought of before, by Bayes' rule, rounded outward.

use serde::Serialize;

/// Of 100 people, how many somebody thought of before.
const BEFORE: u32 = 10;

/// Between how many of 100 people somebody can have reason to think, who thought of `from` before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Odds {
    pub(super) from: u32,
    pub(super) at_least: u32,
    pub(super) at_most: u32,
}

impl Odds {
    /// The nearest whole numbers that odds cannot pass, which change by a factor of at most e^ε.
    pub(super) fn of(epsilon: f64) -> Self {
        let at_most = (BEFORE..100).find(|&more| covers(epsilon, more, BEFORE)).unwrap_or(100);
        let at_least = (1..=BEFORE).rev().find(|&fewer| covers(epsilon, BEFORE, fewer)).unwrap_or(0);
        Self { from: BEFORE, at_least, at_most }
    }
}

/// Whether ε is not enough to get beyond the odds of `more` from those of `fewer`. Odds are 1 or at least 1.04, so that 64
/// units in the last place cover their error and that of the logarithm.
fn covers(epsilon: f64, more: u32, fewer: u32) -> bool {
    let odds = f64::from(more * (100 - fewer)) / f64::from((100 - more) * fewer);
    epsilon <= odds.ln() * (1.0 - 64.0 * f64::EPSILON)
}

#[cfg(test)]
mod tests {
    use super::Odds;

    #[test]
    fn figures_are_those_of_the_package() {
        let of = |epsilon| {
            let Odds { at_least, at_most, .. } = Odds::of(epsilon);
            (at_least, at_most)
        };
        assert_eq!([0.0, 2.0, 6.0, 64.0].map(of), [(10, 10), (1, 46), (0, 98), (0, 100)]);
    }
}
