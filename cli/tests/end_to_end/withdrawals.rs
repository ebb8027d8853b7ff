//! Withdrawing reports.

use std::collections::BTreeSet;
use std::process::Stdio;

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
    let (reports, more) = (desk.reports(30), desk.reports(3));
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
    let before = collector.json("/estimates?tables=smoker,age");
    for number in [3, 11] {
        assert_eq!(withdraw(&collector, &reports[number], &secret(number)).status, 204);
        withdraw(&collector, &reports[number], &secret(number)).refused(404, "not-found");
    }
    // Totals wait for more reports than they had, and everything else has forgotten the two.
    assert_eq!(collector.json("/estimates?tables=smoker,age"), before);
    let export = ["database", "export", "plan.json", "-o", "left.ndjson"];
    assert_eq!(desk.candor(&export).done().stderr, "28 reports\n");
    forgets(&desk, [&reports[3], &reports[11]]);
    assert_eq!(collector.reports(&more[..2].join("\n")).status, 201);
    assert_eq!(collector.json("/estimates?tables=smoker,age"), before);
    assert_eq!(collector.report(&more[2]).status, 201);
    let left = without(&reports, &[3, 11]).chain(&more).map(String::as_str).collect::<Vec<_>>();
    desk.write("left.ndjson", &left.join("\n"));
    let command = ["estimate", "plan.json", "left.ndjson", "--tables", "smoker,age", "--format", "json"];
    let expected = desk.candor(&command).json();
    assert_eq!(collector.estimates("/estimates?tables=smoker,age"), expected);
    assert_eq!(collector.json("/surveys")[0]["reports"], 31);
    assert!(collector.stop());
    // The checksum was updated: what remains matches it.
    assert!(desk.candor(&["database", "check"]).done().stdout.starts_with("sound: 1 plan, 31 reports"));
    assert_eq!(Collector::start(&desk).estimates("/estimates?tables=smoker,age"), expected);
}

/// Checks that no row has the ids of these reports.
fn forgets(desk: &Desk, reports: [&String; 2]) {
    let ids = desk.sql("SELECT id FROM stored");
    assert!(!reports.iter().any(|report| ids.contains(&hexadecimal(&id(report)))));
}

/// The reports at all other positions.
fn without<'r>(reports: &'r [String], gone: &'r [usize]) -> impl Iterator<Item = &'r String> {
    reports.iter().enumerate().filter(|(number, _)| !gone.contains(number)).map(|(_, report)| report)
}

/// Serves with these steps, and no pause between two.
fn in_steps(desk: &Desk, after: u64, reports: u64) -> Collector {
    let [after, reports] =
        [("after", after), ("reports", reports)].map(|(name, number)| format!("--release-{name}={number}"));
    let steps = ["--plan", "plan.json", "--public", &after, &reports, "--release-minutes=0"];
    Collector::telling(desk, &steps, Stdio::inherit())
}

#[test]
fn a_withdrawal_takes_effect_at_a_step() {
    let desk = Desk::with_plan();
    let reports = desk.reports(60);
    let collector = in_steps(&desk, 20, 20);
    for (number, report) in reports[..30].iter().enumerate() {
        assert_eq!(send(&collector, report, &secret(number)).status, 201);
    }
    // Totals include twenty; ten are pending.
    let paths = ["/estimates", "/estimates?tables=smoker", "/estimates?tables=smoker,age&method=likelihood"];
    let before = paths.map(|path| collector.json(path));
    assert_eq!(before[0]["n"], 20);
    for gone in [25, 5] {
        assert_eq!(withdraw(&collector, &reports[gone], &secret(gone)).status, 204);
    }
    assert_eq!(paths.map(|path| collector.json(path)), before);
    // The released one is still there, without anything that says which it was.
    let counts =
        "SELECT reports, released, (SELECT count(*) FROM stored), (SELECT count(*) FROM pending) FROM plans";
    assert_eq!(desk.sql(counts), "28|20|29|9");
    let nameless = "SELECT count(*) FROM stored WHERE day = '0000-00-00' AND withdrawal IS NULL";
    assert_eq!(desk.sql(nameless), "1");
    forgets(&desk, [&reports[5], &reports[25]]);
    // The checksum and the counts are updated at once.
    assert_eq!(desk.candor(&["database", "check"]).done().stdout, "sound: 1 plan, 28 reports\n");
    let counted = desk.candor(&["count", "plan.json", desk.database(), "--format", "json"]).json();
    assert_eq!(counted["n"], 28);
    // A kill does not forget it. The next step comes when twenty more stay than the totals include.
    collector.kill();
    let collector = in_steps(&desk, 20, 20);
    assert_eq!(collector.reports(&reports[30..41].join("\n")).status, 201);
    assert_eq!(paths.map(|path| collector.json(path)), before);
    assert_eq!(collector.report(&reports[41]).status, 201);
    let left = without(&reports[..42], &[5, 25]).map(String::as_str).collect::<Vec<_>>();
    desk.write("left.ndjson", &left.join("\n"));
    let command = ["estimate", "plan.json", "left.ndjson", "--format", "json", "--tables"];
    assert_eq!(collector.estimates(paths[1]), desk.candor(&[&command[..], &["smoker"]].concat()).json());
    let likelihood = [&command[..], &["smoker,age", "--method", "likelihood"]].concat();
    assert_eq!(collector.estimates(paths[2]), desk.candor(&likelihood).json());
    assert_eq!(desk.sql(counts), "40|40|40|0");
    // A withdrawn report can be sent again, as nothing was kept of it.
    assert_eq!(collector.report(&reports[5]).json(), json!({"accepted": 1, "repeated": 0}));
    collector.kill();
    assert!(desk.candor(&["database", "check"]).done().stdout.starts_with("sound: 1 plan, 41 reports"));
}

