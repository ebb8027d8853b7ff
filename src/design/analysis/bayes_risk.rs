//! R, the expected total squared error of the best guess of all tables together, under its prior [Mathematics, §13].
//!
//! The best guess draws a component T towards 0, the more the noisier its estimate is. With n respondents, a normal prior of its log-linear
//! term with variance τ, and I_T the information of a report on it, its part of the error of all tables that have it is
//!
//! c_T·E_τ\[1/(n·I_T + h_T/τ)\],   h_T = dim_T·∏_{i∈T} aᵢ,   c_T = Σ_{W⊇T} dim_T²/∏_{i∈W} aᵢ,
//!
//! and R is the sum over T: convex in the information, and V/n where τ → ∞. How large the components of a pair are is not known in advance: most
//! pairs hardly depend on one another, and a few do strongly, so τ has one of three values.
//! Cost: tables × 2^w.

use alloc::format;
use alloc::vec::Vec;

use super::protocol_bound;
use crate::error::{Code, Error};
use crate::law::Law;

/// The prior variances of a question's log-linear term, and of a pair's, with their probabilities.
const QUESTIONS: [(f64, f64); 1] = [(2.0, 1.0)];
const PAIRS: [(f64, f64); 3] = [(0.01, 0.5), (0.1, 0.3), (3.0, 0.2)];

/// The number of halvings to find a component's information at a price, and to find the price.
const HALVINGS: usize = 64;

/// The error of components of one kind as a function of the information on one of them.
#[derive(Debug, Clone)]
pub(in crate::design) struct ComponentRisk {
    cost: f64,
    respondents: f64,
    /// The pairs of h_T/τ and the probability of τ.
    counterweights: Vec<(f64, f64)>,
}

/// A component's error, how fast more information lowers it, and how fast that rate falls: the value, −R′ and R″.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::design) struct Risk {
    pub(in crate::design) value: f64,
    pub(in crate::design) price: f64,
    pub(in crate::design) curvature: f64,
}

impl ComponentRisk {
    /// The error of components of attributes of these sizes, Σ c_T of which is `cost`.
    pub(in crate::design) fn new(sizes: &[f64], cost: f64, respondents: f64) -> Self {
        let counted: f64 = sizes.iter().map(|size| size * (size - 1.0)).product();
        let prior = if sizes.len() == 1 { &QUESTIONS[..] } else { &PAIRS[..] };
        let counterweights = prior.iter().map(|(variance, p)| (counted / variance, *p)).collect();
        Self { cost, respondents, counterweights }
    }

    pub(in crate::design) fn at(&self, information: f64) -> Risk {
        let mut risk = Risk::default();
        for (counterweight, probability) in &self.counterweights {
            let whole = self.respondents * information + counterweight;
            let value = self.cost * probability / whole;
            let price = value * self.respondents / whole;
            risk.value += value;
            risk.price += price;
            risk.curvature += 2.0 * price * self.respondents / whole;
        }
        risk
    }

    /// The information, from 0 to `most`, at which one more unit is worth this much.
    fn information_at(&self, price: f64, most: f64) -> f64 {
        let (mut below, mut above) = (0.0, most);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (below + above);
            if self.at(middle).price > price { below = middle } else { above = middle }
        }
        below
    }
}

/// Refuses tables of three questions and more, for whose components the best guess has no prior.
pub(in crate::design) fn check_guessed(tables: &[Vec<usize>]) -> Result<(), Error> {
    match tables.iter().find(|table| table.len() > 2) {
        None => Ok(()),
        Some(table) => {
            let message = format!(
                "a table is of {} questions; a design for the best guess is for tables of one and two questions",
                table.len()
            );
            Err(Error::new(Code::InfeasibleRequest, message))
        }
    }
}

/// Computes R of a law for tables of one and two questions.
///
/// ```
/// use candor::design::{Request, analysis};
/// let (sizes, tables) = ([2, 3, 4], analysis::default_tables(3));
/// let design = Request::tables(&sizes, &tables, 1.0).design()?;
/// let risk = analysis::bayes_risk(design.law(), &tables, 1_000.0)?;
/// let unbiased: f64 = tables.iter().map(|table| analysis::expected_squared_error(design.law(), table)).sum();
/// assert!(risk < unbiased / 1_000.0 && risk > analysis::bayes_risk_bound(&sizes, &tables, 1.0, 1_000.0)?);
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// `infeasible-request` for a table of three or more questions.
pub fn bayes_risk(law: &Law, tables: &[Vec<usize>], respondents: f64) -> Result<f64, Error> {
    check_guessed(tables)?;
    let own = |(component, (freedom, cost)): (&Vec<usize>, &protocol_bound::Component)| {
        let share = law.information(component).last().copied().unwrap_or(0.0);
        risk(law.sizes(), component, *cost, respondents).at(share * freedom).value
    };
    Ok(protocol_bound::components(law.sizes(), &tables.into()).iter().map(own).sum())
}

