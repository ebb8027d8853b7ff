//! Ring: construction. The page on errors and the types of the npm package have the codes that are listed in
//! `src/error/code.rs`.

use std::collections::BTreeSet;

use super::tree::read;
use candor::Code;

/// The string literals in the union type `name` that `text` exports.
fn union(text: &str, name: &str) -> BTreeSet<String> {
    let (_, after) = text.split_once(&format!("export type {name} =")).unwrap();
    let (body, _) = after.split_once(';').unwrap();
    body.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_page_lists_every_code_with_its_meaning_and_its_statuses() {
    let expected: Vec<String> = Code::ALL
        .iter()
        .map(|code| {
            let (exit, http) = (code.exit_status(), code.http_status());
            format!("| `{code}` | {exit} | {http} | {} |", code.meaning())
        })
        .collect();
    let page = read("docs/errors.md");
    let (_, after) = page.split_once("| code | exit | HTTP | meaning |\n|---|---|---|---|\n").unwrap();
    let listed: Vec<&str> = after.lines().take_while(|line| line.starts_with('|')).collect();
    assert_eq!(listed, expected, "docs/errors.md should have:\n{}\n", expected.join("\n"));
}

#[test]
fn the_package_has_a_type_of_the_same_codes() {
    let expected: BTreeSet<String> = Code::ALL.iter().map(|code| code.as_str().to_owned()).collect();
    assert_eq!(union(&read("pkg/src/common/errors.ts"), "SharedCode"), expected);
}

#[test]
fn the_page_lists_the_codes_of_the_package_alone() {
    let page = read("docs/errors.md");
    let (_, after) = page.split_once("| code | meaning |\n|---|---|\n").unwrap();
    let listed: BTreeSet<String> = after.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    assert_eq!(listed, union(&read("pkg/src/common/errors.ts"), "PackageCode"));
}

#[test]
fn codes_are_in_order_and_none_is_there_twice() {
    assert!(Code::ALL.windows(2).all(|pair| pair[0].as_str() < pair[1].as_str()));
}
