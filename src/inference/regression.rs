//! Logistic and multinomial regression of one question on others, through the law.
//!
//! Of a table whose first axis is the outcome, with regressors x on all others, π(y, x) = p_x·q_y(x): p any shares, and
//! q the softmax of η_k = β_k·z(x), η₀ = 0, z a constant and, of every term ([`super::formula`]), an indicator of every combination of categories
//! but its questions' first ones. With π̂ the
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
//! Nested models are compared by the likelihood ratio 2n·Σ λ̂·ln(Mπ₁/Mπ₀); of a labelled law by how much farther the smaller
//! one's shares are from π̂, Σ held at the larger one's.
//!
//! Cost: O(N³) a step for N cells, some ten steps. Fails where the law erases a component of the table, and where a coefficient
//! has no finite estimate.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use super::formula::Formula;
use super::null_model::invalid;
use super::regression_model::RegressionModel;
use super::regression_steps::Fitted;
use super::statistic::Statistic;
use crate::count::{Axes, Table};
use crate::error::{Code, Error};
use crate::estimate::{Estimation, Options, Origin, two_sided_quantile};
use crate::exact::to_index;

/// The most cells: the cost of a step rises with the third power.
const MOST_CELLS: usize = 512;

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

/// A model compared with a smaller one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TermTest {
    /// What the smaller one lacks.
    pub without: String,
    /// The likelihood ratio test that it holds.
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
    /// Of every term that is no part of a product, whether it tells anything beside all others: the likelihood ratio test of the model
    /// without it.
    pub terms: Vec<TermTest>,
    /// Whether the model fits: what the table has beyond it.
    pub fit: Statistic,
    /// The steps taken.
    pub steps: u32,
}

