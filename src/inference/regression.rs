//! Logistic and multinomial regression of one question on others, from perturbed counts.
//!
//! The table's first axis is the outcome y, and all others are the regressors x. The model is π(y, x) = p_x·q_y(x), where p may be any shares
//! and q is the softmax of η_k = β_k·z(x) with η₀ = 0. The design vector z holds a constant and, for every term ([`super::formula`]), one
//! indicator for each combination of its questions' categories other than their first ones. With π̂ the inverse estimates, Σ(π)/n their
//! covariance where the true shares are π, and J the Jacobian of π by all parameters, a step of Fisher scoring is
//!
//! (Jᵀ·Σ⁻¹·J)⁻¹·Jᵀ·Σ⁻¹·(π̂ − π),
//!
//! with Σ recomputed at every step. At convergence the score of the perturbed counts is 0. For a law without labels the result is the maximum
//! likelihood estimate from the reported counts; for a labelled law it is that from its combined estimates, treated as normal. The covariance
//! of the estimates is (n·Jᵀ·Σ⁻¹·J)⁻¹. The remaining distance n·(π̂ − π)ᵀ·Σ⁻¹·(π̂ − π) is the goodness-of-fit statistic: χ² with the number of
//! cells, less 1 and less the number of parameters, as its degrees of freedom.
//!
//! Nested models are compared by the likelihood ratio 2n·Σ λ̂·ln(Mπ₁/Mπ₀). For a labelled law, by how much farther the smaller model's shares
//! are from π̂, with Σ held at the larger model's shares.
//!
//! **Joined categories** ([`super::joined`]): π̂ and Σ are those of the sums of cells. **Ridge** ([`super::regression_penalty`]): where answers
//! separate, or noise leaves nothing of a group, there is no finite estimate; a ridge shrinks the estimates towards 0 and keeps them finite. Its
//! intervals and tests come from profiles ([`super::regression_profile`]), and its standard errors from (n·Jᵀ·Σ⁻¹·J + P)⁻¹, P the second
//! derivative of the ridge. Fits with a ridge are not compared with each other.
//!
//! **What cannot occur** ([`super::evidence`]): π̂ and Σ are those that use it. The fit is then no maximum of a likelihood, and nested models are compared as for
//! a labelled law. Groups that cannot occur are left out ([`super::joined`]).
//!
//! Cost: O(N³) a step for N cells, some ten steps. Fails where the law erases a component of the table, and without a ridge where a
//! coefficient has no finite estimate.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use super::evidence::ShareEvidence;
use super::formula::Formula;
use super::joined::Joined;
use super::null_model::invalid;
use super::regression_fit::Fitted;
use super::regression_model::RegressionModel;
use super::regression_penalty::{OF_CONSTANTS, OF_SLOPES};
use super::regression_profile::Profile;
use super::regression_target::Target;
use super::specification::Specification;
use super::statistic::Statistic;
use crate::count::Table;
use crate::error::{Code, Error};
use crate::estimate::{Estimation, Options, Origin, two_sided_quantile};

/// The most cells that a regression takes: the cost of a step rises with their third power.
const MOST_CELLS: usize = 512;

/// The scale of a ridge: the prior standard deviations of coefficients around 0.
///
/// ```
/// use candor::inference::{Regression, RidgeScale, Specification};
/// use candor::{Table, estimate::Options};
/// # use candor::{design::Survey, plan::Plan};
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 1},
/// #     {"name": "age", "categories": ["young", "old"], "epsilon": 1}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// // Nobody who is young is estimated not to smoke.
/// let table = || Table::from_counts(&plan, &["smoker", "age"], vec![2, 40, 40, 10]);
/// assert_eq!(Regression::new(&plan, table()?, &Options::default()).unwrap_err().code().as_str(), "no-finite-estimate");
/// let model = "age".parse::<Specification>()?.with_ridge();
/// let Regression { coefficients, ridge: Some(RidgeScale { slopes, constants, .. }), .. } =
///     Regression::of_terms(&plan, table()?, &model, &Options::default())? else { panic!("a ridge") };
/// assert!(coefficients[1].estimate.is_finite() && (slopes, constants) == (2.5, 10.0));
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RidgeScale {
    /// The standard deviation of slopes, the effects of a regressor's categories.
    pub slopes: f64,
    /// The standard deviation of constants.
    pub constants: f64,
}

