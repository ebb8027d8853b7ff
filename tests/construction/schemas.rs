//! Ring: construction. The JSON Schemas that the package publishes have the same members as the documents that the crate reads, with the same
//! types and the same ones required; `docs/documents.md` has a line about each.

use std::collections::BTreeSet;

use super::tree::read;
use serde_json::Value;
use syn::{Field, GenericArgument, Item, PathArguments, Type};

/// The file of a struct, the struct, the schema, and the place in the schema.
const PARTS: [(&str, &str, &str, &str); 23] = [
    ("src/design/survey/document.rs", "SurveyDocument", "survey", ""),
    ("src/design/survey/question.rs", "AttributeDocument", "survey", "/definitions/attribute"),
    ("src/design/survey/document.rs", "PrivacyDocument", "survey", "/definitions/privacy"),
    ("src/design/survey/comparison.rs", "ComparisonRequest", "survey", "/definitions/comparison"),
    ("src/design/survey/comparison.rs", "GroupRequest", "survey", "/definitions/group"),
    ("src/design/survey/document.rs", "ScoreRequest", "survey", "/definitions/score"),
    ("src/design/survey/document.rs", "SectionRequest", "survey", "/definitions/section"),
    ("src/schema/presentation.rs", "Texts", "survey", "/definitions/texts"),
    ("src/schema/plain.rs", "PlainColumn", "survey", "/definitions/plain"),
    ("src/plan/document.rs", "PlanDocument", "plan", ""),
    ("src/plan/questions.rs", "PlanAttribute", "plan", "/definitions/attribute"),
    ("src/plan/questions.rs", "ConditionDocument", "plan", "/definitions/condition"),
    ("src/plan/questions.rs", "ScoreDocument", "plan", "/definitions/score"),
    ("src/plan/questions.rs", "RoundedDocument", "plan", "/definitions/rounded"),
    ("src/plan/questions.rs", "SectionDocument", "plan", "/definitions/section"),
    ("src/schema/presentation.rs", "Texts", "plan", "/definitions/texts"),
    ("src/plan/document.rs", "FormDocument", "plan", "/definitions/form"),
    ("src/plan/document.rs", "UnitDocument", "plan", "/definitions/unit"),
    ("src/plan/document.rs", "BlockDocument", "plan", "/definitions/block"),
    ("src/plan/document.rs", "PatternDocument", "plan", "/definitions/pattern"),
    ("src/plan/document.rs", "PlanPrivacy", "plan", "/definitions/privacy"),
    ("src/plan/document.rs", "AttributePromiseDocument", "plan", "/definitions/promise"),
    ("src/schema/plain.rs", "PlainColumn", "plan", "/definitions/plain"),
];

/// A member: its name, its type, and whether it is required.
type Member = (String, String, bool);

fn schema(name: &str) -> Value {
    serde_json::from_str(&read(format!("pkg/{name}.schema.json"))).unwrap()
}

/// The members of a struct as serde reads them.
fn source(file: &str, of: &str) -> BTreeSet<Member> {
    let syntax = syn::parse_file(&read(file)).unwrap();
    let fields = syntax.items.into_iter().find_map(|item| match item {
        Item::Struct(found) if found.ident == of => Some(found.fields),
        _ => None,
    });
    fields.unwrap().iter().map(member).collect()
}

fn member(field: &Field) -> Member {
    let attributes: String = field
        .attrs
        .iter()
        .filter_map(|attribute| attribute.meta.require_list().ok())
        .map(|list| list.tokens.to_string())
        .collect();
    let renamed = attributes.split_once("rename = \"").map(|(_, after)| after.split('"').next().unwrap());
    let name = renamed.map_or_else(|| field.ident.as_ref().unwrap().to_string(), str::to_owned);
    // A plan without a fingerprint is still read, so that the refusal can say which one it should have.
    let needed = !attributes.contains("default") || name == "fingerprint";
    (name, kind(&field.ty), needed)
}

fn kind(of: &Type) -> String {
    let path = match of {
        Type::Path(path) => path.path.segments.last().unwrap(),
        Type::Array(list) => return format!("list of {}", kind(&list.elem)),
        Type::Tuple(_) => return "list of integer".into(),
        _ => return "unknown".into(),
    };
    let inner = match &path.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.first(),
        _ => None,
    };
    match (path.ident.to_string().as_str(), inner) {
        ("Option", Some(GenericArgument::Type(inner))) => kind(inner),
        ("Vec", Some(GenericArgument::Type(inner))) => format!("list of {}", kind(inner)),
        (
            "String"
            | "u128"
            | "Ask"
            | "Choose"
            | "CompoundKindDocument"
            | "Invitations"
            | "Labels"
            | "Order",
            _,
        ) => "string".into(),
        ("u32" | "u64" | "usize", _) => "integer".into(),
        ("f64", _) => "number".into(),
        ("bool", _) => "boolean".into(),
        ("LocalizedText" | "Category", _) => "string or object".into(),
        _ => "object".into(),
    }
}

/// The members of an object in a schema.
fn published(schema: &Value, part: &str) -> BTreeSet<Member> {
    let part = schema.pointer(part).unwrap();
    assert_eq!(part["additionalProperties"], false, "{part}");
    let needed: Vec<&str> =
        part["required"].as_array().into_iter().flatten().map(|name| name.as_str().unwrap()).collect();
    let properties = part["properties"].as_object().unwrap().iter();
    properties
        .map(|(name, value)| (name.clone(), kind_in(schema, value), needed.contains(&name.as_str())))
        .collect()
}

fn kind_in(schema: &Value, value: &Value) -> String {
    if let Some(reference) = value["$ref"].as_str() {
        return kind_in(schema, schema.pointer(reference.strip_prefix('#').unwrap()).unwrap());
    }
    if let Some(some) = value["anyOf"].as_array() {
        let kinds: Vec<String> = some.iter().map(|one| kind_in(schema, one)).collect();
        return kinds.into_iter().filter(|kind| kind != "null").collect::<Vec<_>>().join(" or ");
    }
    let constant = value.get("const").or_else(|| value["enum"].get(0));
    if let Some(constant) = constant {
        return if constant.is_boolean() { "boolean".into() } else { "string".into() };
    }
    match value["type"].as_str().or_else(|| value["type"][0].as_str()) {
        Some("array") => format!("list of {}", kind_in(schema, &value["items"])),
        Some(kind) => kind.into(),
        None => "unknown".into(),
    }
}

#[test]
fn schemas_have_the_members_of_documents() {
    for (file, of, name, part) in PARTS {
        assert_eq!(published(&schema(name), part), source(file, of), "{of} in pkg/{name}.schema.json{part}");
    }
}

#[test]
fn every_member_is_explained() {
    let page = read("docs/documents.md");
    for (.., name, part) in PARTS {
        let schema = schema(name);
        for (member, value) in schema.pointer(part).unwrap()["properties"].as_object().unwrap() {
            let description = value["description"].as_str().unwrap();
            let line =
                page.lines().find(|line| line.contains(&format!("`{member}`")) && line.contains(description));
            assert!(
                line.is_some(),
                "docs/documents.md lacks {member} of {name}{part}: node pkg/reference.js writes it"
            );
        }
    }
}
