//! The variance and the third cumulant of a report's score, by the true cell of the respondent.
//!
//! A report that names one cell of each unit has the score of that cell. Where d of the D cells of a unit are named, a hit names the true
//! one and r = d − 1 of the M = D − 1 others, a miss r = d of these. A sum of r numbers drawn without replacement from M numbers of mean m,
//! variance v and third central moment t has the mean r·m, the variance r·v·(M−r)/(M−1) and the third central moment
//! r·t·(M−r)(M−2r)/((M−1)(M−2)). With several units of which one names several cells, the third cumulant is set to 0: noise is then no
//! rare event.
//!
//! Cost: that of the second moments.

use alloc::vec;
use alloc::vec::Vec;

use super::combined::{Combined, WeighedView};
use super::shown::Shown;
use crate::estimate::interval::score_law::{ScoreLaw, ScoreMoments};
use crate::exact::to_f64;
use crate::numeric::vectors::dot;

impl Combined {
    /// The law of a report's score for a cell of the inverse estimates, conditional on the labels.
    pub(crate) fn score_law(&self) -> ScoreLaw {
        ScoreLaw::new(self.sizes(), self.views.iter().map(|view| (view.part, self.moments_of_scores(view))))
    }

    /// The moments of the scores within a view, by the set of axes in which respondents differ from the cell.
    fn moments_of_scores(&self, view: &WeighedView) -> Vec<ScoreMoments> {
        let axes: Vec<usize> = (0..self.sizes().len()).collect();
        let score = self.score_of_first_cell(view, &axes);
        let known = view.shown.moments_of(&score);
        (0..1 << axes.len()).map(|set| known[view.shown.own_of(set)]).collect()
    }
}

impl Shown {
    /// The moments of Σ score·s over a report, for every set of axes: its respondent is in the cell one step from the first along these.
    pub(super) fn moments_of(&self, score: &[f64]) -> Vec<ScoreMoments> {
        let cells = (0..1_usize << self.axes.len()).map(|own| self.cell_beside(own));
        match &self.units[..] {
            _ if self.names_single_cells() => cells.map(|cell| self.moments_of_cells(score, cell)).collect(),
            [(shape, _)] => {
                let named = f64::from(shape.subset);
                let each = f64::from(shape.cells) / to_f64(score.len() as u128);
                let sums = score.iter().fold([0.0; 3], |[one, two, three], score| {
                    let value = score / named;
                    let square = value * value;
                    [one + each * value, two + each * square, three + each * square * value]
                });
                cells.map(|cell| self.moments_of_subsets(sums, score[cell] / named)).collect()
            }
            _ => cells.map(|cell| self.moments_without_skewness(score, cell)).collect(),
        }
    }

    /// The moments for reports that name one cell of each unit.
    fn moments_of_cells(&self, score: &[f64], cell: usize) -> ScoreMoments {
        self.expected(&only(cell, score.len())).iter().zip(score).fold(
            [0.0; 3],
            |[mean, square, cube], (chance, score)| {
                let first = chance * score;
                [mean + first, square + first * score, cube + first * score * score]
            },
        )
    }

    /// The moments for one unit, from the sums of the first three powers of what each of its cells adds, and from what the true one adds.
    fn moments_of_subsets(&self, [one, two, three]: [f64; 3], own: f64) -> ScoreMoments {
        let (shape, _) = self.units[0];
        let (named, others) = (f64::from(shape.subset), f64::from(shape.cells) - 1.0);
        let [first, second, third] =
            [one - own, two - own * own, three - own * own * own].map(|sum| sum / others);
        let variance = second - first * first;
        let skew = third - 3.0 * second * first + 2.0 * first * first * first;
        let mut moments = [0.0; 3];
        for (hits, probability) in self.hits.iter().enumerate() {
            let drawn = if hits == 1 { named - 1.0 } else { named };
            let left = others - drawn;
            let mean = if hits == 1 { own + drawn * first } else { drawn * first };
            let spread = if others > 1.0 { drawn * variance * left / (others - 1.0) } else { 0.0 };
            let skew = if others > 2.0 {
                drawn * skew * left * (left - drawn) / ((others - 1.0) * (others - 2.0))
            } else {
                0.0
            };
            moments[0] += probability * mean;
            moments[1] += probability * (spread + mean * mean);
            moments[2] += probability * (skew + 3.0 * spread * mean + mean * mean * mean);
        }
        moments
    }