impl Regression {
    /// Fits the first attribute of a table to all others, each by itself, with intervals of the confidence that `options` ask for.
    ///
    /// # Errors
    /// Those of [`Self::of_terms`].
    pub fn new<'l>(of: impl Into<Origin<'l>>, table: Table, options: &Options) -> Result<Self, Error> {
        let formula = Formula::of_each(&table.axes().names()[1..]);
        Self::of_terms(of, table, &formula, options)
    }

    /// Fits the first attribute of a table to terms of all others, with intervals of the confidence that `options` ask for.
    ///
    /// ```
    /// use candor::inference::{TermTest, Regression};
    /// use candor::{Table, estimate::Options};
    /// # use candor::{design::Survey, plan::Plan};
    /// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
    /// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 5},
    /// #     {"name": "age", "categories": ["young", "old"], "epsilon": 5},
    /// #     {"name": "sex", "categories": ["f", "m"], "epsilon": 5}]}"#)?;
    /// # let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// let table = Table::from_counts(&plan, &["smoker", "age", "sex"], vec![900, 800, 850, 300, 120, 210, 160, 700])?;
    /// let model = Regression::of_terms(&plan, table, &"age,sex,age:sex".parse()?, &Options::default())?;
    /// assert_eq!(model.coefficients[3].term, Some(("age:sex".into(), "old:m".into())));
    /// // Only the product can be left out: its parts belong to it.
    /// let [TermTest { without, test, .. }] = &model.terms[..] else { panic!("one term") };
    /// assert!(without == "age:sex" && test.degrees_of_freedom == 1 && test.p_value < 0.001);
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid-hypothesis` where the table has one attribute, or the terms are of others; `too-large` above 512 cells;
    /// `no-finite-estimate`; `unidentifiable-table`; those of [`Estimation::new`].
    pub fn of_terms<'l>(
        of: impl Into<Origin<'l>>,
        table: Table,
        formula: &Formula,
        options: &Options,
    ) -> Result<Self, Error> {
        let (axes, n) = (table.axes().clone(), table.total());
        let terms = checked(&axes, formula)?;
        let estimation = Estimation::new(of, table, options)?;
        let observed = estimation.observed();
        let fitted = Fitted::new(observed, RegressionModel::new(axes.sizes(), &terms), None)?;
        let z = two_sided_quantile(1.0 - options.confidence);
        let without = |(without, shorter): (String, Formula)| {
            let model = RegressionModel::new(axes.sizes(), &shorter.axes(axes.names())?);
            Ok(TermTest { without, test: fitted.against(observed, model)? })
        };
        let names = named(&axes, &terms).into_iter().enumerate();
        Ok(Self {
            n,
            coefficients: names.map(|(place, name)| told(&fitted, place, name, z)).collect(),
            overall: fitted.overall(),
            terms: formula.shortened().map(without).collect::<Result<_, Error>>()?,
            fit: fitted.fit,
            steps: fitted.steps,
        })
    }

    /// The likelihood ratio test that a model of these terms explains a table no better than one of some of them.
    ///
    /// ```
    /// use candor::inference::Regression;
    /// use candor::{Table, estimate::Options};
    /// # use candor::{design::Survey, plan::Plan};
    /// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
    /// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 5},
    /// #     {"name": "age", "categories": ["young", "old"], "epsilon": 5},
    /// #     {"name": "sex", "categories": ["f", "m"], "epsilon": 5}]}"#)?;
    /// # let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// let table = Table::from_counts(&plan, &["smoker", "age", "sex"], vec![900, 800, 850, 300, 120, 210, 160, 700])?;
    /// let test = Regression::compared(&plan, table, ["age,sex,age:sex", "age"].map(|terms| terms.parse().unwrap()), &Options::default())?;
    /// assert!(test.degrees_of_freedom == 2 && test.p_value < 0.001);
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Self::of_terms`]; `invalid-hypothesis` where the second has as many terms, or other ones.
    pub fn compared<'l>(
        of: impl Into<Origin<'l>>,
        table: Table,
        [larger, smaller]: [Formula; 2],
        options: &Options,
    ) -> Result<Statistic, Error> {
        if !larger.contains(&smaller) || smaller.contains(&larger) {
            return Err(invalid(format!("\"{smaller}\" must be some of the terms of \"{larger}\"")));
        }
        let axes = table.axes().clone();
        let [terms, fewer] = [checked(&axes, &larger)?, smaller.axes(axes.names())?];
        let estimation = Estimation::new(of, table, options)?;
        let observed = estimation.observed();
        let fitted = Fitted::new(observed, RegressionModel::new(axes.sizes(), &terms), None)?;
        fitted.against(observed, RegressionModel::new(axes.sizes(), &fewer))
    }
}

/// The axes of every term, which are all of the table but the first.
fn checked(axes: &Axes, formula: &Formula) -> Result<Vec<Vec<usize>>, Error> {
    if axes.sizes().len() < 2 {
        return Err(invalid("a regression needs an outcome and at least one regressor"));
    }
    let cells: usize = axes.sizes().iter().map(|&size| to_index(size)).product();
    if cells > MOST_CELLS {
        let message = format!("the table has {cells} cells; a regression takes no more than {MOST_CELLS}");
        return Err(Error::new(Code::TooLarge, message));
    }
    formula.axes(axes.names())
}

/// The outcome and the term of every coefficient.
fn named(axes: &Axes, terms: &[Vec<usize>]) -> Vec<(String, Option<(String, String)>)> {
    let categories = |axis: usize| {
        let size = to_index(axes.sizes()[axis]);
        (1..size).map(move |place| axes.categories_along([axis].into_iter(), place).concat())
    };
    let combined = |term: &Vec<usize>| {
        term.iter().fold(Vec::from([Vec::new()]), |before: Vec<Vec<String>>, &axis| {
            before
                .iter()
                .flat_map(|one| categories(axis).map(move |own| [&one[..], &[own]].concat()))
                .collect()
        })
    };
    let mut names = vec![None];
    for term in terms {
        let questions: Vec<&str> = term.iter().map(|&axis| axes.names()[axis].as_str()).collect();
        names.extend(combined(term).iter().map(|own| Some((questions.join(":"), own.join(":")))));
    }
    let outcomes =
        (1..to_index(axes.sizes()[0])).map(|place| axes.categories_along([0].into_iter(), place).concat());
    outcomes.flat_map(|outcome| names.iter().map(move |term| (outcome.clone(), term.clone()))).collect()
}

/// What is told of a coefficient at z.
fn told(
    fitted: &Fitted,
    place: usize,
    (outcome, term): (String, Option<(String, String)>),
    z: f64,
) -> Coefficient {
    let at = fitted.model.first_coefficient() + place;
    let (estimate, variance) = (fitted.parameters[at], fitted.column(at)[at]);
    let standard_error = libm::sqrt(variance);
    let interval = (estimate - z * standard_error, estimate + z * standard_error);
    let test = Statistic::new(estimate * estimate / variance, 1);
    Coefficient { outcome, term, estimate, standard_error, interval, test }
}
