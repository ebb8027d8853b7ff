//! Private-PGM \[McKenna19\]: the distribution of whole records whose tables are nearest to noisy ones, as a graphical model.
//!
//! Tables W of shares q_W have been measured with noise of standard error σ_W a cell. Of all distributions P of whole records, those of least
//!
//! L(P) = Σ_W ‖P_W − q_W‖²/(2σ_W²)
//!
//! are sought, P_W being the margin of P over the questions of W. They have the same tables. Among them is one of the form P ∝ exp(Σ_W θ_W),
//! a graphical model with a parameter θ_W for every cell of every table; of all of them it has the largest entropy. It is found by mirror
//! descent, the paper's proximal estimation: from θ = 0, the uniform distribution, every step is θ_W ← θ_W − η·(P_W − q_W)/σ_W². The paper
//! finds the margins by belief propagation on a junction tree. Where all pairs of questions are measured, every question is linked to every
//! other, the tree is a single clique, and its table is P itself: here P is always kept as the table of all records.
//!
//! The measured tables need not be shares, and need not agree. The resulting tables do: they are margins of one distribution.

mod descent;
mod margins;

pub use descent::GraphicalModel;
