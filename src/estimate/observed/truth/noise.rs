//! The noise that a law alone adds to the estimates of a table, whatever people answered.
//!
//! The inverse estimate of cell x is a mean of *scores*: a report in cell y adds α_{D(x,y)} to it, α being the entries of A, the inverse of
//! the law M, and D the attributes in which two cells differ [Mathematics, §5]. Averaged over the reports that the law makes of a true
//! record in x′, the score has the mean 1 where x′ = x and 0 elsewhere, and its square has the mean s_{D(x,x′)}, s the entries of (A∘A)·M.
//! So
//!
//! n·Var π̂_x = π_x(1−π_x) + R_x,   R_x = Σ_x′ v_{D(x,x′)} π_x′,   v_∅ = s_∅ − 1, elsewhere v = s:
//!
//! the variance of drawing respondents plus that of perturbing their answers. It is concave in π, hence nowhere below its least value among
//! tables whose respondents all answer alike, which is the least v.
//!
//! Cost: that of the spectrum. Fails where the law erases a component of the table.

use alloc::vec::Vec;

use crate::error::Error;
use crate::estimate::interval::score_law::ScoreLaw;
use crate::estimate::observed::Observed;
use crate::estimate::observed::operator::factors::Factors;

/// If the reports spread less than this part of what a cell at 0 has, their spread is no guide to their variance.
const BELIEVED: f64 = 1.0 / 3.0;

/// The mean squares of the scores of a table.
pub(crate) struct Noise {
    /// A, the inverse of the law.
    pub(crate) inverse: Factors,
    /// A∘A, the squares of the inverse's entries.
    pub(crate) squares: Factors,
    /// (A∘A)·M, the mean squares of scores.
    pub(crate) seconds: Factors,
    /// s_∅, for respondents in the cell.
    own: f64,
    /// The least v.
    pub(crate) least: f64,
    /// The smallest and the largest s.
    range: (f64, f64),
}

impl Noise {
    pub(crate) fn new(observed: &Observed<'_>, axes: &[usize]) -> Result<Self, Error> {
        let inverse = observed.inverse_factors(axes)?;
        let (squares, seconds) = match observed.labelled() {
            Some(combined) => {
                let seconds = combined.of_axes(axes).products_of_scores(&places(axes), &places(axes));
                (seconds.times_listed(&inverse, &observed.sizes_of(axes)), seconds)
            }
            None => {
                let squares = inverse.clone().squared();
                (squares.clone(), squares.times(&observed.spectrum().within(axes)))
            }
        };
        let entries = seconds.clone().entries();
        let (own, range) = (entries.of_none(), entries.range());
        let least = libm::fmax(libm::fmin(own - 1.0, range.0), 0.0);
        Ok(Self { inverse, squares, seconds, own, least, range })
    }

    /// How the scores of the whole table under an unlabelled law are spread. The moments for others follow from the sums over all cells, which are the
    /// operators' factors of the constant component.
    pub(crate) fn score_law(&self, observed: &Observed<'_>) -> ScoreLaw {
        let cubes = self.inverse.clone().entries().map(|entry| entry * entry * entry).of_entries();
        let thirds = cubes.times(observed.spectrum());
        let cube_of_own = thirds.clone().entries().of_none();
        let others: f64 = observed.sizes().iter().map(|&size| f64::from(size)).product::<f64>() - 1.0;
        let elsewhere = [(&self.seconds, self.own), (&thirds, cube_of_own)];
        let [square, cube] = elsewhere.map(|(all, own)| (all.of_none() - own) / others);
        ScoreLaw::of_one_view([1.0, self.own, cube_of_own], [0.0, square, cube], self.range)
    }

    /// Whether a cell with its estimate and the mean square of its scores spreads less than possible: less than the law allows or, if the
    /// estimate is negative, less than a third of what a cell at 0 has among such neighbours. Labelled reports have the squares of the means of their views,
    /// which few reports of a view make larger than the mean squares.
    pub(crate) fn any_spreads_too_little(
        &self,
        estimates: &[f64],
        squares: &[f64],
        means: Option<&[f64]>,
    ) -> bool {
        let is_below_means = |means: &[f64]| squares.iter().zip(means).any(|(square, mean)| square <= mean);
        let mut cells = estimates.iter().zip(squares);
        cells.any(|(estimate, square)| self.spreads_too_little(*estimate, *square))
            || means.is_some_and(is_below_means)
    }

    /// The same of one cell of unlabelled reports.
    pub(crate) fn spreads_too_little(&self, estimate: f64, square: f64) -> bool {
        let below = libm::fmax(-estimate, 0.0);
        let at_zero = if below > 0.0 { (square + self.own * below) / (1.0 + below) } else { 0.0 };
        square - estimate * estimate < libm::fmax(self.least, BELIEVED * at_zero)
    }
}

/// The positions of all axes in the table over these axes.
fn places(axes: &[usize]) -> Vec<usize> {
    (0..axes.len()).collect()
}
