//! Ties attributes into classes: those of equal sizes and caps and of nearly equal levels all get their lowest level,
//! so that they become exchangeable and blocks with as many orbits hold more of them.
//!
//! A level is never raised. The amount given up, Σ (requested − tied), is the record ε that independent perturbation
//! would save by it: tying is worth it where the design saves more.

use crate::design::levels::Levels;
use crate::numeric::order::places;

/// Lowers every run of levels that are at most the share `width` above its first one to that first one.
pub(crate) fn tied(levels: &Levels, width: f64) -> Levels {
    let key = |i: usize| (levels.sizes()[i], levels.limits()[i].to_bits());
    let by_level = |i: usize, j: usize| levels.epsilons()[i].total_cmp(&levels.epsilons()[j]);
    let order = places(levels.sizes().len(), &|i, j| key(i).cmp(&key(j)).then_with(|| by_level(i, j)));
    let mut lowered = levels.epsilons().to_vec();
    let mut first = None;
    for i in order {
        let near = |&start: &usize| {
            key(start) == key(i) && levels.epsilons()[i] <= levels.epsilons()[start] * (1.0 + width)
        };
        let start = *first.get_or_insert(i);
        let start = if near(&start) { start } else { i };
        first = Some(start);
        lowered[i] = levels.epsilons()[start];
    }
    levels.with_epsilons(lowered)
}

/// Σ (requested − tied).
pub(crate) fn given_up(levels: &Levels, tied: &Levels) -> f64 {
    levels.epsilons().iter().zip(tied.epsilons()).map(|(asked, kept)| asked - kept).sum()
}

#[cfg(test)]
mod tests {
    use super::{given_up, tied};
    use crate::design::Levels;
    use alloc::vec;

    #[test]
    fn levels_near_each_other_are_lowered_to_the_first() {
        let levels = Levels::new(vec![2, 3, 2, 2, 3], vec![1.2, 1.0, 1.0, 1.26, 2.0]).expect("levels");
        let result = tied(&levels, 0.25);
        assert_eq!(result.epsilons(), [1.0, 1.0, 1.0, 1.26, 2.0]);
        assert!((given_up(&levels, &result) - 0.2).abs() < 1e-12);
        assert_eq!(tied(&levels, 0.0), levels);
    }

    #[test]
    fn attributes_of_other_caps_are_not_tied() {
        let levels = Levels::new(vec![2, 2], vec![1.0, 1.1]).expect("levels");
        let capped = levels.capped(&[Some(2.0), Some(3.0)]).expect("levels");
        assert_eq!(tied(&capped, 1.0), capped);
    }
}
