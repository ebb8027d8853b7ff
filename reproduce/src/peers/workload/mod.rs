//! The workload-optimised mechanism \[McKenna20\]: a strategy for whole records that is optimised for the tables to be read.
//!
//! A strategy Q has a column for each of the N combinations of answers: the probabilities of its m outputs. In a row no entry is more than
//! e^ε times another. With D the diagonal matrix of its row sums, z = (QᵀD⁻¹Q)⁻¹QᵀD⁻¹y/n are unbiased shares of records from the counts y of n
//! reports, and Wz those of the tables, W the matrix that sums records. n times the squared error at a uniform truth is
//!
//! (tr[(QᵀD⁻¹Q)⁻¹WᵀW] − tr WᵀW)/N
//!
//! which projected gradient descent makes small from a random strategy of 4N outputs, with its derivative by the least entries of rows taken
//! through the projection, as published. Steps are as the authors' program chooses them: the largest power of 1/2 with which 50 steps stay
//! feasible, or a half or a quarter of it, whichever leads further; it is halved after every 50 steps. The best strategy on the way is taken. What people read are the tables of the possible records that are nearest to the
//! estimated tables: x ≥ 0 that minimises ‖Wx − Wz‖².
//!
//! Cost: a step multiplies matrices of 4N × N and N × N. It finds a local minimum, for a few hundred records at most.

mod descent;
mod strategy;

pub use strategy::Strategy;
