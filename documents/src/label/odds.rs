//! An ε explained with 100 people: the bounds on an observer's posterior belief, from a prior belief by Bayes' rule, rounded outward.

use serde::Serialize;

/// The prior belief: the number of people in 100.
const BEFORE: u32 = 10;

/// The bounds, in people of 100, on the posterior belief of somebody whose prior belief is `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Odds {
    pub(super) from: u32,
    pub(super) at_least: u32,
    pub(super) at_most: u32,
}

impl Odds {
    /// The nearest whole numbers that the posterior cannot pass, as ε changes odds by a factor of at most e^ε.
    pub(super) fn of(epsilon: f64) -> Self {
        let at_most = (BEFORE..100).find(|&more| covers(epsilon, more, BEFORE)).unwrap_or(100);
        let at_least = (1..=BEFORE).rev().find(|&fewer| covers(epsilon, BEFORE, fewer)).unwrap_or(0);
        Self { from: BEFORE, at_least, at_most }
    }
}

/// Whether ε cannot move the odds of `fewer` beyond those of `more`. The odds ratio is 1 or at least 1.04, so that 64 units in the last
/// place cover its rounding error and that of the logarithm.
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
