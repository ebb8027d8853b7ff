//! The power of a test, and the number of respondents it takes, for a law and expected shares.
//!
//! Where the true shares are π, the statistic ([`super::test`]) of n reports is nearly c·χ² with noncentrality n·δ/c. Here δ = dᵀV₀⁻¹d for one
//! report, V₀ is the covariance of d where the hypothesis holds, V₁ that at π, c = tr(V₀⁻¹V₁)/k, and k the degrees of freedom
//! [Mathematics, §11]. With one degree of freedom this is the normal distribution of d. The power is within 3 percentage points of simulation
//! (`tests/inference/power.rs`). What cannot occur is used as by tests, with all further answers that hang on the table's and can occur equally frequent.
//!
//! Cost: that of two tests of the table; n is found by bisection.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use super::evidence::ShareEvidence;
use super::fit;
use super::hypothesis::{Hypothesis, cells};
use super::score::Departures;
use crate::count::{AttributeKey, Table, ViewCounts};
use crate::error::{Code, Error};
use crate::estimate::{Estimation, Options};
use crate::exact::{count_to_f64, floor_u128};
use crate::law::{Law, View};
use crate::numeric::chi_squared::{critical_value, noncentral_tail};
use crate::schema::Schema;

/// The number of reports in a table of expected counts, large enough that each form has its share of them but for rounding.
const MANY: f64 = 1e12;

/// The largest number of respondents that is returned.
const MOST: u64 = 1_000_000_000_000_000;

/// The expected outcome of a test, from which its power follows.
///
/// ```
/// use candor::inference::{Hypothesis, Prospect};
/// # use candor::{design::Survey, plan::Plan};
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 1},
/// #     {"name": "cough", "categories": ["no", "yes"], "epsilon": 1}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// let shares = [0.6, 0.1, 0.15, 0.15];
/// let of = (plan.schema(), plan.law());
/// let prospect = Prospect::new(of, &["smoker", "cough"], &Hypothesis::Independence, &shares)?;
/// let n = prospect.respondents(0.8, 0.05)?.unwrap_or(0);
/// assert!(n > 100 && prospect.power(n, 0.05)? >= 0.8 && prospect.power(n - 1, 0.05)? < 0.8);
/// // Nothing is there to be found: no number of respondents finds it.
/// let even = Prospect::new(of, &["smoker", "cough"], &Hypothesis::Independence, &[0.25; 4])?;
/// assert!(even.noncentrality < 1e-12 && even.respondents(0.8, 0.05)?.is_none());
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Prospect {
    /// δ: the noncentrality that one report adds to the statistic.
    pub noncentrality: f64,
    /// The degrees of freedom of the statistic.
    pub degrees_of_freedom: u32,
    /// c: the ratio of the statistic's noise to that where the hypothesis holds.
    pub spread: f64,
}

impl Prospect {
    /// The prospect of a test of the table over `attributes` with these expected true shares: row-major, last attribute fastest.
    ///
    /// # Errors
    /// `invalid-hypothesis` where the shares are invalid, or the hypothesis does not fit the table; `unidentifiable-table`; those of
    /// [`Table::new`].
    pub fn new(
        (schema, law): (&Schema, &Law),
        attributes: &[impl AttributeKey],
        hypothesis: &Hypothesis,
        shares: &[f64],
    ) -> Result<Self, Error> {
        let table = expected((schema, law), attributes)?;
        let estimation = Estimation::new(law, table, &Options::default())?;
        let observed = estimation.observed();
        let model = hypothesis.model_of(observed)?;
        fit::check_of_table(shares, cells(observed.sizes()), observed.occurring())?;
        let evidence = ShareEvidence::of_law(observed)?;
        let departures = Departures::expected(model.as_ref(), &evidence, shares)?;
        let there = evidence.covariance(shares, &model.gradients(shares))?;
        let found = departures.statistic();
        let spread = departures.spread(&there) / f64::from(found.degrees_of_freedom.max(1));
        Ok(Self { noncentrality: found.value, degrees_of_freedom: found.degrees_of_freedom, spread })
    }

    /// The probability that a test of n reports rejects at this level.
    ///
    /// # Errors
    /// `invalid-confidence` for a level that does not lie between 0 and 1.
    pub fn power(&self, n: u64, level: f64) -> Result<f64, Error> {
        check(level, "level")?;
        let degrees = f64::from(self.degrees_of_freedom.max(1));
        Ok(self.power_beyond(critical_value(level, degrees), n))
    }

    fn power_beyond(&self, critical: f64, n: u64) -> f64 {
        let degrees = f64::from(self.degrees_of_freedom.max(1));
        let shift = count_to_f64(n) * self.noncentrality / self.spread;
        if shift > FAR * (critical / self.spread + degrees) {
            return 1.0;
        }
        noncentral_tail(critical / self.spread, degrees, shift)
    }

    /// The least number of reports with which a test at this level has this power; `None` where 10¹⁵ reports are not enough.
    ///
    /// # Errors
    /// `invalid-confidence` for a power or level that does not lie between 0 and 1.
    pub fn respondents(&self, power: f64, level: f64) -> Result<Option<u64>, Error> {
        check(power, "power")?;
        check(level, "level")?;
        let degrees = f64::from(self.degrees_of_freedom.max(1));
        let critical = critical_value(level, degrees);
        if self.power_beyond(critical, MOST) < power {
            return Ok(None);
        }
        let (mut below, mut enough) = (0, MOST);
        while enough - below > 1 {
            let middle = below + (enough - below) / 2;
            if self.power_beyond(critical, middle) < power { below = middle } else { enough = middle }
        }
        Ok(Some(enough))
    }
}

/// The ratio of noncentrality to critical value above which the power is 1.
const FAR: f64 = 1e4;

pub(super) fn check(probability: f64, what: &str) -> Result<(), Error> {
    if probability > 0.0 && probability < 1.0 {
        return Ok(());
    }
    let message = format!("the {what} is {probability}; it must lie strictly between 0 and 1");
    Err(Error::new(Code::InvalidConfidence, message))
}

/// A table of [`MANY`] reports whose labels have the frequencies of the law; all reports of a view are put in its first cell.
pub(super) fn expected(of: (&Schema, &Law), attributes: &[impl AttributeKey]) -> Result<Table, Error> {
    let empty = Table::linked(of, attributes)?;
    let views = of.1.views(empty.axes().attributes());
    let part = |(view, seen): (&View, ViewCounts<'_>)| {
        let shapes = of.1.forms()[view.form].shapes();
        let named: u64 = view.units.iter().map(|(unit, _)| u64::from(shapes[*unit].subset)).product();
        let reports = u64::try_from(floor_u128(MANY * view.probability)).unwrap_or(0);
        let mut counts = vec![0; seen.counts.len()];
        counts[0] = reports * named;
        (reports, counts)
    };
    let parts: Vec<(u64, Vec<u64>)> = views.iter().zip(empty.by_view()).map(part).collect();
    Table::from_views(of, empty.axes().attributes(), parts)?.asked_for(empty.asked())
}
