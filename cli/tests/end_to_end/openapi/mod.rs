//! Compares the collector with its description, `openapi.json`: every route exists, and every response is described.

mod fitting;
mod refused;

use core::fmt::Write;
use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Output};

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};

use crate::collector::{Answer, Collector};
use crate::desk::Desk;

/// Requests per operation.
const REQUESTS: usize = 400;

/// A collector with authors, a plan with a title, and reports; and the words that requests are made of.
fn served() -> (Desk, Collector, Words) {
    let desk = Desk::with_plan();
    desk.design_other("other.json");
    let token = ["database", "token", "Ada", "--authors", "authors.txt"];
    let token = desk.candor(&token).done().stdout.trim_end().to_owned();
    let collector = Collector::with(&desk, &["--plan", "plan.json", "--authors", "authors.txt"]);
    let reports = desk.reports(30);
    assert_eq!(collector.reports(&reports[..20].join("\n")).status, 201);
    let start = format!("POST /plans HTTP/1.1\r\nAuthorization: Bearer {token}\r\n");
    assert_eq!(collector.request(&start, &desk.read("other.json")).status, 201);
    let odd = ["", "%00", "..", "%ff", "a%20b", "%E2%98%83", "-1", "1e999", "NaN", "null", "[]", "'", "%22"];
    let fitting = [
        desk.fingerprint("plan.json"),
        desk.fingerprint("other.json"),
        "health".to_owned(),
        "smoker".to_owned(),
        "smoker,age".to_owned(),
        "inverse".to_owned(),
        "0.9".to_owned(),
        "1000".to_owned(),
    ];
    // Valid words are as frequent as invalid ones.
    let fitting = fitting.iter().cycle().take(3 * fitting.len()).cloned();
    let texts = odd.into_iter().map(str::to_owned).chain(fitting).chain(["x".repeat(5000)]).collect();
    let mut bodies = vec![String::new(), "{".to_owned(), "null".to_owned(), "[[[".repeat(500)];
    bodies.extend(reports[15..].iter().cloned());
    bodies.extend([desk.read("plan.json"), desk.read("other.json"), reports.join("\n")]);
    bodies.extend(
        [json!({"number": 3}), json!({"number": -1}), json!({"blinded": "AAAA"})].map(|own| own.to_string()),
    );
    bodies.push(reports[20].replace("perturbed", "plain"));
    (desk, collector, Words { token, texts, bodies })
}

struct Words {
    token: String,
    texts: Vec<String>,
    bodies: Vec<String>,
}

fn one<'a>(generator: &mut ChaCha8Rng, of: &'a [String]) -> &'a str {
    &of[usize::try_from(generator.next_u64() % of.len() as u64).expect("a place")]
}

/// The method, path and operation of everything in the document.
fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let paths = document["paths"].as_object().expect("paths");
    let of_path = |(path, item): (&String, &Value)| {
        let methods = item.as_object().expect("a path").iter().filter(|(name, _)| *name != "parameters");
        let own = methods.map(|(method, operation)| (method.to_uppercase(), path.clone(), operation.clone()));
        own.collect::<Vec<_>>()
    };
    paths.iter().flat_map(of_path).collect()
}

