//! An iterate of the interior-point method: a point and its multipliers.

use alloc::vec;
use alloc::vec::Vec;

use super::program::ConvexProgram;
use crate::exact::to_f64;

/// A point with the multipliers of the equations and of the rows.
pub(super) struct Iterate {
    pub(super) v: Vec<f64>,
    pub(super) border: f64,
    pub(super) multipliers: Vec<f64>,
    pub(super) y: Vec<f64>,
    /// The slacks of the rows, tracked separately: where v and b nearly cancel in a row, recomputing its slack would lose all digits.
    pub(super) slacks: Vec<f64>,
}

impl Iterate {
    /// The start of a program, with multipliers that make all products of slack and multiplier equal.
    pub(super) fn start(program: &ConvexProgram) -> Self {
        let at = (program.start.0.as_slice(), program.start.1);
        let slacks: Vec<f64> = program.rows.iter().map(|row| row.slack(at)).collect();
        let count = to_f64(slacks.len() as u128);
        Self {
            v: program.start.0.clone(),
            border: program.start.1,
            multipliers: vec![0.0; program.equations.len()],
            y: slacks.iter().map(|slack| 1.0 / (slack * count)).collect(),
            slacks,
        }
    }

    /// The mean of (s + step·ds)(y + dual·dy) over the rows.
    pub(super) fn product(&self, (step, dual): (f64, f64), (ds, dy): (&[f64], &[f64])) -> f64 {
        let pairs = self.slacks.iter().zip(ds).zip(self.y.iter().zip(dy));
        let sum: f64 = pairs.map(|((s, ds), (y, dy))| (s + step * ds) * (y + dual * dy)).sum();
        sum / to_f64(self.slacks.len() as u128)
    }
}
