//! The distribution from which records are drawn.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use rand_core::Rng;

use super::clique::{Clique, joint_axes, joint_cells};
use super::junction::ordered;
use super::tree::tree_of_pairs;
use crate::error::{Code, Error};
use crate::estimate::{Estimate, consistent};
use crate::exact::{count_to_f64, to_index};
use crate::schema::Schema;

/// A distribution over all questions whose marginals are the estimated tables, as far as these agree and have no negative share.
///
/// ```
/// use candor::synthesize::Synthesis;
/// use rand_core::SeedableRng;
/// # use candor::{Plan, Survey, Table, estimate::{Options, estimate}};
/// # let survey = Survey::from_json(r#"{"survey": "s", "privacy": {"method": "independent"}, "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 3}, {"name": "cough", "categories": ["no", "yes"], "epsilon": 3}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// let pair = Table::from_counts(&plan, &["smoker", "cough"], vec![500, 200, 100, 200])?;
/// let estimated = estimate(&plan, pair, &Options::default())?;
/// let synthesis = Synthesis::tree(plan.schema(), &[estimated.clone()])?;
/// let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
/// let both = (0..10_000).filter(|_| synthesis.draw(&mut rng) == Ok(vec![1, 1])).count();
/// assert!((both as f64 / 10_000.0 - estimated.get(&["yes", "yes"])?.estimate).abs() < 0.02);
/// assert!(Synthesis::is_quick(&[estimated.clone()]) && synthesis.misfit() < 1e-12);
/// // Any tables will do that hold every question.
/// let refused = Synthesis::new(plan.schema(), &[]).map(drop);
/// assert_eq!(refused.map_err(|error| error.code()), Err(candor::Code::UnreadAttribute));
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Synthesis {
    schema: Schema,
    steps: Vec<Draw>,
    misfit: f64,
}

/// The most cells of all attributes together, times the number of tables, for which joining takes seconds.
const QUICK: usize = 1 << 22;

/// How often a record is drawn again where it cannot occur.
const MOST_TRIES: usize = 100_000;

/// Draws some attributes, given those that were drawn before.
#[derive(Debug, Clone, PartialEq)]
struct Draw {
    given: Vec<DrawnAttribute>,
    drawn: Vec<DrawnAttribute>,
    /// For each cell of `given`, the cumulative sums of the shares of `drawn`.
    sums: Vec<Vec<f64>>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct DrawnAttribute {
    attribute: usize,
    size: usize,
}

impl Synthesis {
    /// Builds the distribution of largest entropy that has the given tables, which may be any. The tables are made to agree
    /// ([`consistent`]), projected onto shares and, if they form cycles, joined into one table. If no distribution has all tables of a
    /// cycle, the result is near to each ([`Synthesis::misfit`]).
    ///
    /// Cost: O(N) for N cells of all tables; for tables in cycles some hundred passes over all cells of their attributes together.
    ///
    /// # Errors
    /// `unread-attribute` if an attribute of the schema is in no table; `too-large` if all attributes of tables in cycles have more than
    /// 4,194,304 cells together.
    pub fn new(schema: &Schema, estimates: &[Estimate]) -> Result<Self, Error> {
        let cliques: Vec<Clique> = consistent(estimates).iter().map(Clique::new).collect();
        for (place, attribute) in schema.attributes().iter().enumerate() {
            if !cliques.iter().any(|clique| clique.attributes.contains(&place)) {
                let message =
                    format!("attribute \"{}\" is in no table; add a table with it", attribute.name());
                return Err(Error::new(Code::UnreadAttribute, message));
            }
        }
        let mut met = Vec::new();
        let mut steps = Vec::new();
        let mut misfit = 0.0_f64;
        for clique in ordered(cliques.clone())? {
            steps.push(Draw::new(&clique, &met));
            misfit = misfit.max(clique.misfit(&cliques));
            met.extend(
                clique.attributes.iter().filter(|own| !met.contains(*own)).copied().collect::<Vec<_>>(),
            );
        }
        Ok(Self { schema: schema.clone(), steps, misfit })
    }

