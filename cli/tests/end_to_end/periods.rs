//! Surveys that open and close at set times.

use core::time::Duration;
use std::process::Stdio;
use std::thread;

use rusqlite::Connection;
use serde_json::json;

use crate::collector::{Answer, Collector};
use crate::desk::{Desk, SURVEY};
use crate::waiting::until;

/// The time this many seconds from now.
fn moment(seconds: i64) -> String {
    let query = "SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now', ?1 || ' seconds')";
    let clock = Connection::open_in_memory().expect("a database");
    clock.query_row(query, [seconds], |row| row.get(0)).expect("a moment")
}

/// A desk with a plan for this period, and 400 reports.
fn within(opens: Option<&str>, closes: Option<&str>) -> (Desk, Vec<String>) {
    let desk = Desk::empty();
    let mut survey: serde_json::Value = serde_json::from_str(SURVEY).expect("JSON");
    (survey["opens"], survey["closes"]) = (json!(opens), json!(closes));
    desk.write("survey.json", &survey.to_string());
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let reports = desk.reports(400);
    (desk, reports)
}

/// Sends one report after the other until a response satisfies `ended`. Returns how many were sent before it.
fn sent(collector: &Collector, reports: &[String], ended: impl Fn(&Answer) -> bool) -> usize {
    let ends = |report: &String| {
        thread::sleep(Duration::from_millis(500));
        ended(&collector.report(report))
    };
    reports.iter().position(ends).expect("it ends")
}

#[test]
fn a_survey_takes_no_reports_before_it_opens() {
    let opening = moment(3600);
    let (desk, reports) = within(Some(&opening), None);
    let collector = Collector::start(&desk);
    collector.report(&reports[0]).refused(409, "plan-not-open");
    collector.reports(&reports.join("\n")).refused(409, "plan-not-open");
    let listed = &collector.json("/surveys")[0];
    assert_eq!((&listed["opens"], &listed["closes"]), (&json!(opening), &json!(null)));
    assert_eq!(desk.json("plan.json")["opens"], json!(opening));
    drop(collector);
    let (desk, reports) = within(Some(&moment(3)), None);
    let collector = Collector::start(&desk);
    sent(&collector, &reports, |answer| answer.status == 201);
}

#[test]
fn a_survey_takes_no_reports_after_it_closed() {
    let (desk, reports) = within(Some("2020-01-01T00:00:00Z"), Some(&moment(-1)));
    Collector::start(&desk).report(&reports[0]).refused(409, "plan-closed");
    // On a slow machine the survey may have closed before the first report, in which case it is tried with a longer period.
    let taken = [5, 25, 125].into_iter().find_map(|seconds| {
        let (desk, reports) = within(None, Some(&moment(seconds)));
        let collector = Collector::start(&desk);
        (collector.report(&reports[0]).status == 201).then_some((desk, collector, reports))
    });
    let (_desk, collector, reports) = taken.expect("a survey that is open");
    let taken = 1 + sent(&collector, &reports[1..], |answer| answer.status != 201);
    collector.report(&reports[taken]).refused(409, "plan-closed");
    // A device that got no receipt still gets one.
    let again = collector.reports(&reports[..taken].join("\n"));
    assert_eq!((again.status, again.json()), (200, json!({"accepted": 0, "repeated": taken})));
}

#[test]
fn totals_at_the_close_come_when_the_time_is_over() {
    // On a slow machine the survey may have closed before the reports, in which case it is tried with a longer period.
    let taken = [5, 25, 125].into_iter().find_map(|seconds| {
        let (desk, reports) = within(None, Some(&moment(seconds)));
        let serve = ["--plan", "plan.json", "--public", "--release=at-close"];
        let collector = Collector::telling(&desk, &serve, Stdio::inherit());
        (collector.reports(&reports.join("\n")).status == 201).then_some((desk, collector))
    });
    let (_desk, collector) = taken.expect("a survey that is open");
    until(|| collector.get("/estimates").status == 200);
    assert_eq!(collector.json("/estimates")["n"], 400);
}

#[test]
fn what_is_no_period_is_refused() {
    let desk = Desk::empty();
    for (period, code) in [
        (r#""opens":"2026-03-01""#, "invalid-period"),
        (r#""opens":"2026-02-29T00:00:00Z""#, "invalid-period"),
        (r#""closes":"2026-03-01T00:00:00+01:00""#, "invalid-period"),
        (r#""opens":"2026-03-01T00:00:00Z","closes":"2026-03-01T00:00:00Z""#, "invalid-period"),
        (r#""closes":1772323200"#, "invalid-survey"),
    ] {
        desk.write("survey.json", &SURVEY.replace("\"title\"", &format!("{period},\"title\"")));
        desk.candor(&["design", "survey.json"]).refused(code);
    }
}

crate::server::on_postgres!(
    a_survey_takes_no_reports_before_it_opens,
    a_survey_takes_no_reports_after_it_closed,
    totals_at_the_close_come_when_the_time_is_over,
);
