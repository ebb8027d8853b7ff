//! How far forged reports can move an estimate.
//!
//! **Influence**: the most by which any cell changes when any one report is replaced by any other, the number of reports staying as it is.
//! Either a bound holds whatever the other reports are, or none is given.
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
//! **Fragility**: how many reports must be replaced by forged ones to move a number by a given distance. A report adds a score to n times
//! an inverse estimate θ̂; a forged one in place of one drawn at random moves θ̂ by (s − θ̂)/n on average, s its score. The largest s is that of
//! the label with the most extreme scores, or the mean over labels if a device that the forger does not control draws them, or that of a person who
//! answers untruthfully and follows the law: 1 for a cell. Weights of labels are held, so that the numbers are approximate.
//!
//! Units: shares. Cost: O(2^w) numbers at most, O(N) for groups.

use serde::Serialize;

use crate::error::Error;
use crate::estimate::observed::Observed;
use crate::exact::floor_u128;
use crate::numeric::vectors::range;

/// About how many reports have to be forged to move a number by a given distance; `None` if replacing all reports does not.
///
/// The forgers know the plan, and send the reports that move this number most.
///
/// ```
/// use candor::estimate::{Estimation, Fragility, Options};
/// # use candor::{Plan, Survey, count::Table};
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 1}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// let smokers = Table::from_counts(&plan, &["smoker"], vec![600, 400])?;
/// let cell = Estimation::new(&plan, smokers, &Options::default())?.estimate()?.cell(1);
/// // 28 % smoke, ± 6.7 points. A forger, who leaves the noise out and always says "yes", moves that as far as 1.8 liars do.
/// let Fragility { worst_label, label_as_drawn, liars, .. } = cell.fragility.ok_or(candor::Code::Internal.as_str())?;
/// assert_eq!((worst_label, label_as_drawn, liars), (Some(52), Some(52), Some(94)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Fragility {
    /// Forged reports that all have the label that moves the number most.
    pub worst_label: Option<u64>,
    /// Forged reports with labels that are drawn as the plan says.
    pub label_as_drawn: Option<u64>,
    /// People who follow the protocol and answer untruthfully.
    pub liars: Option<u64>,
}

/// The least and the most that one report adds to n times a linear function of the inverse estimates, by who sends it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Reach {
    worst_label: (f64, f64),
    label_as_drawn: (f64, f64),
    /// On average over the noise.
    liar: (f64, f64),
}

impl Reach {
    /// The reach of a cell of the inverse estimates over some axes.
    ///
    /// # Errors
    /// `unidentifiable-table`.
    pub(crate) fn of_cell(observed: &Observed<'_>, axes: &[usize]) -> Result<Self, Error> {
        let liar = (0.0, 1.0);
        Ok(match observed.labelled() {
            Some(combined) => Self::of_labels(combined.ranges_of_scores(axes), liar),
            None => Self::unlabelled(observed.inverse_factors(axes)?.entries().range(), liar),
        })
    }

    /// The reach of a sum to which a report in a cell adds these scores; `liar` is what true records add.
    pub(crate) fn of_scores(observed: &Observed<'_>, scores: &[f64], liar: (f64, f64)) -> Self {
        match observed.labelled() {
            Some(combined) => Self::of_labels(combined.ranges_of_sum(scores), liar),
            None => Self::unlabelled(range(scores), liar),
        }
    }

    /// A reach that holds both.
    pub(crate) fn widened(self, other: Self) -> Self {
        let both = |one: (f64, f64), other: (f64, f64)| (one.0.min(other.0), one.1.max(other.1));
        Self {
            worst_label: both(self.worst_label, other.worst_label),
            label_as_drawn: both(self.label_as_drawn, other.label_as_drawn),
            liar: both(self.liar, other.liar),
        }
    }

    /// Takes the probability of every label, and the range of its scores.
    fn of_labels(labels: impl Iterator<Item = (f64, (f64, f64))>, liar: (f64, f64)) -> Self {
        let nothing = Self { worst_label: (0.0, 0.0), label_as_drawn: (0.0, 0.0), liar };
        labels.fold(nothing, |reach, (probability, (least, most))| Self {
            worst_label: (f64::min(reach.worst_label.0, least), f64::max(reach.worst_label.1, most)),
            label_as_drawn: (
                reach.label_as_drawn.0 + probability * least,
                reach.label_as_drawn.1 + probability * most,
            ),
            ..reach
        })
    }

    fn unlabelled(scores: (f64, f64), liar: (f64, f64)) -> Self {
        Self { worst_label: scores, label_as_drawn: scores, liar }
    }

    /// The reach of a share δ/γ, linear in δ and γ, from those of δ, which this is, and γ: a bound, as the extremes of both are taken.
    pub(crate) fn of_ratio(self, whole: Self, share: f64, group: f64) -> Self {
        let both = |own: (f64, f64), whole: (f64, f64)| {
            let (part, rest) = (1.0 / group, share / group);
            let (least, most) = range(&[rest * whole.0, rest * whole.1]);
            (own.0 * part - most, own.1 * part - least)
        };
        Self {
            worst_label: both(self.worst_label, whole.worst_label),
            label_as_drawn: both(self.label_as_drawn, whole.label_as_drawn),
            liar: range(&[0.0, (1.0 - share) / group, -share / group]),
        }
    }

    /// The reach of the difference of two shares of different groups, in one of which a liar is.
    pub(crate) fn apart_from(self, other: Self) -> Self {
        let apart = |own: (f64, f64), other: (f64, f64)| (own.0 - other.1, own.1 - other.0);
        Self {
            worst_label: apart(self.worst_label, other.worst_label),
            label_as_drawn: apart(self.label_as_drawn, other.label_as_drawn),
            liar: range(&[self.liar.0, self.liar.1, -other.liar.0, -other.liar.1]),
        }
    }

    /// The most that replacing one report changes the mean of n reports.
    pub(crate) fn influence(&self, n: f64) -> f64 {
        (self.worst_label.1 - self.worst_label.0) / n
    }

    /// How many of n reports move the mean from `at` to `to.0` or lower, or to `to.1` or higher, whichever takes fewer.
    pub(crate) fn fragility(&self, n: f64, at: f64, to: (f64, f64)) -> Fragility {
        let number = |(least, most): (f64, f64)| {
            let down = if at > least { (at - to.0) / (at - least) } else { f64::INFINITY };
            let up = if most > at { (to.1 - at) / (most - at) } else { f64::INFINITY };
            let part = libm::fmin(down, up);
            (part <= 1.0)
                .then(|| libm::ceil(n * part).max(0.0))
                .and_then(|number| u64::try_from(floor_u128(number)).ok())
        };
        Fragility {
            worst_label: number(self.worst_label),
            label_as_drawn: number(self.label_as_drawn),
            liars: number(self.liar),
        }
    }
}

/// The influence on the inverse estimates over some axes.
///
/// # Errors
/// `unidentifiable-table`.
pub(crate) fn of_inverse(observed: &Observed<'_>, axes: &[usize]) -> Result<f64, Error> {
    Ok(Reach::of_cell(observed, axes)?.influence(observed.n()))
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
