//! Intervals of the likeliest shares: those of the inverse, cut to where the profile likelihood leaves no doubt.
//!
//! The profile of cell x says by how much twice the log-likelihood falls, 2n·D(t), if the cell is fixed at t and all others are as likely
//! as they can be, none below 0 and their sum 1. D is taken from the quadratic model around the likeliest shares ([`super::information`]).
//!
//! If no share is near 0, {t: 2n·D(t) ≤ z²} is as good as any interval. If many are, it is too short: noise that cannot make empty cells
//! negative is taken from the others, and the interval held 90 % instead of 95 % of the larger shares of tables of 432 mostly empty cells.
//! At 2z it missed 0.2 % of them. So the inverse's interval, stretched to the estimate, is cut to the profile's at 2z: this hardly misses
//! more often than leaving it as it is, and is never longer.
//! The tables on the way are the maxima of the model with ρ·θ_x added, ρ from 0 on. They are piecewise linear in ρ, with a new
//! piece where a cell reaches 0 or leaves it (active sets \[Best96\]). Along a piece θ_x moves by v = (H_SS⁻¹)_xx a unit
//! of ρ, and D rises by ∫ρ·v dρ, so that the end of the interval is found without a search. As sampling varies with the share
//! itself, the way to an end, over 2z, is taken as the standard error of a score interval.
//!
//! Cost: O(K² + w·N) a piece; a few dozen pieces for a cell. Skipped if 2z standard errors alone are longer than the way to the end of the
//! inverse's interval.

use alloc::vec;
use alloc::vec::Vec;

use super::information::Information;
use crate::estimate::interval::Interval;
use crate::numeric::quadratic::Factor;

/// The multiple of z at which the profile leaves no doubt.
const NO_DOUBT: f64 = 2.0;

/// Which end of an interval.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Lower,
    Upper,
}

/// Cuts the intervals by the profile at z. `errors` are the standard errors of the shares.
pub(crate) fn cut(
    information: &Information,
    errors: &[f64],
    intervals: Vec<Interval>,
    z: f64,
) -> Vec<Interval> {
    let cut = |(cell, interval): (usize, Interval)| {
        let share = information.shares[cell];
        let (below, above) = (share - interval.lower, interval.upper - share);
        let beyond = |end, least| {
            if NO_DOUBT * z * errors[cell] > least {
                return None;
            }
            let error = way(information, cell, end, NO_DOUBT * z, least)? / (NO_DOUBT * z);
            Some(score(share, error, information.n, NO_DOUBT * z))
        };
        let lower = beyond(End::Lower, below).map_or(0.0, |cut| cut.lower);
        let upper = beyond(End::Upper, above).map_or(1.0, |cut| cut.upper);
        Interval {
            lower: libm::fmax(interval.lower, libm::fmin(lower, share)),
            upper: libm::fmin(interval.upper, libm::fmax(upper, share)),
        }
    };
    intervals.into_iter().enumerate().map(cut).collect()
}

/// All p with (θ̂ − p)² ≤ z²·(p(1−p) + R)/n, p(1−p) being the variance of sampling a respondent and R = n·SE² − θ̂(1−θ̂), at
/// least 0, that of the noise.
fn score(estimate: f64, standard_error: f64, n: f64, z: f64) -> Interval {
    let sampling = estimate * (1.0 - estimate);
    let noise = libm::fmax(n * standard_error * standard_error - sampling, 0.0);
    let k = z * z / n;
    // The roots of (1+k)p² − (2θ̂+k)p + θ̂² − kR.
    let discriminant = k * (4.0 * sampling + k + 4.0 * (1.0 + k) * noise);
    let half = libm::sqrt(libm::fmax(discriminant, 0.0)) / (2.0 * (1.0 + k));
    let centre = (estimate + k / 2.0) / (1.0 + k);
    Interval { lower: libm::fmax(centre - half, 0.0), upper: libm::fmin(centre + half, 1.0) }
}

/// How far from the likeliest share this end of the profile's interval is; `None` if it is not within `least`.
fn way(information: &Information, cell: usize, end: End, z: f64, least: f64) -> Option<f64> {
    let share = information.shares[cell];
    if end == End::Lower && share <= 0.0 {
        return None;
    }
    let mut path = Path::new(information, cell, end)?;
    let target = z * z / (2.0 * information.n);
    // Every cell may enter and leave again.
    for _ in 0..4 * information.shares.len() {
        let more = path.advance(target)?;
        let way = libm::fabs(path.at[cell] - share);
        if way > least {
            return None;
        }
        if !more {
            return Some(way);
        }
    }
    None
}