    /// The moments for several units, with a third cumulant of 0.
    fn moments_without_skewness(&self, score: &[f64], cell: usize) -> ScoreMoments {
        let moments = self.at(only(cell, score.len()));
        let square = dot(&moments.second(score), score);
        let mean = dot(&moments.means, score);
        [mean, square, 3.0 * square * mean - 2.0 * mean * mean * mean]
    }
}

/// The true shares if everybody is in one cell.
fn only(cell: usize, cells: usize) -> Vec<f64> {
    let mut truth = vec![0.0; cells];
    truth[cell] = 1.0;
    truth
}

#[cfg(test)]
mod tests {
    use super::Shown;
    use crate::estimate::interval::score_law::cumulants;
    use crate::exact::to_index;
    use crate::law::{Block, Form, Law, Pattern, Unit};
    use alloc::vec;
    use alloc::vec::Vec;

    /// Two questions as one unit, of whose cells this many are named; the table over some of them.
    fn view_of_unit(sizes: [u32; 2], named: u32, axes: &[usize]) -> Shown {
        let half = 1_u64 << 63;
        let block = Block::new(vec![0], vec![vec![0]], half.into(), vec![Pattern::new(vec![], half)]);
        let form = Form::new(
            1 << 64,
            vec![],
            vec![Unit::new(vec![0, 1], named)],
            vec![block.expect("a valid block")],
        );
        let law = Law::labelled(sizes.into(), vec![form]).expect("a valid law");
        let of_table: Vec<u32> = axes.iter().map(|&axis| sizes[axis]).collect();
        let cells = of_table.iter().map(|&size| to_index(size)).product();
        Shown::new(&law, (0, &law.views(axes)[0]), &of_table, 0, &vec![0; cells])
    }

    /// Variance and third cumulant of Σ score/d over all subsets of a unit's cells, whose first is the true one.
    fn enumerated(shown: &Shown, cells: u32, named: u32, score: &[f64]) -> [f64; 2] {
        let each = to_index(cells) / score.len();
        let mut sums = [[0.0; 4]; 2];
        for subset in (0..1_u32 << cells).filter(|subset| subset.count_ones() == named) {
            let held = (0..cells).filter(|cell| subset >> cell & 1 == 1);
            let sum: f64 = held.map(|cell| score[to_index(cell) / each] / f64::from(named)).sum();
            let powers = [1.0, sum, sum * sum, sum * sum * sum];
            let hits = &mut sums[to_index(subset & 1)];
            hits.iter_mut().zip(powers).for_each(|(total, power)| *total += power);
        }
        let mean = |power: usize| -> f64 {
            (0..2).map(|hits| shown.hits[hits] * sums[hits][power] / sums[hits][0]).sum()
        };
        let [mean, square, cube] = [mean(1), mean(2), mean(3)];
        [square - mean * mean, cube - 3.0 * square * mean + 2.0 * mean * mean * mean]
    }

    #[test]
    fn cumulants_are_those_of_all_subsets() {
        for (sizes, named, axes) in
            [([2, 3], 1, &[0, 1][..]), ([2, 3], 2, &[0, 1]), ([2, 3], 4, &[0]), ([4, 2], 3, &[0, 1])]
        {
            let shown = view_of_unit(sizes, named, axes);
            let score: Vec<f64> = (0..shown.shares.len()).map(|cell| [1.3, -0.2, 0.4][cell % 3]).collect();
            let found = cumulants(shown.moments_of(&score)[0]);
            let expected = enumerated(&shown, sizes[0] * sizes[1], named, &score);
            let close = found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-12);
            assert!(close, "{sizes:?} {named} {axes:?}: {found:?} {expected:?}");
        }
    }
}
