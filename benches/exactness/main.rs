//! Random designs in exact arithmetic, on all processors: `cargo bench --bench exactness -- [DESIGNS [FIRST SEED]]`,
//! by default 1,000,000 from seed 0 on. Prints Markdown; progress goes to standard error. Fails if any ε is above what
//! was requested or promised.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a benchmark has no callers")]

#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../../tests/exactness/requests.rs"]
mod requests;
#[path = "../../tests/exactness/verdict.rs"]
mod verdict;

use std::process::ExitCode;

use verdict::{Row, Tally};

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let (designs, first) =
        (numbers.first().copied().unwrap_or(1_000_000), numbers.get(1).copied().unwrap_or(0));
    let mut tally = Tally::of(first, designs, |done| eprintln!("{done} of {designs} designs"));
    for (seed, words) in &tally.exceeded {
        println!("seed {seed}: {words}");
    }
    print(&tally);
    row("**all**", &tally.whole());
    if tally.exceeded.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn print(tally: &Tally) {
    println!(
        "| method, request | designs | most attributes | ε compared | designs with an ε above | \
         shortfall: median | largest | refused before |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    tally.rows.iter().for_each(|(kind, found)| row(kind, found));
}

fn row(kind: &str, found: &Row) {
    let [median, largest] = found.shortfalls();
    let Row { designs, attributes, compared, exceeded, refused, .. } = found;
    println!(
        "| {kind} | {designs} | {attributes} | {compared} | {exceeded} | {median:.1e} | {largest:.1e} | {refused} |"
    );
}