/// Computes a lower bound on R for every protocol with this record ε: the least over 0 ≤ I_T ≤ dim_T, Σ I_T ≤ sinh²(ε/2), by
/// water-filling. Information is bought as long as it is worth a price; any price gives a bound by duality, and the largest bound is at the price at
/// which all of it is spent.
///
/// # Errors
/// `infeasible-request` for a table of three or more questions.
pub fn bayes_risk_bound(
    sizes: &[u32],
    tables: &[Vec<usize>],
    record_epsilon: f64,
    respondents: f64,
) -> Result<f64, Error> {
    check_guessed(tables)?;
    let half = libm::sinh(record_epsilon / 2.0);
    let of = |(component, (freedom, cost)): (&Vec<usize>, &protocol_bound::Component)| {
        (risk(sizes, component, *cost, respondents), *freedom)
    };
    let components: Vec<(ComponentRisk, f64)> =
        protocol_bound::components(sizes, &tables.into()).iter().map(of).collect();
    Ok(filled(&components, half * half))
}

fn risk(sizes: &[u32], component: &[usize], cost: f64, respondents: f64) -> ComponentRisk {
    let sizes: Vec<f64> = component.iter().map(|&i| f64::from(sizes[i])).collect();
    ComponentRisk::new(&sizes, cost, respondents)
}

/// max over the price ν of Σ min_I (R_T(I) + ν·I) − ν·whole.
fn filled(components: &[(ComponentRisk, f64)], whole: f64) -> f64 {
    let at = |price: f64| {
        let bought = components.iter().map(|(risk, most)| (risk, risk.information_at(price, *most)));
        bought.fold((0.0, 0.0), |(sum, spent), (risk, own)| (sum + risk.at(own).value, spent + own))
    };
    if components.iter().map(|(_, most)| most).sum::<f64>() <= whole {
        return components.iter().map(|(risk, most)| risk.at(*most).value).sum();
    }
    // At the first price everything is bought, at the second nothing.
    let mut below = components.iter().map(|(risk, most)| risk.at(*most).price).fold(f64::INFINITY, f64::min);
    let mut above = components.iter().map(|(risk, _)| risk.at(0.0).price).fold(0.0, f64::max);
    for _ in 0..HALVINGS {
        let middle = libm::sqrt(below) * libm::sqrt(above);
        if at(middle).1 > whole { below = middle } else { above = middle }
    }
    let (sum, spent) = at(above);
    sum + above * (spent - whole)
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::{Code, ComponentRisk, bayes_risk_bound, check_guessed};

    const STEP: f64 = 1e-5;

    /// Prices are −R′ and curvatures R″ > 0, by differences of the values and of the prices.
    #[test]
    fn prices_and_curvatures_are_those_of_the_values() {
        for sizes in [&[4.0][..], &[2.0, 16.0], &[3.0, 5.0]] {
            let risk = ComponentRisk::new(sizes, 0.7, 500.0);
            for information in [1e-3, 0.02, 0.3, 2.0] {
                let (below, at, above) = (
                    risk.at(information * (1.0 - STEP)),
                    risk.at(information),
                    risk.at(information * (1.0 + STEP)),
                );
                let price = (below.value - above.value) / (2.0 * STEP * information);
                let curvature = (below.price - above.price) / (2.0 * STEP * information);
                assert!((at.price / price - 1.0).abs() < 1e-6, "{sizes:?} {information}");
                assert!((at.curvature / curvature - 1.0).abs() < 1e-6, "{sizes:?} {information}");
                assert!(at.curvature > 0.0);
            }
        }
    }

    /// A question's prior is normal, so that its error is that of weighing its estimate against 0.
    #[test]
    fn the_error_of_a_question_is_that_of_a_normal_prior() {
        let (size, respondents, information) = (4.0_f64, 1_000.0, 0.02);
        let (dimensions, prior) = (size - 1.0, 2.0 / (size * size));
        let noise = dimensions / (respondents * information * size);
        let expected = dimensions * prior * noise / (prior + noise);
        let cost = dimensions * dimensions / size;
        let found = ComponentRisk::new(&[size], cost, respondents).at(information).value;
        assert!((found / expected - 1.0).abs() < 1e-12, "{found} {expected}");
    }

    #[test]
    fn tables_of_three_questions_are_refused() {
        assert!(check_guessed(&[vec![0], vec![0, 1]]).is_ok());
        let refused =
            bayes_risk_bound(&[2, 2, 2], &[vec![0, 1, 2]], 1.0, 100.0).map_err(|error| error.code());
        assert_eq!(refused, Err(Code::InfeasibleRequest));
    }
}
