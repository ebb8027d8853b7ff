//! The optimum under caps on attribute ε: the orbit program with x_S ≤ e^δ x_{S∪i} and x_{S∪i} ≤ e^δ x_S for every
//! capped attribute i [Mathematics, §3, caps on attribute ε], solved by the interior-point method, which starts from a law that
//! keeps every cap above its column level. The multipliers certify the gap.
//!
//! Cost: some dozens of factorisations; 20 ms for 2⁸ orbits, half a second to 3 s for [`MAX_ORBITS`]. Fails
//! (`too-many-orbits`) above that.

use alloc::format;
use alloc::vec::Vec;

use super::certificate::Certificate;
use super::exchangeable::{exchangeable, orbit_count};
use crate::design::interior::{ConvexProgram, Equation, Inequality, cap_inequalities};
use crate::design::levels::Levels;
use crate::design::orbits::columns::OrbitColumns;
use crate::design::randomized_response::{change, uniform_change};
use crate::design::ratio::CERTAIN;
use crate::design::rounding::{self, Limits};
use crate::error::{Code, Error};
use crate::exact::to_f64;
use crate::law::Law;

/// The largest number of orbits, ∏(n_c + 1), of a program with caps.
pub const MAX_ORBITS: usize = 1 << 11;

/// Returns the integer law and its certificate; `free` is the certificate without caps.
pub(super) fn law(levels: &Levels, free: Certificate) -> Result<(Law, Certificate), Error> {
    if orbit_count(levels).is_none_or(|count| count > MAX_ORBITS) {
        let message = format!(
            "{} attributes of different sizes, levels and caps have more than {MAX_ORBITS} orbits, the most that \
             are solved with caps; use blocks",
            levels.sizes().len()
        );
        return Err(Error::new(Code::TooManyOrbits, message));
    }
    let columns = OrbitColumns::new(levels, exchangeable(levels));
    let found = program(levels, &columns).minimise();
    columns.check(&found.v)?;
    let nominal = columns.nominal(&found.v, levels.sizes().len());
    let block = rounding::round(nominal, levels.sizes(), Limits::all(levels))?;
    let lower_bound = libm::fmax(libm::log1p(found.lower_bound) * CERTAIN, free.lower_bound);
    let record_epsilon = libm::fmax(libm::log1p(found.value), lower_bound);
    Ok((Law::new(levels.sizes().into(), [block].into())?, Certificate { record_epsilon, lower_bound }))
}

/// The program in u = x − 1 and b, the largest u.
fn program(levels: &Levels, columns: &OrbitColumns) -> ConvexProgram {
    let (grid, cap) = (columns.grid(), |class: usize| levels.limits()[columns.member(class)]);
    let start = start(levels, columns);
    let bounds = (0..grid.len()).flat_map(|orbit| {
        let row = |gain, loss, border| Inequality { gain, loss, border, constant: 0.0 };
        [row(Some((orbit, 1.0)), None, 0.0), row(None, Some((orbit, 1.0)), 1.0)]
    });
    let equation = |class| Equation { terms: columns.column(class), border: 0.0, right: 1.0 };
    ConvexProgram {
        places: grid.places(|class| cap(class) < f64::INFINITY),
        rows: bounds.chain(cap_inequalities(grid, cap)).collect(),
        equations: (0..columns.classes()).map(equation).collect(),
        cost: 1.0,
        components: Vec::new(),
        start: (start.clone(), 2.0 * start[0]),
        most: None,
    }
}

/// The starting point: a mixture with as much of a uniform record as leaves room below the caps, otherwise independent perturbation at
/// levels up to half-way to the caps. It is much nearer to the optimum than independent perturbation at the requested levels.
fn start(levels: &Levels, columns: &OrbitColumns) -> Vec<f64> {
    let ranges: Vec<ChangeRange> =
        (0..columns.classes()).map(|class| ChangeRange::of(levels, columns.member(class))).collect();
    let uniform =
        ranges.iter().map(|range| (range.q - range.least) / (range.r - range.least)).fold(1.0, f64::min);
    let logarithm = |orbit: usize| {
        let counts = columns.grid().counts(orbit);
        let own = ranges.iter().enumerate().map(|(class, range)| {
            let changed = (range.q - uniform * range.r) / (1.0 - uniform);
            let [more, rest] =
                [counts[class], columns.members(class) - counts[class]].map(|n| to_f64(n as u128));
            more * libm::log(changed / range.r) + rest * libm::log((1.0 - changed) / (1.0 - range.r))
        });
        own.sum::<f64>()
    };
    let odds = (1.0 - uniform) / uniform;
    (0..columns.grid().len()).map(|orbit| odds * libm::exp(logarithm(orbit))).collect()
}

/// P(change) of an attribute as requested (`q`), under a uniform record (`r`), and the smallest that the start gives it (`least`).
struct ChangeRange {
    q: f64,
    r: f64,
    least: f64,
}

impl ChangeRange {
    fn of(levels: &Levels, attribute: usize) -> Self {
        let (a, epsilon) = (f64::from(levels.sizes()[attribute]), levels.epsilons()[attribute]);
        let most = libm::fmin((epsilon + levels.limits()[attribute]) / 2.0, epsilon + 1.0);
        Self { q: change(a, epsilon), r: uniform_change(a), least: change(a, most) }
    }
}