/// The number of reports in the totals, wherever it is shown; 0 before the first step.
fn shown(collector: &Collector) -> u64 {
    let listed = collector.json("/surveys")[0]["reports"].as_u64().expect("a number");
    let estimates = collector.get("/estimates?tables=smoker,age");
    match estimates.status {
        200 => assert_eq!(estimates.json()["n"], listed),
        _ => assert_eq!((estimates.refused(422, "too-few-reports").contains("fewer"), listed), (true, 0)),
    }
    assert!(collector.operations("/metrics").body.contains(&format!("\"}} {listed}\n")));
    listed
}

/// 99 accomplices send reports, wait for one victim's, and withdraw theirs: then all that is left in the totals would be the victim's.
#[test]
fn accomplices_who_withdraw_leave_nobody_alone_and_totals_grow_by_a_whole_step() {
    let desk = Desk::with_plan();
    let reports = desk.reports(600);
    let mut next = reports.iter();
    let mut send_and_see = |collector: &Collector, secret: Option<&str>| {
        let report = next.next().expect("a report");
        let sent = secret.map_or_else(|| collector.report(report), |secret| send(collector, report, secret));
        assert_eq!(sent.status, 201);
        (report, shown(collector))
    };
    let collector = in_steps(&desk, 100, 100);
    let (mut seen, mut staying) = (BTreeSet::new(), Vec::new());
    for _ in 0..3 {
        let accomplices: Vec<&String> = (0..99)
            .map(|number| {
                let (report, shown) = send_and_see(&collector, Some(&secret(number)));
                seen.insert(shown);
                report
            })
            .collect();
        let (victim, shown_then) = send_and_see(&collector, None);
        staying.push(victim.as_str());
        seen.insert(shown_then);
        for (number, accomplice) in accomplices.iter().enumerate() {
            assert_eq!(withdraw(&collector, accomplice, &secret(number)).status, 204);
            seen.insert(shown(&collector));
        }
    }
    // The totals showed the first victim together with 99, and the others not at all.
    assert_eq!(seen, BTreeSet::from([0, 100]));
    // Another step comes only when 200 reports are there that stay, and is of these.
    for _ in staying.len()..200 {
        assert_eq!(shown(&collector), 100);
        staying.push(send_and_see(&collector, None).0);
    }
    assert_eq!(shown(&collector), 200);
    desk.write("staying.ndjson", &staying.join("\n"));
    let command = ["estimate", "plan.json", "staying.ndjson", "--tables", "smoker,age", "--format", "json"];
    assert_eq!(collector.estimates("/estimates?tables=smoker,age"), desk.candor(&command).json());
}

/// Totals that a collector with other settings released are not shown if they are of fewer reports than these settings need.
#[test]
fn totals_below_the_floor_are_not_shown() {
    let desk = Desk::with_plan();
    let reports = desk.reports(100);
    let collector = in_steps(&desk, 1, 1);
    assert_eq!(collector.reports(&reports[..3].join("\n")).status, 201);
    assert_eq!(shown(&collector), 3);
    assert!(collector.stop());
    let collector = in_steps(&desk, 100, 50);
    for (report, before) in reports[3..].iter().zip(3..) {
        assert_eq!(shown(&collector), 0, "{before}");
        assert_eq!(collector.report(report).status, 201);
    }
    assert_eq!(shown(&collector), 100);
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
    a_withdrawal_takes_effect_at_a_step,
    accomplices_who_withdraw_leave_nobody_alone_and_totals_grow_by_a_whole_step,
    totals_below_the_floor_are_not_shown,
    what_is_no_hash_is_refused,
);
