//! Totals are released in steps, so that somebody who polls never sees the difference of a few reports.

use std::collections::BTreeSet;
use std::process::Stdio;
use std::thread;

use base64ct::{Base64UrlUnpadded, Encoding};
use candor::plan::{Caps, Plan};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::collector::Collector;
use crate::desk::{Desk, SURVEY};
use crate::waiting::until;

fn telling(desk: &Desk, after: u64, reports: u64, minutes: u64) -> Collector {
    let [after, reports, minutes] = [("after", after), ("reports", reports), ("minutes", minutes)]
        .map(|(name, number)| format!("--release-{name}={number}"));
    Collector::telling(
        desk,
        &["--plan", "plan.json", "--public", &after, &reports, &minutes],
        Stdio::inherit(),
    )
}

fn n(collector: &Collector) -> u64 {
    collector.json("/estimates?tables=smoker")["n"].as_u64().expect("a number")
}

#[test]
fn totals_wait_for_the_next_step() {
    let desk = Desk::with_plan();
    let reports = desk.reports(200);
    let collector = Collector::telling(
        &desk,
        &["--plan", "plan.json", "--public", "--release-minutes=0"],
        Stdio::inherit(),
    );
    collector.reports(&reports[..99].join("\n"));
    let detail = collector.get("/estimates").refused(422, "too-few-reports");
    assert!(!detail.contains("99"), "{detail}");
    assert_eq!(collector.json("/surveys")[0]["reports"], 0);
    collector.report(&reports[99]);
    assert_eq!(n(&collector), 100);
    for report in &reports[100..199] {
        collector.report(report);
        assert_eq!(collector.json("/surveys")[0]["reports"], 100);
    }
    assert_eq!(n(&collector), 100);
    assert!(collector.operations("/metrics").body.contains("\"} 100\n"));
    collector.report(&reports[199]);
    assert_eq!((n(&collector), &collector.json("/surveys")[0]["reports"]), (200, &200.into()));
}

#[test]
fn totals_wait_for_time_to_pass() {
    let desk = Desk::with_plan();
    let reports = desk.reports(50);
    let collector = telling(&desk, 1, 1, 10);
    reports.iter().for_each(|report| assert_eq!(collector.report(report).status, 201));
    assert_eq!(n(&collector), 1);
    assert_eq!(collector.json("/surveys")[0]["reports"], 1);
}

#[test]
fn all_tables_and_methods_are_of_the_same_reports() {
    let desk = Desk::with_plan();
    let reports = desk.reports(90);
    desk.write("first.ndjson", &reports[..40].join("\n"));
    let collector = telling(&desk, 40, 51, 0);
    collector.reports(&reports[..40].join("\n"));
    assert_eq!(n(&collector), 40);
    collector.reports(&reports[40..].join("\n"));
    let command = ["estimate", "plan.json", "first.ndjson", "--format", "json", "--tables", "smoker,age"];
    for method in ["inverse", "likelihood"] {
        let expected = desk.candor(&[&command[..], &["--method", method]].concat()).json();
        assert_eq!(collector.estimates(&format!("/estimates?tables=smoker,age&method={method}")), expected);
    }
}

#[test]
fn a_restart_is_no_step() {
    let desk = Desk::with_plan();
    let reports = desk.reports(100);
    let collector = telling(&desk, 10, 50, 0);
    collector.reports(&reports[..10].join("\n"));
    let first = collector.json("/estimates");
    collector.reports(&reports[10..40].join("\n"));
    assert!(collector.stop());
    let collector = telling(&desk, 10, 50, 0);
    assert_eq!(collector.json("/estimates"), first);
    collector.reports(&reports[40..50].join("\n"));
    collector.kill();
    let collector = telling(&desk, 10, 50, 0);
    assert_eq!(collector.json("/estimates"), first);
    assert_eq!(collector.json("/surveys")[0]["reports"], 10);
    collector.reports(&reports[50..].join("\n"));
    assert_eq!(n(&collector), 100);
    // Whoever has the file can count everything in it.
    drop(collector);
    let counted = desk.candor(&["count", "plan.json", desk.database(), "--format", "json"]).json();
    assert_eq!(counted["n"], 100);
}

