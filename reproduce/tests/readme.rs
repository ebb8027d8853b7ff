//! What README tells of the comparison is what docs/reproduction/comparison.csv holds.

use std::fs;
use std::path::Path;

use candor_reproduce::Table;

const EPSILONS: [f64; 3] = [1.0, 2.0, 4.0];

/// The rows of README, each with the method that it tells of.
const ROWS: [(&str, &str); 4] = [
    ("every question perturbed by itself, ε shared evenly", "independent, equal levels"),
    ("the same, ε shared as well as can be", "independent, best levels"),
    ("each person asked one table of two", "one random table"),
    ("the same, tables made consistent (CALM)", "CALM"),
];

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::read_to_string(root.join(path)).expect("a file")
}

/// How many times the respondents of labelled a method needs for Adult's pair tables, as README writes it.
fn times(table: &Table, method: &str, form: &str) -> Vec<String> {
    let of = table.with("people", "Adult").with("questions_of_a_table", 2.0).with("respondents", 32_561.0);
    let of = of.with("method", method).with("form", form);
    let at = |epsilon: f64| of.with("record_epsilon", epsilon).numbers("times")[0];
    let short = |times: f64| match times {
        _ if times >= 100.0 => format!("{times:.0}"),
        _ if times >= 10.0 => format!("{times:.1}"),
        _ => format!("{times:.2}"),
    };
    EPSILONS.into_iter().map(|epsilon| short(at(epsilon))).collect()
}

#[test]
fn what_is_told_of_the_comparison_came_out() {
    let table = Table::read(&read("docs/reproduction/comparison.csv")).expect("numbers");
    let readme = read("README.md");
    for (told, method) in ROWS {
        let line = format!("| {told} | {} |", times(&table, method, "as estimated").join(" | "));
        assert!(readme.contains(&line), "{line}");
    }
    let [one, two, four] = times(&table, "CALM", "projected").try_into().expect("three");
    let line = format!("CALM needs {one}, {two} and {four} times");
    assert!(readme.contains(&line), "{line}");
}
