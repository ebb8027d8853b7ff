//! Designs: every method, caps, bounds, and the laws for tables.

mod best_guess;
mod best_guess_requests;
mod caps;
mod comparisons;
mod impossible_cells;
mod inductive;
mod labelled;
mod large_epsilons;
mod linear_program;
mod listed_reports;
mod mean_scores;
mod optimal;
mod random_designs;
mod reported_scores;
mod smallest;
mod table_signs;
