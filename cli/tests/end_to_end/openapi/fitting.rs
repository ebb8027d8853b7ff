//! Sends a valid request to every operation, until every success that the document names has occurred.

use std::collections::BTreeSet;

use base64ct::{Base64UrlUnpadded, Encoding};
use candor_collector::invitation::{PublicKey, Request};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{check, operations};
use crate::collector::Collector;
use crate::desk::{Desk, SURVEY};

/// Method, path and status as in the document; the beginning of the request, and its body.
type Fitting = (&'static str, &'static str, u16, String, String);

/// Valid requests to every operation, in an order in which all of them succeed.
fn fitting() -> (Desk, Collector, Vec<Fitting>) {
    let desk = Desk::with_plan();
    desk.write("survey.json", &SURVEY.replace("\"title\"", "\"invitations\":\"blind\",\"title\""));
    desk.candor(&["design", "survey.json", "-o", "invited.json"]).done();
    let scored = SURVEY
        .replace("\"health\"", "\"scored\"")
        .replace("\"title\"", "\"scores\":[{\"name\":\"points\",\"of\":[\"smoker\"]}],\"title\"");
    let ranked = r#"{"survey": "ranked", "privacy": {"record_epsilon": 4}, "attributes": [{"name": "first", "rank": ["pay", "hours"]}]}"#;
    desk.write("ranked.survey.json", ranked);
    desk.candor(&["design", "ranked.survey.json", "-o", "ranked.json"]).done();
    desk.write("ranked.csv", "first.pay,first.hours\n1,2\n2,1\n1,2\n");
    desk.perturb_answers("ranked.json", "ranked.csv", "ranked.ndjson");
    desk.write("survey.json", &scored);
    desk.candor(&["design", "survey.json", "-o", "scored.json"]).done();
    let reports = desk.reports(2);
    desk.perturb_answers("scored.json", "answers.csv", "scored.ndjson");
    let token = ["database", "token", "Ada", "--authors", "authors.txt"];
    let token = desk.candor(&token).done().stdout.trim_end().to_owned();
    let collector = Collector::with(&desk, &["--authors", "authors.txt"]);
    let author = format!("Authorization: Bearer {token}\r\n");
    let ask = |method: &str, path: &str, headers: &str, body: &str| {
        collector.request(&format!("{method} {path} HTTP/1.1\r\n{headers}"), body)
    };
    let invited = format!("/plans/{}", desk.fingerprint("invited.json"));
    assert_eq!(ask("POST", "/plans", &author, &desk.read("invited.json")).status, 201);
    assert_eq!(ask("POST", "/plans", &author, &desk.read("scored.json")).status, 201);
    assert_eq!(ask("POST", "/plans", &author, &desk.read("ranked.json")).status, 201);
    assert_eq!(collector.reports(&desk.read("scored.ndjson")).status, 201);
    assert_eq!(collector.reports(&desk.read("ranked.ndjson")).status, 201);
    let issued = ask("POST", &format!("{invited}/invitations"), &author, r#"{"number":1}"#).json();
    let key = collector.json(&format!("{invited}/key"));
    let key = PublicKey::from_text(key["key"].as_str().expect("a text")).expect("a key");
    let request = Request::new(&key).expect("a request");
    let blinded = json!({"blinded": Base64UrlUnpadded::encode_string(request.blinded())}).to_string();
    let invitation = issued["invitations"][0].as_str().expect("a text");
    let (plan, bearer) = (desk.fingerprint("plan.json"), format!("Authorization: Bearer {invitation}\r\n"));
    let withdrawal =
        format!("Candor-Withdrawal: {}\r\n", Base64UrlUnpadded::encode_string(&Sha256::digest(invitation)));
    let report: Value = serde_json::from_str(&reports[1]).expect("JSON");
    let report = format!("/plans/{plan}/reports/{}", report["id"].as_str().expect("an id"));
    let (path, plan) = (format!("/plans/{plan}"), desk.read("plan.json"));
    let none = String::new;
    let of = |start: &str, headers: &str| format!("{start} HTTP/1.1\r\n{headers}");
    let fitting = vec![
        ("GET", "/openapi.json", 200, of("GET /openapi.json", ""), none()),
        ("GET", "/plans", 200, of("GET /plans", &author), none()),
        ("POST", "/plans", 201, of("POST /plans", &author), plan.clone()),
        ("POST", "/plans", 200, of("POST /plans", &author), plan),
        ("GET", "/plans/{fingerprint}", 200, of(&format!("GET {path}"), ""), none()),
        ("GET", "/surveys", 200, of("GET /surveys", ""), none()),
        ("GET", "/surveys/{name}", 200, of("GET /surveys/health", ""), none()),
        ("POST", "/reports", 201, of("POST /reports", ""), reports[0].clone()),
        ("POST", "/reports", 200, of("POST /reports", ""), reports[0].clone()),
        ("POST", "/reports", 201, of("POST /reports", &withdrawal), reports[1].clone()),
        (
            "DELETE",
            "/plans/{fingerprint}/reports/{id}",
            204,
            of(&format!("DELETE {report}"), &bearer),
            none(),
        ),
        (
            "GET",
            "/estimates",
            200,
            of(&format!("GET /estimates?plan={}&tables=smoker&confidence=0.9&population=9", &path[7..]), ""),
            none(),
        ),
        ("GET", "/scores", 200, of("GET /scores?survey=scored&of=points&by=age&quantiles=0.5", ""), none()),
        ("GET", "/rankings", 200, of("GET /rankings?survey=ranked&of=first", ""), none()),
        (
            "POST",
            "/plans/{fingerprint}/invitations",
            201,
            of(&format!("POST {invited}/invitations"), &author),
            r#"{"number":2}"#.to_owned(),
        ),
        ("GET", "/plans/{fingerprint}/key", 200, of(&format!("GET {invited}/key"), ""), none()),
        (
            "POST",
            "/plans/{fingerprint}/signatures",
            200,
            of(&format!("POST {invited}/signatures"), &bearer),
            blinded,
        ),
        ("POST", "/plans/{fingerprint}/close", 204, of(&format!("POST {path}/close"), &author), none()),
        ("DELETE", "/plans/{fingerprint}", 200, of(&format!("DELETE {path}"), &author), none()),
    ];
    (desk, collector, fitting)
}

#[test]
fn every_success_that_the_document_names_is_met() {
    let (_desk, collector, fitting) = fitting();
    let document = collector.json("/openapi.json");
    let mut met = BTreeSet::new();
    for (method, path, status, start, body) in fitting {
        let answer = collector.request(&start, &body);
        assert_eq!(answer.status, status, "{start}{}", answer.body);
        check(&document, &document["paths"][path][method.to_lowercase()], &answer, &start);
        met.insert((method.to_owned(), path.to_owned(), status));
    }
    let successes = |(method, path, operation): (String, String, Value)| {
        let responses = operation["responses"].as_object().expect("responses").clone();
        let successes = responses.into_iter().filter_map(|(status, _)| status.parse().ok());
        successes.filter(|status| *status < 300).map(move |status| (method.clone(), path.clone(), status))
    };
    let named: BTreeSet<(String, String, u16)> =
        operations(&document).into_iter().flat_map(successes).collect();
    assert_eq!(met, named);
}

crate::server::on_postgres!(every_success_that_the_document_names_is_met);
