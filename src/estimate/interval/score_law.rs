//! The variance and third cumulant of a cell's scores, at any share of the cell.
//!
//! The inverse estimate of cell x is the sum, over the views v, of the means of the scores s of ρ_v·n reports each
//! ([`crate::estimate::observed::labelled`]). A respondent drawn from all is in the cell with probability p, and otherwise one of the
//! others. By the law of total cumulance, s has within a view, with δ = m_∅ − m,
//!
//! κ₂ = p·v_∅ + (1−p)·v + p(1−p)·δ²,
//! κ₃ = p·k_∅ + (1−p)·k + p(1−p)·(3δ·(v_∅ − v) + (1−2p)·δ³),
//!
//! where m, v and k are the mean, variance and third cumulant for respondents in the cell (_∅) and for the others. n times the variance of
//! the estimate is Σ_v κ₂/ρ_v, n² times its third cumulant Σ_v κ₃/ρ_v². An unlabelled law has one view, with m_∅ = 1 and m = 0.
//!
//! The variance V̂ that is stated is κ₂ at the share π. **Elsewhere** κ₂ is V̂ + (p−π)·κ₃/κ₂ − f·(p−π)²·Σ_v δ²/ρ_v: V̂ comes from the same
//! reports as the estimate, and κ₃/κ₂ is the slope of its regression on that. For one form that names one cell this is the formula above.
//! For κ₃, v is what V̂ leaves to the others; δ, v_∅ − v and k/v are those of others who are spread evenly. **Finite population**: of what
//! drawing respondents adds, the part f = (N−n)/(N−1) is left.

use alloc::vec;
use alloc::vec::Vec;

/// The first three moments of a score around 0.
pub(crate) type ScoreMoments = [f64; 3];

/// The variance and third cumulant of a score with these moments.
pub(crate) fn cumulants([mean, square, cube]: ScoreMoments) -> [f64; 2] {
    [square - mean * mean, cube - 3.0 * square * mean + 2.0 * mean * mean * mean]
}

/// What labels add to the variance is above this, or nothing but rounding errors.
const ROUNDING: f64 = 1e-9;

/// The cumulants of the scores for respondents in the cell and for others, summed over views, for all cells of a table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ScoreLaw {
    /// v_∅ and k_∅, for respondents in the cell.
    pub(crate) own: [f64; 2],
    /// Bounds of v, the variance for the others.
    pub(crate) others: (f64, f64),
    /// k/v, for the others.
    pub(crate) ratio: f64,
    pub(crate) drawn: OfDrawing,
    /// What the labels add to the variance of the mean score of respondents in the cell.
    pub(crate) labels: f64,
}

/// What drawing respondents from the cell and from the others adds: δ², 3δ·(v_∅ − v) and δ³.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct OfDrawing {
    pub(crate) square: f64,
    pub(crate) product: f64,
    pub(crate) cube: f64,
}

impl OfDrawing {
    /// The part of it that is left with a finite population.
    fn left(self, part: f64) -> Self {
        Self { square: part * self.square, product: part * self.product, cube: part * self.cube }
    }
}

impl ScoreLaw {
    /// The law for one view, from the moments for respondents in the cell, those for the others on average, and bounds of v.
    pub(crate) fn of_one_view(own: ScoreMoments, others: ScoreMoments, bounds: (f64, f64)) -> Self {
        Self::summed(core::iter::once((1.0, own, others)), bounds)
    }

    /// The law for several views, each with ρ_v and the moments of scores by the set of axes in which respondents differ from the cell.
    pub(crate) fn new(sizes: &[u32], views: impl Iterator<Item = (f64, Vec<ScoreMoments>)>) -> Self {
        let mut by_set = vec![[0.0; 2]; 1 << sizes.len()];
        let mut within = |(part, moments): (f64, Vec<ScoreMoments>)| {
            for ([least, most], moments) in by_set.iter_mut().zip(&moments) {
                *least += cumulants(*moments)[0] / part;
                *most += moments[1] / part;
            }
            (part, moments[0], mean_of_others(sizes, &moments))
        };
        let views: Vec<_> = views.map(&mut within).collect();
        let bounds = by_set.iter().skip(1).fold((f64::INFINITY, 0.0), |(least, most), [variance, square]| {
            (libm::fmin(least, *variance), libm::fmax(most, *square))
        });
        Self::summed(views.into_iter(), bounds)
    }

