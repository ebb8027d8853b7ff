//! How good estimates are, by simulation.
//!
//! `cargo bench --bench accuracy -- SECTION…`: `em` (how often plain EM and the ascent apply the law), `coverage` (bias and intervals over
//! 10,000 surveys of each of six plans), `adult` (error of every reconstruction on Adult tables under independent perturbation), `designs`
//! (the same under the designs that people get by default, and intervals), `empty-cells` (intervals of labelled and of the best unlabelled
//! laws where cells are empty, rare or full), `labelled` (labelled designs compared with others, and their errors), `intervals` (these
//! errors alone), `forged` (how far forgers move a share unaccused), `best-guess` (the best guess of all tables compared with other reconstructions, and its intervals), `best-guess-times=FOLDER` (how
//! long it takes for surveys in files), `strata` (plain columns in its model compared with a guess of every stratum), `three-questions` (the product of pairs compared with other reconstructions of tables of three questions). Each prints Markdown. `coverage=1000` and `adult=3` set another number of runs, `best-guess=40/Adult` also of whom.

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark has no callers")]

mod adult;
#[path = "../../tests/common/forged.rs"]
mod attacks;
mod best_guess;
mod coverage;
mod designs;
#[path = "../../tests/common/dirichlet.rs"]
mod dirichlet;
mod em;
mod empty_cells;
mod forged;
mod labelled;
#[path = "../../tests/estimate/normal.rs"]
mod normal;
mod strata;
mod survey;
mod three_questions;
#[path = "../../tests/common/adult.rs"]
mod uci;

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    for section in &asked {
        let (name, runs) = section.split_once('=').unwrap_or((section, ""));
        match name {
            "em" => em::print(),
            "coverage" => coverage::print(runs.parse().unwrap_or(10_000)),
            "adult" => adult::print(runs.parse().unwrap_or(3)),
            "labelled" => labelled::print(50, runs.parse().unwrap_or(10_000)),
            "intervals" => labelled::in_simulations(runs.parse().unwrap_or(10_000)),
            "empty-cells" => empty_cells::print(300, runs.parse().unwrap_or(1000)),
            "designs" => designs::print(runs.parse().unwrap_or(6)),
            "forged" => forged::print(runs.parse().unwrap_or(4)),
            "best-guess" => {
                let (runs, of) = runs.split_once('/').unwrap_or((runs, ""));
                best_guess::print(runs.parse().unwrap_or(40), of);
            }
            "best-guess-times" => best_guess::times(runs),
            "strata" => strata::print(runs.parse().unwrap_or(24)),
            "three-questions" => three_questions::print(runs.parse().unwrap_or(8)),
            _ => eprintln!(
                "{section} is none of em, coverage, adult, designs, empty-cells, labelled, intervals, forged, best-guess, best-guess-times, strata, three-questions"
            ),
        }
    }
}
