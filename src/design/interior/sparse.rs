//! Sparse Cholesky factors for the orbits of a program under caps. The matrix couples two orbits where they differ by one
//! change of a capped attribute.
//!
//! Orbits with an even number of such changes are coupled only to orbits with an odd number. One of the two kinds therefore has
//! a diagonal block and is eliminated first. The remaining matrix couples orbits two changes apart: a chain of dense blocks for
//! every choice of the changes in classes that no cap joins.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use crate::design::orbits::grid::Place;
use crate::numeric::cholesky::{Ground, Link, backward, factor, forward};

/// The sparsity pattern and the order of elimination.
pub(super) struct EliminationOrder {
    edges: usize,
    /// The nodes that are eliminated first, each with its edges and their other ends.
    first: Vec<(usize, Vec<(usize, usize)>)>,
    /// The other nodes, as chains of levels of nodes.
    chains: Vec<Vec<Vec<usize>>>,
    /// Chain, level and row of every node that is not eliminated first.
    places: Vec<(usize, usize, usize)>,
}

impl EliminationOrder {
    /// Builds the order for nodes at these places and edges between neighbouring levels.
    pub(super) fn new(nodes: &[Place], edges: &[(usize, usize)]) -> Self {
        let mut levels: [BTreeMap<usize, BTreeMap<usize, Vec<usize>>>; 2] = Default::default();
        for (node, &(level, component)) in nodes.iter().enumerate() {
            let chain = levels[level % 2].entry(component).or_default();
            chain.entry(level).or_default().push(node);
        }
        let size = |parity: usize| levels[parity].values().map(BTreeMap::len).sum::<usize>();
        let widest = |parity: usize| levels[parity].values().flat_map(BTreeMap::values).map(Vec::len).max();
        let kept = usize::from((widest(1), size(1)) < (widest(0), size(0)) && size(1) > 0);
        let mut beside: Vec<Vec<(usize, usize)>> = vec![Vec::new(); nodes.len()];
        for (edge, &(one, other)) in edges.iter().enumerate() {
            beside[one].push((edge, other));
            beside[other].push((edge, one));
        }
        let eliminated = (0..nodes.len()).filter(|&node| nodes[node].0 % 2 != kept);
        let first = eliminated.map(|node| (node, core::mem::take(&mut beside[node]))).collect();
        let chains =
            core::mem::take(&mut levels[kept]).into_values().map(|chain| chain.into_values().collect());
        let chains: Vec<Vec<Vec<usize>>> = chains.collect();
        let mut places = vec![(0, 0, 0); nodes.len()];
        for (c, chain) in chains.iter().enumerate() {
            for (l, level) in chain.iter().enumerate() {
                level.iter().enumerate().for_each(|(row, &node)| places[node] = (c, l, row));
            }
        }
        Self { edges: edges.len(), first, chains, places }
    }

    /// The number of edges.
    pub(super) fn edges(&self) -> usize {
        self.edges
    }

    /// Factors the network with these weights to the ground and along the edges.
    pub(super) fn factors(&self, mut ground: Vec<Ground>, ties: &[f64]) -> NetworkFactors<'_> {
        let (mut roots, mut lower) = (Vec::new(), Vec::new());
        for (node, beside) in &self.first {
            let pivot = ground[*node].pivot(beside.iter().map(|&(edge, _)| ties[edge]).sum());
            let (root, from) = (libm::sqrt(pivot), ground[*node]);
            beside.iter().for_each(|&(edge, other)| ground[other].inherit(from, ties[edge] / pivot));
            lower.push(beside.iter().map(|&(edge, other)| (other, -ties[edge] / root)).collect::<Vec<_>>());
            roots.push(root);
        }
        let of = |level: &Vec<usize>| level.iter().map(|&node| ground[node]).collect();
        let link = |chain: &Vec<Vec<usize>>, l: usize| {
            Link::new(of(&chain[l]), chain.get(l + 1).map_or(0, Vec::len))
        };
        let unjoined = |chain| (0..Vec::len(chain)).map(|l| link(chain, l)).collect();
        let mut chains: Vec<Vec<Link>> = self.chains.iter().map(unjoined).collect();
        for own in &lower {
            for (one, x) in own {
                own.iter().for_each(|(other, y)| self.subtract(&mut chains, (*one, *other), x * y));
            }
        }
        chains.iter_mut().for_each(|chain| factor(chain));
        NetworkFactors { order: self, roots, lower, chains }
    }

    /// Subtracts from the entry of two nodes, if it is below the diagonal.
    fn subtract(&self, chains: &mut [Vec<Link>], (one, other): (usize, usize), value: f64) {
        let ((chain, level, row), (_, other_level, column)) = (self.places[one], self.places[other]);
        if level == other_level && column < row {
            chains[chain][level].own.row_mut(row)[column] -= value;
        } else if level == other_level + 1 {
            chains[chain][other_level].below.row_mut(row)[column] -= value;
        }
    }

    fn gather(&self, values: &[f64]) -> Vec<Vec<Vec<f64>>> {
        let level = |level: &Vec<usize>| level.iter().map(|&node| values[node]).collect();
        self.chains.iter().map(|chain| chain.iter().map(level).collect()).collect()
    }

    fn scatter(&self, from: &[Vec<Vec<f64>>], values: &mut [f64]) {
        let nodes = self.chains.iter().flatten().flatten();
        nodes.zip(from.iter().flatten().flatten()).for_each(|(&node, value)| values[node] = *value);
    }
}

/// L, where L·Lᵀ is the matrix in the order of elimination.
pub(super) struct NetworkFactors<'a> {
    order: &'a EliminationOrder,
    roots: Vec<f64>,
    lower: Vec<Vec<(usize, f64)>>,
    chains: Vec<Vec<Link>>,
}

impl NetworkFactors<'_> {
    /// L⁻¹·b.
    pub(super) fn forward(&self, b: &[f64]) -> Vec<f64> {
        let mut values = b.to_vec();
        for (((node, _), root), lower) in self.order.first.iter().zip(&self.roots).zip(&self.lower) {
            values[*node] /= root;
            let value = values[*node];
            lower.iter().for_each(|(other, entry)| values[*other] -= entry * value);
        }
        let mut gathered = self.order.gather(&values);
        self.chains.iter().zip(&mut gathered).for_each(|(chain, right)| forward(chain, right));
        self.order.scatter(&gathered, &mut values);
        values
    }

    /// L⁻ᵀ·b.
    pub(super) fn backward(&self, b: &[f64]) -> Vec<f64> {
        let mut values = b.to_vec();
        let mut gathered = self.order.gather(&values);
        self.chains.iter().zip(&mut gathered).for_each(|(chain, right)| backward(chain, right));
        self.order.scatter(&gathered, &mut values);
        for (((node, _), root), lower) in self.order.first.iter().zip(&self.roots).zip(&self.lower).rev() {
            let others: f64 = lower.iter().map(|(other, entry)| entry * values[*other]).sum();
            values[*node] = (values[*node] - others) / root;
        }
        values
    }
}
