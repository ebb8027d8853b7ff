//! Variances at answers that are possible, where the reports spread less than the law allows.
//!
//! Estimates below 0 come from counts that no answers have for their mean: of a category that nobody reports, the reports
//! say that it has no variance. Then p ([`super::answers`]) stands for the truth. The reports expected of p are λ̃ = M·p, the
//! law's own; all variances and covariances at λ̃ are those of a survey that can be.
//!
//! Cost: O(w·N).

use alloc::vec;
use alloc::vec::Vec;

use super::Observed;
use super::answers::{Answers, Possible};
use super::noise::Noise;
use crate::error::Error;
use crate::estimate::operator;
use crate::estimate::operator::Operator;
use crate::law::MAX_CONDITION;

/// The same survey with variances at p, where one of the tables over these sets of axes spreads less than it can, or
/// `always`.
pub(crate) fn settled<'l>(
    observed: Observed<'l>,
    judged: &[Vec<usize>],
    always: bool,
) -> Result<Observed<'l>, Error> {
    let mut settled = always;
    for axes in judged {
        settled = settled || spreads_too_little(&observed, axes)?;
    }
    if !settled {
        return Ok(observed);
    }
    let axes = observed.axes();
    let (rule, answers) = if observed.condition(&axes) <= MAX_CONDITION {
        let (inverse, noise) = (inverted(&observed, &axes)?, Noise::new(&observed, &axes)?);
        let rule = near(&observed, &inverse, &noise);
        let answers = rule.table(&inverse);
        (rule, answers)
    } else {
        let single = |axis| inverted(&observed, &[axis]);
        let singles = axes.into_iter().map(single).collect::<Result<_, Error>>()?;
        let rule = Answers::of_singles(singles, unknown(&observed));
        let answers = rule.table(observed.shares());
        (rule, answers)
    };
    let mut reports = answers.clone();
    operator::apply(observed.spectrum(), observed.sizes(), &mut reports);
    Ok(observed.with_possible(Possible { rule, answers, reports }))
}

/// Whether a cell of the table over some axes does; a table that the law hides tells nothing.
fn spreads_too_little(observed: &Observed<'_>, axes: &[usize]) -> Result<bool, Error> {
    if observed.condition(axes) > MAX_CONDITION {
        return Ok(false);
    }
    let (factors, noise) = (observed.inverse_factors(axes)?, Noise::new(observed, axes)?);
    let mut shares = observed.marginal(axes);
    let mut squares = vec![0.0; shares.len()];
    Operator::new([&factors, &noise.squares], &observed.sizes_of(axes)).apply([&mut shares, &mut squares]);
    Ok(shares.iter().zip(&squares).any(|(share, square)| noise.spreads_too_little(*share, *square)))
}

fn inverted(observed: &Observed<'_>, axes: &[usize]) -> Result<Vec<f64>, Error> {
    let mut cells = observed.marginal(axes);
    operator::apply(&observed.inverse_factors(axes)?, &observed.sizes_of(axes), &mut cells);
    Ok(cells)
}

/// The answers near inverse estimates.
pub(crate) fn near(observed: &Observed<'_>, inverse: &[f64], noise: &Noise) -> Answers {
    Answers::near(observed.sizes(), inverse, observed.n(), noise.squares.of_none(), unknown(observed))
}

/// The weight of one report of which nothing is known, where all others are alike.
fn unknown(observed: &Observed<'_>) -> f64 {
    if observed.are_alike() { 1.0 / (observed.n() + 1.0) } else { 0.0 }
}
