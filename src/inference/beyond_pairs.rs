//! Effects of three or more questions together: whether a table is more than its pairs imply.
//!
//! The hypothesis is that ln π is a sum of functions of pairs of questions, as the best guess supposes (`loglinear`). With π₀ its table, D = diag(π₀),
//! and B an orthonormal basis of the tables whose pairs are all 0, the departures are b = (BᵀD⁻¹B)⁻¹·BᵀD⁻¹·(π̂ − π₀). B·b is the difference of
//! the unbiased table from what its own pairs imply, linearised at π₀: tables near π₀ for which the hypothesis holds differ from it by D·s, s a sum of
//! functions of pairs, and BᵀD⁻¹·D·s = Bᵀs = 0. So only squares of the errors of π₀ matter, which is neither unbiased nor fitted to this table
//! \[Neyman59\]. The statistic is the generalised score of these departures (`score.rs`), with the exact covariance of the noise.
//! Published: Pearson's X² of the table against π₀, with as many degrees of freedom.
//!
//! Cost: O(d²·N) for d = N − 1 − Σ_i (a_i−1) − Σ_ij (a_i−1)(a_j−1) departures. Fails where the law erases a component of three or more questions.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use super::evidence::ShareEvidence;
use super::fit::goodness_of_fit;
use super::null_model::{NullModel, invalid};
use super::score::Departures;
use super::statistic::Statistic;
use super::tested::{Tested, departing};
use crate::count::{Axes, Table};
use crate::error::{Code, Error};
use crate::estimate::{Estimation, Options, Origin, Reconstruction};
use crate::exact::{size_to_f64, to_index};
use crate::loglinear::{BestGuess, zero_sum_basis};
use crate::numeric::cholesky::Matrix;
use crate::numeric::vectors::dot;

/// The least share of a cell under the hypothesis; no survey tells smaller ones from 0.
const LEAST_SHARE: f64 = 1e-9;

/// The most arithmetic operations d²·N that a check may take.
const MOST_STEPS: f64 = 1e10;

/// How far an unbiased table of three or more questions differs from what its pairs imply, and whether noise explains that.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BeyondPairs {
    /// The test of the hypothesis that there are no effects of three or more questions together.
    #[serde(flatten)]
    pub tested: Tested,
    /// The root mean square, over all cells, of the difference between the unbiased table and what its pairs imply. Units: shares.
    pub difference: f64,
    /// The root mean square difference that is expected if there are no such effects: that of noise and of drawing respondents.
    pub expected_difference: f64,
    /// The estimated root mean square of the effects themselves: what of the difference is not expected, 0 if all of it is.
    pub effect: f64,
}

/// Compares the unbiased table of three or more questions with the best guess, which leaves out effects of three or more together.
///
/// The p-value is calibrated for any law that shows the table. The guess should come from the same reports, or from others of the same people. Of the
/// options only the population matters, and whether the table is robust, as the guess then should be. Cost: O(d²·N) for N cells and d degrees of freedom.
///
/// ```
/// use candor::inference::{self, BeyondPairs};
/// use candor::{Table, estimate::Options, loglinear::BestGuess};
/// # use candor::{design::Survey, plan::Plan};
/// # let survey = Survey::from_json(r#"{"survey": "s", "privacy": {"record_epsilon": 3, "method": "analysis"}, "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"]}, {"name": "cough", "categories": ["no", "yes"]},
/// #     {"name": "age", "categories": ["young", "old"]}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// let names = ["smoker", "cough", "age"];
/// // Smoking and coughing go together among the young, and exclude each other among the old; no pair shows that.
/// let whole = [150, 110, 110, 150, 110, 150, 150, 110];
/// let table = |of: &[usize]| {
///     let mut counts = vec![0; 1 << of.len()];
///     for (cell, count) in whole.iter().enumerate() {
///         counts[of.iter().fold(0, |place, axis| 2 * place + (cell >> (2 - axis) & 1))] += count;
///     }
///     let names: Vec<&str> = of.iter().map(|&axis| names[axis]).collect();
///     Table::from_counts(&plan, &names, counts)
/// };
/// let counted = [table(&[0])?, table(&[1])?, table(&[2])?, table(&[0, 1])?, table(&[0, 2])?, table(&[1, 2])?];
/// let guess = BestGuess::of_counts(&plan, &counted, &Options::default(), &Default::default())?;
/// let found: BeyondPairs = inference::beyond_pairs(&plan, table(&[0, 1, 2])?, &guess, &Options::default())?;
/// assert!(found.tested.calibrated.p_value < 1e-6 && found.tested.calibrated.degrees_of_freedom == 1);
/// assert!(found.difference > 2.0 * found.expected_difference && found.effect < found.difference);
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// `invalid-hypothesis` for a table of fewer than three questions, or with one that was not estimated; `unidentifiable-table` where the law
/// erases the table; `too-large`; those of [`Estimation`].
pub fn beyond_pairs<'l>(
    of: impl Into<Origin<'l>>,
    table: Table,
    guess: &BestGuess,
    options: &Options,
) -> Result<BeyondPairs, Error> {
    let model = NoHigherOrder::new(table.axes(), guess)?;
    let options = Options::default()
        .reconstruction(Reconstruction::Inverse)
        .population(options.population)
        .robust(options.robust);
    let estimation = Estimation::new(of, table, &options)?;
    // The best guess has a share in every cell.
    let evidence = ShareEvidence::of_all_cells(estimation.observed())?;
    let values = model.departures(&evidence.shares);
    let mut noise = evidence.covariance(&model.null, &model.gradients)?;
    noise.iter_mut().flatten().for_each(|entry| *entry /= evidence.n());
    let expected: f64 = noise.iter().enumerate().map(|(at, row)| row[at]).sum();
    let found = dot(&values, &values);
    let tested = departing(&Departures::new(values, &noise), &model, &evidence, estimation)?;
    let of_cells = |sum: f64| libm::sqrt(libm::fmax(sum, 0.0) / size_to_f64(model.null.len()));
    Ok(BeyondPairs {
        tested,
        difference: of_cells(found),
        expected_difference: of_cells(expected),
        effect: of_cells(found - expected),
    })
}