/// The values that a parameter may have, if the document lists them, or says that they are two.
fn named_values(parameter: &Value) -> Option<Vec<String>> {
    if parameter["schema"]["type"] == "boolean" {
        return Some(["true", "false"].map(str::to_owned).into());
    }
    let values = parameter["schema"]["enum"].as_array()?;
    Some(values.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

/// A random request for a path, some or none of whose parts are valid.
fn asked(
    generator: &mut ChaCha8Rng,
    (method, path, operation): &(String, String, Value),
    words: &Words,
) -> (String, String) {
    let mut target = String::new();
    for (place, part) in path.split('/').enumerate() {
        let part = if part.starts_with('{') { one(generator, &words.texts) } else { part };
        target += if place > 0 { "/" } else { "" };
        target += part;
    }
    let named = operation["parameters"].as_array().into_iter().flatten();
    let mut between = '?';
    let mut headers = String::new();
    for parameter in named {
        let name = parameter["name"].as_str().expect("a name");
        let value = one(generator, named_values(parameter).as_deref().unwrap_or(&words.texts)).to_owned();
        match parameter["in"].as_str() {
            Some("query") if generator.next_u32().is_multiple_of(3) => {
                write!(target, "{between}{name}={value}").expect("a text");
                between = '&';
            }
            Some("header") if generator.next_u32().is_multiple_of(3) => {
                write!(headers, "{name}: {value}\r\n").expect("a text");
            }
            _ => {}
        }
    }
    if !generator.next_u32().is_multiple_of(4) {
        write!(headers, "Authorization: Bearer {}\r\n", words.token).expect("a text");
    }
    let types = ["application/json", "application/x-ndjson", "text/plain", "?"];
    let content = types[generator.next_u32() as usize % types.len()];
    let body = if method == "GET" { "" } else { one(generator, &words.bodies) };
    (format!("{method} {target} HTTP/1.1\r\nContent-Type: {content}\r\n{headers}"), body.to_owned())
}

/// Checks that the document describes a response: its status, or the hundred that it belongs to, and its content.
fn check(document: &Value, operation: &Value, answer: &Answer, request: &str) {
    let exact = answer.status.to_string();
    let responses = &operation["responses"];
    let found =
        [exact.clone(), format!("{}XX", &exact[..1])].into_iter().find(|name| !responses[name].is_null());
    let found = found.unwrap_or_else(|| unexpected(request, &answer.body));
    let mut response = &responses[&found];
    if let Some(elsewhere) = response["$ref"].as_str() {
        response = document.pointer(&elsewhere[1..]).expect("a reference that leads somewhere");
    }
    let Some(content) = response["content"].as_object() else {
        assert_eq!(answer.body, "", "{request}");
        return;
    };
    let own = answer.header("content-type").unwrap_or_default();
    let own = own.split_once(';').map_or(own, |(kind, _)| kind);
    assert!(content.contains_key(own), "{request}: {own}");
    let mut schema = &content[own]["schema"];
    if let Some(elsewhere) = schema["$ref"].as_str() {
        schema = document.pointer(&elsewhere[1..]).expect("a reference that leads somewhere");
    }
    if schema["type"] == "object" {
        let (body, properties) = (answer.json(), schema["properties"].as_object());
        let body = body.as_object().expect("an object");
        for required in schema["required"].as_array().into_iter().flatten() {
            assert!(body.contains_key(required.as_str().expect("a name")), "{request}: {}", answer.body);
        }
        if schema["additionalProperties"] == false {
            let known = |name: &String| properties.is_some_and(|own| own.contains_key(name));
            assert!(body.keys().all(known), "{request}: {}", answer.body);
        }
    }
}

#[allow(clippy::panic, reason = "a test fails by panicking")]
fn unexpected(request: &str, body: &str) -> String {
    panic!("the document names no such answer to {request:?}: {body}")
}

#[test]
fn every_answer_is_one_that_the_document_names() {
    let (desk, collector, words) = served();
    let document = collector.json("/openapi.json");
    let mut generator = ChaCha8Rng::seed_from_u64(3);
    let mut met: BTreeMap<String, BTreeSet<u16>> = BTreeMap::new();
    // Operations that delete or close come last.
    let mut operations = operations(&document);
    operations.sort_by_key(|(method, path, _)| (method == "DELETE", path.ends_with("/close"), path.clone()));
    for operation in &operations {
        for _ in 0..REQUESTS {
            let (request, body) = asked(&mut generator, operation, &words);
            let answer = collector.request(&request, &body);
            check(&document, &operation.2, &answer, &request);
            met.entry(format!("{} {}", operation.0, operation.1)).or_default().insert(answer.status);
        }
    }
    // Not everything was refused: some random requests were valid.
    for (operation, status) in [
        ("GET /estimates", 200),
        ("POST /plans", 200),
        ("POST /reports", 201),
        ("GET /plans/{fingerprint}", 200),
    ] {
        assert!(met[operation].contains(&status), "{operation}: {:?}", met[operation]);
    }
    assert_eq!(collector.operations("/healthz").status, 200);
    assert!(collector.stop());
    desk.candor(&["database", "check"]).done();
}

#[test]
fn the_document_has_every_route_and_no_other() {
    let (_, collector, _) = served();
    let document = collector.json("/openapi.json");
    let served: Value =
        serde_json::from_str(include_str!("../../../../collector/src/http/openapi.json")).expect("JSON");
    assert_eq!(document, served);
    let source = include_str!("../../../../collector/src/http/mod.rs");
    let routes = source.lines().filter_map(|line| line.trim().strip_prefix(".route(\"")?.split_once('"'));
    let routes: BTreeSet<(String, String)> = routes
        .flat_map(|(path, rest)| {
            let methods = ["get", "post", "delete"]
                .into_iter()
                .filter(move |method| rest.contains(&format!("{method}(")));
            methods.map(move |method| (path.to_owned(), method.to_uppercase()))
        })
        .collect();
    let named: BTreeSet<(String, String)> =
        operations(&document).into_iter().map(|(method, path, _)| (path, method)).collect();
    assert_eq!(named, routes);
}

#[test]
#[ignore = "needs schemathesis"]
fn schemathesis_finds_no_answer_that_the_document_does_not_name() {
    let (desk, collector, words) = served();
    let document = format!("http://{}/openapi.json", collector.address);
    let program = std::env::var("CANDOR_SCHEMATHESIS").unwrap_or_else(|_| "schemathesis".to_owned());
    let mut command = Command::new(program);
    command.current_dir(desk.path(""));
    command.args(["run", &document, "--url", &format!("http://{}", collector.address)]);
    command.args(["--header", &format!("Authorization: Bearer {}", words.token)]);
    command.args([
        "--checks",
        "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
    ]);
    command.args(["--max-examples", "25", "--seed", "3", "--phases", "examples,coverage,fuzzing"]);
    let Output { status, stdout, .. } = command.output().expect("schemathesis");
    assert!(status.success(), "{}", String::from_utf8_lossy(&stdout));
    assert_eq!(collector.operations("/healthz").status, 200);
}

crate::server::on_postgres!(every_answer_is_one_that_the_document_names);
