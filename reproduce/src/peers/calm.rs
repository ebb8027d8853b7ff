//! CALM \[Zhang18\]: every respondent is asked one table, drawn evenly and in the open, with the whole record ε; tables are made to agree afterwards.
//!
//! A table is asked by subset selection of the best size, which is never worse than the published choice of GRR or OLH.

use rand_core::Rng;

use super::oracle::Oracle;
use crate::draws::{unit, whole};
use crate::records::{Population, cell, cells};

/// ω-subset selection: a set of `size` cells, which holds the true one with probability e^ε·ω/(e^ε·ω + D − ω), else any.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Subset {
    cells: u32,
    size: u32,
    held: f64,
}

impl Subset {
    /// Of the size with the least error.
    #[must_use]
    pub fn new(cells: u32, epsilon: f64) -> Self {
        let of = |size: u32| {
            let (d, w) = (f64::from(cells), f64::from(size));
            Self { cells, size, held: w / (w + (d - w) * (-epsilon).exp()) }
        };
        let error = |of: &Self| of.squared_error(cells);
        (1..cells).map(of).min_by(|one, other| error(one).total_cmp(&error(other))).unwrap_or(of(1))
    }
}

impl Oracle for Subset {
    fn truth(&self) -> f64 {
        self.held
    }

    fn other(&self) -> f64 {
        let (d, w) = (f64::from(self.cells), f64::from(self.size));
        (self.held * (w - 1.0) + (1.0 - self.held) * w) / (d - 1.0)
    }

    fn report(&self, answer: u32, rng: &mut impl Rng, mut count: impl FnMut(u32)) {
        let holds = unit(rng) < self.held;
        let mut left = if holds { self.size - 1 } else { self.size };
        if holds {
            count(answer);
        }
        // Of the others, each set of `left` as likely as any.
        let mut others = self.cells - 1;
        for cell in (0..self.cells).filter(|&cell| cell != answer) {
            if left > 0 && whole(0, others - 1, rng) < left {
                count(cell);
                left -= 1;
            }
            others -= 1;
        }
    }
}

/// What came of one survey: for each table its estimated shares, and the variance of a cell as the formula has it.
#[derive(Debug, Clone)]
pub struct Calm {
    sizes: Vec<u32>,
    tables: Vec<Vec<usize>>,
    variances: Vec<f64>,
    shares: Vec<Vec<f64>>,
}

impl Calm {
    /// Everybody is asked one of the tables.
    #[must_use]
    pub fn new(people: &Population, tables: &[Vec<usize>], epsilon: f64, rng: &mut impl Rng) -> Self {
        let sizes = people.sizes().to_vec();
        let number = |table: &Vec<usize>| u32::try_from(cells(&sizes, table)).unwrap_or(u32::MAX);
        let oracles: Vec<Subset> = tables.iter().map(|table| Subset::new(number(table), epsilon)).collect();
        let mut counts: Vec<Vec<f64>> = tables.iter().map(|table| vec![0.0; cells(&sizes, table)]).collect();
        let mut asked = vec![0.0; tables.len()];
        let last = u32::try_from(tables.len() - 1).unwrap_or(u32::MAX);
        for row in people.rows() {
            let place = whole(0, last, rng) as usize;
            let own = u32::try_from(cell(&sizes, &tables[place], row)).unwrap_or(u32::MAX);
            oracles[place].report(own, rng, |cell| counts[place][cell as usize] += 1.0);
            asked[place] += 1.0;
        }
        let inverted = |((counts, asked), oracle): ((&Vec<f64>, &f64), &Subset)| {
            let share = |count: &f64| (count / asked - oracle.other()) / (oracle.truth() - oracle.other());
            counts.iter().map(share).collect()
        };
        let shares = counts.iter().zip(&asked).zip(&oracles).map(inverted).collect();
        let variance = |(oracle, asked): (&Subset, &f64)| {
            oracle.squared_error(oracle.cells) / f64::from(oracle.cells) / asked
        };
        let variances = oracles.iter().zip(&asked).map(variance).collect();
        Self { sizes, tables: tables.to_vec(), variances, shares }
    }

    /// The estimated shares.
    #[must_use]
    pub fn shares(&self) -> &[Vec<f64>] {
        &self.shares
    }

    /// The consistency step: what tables have in common is averaged, by the inverse of its variance, and every table is moved to the
    /// average; from the smallest sets of questions to the largest, after which all agree.
    #[must_use]
    pub fn consistent(mut self) -> Self {
        let questions = self.sizes.len();
        let mut sets: Vec<u32> = (0..1_u32 << questions).collect();
        sets.sort_by_key(|set| set.count_ones());
        for set in sets {
            let shared: Vec<usize> = (0..questions).filter(|place| set >> place & 1 == 1).collect();
            let holders: Vec<usize> = (0..self.tables.len())
                .filter(|&place| shared.iter().all(|question| self.tables[place].contains(question)))
                .collect();
            if holders.len() > 1 {
                self.agree(&shared, &holders);
            }
        }
        self
    }

    fn agree(&mut self, shared: &[usize], holders: &[usize]) {
        let width = cells(&self.sizes, shared);
        let places: Vec<Vec<usize>> = holders.iter().map(|&holder| self.places(holder, shared)).collect();
        let (mut mean, mut weights) = (vec![0.0; width], 0.0);
        let mut margins = Vec::new();
        for (&holder, places) in holders.iter().zip(&places) {
            let mut margin = vec![0.0; width];
            self.shares[holder].iter().zip(places).for_each(|(share, &place)| margin[place] += share);
            let summed = self.shares[holder].len() as f64 / width as f64;
            let weight = 1.0 / (summed * self.variances[holder]);
            mean.iter_mut().zip(&margin).for_each(|(mean, share)| *mean += weight * share);
            weights += weight;
            margins.push((margin, summed));
        }
        for ((&holder, places), (margin, summed)) in holders.iter().zip(&places).zip(margins) {
            let shares = self.shares[holder].iter_mut().zip(places);
            shares.for_each(|(share, &place)| *share += (mean[place] / weights - margin[place]) / summed);
        }
    }

    /// The cell of the shared questions that each cell of a table belongs to.
    fn places(&self, holder: usize, shared: &[usize]) -> Vec<usize> {
        let table = &self.tables[holder];
        let mut row = vec![0; self.sizes.len()];
        let own: Vec<u32> = table.iter().map(|&question| self.sizes[question]).collect();
        let mut answers = vec![0; table.len()];
        let mut places = Vec::with_capacity(self.shares[holder].len());
        for _ in 0..self.shares[holder].len() {
            table.iter().zip(&answers).for_each(|(&question, &answer)| row[question] = answer);
            places.push(cell(&self.sizes, shared, &row));
            crate::records::next(&mut answers, &own);
        }
        places
    }
}
