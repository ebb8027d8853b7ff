//! Ring: construction. The direction of flow: a module uses modules to its left and the support modules, never one to
//! its right; and no file uses itself through others.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::files::{Crate, circles};
use super::tree::{files, read, root};
use syn::Item;

const FLOW: [&str; 11] = [
    "schema",
    "law",
    "design",
    "plan",
    "perturb",
    "report",
    "count",
    "estimate",
    "loglinear",
    "inference",
    "synthesize",
];

/// Used by every module; they use each other from left to right only.
const SUPPORT: [&str; 4] = ["message", "error", "exact", "numeric"];

/// A translation layer, which may use everything and which nothing may use.
const OUTERMOST: &str = "device";

/// The module that a file belongs to, from its path below src/; `None` for lib.rs.
fn module_of(file: &Path) -> Option<String> {
    let first = file.components().next().unwrap();
    let name = Path::new(first.as_os_str()).file_stem().unwrap().to_str().unwrap();
    (name != "lib").then(|| name.to_owned())
}

fn rank(order: &[&str], module: &str) -> Option<usize> {
    order.iter().position(|name| *name == module)
}

fn may_use(user: &str, used: &str) -> bool {
    if user == used || user == OUTERMOST {
        return true;
    }
    match (rank(&SUPPORT, user), rank(&SUPPORT, used)) {
        (Some(user), Some(used)) => used < user,
        (None, Some(_)) => true,
        (Some(_), None) => false,
        (None, None) => matches!((rank(&FLOW, user), rank(&FLOW, used)), (Some(a), Some(b)) if b < a),
    }
}

fn crate_in(folder: &str) -> Crate {
    Crate::read(&root().join(folder))
}

#[test]
fn modules_use_only_what_stands_left_of_them() {
    let read = crate_in("src");
    let mut edges = BTreeSet::new();
    for (file, used) in read.uses() {
        let Some(user) = module_of(file) else { continue };
        for used in used.into_iter().filter_map(module_of) {
            assert!(may_use(&user, &used), "{} uses {used}, which stands to its right", file.display());
            edges.insert((user.clone(), used));
        }
    }
    assert!(edges.contains(&("report".into(), "perturb".into())), "a known use was not found: {edges:?}");
}

#[test]
fn no_file_uses_itself_by_way_of_others() {
    for folder in ["cli/src", "collector/src", "documents/src", "input/src", "src"] {
        let read = crate_in(folder);
        let found = circles(&read.uses());
        assert!(found.is_empty(), "circles in {folder}: {found:#?}");
    }
}

/// Where tests may make plans and designs, because each is checked in whole numbers there; and this file, which names the functions
/// that make them.
const CHECKED: [&str; 3] = ["tests/common/", "tests/exactness/", "tests/construction/"];

/// The file that makes this many designs of a hundred thousand attributes, which take too long to check; no plan is made of them.
const TOO_LARGE: (&str, usize) = ("tests/design/inductive.rs", 2);

/// How often a source makes a plan or a design itself.
fn unchecked(text: &str) -> usize {
    ["Plan::new(", ".design()"].map(|maker| text.matches(maker).count()).iter().sum()
}

#[test]
fn tests_check_every_plan_they_make() {
    let mut made = 0;
    for folder in ["tests", "cli/tests", "collector/tests", "audit/tests"] {
        for file in files(&root().join(folder), &[".rs"]) {
            let name = file.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
            let text = read(&file);
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
    let sources = root().join("src");
    let known = |module: &str| FLOW.contains(&module) || SUPPORT.contains(&module) || module == OUTERMOST;
    let files = files(&sources, &[".rs"]);
    for module in files.iter().filter_map(|file| module_of(file.strip_prefix(&sources).unwrap())) {
        assert!(known(&module), "module {module} has no place in the flow");
    }
}

#[test]
fn the_flow_has_a_direction() {
    assert!(may_use("report", "perturb") && may_use("law", "exact") && may_use("device", "report"));
    assert!(!may_use("perturb", "report") && !may_use("exact", "law") && !may_use("plan", "device"));
}

#[test]
fn no_name_of_a_type_stands_for_two_things() {
    let mut defined: BTreeMap<String, PathBuf> = BTreeMap::new();
    for file in files(&root().join("src"), &[".rs"]) {
        let syntax = syn::parse_file(&read(&file)).unwrap();
        let named = syntax.items.iter().filter_map(|item| match item {
            Item::Struct(of) => Some(&of.ident),
            Item::Enum(of) => Some(&of.ident),
            Item::Trait(of) => Some(&of.ident),
            Item::Type(of) => Some(&of.ident),
            _ => None,
        });
        for name in named.map(ToString::to_string) {
            let before = defined.insert(name.clone(), file.clone());
            assert_eq!(before, None, "{name} is also defined in {}", file.display());
        }
    }
    assert!(defined.len() > 100, "the sources were not read");
}
