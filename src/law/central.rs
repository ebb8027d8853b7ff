//! Central (ε, δ) of totals: what reports tell whose order and senders a collector hides, an upper bound [Mathematics, §14].
//!
//! All that totals can tell is which reports came, not whose they are. In each form every report has at least the probability γ·u,
//! u being uniform and γ the least of all probabilities over u's: the *privacy blanket* [Balle19]. A report that is drawn from the blanket
//! tells nothing of its sender and hides the others. With ρ = P(report | record)/(γ·u) ∈ \[1, e^ε\] and V = ρ(one record) − e^ε′·ρ(other),
//! two surveys that differ in one person's record are (ε′, δ)-indistinguishable for
//!
//! δ = E\[(V₁ + … + V_M)₊\]/n ≤ (1 + Σ_φ P_φ·γ_φ·(E_φ e^{θV} − 1))ⁿ / (e·θ·n) for any θ > 0, where M ~ Bin(n, γ).
//!
//! E_φ is largest where ρ is 1 or e^ε only, and where records differ as much as they can. Weights are computed from integers and
//! rounded up; the sum in double precision gets its largest possible error added.
//!
//! Cost: O(patterns) once, then some thousand exponential functions for each form, for any number of reports. It fails where there are
//! few reports: then the record ε is smaller, and is returned.

use alloc::vec::Vec;

use super::epsilon;
use super::form::Form;
use super::mixture::Law;
use crate::exact::{Enclosure, Scaled, Toward, WHOLE, rounded_up, to_f64};

/// What the totals of some reports tell, at most, of any one of the people.
///
/// ```
/// use candor::law::CentralBound;
/// assert_eq!(CentralBound::usual_delta(10_000), 1e-6);
/// assert_eq!(CentralBound::usual_delta(1_000_000), 1e-7);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CentralBound {
    /// The number of reports that hide each other.
    pub reports: u64,
    /// The central ε, rounded up to 12 digits; the record ε where that is not larger.
    pub epsilon: f64,
    /// The probability, at most, by which totals may tell more; 0 where `epsilon` is the record ε.
    pub delta: f64,
}

impl CentralBound {
    /// The δ to state for n reports, unless another is asked for: one in a million, or 1/(10n) where that is less.
    #[must_use]
    pub fn usual_delta(reports: u64) -> f64 {
        libm::fmin(1e-6, 1.0 / (10.0 * to_f64(u128::from(reports.max(1)))))
    }

    /// Whether totals tell less than each report does.
    ///
    /// ```
    /// use candor::law::{Block, Law, Pattern};
    /// let block = Block::new(vec![0], vec![vec![0]], 1 << 63, vec![Pattern::new(vec![], 1 << 63)])?;
    /// let law = Law::new(vec![2], vec![block])?;
    /// assert!(law.central(10_000, 1e-6).is_less() && !law.central(1, 1e-6).is_less());
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn is_less(&self) -> bool {
        self.delta > 0.0
    }
}

impl Law {
    /// **Central ε of totals** at a given δ, an upper bound: what totals of this many reports tell of any one person, to whoever reads nothing
    /// else. That takes for granted that the collector reveals nothing but totals, that all of these
    /// reports were made as the law says, each on a device of its own, and that the reader knows none of them: leave out of
    /// `reports` however many may be forged or known. Labels are taken to be read too.
    ///
    /// ```
    /// use candor::law::{Block, Law, Pattern};
    ///
    /// // Yes or no; changed with probability 1/4.
    /// let block = Block::new(vec![0], vec![vec![0]], 1 << 63, vec![Pattern::new(vec![], 1 << 63)])?;
    /// let law = Law::new(vec![2], vec![block])?;
    /// let [few, many] = [10, 10_000].map(|reports| law.central(reports, 1e-6));
    /// assert_eq!((few.delta, many.delta), (0.0, 1e-6));
    /// assert!((few.epsilon - law.record_epsilon()).abs() < 1e-11 && many.epsilon < 0.06);
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn central(&self, reports: u64, delta: f64) -> CentralBound {
        let record = self.record_epsilon();
        let unhidden = CentralBound { reports, epsilon: rounded_up(record), delta: 0.0 };
        let is_usable = delta > 0.0 && delta < 1.0;
        if reports < 2 || record <= 0.0 || record > LARGEST || !is_usable {
            return unhidden;
        }
        let blankets = Blankets::new(self, reports, record);
        let (mut low, mut high) = (0.0, record);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            if blankets.ln_delta(middle) <= libm::log(delta) * (1.0 + f64::EPSILON) {
                high = middle;
            } else {
                low = middle;
            }
        }
        let epsilon = rounded_up(high);
        if high < record && epsilon < unhidden.epsilon {
            CentralBound { reports, epsilon, delta }
        } else {
            unhidden
        }
    }
}

/// Above this record ε exponential functions overflow, and no number of reports hides anything.
const LARGEST: f64 = 300.0;

/// Bisections of ε, and steps of the search for θ.
const HALVINGS: usize = 40;

/// The range of ln(θ·(e^ε − 1)) that is searched.
const EXPONENTS: [f64; 2] = [-30.0, 7.0];

