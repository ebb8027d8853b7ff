//! Ring: construction. Sources that the code cites are listed in `docs/references.md`, and cited sections of `docs/mathematics.md` exist.

use std::collections::BTreeSet;
use std::fs;

use super::tree::{files, read, root};

/// The folders whose code cites sources.
const CITING: [&str; 9] = [
    "src",
    "documents/src",
    "collector/src",
    "input/src",
    "cli/src",
    "audit",
    "benches",
    "tests",
    "pkg/analysis/src",
];

/// The keys that the page on references defines: `**[Key]**`.
fn keys() -> BTreeSet<String> {
    let page = read("docs/references.md");
    let after = page.split("**[").skip(1);
    after.map(|after| after.split_once("]**").unwrap().0.to_owned()).collect()
}

/// The sections of the page on mathematics.
fn sections() -> BTreeSet<u32> {
    let page = read("docs/mathematics.md");
    let headings = page.lines().filter_map(|line| line.strip_prefix("## "));
    headings.map(|heading| heading.split_once('.').unwrap().0.parse().unwrap()).collect()
}

/// The text of all comments of a file, line by line.
fn comments(text: &str) -> String {
    let of_line = |line: &str| {
        let line = line.trim_start();
        ["//!", "///", "//"]
            .iter()
            .find_map(|mark| line.strip_prefix(mark))
            .map(|rest| rest.trim().to_owned())
    };
    text.lines().filter_map(of_line).collect::<Vec<String>>().join(" ")
}

/// The citations in a text, which are brackets that begin with a key: the key, up to the first comma, and what follows it.
fn citations(text: &str) -> Vec<(String, String)> {
    let plain = text.replace("\\[", "[").replace("\\]", "]");
    let bracketed = plain.split('[').skip(1).filter_map(|after| after.split_once(']'));
    let cited = bracketed.filter(|(_, after)| !after.starts_with('(') && !after.starts_with('['));
    let parts = cited.flat_map(|(inside, _)| inside.split("; ").map(str::to_owned).collect::<Vec<_>>());
    let split = parts.map(|part| match part.split_once(", ") {
        Some((key, place)) => (key.to_owned(), place.to_owned()),
        None => (part, String::new()),
    });
    split.filter(|(key, _)| is_key(key)).collect()
}

/// Whether a text has the form of a key: a name and a year, a standard, or one of the pages without a year.
fn is_key(text: &str) -> bool {
    let named = text.trim_end_matches('S');
    let year = named.len() > 2 && named.chars().rev().take(2).all(|c| c.is_ascii_digit());
    let letters = named.chars().all(char::is_alphanumeric) && named.starts_with(char::is_uppercase);
    text.starts_with("RFC ") || ["Mathematics", "Kikuchi"].contains(&text) || (year && letters)
}

#[test]
fn every_citation_is_listed() {
    let (keys, sections) = (keys(), sections());
    let mut cited = BTreeSet::new();
    for file in CITING.iter().flat_map(|folder| files(&root().join(folder), &[".rs"])) {
        let text = comments(&read(&file));
        for (key, place) in citations(&text) {
            assert!(
                keys.contains(&key),
                "{} cites [{key}], which docs/references.md does not list",
                file.display()
            );
            if key == "Mathematics" {
                let numbers =
                    place.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok());
                let unknown = numbers.into_iter().find(|number: &u32| !sections.contains(number));
                assert_eq!(unknown, None, "{} cites [{key}, {place}]", file.display());
            }
            cited.insert(key);
        }
    }
    assert!(cited.len() > 20, "too few citations were found: {cited:?}");
}

/// A year in parentheses or a paper's nickname is not a citation that can be looked up.
#[test]
fn nothing_is_cited_in_another_way() {
    for file in ["src", "documents/src", "collector/src", "input/src", "cli/src"]
        .iter()
        .flat_map(|folder| files(&root().join(folder), &[".rs"]))
    {
        let text = comments(&read(&file));
        for odd in ["mathematics §", "genome supplement", "castell", " 19", " 20"] {
            let found = text.match_indices(odd).find(|(at, _)| {
                let after = &text[at + odd.len()..];
                !odd.starts_with(' ') || is_year(after)
            });
            let around = found.map(|(at, _)| text[at..].chars().take(40).collect::<String>());
            assert_eq!(around, None, "{}", file.display());
        }
    }
}

/// Whether the text begins with two digits, after which the parenthesis or its part ends.
fn is_year(after: &str) -> bool {
    let mut following = after.chars();
    let digits = following.by_ref().take(2).all(|c| c.is_ascii_digit());
    digits && matches!(following.next(), Some(')' | ',' | ';'))
}

/// Files and folders that a page names in backticks.
fn paths(page: &str) -> Vec<String> {
    let quoted = page.split('`').skip(1).step_by(2);
    let within = [
        "src/",
        "documents/",
        "collector/",
        "cli/",
        "input/",
        "bindings/",
        "pkg/src",
        "www/",
        "tests/",
        "audit/",
        "benches/",
        "docs/",
        "scripts/",
        "fuzz/",
    ];
    let path = |text: &&str| {
        let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
        plain && within.iter().any(|folder| text.starts_with(folder))
    };
    quoted.filter(path).map(str::to_owned).collect()
}

#[test]
fn pages_name_files_that_exist() {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages = docs.filter(|path| path.extension().is_some_and(|kind| kind == "md"));
    let own = ["README.md", "CONTRIBUTING.md", "DESIGN.md", "SECURITY.md"].map(|name| root().join(name));
    let mut named = 0;
    for page in pages.chain(own) {
        for path in paths(&read(&page)) {
            let made = ["fuzz/artifacts/"].contains(&path.as_str());
            assert!(made || root().join(&path).exists(), "{} names {path}", page.display());
            named += 1;
        }
    }
    assert!(named > 50, "the pages were not read");
}

#[test]
fn citations_are_read() {
    let text = "by [Mathematics, §3–4], \\[Stein81\\] and [Kikuchi, Algorithm 4; Lemire19], as [`Law`] and [Plan](x)";
    let expected = [("Mathematics", "§3–4"), ("Stein81", ""), ("Kikuchi", "Algorithm 4"), ("Lemire19", "")];
    let expected: Vec<_> =
        expected.iter().map(|(key, place)| ((*key).to_owned(), (*place).to_owned())).collect();
    assert_eq!(citations(text), expected);
    assert!(is_year("81)") && !is_year("81 years") && !is_year("8"));
}
