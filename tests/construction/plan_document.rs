//! Ring: construction. A plan document is read in four places: `src/plan/document.rs` is the source, and the respondent's
//! module, the package's reader and types, and the auditor follow it, member by member.

use std::collections::BTreeMap;

use super::tree::read;
use syn::visit::Visit;
use syn::{ExprStruct, Item, Member};

/// Our names of the parts of a document, the package's types, and the auditor's functions for them.
const PARTS: [(&str, &str, &str); 8] = [
    ("PlanDocument", "PlanDocument", "plan"),
    ("PlanAttribute", "PlanAttribute", "attribute"),
    ("FormDocument", "PlanForm", "form"),
    ("UnitDocument", "PlanUnit", "unit"),
    ("BlockDocument", "PlanBlock", "block"),
    ("PatternDocument", "PlanPattern", "pattern"),
    ("PlanPrivacy", "PlanPrivacy", "plan"),
    ("AttributePromiseDocument", "PlanPromise", "promise"),
];

/// The members of every struct of the source, in order.
fn source() -> BTreeMap<String, Vec<String>> {
    let syntax = syn::parse_file(&read("src/plan/document.rs")).unwrap();
    let structs = syntax.items.iter().filter_map(|item| match item {
        Item::Struct(of) => Some((of.ident.to_string(), of.fields.iter())),
        _ => None,
    });
    structs
        .map(|(name, fields)| (name, fields.map(|f| f.ident.as_ref().unwrap().to_string()).collect()))
        .collect()
}

/// The members of every struct made in a file, in order.
#[derive(Default)]
struct Made(BTreeMap<String, Vec<String>>);

impl<'ast> Visit<'ast> for Made {
    fn visit_expr_struct(&mut self, made: &'ast ExprStruct) {
        let name = made.path.segments.last().unwrap().ident.to_string();
        let member = |member: &Member| match member {
            Member::Named(name) => name.to_string(),
            Member::Unnamed(index) => index.index.to_string(),
        };
        self.0.insert(name, made.fields.iter().map(|field| member(&field.member)).collect());
        syn::visit::visit_expr_struct(self, made);
    }
}

/// The part of a text from `start` to the next `end`.
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let (_, after) = text.split_once(start).unwrap();
    after.split_once(end).unwrap().0
}

#[test]
fn members_stand_in_the_order_of_their_names() {
    for (name, members) in source() {
        if PARTS.iter().any(|(part, ..)| *part == name) {
            assert!(members.is_sorted(), "canonical JSON sorts members: {name} {members:?}");
        }
    }
}

#[test]
fn the_respondents_module_reads_the_same_members_in_the_same_order() {
    let mut made = Made::default();
    made.visit_file(&syn::parse_file(&read("src/wasm/document.rs")).unwrap());
    for (part, ..) in PARTS {
        assert_eq!(made.0[part], source()[part], "{part} in src/wasm/document.rs");
    }
}

/// A member, and those of the documents that it lists, with theirs.
fn with_parts(source: &BTreeMap<String, Vec<String>>, of: &str, member: &str) -> Vec<String> {
    let part = match (of, member) {
        ("PlanDocument", "attributes") => "PlanAttribute",
        ("PlanDocument", "forms") => "FormDocument",
        ("PlanDocument", "privacy") => "PlanPrivacy",
        ("FormDocument", "blocks") => "BlockDocument",
        ("FormDocument", "units") => "UnitDocument",
        ("BlockDocument", "patterns") => "PatternDocument",
        ("PlanPrivacy", "attributes") => "AttributePromiseDocument",
        _ => return vec![member.into()],
    };
    let parts = source[part].iter().flat_map(|member| with_parts(source, part, member));
    core::iter::once(member.into()).chain(parts).collect()
}

#[test]
fn the_package_hands_over_the_same_members_in_the_same_order() {
    // What follows `const plan = object({`, as a list of names: those before a colon, and `weight` for itself.
    let text = read("pkg/src/parts.ts")
        .split_once("const plan = object({")
        .unwrap()
        .1
        .replace("weight }", "weight: }")
        .replace("\n      weight,", "\n      weight: ,");
    let text = between(&text, "", "\n});");
    let names: Vec<&str> =
        text.split(':').map(|before| before.rsplit([' ', '{', '\n']).next().unwrap()).collect();
    let (source, mut expected) = (source(), Vec::<String>::new());
    let members = source["PlanDocument"].iter().filter(|member| *member != "signature");
    members.for_each(|member| expected.extend(with_parts(&source, "PlanDocument", member)));
    assert_eq!(names[..names.len() - 1], expected, "pkg/src/parts.ts");
}

#[test]
fn the_package_has_types_of_the_same_members() {
    let (text, source) = (read("pkg/src/types.ts"), source());
    for (part, name, _) in PARTS {
        let body = between(&text, &format!("export interface {name} {{"), "\n}");
        let members = body.split("readonly ").filter_map(|after| after.split_once(':')).map(|(name, _)| name);
        let mut members: Vec<&str> = members.map(|name| name.trim_end_matches('?')).collect();
        members.sort_unstable();
        assert_eq!(members, source[part], "{name} in pkg/src/types.ts");
    }
}

#[test]
fn the_auditor_hands_over_the_same_members_in_the_same_order() {
    let (text, source) = (read("audit/src/shipped/parts.rs"), source());
    for (part, _, function) in PARTS {
        let body = between(&text, &format!("fn {function}(&mut self"), "\n    }");
        let lines: Vec<&str> = body.lines().filter(|line| line.contains("[\"")).collect();
        let of_privacy = |line: &&&str| line.contains("[\"privacy\"]");
        let lines: Vec<&&str> = match part {
            "PlanPrivacy" => lines.iter().filter(of_privacy).collect(),
            _ => lines.iter().filter(|line| !of_privacy(line)).collect(),
        };
        let last = |line: &&&str| line.rsplit("[\"").next().unwrap().split('"').next().unwrap().to_owned();
        let members: Vec<String> = lines.iter().map(last).collect();
        let elsewhere = ["signature", "privacy", "closes", "invitations", "opens", "plain", "revises"];
        let expected = source[part].iter().filter(|member| !elsewhere.contains(&member.as_str()));
        assert_eq!(members, expected.cloned().collect::<Vec<_>>(), "{part} in audit/src/shipped/parts.rs");
    }
}
