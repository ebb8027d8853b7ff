//! Makes overlapping tables agree on their common margins, and projects them onto shares \[Zhang18\].
//!
//! *Agreement*: from the smallest common set of questions to the largest, the tables' margins are averaged with weights of one over their
//! variance, and every table is moved to have the average. If the noise of a table has variance v in every direction, a margin whose cells sum N
//! of its cells each has variance N·v. So the averages are those of weighted least squares, and the resulting tables are the nearest that
//! agree, in Σ_W ‖q_W − p_W‖²/v_W.
//!
//! *Processing*: agreement alternates with the projection of every table onto the simplex until nothing moves. These alternating projections
//! converge to tables that agree and are shares.
//!
//! Cost: a round takes tables × 2^w passes over the cells of a table.

use crate::measured::projected;
use crate::records::{cell, cells, next};

/// The processing has converged where no cell moves by more than this in a round.
const SETTLED: f64 = 1e-7;
/// The most rounds.
const TURNS: u32 = 10_000;

/// The common margins of some tables, from the smallest sets of questions to the largest.
#[derive(Debug, Clone)]
pub struct Consistency {
    margins: Vec<Margin>,
}

/// The margin over a set of questions that at least two tables hold.
#[derive(Debug, Clone)]
struct Margin {
    cells: usize,
    holders: Vec<Holder>,
}

/// A table that holds the set of questions.
#[derive(Debug, Clone)]
struct Holder {
    table: usize,
    /// Its weight in the average.
    weight: f64,
    /// The number of its cells that are summed for a cell of the margin; `places` is the margin's cell for each of its cells.
    summed: f64,
    places: Vec<usize>,
}

impl Consistency {
    /// The common margins of tables of questions of these sizes, whose noise has variances in proportion to those given.
    #[must_use]
    pub fn new(sizes: &[u32], tables: &[Vec<usize>], variances: &[f64]) -> Self {
        let mut sets: Vec<u32> = (1..1_u32 << sizes.len()).collect();
        sets.sort_by_key(|set| set.count_ones());
        let margin = |set: u32| {
            let shared: Vec<usize> = (0..sizes.len()).filter(|place| set >> place & 1 == 1).collect();
            Margin::new(sizes, &shared, tables, variances)
        };
        Self { margins: sets.into_iter().map(margin).filter(|margin| margin.holders.len() > 1).collect() }
    }

    /// The nearest tables that agree; the given tables must have equal sums.
    #[must_use]
    pub fn agreed(&self, mut shares: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
        self.margins.iter().for_each(|margin| margin.agree(&mut shares));
        shares
    }

    /// Tables of shares that agree, to within the tolerance of convergence.
    #[must_use]
    pub fn processed(&self, mut shares: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
        for _ in 0..TURNS {
            shares = self.agreed(shares);
            let cut: Vec<Vec<f64>> = shares.iter().map(|table| projected(table)).collect();
            let moved = shares.iter().flatten().zip(cut.iter().flatten()).map(|(from, to)| (to - from).abs());
            let most = moved.fold(0.0, f64::max);
            shares = cut;
            if most <= SETTLED {
                break;
            }
        }
        shares
    }
}

impl Margin {
    fn new(sizes: &[u32], shared: &[usize], tables: &[Vec<usize>], variances: &[f64]) -> Self {
        let width = cells(sizes, shared);
        let holds = |table: &Vec<usize>| shared.iter().all(|question| table.contains(question));
        let mut holders: Vec<Holder> = tables
            .iter()
            .zip(variances)
            .enumerate()
            .filter(|(_, (table, _))| holds(table))
            .map(|(table, (questions, variance))| {
                let places = places(sizes, questions, shared);
                let summed = places.len() as f64 / width as f64;
                Holder { table, weight: 1.0 / (summed * variance), summed, places }
            })
            .collect();
        let whole: f64 = holders.iter().map(|holder| holder.weight).sum();
        holders.iter_mut().for_each(|holder| holder.weight /= whole);
        Self { cells: width, holders }
    }

    fn agree(&self, shares: &mut [Vec<f64>]) {
        let own = |holder: &Holder| {
            let mut margin = vec![0.0; self.cells];
            shares[holder.table]
                .iter()
                .zip(&holder.places)
                .for_each(|(share, &place)| margin[place] += share);
            margin
        };
        let margins: Vec<Vec<f64>> = self.holders.iter().map(own).collect();
        let mut mean = vec![0.0; self.cells];
        for (holder, margin) in self.holders.iter().zip(&margins) {
            mean.iter_mut().zip(margin).for_each(|(mean, share)| *mean += holder.weight * share);
        }
        for (holder, margin) in self.holders.iter().zip(&margins) {
            let cells = shares[holder.table].iter_mut().zip(&holder.places);
            cells.for_each(|(share, &place)| *share += (mean[place] - margin[place]) / holder.summed);
        }
    }
}

