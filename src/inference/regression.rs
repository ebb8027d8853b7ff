//! Logistic and multinomial regression of one question on others, through the law.
//!
//! Of a table whose first axis is the outcome, with regressors x on all others, π(y, x) = p_x·q_y(x): p any shares, and
//! q the softmax of η_k = β_k·z(x), η₀ = 0, z a constant and an indicator of every category of every regressor but its first. With π̂ the
//! inverse estimates, Σ(π)/n their covariance where the true shares are π, and J the derivative of π by all parameters, Fisher's
//! scoring steps by
//!
//! (Jᵀ·Σ⁻¹·J)⁻¹·Jᵀ·Σ⁻¹·(π̂ − π),
//!
//! Σ taken anew at every step. Where it ends the score of the perturbed counts is 0: of a law without labels these are the maximum
//! likelihood estimates, of the counts as they were reported; of a labelled law those of its combined estimates taken for normal. The
//! covariance of the estimates is (n·Jᵀ·Σ⁻¹·J)⁻¹, and the distance left, n·(π̂ − π)ᵀ·Σ⁻¹·(π̂ − π), tells whether the model fits: χ² with as many
//! degrees of freedom as the table has cells beyond 1 and the parameters.
//!
//! Cost: O(N³) a step for N cells, some ten steps. Fails where the law erases a component of the table, and where a coefficient
//! has no finite estimate.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use super::fit::units;
use super::null_model::invalid;
use super::regression_model::RegressionModel;
use super::score::covariance;
use super::statistic::Statistic;
use crate::count::{Axes, Table};
use crate::error::{Code, Error};
use crate::estimate::{Estimation, Observed, Options, Origin, two_sided_quantile};
use crate::exact::to_index;
use crate::numeric::quadratic::Factor;
use crate::numeric::vectors::dot;

/// The most cells: the cost of a step rises with the third power.
const MOST_CELLS: usize = 512;

/// Steps after which there is no estimate.
const MOST_STEPS: u32 = 200;

/// A logarithm of odds beyond which there is no end: 160,000 to 1.
const ENDLESS: f64 = 12.0;

/// The expected fall of the distance, as a χ², below which steps end.
const SETTLED: f64 = 1e-12;

/// One coefficient: by how much the logarithm of the odds of an answer, against the first one, is higher.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Coefficient {
    /// The answer.
    pub outcome: String,
    /// The regressor and its category, against its first one; none of the constant.
    pub term: Option<(String, String)>,
    /// The estimate.
    pub estimate: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The interval of the confidence asked for.
    pub interval: (f64, f64),
    /// The test that it is 0.
    pub test: Statistic,
}

/// A fitted model.
///
/// ```
/// use candor::inference::{Coefficient, Regression};
/// use candor::{Table, estimate::Options};
/// # use candor::{design::Survey, plan::Plan};
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 3},
/// #     {"name": "age", "categories": ["young", "old"], "epsilon": 3}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// let table = Table::from_counts(&plan, &["smoker", "age"], vec![2200, 500, 600, 700])?;
/// let model = Regression::new(&plan, table, &Options::default())?;
/// let Coefficient { term, estimate, standard_error, interval, test, .. } = &model.coefficients[1];
/// assert_eq!(term.as_ref().map(|(name, category)| (name.as_str(), category.as_str())), Some(("age", "old")));
/// assert!(*estimate > 1.0 && *standard_error < 0.5 && interval.0 > 0.5 && test.p_value < 1e-6);
/// // One group for each shape of the table: nothing is left to fit.
/// assert_eq!((model.fit.degrees_of_freedom, model.n), (0, 4000));
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Regression {
    /// The number of reports.
    pub n: u64,
    /// The coefficients: for every answer but the first the constant, and every category of every regressor but its first.
    pub coefficients: Vec<Coefficient>,
    /// Whether the regressors tell anything: all their coefficients are 0.
    pub overall: Statistic,
    /// Whether the model fits: what the table has beyond it.
    pub fit: Statistic,
    /// The steps taken.
    pub steps: u32,
}

impl Regression {
    /// Fits the first attribute of a table to all others, with intervals of the confidence that `options` ask for.
    ///
    /// # Errors
    /// `invalid-hypothesis` where the table has one attribute; `too-large` above 512 cells; `no-finite-estimate`;
    /// `unidentifiable-table`; those of [`Estimation::new`].
    pub fn new<'l>(of: impl Into<Origin<'l>>, table: Table, options: &Options) -> Result<Self, Error> {
        let sizes = table.axes().sizes().to_vec();
        let cells: usize = sizes.iter().map(|&size| to_index(size)).product();
        if sizes.len() < 2 {
            return Err(invalid("a regression needs an outcome and at least one regressor"));
        }
        if cells > MOST_CELLS {
            let message =
                format!("the table has {cells} cells; a regression takes no more than {MOST_CELLS}");
            return Err(Error::new(Code::TooLarge, message));
        }
        let (names, n) = (named(table.axes()), table.total());
        let estimation = Estimation::new(of, table, options)?;
        let fitted = Fitted::new(estimation.observed(), RegressionModel::new(&sizes))?;
        let z = two_sided_quantile(1.0 - options.confidence);
        Ok(Self {
            n,
            coefficients: names
                .into_iter()
                .enumerate()
                .map(|(place, name)| fitted.told(place, name, z))
                .collect(),
            overall: fitted.overall(),
            fit: fitted.fit,
            steps: fitted.steps,
        })
    }
}

