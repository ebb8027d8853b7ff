//! The README's statements about the comparison agree with docs/reproduction/comparison.csv.

use std::fs;
use std::path::Path;

use candor_reproduce::Table;

/// The ε of the columns: of the table of estimates and, below, of the table of processed tables.
const ESTIMATED: [f64; 3] = [1.0, 2.0, 4.0];
const PROCESSED: [f64; 5] = [0.5, 1.0, 2.0, 4.0, 8.0];

/// The rows of the README's table of estimates, each with the method that it describes.
const ROWS: [(&str, &str); 6] = [
    ("every question perturbed by itself, the privacy budget ε split evenly", "independent, equal levels"),
    ("the same, ε split as well as can be", "independent, best levels"),
    ("each person asked one table of two, all as many", "one random table, even shares"),
    ("the same, people shared out as well as can be", "one random table, best shares"),
    ("one table of two, all as many, made consistent (CALM as published)", "CALM, even shares"),
    ("the same, people shared out as well as can be (CALM)", "CALM, best shares"),
];

/// The same for processed tables.
const PROCESSED_ROWS: [(&str, &str); 2] = [
    ("CALM as published", "CALM, even shares"),
    ("CALM, people shared out as well as can be", "CALM, best shares"),
];

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::read_to_string(root.join(path)).expect("a file")
}

/// A method's rows for Adult's tables of `w` questions.
fn of(table: &Table, w: u32, method: &str, form: &str) -> Table {
    let of = table.with("people", "Adult").with("questions_of_a_table", w).with("respondents", 32_561.0);
    of.with("method", method).with("form", form)
}

/// A row as the README writes it: required sample size relative to labelled designs, with intervals.
fn row(of: &Table, told: &str, epsilons: &[f64]) -> String {
    let short = |times: f64| match times {
        _ if times >= 100.0 => format!("{times:.0}"),
        _ if times >= 10.0 => format!("{times:.1}"),
        _ => format!("{times:.2}"),
    };
    let cell = |&epsilon: &f64| {
        let at = of.with("record_epsilon", epsilon);
        let [times, lower, upper] = ["times", "lower", "upper"].map(|column| short(at.numbers(column)[0]));
        format!("{times} ({lower}–{upper})")
    };
    format!("| {told} | {} |", epsilons.iter().map(cell).collect::<Vec<_>>().join(" | "))
}

#[test]
fn what_is_told_of_the_comparison_came_out() {
    let table = Table::read(&read("docs/reproduction/comparison.csv")).expect("numbers");
    let readme = read("README.md");
    let estimated = ROWS.map(|(told, method)| row(&of(&table, 2, method, "as estimated"), told, &ESTIMATED));
    let processed =
        PROCESSED_ROWS.map(|(told, method)| row(&of(&table, 2, method, "processed"), told, &PROCESSED));
    for line in estimated.iter().chain(&processed) {
        assert!(readme.contains(line), "{line}");
    }
}

/// The README names the ε at which CALM as published needs fewer respondents once tables are processed, judged by the
/// intervals.
#[test]
fn where_calm_needs_fewer_is_said() {
    let table = Table::read(&read("docs/reproduction/comparison.csv")).expect("numbers");
    let fewer = |w: u32| {
        let published = of(&table, w, "CALM, even shares", "processed");
        let ends = published.numbers("record_epsilon").into_iter().zip(published.numbers("upper"));
        let below = ends.filter(|(_, upper)| *upper < 1.0).map(|(epsilon, _)| epsilon.to_string());
        below.collect::<Vec<_>>()
    };
    let listed = |epsilons: Vec<String>| match &epsilons[..] {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => epsilons.concat(),
    };
    let (two, three) = (listed(fewer(2)), listed(fewer(3)));
    let told = format!(
        "CALM as published needs fewer respondents at ε of {two}, and for tables of three at ε of {three}."
    );
    assert!(read("README.md").contains(&told), "{told}");
    let best = of(&table, 2, "CALM, best shares", "as estimated");
    assert!(best.numbers("lower").iter().all(|lower| *lower > 1.0), "README says that it needs more");
}