    /// The law for several views, each with ρ_v and the moments for respondents in the cell and for the others.
    fn summed(views: impl Iterator<Item = (f64, ScoreMoments, ScoreMoments)>, bounds: (f64, f64)) -> Self {
        let (mut own, mut others, mut labels) = ([0.0; 2], [0.0; 2], -1.0);
        let mut drawn = OfDrawing { square: 0.0, product: 0.0, cube: 0.0 };
        for (part, in_cell, elsewhere) in views {
            let (once, twice) = (1.0 / part, 1.0 / (part * part));
            let [[variance, third], [of_others, third_of_others]] = [in_cell, elsewhere].map(cumulants);
            own = [own[0] + once * variance, own[1] + twice * third];
            others = [others[0] + once * of_others, others[1] + twice * third_of_others];
            labels += once * in_cell[0] * in_cell[0];
            let apart = in_cell[0] - elsewhere[0];
            drawn.square += once * apart * apart;
            drawn.product += twice * 3.0 * apart * (variance - of_others);
            drawn.cube += twice * apart * apart * apart;
        }
        Self { own, others: bounds, ratio: others[1] / others[0], drawn, labels }
    }

    /// The cumulants for a cell whose scores have this variance at this share; `sampled` is f, the part of the variance of drawing that is left.
    pub(super) fn at(&self, share: f64, variance: f64, sampled: f64) -> Cumulants {
        let own = self.own[0] + (1.0 - sampled) * self.labels;
        let (least, most) = self.others;
        let drawn = self.drawn.left(sampled);
        let rest = variance - share * (own + drawn.square * (1.0 - share));
        // If nearly all are in the cell, nothing is known of the others.
        let other = if share < 1.0 { (rest / (1.0 - share)).clamp(least, most) } else { most };
        let variance = libm::fmax(variance, share * own + (1.0 - share) * least);
        let cumulants = Cumulants {
            own: [own, self.own[1]],
            other: [other, self.ratio * other],
            drawn,
            known: KnownVariance { share, variance, slope: 0.0 },
            least,
            labelled: self.labels > ROUNDING,
        };
        let slope = cumulants.third(share) / libm::fmax(variance, f64::MIN_POSITIVE);
        Cumulants { known: KnownVariance { share, variance, slope }, ..cumulants }
    }
}

/// The variance and third cumulant of a score for respondents in the cell and for the others, and what drawing them adds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Cumulants {
    own: [f64; 2],
    other: [f64; 2],
    drawn: OfDrawing,
    known: KnownVariance,
    /// The least of v.
    least: f64,
    /// Whether labels add to the variance.
    pub(super) labelled: bool,
}

/// κ₂ at one share, and its slope there.
#[derive(Debug, Clone, Copy, PartialEq)]
struct KnownVariance {
    share: f64,
    variance: f64,
    slope: f64,
}

impl Cumulants {
    /// The cumulants of scores of which only the variance at one share is known.
    pub(super) fn of_variance(share: f64, variance: f64, sampled: f64) -> Self {
        let noise = libm::fmax(variance - sampled * share * (1.0 - share), 0.0);
        let drawn = OfDrawing { square: sampled, product: 0.0, cube: 0.0 };
        let known = KnownVariance { share, variance, slope: sampled * (1.0 - 2.0 * share) };
        Self { own: [noise, 0.0], other: [noise, 0.0], drawn, known, least: noise, labelled: false }
    }

    /// κ₂ at this share of the cell.
    pub(super) fn variance(&self, share: f64) -> f64 {
        let apart = share - self.known.share;
        let moved = self.known.variance + apart * (self.known.slope - self.drawn.square * apart);
        libm::fmax(moved, share * self.own[0] + (1.0 - share) * self.least)
    }

    /// κ₃ at this share of the cell.
    pub(super) fn third(&self, share: f64) -> f64 {
        let drawn = self.drawn.product + (1.0 - 2.0 * share) * self.drawn.cube;
        share * self.own[1] + (1.0 - share) * (self.other[1] + share * drawn)
    }
}

/// The moments for a respondent in one of the other cells, each equally likely.
fn mean_of_others(sizes: &[u32], moments: &[ScoreMoments]) -> ScoreMoments {
    let (mut sums, mut cells) = ([0.0; 3], 0.0);
    for (set, own) in moments.iter().enumerate().skip(1) {
        let beyond = sizes.iter().enumerate().filter(|(axis, _)| set >> axis & 1 == 1);
        let beside: f64 = beyond.map(|(_, &size)| f64::from(size) - 1.0).product();
        cells += beside;
        sums.iter_mut().zip(own).for_each(|(sum, own)| *sum += beside * own);
    }
    sums.map(|sum| sum / cells)
}
