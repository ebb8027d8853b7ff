//! The README's statements about the comparison agree with docs/reproduction/comparison.csv.

use std::fs;
use std::path::Path;

use candor_reproduce::Table;

/// The ε of the columns: of the table of estimates and, below, of the table of what people read.
const ESTIMATED: [f64; 3] = [1.0, 2.0, 4.0];
const READ: [f64; 4] = [0.5, 1.0, 2.0, 4.0];
/// The numbers of Adult's people that are asked.
const PEOPLE: [u32; 3] = [2_000, 8_000, 32_561];

/// The rows of the README's table of estimates, each with the method that it describes.
const ROWS: [(&str, &str); 6] = [
    ("every question perturbed by itself, the privacy budget ε split evenly", "independent, equal levels"),
    ("the same, ε split as well as can be", "independent, best levels"),
    ("each person asked one table of two, all as many", "one random table, even shares"),
    ("the same, people shared out as well as can be", "one random table, best shares"),
    ("one table of two, all as many, made consistent (CALM as published)", "CALM, even shares"),
    ("the same, people shared out as well as can be (CALM)", "CALM, best shares"),
];

/// The same for what people read.
const READ_ROWS: [(&str, &str); 10] = [
    ("Candor's default design, best guess", "labelled: best guess"),
    ("Candor's default design, Private-PGM", "labelled: Private-PGM"),
    ("CALM as published", CALM),
    ("CALM's reports, Private-PGM", CALM_BY_PGM),
    ("CALM, people shared out as well as can be", "CALM, best shares: made consistent"),
    (
        "one table of two, people shared out as well as can be, each made possible",
        "one random table, best shares: projected",
    ),
    (
        "every question perturbed by itself, ε split as well as can be, likeliest tables",
        "independent, best levels: likeliest",
    ),
    ("LoPub", "LoPub, LASSO and EM: as estimated"),
    ("one question, people shared out as well as can be, taken as independent", PRODUCT),
    ("Candor's default design, each table made possible", "labelled: projected"),
];

const CALM: &str = "CALM, even shares: made consistent";
const CALM_BY_PGM: &str = "CALM, even shares: Private-PGM";
const PRODUCT: &str = "one question, best shares: product";

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::read_to_string(root.join(path)).expect("a file")
}

