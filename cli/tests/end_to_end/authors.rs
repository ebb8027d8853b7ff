//! Publishing, closing and deleting plans: by their authors over HTTP, and on the command line.

use std::fs;
use std::io::ErrorKind;
use std::process::Stdio;

use base64ct::{Base64UrlUnpadded, Encoding};
use serde_json::{Value, json};

use crate::collector::{Answer, Collector};
use crate::desk::{Desk, has, today};
use crate::server::{OwnServer, psql};

/// A collector that accepts authors and has a plan of its operator, with the tokens of two authors.
fn published(desk: &Desk) -> (Collector, [String; 2]) {
    desk.design_other("other.json");
    let tokens = ["Ada", "Ben"].map(|name| token(desk, name));
    let collector = Collector::with(desk, &["--plan", "other.json", "--authors", "authors.txt"]);
    (collector, tokens)
}

/// Makes an author's token.
pub fn token(desk: &Desk, name: &str) -> String {
    let made = desk.candor(&["database", "token", name, "--authors", "authors.txt"]).done();
    made.stdout.trim_end().to_owned()
}

/// Sends a request with a token.
pub fn ask(collector: &Collector, method_and_path: &str, token: &str, body: &str) -> Answer {
    collector.request(&format!("{method_and_path} HTTP/1.1\r\nAuthorization: Bearer {token}\r\n"), body)
}

fn publish(collector: &Collector, token: &str, desk: &Desk) -> u16 {
    ask(collector, "POST /plans", token, &desk.read("plan.json")).status
}

#[test]
fn authors_publish_plans() {
    let desk = Desk::with_plan();
    let (collector, [ada, ben]) = published(&desk);
    let plan = desk.read("plan.json");
    collector.request("POST /plans HTTP/1.1\r\n", &plan).refused(401, "unauthorized");
    ask(&collector, "POST /plans", "another", &plan).refused(401, "unauthorized");
    ask(&collector, "POST /plans", &ada, "{}").refused(422, "invalid-plan");
    let first = ask(&collector, "POST /plans", &ada, &plan);
    assert_eq!((first.status, first.json()), (201, json!({"fingerprint": desk.fingerprint("plan.json")})));
    // Publishing again changes nothing, even by another author.
    assert_eq!([publish(&collector, &ada, &desk), publish(&collector, &ben, &desk)], [200, 200]);
    let listed = collector.json("/surveys");
    assert_eq!(listed.as_array().map(Vec::len), Some(2));
    // Each author finds the plans of their own surveys, wherever they ask from.
    collector.request("GET /plans HTTP/1.1\r\n", "").refused(401, "unauthorized");
    let own = [&ada, &ben].map(|author| ask(&collector, "GET /plans", author, "").json());
    let mut listed_for_its_author = listed[1].clone();
    listed_for_its_author["last_growth"] = json!(null);
    assert_eq!(own, [json!([listed_for_its_author]), json!([])]);
    assert_eq!(collector.reports(&desk.reports(5).join("\n")).status, 201);
    collector.kill();
    let collector = Collector::with(&desk, &["--authors", "authors.txt"]);
    assert_eq!(collector.json("/estimates?survey=health")["n"], 5);
    // Authors' tokens are not readers' tokens, nor the other way round.
    drop(collector);
    let none = Collector::with(&desk, &[]);
    ask(&none, "POST /plans", &ada, &plan).refused(401, "unauthorized");
}