/// One coefficient: the change in the log odds of an answer against the first answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Coefficient {
    /// The answer.
    pub outcome: String,
    /// The regressor and its category, compared with its first one; `None` for the constant.
    pub term: Option<(String, String)>,
    /// The estimate.
    pub estimate: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The confidence interval.
    pub interval: (f64, f64),
    /// The test that it is 0.
    pub test: Statistic,
}

/// The comparison of a model with one that lacks a term.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TermTest {
    /// The term that the smaller model lacks.
    pub without: String,
    /// The likelihood ratio test of the hypothesis that the smaller model holds.
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
/// assert_eq!((model.fit.map(|fit| fit.degrees_of_freedom), model.n), (Some(0), 4000));
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Regression {
    /// The number of reports.
    pub n: u64,
    /// For every answer but the first: the constant, then one coefficient for each combination of a term's categories other than first ones.
    pub coefficients: Vec<Coefficient>,
    /// The covariances of the coefficients, a row for each.
    #[serde(skip)]
    pub covariance: Vec<Vec<f64>>,
    /// Wald's test of the hypothesis that all slopes are 0, so that the regressors tell nothing; `None` for a fit with a ridge.
    pub overall: Option<Statistic>,
    /// For every term that is not part of a product, the likelihood ratio test of the model without it; empty for a fit with a ridge.
    pub terms: Vec<TermTest>,
    /// The goodness-of-fit test of the model; `None` for a fit with a ridge.
    pub fit: Option<Statistic>,
    /// The scale of the ridge, if the fit has one.
    pub ridge: Option<RidgeScale>,
    /// The number of scoring steps taken.
    pub steps: u32,
}