/// For each cell of a table, the cell of the shared questions that it belongs to.
fn places(sizes: &[u32], table: &[usize], shared: &[usize]) -> Vec<usize> {
    let own: Vec<u32> = table.iter().map(|&question| sizes[question]).collect();
    let (mut row, mut answers) = (vec![0; sizes.len()], vec![0; table.len()]);
    let place = |_| {
        table.iter().zip(&answers).for_each(|(&question, &answer)| row[question] = answer);
        next(&mut answers, &own);
        cell(sizes, shared, &row)
    };
    (0..cells(sizes, table)).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two tables of two yes/no questions share the first. Its margins are (0.6, 0.4) and (0.3, 0.7); the first table has a third of the
    /// variance and weighs three times as much: (0.525, 0.475). Each cell is moved by half of what its margin is.
    #[test]
    fn a_shared_margin_is_averaged_by_hand() {
        let tables = [vec![0, 1], vec![0, 2]];
        let consistency = Consistency::new(&[2, 2, 2], &tables, &[1.0, 3.0]);
        let agreed = consistency.agreed(vec![vec![0.4, 0.2, 0.1, 0.3], vec![0.2, 0.1, 0.5, 0.2]]);
        let by_hand = [[0.3625, 0.1625, 0.1375, 0.3375], [0.3125, 0.2125, 0.3875, 0.0875]];
        for (own, expected) in agreed.iter().flatten().zip(by_hand.iter().flatten()) {
            assert!((own - expected).abs() < 1e-12, "{agreed:?}");
        }
    }

    /// A table of a question by itself has a wider margin than one of two, each of whose margins sums two cells.
    #[test]
    fn a_margin_of_more_cells_weighs_less() {
        let consistency = Consistency::new(&[2, 2], &[vec![0], vec![0, 1]], &[1.0, 1.0]);
        let agreed = consistency.agreed(vec![vec![0.6, 0.4], vec![0.15, 0.15, 0.35, 0.35]]);
        assert!((agreed[0][0] - 0.5).abs() < 1e-12 && (agreed[1][0] - 0.25).abs() < 1e-12, "{agreed:?}");
    }

    fn margin(sizes: &[u32], table: &[usize], shares: &[f64], of: usize) -> Vec<f64> {
        let mut margin = vec![0.0; sizes[of] as usize];
        shares.iter().zip(places(sizes, table, &[of])).for_each(|(share, place)| margin[place] += share);
        margin
    }

    /// Tables with cells far below 0, whose margins do not agree.
    #[test]
    fn processed_tables_agree_and_are_shares() {
        let (sizes, tables) = ([3, 2, 4], [vec![0, 1], vec![0, 2], vec![1, 2]]);
        let noisy = |table: &Vec<usize>| {
            let d = cells(&sizes, table);
            let raw: Vec<f64> = (0..d).map(|cell| (1.7 * (cell * cell + d) as f64).sin()).collect();
            let beyond = (raw.iter().sum::<f64>() - 1.0) / d as f64;
            raw.iter().map(|share| share - beyond).collect::<Vec<f64>>()
        };
        let estimates: Vec<Vec<f64>> = tables.iter().map(noisy).collect();
        assert!(estimates.iter().flatten().any(|&share| share < -0.5));
        let processed = Consistency::new(&sizes, &tables, &[1.0, 2.0, 0.5]).processed(estimates);
        for table in &processed {
            assert!(
                (table.iter().sum::<f64>() - 1.0).abs() < 1e-12 && table.iter().all(|&share| share >= 0.0)
            );
        }
        for [one, other, of] in [[0, 1, 0], [0, 2, 1], [1, 2, 2]] {
            let margins = [one, other].map(|table| margin(&sizes, &tables[table], &processed[table], of));
            let apart = margins[0].iter().zip(&margins[1]).map(|(one, other)| (one - other).abs());
            assert!(apart.fold(0.0, f64::max) < 1e-5, "{margins:?}");
        }
    }

    /// Tables that agree and are shares stay as they are.
    #[test]
    fn tables_of_people_are_not_moved() {
        let (sizes, tables) = ([2, 3], [vec![0, 1], vec![0], vec![1]]);
        let shares = vec![vec![0.1, 0.2, 0.3, 0.05, 0.15, 0.2], vec![0.6, 0.4], vec![0.15, 0.35, 0.5]];
        let processed = Consistency::new(&sizes, &tables, &[1.0, 1.0, 1.0]).processed(shares.clone());
        let moved =
            processed.iter().flatten().zip(shares.iter().flatten()).map(|(to, from)| (to - from).abs());
        assert!(moved.fold(0.0, f64::max) < 1e-12);
    }
}
