//! Tables that are counted when reports are stored.

use std::process::Stdio;
use std::sync::mpsc;
use std::thread;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde_json::Value;

use crate::collector::Collector;
use crate::desk::Desk;
use crate::keeping::acknowledged;
use crate::waiting::until;
use crate::withdrawals::{secret, send, withdraw};

/// Totals are released after fifty reports, and then after every thirty new ones.
const IN_STEPS: [&str; 6] =
    ["--plan", "plan.json", "--release-after=50", "--release-reports=30", "--release-minutes=0", "--public"];

/// A labelled plan with three questions and a plain column.
fn labelled() -> Desk {
    let desk = Desk::empty();
    let survey = r#"{"survey":"health","attributes":[{"name":"smoker","categories":["no","yes"]},
        {"name":"age","bins":[null,18,60,null]},{"name":"drinker","categories":["no","yes"]}],
        "plain":[{"name":"arm","categories":["old","new"]}],"privacy":{"record_epsilon":1,"method":"labelled"}}"#;
    desk.write("survey.json", survey);
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    desk
}

/// Reports under the desk's plan, which has two or three questions.
fn reports(desk: &Desk, rows: usize) -> Vec<String> {
    let plan = desk.json("plan.json");
    let lists = [&plan["attributes"], &plan["plain"]];
    let names: Vec<String> = lists
        .into_iter()
        .filter_map(Value::as_array)
        .flatten()
        .map(|attribute| attribute["name"].as_str().expect("a name").to_owned())
        .collect();
    let answer = |row: usize, name: &String| match name.as_str() {
        "age" => (12 + row % 60).to_string(),
        "arm" => ["old", "new"][row % 2].to_owned(),
        _ if row.is_multiple_of(3) => "yes".to_owned(),
        _ => "no".to_owned(),
    };
    let row = |row: usize| names.iter().map(|name| answer(row, name)).collect::<Vec<_>>().join(",") + "\n";
    let header = names.join(",") + "\n";
    desk.write("answers.csv", &(header + &(0..rows).map(row).collect::<String>()));
    desk.perturb_answers("plan.json", "answers.csv", "all.ndjson");
    desk.read("all.ndjson").lines().map(str::to_owned).collect()
}

/// Whatever was stored, withdrawn or interrupted, the stored counts equal a recount, which `candor database check` makes.
#[test]
fn counts_are_a_recount_after_kills_at_any_moment() {
    for desk in [Desk::with_plan(), labelled()] {
        let mut generator = ChaCha8Rng::seed_from_u64(5);
        let (kills, each) = (6, 200);
        let reports = reports(&desk, kills * each);
        for own in reports.chunks(each) {
            let collector = Collector::telling(&desk, &IN_STEPS, Stdio::inherit());
            let (alone, others) = own.split_at(20);
            for (number, report) in alone.iter().enumerate() {
                assert_eq!(send(&collector, report, &secret(number)).status, 201);
            }
            let last = usize::try_from(generator.next_u64() % 150).expect("small");
            thread::scope(|scope| {
                let (address, (told, acknowledgements)) = (collector.address, mpsc::channel());
                for own in others.chunks(45) {
                    let told = told.clone();
                    scope.spawn(move || acknowledged(address, own, || told.send(()).unwrap_or_default()));
                }
                for number in [3, 8, 15] {
                    assert_eq!(withdraw(&collector, &alone[number], &secret(number)).status, 204);
                }
                acknowledgements.iter().take(last).for_each(drop);
                collector.signal("KILL");
            });
            assert!(desk.candor(&["database", "check"]).done().stdout.starts_with("sound: 1 plan, "));
        }
        // The totals equal those of the released reports.
        let collector = Collector::with(&desk, &[]);
        assert_eq!(collector.report(&reports[3]).status, 201);
        let pairs = [
            "estimate",
            "plan.json",
            desk.database(),
            "--tables",
            "age",
            "smoker,age",
            "--method=inverse",
            "--format=json",
        ];
        assert_eq!(
            collector.estimates("/estimates?tables=age&tables=smoker,age&method=inverse"),
            desk.candor(&pairs).json()
        );
    }
}

#[test]
fn tables_at_rest_are_answered_without_reading_a_report() {
    let desk = labelled();
    let reports = reports(&desk, 300);
    let collector = Collector::start(&desk);
    assert_eq!(collector.reports(&reports.join("\n")).status, 201);
    let of_all = [
        "estimate",
        "plan.json",
        desk.database(),
        "--tables",
        "smoker,age",
        "--method=inverse",
        "--format=json",
    ];
    let expected = desk.candor(&of_all).json();
    sound(&collector);
    assert_eq!(desk.sql("DELETE FROM reports RETURNING 1").lines().count(), 300);
    assert_eq!(collector.estimates("/estimates?tables=smoker,age&method=inverse"), expected);
    // Tables of three questions are not counted at rest.
    collector.get("/estimates?tables=smoker,age,drinker&method=inverse").refused(500, "damaged-database");
}

/// Waits until the collector has finished checking the database.
fn sound(collector: &Collector) {
    until(|| collector.operations("/healthz").json()["database"] != "checking");
    assert_eq!(collector.operations("/healthz").json()["database"], "sound");
}

#[test]
fn changed_counts_are_no_other_table() {
    for (change, said) in [
        ("UPDATE counts SET numbers = substr(numbers, 2)", "not those that were stored"),
        ("UPDATE counts SET numbers = (SELECT numbers FROM counts WHERE NOT is_released)", "not those"),
        // Rows that were valid once, for another part.
        (
            "UPDATE counts SET (numbers, hash) = (SELECT numbers, hash FROM counts WHERE NOT is_released)",
            "not those",
        ),
        ("DELETE FROM counts", "are not of its reports"),
    ] {
        let desk = Desk::with_plan();
        let reports = desk.reports(120);
        let collector = Collector::start(&desk);
        assert_eq!(collector.reports(&reports.join("\n")).status, 201);
        sound(&collector);
        assert_eq!(desk.sql(&format!("{change} RETURNING 1")), "1\n1");
        collector.get("/estimates?tables=smoker,age").refused(500, "damaged-database");
        let told = desk.candor(&["database", "check"]).failed("damaged-database");
        assert!(told.contains(said), "{told}");
    }
}

#[test]
fn counts_are_the_same_whatever_the_order_of_arrival() {
    let mut reports = Desk::with_plan().reports(90);
    let kept_of = |reports: &[String], together: usize| {
        let desk = Desk::with_plan();
        let collector = Collector::telling(&desk, &IN_STEPS, Stdio::inherit());
        for some in reports.chunks(together) {
            assert_eq!(collector.reports(&some.join("\n")).status, 201);
        }
        assert!(collector.stop());
        desk.sql("SELECT numbers FROM counts ORDER BY is_released")
    };
    // Each block of reports is sent forwards, then backwards. The first step comes with the fiftieth report, the second with the eightieth.
    let forwards = kept_of(&reports, 1);
    assert_eq!(kept_of(&reports, 1), forwards);
    reports[..50].reverse();
    reports[50..80].reverse();
    reports[80..].reverse();
    assert_eq!(kept_of(&reports, 1), forwards);
    assert_eq!(kept_of(&reports, 10), forwards);
}

crate::server::on_postgres!(
    counts_are_a_recount_after_kills_at_any_moment,
    tables_at_rest_are_answered_without_reading_a_report,
    changed_counts_are_no_other_table,
    counts_are_the_same_whatever_the_order_of_arrival,
);
