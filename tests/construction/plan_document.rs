//! Ring: construction. A plan document is read in two places: the package's reader and types must have the same members as
//! `src/plan/document.rs` and `src/plan/questions.rs`.

use std::collections::BTreeMap;

use super::tree::read;
use syn::Item;

/// The crate's structs for the parts of a document, and the package's types for them.
const PARTS: [(&str, &str); 14] = [
    ("PlanDocument", "PlanDocument"),
    ("PlanAttribute", "PlanAttribute"),
    ("ConditionDocument", "PlanCondition"),
    ("CompoundDocument", "PlanCompound"),
    ("FormDocument", "PlanForm"),
    ("RoundedDocument", "PlanRounded"),
    ("ScoreDocument", "PlanScore"),
    ("SectionDocument", "PlanSection"),
    ("Texts", "PlanTexts"),
    ("UnitDocument", "PlanUnit"),
    ("BlockDocument", "PlanBlock"),
    ("PatternDocument", "PlanPattern"),
    ("PlanPrivacy", "PlanPrivacy"),
    ("AttributePromiseDocument", "PlanPromise"),
];

/// The members of every struct of a plan document, in order.
fn source() -> BTreeMap<String, Vec<String>> {
    let files = ["src/plan/document.rs", "src/plan/questions.rs", "src/schema/presentation.rs"];
    let items = files.into_iter().flat_map(|path| syn::parse_file(&read(path)).unwrap().items);
    let structs = items.filter_map(|item| match item {
        Item::Struct(of) => Some((of.ident.to_string(), of.fields)),
        _ => None,
    });
    structs
        .map(|(name, fields)| (name, fields.iter().map(|f| f.ident.as_ref().unwrap().to_string()).collect()))
        .collect()
}

/// The text between `start` and the next `end`.
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let (_, after) = text.split_once(start).unwrap();
    after.split_once(end).unwrap().0
}

#[test]
fn members_stand_in_the_order_of_their_names() {
    for (name, members) in source() {
        if PARTS.iter().any(|(part, _)| *part == name) {
            assert!(members.is_sorted(), "canonical JSON sorts members: {name} {members:?}");
        }
    }
}

/// A member, followed by the members of the documents that it lists, and theirs.
fn with_parts(source: &BTreeMap<String, Vec<String>>, of: &str, member: &str) -> Vec<String> {
    let part = match (of, member) {
        ("PlanDocument", "attributes") => "PlanAttribute",
        ("PlanAttribute", "asked_if") => "ConditionDocument",
        ("PlanDocument", "compounds") => "CompoundDocument",
        ("PlanDocument", "forms") => "FormDocument",
        ("PlanDocument", "scores") => "ScoreDocument",
        ("PlanDocument", "sections") => "SectionDocument",
        ("PlanDocument", "texts") => "Texts",
        ("PlanDocument", "privacy") => "PlanPrivacy",
        ("ScoreDocument", "rounded") => "RoundedDocument",
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
fn the_package_reads_the_same_members_in_the_same_order() {
    // The names in `const plan = object({`: those before a colon, and the shorthand `weight`.
    let text = read("pkg/src/verify/document.ts")
        .split_once("const plan = object({")
        .unwrap()
        .1
        .replace("weight }", "weight: }")
        .replace("\n      weight,", "\n      weight: ,");
    let text = between(&text, "", "\n});");
    let names: Vec<&str> =
        text.split(':').map(|before| before.rsplit([' ', '{', '\n']).next().unwrap()).collect();
    let (source, mut expected) = (source(), Vec::<String>::new());
    let members = &source["PlanDocument"];
    members.iter().for_each(|member| expected.extend(with_parts(&source, "PlanDocument", member)));
    assert_eq!(names[..names.len() - 1], expected, "pkg/src/verify/document.ts");
}

#[test]
fn the_package_has_types_of_the_same_members() {
    let (text, source) = (read("pkg/src/common/types.ts"), source());
    for (part, name) in PARTS {
        let body = between(&text, &format!("export interface {name} {{"), "\n}");
        let members = body.split("readonly ").filter_map(|after| after.split_once(':')).map(|(name, _)| name);
        let mut members: Vec<&str> = members.map(|name| name.trim_end_matches('?')).collect();
        members.sort_unstable();
        assert_eq!(members, source[part], "{name} in pkg/src/common/types.ts");
    }
}
