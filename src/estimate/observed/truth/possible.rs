//! Takes variances at possible true shares, where the reports spread less than the law allows.
//!
//! Estimates below 0 come from counts that no true shares have for their mean: the reports of a category that nobody reports say that it
//! has no variance. Then p ([`super::shrunk`]) stands in for the true shares. The expected shares of reports are λ̃ = M·p, M the law; all
//! variances and covariances at λ̃ are those of a possible survey.
//!
//! Cost: O(w·N).

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

use super::noise::Noise;
use super::shrunk::{PossibleTruth, ShrunkTruth};
use crate::error::Error;
use crate::estimate::observed::Observed;
use crate::estimate::observed::operator::Operator;
use crate::exact::to_index;
use crate::law::MAX_CONDITION;
use crate::numeric::vectors::dot;
use crate::numeric::wide::widely;

/// At least how many cells there are for every set of axes where a single cell is looked at first.
const LEAST_OF_SET: usize = 8;

/// Takes the variances of a survey at p if one of the tables over these sets of axes spreads less than possible, or `always`.
pub(crate) fn settled<'l>(
    observed: Observed<'l>,
    judged: &[Vec<usize>],
    always: bool,
) -> Result<Observed<'l>, Error> {
    let mut unsettled = always;
    for axes in judged {
        unsettled = unsettled || spreads_too_little(&observed, axes)?;
    }
    if !unsettled {
        return Ok(observed);
    }
    let observed = observed.with_wider(|wider| settled(wider, &[], true))?;
    let axes = observed.axes();
    let (rule, shares) = if observed.condition(&axes) <= MAX_CONDITION {
        let (inverse, noise) = (observed.inverse(&axes)?, Noise::new(&observed, &axes)?);
        let rule = near(&observed, &inverse, &noise);
        let shares = rule.table(&inverse);
        (rule, shares)
    } else {
        let singles = axes.into_iter().map(|axis| observed.inverse(&[axis])).collect::<Result<_, Error>>()?;
        let rule = ShrunkTruth::of_singles(singles, unknown(&observed));
        let shares = rule.table(observed.shares());
        (rule, shares)
    };
    let shares = observed.among_occurring(shares);
    let mut reports = shares.clone();
    observed.perturb(&mut reports);
    Ok(observed.with_truth(PossibleTruth { rule, shares, reports }))
}

/// Whether a cell of the table over some axes spreads less than possible; false for a table that the law hides, which tells nothing.
fn spreads_too_little(observed: &Observed<'_>, axes: &[usize]) -> Result<bool, Error> {
    if observed.condition(axes) > MAX_CONDITION {
        return Ok(false);
    }
    let noise = Noise::new(observed, axes)?;
    let mut shares = observed.marginal(axes);
    let mut squares = vec![0.0; shares.len()];
    Operator::new([&noise.inverse, &noise.squares], &observed.sizes_of(axes))
        .apply([&mut shares, &mut squares]);
    let means = observed.labelled().map(|combined| combined.of_axes(axes).squared_means(&shares));
    Ok(noise.any_spreads_too_little(&shares, &squares, means.as_deref()))
}

/// Whether the first cell that no report is in spreads too little, from which the squares of all others need not be known. Cost: O(N). Not asked of labelled
/// reports, and of tables of so many axes that their sets are nearly as many as cells.
pub(crate) fn empty_cell_spreads_too_little(observed: &Observed<'_>, noise: &Noise) -> bool {
    let (shares, sizes) = (observed.shares(), observed.sizes());
    if observed.labelled().is_some() || shares.len() >> sizes.len() < LEAST_OF_SET {
        return false;
    }
    let Some(cell) = shares.iter().position(|share| *share == 0.0) else { return false };
    let sums = by_differences(shares, sizes, cell);
    let entries = noise.inverse.clone().entries().list(sizes.len());
    let square = entries.iter().zip(&sums).map(|(entry, sum)| entry * entry * sum).sum();
    noise.spreads_too_little(dot(&entries, &sums), square)
}

/// The sums of the shares of all cells that differ from this one along the axes of a set, for every set, the first axis being the lowest bit.
fn by_differences(shares: &[f64], sizes: &[u32], mut cell: usize) -> Vec<f64> {
    let mut blocks = Cow::from(shares);
    let mut inner = shares.len();
    for size in sizes {
        let whole = inner;
        inner /= to_index(*size);
        let own = cell / inner;
        cell %= inner;
        // The cells with the same category in every block, and behind them the sums of all others.
        let mut sums = vec![0.0; 2 * blocks.len() / to_index(*size)];
        let (same, others) = sums.split_at_mut(blocks.len() / to_index(*size));
        let of_blocks = same.chunks_exact_mut(inner).zip(others.chunks_exact_mut(inner));
        for (block, (same, others)) in blocks.chunks_exact(whole).zip(of_blocks) {
            for (category, row) in block.chunks_exact(inner).enumerate() {
                match category == own {
                    true => same.copy_from_slice(row),
                    false => widely(
                        #[inline(always)]
                        || {
                            others.iter_mut().zip(row).for_each(|(sum, share)| *sum += share);
                        },
                    ),
                }
            }
        }
        blocks = sums.into();
    }
    blocks.into_owned()
}

/// The possible true shares near inverse estimates.
pub(crate) fn near(observed: &Observed<'_>, inverse: &[f64], noise: &Noise) -> ShrunkTruth {
    ShrunkTruth::near(observed.sizes(), inverse, observed.n(), noise.squares.of_none(), unknown(observed))
}

/// The weight of a uniform table: of one report of which nothing is known, if all others are alike, otherwise 0.
fn unknown(observed: &Observed<'_>) -> f64 {
    if observed.are_alike() { 1.0 / (observed.n() + 1.0) } else { 0.0 }
}
