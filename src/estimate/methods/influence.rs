//! How far one forged report can move an estimate: the most by which any cell changes when any one report is replaced by any other, the
//! number of reports staying as it is. Either a bound holds whatever the other reports are, or none is given.
//!
//! | estimate | bound b |
//! |---|---|
//! | inverse, joint | (α_max − α_min)/n over the entries α of the inverse, which is reached; of a labelled law over what the forms' subsets add, weights held |
//! | cut to 0 and to margins | the largest of the table's and of the margins' |
//! | independent | ∏(m_C + b_C) − ∏ m_C, m_C the largest absolute share of part C, b_C its own bound |
//! | projected onto the shares | 2·b, at most 1: the threshold moves by no more than the cells do |
//! | shares within groups, of the inverse | the farthest corner of (δ ± b)/(γ ± b_γ), δ the cell and γ its group |
//! | the rest | none: what is chosen, weighed or likeliest may change altogether |
//!
//! Units: shares. Cost: O(2^w) numbers at most, O(N) for groups.

use crate::error::Error;
use crate::estimate::observed::Observed;

/// The influence on the inverse estimates over some axes.
///
/// # Errors
/// `unidentifiable-table`.
pub(crate) fn of_inverse(observed: &Observed<'_>, axes: &[usize]) -> Result<f64, Error> {
    let (lowest, highest) = match observed.labelled() {
        Some(combined) => combined.range_of_scores(axes),
        None => observed.inverse_factors(axes)?.entries().range(),
    };
    Ok((highest - lowest) / observed.n())
}

/// The influence on a product, from the largest absolute share of every part and its own bound.
pub(crate) fn of_product(parts: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (before, after) =
        parts.fold((1.0, 1.0), |(before, after), (share, own)| (before * share, after * (share + own)));
    after - before
}

/// The influence on projected estimates.
pub(crate) fn of_projected(own: f64) -> f64 {
    libm::fmin(2.0 * own, 1.0)
}

/// The influence on a share δ/γ, where δ moves by at most `own` and γ by at most `of_group`; `None` if the group may vanish.
pub(crate) fn of_ratio((share, own): (f64, f64), (whole, of_group): (f64, f64)) -> Option<f64> {
    let corners = [share - own, share + own].into_iter();
    let moved = corners.flat_map(|share| [whole - of_group, whole + of_group].map(|whole| share / whole));
    let farthest = moved.map(|moved| libm::fabs(moved - share / whole)).fold(0.0, f64::max);
    (whole > of_group).then_some(farthest)
}
