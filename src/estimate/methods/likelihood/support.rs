//! The likeliest shares on few cells: the constrained Newton method \[Wang07\], the law applied through its
//! spectrum.
//!
//! A law that leaves little of a table's details makes the likelihood flat in most directions, along which an ascent is slow; its maximum
//! then lies on few cells S. In each step, those cells enter S whose gradient g is above 1 and not below that of any cell that differs in
//! one attribute. The quadratic model of the log-likelihood on S, (g−1)ᵀ(η−θ) − ½·(η−θ)ᵀH(η−θ), H = M·diag(λ̂/(Mθ)²)·M, is maximised over
//! η ≥ 0 ([`crate::numeric::quadratic`]). A step towards η is halved until the log-likelihood does not fall, and cells at 0 leave S. H is
//! computed anew if S has doubled, if no cell entered, and after a step was halved.
//!
//! Cost: 2 applications of the law a step and for every entry of S into H, O(w·N) each; K² numbers, K = |S|. Given up, in favour of the
//! ascent, if K exceeds the number of steps that the ascent has taken, or [`FEW`], if more.

use alloc::vec;
use alloc::vec::Vec;

use super::log_likelihood::{LogLikelihood, Point};
use crate::exact::to_index;
use crate::numeric::quadratic;

/// The number of cells that is few whatever the ascent has taken.
const FEW: u32 = 256;

/// The most cells, for the K² numbers to fit into a cache.
const MOST: u32 = 2048;

/// The number of steps after which the ascent goes on instead.
const MOST_STEPS: u32 = 100;

/// The most halvings of a step.
const MOST_HALVINGS: u32 = 20;

/// Finds a point at least as likely as `from`; `None` if that takes too many cells, or nobody waits for it any more.
pub(super) fn climb(likelihood: &mut LogLikelihood<'_>, from: &Point, tolerance: f64) -> Option<Point> {
    let mut support = Support::new(likelihood, from)?;
    let slope: Vec<f64> = support.cells.iter().map(|&cell| 2.0 * from.gradient[cell] - 1.0).collect();
    let mut at = likelihood.point(support.highest(&slope, &from.shares));
    let mut halved = false;
    for _ in 0..MOST_STEPS {
        if at.change <= tolerance {
            break;
        }
        support.leave(&at.shares);
        let entered = support.enter(likelihood, &at)?;
        let renewed = halved || entered == 0 || support.cells.len() > 2 * support.renewed_with;
        if renewed {
            support.renew(likelihood, &at.shares)?;
        }
        let target = support.highest(&support.slope(&at), &at.shares);
        match towards(likelihood, &at, &target) {
            Some((next, whole)) => (at, halved) = (next, !whole),
            None if renewed => break,
            None => halved = true,
        }
    }
    at.is_as_likely_as(from).then_some(at)
}

/// The first point as likely as this one on the way back from a target, and whether it is the target.
fn towards(likelihood: &mut LogLikelihood<'_>, at: &Point, target: &[f64]) -> Option<(Point, bool)> {
    let mut way = 1.0;
    for halvings in 0..MOST_HALVINGS {
        let between = at.shares.iter().zip(target).map(|(from, to)| from + way * (to - from));
        let next = likelihood.point(between.collect());
        if next.is_as_likely_as(at) {
            return Some((next, halvings == 0));
        }
        way *= 0.5;
    }
    None
}

/// The support S, and H on it.
struct Support {
    most: usize,
    cells: Vec<usize>,
    /// λ̂/(Mθ)² where H was computed anew.
    weights: Vec<f64>,
    rows: Vec<Vec<f64>>,
    renewed_with: usize,
}

impl Support {
    fn new(likelihood: &mut LogLikelihood<'_>, from: &Point) -> Option<Self> {
        let cells = peaks(&from.shares, likelihood.sizes());
        let most = to_index(likelihood.steps().clamp(FEW, MOST));
        let mut support = Self { most, cells, weights: Vec::new(), rows: Vec::new(), renewed_with: 0 };
        if support.cells.len() > most {
            return None;
        }
        support.renew(likelihood, &from.shares)?;
        Some(support)
    }