/// What somebody learns by polling while reports come one by one: the numbers of reports that totals included, and how many whole reports
/// the differences of successive totals reveal.
fn polled(after: u64, step: u64) -> (BTreeSet<u64>, usize) {
    let desk = Desk::with_plan();
    let reports = desk.reports(120);
    let collector = telling(&desk, after, step, 0);
    let (mut seen, mut recovered) = (BTreeSet::new(), 0);
    let mut last: Option<Value> = None;
    for report in &reports {
        thread::scope(|scope| {
            // Polls while the report is being sent, too.
            let polling =
                scope.spawn(|| collector.get("/estimates?tables=smoker,age&method=likelihood").status);
            assert_eq!(collector.report(report).status, 201);
            assert!([200, 422].contains(&polling.join().expect("a poll")));
        });
        let estimates = collector.get("/estimates?tables=smoker,age");
        if estimates.status == 200 {
            let now = estimates.json();
            seen.insert(now["n"].as_u64().expect("a number"));
            let report: Value = serde_json::from_str(report).expect("JSON");
            recovered += usize::from(last.is_some_and(|last| difference(&last, &now) == Some(cell(&report))));
            last = Some(now);
        }
    }
    (seen, recovered)
}

/// The only report by which two totals differ. n times the inverse estimates is the inverse of the law applied to the counts, whose column
/// for a cell is largest at that cell.
fn difference(last: &Value, now: &Value) -> Option<usize> {
    let sums = |of: &Value| -> Vec<f64> {
        let n = of["n"].as_f64().expect("a number");
        let cells = of["tables"][0]["cells"].as_array().expect("cells");
        cells.iter().map(|cell| n * cell["estimate"].as_f64().expect("a share")).collect()
    };
    let (before, after) = (sums(last), sums(now));
    let added: Vec<f64> = after.iter().zip(&before).map(|(after, before)| after - before).collect();
    let is_one = (added.iter().sum::<f64>() - 1.0).abs() < 1e-6;
    is_one.then(|| (0..added.len()).max_by(|one, other| added[*one].total_cmp(&added[*other])))?
}

fn cell(report: &Value) -> usize {
    let number =
        |place: usize| usize::try_from(report["perturbed"][place].as_u64().expect("one")).expect("small");
    number(0) * 3 + number(1)
}

#[test]
fn a_poller_recovers_no_report() {
    // If totals include every report at once, every report except the first is recovered, so the attack works.
    assert_eq!(polled(1, 1).1, 119);
    let (seen, recovered) = polled(20, 50);
    assert_eq!((seen, recovered), (BTreeSet::from([20, 70, 120]), 0));
}

