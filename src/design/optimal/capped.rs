//! The optimum under caps on attribute ε: the orbit program with x_S ≤ e^δ x_{S∪i} and x_{S∪i} ≤ e^δ x_S for every
//! capped attribute i (mathematics §3, attribute caps), solved by the simplex method.
//!
//! Where the column levels keep within their caps independent perturbation is feasible, hence so is the program.
//! Its dual is solved beside it and certifies the gap. Cost: two programs of 2·orbits·classes rows; 0.1 s for
//! 2⁸ orbits, half a minute for [`MAX_ORBITS`]. Fails (`too-many-orbits`) above that, and (`solver-failed`) where an answer does not keep its
//! columns or its gap.

use alloc::format;
use alloc::vec::Vec;

use super::{Certificate, classes, orbit_count};
use crate::design::levels::Levels;
use crate::design::orbit_program::OrbitProgram;
use crate::design::rounding::{self, Limits};
use crate::design::solver::failed;
use crate::error::Error;
use crate::law::Law;

/// The most orbits, ∏(n_c + 1), of a program with caps.
pub const MAX_ORBITS: usize = 1 << 11;

/// How far, relatively, the largest excess may be above what the dual certifies.
const TOLERANCE: f64 = 1e-6;

/// The integer law, record ε being at least `epsilon`.
pub(super) fn law(levels: &Levels, epsilon: f64) -> Result<Law, Error> {
    let (program, excess, _) = solve(levels, epsilon)?;
    let nominal = program.nominal(&excess, levels.sizes().len());
    let block = rounding::round(nominal, levels.sizes(), Limits::all(levels))?;
    Law::new(levels.sizes().into(), [block].into())
}

/// The smallest record ε under the caps and the bound that certifies it; without caps it is at least `epsilon`.
pub(super) fn certificate(levels: &Levels, epsilon: f64) -> Result<Certificate, Error> {
    let (program, excess, largest) = solve(levels, epsilon)?;
    let bound = program.lower_bound(excess[largest])?;
    if excess[largest] - bound > TOLERANCE * excess[largest] {
        return Err(failed(&format!(
            "the largest excess is {}, of which {bound} is certified",
            excess[largest]
        )));
    }
    let lower_bound = libm::fmax(libm::log1p(libm::fmin(bound, excess[largest])) * super::CERTAIN, epsilon);
    Ok(Certificate { record_epsilon: libm::fmax(libm::log1p(excess[largest]), lower_bound), lower_bound })
}

/// The program, the excess of every orbit and of the likeliest, and the place of that one.
fn solve(levels: &Levels, epsilon: f64) -> Result<(OrbitProgram, Vec<f64>, usize), Error> {
    if orbit_count(levels).is_none_or(|count| count > MAX_ORBITS) {
        let message = format!(
            "{} attributes of different sizes, levels and caps have more than {MAX_ORBITS} orbits, the most that \
             are solved with caps; use blocks",
            levels.sizes().len()
        );
        return Err(Error::new("too-many-orbits", message));
    }
    let mut program = OrbitProgram::new(levels, classes(levels), epsilon);
    let neighbours: Vec<(usize, usize, usize)> = program.neighbours().collect();
    for (class, fewer, more) in neighbours {
        let cap = levels.caps()[program.member(class)];
        if cap < f64::INFINITY {
            let (ratio, room) = (libm::exp(cap), -libm::expm1(cap));
            program.at_least((more, ratio), (fewer, 1.0), room);
            program.at_least((fewer, ratio), (more, 1.0), room);
        }
    }
    let largest = program.add_variable();
    (0..largest).for_each(|orbit| program.at_least((largest, 1.0), (orbit, 1.0), 0.0));
    let excess = program.minimise(largest)?;
    Ok((program, excess, largest))
}
