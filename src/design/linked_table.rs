//! The error of a table where some combinations of answers cannot occur and its estimate makes use of that [Mathematics, §15].
//!
//! The table is estimated together with the questions that are linked with it, in a wider table W of which only some cells can occur. Reports
//! tell component T of W with the variance 1/w_T per report in each of its dimensions, w_T = I_T·∏_{i∈W} aᵢ/dim_T. True shares are
//! e₀ + Σ_c s_c·(e_c − e₀) over the cells c that can occur, and the best unbiased estimate of s that is linear in the components has
//! the covariance
//!
//! M⁻¹,   M_cd = (e_c − e₀)ᵀ·K·(e_d − e₀),   K = Σ_{T≠∅} w_T·P_T,
//!
//! with P_T the projection onto component T. An entry of K depends only on which axes two cells agree in. The error V is the sum of the variances of the
//! table's own cells; it is convex in the I_T, and its slopes and curvatures are those of tr(C·M⁻¹·Cᵀ).
//!
//! Variances are those of answers that are all equally frequent, also those that cannot occur: where ε is small, the noise is nearly the same
//! whatever the answers are.
//! Cost for F cells that can occur: F³/3 + cells·F²; curvatures groups·cells·F².

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use crate::exact::{size_to_f64, to_index};
use crate::law::Law;
use crate::numeric::cholesky::{Matrix, dot};
use crate::schema::{MOST_LINKED_CELLS, Schema};

/// The least weight of a component, relative to the largest: what a component without information counts as, so that M has an inverse.
const LEAST_WEIGHT: f64 = 1e-9;
/// An error of so many times the number of cells, relative to the largest weight, is that of a table that cannot be estimated.
const UNREADABLE: f64 = 1e6;

/// A table of which some cells cannot occur, with the questions linked with it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LinkedTable {
    attributes: Vec<usize>,
    shape: Arc<LinkedCells>,
}

/// What the error of a table depends on, but for the law.
#[derive(Debug, PartialEq)]
struct LinkedCells {
    sizes: Vec<u32>,
    /// The number of axes of the table itself, the first of the wider one.
    axes: usize,
    possible: Vec<bool>,
    /// The table's own cell that each cell of the wider one which can occur is part of, and the number of these.
    own: Vec<usize>,
    cells: usize,
    /// For every two cells that can occur, the set of axes in which they agree.
    agreements: Vec<u16>,
}

/// The tables of a survey with what is linked with them, as far as the work allows; `None` for those of which all cells can occur.
pub(super) fn linked(schema: &Schema, tables: &[Vec<usize>], most_work: f64) -> Vec<Option<LinkedTable>> {
    let within = |most_cells: usize| {
        let mut shapes: Vec<Arc<LinkedCells>> = Vec::new();
        let mut work = 0.0;
        let mut found = Vec::with_capacity(tables.len());
        for table in tables {
            let known = shapes.len();
            found.push(LinkedTable::new(schema, table, most_cells, &mut shapes));
            work += shapes[known..].iter().map(|shape| shape.work()).sum::<f64>();
            if work > most_work {
                return None;
            }
        }
        Some(found)
    };
    let limits = (0..).map(|halved| MOST_LINKED_CELLS >> halved);
    limits
        .take_while(|most_cells| *most_cells > 0)
        .find_map(within)
        .unwrap_or_else(|| vec![None; tables.len()])
}

impl LinkedTable {
    /// The table with what is linked with it, as long as that has at most so many cells; `None` where all cells can occur, or it has too many by
    /// itself. The shape is taken from `shapes` where it is among them, and added where not.
    fn new(
        schema: &Schema,
        table: &[usize],
        most_cells: usize,
        shapes: &mut Vec<Arc<LinkedCells>>,
    ) -> Option<Self> {
        let attributes = schema.linked_within(table, most_cells);
        let sizes: Vec<u32> = attributes.iter().map(|&i| schema.attributes()[i].size()).collect();
        let cells = sizes.iter().map(|size| to_index(*size)).fold(1, usize::saturating_mul);
        let possible = (cells <= most_cells).then(|| schema.possible_cells(&attributes)).flatten()?;
        let known = shapes
            .iter()
            .find(|shape| shape.axes == table.len() && shape.sizes == sizes && shape.possible == possible);
        let shape = known.map(Arc::clone).unwrap_or_else(|| {
            let shape = Arc::new(LinkedCells::new(sizes, table.len(), possible));
            shapes.push(Arc::clone(&shape));
            shape
        });
        Some(Self { attributes, shape })
    }