/// The outcome and the term of every coefficient.
fn named(axes: &Axes) -> Vec<(String, Option<(String, String)>)> {
    let categories = |axis: usize| {
        let size = to_index(axes.sizes()[axis]);
        (0..size).map(move |place| axes.categories_along([axis].into_iter(), place).concat())
    };
    let mut terms = vec![None];
    for axis in 1..axes.sizes().len() {
        terms.extend(categories(axis).skip(1).map(|category| Some((axes.names()[axis].clone(), category))));
    }
    let outcomes = categories(0).skip(1);
    outcomes.flat_map(|outcome| terms.iter().map(move |term| (outcome.clone(), term.clone()))).collect()
}

/// Where the steps end.
struct Fitted {
    model: RegressionModel,
    /// The logarithms of p, then the coefficients.
    parameters: Vec<f64>,
    /// Of n·Jᵀ·Σ⁻¹·J.
    information: Factor,
    fit: Statistic,
    steps: u32,
}

/// What is seen from one point.
struct Outlook {
    information: Factor,
    step: Vec<f64>,
    /// By how much the distance should fall.
    fall: f64,
    distance: f64,
}

impl Fitted {
    fn new(observed: &Observed<'_>, model: RegressionModel) -> Result<Self, Error> {
        let estimates = observed.inverse(&observed.axes())?;
        let mut parameters = model.start(&estimates);
        for steps in 1..=MOST_STEPS {
            let outlook = Outlook::from(observed, &model, &estimates, &parameters)?;
            if model.coefficients(&parameters).iter().any(|beta| libm::fabs(*beta) > ENDLESS) {
                return Err(endless());
            }
            if outlook.fall < SETTLED {
                let freedom = estimates.len() - 1 - parameters.len();
                let fit = Statistic::new(outlook.distance, u32::try_from(freedom).unwrap_or(u32::MAX));
                return Ok(Self { information: outlook.information, model, parameters, fit, steps });
            }
            // No logarithm of odds moves by more than 1 at once.
            let longest = outlook.step.iter().copied().map(libm::fabs).fold(1.0, f64::max);
            parameters.iter_mut().zip(&outlook.step).for_each(|(own, step)| *own += step / longest);
        }
        Err(endless())
    }

    /// The covariance of two coefficients: a column of the inverse information.
    fn column(&self, place: usize) -> Vec<f64> {
        let mut unit = vec![0.0; self.parameters.len()];
        unit[place] = 1.0;
        self.information.solve(&mut unit);
        unit
    }

    fn told(&self, place: usize, (outcome, term): (String, Option<(String, String)>), z: f64) -> Coefficient {
        let at = self.model.first_coefficient() + place;
        let (estimate, variance) = (self.parameters[at], self.column(at)[at]);
        let standard_error = libm::sqrt(variance);
        let interval = (estimate - z * standard_error, estimate + z * standard_error);
        let test = Statistic::new(estimate * estimate / variance, 1);
        Coefficient { outcome, term, estimate, standard_error, interval, test }
    }

    /// Wald's statistic of all coefficients but the constants.
    fn overall(&self) -> Statistic {
        let tested: Vec<usize> = self.model.slopes().collect();
        let rows: Vec<Vec<f64>> = tested.iter().map(|&at| self.column(at)).collect();
        let covariance: Vec<Vec<f64>> =
            rows.iter().map(|row| tested.iter().map(|&at| row[at]).collect()).collect();
        let factor = Factor::of(&covariance);
        let mut values: Vec<f64> = factor.order.iter().map(|&place| self.parameters[tested[place]]).collect();
        factor.forward(&mut values);
        Statistic::new(dot(&values, &values), u32::try_from(values.len()).unwrap_or(u32::MAX))
    }
}

impl Outlook {
    fn from(
        observed: &Observed<'_>,
        model: &RegressionModel,
        estimates: &[f64],
        parameters: &[f64],
    ) -> Result<Self, Error> {
        let (shares, derivatives) = model.shares(parameters);
        // The last cell follows from all others.
        let spread = covariance(observed, &shares, &units(shares.len()))?;
        let noise = Factor::of(&spread);
        let whitened = |of: &dyn Fn(usize) -> f64| {
            let mut kept: Vec<f64> = noise.order.iter().map(|&cell| of(cell)).collect();
            noise.forward(&mut kept);
            kept
        };
        let apart = whitened(&|cell| estimates[cell] - shares[cell]);
        let columns: Vec<Vec<f64>> =
            derivatives.iter().map(|derivative| whitened(&|cell| derivative[cell])).collect();
        let n = observed.n();
        let mut information = Factor::default();
        let mut told = Vec::new();
        for (place, column) in columns.iter().enumerate() {
            let row = columns[..place].iter().map(|other| n * dot(column, other)).collect();
            let own = n * dot(column, column);
            if !information.append_row(row, own, DETERMINED * own) {
                return Err(endless());
            }
            told.push(n * dot(column, &apart));
        }
        let mut step = told.clone();
        information.solve(&mut step);
        Ok(Self { fall: dot(&step, &told), distance: n * dot(&apart, &apart), information, step })
    }
}

/// The least share of a parameter's information that the others must leave.
const DETERMINED: f64 = 1e-10;

fn endless() -> Error {
    let message = "a coefficient has no finite estimate: the answers separate, or the noise leaves nothing of a group; leave a regressor out, or join categories";
    Error::new(Code::NoFiniteEstimate, message)
}
