//! Makes overlapping tables consistent: a marginal has the same numbers whichever table it is computed from.
//!
//! Inverse estimates from the same reports agree already; projected, truncated and product estimates, and tables counted from different
//! reports, do not. The method is weighted least squares: of all tables that are marginals of one common table, it takes those nearest to
//! the estimates p_W in Σ_W u_W·‖q_W − p_W‖², u_W one over the mean variance of the cells. The components of a table [Mathematics, §5] are
//! orthogonal, so every component T is computed on its own: c_T = Σ_W (u_W/N_{W∖T})·c_T(W) / Σ_W (u_W/N_{W∖T}) over the tables that hold T.
//!
//! Errors: tables estimated in the same way from the same reports hardly move, and the noise that they share is not averaged away: they
//! keep their own standard errors. A table with little noise that is moved towards one with more takes over noise. Without the counts of
//! all attributes together, the move itself is the only measure of that: SE² + move². Intervals are those of the separate tables, stretched
//! to hold the estimates (all simulated in `tests/estimate/coverage.rs`). Covariances gain the products of the moves; none are given
//! between tables.
//!
//! Cost: O(2^s·N) a table, s the number of attributes it shares. A cell may become negative.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::Estimate;
use crate::estimate::observed::operator;
use crate::estimate::observed::operator::factors::Factors;
use crate::estimate::observed::operator::walk::{for_each_within, marginal};
use crate::exact::{to_f64, to_index};
use crate::numeric::order::sorted;

/// Moves the estimates of several tables by as little as makes their shared marginals agree.
///
/// ```
/// use candor::count::Table;
/// use candor::estimate::{Options, consistent, estimate};
/// # use candor::{design, schema::{Attribute, Category, Schema}};
/// # let attribute = |name| Attribute::new(name, None, Category::list(["no", "yes"]), false);
/// # let schema = Schema::new(vec![attribute("smoker")?, attribute("drinker")?])?;
/// # let levels = design::Levels::new(vec![2, 2], vec![1.0, 1.0])?;
/// # let law = design::Request::levels(&levels).design()?.law().clone();
/// let both = Table::from_counts(&schema, &["smoker", "drinker"], vec![400, 200, 150, 250])?;
/// let smokers = Table::from_counts(&schema, &["smoker"], vec![590, 410])?;
/// let options = Options::default();
/// let agreed = consistent(&[estimate(&law, both, &options)?, estimate(&law, smokers, &options)?]);
/// let of_both = agreed[0].get(&["yes", "no"])?.estimate + agreed[0].get(&["yes", "yes"])?.estimate;
/// assert!((of_both - agreed[1].get(&["yes"])?.estimate).abs() < 1e-12);
/// # Ok::<(), candor::Error>(())
/// ```
#[must_use]
pub fn consistent(estimates: &[Estimate]) -> Vec<Estimate> {
    let mut shares: Vec<Vec<f64>> = estimates.iter().map(|estimate| estimate.shares().to_vec()).collect();
    for (component, holders) in shared(estimates) {
        let parts: Vec<TableComponent> =
            holders.iter().map(|&holder| TableComponent::new(&estimates[holder], &component)).collect();
        let whole: f64 = parts.iter().map(|part| part.weight).sum();
        let mut agreed = alloc::vec![0.0; parts[0].values.len()];
        for part in &parts {
            agreed.iter_mut().zip(&part.values).for_each(|(sum, value)| *sum += part.weight / whole * value);
        }
        for (part, &holder) in parts.iter().zip(&holders) {
            part.move_to(&agreed, estimates[holder].axes().sizes(), &mut shares[holder]);
        }
    }
    estimates.iter().zip(shares).map(|(estimate, shares)| estimate.moved_to(shares)).collect()
}

/// Every set of attributes that at least two tables hold, with those tables.
fn shared(estimates: &[Estimate]) -> BTreeMap<Vec<usize>, Vec<usize>> {
    let mut sets: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for (holder, estimate) in estimates.iter().enumerate() {
        let elsewhere = |attribute: &&usize| {
            let mut others = estimates.iter().enumerate().filter(|(other, _)| *other != holder);
            others.any(|(_, other)| other.axes().attributes().contains(attribute))
        };
        let common: Vec<usize> =
            sorted(estimate.axes().attributes().iter().filter(elsewhere).copied().collect());
        for set in 0..1_usize << common.len() {
            let chosen = common.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
            sets.entry(chosen.map(|(_, &attribute)| attribute).collect()).or_default().push(holder);
        }
    }
    sets.retain(|_, holders| holders.len() > 1);
    sets
}

/// One component T of one table W.
struct TableComponent {
    axes: Vec<usize>,
    values: Vec<f64>,
    weight: f64,
    /// N_{W∖T}: the cells of the table that one cell of the component stands for.
    summed: f64,
}

impl TableComponent {
    fn new(estimate: &Estimate, component: &[usize]) -> Self {
        let place = |attribute: &usize| estimate.axes().attributes().iter().position(|own| own == attribute);
        let axes: Vec<usize> = component.iter().filter_map(place).collect();
        let sizes: Vec<u32> = axes.iter().map(|&axis| estimate.axes().sizes()[axis]).collect();
        let mut values = marginal(estimate.shares(), estimate.axes().sizes(), &axes);
        let mut factors = alloc::vec![0.0; 1 << axes.len()];
        if let Some(last) = factors.last_mut() {
            *last = 1.0;
        }
        operator::apply(&Factors::listed(factors, &sizes), &sizes, &mut values);
        let cells: usize = estimate.axes().sizes().iter().map(|&a| to_index(a)).product();
        let summed = to_f64((cells / values.len()) as u128);
        Self { axes, values, weight: precision(estimate) / summed, summed }
    }

    fn move_to(&self, agreed: &[f64], sizes: &[u32], shares: &mut [f64]) {
        for_each_within(sizes, &self.axes, |cell, at| {
            shares[cell] += (agreed[at] - self.values[at]) / self.summed;
        });
    }
}

/// u_W, one over the mean variance of the cells. The sum of the variances is set to at least 1/n², for tables without errors.
fn precision(estimate: &Estimate) -> f64 {
    let squares: f64 = estimate.standard_errors().into_iter().flatten().map(|error| error * error).sum();
    let n = to_f64(estimate.n().into());
    to_f64(estimate.shares().len() as u128) / libm::fmax(squares, 1.0 / (n * n))
}
