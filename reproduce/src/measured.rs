//! Errors of estimated tables, over repeated surveys of the same people.

use candor::Error;
use candor::count::{Table, Tables};
use candor::estimate::{Options, Reconstruction, estimate};
use candor::law::Law;
use candor::perturb::perturb;
use candor::schema::{Record, Schema};
use rand_core::Rng;

use crate::records::{Population, cell_counts};

/// The largest absolute, mean absolute and mean squared error over the cells of a table.
pub(crate) fn errors(shares: &[f64], truth: &[f64]) -> [f64; 3] {
    let errors = || shares.iter().zip(truth).map(|(share, truth)| (share - truth).abs());
    let largest = errors().fold(0.0, f64::max);
    let cells = truth.len() as f64;
    [largest, errors().sum::<f64>() / cells, errors().map(|error| error * error).sum::<f64>() / cells]
}

/// The projection on the simplex: the nearest shares, at least 0 and of sum 1.
pub(crate) fn projected(estimates: &[f64]) -> Vec<f64> {
    let mut sorted = estimates.to_vec();
    sorted.sort_unstable_by(|one, other| other.total_cmp(one));
    let (mut sum, mut taken, mut lowered) = (0.0, 0.0, 0.0);
    for value in sorted {
        sum += value;
        taken += 1.0;
        let by = (sum - 1.0) / taken;
        if value > by {
            lowered = by;
        }
    }
    estimates.iter().map(|estimate| (estimate - lowered).max(0.0)).collect()
}

/// A mean over runs and its standard error; a single run has no standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Mean {
    pub(crate) mean: f64,
    pub(crate) standard_error: Option<f64>,
}

impl Mean {
    pub(crate) fn of(runs: &[f64]) -> Self {
        let n = runs.len() as f64;
        let mean = runs.iter().sum::<f64>() / n;
        let squares: f64 = runs.iter().map(|run| (run - mean) * (run - mean)).sum();
        let standard_error = (runs.len() > 1).then(|| (squares / (n - 1.0) / n).sqrt());
        // Simulated numbers are not more precise than that.
        Self { mean: rounded(mean, 5), standard_error: standard_error.map(|error| rounded(error, 5)) }
    }
}

/// The 97.5 % quantiles of Student's t distribution with 1 to 9 degrees of freedom.
const STUDENT: [f64; 9] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262];
/// The 97.5 % quantile of the normal distribution.
const NORMAL: f64 = 1.959_964;

/// The half-width, in standard errors, of a 95 % confidence interval of the mean of this many runs. For more than ten it comes from the first
/// terms of an expansion, accurate to 0.003.
pub(crate) fn student(runs: usize) -> f64 {
    let degrees = runs.saturating_sub(1).max(1);
    let (z, square, degree) = (NORMAL, NORMAL * NORMAL, degrees as f64);
    let first = z * (square + 1.0) / (4.0 * degree);
    let second = z * (5.0 * square * square + 16.0 * square + 3.0) / (96.0 * degree * degree);
    STUDENT.get(degrees - 1).copied().unwrap_or(z + first + second)
}

/// Rounds to this many significant digits, at least one.
pub(crate) fn rounded(number: f64, digits: usize) -> f64 {
    format!("{number:.*e}", digits - 1).parse().unwrap_or(number)
}

/// Perturbs everybody's record and counts the reports in tables.
pub(crate) fn surveyed(
    law: &Law,
    people: &Population,
    tables: &[Vec<usize>],
    rng: &mut impl Rng,
) -> Result<Vec<Table>, Error> {
    let schema = people.schema()?;
    let empty = tables.iter().map(|table| Table::new((&schema, law), table)).collect::<Result<_, _>>()?;
    let mut counted = Tables::new(empty)?;
    for row in people.rows() {
        let report = perturb(law, Record::new(&schema, row.as_slice())?, rng);
        counted.add_repeated(&report, 1)?;
    }
    Ok(counted.into_tables())
}

/// All reports of one survey under a law without labels, counted in the table of all questions.
pub(crate) struct Reported {
    schema: Schema,
    sizes: Vec<u32>,
    counts: Vec<u64>,
}

impl Reported {
    /// Perturbs everybody's record.
    pub(crate) fn new(law: &Law, people: &Population, rng: &mut impl Rng) -> Result<Self, Error> {
        let all = vec![(0..people.sizes().len()).collect()];
        let counts =
            surveyed(law, people, &all, rng)?.iter().flat_map(|table| table.counts().to_vec()).collect();
        Ok(Self { schema: people.schema()?, sizes: people.sizes().to_vec(), counts })
    }

    /// The perturbed shares of a table.
    pub(crate) fn perturbed(&self, table: &[usize]) -> Vec<f64> {
        let counts = cell_counts(&self.sizes, &self.counts, table);
        let n = counts.iter().sum::<u64>() as f64;
        counts.iter().map(|&count| count as f64 / n).collect()
    }

    /// The reconstructed shares of a table.
    pub(crate) fn shares(
        &self,
        law: &Law,
        table: &[usize],
        reconstruction: Reconstruction,
    ) -> Result<Vec<f64>, Error> {
        let counts = cell_counts(&self.sizes, &self.counts, table);
        let counted = Table::from_counts(&self.schema, table, counts)?;
        let options = Options::default().reconstruction(reconstruction);
        Ok(estimate(law, counted, &options)?.shares().to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected values are from printed tables of the distribution.
    #[test]
    fn quantiles_are_those_of_students_distribution() {
        for (runs, quantile) in
            [(2, 12.706), (10, 2.262), (11, 2.228), (20, 2.093), (40, 2.023), (100, 1.984)]
        {
            assert!((student(runs) - quantile).abs() < 3e-3, "{runs}: {}", student(runs));
        }
    }
}
