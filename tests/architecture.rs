//! Ring: construction. The direction of flow, read from the `crate::` paths in src/: a module uses modules to
//! its left and the support modules, never one to its right.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const FLOW: [&str; 8] = ["schema", "law", "design", "plan", "perturb", "report", "count", "estimate"];

/// Used by every module; they use each other from left to right only.
const SUPPORT: [&str; 3] = ["message", "error", "exact"];

/// A translation layer: may use everything, nothing may use it.
const OUTERMOST: &str = "wasm";

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    entries.flat_map(below).filter(|path| path.extension().is_some_and(|kind| kind == "rs")).collect()
}

/// The module of src/ that a file belongs to; none for lib.rs.
fn module_of(root: &Path, file: &Path) -> Option<String> {
    let first = file.strip_prefix(root).unwrap().components().next().unwrap();
    let name = Path::new(first.as_os_str()).file_stem().unwrap().to_str().unwrap();
    (name != "lib").then(|| name.to_owned())
}

/// The modules named after `crate::` outside comments, also in braces: `use crate::{law::Law, plan}`.
fn modules_used(text: &str) -> BTreeSet<String> {
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    code.split("crate::").skip(1).flat_map(first_segments).collect()
}

fn first_segments(path: &str) -> Vec<String> {
    let identifier =
        |text: &str| text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    match path.strip_prefix('{').and_then(|rest| rest.split_once("};")) {
        Some((group, _)) => split_outside_braces(group).map(identifier).collect(),
        None => vec![identifier(path)],
    }
}

fn split_outside_braces(group: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    group.split(move |c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    })
}

fn rank(order: &[&str], module: &str) -> Option<usize> {
    order.iter().position(|name| *name == module)
}

fn may_use(user: &str, used: &str) -> bool {
    if user == used || user == OUTERMOST || used == "Error" {
        return true;
    }
    match (rank(&SUPPORT, user), rank(&SUPPORT, used)) {
        (Some(user), Some(used)) => used < user,
        (None, Some(_)) => true,
        (Some(_), None) => false,
        (None, None) => matches!((rank(&FLOW, user), rank(&FLOW, used)), (Some(a), Some(b)) if b < a),
    }
}

#[test]
fn modules_use_only_what_stands_left_of_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut edges = BTreeSet::new();
    for file in sources(&root) {
        let Some(user) = module_of(&root, &file) else { continue };
        for used in modules_used(&fs::read_to_string(&file).unwrap()) {
            assert!(may_use(&user, &used), "{} uses {used}, which stands to its right", file.display());
            edges.insert((user.clone(), used));
        }
    }
    assert!(edges.contains(&("report".into(), "perturb".into())), "the paths were not read: {edges:?}");
}

/// Where tests make plans and designs: each is checked in whole numbers there. And this file, which names the makers.
const CHECKED: [&str; 3] = ["tests/common/", "tests/exactness/", "tests/architecture.rs"];

/// A hundred thousand attributes take too long; no plan is made of them.
const TOO_LARGE: (&str, usize) = ("tests/inductive.rs", 2);

/// How often a source makes a plan or a design by itself.
fn unchecked(text: &str) -> usize {
    ["Plan::new(", "Design::with_", "Design::for_"].map(|maker| text.matches(maker).count()).iter().sum()
}

#[test]
fn tests_check_every_plan_they_make() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut made = 0;
    for folder in ["tests", "server/tests", "audit/tests"] {
        for file in sources(&root.join(folder)) {
            let name = file.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            let text = fs::read_to_string(&file).unwrap();
            made += text.matches("plan_of(").count() + text.matches("planned(").count();
            let allowed = if name == TOO_LARGE.0 { TOO_LARGE.1 } else { 0 };
            let checks = CHECKED.iter().any(|place| name.starts_with(place));
            assert!(checks || unchecked(&text) <= allowed, "{name} makes plans that are not checked");
        }
    }
    assert!(made > 10, "the sources were not read");
}

#[test]
fn every_module_has_its_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let known = |module: &str| FLOW.contains(&module) || SUPPORT.contains(&module) || module == OUTERMOST;
    for module in sources(&root).iter().filter_map(|file| module_of(&root, file)) {
        assert!(known(&module), "module {module} has no place in the flow");
    }
}

#[test]
fn the_reader_of_paths_sees_every_form() {
    let text = "use crate::{law::{Block, Law}, plan::Plan,\n schema};\n// use crate::count\nfn f() -> crate::error::Error";
    let expected = ["error", "law", "plan", "schema"].map(String::from);
    assert_eq!(modules_used(text), BTreeSet::from(expected));
    assert!(may_use("report", "perturb") && may_use("law", "exact") && may_use("wasm", "report"));
    assert!(!may_use("perturb", "report") && !may_use("exact", "law") && !may_use("plan", "wasm"));
}