#[test]
fn authors_see_by_how_many_reports_totals_grew_on_the_last_day() {
    let (desk, since) = (Desk::with_plan(), today());
    let ada = token(&desk, "Ada");
    let steps = ["--release-after=4", "--release-reports=3", "--release-minutes=0", "--authors=authors.txt"];
    let start = || Collector::telling(&desk, &[&steps[..], &["--public"]].concat(), Stdio::inherit());
    let growth =
        |collector: &Collector| ask(collector, "GET /plans", &ada, "").json()[0]["last_growth"].clone();
    let (collector, reports) = (start(), desk.reports(13));
    assert_eq!(publish(&collector, &ada, &desk), 201);
    assert_eq!(collector.reports(&reports[..3].join("\n")).status, 201);
    assert_eq!(growth(&collector), json!(null));
    // The first step, of four reports; what comes until the next step is not told.
    assert_eq!(collector.report(&reports[3]).status, 201);
    let first = growth(&collector);
    assert_eq!(collector.reports(&reports[4..6].join("\n")).status, 201);
    assert_eq!(growth(&collector), first);
    let day = first["day"].as_str().expect("a day");
    assert_eq!(first["reports"], 4);
    assert!((since.as_str()..=&*today()).contains(&day), "{day}");
    assert!(collector.json("/surveys")[0]["last_growth"].is_null(), "everybody else is not told");
    // Another day: the file is changed instead of the clock.
    assert!(collector.stop());
    desk.sql("UPDATE plans SET stepped = '2020-02-29'");
    let collector = start();
    assert_eq!(growth(&collector), json!({"day": "2020-02-29", "reports": 4}));
    assert_eq!(collector.report(&reports[6]).status, 201);
    let second = growth(&collector);
    assert_eq!(second["reports"], 3);
    collector.kill();
    let collector = start();
    assert_eq!(growth(&collector), second);
    // Two steps of one day, unless it has ended between them.
    assert_eq!(collector.reports(&reports[7..10].join("\n")).status, 201);
    let third = growth(&collector);
    assert_eq!(third["reports"], if third["day"] == second["day"] { 6 } else { 3 });
    // Where an older version did not record the day, the author is told nothing until the next step.
    assert!(collector.stop());
    desk.sql("UPDATE plans SET stepped = NULL, released_before = 0");
    let collector = start();
    assert_eq!(growth(&collector), json!(null));
    assert_eq!(collector.reports(&reports[10..].join("\n")).status, 201);
    assert_eq!(growth(&collector)["reports"], 3);
}

#[test]
fn a_closed_plan_takes_no_new_reports() {
    let desk = Desk::with_plan();
    let (collector, [ada, ben]) = published(&desk);
    assert_eq!(publish(&collector, &ada, &desk), 201);
    let reports = desk.reports(10);
    assert_eq!(collector.reports(&reports[..8].join("\n")).status, 201);
    let before = collector.json("/estimates?survey=health");
    let close = format!("POST /plans/{}/close", desk.fingerprint("plan.json"));
    ask(&collector, &close, &ben, "").refused(403, "forbidden");
    ask(&collector, &close, "another", "").refused(401, "unauthorized");
    let operator = format!("POST /plans/{}/close", desk.fingerprint("other.json"));
    ask(&collector, &operator, &ada, "").refused(403, "forbidden");
    assert_eq!(collector.report(&reports[8]).status, 201);
    assert_eq!(ask(&collector, &close, &ada, "").status, 204);
    assert_ne!(collector.json("/estimates?survey=health"), before);
    is_closed(&collector, &reports);
    assert!(collector.stop());
    is_closed(&Collector::with(&desk, &[]), &reports);
}

/// Checks that the plan has nine of ten reports and is closed to others.
fn is_closed(collector: &Collector, reports: &[String]) {
    collector.report(&reports[9]).refused(409, "plan-closed");
    let some = collector.reports(&reports[7..].join("\n"));
    some.refused(409, "plan-closed");
    assert_eq!(some.json()["line"], 3);
    // A device that got no receipt still gets one.
    assert_eq!(collector.report(&reports[8]).json(), json!({"accepted": 0, "repeated": 1}));
    assert_eq!(collector.json("/surveys")[1]["is_closed"], true);
    assert_eq!(collector.json("/estimates?survey=health")["n"], 9);
}

/// The random id of a report.
pub fn id(report: &str) -> Vec<u8> {
    let report: Value = serde_json::from_str(report).expect("JSON");
    Base64UrlUnpadded::decode_vec(report["id"].as_str().expect("an id")).expect("base64")
}

#[test]
fn a_deleted_plan_is_gone_with_its_reports() {
    let desk = Desk::with_plan();
    let (collector, [ada, ben]) = published(&desk);
    assert_eq!(publish(&collector, &ada, &desk), 201);
    let reports = desk.reports(300);
    reports[..100].iter().for_each(|report| assert_eq!(collector.report(report).status, 201));
    assert_eq!(collector.reports(&reports[100..].join("\n")).status, 201);
    desk.write("answers.csv", "smoker\nyes\nno\n");
    desk.perturb_answers("other.json", "answers.csv", "others.ndjson");
    let others = desk.read("others.ndjson");
    assert_eq!(collector.reports(&others).status, 201);
    let before = desk.contents();
    assert!(reports.iter().all(|report| before.hold(&id(report))));
    let path = format!("/plans/{}", desk.fingerprint("plan.json"));
    let delete = format!("DELETE {path}");
    ask(&collector, &delete, &ben, "").refused(403, "forbidden");
    let deleted = ask(&collector, &delete, &ada, "");
    assert_eq!((deleted.status, deleted.json()), (200, json!({"reports": 300})));
    let after = desk.contents();
    assert!(!reports.iter().any(|report| after.hold(&id(report))));
    assert!(others.lines().all(|report| after.hold(&id(report))));
    collector.get(&path).refused(404, "not-found");
    collector.get("/estimates?survey=health").refused(404, "not-found");
    collector.report(&reports[0]).refused(422, "plan-mismatch");
    ask(&collector, &delete, &ada, "").refused(404, "not-found");
    assert_eq!(collector.json("/estimates")["n"], 2);
    // If it is published again, it starts from zero.
    assert_eq!(publish(&collector, &ada, &desk), 201);
    collector.get("/estimates?survey=health").refused(422, "too-few-reports");
    assert_eq!(collector.reports(&reports[..7].join("\n")).status, 201);
    assert_eq!(collector.json("/estimates?survey=health")["n"], 7);
}

