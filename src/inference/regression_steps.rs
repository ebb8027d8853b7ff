//! Fisher's scoring steps to the coefficients of a regression, and what is told where they end ([`super::regression`]).

use alloc::vec;
use alloc::vec::Vec;

use super::fit::units;
use super::linear::covariance;
use super::regression_model::RegressionModel;
use super::statistic::Statistic;
use crate::error::{Code, Error};
use crate::estimate::Observed;
use crate::numeric::quadratic::Factor;
use crate::numeric::vectors::dot;

/// Steps after which there is no estimate.
const MOST_STEPS: u32 = 200;

/// A logarithm of odds beyond which there is no end: 160,000 to 1.
const ENDLESS: f64 = 12.0;

/// The expected fall of the distance, as a χ², below which steps end.
const SETTLED: f64 = 1e-12;

/// Where the steps end.
pub(super) struct Fitted {
    pub(super) model: RegressionModel,
    /// The logarithms of p, then the coefficients.
    pub(super) parameters: Vec<f64>,
    /// Of n·Jᵀ·Σ⁻¹·J.
    information: Factor,
    pub(super) fit: Statistic,
    pub(super) steps: u32,
}

/// A covariance of the estimates at some shares, times n.
pub(super) type HeldCovariance = Vec<Vec<f64>>;

/// What is seen from one point.
struct Outlook {
    information: Factor,
    step: Vec<f64>,
    /// By how much the distance should fall.
    fall: f64,
    distance: f64,
}

impl Fitted {
    /// Where their covariance is taken anew at every step, or held.
    pub(super) fn new(
        observed: &Observed<'_>,
        model: RegressionModel,
        held: Option<&HeldCovariance>,
    ) -> Result<Self, Error> {
        let estimates = observed.inverse(&observed.axes())?;
        let mut parameters = model.start(&estimates);
        for steps in 1..=MOST_STEPS {
            let outlook = Outlook::from(observed, &model, (&estimates, held), &parameters)?;
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

    /// The likelihood ratio test of a smaller model, or what stands for it where there are labels.
    pub(super) fn against(
        &self,
        observed: &Observed<'_>,
        smaller: RegressionModel,
    ) -> Result<Statistic, Error> {
        let (shares, _) = self.model.shares(&self.parameters);
        let held = match observed.labelled() {
            Some(_) => Some(covariance(observed, &shares, &units(shares.len()))?),
            None => None,
        };
        let other = Self::new(observed, smaller, held.as_ref())?;
        let beyond = self.parameters.len() - other.parameters.len();
        let value = match held {
            Some(_) => other.fit.value - self.fit.value,
            None => {
                let expected = |fitted: &Self| {
                    let mut expected = fitted.model.shares(&fitted.parameters).0;
                    observed.perturb(&mut expected);
                    expected
                };
                let (own, others) = (expected(self), expected(&other));
                let each = observed.shares().iter().zip(own.iter().zip(&others));
                2.0 * observed.n()
                    * each.map(|(seen, (own, other))| seen * libm::log(own / other)).sum::<f64>()
            }
        };
        Ok(Statistic::new(libm::fmax(value, 0.0), u32::try_from(beyond).unwrap_or(u32::MAX)))
    }

    /// The covariance of two coefficients: a column of the inverse information.
    pub(super) fn column(&self, place: usize) -> Vec<f64> {
        let mut unit = vec![0.0; self.parameters.len()];
        unit[place] = 1.0;
        self.information.solve(&mut unit);
        unit
    }

    /// Wald's statistic of all coefficients but the constants.
    pub(super) fn overall(&self) -> Statistic {
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
        (estimates, held): (&[f64], Option<&HeldCovariance>),
        parameters: &[f64],
    ) -> Result<Self, Error> {
        let (shares, derivatives) = model.shares(parameters);
        // The last cell follows from all others.
        let noise = match held {
            Some(held) => Factor::of(held),
            None => Factor::of(&covariance(observed, &shares, &units(shares.len()))?),
        };
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
