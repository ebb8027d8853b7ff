//! What a law alone does to the estimates of a table, whatever people answered.
//!
//! The inverse estimate of cell x is a mean of *scores*: a report in cell y adds α_{D(x,y)} to it, α being the entries of A, the
//! inverse of the law M, and D the attributes in which two cells differ [Mathematics, §5]. Averaged over the reports that
//! the law makes of a true record in x′, the score has the mean 1 where x′ = x and 0 elsewhere, and the square of it has the
//! mean s_{D(x,x′)}, s the entries of (A∘A)·M. So
//!
//! n·Var π̂_x = π_x(1−π_x) + R_x,   R_x = Σ_x′ v_{D(x,x′)} π_x′,   v_∅ = s_∅ − 1, elsewhere v = s:
//!
//! the variance of drawing respondents and that of perturbing them. It is concave in π, hence nowhere below its least value
//! where all respondents answer alike, which is the least v.
//!
//! Cost: that of the spectrum. Fails where the law erases a component of the table.

use alloc::vec::Vec;

use crate::error::Error;
use crate::estimate::interval::score_law::ScoreLaw;
use crate::estimate::observed::Observed;
use crate::estimate::operator::factors::Factors;

/// Below this part of what a cell at 0 has, the spread of the reports is no guide to their variance.
const BELIEVED: f64 = 1.0 / 3.0;

/// The scores of a table.
pub(crate) struct Noise {
    /// A∘A.
    pub(crate) squares: Factors,
    /// (A∘A)·M.
    pub(crate) seconds: Factors,
    /// s_∅.
    own: f64,
    /// The least v.
    pub(crate) least: f64,
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
        let own = entries.of_none();
        let least = libm::fmax(libm::fmin(own - 1.0, entries.range().0), 0.0);
        Ok(Self { squares, seconds, own, least })
    }

    /// How the scores of an unlabelled law are spread. Those of others sum, over all cells, to what the operator makes of one in each.
    pub(crate) fn score_law(&self, observed: &Observed<'_>) -> Result<ScoreLaw, Error> {
        let axes = observed.axes();
        let cubes =
            observed.inverse_factors(&axes)?.entries().map(|entry| entry * entry * entry).of_entries();
        let thirds = cubes.times(&observed.spectrum().within(&axes));
        let cube_of_own = thirds.clone().entries().of_none();
        let others: f64 = observed.sizes().iter().map(|&size| f64::from(size)).product::<f64>() - 1.0;
        let elsewhere = [(&self.seconds, self.own), (&thirds, cube_of_own)];
        let [square, cube] = elsewhere.map(|(all, own)| (all.of_none() - own) / others);
        let bounds = self.seconds.clone().entries().range();
        Ok(ScoreLaw::of_one_view([1.0, self.own, cube_of_own], [0.0, square, cube], bounds))
    }

    /// Whether a cell with this estimate and this mean square of its scores spreads less than it can: less than the
    /// law allows, or, where the estimate is negative, than a third of what a cell at 0 has among such neighbours.
    pub(crate) fn spreads_too_little(&self, estimate: f64, square: f64) -> bool {
        let below = libm::fmax(-estimate, 0.0);
        let at_zero = if below > 0.0 { (square + self.own * below) / (1.0 + below) } else { 0.0 };
        square - estimate * estimate < libm::fmax(self.least, BELIEVED * at_zero)
    }
}

/// All axes of a table over these.
fn places(axes: &[usize]) -> Vec<usize> {
    (0..axes.len()).collect()
}
