//! CALM \[Zhang18\]: every respondent is asked one publicly drawn table with the whole record ε; tables are made consistent afterwards.
//!
//! A table is asked by subset selection of the best size, which is never worse than the published choice of GRR or OLH. As published, all tables
//! have equally many respondents; shares of respondents that minimise the error of all tables are given here too. Every table W ⊇ T has
//! information on a component T (constant outside T, of sum 0 along each axis in T): a report on it dim_T·(D−1)/(D·E), with D its cells and E n
//! times its expected squared error. With shares s of the respondents the squared error of the consistent tables is
//!
//! V = Σ_T c_T/I_T,  I_T = Σ_{W⊇T} s_W·dim_T·(D_W−1)/(D_W·E_W)  \[Mathematics, §10\].

use candor::Error;
use candor::design::labelled::{best_table_shares, objective_of};
use rand_core::Rng;

use super::oracle::Oracle;
use crate::consistency::Consistency;
use crate::draws::{drawn, unit, whole};
use crate::records::{Population, cell, cells};

/// ω-subset selection: a report is a set of `size` cells, which holds the true one with probability e^ε·ω/(e^ε·ω + D − ω); the other cells
/// are uniformly random.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Subset {
    cells: u32,
    size: u32,
    held: f64,
}

impl Subset {
    /// Subset selection with the size that has the least error.
    #[must_use]
    pub fn new(cells: u32, epsilon: f64) -> Self {
        let of = |size: u32| {
            let (d, w) = (f64::from(cells), f64::from(size));
            Self { cells, size, held: w / (w + (d - w) * (-epsilon).exp()) }
        };
        let error = |of: &Self| of.squared_error(cells);
        (1..cells).map(of).min_by(|one, other| error(one).total_cmp(&error(other))).unwrap_or(of(1))
    }

    /// Subset selection over the cells of a table.
    fn of(sizes: &[u32], table: &[usize], epsilon: f64) -> Self {
        Self::new(u32::try_from(cells(sizes, table)).unwrap_or(u32::MAX), epsilon)
    }
}

impl Oracle for Subset {
    fn supports_true(&self) -> f64 {
        self.held
    }

    fn supports_other(&self) -> f64 {
        let (d, w) = (f64::from(self.cells), f64::from(self.size));
        (self.held * (w - 1.0) + (1.0 - self.held) * w) / (d - 1.0)
    }