/// A survey that was published again has two plans. Each is listed with the number of reports in its totals only, and each keeps its
/// totals.
#[test]
fn totals_of_a_plan_that_was_published_before_are_read_by_its_fingerprint() {
    let desk = Desk::with_plan();
    let earlier = desk.reports(49);
    let collector = telling(&desk, 40, 40, 0);
    collector.reports(&earlier[..40].join("\n"));
    collector.reports(&earlier[40..].join("\n"));
    drop(collector);
    let opening =
        SURVEY.replacen('{', r#"{"opens":"2026-01-01T00:00:00Z","closes":"2999-01-01T00:00:00Z","#, 1);
    desk.write("again.json", &opening);
    desk.candor(&["design", "again.json", "-o", "newer.json"]).done();
    desk.perturb_answers("newer.json", "answers.csv", "newer.ndjson");
    let collector = Collector::telling(
        &desk,
        &[
            "--plan",
            "newer.json",
            "--public",
            "--release-after=40",
            "--release-reports=40",
            "--release-minutes=0",
        ],
        Stdio::inherit(),
    );
    let fingerprints = ["plan.json", "newer.json"].map(|plan| desk.fingerprint(plan));
    let told = |collector: &Collector| {
        let listed = collector.json("/surveys");
        let plans = listed.as_array().expect("plans");
        let of = |plan: &Value| (plan["fingerprint"].clone(), plan["reports"].as_u64().expect("a number"));
        plans.iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(told(&collector), [(fingerprints[0].clone().into(), 40), (fingerprints[1].clone().into(), 0)]);
    collector.reports(&desk.read("newer.ndjson"));
    assert_eq!(
        told(&collector),
        [(fingerprints[0].clone().into(), 40), (fingerprints[1].clone().into(), 49)]
    );
    let totals = |plan: &str| collector.json(&format!("/estimates?plan={plan}&tables=smoker"))["n"].clone();
    assert_eq!(fingerprints.each_ref().map(|plan| totals(plan)), [40, 49]);
    let newest = &collector.json("/surveys")[1];
    assert_eq!(newest["title"], "Health habits");
    assert_eq!(
        (&newest["opens"], &newest["closes"]),
        (&"2026-01-01T00:00:00Z".into(), &"2999-01-01T00:00:00Z".into())
    );
    assert_eq!(collector.json("/surveys/health")["fingerprint"], fingerprints[1]);
}

/// What the totals of 20 reports and of 120 tell: the bound that the crate computes for the smallest step, or for all reports.
#[test]
fn estimates_say_what_their_totals_tell_of_one_person() {
    let desk = Desk::with_plan();
    let reports = desk.reports(120);
    let collector = telling(&desk, 20, 50, 0);
    let surveys = collector.json("/surveys");
    collector.reports(&reports.join("\n"));
    let told = collector.json("/estimates")["totals"].clone();
    assert_eq!((&told["reports"], &surveys[0]["totals"]), (&20.into(), &told));
    let plan = Plan::from_json(&desk.read("plan.json"), &Caps::default()).expect("a plan");
    let central = plan.law().central(20, 1e-6);
    assert_eq!((&told["epsilon"], &told["delta"]), (&central.epsilon.into(), &central.delta.into()));
    assert!(!collector.get("/estimates?format=csv").body.contains("totals"));
}

fn at_close(desk: &Desk, more: &[&str]) -> Collector {
    Collector::telling(
        desk,
        &[&["--public", "--release=at-close", "--release-after=40"], more].concat(),
        Stdio::inherit(),
    )
}

/// The totals of all reports come once the survey's author closed it, and then stay, whoever withdraws a report.
#[test]
fn totals_at_the_close_are_told_once() {
    let desk = Desk::with_plan();
    let reports = desk.reports(60);
    let token = desk.candor(&["database", "token", "Ada", "--authors", "authors.txt"]).done().stdout;
    let collector = at_close(&desk, &["--authors", "authors.txt"]);
    let ask = |method_and_path: &str, headers: &str, body: &str| {
        collector.request(&format!("{method_and_path} HTTP/1.1\r\n{headers}"), body)
    };
    let author = format!("Authorization: Bearer {}\r\n", token.trim_end());
    assert_eq!(ask("POST /plans", &author, &desk.read("plan.json")).status, 201);
    collector.reports(&reports[..59].join("\n"));
    let secret = "a secret";
    let hash = Base64UrlUnpadded::encode_string(&Sha256::digest(secret));
    assert_eq!(ask("POST /reports", &format!("Candor-Withdrawal: {hash}\r\n"), &reports[59]).status, 201);
    assert!(collector.get("/estimates").refused(422, "too-few-reports").contains("once"));
    let listed = &collector.json("/surveys")[0];
    assert_eq!((&listed["reports"], &listed["totals"]), (&0.into(), &Value::Null));
    assert_eq!(listed["release"]["at_close"], true);
    let plan = format!("/plans/{}", desk.fingerprint("plan.json"));
    assert_eq!(ask(&format!("POST {plan}/close"), &author, "").status, 204);
    until(|| collector.get("/estimates").status == 200);
    let told = collector.json("/estimates");
    assert_eq!((&told["n"], &told["totals"]["reports"]), (&60.into(), &60.into()));
    assert_eq!(collector.json("/surveys")[0]["totals"], told["totals"]);
    let report: Value = serde_json::from_str(&reports[59]).expect("JSON");
    let path = format!("{plan}/reports/{}", report["id"].as_str().expect("an id"));
    assert_eq!(
        ask(&format!("DELETE {path}"), &format!("Authorization: Bearer {secret}\r\n"), "").status,
        204
    );
    assert_eq!(collector.json("/estimates"), told);
    assert!(collector.stop());
    let collector = at_close(&desk, &[]);
    assert_eq!(collector.json("/estimates"), told);
}

/// Fewer reports than the first totals need are never told, nor before the close what was collected in steps until then.
#[test]
fn totals_at_the_close_are_of_enough_reports() {
    let desk = Desk::with_plan();
    let reports = desk.reports(60);
    let collector = at_close(&desk, &["--plan", "plan.json"]);
    collector.reports(&reports[..39].join("\n"));
    assert!(collector.stop());
    desk.candor(&["database", "close", "plan.json", "--database", desk.database()]).done();
    let collector = at_close(&desk, &["--plan", "plan.json"]);
    collector.get("/estimates").refused(422, "too-few-reports");
    assert!(collector.stop());
    // With a lower bound they are due at the start.
    let collector = Collector::telling(
        &desk,
        &["--public", "--release=at-close", "--release-after=39"],
        Stdio::inherit(),
    );
    until(|| collector.get("/estimates").status == 200);
    assert_eq!(n(&collector), 39);
}

crate::server::on_postgres!(
    estimates_say_what_their_totals_tell_of_one_person,
    totals_at_the_close_are_told_once,
    totals_at_the_close_are_of_enough_reports,
    totals_of_a_plan_that_was_published_before_are_read_by_its_fingerprint,
    totals_wait_for_the_next_step,
    totals_wait_for_time_to_pass,
    all_tables_and_methods_are_of_the_same_reports,
    a_restart_is_no_step,
    a_poller_recovers_no_report,
);
