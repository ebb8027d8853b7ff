//! Until when reports are kept: the day is set when a plan is published, and when it is over they are deleted. Tests change the day in the database, and not
//! the clock.

use serde_json::{Value, json};

use crate::authors::{ask, id, token};
use crate::collector::Collector;
use crate::desk::Desk;
use crate::server::{Database, psql};
use crate::waiting::until;

/// A day that is over.
const OVER: &str = "2020-02-29";
/// A day that is not.
const FAR: &str = "9999-12-31";

fn published(collector: &Collector, token: &str, desk: &Desk, kept: &str) -> u16 {
    ask(collector, &format!("POST /plans?kept={kept}"), token, &desk.read("plan.json")).status
}

/// What everybody is told of `plan.json`.
fn listed(collector: &Collector, desk: &Desk) -> Value {
    let surveys = collector.json("/surveys");
    let mut plans = surveys.as_array().expect("a list").iter();
    plans.find(|plan| plan["fingerprint"] == desk.fingerprint("plan.json")).expect("the plan").clone()
}

#[test]
fn reports_are_deleted_when_their_last_day_is_over() {
    let desk = Desk::with_plan();
    let ada = token(&desk, "Ada");
    desk.design_other("other.json");
    let start = || Collector::with(&desk, &["--plan", "other.json", "--authors", "authors.txt"]);
    let collector = start();
    assert_eq!(published(&collector, &ada, &desk, FAR), 201);
    assert_eq!(listed(&collector, &desk)["kept"], FAR);
    let reports = desk.reports(30);
    assert_eq!(collector.reports(&reports[..29].join("\n")).status, 201);
    desk.write("answers.csv", "smoker\nyes\nno\n");
    desk.perturb_answers("other.json", "answers.csv", "others.ndjson");
    let others = desk.read("others.ndjson");
    assert_eq!(collector.reports(&others).status, 201);
    assert!(collector.stop());
    assert!(reports[..29].iter().all(|report| desk.contents().hold(&id(report))));

    desk.sql(&format!("UPDATE plans SET kept = '{OVER}' WHERE survey = 'health'"));
    let collector = start();
    // Also before they are deleted, no report is taken any more.
    collector.report(&reports[29]).refused(409, "plan-closed");
    until(|| listed(&collector, &desk)["is_closed"] == true);
    let told = listed(&collector, &desk);
    assert_eq!((&told["reports"], &told["kept"]), (&json!(0), &json!(OVER)));
    collector.get("/estimates?survey=health").refused(422, "too-few-reports");
    let deleted = || !reports.iter().any(|report| desk.contents().hold(&id(report)));
    until(deleted);
    assert!(others.lines().all(|report| desk.contents().hold(&id(report))));
    assert_eq!(collector.json("/estimates?survey=other")["n"], 2);
    // Published again, the plan stays what it is; so it does after a restart.
    assert_eq!(ask(&collector, "POST /plans", &ada, &desk.read("plan.json")).status, 200);
    assert_eq!(published(&collector, &ada, &desk, FAR), 409);
    collector.report(&reports[0]).refused(409, "plan-closed");
    collector.kill();
    let collector = start();
    assert_eq!(listed(&collector, &desk), told);
    collector.report(&reports[0]).refused(409, "plan-closed");
    assert!(collector.stop());
    let checked = desk.candor(&["database", "check", "--database", desk.database()]).done().stdout;
    assert_eq!(checked, "sound: 2 plans, 2 reports\n");
}

#[test]
fn only_the_author_sets_the_day_and_never_a_later_one() {
    let desk = Desk::with_plan();
    let [ada, ben] = ["Ada", "Ben"].map(|name| token(&desk, name));
    desk.design_other("other.json");
    let collector = Collector::with(&desk, &["--plan", "other.json", "--authors", "authors.txt"]);
    let asked = |token: &str, parameters: &str, plan: &str| {
        ask(&collector, &format!("POST /plans?{parameters}"), token, &desk.read(plan))
    };
    for wrong in ["kept=2027-02-29", "kept=tomorrow", "kept="] {
        asked(&ada, wrong, "plan.json").refused(422, "invalid-day");
    }
    asked(&ada, &format!("kept={OVER}"), "plan.json").refused(422, "invalid-day");
    asked(&ada, "keep=9999-12-31", "plan.json").refused(422, "unknown-parameter");
    assert_eq!(collector.json("/surveys").as_array().map(Vec::len), Some(1), "nothing was published");
    assert_eq!(ask(&collector, "POST /plans", &ada, &desk.read("plan.json")).status, 201);
    assert_eq!(listed(&collector, &desk)["kept"], json!(null));
    asked(&ben, "kept=9999-12-30", "plan.json").refused(403, "forbidden");
    asked(&ada, "kept=9999-12-30", "other.json").refused(403, "forbidden");
    for (day, status, kept) in [
        ("9999-12-30", 200, "9999-12-30"),
        ("9999-12-30", 200, "9999-12-30"),
        (FAR, 409, "9999-12-30"),
        ("9999-11-30", 200, "9999-11-30"),
    ] {
        assert_eq!(asked(&ada, &format!("kept={day}"), "plan.json").status, status, "{day}");
        assert_eq!(listed(&collector, &desk)["kept"], kept, "{day}");
    }
    let told = asked(&ada, "kept=9999-12-01", "plan.json").refused(409, "retention-fixed");
    assert!(told.contains("9999-11-30"), "{told}");
    collector.kill();
    let collector = Collector::with(&desk, &["--authors", "authors.txt"]);
    assert_eq!(listed(&collector, &desk)["kept"], "9999-11-30");
}