/// The README with one space for every line break.
fn readme() -> String {
    read("README.md").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn numbers() -> Table {
    Table::read(&read("docs/reproduction/comparison.csv")).expect("numbers")
}

/// A method's rows for pairs of Adult's questions, of so many people.
fn of(table: &Table, people: &str, n: u32, method: &str) -> Table {
    let of = table.with("people", people).with("questions_of_a_table", 2_u32).with("respondents", n);
    of.with("method", method)
}

fn short(times: f64) -> String {
    match times {
        _ if times >= 100.0 => format!("{times:.0}"),
        _ if times >= 10.0 => format!("{times:.1}"),
        _ => format!("{times:.2}"),
    }
}

/// Ratios as the README writes them, with intervals.
fn ratios(of: &Table, epsilons: &[f64]) -> Vec<String> {
    let cell = |&epsilon: &f64| {
        let at = of.with("record_epsilon", epsilon);
        let [times, lower, upper] = ["times", "lower", "upper"].map(|column| short(at.numbers(column)[0]));
        format!("{times} ({lower}–{upper})")
    };
    epsilons.iter().map(cell).collect()
}

/// A row of the README's tables.
fn row(of: &Table, told: &str, epsilons: &[f64]) -> String {
    format!("| {told} | {} |", ratios(of, epsilons).join(" | "))
}

fn listed(parts: &[String]) -> String {
    match parts {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => parts.concat(),
    }
}

#[test]
fn what_is_told_of_the_comparison_came_out() {
    let (table, readme) = (numbers(), readme());
    let estimated = ROWS.map(|(told, method)| row(&of(&table, "Adult", 32_561, method), told, &ESTIMATED));
    let as_read = READ_ROWS.map(|(told, method)| row(&of(&table, "Adult", 32_561, method), told, &READ));
    for line in estimated.iter().chain(&as_read) {
        assert!(readme.contains(line), "{line}");
    }
}

/// Whatever the README says needs more respondents has intervals above 1.
#[test]
fn where_peers_need_more_is_outside_of_intervals() {
    let (table, readme) = (numbers(), readme());
    let best = of(&table, "Adult", 32_561, "CALM, best shares");
    assert!(best.numbers("lower").iter().all(|lower| *lower > 1.0), "README says that it needs more");
    let workload = of(&table, "Adult, four questions", 32_561, "workload-optimised");
    let workload = workload.with("form", "as estimated");
    let told = format!("needs {} times as many", listed(&ratios(&workload, &ESTIMATED)));
    assert!(readme.contains(&told) && workload.numbers("lower").iter().all(|lower| *lower > 1.0), "{told}");
}

/// The README has the geometric means of CALM's ratios over the numbers of people, as published and with Private-PGM.
#[test]
fn what_is_told_of_fewer_people_came_out() {
    let (table, readme) = (numbers(), readme());
    let mean = |method: &str, epsilon: f64| {
        let of = |n| of(&table, "Adult", n, method).with("record_epsilon", epsilon).numbers("times")[0];
        short(PEOPLE.map(of).iter().map(|times| times.ln() / 3.0).sum::<f64>().exp())
    };
    let told = format!(
        "are {} at ε of {}, with Private-PGM in place of CALM's consistency step {}.",
        listed(&READ.map(|epsilon| mean(CALM, epsilon))),
        listed(&READ.map(|epsilon| epsilon.to_string())),
        listed(&READ.map(|epsilon| mean(CALM_BY_PGM, epsilon)))
    );
    assert!(readme.contains(&told), "{told}");
    let of_calm = PEOPLE.map(|n| of(&table, "Adult", n, CALM)).map(|of| of.numbers("lower"));
    assert!(of_calm.iter().flatten().all(|lower| *lower > 1.0), "README says that its error is larger");
}

/// The README names where products of single questions, and LoPub, cannot be told apart from Candor's best guess; the intervals of all other
/// peers are above 1.
#[test]
fn what_cannot_be_told_apart_is_named() {
    let (table, readme) = (numbers(), readme());
    let apart = |n: u32| {
        let of = of(&table, "Adult", n, PRODUCT);
        let ends = of.numbers("record_epsilon").into_iter().zip(of.numbers("lower")).zip(of.numbers("upper"));
        let held = ends.filter(|((_, lower), upper)| *lower <= 1.0 && *upper >= 1.0);
        let held: Vec<String> = held.map(|((epsilon, _), _)| epsilon.to_string()).collect();
        format!("at ε of {} with {},{:03} people", listed(&held), n / 1000, n % 1000)
    };
    let told = format!("the two cannot be told apart {}", listed(&PEOPLE.map(apart)));
    assert!(readme.contains(&told), "{told}");
    let as_read = table.with("people", "Adult").with("form", "as read");
    let mut near = Vec::new();
    for method in as_read.different("method").iter().map(ToString::to_string) {
        for n in PEOPLE {
            let of = as_read.with("method", method.as_str()).with("respondents", n);
            assert!(of.numbers("upper").iter().all(|upper| upper.is_nan() || *upper >= 1.0), "{method}, {n}");
            let ends = of.numbers("record_epsilon").into_iter().zip(of.numbers("lower"));
            near.extend(
                ends.filter(|(_, lower)| *lower <= 1.0).map(|(epsilon, _)| (method.clone(), n, epsilon)),
            );
        }
    }
    let is_own = |method: &str| method.starts_with("labelled") && !method.ends_with("Private-PGM");
    near.retain(|(method, ..)| !is_own(method) && !method.contains("product"));
    assert_eq!(near, [("LoPub, LASSO and EM: as estimated".to_owned(), 2_000, 0.5)]);
    assert!(readme.contains("nor, after three surveys, LoPub at ε of 0.5 with 2,000 people."));
}