/// The null model that there are no effects of three or more questions together.
struct NoHigherOrder {
    null: Vec<f64>,
    gradients: Vec<Vec<f64>>,
}

impl NoHigherOrder {
    fn new(axes: &Axes, guess: &BestGuess) -> Result<Self, Error> {
        let sizes: Vec<usize> = axes.sizes().iter().map(|&size| to_index(size)).collect();
        if sizes.len() < 3 {
            return Err(invalid(format!(
                "effects of three or more questions together need a table of three questions or more; this one has {}",
                sizes.len()
            )));
        }
        let not_estimated = || invalid("a question of the table has no best guess");
        let mut null = guess.table(axes.attributes()).ok_or_else(not_estimated)?;
        null.iter_mut().for_each(|share| *share = libm::fmax(*share, LEAST_SHARE));
        let (d, cells) = (size_to_f64(degrees(&sizes)), size_to_f64(null.len()));
        if d * d * cells > MOST_STEPS {
            let message = format!(
                "a check of effects of three or more questions together takes {d}² × {cells} steps in this table; it must not take more than {MOST_STEPS:e}"
            );
            return Err(Error::new(Code::TooLarge, message));
        }
        let gradients = gradients(&beyond_pairs_basis(&sizes), &null);
        Ok(Self { null, gradients })
    }
}

impl NullModel for NoHigherOrder {
    fn nearest(&self, _: &[f64]) -> Vec<f64> {
        self.null.clone()
    }

    fn gradients(&self, _: &[f64]) -> Vec<Vec<f64>> {
        self.gradients.clone()
    }

    fn is_simple(&self) -> bool {
        true
    }

    fn published(&self, counts: &[f64]) -> Result<Statistic, Error> {
        let degrees = u32::try_from(self.gradients.len()).unwrap_or(u32::MAX);
        let total: f64 = self.null.iter().sum();
        let shares: Vec<f64> = self.null.iter().map(|share| share / total).collect();
        Ok(Statistic::new(goodness_of_fit(counts, &shares)?.value, degrees))
    }
}

/// The degrees of freedom of a table that its pairs leave: N − 1 − Σ_i (a_i−1) − Σ_ij (a_i−1)(a_j−1).
fn degrees(sizes: &[usize]) -> usize {
    let cells: usize = sizes.iter().product();
    let of_questions: usize = sizes.iter().map(|size| size - 1).sum();
    let earlier = |at: usize| sizes[..at].iter().map(|size| size - 1).sum::<usize>();
    let of_pairs: usize = (0..sizes.len()).map(|at| (sizes[at] - 1) * earlier(at)).sum();
    cells - 1 - of_questions - of_pairs
}

/// An orthonormal basis of the tables of these sizes whose pairs are all 0: products of contrasts of three or more questions, constant over the others.
fn beyond_pairs_basis(sizes: &[usize]) -> Vec<Vec<f64>> {
    let mut products = vec![(0, vec![1.0])];
    for (axis, &size) in sizes.iter().enumerate() {
        let constant = (0, vec![1.0 / libm::sqrt(size_to_f64(size)); size]);
        let contrasts = zero_sum_basis(size);
        let of = |k: usize| (1, contrasts.iter().skip(k).step_by(size - 1).copied().collect::<Vec<f64>>());
        let factors: Vec<(usize, Vec<f64>)> =
            core::iter::once(constant).chain((0..size - 1).map(of)).collect();
        let still_to_come = sizes.len() - axis - 1;
        let mut longer = Vec::new();
        for (contrasted, product) in &products {
            for (more, factor) in &factors {
                let contrasted = contrasted + more;
                if contrasted + still_to_come >= 3 {
                    let entries = product.iter().flat_map(|own| factor.iter().map(move |of| own * of));
                    longer.push((contrasted, entries.collect()));
                }
            }
        }
        products = longer;
    }
    products.into_iter().map(|(_, product)| product).collect()
}

/// (BᵀD⁻¹B)⁻¹·BᵀD⁻¹, for a basis given by its columns.
fn gradients(basis: &[Vec<f64>], null: &[f64]) -> Vec<Vec<f64>> {
    let weighted = |column: &Vec<f64>| column.iter().zip(null).map(|(entry, share)| entry / share).collect();
    let weighted: Vec<Vec<f64>> = basis.iter().map(weighted).collect();
    let mut information = Matrix::zero(basis.len(), basis.len());
    for (i, row) in weighted.iter().enumerate() {
        for (entry, column) in information.row_mut(i).iter_mut().zip(basis) {
            *entry = dot(row, column);
        }
    }
    information.factor();
    let mut gradients = vec![vec![0.0; null.len()]; basis.len()];
    for cell in 0..null.len() {
        let of_cell: Vec<f64> = weighted.iter().map(|row| row[cell]).collect();
        let solved = information.solve(&of_cell);
        gradients.iter_mut().zip(solved).for_each(|(row, entry)| row[cell] = entry);
    }
    gradients
}