    /// Computes H at these shares, unless nobody waits for it any more.
    fn renew(&mut self, likelihood: &mut LogLikelihood<'_>, shares: &[f64]) -> Option<()> {
        self.weights = likelihood.curvature(shares);
        self.rows.clear();
        let cells = core::mem::take(&mut self.cells);
        cells.into_iter().try_for_each(|cell| self.push(likelihood, cell))?;
        self.renewed_with = self.cells.len();
        Some(())
    }

    fn push(&mut self, likelihood: &mut LogLikelihood<'_>, cell: usize) -> Option<()> {
        if likelihood.is_stopped() {
            return None;
        }
        let column = likelihood.curved(cell, &self.weights);
        for (row, &other) in self.rows.iter_mut().zip(&self.cells) {
            row.push(column[other]);
        }
        self.cells.push(cell);
        self.rows.push(self.cells.iter().map(|&other| column[other]).collect());
        Some(())
    }

    /// Leaves out the cells at 0.
    fn leave(&mut self, shares: &[f64]) {
        let above: Vec<bool> = self.cells.iter().map(|&cell| shares[cell] > 0.0).collect();
        keep(&mut self.cells, &above);
        keep(&mut self.rows, &above);
        self.rows.iter_mut().for_each(|row| keep(row, &above));
    }

    /// Takes in the peaks of the gradient that are above 1 and returns their number; `None` if they are too many.
    fn enter(&mut self, likelihood: &mut LogLikelihood<'_>, at: &Point) -> Option<usize> {
        let rising = |cell: &usize| at.gradient[*cell] > 1.0 && !self.cells.contains(cell);
        let entering: Vec<usize> =
            peaks(&at.gradient, likelihood.sizes()).into_iter().filter(rising).collect();
        if self.cells.len() + entering.len() > self.most {
            return None;
        }
        entering.iter().try_for_each(|&cell| self.push(likelihood, cell))?;
        Some(entering.len())
    }

    /// g − 1 + Hθ on the support, the slope of the quadratic model at 0.
    fn slope(&self, at: &Point) -> Vec<f64> {
        let along = |row: &Vec<f64>| -> f64 {
            row.iter().zip(&self.cells).map(|(entry, &cell)| entry * at.shares[cell]).sum()
        };
        self.cells.iter().zip(&self.rows).map(|(&cell, row)| at.gradient[cell] - 1.0 + along(row)).collect()
    }

    /// The table that maximises the quadratic model.
    fn highest(&self, slope: &[f64], start: &[f64]) -> Vec<f64> {
        let own = self.cells.iter().map(|&cell| start[cell]).collect();
        let mut table = vec![0.0; start.len()];
        for (&cell, share) in self.cells.iter().zip(quadratic::maximise(&self.rows, slope, own)) {
            table[cell] = share;
        }
        table
    }
}

/// Keeps the items whose flag is set.
fn keep<T>(items: &mut Vec<T>, flags: &[bool]) {
    let mut flags = flags.iter();
    items.retain(|_| flags.next().copied().unwrap_or_default());
}

/// The cells above 0 that no cell that differs in one attribute exceeds. O(w·N).
fn peaks(table: &[f64], sizes: &[u32]) -> Vec<usize> {
    let mut highest: Vec<bool> = table.iter().map(|&value| value > 0.0).collect();
    let mut inner = table.len();
    for &a in sizes {
        let rows = inner;
        inner /= to_index(a);
        for start in (0..table.len()).step_by(rows) {
            for first in start..start + inner {
                let line = || (first..start + rows).step_by(inner);
                let most = line().map(|cell| table[cell]).fold(0.0, f64::max);
                line().for_each(|cell| highest[cell] &= table[cell] >= most);
            }
        }
    }
    (0..table.len()).filter(|&cell| highest[cell]).collect()
}