    /// The table's attributes, then those linked with it.
    pub(super) fn attributes(&self) -> &[usize] {
        &self.attributes
    }

    /// Whether both have the same cells that can occur.
    pub(super) fn has_shape_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shape, &other.shape)
    }

    /// V of the table: n times the expected squared error of all its cells; infinite where the law erases it.
    pub(super) fn expected_squared_error(&self, law: &Law) -> f64 {
        self.error(&law.information(&self.attributes)[1..])
    }

    /// V, from I_T/dim_T for every set of attributes T but the empty one.
    pub(super) fn error(&self, shares: &[f64]) -> f64 {
        self.at(shares).error
    }

    /// V with what its derivatives need, from I_T/dim_T for every set of attributes T but the empty one.
    pub(super) fn at(&self, shares: &[f64]) -> LinkedError<'_> {
        LinkedError::new(&self.shape, shares)
    }
}

impl LinkedCells {
    fn new(sizes: Vec<u32>, axes: usize, possible: Vec<bool>) -> Self {
        let places: Vec<usize> = (0..possible.len()).filter(|cell| possible[*cell]).collect();
        let categories = |mut cell: usize| {
            let mut categories: Vec<usize> = sizes.iter().map(|_| 0).collect();
            for (category, size) in categories.iter_mut().zip(&sizes).rev() {
                *category = cell % to_index(*size);
                cell /= to_index(*size);
            }
            categories
        };
        let categories: Vec<Vec<usize>> = places.iter().map(|cell| categories(*cell)).collect();
        let agreement = |left: &Vec<usize>, right: &Vec<usize>| {
            let axes = left.iter().zip(right).enumerate();
            axes.fold(0, |set, (axis, (left, right))| set | u16::from(left == right) << axis)
        };
        let pairs = categories.iter().flat_map(|left| categories.iter().map(move |right| (left, right)));
        let agreements = pairs.map(|(left, right)| agreement(left, right)).collect();
        let beyond: usize = sizes[axes..].iter().map(|size| to_index(*size)).product();
        let (own, cells) = (places.iter().map(|cell| cell / beyond).collect(), possible.len() / beyond);
        Self { sizes, axes, possible, own, cells, agreements }
    }

    /// The number of cells that can occur.
    fn len(&self) -> usize {
        self.own.len()
    }

    /// About the number of multiplications for V and its derivatives.
    fn work(&self) -> f64 {
        let (occurring, cells) = (size_to_f64(self.len()), size_to_f64(self.cells));
        occurring * occurring * (occurring / 3.0 + cells * size_to_f64(1 << self.sizes.len()))
    }

    /// Σ_{T≠∅} share_T·∏ aᵢ·P_T as numbers by the set of axes in which two cells agree.
    fn kernel(&self, shares: impl Iterator<Item = f64>) -> Vec<f64> {
        let weights = shares.map(|share| share * size_to_f64(self.possible.len()));
        self.along_axes([0.0].into_iter().chain(weights).collect(), |[without, with], size| {
            [(without - with) / size, (without - with) / size + with]
        })
    }

    /// The adjoint of [`Self::kernel`]: from sums over pairs of cells by the axes in which they agree.
    fn by_share(&self, sums: Vec<f64>) -> Vec<f64> {
        let projected = self.along_axes(sums, |[apart, agreeing], size| {
            [(apart + agreeing) / size, agreeing - (apart + agreeing) / size]
        });
        projected.into_iter().skip(1).map(|sum| sum * size_to_f64(self.possible.len())).collect()
    }