/// How many files of a server's data contain the id of a report. Files that the server removes meanwhile count as containing nothing.
fn holding(server: &OwnServer, folder: &str, report: &str) -> usize {
    let (id, mut folders, mut holding) = (id(report), vec![server.file(folder)], 0);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match fs::read(&path) {
                _ if path.is_dir() => folders.push(path),
                Err(cause) if cause.kind() == ErrorKind::NotFound => {}
                content => holding += usize::from(has(&content.expect("a file"), &id)),
            }
        }
    }
    holding
}

#[test]
#[ignore = "needs PostgreSQL's programs"]
fn on_postgres_a_deleted_plan_is_in_no_file_of_the_server_but_its_log() {
    let desk = Desk::with_plan();
    let mut server = OwnServer::new("correct-horse");
    server.start("");
    let url = server.url("correct-horse");
    let token = desk.candor(&["database", "token", "Ada", "--authors", "authors.txt"]).done().stdout;
    // Totals include fifty reports; ten are pending.
    let steps = ["--release-after=50", "--release-reports=50", "--release-minutes=0", "--public"];
    let own = ["--authors", "authors.txt", "--database", &url];
    let collector = Collector::telling(&desk, &[&steps[..], &own].concat(), Stdio::inherit());
    assert_eq!(publish(&collector, token.trim_end(), &desk), 201);
    let reports = desk.reports(60);
    reports.iter().for_each(|report| assert_eq!(collector.report(report).status, 201));
    let told = [&reports[0], &reports[59]];
    psql(&url, "CHECKPOINT");
    assert!(told.iter().all(|report| holding(&server, "base", report) > 0));
    let delete = format!("DELETE /plans/{}", desk.fingerprint("plan.json"));
    assert_eq!(ask(&collector, &delete, token.trim_end(), "").json(), json!({"reports": 60}));
    // The next checkpoint removes the files that held the tables before.
    psql(&url, "CHECKPOINT");
    for report in told {
        assert_eq!((holding(&server, "base", report), holding(&server, "pg_wal", report)), (0, 1));
    }
    assert!(collector.stop());
}

#[test]
fn plans_are_closed_and_deleted_on_the_command_line() {
    let desk = Desk::with_plan();
    let reports = desk.reports(20);
    let collector = Collector::start(&desk);
    assert_eq!(collector.reports(&reports[..19].join("\n")).status, 201);
    for command in ["close", "delete"] {
        let refused = desk.candor(&["database", command, "plan.json"]).failed("io");
        assert!(refused.contains("another collector is using this database"), "{refused}");
    }
    assert!(collector.stop());
    assert_eq!(
        desk.candor(&["database", "close", "plan.json"]).done().stderr,
        "the plan takes no more reports\n"
    );
    let collector = Collector::with(&desk, &[]);
    collector.report(&reports[19]).refused(409, "plan-closed");
    collector.kill();
    assert_eq!(
        desk.candor(&["database", "delete", "plan.json"]).done().stderr,
        "deleted the plan and 19 reports\n"
    );
    let after = desk.contents();
    assert!(!reports.iter().any(|report| after.hold(&id(report))));
    desk.candor(&["database", "delete", "plan.json"]).refused("not-found");
    desk.candor(&["database", "close", "plan.json", "--database", "absent.db"]).failed("io");
    assert!(!desk.files().contains(&"absent.db".to_owned()));
    assert_eq!(Collector::with(&desk, &[]).json("/surveys"), json!([]));
}

crate::server::on_postgres!(
    authors_publish_plans,
    a_closed_plan_takes_no_new_reports,
    a_deleted_plan_is_gone_with_its_reports,
);
