//! Dense Cholesky factors of a matrix and of a network (a chain of blocks): the two kinds of symmetric matrices in
//! a Newton step.
//!
//! A network is the matrix of Σ c_jk(z_j − z_k)² + Σ g_j z_j², c ≥ 0. Eliminating z_j joins all its neighbours:
//! c_kl += c_jk c_jl/D, g_k += c_jk g_j/D, D = g_j + Σ c_jk, and no diagonal is ever formed: where c is many orders of
//! magnitude above g, as between orbits whose ratio is at its cap, g keeps its precision \[GrassmannTaksarHeyman85\].
//! Cost: n³/3 + n²·m + n·m² for a block of n before one of m.

use alloc::vec;
use alloc::vec::Vec;

/// A pivot below this share of the terms it was summed from is a rounding error; it is raised to that share.
const PIVOT: f64 = 1e-15;

/// A matrix stored by rows.
pub(crate) struct Matrix {
    rows: usize,
    columns: usize,
    entries: Vec<f64>,
}

impl Matrix {
    pub(crate) fn zero(rows: usize, columns: usize) -> Self {
        Self { rows, columns, entries: vec![0.0; rows * columns] }
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.rows
    }

    pub(crate) fn row(&self, i: usize) -> &[f64] {
        &self.entries[i * self.columns..][..self.columns]
    }

    pub(crate) fn row_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.entries[i * self.columns..][..self.columns]
    }

    /// Replaces the lower triangle of A = L·Lᵀ by L.
    pub(crate) fn factor(&mut self) {
        for i in 0..self.rows {
            let (above, own) = self.entries.split_at_mut(i * self.columns);
            let floor = PIVOT * own[i];
            substitute(above, self.columns, &mut own[..i]);
            own[i] = libm::sqrt(libm::fmax(own[i] - dot(&own[..i], &own[..i]), floor));
        }
    }

    /// Computes A⁻¹·b from the factors.
    pub(crate) fn solve(&self, b: &[f64]) -> Vec<f64> {
        let mut x = b.to_vec();
        substitute(&self.entries, self.columns, &mut x);
        self.substitute_back(&mut x);
        x
    }

    fn substitute_back(&self, x: &mut [f64]) {
        for i in (0..x.len()).rev() {
            let row = self.row(i);
            x[i] /= row[i];
            let found = x[i];
            x[..i].iter_mut().zip(row).for_each(|(x, entry)| *x -= entry * found);
        }
    }
}

/// Solves L·x = row in place; the rows of L are `width` apart.
fn substitute(l: &[f64], width: usize, row: &mut [f64]) {
    for j in 0..row.len() {
        let of = &l[j * width..][..=j];
        row[j] = (row[j] - dot(&row[..j], &of[..j])) / of[j];
    }
}

/// The weight between a node and the ground, and the sum of the absolute values of its terms.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ground {
    pub(crate) tie: f64,
    pub(crate) all: f64,
}

impl Ground {
    pub(crate) fn add(&mut self, tie: f64) {
        self.tie += tie;
        self.all += libm::fabs(tie);
    }

    /// The pivot of a node whose weights to other nodes sum to `others`.
    pub(crate) fn pivot(&mut self, others: f64) -> f64 {
        self.tie += PIVOT * self.all;
        self.tie = libm::fmax(self.tie, PIVOT * self.all - others);
        self.tie + others
    }

    /// Adds the share of an eliminated node's weight to the ground.
    pub(crate) fn inherit(&mut self, from: Self, share: f64) {
        self.tie += share * from.tie;
        self.all += share * from.all;
    }
}

/// A block of a network: entries −c below the diagonal and towards the next block, and the weights to the ground.
pub(crate) struct Link {
    pub(crate) own: Matrix,
    pub(crate) below: Matrix,
    pub(crate) ground: Vec<Ground>,
}

impl Link {
    pub(crate) fn new(ground: Vec<Ground>, next: usize) -> Self {
        Self {
            own: Matrix::zero(ground.len(), ground.len()),
            below: Matrix::zero(next, ground.len()),
            ground,
        }
    }

    /// Replaces both matrices by their factors; passes the weights to the ground on to the next block.
    fn eliminate(&mut self, next: &mut [Ground]) {
        for j in 0..self.own.rows {
            let (above, after) = self.own.entries.split_at_mut((j + 1) * self.own.columns);
            let own = &mut above[j * self.own.columns..];
            let mut others = 0.0;
            for row in after
                .chunks_exact_mut(self.own.columns)
                .chain(self.below.entries.chunks_exact_mut(self.own.columns))
            {
                row[j] -= dot(&row[..j], &own[..j]);
                others -= row[j];
            }
            let pivot = self.ground[j].pivot(others);
            let (root, from) = (libm::sqrt(pivot), self.ground[j]);
            own[j] = root;
            let rows = after
                .chunks_exact_mut(self.own.columns)
                .chain(self.below.entries.chunks_exact_mut(self.own.columns));
            let heirs = self.ground[j + 1..].iter_mut().chain(next.iter_mut());
            for (row, heir) in rows.zip(heirs) {
                heir.inherit(from, -row[j] / pivot);
                row[j] /= root;
            }
        }
    }
}

/// Replaces the network of a chain of blocks by its factor L.
pub(crate) fn factor(chain: &mut [Link]) {
    for place in 0..chain.len() {
        let (done, rest) = chain.split_at_mut(place + 1);
        let link = &mut done[place];
        match rest.first_mut() {
            Some(next) => {
                link.eliminate(&mut next.ground);
                subtract_square(&mut next.own, &link.below);
            }
            None => link.eliminate(&mut []),
        }
    }
}

/// Subtracts B·Bᵀ from the lower triangle of A without its diagonal.
fn subtract_square(a: &mut Matrix, b: &Matrix) {
    for i in 0..a.rows {
        let left = b.row(i);
        for (j, entry) in a.row_mut(i).iter_mut().enumerate().take(i) {
            *entry -= dot(left, b.row(j));
        }
    }
}

/// Solves L·y = right, from the first block to the last.
pub(crate) fn forward(chain: &[Link], right: &mut [Vec<f64>]) {
    for (place, link) in chain.iter().enumerate() {
        let (done, rest) = right.split_at_mut(place + 1);
        let own = &mut done[place];
        substitute(&link.own.entries, link.own.columns, own);
        if let Some(next) = rest.first_mut() {
            next.iter_mut().enumerate().for_each(|(i, next)| *next -= dot(link.below.row(i), own));
        }
    }
}

/// Solves Lᵀ·x = right, from the last block to the first.
pub(crate) fn backward(chain: &[Link], right: &mut [Vec<f64>]) {
    for (place, link) in chain.iter().enumerate().rev() {
        let (done, rest) = right.split_at_mut(place + 1);
        let own = &mut done[place];
        for (i, next) in rest.first().into_iter().flatten().enumerate() {
            own.iter_mut().zip(link.below.row(i)).for_each(|(own, entry)| *own -= entry * next);
        }
        link.own.substitute_back(own);
    }
}

/// Σ aᵢbᵢ in eight partial sums, which processors add in parallel.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (left, right) = (a.chunks_exact(8), b[..a.len()].chunks_exact(8));
    let rest: f64 = left.remainder().iter().zip(right.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in left.zip(right) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    rest + sums.iter().sum::<f64>()
}