    fn report(&self, answer: u32, rng: &mut impl Rng, mut count: impl FnMut(u32)) {
        let holds = unit(rng) < self.held;
        let mut left = if holds { self.size - 1 } else { self.size };
        if holds {
            count(answer);
        }
        // Every set of `left` other cells has the same probability.
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

/// The allocation of respondents to tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allocation {
    /// Equal shares, as published.
    Even,
    /// The shares with the least error of all tables, each estimated from its own reports.
    BestApart,
    /// The shares with the least error of all tables after they are made consistent.
    BestTogether,
}

impl Allocation {
    /// The tables' shares of the respondents, of sum 1.
    ///
    /// # Errors
    /// `too-large` where tables are to be made consistent and one of them has more than 4096 cells.
    pub fn shares(self, sizes: &[u32], tables: &[Vec<usize>], epsilon: f64) -> Result<Vec<f64>, Error> {
        let shares = match self {
            Self::Even => vec![1.0; tables.len()],
            Self::BestApart => errors(sizes, tables, epsilon).into_iter().map(f64::sqrt).collect(),
            Self::BestTogether => best_table_shares(sizes, tables, epsilon)?,
        };
        let whole: f64 = shares.iter().sum();
        Ok(shares.into_iter().map(|share| share / whole).collect())
    }
}

/// n times the expected squared error of each table if everybody were asked it.
fn errors(sizes: &[u32], tables: &[Vec<usize>], epsilon: f64) -> Vec<f64> {
    tables
        .iter()
        .map(|table| Subset::of(sizes, table, epsilon))
        .map(|of| of.squared_error(of.cells))
        .collect()
}

/// n times the expected squared error of all tables, each estimated from its own reports, with these shares of the respondents.
#[must_use]
pub fn error_apart(sizes: &[u32], tables: &[Vec<usize>], shares: &[f64], epsilon: f64) -> f64 {
    errors(sizes, tables, epsilon).iter().zip(shares).map(|(error, share)| error / share).sum()
}

/// n times the expected squared error V of all tables after they are made consistent, with these shares of the respondents.
#[must_use]
pub fn error_together(sizes: &[u32], tables: &[Vec<usize>], shares: &[f64], epsilon: f64) -> f64 {
    let errors = errors(sizes, tables, epsilon);
    let told = |((table, error), share): ((&Vec<usize>, &f64), &f64)| {
        let d = cells(sizes, table) as f64;
        share * (d - 1.0) / (d * error)
    };
    objective_of(sizes, tables, |component| {
        let freedom: f64 = component.iter().map(|&question| f64::from(sizes[question]) - 1.0).product();
        let holders = tables.iter().zip(&errors).zip(shares);
        let holders =
            holders.filter(|((table, _), _)| component.iter().all(|question| table.contains(question)));
        freedom * holders.map(told).sum::<f64>()
    })
}

/// The result of one survey: the estimated shares of each table, and the tables' consistency, weighted by the respondents of each.
#[derive(Debug, Clone)]
pub struct Calm {
    estimates: Vec<Vec<f64>>,
    standard_errors: Vec<f64>,
    consistency: Consistency,
}

impl Calm {
    /// Simulates a survey in which everybody is asked one of the tables, drawn by these shares; a table that nobody is asked has no estimates.
    #[must_use]
    pub fn new(
        people: &Population,
        tables: &[Vec<usize>],
        shares: &[f64],
        epsilon: f64,
        rng: &mut impl Rng,
    ) -> Self {
        let sizes = people.sizes();
        let oracles: Vec<Subset> = tables.iter().map(|table| Subset::of(sizes, table, epsilon)).collect();
        let mut counts: Vec<Vec<f64>> = tables.iter().map(|table| vec![0.0; cells(sizes, table)]).collect();
        let mut asked = vec![0.0; tables.len()];
        for row in people.rows() {
            let place = drawn(shares, rng);
            let own = u32::try_from(cell(sizes, &tables[place], row)).unwrap_or(u32::MAX);
            oracles[place].report(own, rng, |cell| counts[place][cell as usize] += 1.0);
            asked[place] += 1.0;
        }
        let inverted = |((counts, asked), oracle): ((&Vec<f64>, &f64), &Subset)| {
            let share = |count: &f64| {
                (count / asked - oracle.supports_other()) / (oracle.supports_true() - oracle.supports_other())
            };
            counts.iter().map(share).collect()
        };
        let estimates = counts.iter().zip(&asked).zip(&oracles).map(inverted).collect();
        // Estimates sum to one, so that the noise has one dimension fewer than there are cells.
        let variance = |(oracle, asked): (&Subset, &f64)| {
            oracle.squared_error(oracle.cells) / f64::from(oracle.cells - 1) / asked
        };
        let variances: Vec<f64> = oracles.iter().zip(&asked).map(variance).collect();
        let of_cell = |(oracle, variance): (&Subset, &f64)| {
            (variance * f64::from(oracle.cells - 1) / f64::from(oracle.cells)).sqrt()
        };
        let standard_errors = oracles.iter().zip(&variances).map(of_cell).collect();
        Self { estimates, standard_errors, consistency: Consistency::new(sizes, tables, &variances) }
    }

    /// The estimated shares of each table from its own reports.
    #[must_use]
    pub fn estimates(&self) -> &[Vec<f64>] {
        &self.estimates
    }

    /// The standard error of the cells of each table: the root mean square of those that are expected at a uniform truth.
    #[must_use]
    pub fn standard_errors(&self) -> &[f64] {
        &self.standard_errors
    }

    /// The estimated shares after they are made consistent.
    #[must_use]
    pub fn consistent(&self) -> Vec<Vec<f64>> {
        self.consistency.agreed(self.estimates.clone())
    }

    /// The estimated shares after they are made consistent and projected on the simplex.
    #[must_use]
    pub fn processed(&self) -> Vec<Vec<f64>> {
        self.consistency.processed(self.estimates.clone())
    }
}