#[test]
fn whoever_runs_the_collector_sets_the_day_and_deletes_by_a_command() {
    let desk = Desk::with_plan();
    let run = |arguments: &[&str]| desk.candor(&[&["database"], arguments].concat());
    run(&["keep", "plan.json", "--until", OVER]).refused("invalid-day");
    run(&["keep", "plan.json", "--until", "2027-2-3"]).refused("invalid-day");
    let kept = run(&["keep", "plan.json", "--until", "9999-12-30"]).done().stderr;
    assert_eq!(kept, "reports are kept until the end of 9999-12-30 (UTC)\n");
    run(&["keep", "plan.json", "--until", FAR]).refused("retention-fixed");
    let (collector, reports) = (Collector::start(&desk), desk.reports(6));
    assert_eq!(listed(&collector, &desk)["kept"], "9999-12-30");
    assert_eq!(collector.reports(&reports[..5].join("\n")).status, 201);
    assert!(collector.stop());
    assert_eq!(run(&["expire"]).done().stderr, "deleted 0 reports of 0 plans\n");
    desk.sql(&format!("UPDATE plans SET kept = '{OVER}'"));
    assert_eq!(run(&["expire"]).done().stderr, "deleted 5 reports of 1 plan\n");
    assert_eq!(run(&["expire"]).done().stderr, "deleted 0 reports of 0 plans\n");
    assert!(!reports.iter().any(|report| desk.contents().hold(&id(report))));
    assert_eq!(run(&["check"]).done().stdout, "sound: 1 plan, 0 reports\n");
    // The plan is not asked again, also where the collector is told to.
    let collector = Collector::start(&desk);
    collector.report(&reports[5]).refused(409, "plan-closed");
    assert!(collector.stop());
    run(&["expire", "--database", "absent.db"]).failed("io");
}

#[test]
fn a_copy_keeps_reports_no_longer_than_the_original() {
    let desk = Desk::with_plan();
    desk.candor(&["database", "keep", "plan.json", "--until", FAR]).done();
    let (collector, reports) = (Collector::start(&desk), desk.reports(3));
    assert_eq!(collector.reports(&reports.join("\n")).status, 201);
    assert!(collector.stop());
    desk.sql(&format!("UPDATE plans SET kept = '{OVER}'"));
    desk.candor(&["database", "migrate", desk.database(), "moved.db"]).done();
    let expired = desk.candor(&["database", "expire", "--database", "moved.db"]).done();
    assert_eq!(expired.stderr, "deleted 3 reports of 1 plan\n");
}

#[test]
#[ignore = "needs a PostgreSQL server that CANDOR_POSTGRES names, and psql"]
fn on_postgres_all_collectors_of_a_database_delete_at_once() {
    let (desk, database) = (Desk::with_plan(), Database::new());
    let ada = token(&desk, "Ada");
    let start = || Collector::with(&desk, &["--authors", "authors.txt", "--database", &database.url]);
    let [one, other] = [start(), start()];
    assert_eq!(published(&one, &ada, &desk, FAR), 201);
    until(|| other.json("/surveys")[0]["kept"] == FAR);
    let reports = desk.reports(20);
    assert_eq!(other.reports(&reports.join("\n")).status, 201);
    psql(&database.url, &format!("UPDATE candor.plans SET kept = '{OVER}'"));
    for collector in [&one, &other] {
        until(|| collector.json("/surveys")[0]["is_closed"] == true);
        until(|| collector.json("/surveys")[0]["reports"] == 0);
        collector.report(&reports[0]).refused(409, "plan-closed");
    }
    assert!(one.stop() && other.stop());
    let checked = desk.candor(&["database", "check", "--database", &database.url]).done().stdout;
    assert_eq!(checked, "sound: 1 plan, 0 reports\n");
}

crate::server::on_postgres!(
    reports_are_deleted_when_their_last_day_is_over,
    only_the_author_sets_the_day_and_never_a_later_one,
    whoever_runs_the_collector_sets_the_day_and_deletes_by_a_command,
    a_copy_keeps_reports_no_longer_than_the_original,
);
