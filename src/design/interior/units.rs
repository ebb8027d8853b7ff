//! Chooses units of the excesses in which a Newton matrix keeps its precision.

use alloc::vec::Vec;

use super::program::{ConvexProgram, Iterate};
use crate::numeric::order::by_ascending;

/// Returns units of v in which the tightest rows of two variables, as many as form no cycle, become z_m ≥ z_n: their weights, many
/// orders of magnitude above all others, then contribute nothing to the ground.
pub(super) fn levelled(program: &ConvexProgram, state: &Iterate) -> Vec<f64> {
    let mut tightness: Vec<(f64, usize)> = Vec::new();
    for (place, (row, slack)) in program.rows.iter().zip(&state.slacks).enumerate() {
        if let (Some((m, a)), Some((n, b))) = (row.gain, row.loss) {
            tightness.push((slack / (slack + a * state.v[m] + b * state.v[n]), place));
        }
    }
    let mut forest = Forest::new(state.v.len());
    for (_, place) in by_ascending(tightness, |(tight, _)| *tight) {
        if let (Some((m, a)), Some((n, b))) = (program.rows[place].gain, program.rows[place].loss) {
            // a·π_m = b·π_n.
            forest.join(m, n, libm::log(b / a));
        }
    }
    (0..state.v.len()).map(|node| libm::exp(forest.root(node).1)).collect()
}

/// A forest of nodes with logarithms, whose differences along edges are given.
struct Forest {
    parents: Vec<(usize, f64)>,
}

impl Forest {
    fn new(nodes: usize) -> Self {
        Self { parents: (0..nodes).map(|node| (node, 0.0)).collect() }
    }

    /// The root of a node's tree, and the difference of the node's logarithm from the root's.
    fn root(&mut self, node: usize) -> (usize, f64) {
        let (parent, above) = self.parents[node];
        if parent == node {
            return (node, 0.0);
        }
        let (root, rest) = self.root(parent);
        self.parents[node] = (root, above + rest);
        (root, above + rest)
    }

    /// Puts one node `above` the other, unless they are in one tree.
    fn join(&mut self, one: usize, other: usize, above: f64) {
        let ((root, own), (other_root, others)) = (self.root(one), self.root(other));
        if root != other_root {
            self.parents[root] = (other_root, above + others - own);
        }
    }
}
