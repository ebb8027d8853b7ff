//! The linear program as published, and the library that solves it.

pub mod linear_program;
mod solver;
