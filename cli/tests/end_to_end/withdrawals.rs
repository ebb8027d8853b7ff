//! Withdrawing reports.

use base64ct::{Base64UrlUnpadded, Encoding};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::authors::id;
use crate::collector::{Answer, Collector};
use crate::desk::{Desk, hexadecimal};

/// A secret that a number identifies.
pub fn secret(number: usize) -> String {
    Base64UrlUnpadded::encode_string(&[u8::try_from(number).expect("a byte"); 32])
}

/// Sends a report with the hash of a secret.
pub fn send(collector: &Collector, report: &str, secret: &str) -> Answer {
    let hash = Base64UrlUnpadded::encode_string(&Sha256::digest(secret));
    collector.request(&format!("POST /reports HTTP/1.1\r\nCandor-Withdrawal: {hash}\r\n"), report)
}

/// Withdraws a report.
pub fn withdraw(collector: &Collector, report: &str, secret: &str) -> Answer {
    let report: Value = serde_json::from_str(report).expect("JSON");
    let [plan, id] = ["plan", "id"].map(|member| report[member].as_str().expect("a text"));
    collector.request(
        &format!("DELETE /plans/{plan}/reports/{id} HTTP/1.1\r\nAuthorization: Bearer {secret}\r\n"),
        "",
    )
}

#[test]
fn a_secret_deletes_exactly_its_report() {
    let desk = Desk::with_plan();
    let reports = desk.reports(30);
    let collector = Collector::start(&desk);
    for (number, report) in reports[..20].iter().enumerate() {
        assert_eq!(send(&collector, report, &secret(number)).status, 201);
    }
    // Nothing is withdrawn without a secret, with the hash in its place, or with the secret of another report.
    assert_eq!(collector.reports(&reports[20..].join("\n")).status, 201);
    let hash = Base64UrlUnpadded::encode_string(&Sha256::digest(secret(3)));
    let nothing = Base64UrlUnpadded::encode_string(&[0; 32]);
    for (report, wrong) in [(3, secret(4)), (3, hash), (3, String::new()), (25, nothing), (25, String::new())]
    {
        withdraw(&collector, &reports[report], &wrong).refused(404, "not-found");
    }
    assert_eq!(collector.json("/estimates")["n"], 30);
    for number in [3, 11] {
        assert_eq!(withdraw(&collector, &reports[number], &secret(number)).status, 204);
        withdraw(&collector, &reports[number], &secret(number)).refused(404, "not-found");
    }
    let left: Vec<&str> = reports
        .iter()
        .enumerate()
        .filter(|(number, _)| ![3, 11].contains(number))
        .map(|(_, report)| report.as_str())
        .collect();
    desk.write("left.ndjson", &left.join("\n"));
    let command = ["estimate", "plan.json", "left.ndjson", "--tables", "smoker,age", "--format", "json"];
    let expected = desk.candor(&command).json();
    assert_eq!(collector.json("/estimates?tables=smoker,age"), expected);
    assert_eq!(collector.json("/surveys")[0]["reports"], 28);
    assert!(collector.stop());
    // The checksum was updated: what remains matches it.
    assert!(desk.candor(&["database", "check"]).done().stdout.starts_with("sound: 1 plan, 28 reports"));
    assert_eq!(Collector::start(&desk).json("/estimates?tables=smoker,age"), expected);
}

#[test]
fn a_withdrawal_brings_no_other_report_into_the_totals() {
    let desk = Desk::with_plan();
    let reports = desk.reports(60);
    let steps = [
        "--plan",
        "plan.json",
        "--public",
        "--release-after=20",
        "--release-reports=20",
        "--release-minutes=0",
    ];
    let collector = Collector::telling(&desk, &steps, std::process::Stdio::inherit());
    for (number, report) in reports[..30].iter().enumerate() {
        assert_eq!(send(&collector, report, &secret(number)).status, 201);
    }
    // Totals include twenty; ten are pending.
    assert_eq!(collector.json("/estimates")["n"], 20);
    assert_eq!(withdraw(&collector, &reports[25], &secret(25)).status, 204);
    assert_eq!(collector.json("/estimates")["n"], 20);
    assert_eq!(withdraw(&collector, &reports[5], &secret(5)).status, 204);
    for path in ["/estimates", "/estimates?tables=smoker", "/estimates?tables=smoker,age"] {
        assert_eq!(collector.json(path)["n"], 19, "{path}");
    }
    let counts =
        "SELECT reports, released, (SELECT count(*) FROM stored), (SELECT count(*) FROM pending) FROM plans";
    assert_eq!(desk.sql(counts), "28|19|28|9");
    // The checksum and the counts are updated at once.
    assert_eq!(desk.candor(&["database", "check"]).done().stdout, "sound: 1 plan, 28 reports\n");
    for gone in [5, 25] {
        assert!(!desk.sql("SELECT id FROM stored").contains(&hexadecimal(&id(&reports[gone]))));
    }
    // The next step comes with twenty new reports, as if nothing had been withdrawn.
    assert_eq!(collector.reports(&reports[30..40].join("\n")).status, 201);
    assert_eq!(collector.json("/estimates")["n"], 19);
    assert_eq!(collector.report(&reports[40]).status, 201);
    assert_eq!(collector.json("/estimates")["n"], 39);
    // A withdrawn report can be sent again, as nothing was kept of it.
    assert_eq!(collector.report(&reports[5]).json(), json!({"accepted": 1, "repeated": 0}));
    collector.kill();
    assert!(desk.candor(&["database", "check"]).done().stdout.starts_with("sound: 1 plan, 40 reports"));
}

#[test]
fn what_is_no_hash_is_refused() {
    let desk = Desk::with_plan();
    let reports = desk.reports(1);
    let collector = Collector::start(&desk);
    for wrong in ["", "AAAA", "?", &"A".repeat(44)] {
        let start = format!("POST /reports HTTP/1.1\r\nCandor-Withdrawal: {wrong}\r\n");
        collector.request(&start, &reports[0]).refused(422, "invalid-report");
    }
    let plan = desk.fingerprint("plan.json");
    for id in ["AAAA", "%00", "..", &"A".repeat(22)] {
        let start = format!("DELETE /plans/{plan}/reports/{id} HTTP/1.1\r\nAuthorization: Bearer x\r\n");
        collector.request(&start, "").refused(404, "not-found");
    }
}

crate::server::on_postgres!(
    a_secret_deletes_exactly_its_report,
    a_withdrawal_brings_no_other_report_into_the_totals,
    what_is_no_hash_is_refused,
);