/// A bound on the relative error of each of the numbers below, for every unit of 1 + ε: two logarithms, which are rounded up by up to eight
/// units in the last place, two exponential functions and five operations each.
const ROUNDING: f64 = 1.0 / (1_u64 << 43) as f64;

/// The blanket of one form.
struct Blanket {
    /// P_φ·γ_φ, the probability that a report is of this form and drawn from the blanket.
    weight: f64,
    /// e^{ε_φ} − 1.
    excess: f64,
    /// The probability, under u, of a report that is likelier for one of two records.
    apart: f64,
    /// The probability, under u, of a report that is likely for both.
    together: f64,
}

impl Blanket {
    fn new(form: &Form) -> Self {
        let shapes = form.shapes();
        let (mut ratio, mut inverse) = (Scaled::ONE, Scaled::ONE);
        for block in form.blocks() {
            ratio = ratio.times(epsilon::record_ratio(block, shapes), Toward::Up);
            inverse = inverse.times(inverse_mass(block, shapes), Toward::Up);
        }
        let [excess, inverse] = [ratio, inverse].map(|bound| bound.ln(Toward::Up));
        let weight = to_f64(form.weight()) / to_f64(WHOLE) * libm::exp(-inverse);
        let (excess, beyond) = (libm::expm1(excess), libm::expm1(inverse));
        let likely = if excess > 0.0 { libm::fmin(beyond / excess, 1.0) } else { 0.0 };
        let most = libm::fmin(likely, 1.0 - likely);
        let apart = match shapes {
            [shape] => {
                let [cells, subset, others] = [shape.cells, shape.subset, shape.others()].map(f64::from);
                libm::fmin(most, subset * others / (cells * (cells - 1.0)))
            }
            _ => most,
        };
        Self { weight, excess, apart, together: likely - apart }
    }

    /// P_φ·γ_φ·(E e^{θV} − 1) at most, for `other` = e^ε′ − 1.
    fn moment(&self, theta: f64, other: f64, rounding: f64) -> f64 {
        let largest = self.excess + 1.0;
        let likelier = libm::expm1(theta * (self.excess - other));
        let unlikelier = libm::expm1(-theta * (self.excess + largest * other));
        let both = libm::expm1(-theta * largest * other);
        let neither = libm::expm1(-theta * other);
        let rest = 1.0 - 2.0 * self.apart - self.together;
        let sum = self.apart * (likelier + unlikelier) + self.together * both + rest * neither;
        let error = rounding * theta * largest * (1.0 + other) * libm::fmax(1.0, likelier + 1.0);
        self.weight * (sum + error)
    }
}

/// 2⁶⁴/(w·min x), the inverse of γ for one block, rounded up.
fn inverse_mass(block: &super::block::Block, shapes: &[super::unit::Shape]) -> Scaled {
    let uniform = Enclosure::new(block.uniform()).low();
    let least = epsilon::least_density(block, shapes);
    Scaled::new(WHOLE, Toward::Up).over(uniform.times(least, Toward::Down), Toward::Up)
}

/// The blankets of all forms.
struct Blankets {
    of_forms: Vec<Blanket>,
    reports: f64,
    /// The largest e^{ε_φ} − 1.
    excess: f64,
    rounding: f64,
}

impl Blankets {
    fn new(law: &Law, reports: u64, record: f64) -> Self {
        let of_forms: Vec<_> = law.forms().iter().map(Blanket::new).collect();
        let excess = of_forms.iter().map(|blanket| blanket.excess).fold(0.0, libm::fmax);
        Self { of_forms, reports: to_f64(u128::from(reports)), excess, rounding: ROUNDING * (1.0 + record) }
    }

    /// ln δ at most, at this ε′, for the best θ that golden sections find: the logarithm is convex in θ.
    fn ln_delta(&self, epsilon: f64) -> f64 {
        const SECTION: f64 = 0.618_033_988_749_894_8;
        let other = libm::expm1(epsilon);
        let at = |exponent: f64| self.ln_delta_at(libm::exp(exponent) / self.excess, other);
        let [mut from, mut to] = EXPONENTS;
        let [mut left, mut right] = [to - SECTION * (to - from), from + SECTION * (to - from)];
        let [mut at_left, mut at_right] = [left, right].map(at);
        for _ in 0..HALVINGS {
            if at_right < at_left {
                (from, left, at_left) = (left, right, at_right);
                right = from + SECTION * (to - from);
                at_right = at(right);
            } else {
                (to, right, at_right) = (right, left, at_left);
                left = to - SECTION * (to - from);
                at_left = at(left);
            }
        }
        libm::fmin(at_left, at_right)
    }

    /// ln δ at most, for a θ: every θ gives a bound.
    fn ln_delta_at(&self, theta: f64, other: f64) -> f64 {
        let moments = self.of_forms.iter().map(|blanket| blanket.moment(theta, other, self.rounding));
        let power = self.reports * libm::log1p(moments.sum());
        let divisor = 1.0 + libm::log(theta) + libm::log(self.reports);
        power - divisor + self.rounding * (libm::fabs(power) + libm::fabs(libm::log(theta)) + 64.0)
    }
}