impl Regression {
    /// Regresses the first attribute of a table on all others, without products, with intervals at the confidence of `options`.
    ///
    /// # Errors
    /// Those of [`Self::of_terms`].
    pub fn new<'l>(of: impl Into<Origin<'l>>, table: Table, options: &Options) -> Result<Self, Error> {
        let formula = Formula::of_each(&table.axes().names()[1..table.asked()]);
        Self::of_terms(of, table, &formula.into(), options)
    }

    /// Regresses the first attribute of a table on terms of all others, with intervals at the confidence of `options`. Joined categories count
    /// as one; with a ridge the estimates are always finite.
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
    /// `invalid-hypothesis` where the table has one attribute, a term names a question that the table lacks, a join names no categories of a
    /// question, or one question decides which answers another can have; `too-large` for more than 512 cells after joining; `no-finite-estimate`; `unidentifiable-table`; those of [`Estimation::new`].
    pub fn of_terms<'l>(
        of: impl Into<Origin<'l>>,
        table: Table,
        specification: &Specification,
        options: &Options,
    ) -> Result<Self, Error> {
        let n = table.total();
        let formula = specification.formula();
        let (joined, terms) = joined_terms(&table, specification)?;
        let estimation = Estimation::new(of, table, options)?;
        let evidence = ShareEvidence::new(estimation.observed())?;
        let target = Target::new(&evidence, &joined);
        let model = RegressionModel::new(&joined, &terms);
        let z = two_sided_quantile(1.0 - options.confidence);
        let coefficients = |fitted: &Fitted, covariance: &[Vec<f64>]| {
            let names = coefficient_names(&joined, &terms).into_iter().enumerate();
            let values = fitted.model.coefficients(&fitted.parameters);
            names.map(|(place, name)| coefficient(name, values[place], covariance[place][place], z)).collect()
        };
        if specification.has_ridge() {
            let fitted = Fitted::penalised(&target, model)?;
            let covariance = fitted.covariance();
            let mut coefficients: Vec<Coefficient> = coefficients(&fitted, &covariance);
            let noise = target.noise(&fitted.shares())?;
            for (place, own) in coefficients.iter_mut().enumerate() {
                let profile = Profile::new(&fitted, &target, &noise, place);
                (own.interval, own.test) = (profile.interval(z)?, profile.test()?);
            }
            let ridge = Some(RidgeScale { slopes: OF_SLOPES, constants: OF_CONSTANTS });
            let (terms, steps) = (Vec::new(), fitted.steps);
            return Ok(Self { n, coefficients, covariance, overall: None, terms, fit: None, ridge, steps });
        }
        let fitted = Fitted::new(&target, model)?;
        let without = |(without, shorter): (String, Formula)| {
            let model = RegressionModel::new(&joined, &shorter.axes(&joined.names)?);
            Ok(TermTest { without, test: fitted.against(&target, model)? })
        };
        let covariance = fitted.covariance();
        Ok(Self {
            n,
            coefficients: coefficients(&fitted, &covariance),
            overall: Some(fitted.overall(&covariance)),
            covariance,
            terms: formula.shortened().map(without).collect::<Result<_, Error>>()?,
            fit: Some(fitted.fit),
            ridge: None,
            steps: fitted.steps,
        })
    }

    /// The likelihood ratio test of the hypothesis that a model explains a table no better than a smaller one with only some of its terms.
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
    /// let test = Regression::compared(&plan, table, (&"age,sex,age:sex".parse()?, &"age".parse()?), &Options::default())?;
    /// assert!(test.degrees_of_freedom == 2 && test.p_value < 0.001);
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Self::of_terms`]; `invalid-hypothesis` where the second model does not have fewer terms, all of them of the first, and where
    /// there is a ridge.
    pub fn compared<'l>(
        of: impl Into<Origin<'l>>,
        table: Table,
        (specification, smaller): (&Specification, &Formula),
        options: &Options,
    ) -> Result<Statistic, Error> {
        let larger = specification.formula();
        if !larger.contains(smaller) || smaller.contains(larger) {
            return Err(invalid(format!(
                "\"{smaller}\" must have some, but not all, of the terms of \"{larger}\", and no others"
            )));
        }
        if specification.has_ridge() {
            return Err(invalid(
                "a fit with a ridge has no likelihood ratio, so it cannot be compared with another fit",
            ));
        }
        let (joined, terms) = joined_terms(&table, specification)?;
        let fewer = smaller.axes(&joined.names)?;
        let estimation = Estimation::new(of, table, options)?;
        let evidence = ShareEvidence::new(estimation.observed())?;
        let target = Target::new(&evidence, &joined);
        let fitted = Fitted::new(&target, RegressionModel::new(&joined, &terms))?;
        fitted.against(&target, RegressionModel::new(&joined, &fewer))
    }
}

/// The table after joining categories, and the axes of every term.
pub(super) fn joined_terms(
    table: &Table,
    specification: &Specification,
) -> Result<(Joined, Vec<Vec<usize>>), Error> {
    let joined = Joined::new(&table.asked_axes(), specification.joins())?;
    if joined.names.len() < 2 {
        return Err(invalid("a regression needs an outcome and at least one regressor"));
    }
    let cells = joined.cells();
    if cells > MOST_CELLS {
        let message = format!("the table has {cells} cells; a regression can use no more than {MOST_CELLS}");
        return Err(Error::new(Code::TooLarge, message));
    }
    let terms = specification.formula().axes(&joined.names)?;
    if !RegressionModel::new(&joined, &terms).is_determined() {
        return Err(invalid(
            "two regressors say the same of some people, such as that they were not asked; leave one of them out",
        ));
    }
    Ok((joined, terms))
}

/// The outcome and the term of every coefficient, in the order of the coefficients.
pub(super) fn coefficient_names(
    joined: &Joined,
    terms: &[Vec<usize>],
) -> Vec<(String, Option<(String, String)>)> {
    let categories = |axis: usize| joined.categories[axis][1..].iter().cloned();
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
        let questions: Vec<&str> = term.iter().map(|&axis| joined.names[axis].as_str()).collect();
        names.extend(combined(term).iter().map(|own| Some((questions.join(":"), own.join(":")))));
    }
    categories(0).flat_map(|outcome| names.iter().map(move |term| (outcome.clone(), term.clone()))).collect()
}

/// A coefficient with Wald's interval at the normal quantile z, and Wald's test that it is 0.
fn coefficient(
    (outcome, term): (String, Option<(String, String)>),
    estimate: f64,
    variance: f64,
    z: f64,
) -> Coefficient {
    let standard_error = libm::sqrt(variance);
    let interval = (estimate - z * standard_error, estimate + z * standard_error);
    let test = Statistic::new(estimate * estimate / variance, 1);
    Coefficient { outcome, term, estimate, standard_error, interval, test }
}