    fn along_axes(&self, mut numbers: Vec<f64>, of: impl Fn([f64; 2], f64) -> [f64; 2]) -> Vec<f64> {
        for (axis, size) in self.sizes.iter().enumerate() {
            for set in (0..numbers.len()).filter(|set| set >> axis & 1 == 0) {
                let other = set | 1 << axis;
                [numbers[set], numbers[other]] = of([numbers[set], numbers[other]], f64::from(*size));
            }
        }
        numbers
    }

    /// The axes in which a cell agrees with each of the others.
    fn agreements(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.agreements[cell * self.len()..][..self.len()].iter().map(|set| usize::from(*set))
    }
}

/// V of a linked table under some law, and what its derivatives need.
pub(super) struct LinkedError<'a> {
    shape: &'a LinkedCells,
    /// V.
    pub(super) error: f64,
    /// The factor of M.
    factor: Matrix,
    /// For every own cell, the direction M⁻¹·Cᵀ in cells that can occur.
    directions: Vec<Vec<f64>>,
}

impl<'a> LinkedError<'a> {
    fn new(shape: &'a LinkedCells, shares: &[f64]) -> Self {
        let largest = shares.iter().copied().fold(0.0, f64::max);
        let least = libm::fmax(LEAST_WEIGHT * largest, f64::MIN_POSITIVE);
        let kernel = shape.kernel(shares.iter().map(|share| libm::fmax(*share, least)));
        let with_first: Vec<f64> = shape.agreements(0).map(|set| kernel[set]).collect();
        let mut factor = Matrix::zero(shape.len() - 1, shape.len() - 1);
        for cell in 1..shape.len() {
            let entries = shape.agreements(cell).zip(&with_first).skip(1);
            let shift = with_first[0] - with_first[cell];
            let row = factor.row_mut(cell - 1).iter_mut();
            row.zip(entries).for_each(|(entry, (set, with_first))| *entry = kernel[set] - with_first + shift);
        }
        factor.factor();
        let mut error = 0.0;
        let directions = (0..shape.cells).filter(|own| shape.own.contains(own)).map(|own| {
            let is_in = |cell: usize| f64::from(u8::from(shape.own[cell] == own));
            let right: Vec<f64> = (1..shape.len()).map(|cell| is_in(cell) - is_in(0)).collect();
            let solved = factor.solve(&right);
            error += dot(&right, &solved);
            let first = -solved.iter().sum::<f64>();
            [vec![first], solved].concat()
        });
        let directions = directions.collect();
        let is_readable =
            error * largest * size_to_f64(shape.possible.len()) < UNREADABLE * size_to_f64(shape.cells);
        Self { shape, error: if is_readable { error } else { f64::INFINITY }, factor, directions }
    }

    /// −∂V/∂(I_T/dim_T) for every set of attributes T but the empty one.
    pub(super) fn slopes(&self) -> Vec<f64> {
        let mut sums = vec![0.0; 1 << self.shape.sizes.len()];
        for cell in 0..self.shape.len() {
            for (other, set) in self.shape.agreements(cell).enumerate() {
                sums[set] += self.directions.iter().map(|own| own[cell] * own[other]).sum::<f64>();
            }
        }
        self.shape.by_share(sums)
    }

    /// The second derivative of V where I_T/dim_T changes by so much for every T.
    pub(super) fn curvature(&self, changes: Vec<f64>) -> f64 {
        let kernel = self.shape.kernel(changes.into_iter());
        let of_direction = |direction: &Vec<f64>| {
            let along = |cell: usize| -> f64 {
                self.shape.agreements(cell).zip(direction).map(|(set, own)| kernel[set] * own).sum()
            };
            let first = along(0);
            let moved: Vec<f64> = (1..self.shape.len()).map(|cell| along(cell) - first).collect();
            dot(&moved, &self.factor.solve(&moved))
        };
        2.0 * self.directions.iter().map(of_direction).sum::<f64>()
    }
}