/// A point on the path of maxima.
struct Path<'i> {
    information: &'i Information,
    cell: usize,
    sign: f64,
    factor: Factor,
    at: Vec<f64>,
    /// The slopes of the model with the tilt, outside the support.
    slopes: Vec<f64>,
    outside: Vec<bool>,
    /// ρ, so far.
    tilt: f64,
    /// D, so far.
    deficit: f64,
}

/// What ends a piece.
enum Event {
    Target,
    /// The cell at this place of the support reaches 0.
    Leaves(usize),
    Enters(usize),
}

impl<'i> Path<'i> {
    fn new(information: &'i Information, cell: usize, end: End) -> Option<Self> {
        let mut path = Self {
            information,
            cell,
            sign: if end == End::Lower { -1.0 } else { 1.0 },
            factor: information.factor.clone(),
            at: information.shares.clone(),
            slopes: information.slopes.clone(),
            outside: information.shares.iter().map(|share| *share <= 0.0).collect(),
            tilt: 0.0,
            deficit: 0.0,
        };
        if path.outside[cell] {
            path.tilt = -path.slopes[cell];
            path.enter(cell)?;
        }
        Some(path)
    }

    /// Takes a cell into the support; `None` if it cannot be distinguished from the others.
    fn enter(&mut self, cell: usize) -> Option<()> {
        self.outside[cell] = false;
        self.factor.append(&self.information.rows, cell).then_some(())
    }

    fn leave(&mut self, place: usize) {
        let cell = self.factor.order[place];
        self.factor.remove(place);
        (self.at[cell], self.slopes[cell], self.outside[cell]) = (0.0, 0.0, true);
    }

    /// Goes on to the end of a piece, and returns whether there is another. `None` if the share reaches 0, or the model ends.
    fn advance(&mut self, target: f64) -> Option<bool> {
        let direction = self.direction();
        let rates = self.rates(&direction);
        let (step, event) = self.next(&direction, &rates, target);
        for (&cell, along) in self.factor.order.iter().zip(&direction) {
            self.at[cell] = libm::fmax(self.at[cell] + step * along, 0.0);
            if cell == self.cell {
                self.deficit += libm::fabs(*along) * step * (self.tilt + step / 2.0);
            }
        }
        let moved = self.slopes.iter_mut().zip(&rates);
        moved.for_each(|(slope, rate)| *slope = libm::fmin(*slope + step * rate, 0.0));
        self.tilt += step;
        match event {
            Event::Target => return Some(false),
            Event::Leaves(place) => self.leave(place),
            Event::Enters(cell) => self.enter(cell)?,
        }
        (!self.outside[self.cell]).then_some(true)
    }

    /// The direction of the path: H_SS⁻¹e_x, with the sign of the end.
    fn direction(&self) -> Vec<f64> {
        let own = |&cell: &usize| if cell == self.cell { self.sign } else { 0.0 };
        let mut direction: Vec<f64> = self.factor.order.iter().map(own).collect();
        self.factor.solve(&mut direction);
        direction
    }

    /// The rates at which the slopes change along a direction.
    fn rates(&self, direction: &[f64]) -> Vec<f64> {
        let mut change = vec![0.0; self.at.len()];
        self.factor.order.iter().zip(direction).for_each(|(&cell, along)| change[cell] = -along);
        self.information.curved(change)
    }

    /// The first event on the way, and how far it is.
    fn next(&self, direction: &[f64], rates: &[f64], target: f64) -> (f64, Event) {
        let own = self.factor.order.iter().zip(direction).find(|(cell, _)| **cell == self.cell);
        let speed = own.map_or(0.0, |(_, along)| libm::fabs(*along));
        let left = 2.0 * (target - self.deficit) / speed;
        let mut first = (libm::sqrt(self.tilt * self.tilt + left) - self.tilt, Event::Target);
        for (place, (&cell, along)) in self.factor.order.iter().zip(direction).enumerate() {
            if *along < 0.0 && self.at[cell] < -along * first.0 {
                first = (self.at[cell] / -along, Event::Leaves(place));
            }
        }
        for (cell, rate) in rates.iter().enumerate().filter(|(cell, _)| self.outside[*cell]) {
            if *rate > 0.0 && -self.slopes[cell] < rate * first.0 {
                first = (-self.slopes[cell] / rate, Event::Enters(cell));
            }
        }
        first
    }
}