    /// Whether [`Synthesis::new`] joins these tables in seconds: all their attributes together have at most 2²² cells, divided by the number
    /// of tables.
    #[must_use]
    pub fn is_quick(estimates: &[Estimate]) -> bool {
        let axes = estimates.iter().map(Estimate::axes).flat_map(|axes| {
            axes.attributes().iter().copied().zip(axes.sizes().iter().map(|&size| to_index(size)))
        });
        let work = joint_cells(&joint_axes(axes)).and_then(|cells| cells.checked_mul(estimates.len()));
        work.is_some_and(|work| work <= QUICK)
    }

    /// The largest difference between a share of the tables, once they agree and are projected, and the same share of the distribution:
    /// near 0 if a distribution has them all, more if noise left tables in cycles that no distribution has.
    #[must_use]
    pub fn misfit(&self) -> f64 {
        self.misfit
    }

    /// Builds the distribution from a tree of the pairs among these tables ([`tree_of_pairs`]). Tables of single attributes are used where
    /// no pair of the tree holds the attribute.
    ///
    /// # Errors
    /// `unread-attribute`.
    pub fn tree(schema: &Schema, estimates: &[Estimate]) -> Result<Self, Error> {
        let pairs = tree_of_pairs(estimates).into_iter();
        let singles = (0..estimates.len()).filter(|&place| estimates[place].axes().attributes().len() == 1);
        let kept: Vec<Estimate> = pairs.chain(singles).map(|place| estimates[place].clone()).collect();
        Self::new(schema, &kept)
    }

    /// Draws a record that can occur: a category number for every attribute of the schema. One that cannot, such as a ranking with two first places, which
    /// tables of pairs may allow, is drawn again. Cost: O(k·log N) a try, one random word a table.
    ///
    /// # Errors
    /// `undefined-statistic` where hardly any record of the distribution can occur.
    pub fn draw(&self, rng: &mut impl Rng) -> Result<Vec<u32>, Error> {
        let mut record = vec![0_u32; self.schema.len()];
        for _ in 0..MOST_TRIES {
            self.steps.iter().for_each(|step| step.draw(&mut record, rng));
            if self.schema.is_feasible(&record) {
                return Ok(record);
            }
        }
        let message = format!(
            "none of {MOST_TRIES} records can occur that were drawn; the tables say too little about which can"
        );
        Err(Error::new(Code::UndefinedStatistic, message))
    }
}

impl Draw {
    fn new(clique: &Clique, met: &[usize]) -> Self {
        let axes = || {
            clique
                .attributes
                .iter()
                .zip(&clique.sizes)
                .map(|(&attribute, &size)| DrawnAttribute { attribute, size })
        };
        let (given, drawn): (Vec<DrawnAttribute>, Vec<DrawnAttribute>) =
            axes().partition(|axis| met.contains(&axis.attribute));
        let names = |axes: &[DrawnAttribute]| axes.iter().map(|axis| axis.attribute).collect::<Vec<_>>();
        let cells: usize = given.iter().map(|axis| axis.size).product();
        let width: usize = drawn.iter().map(|axis| axis.size).product();
        let mut shares = vec![vec![0.0; width]; cells];
        let places = clique.cells_within(&names(&given)).into_iter().zip(clique.cells_within(&names(&drawn)));
        for ((row, column), share) in places.zip(&clique.shares) {
            shares[row][column] += share;
        }
        // Where the cell drawn before has no share in this table, the rest is drawn from its marginal.
        let unknown = clique.marginal(&names(&drawn));
        for row in &mut shares {
            if row.iter().sum::<f64>() <= 0.0 {
                row.clone_from(&unknown);
            }
            let mut sum = 0.0;
            row.iter_mut().for_each(|share| {
                sum += *share;
                *share = sum;
            });
        }
        Self { given, drawn, sums: shares }
    }

    fn draw(&self, record: &mut [u32], rng: &mut impl Rng) {
        let row = self.given.iter().fold(0, |row, axis| row * axis.size + to_index(record[axis.attribute]));
        let sums = &self.sums[row];
        // 53 bits, as many as a double holds.
        let unit = count_to_f64(rng.next_u64() >> 11) / count_to_f64(1 << 53);
        let aimed = unit * sums.last().copied().unwrap_or(0.0);
        let mut cell = sums.partition_point(|sum| *sum <= aimed).min(sums.len() - 1);
        for axis in self.drawn.iter().rev() {
            record[axis.attribute] = u32::try_from(cell % axis.size).unwrap_or(u32::MAX);
            cell /= axis.size;
        }
    }
}
