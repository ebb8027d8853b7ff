//! Exporting reports from a database.

use std::collections::HashMap;
use std::fs;

use serde_json::{Value, json};

use crate::collector::Collector;
use crate::desk::Desk;

/// How many reports the tests of order use.
const REPORTS: usize = 10_000;

/// The rank correlation of that many reports beyond which order shows: five standard deviations of 1/√(n-1), exceeded by chance in fewer
/// than one of 10⁶ files.
const TELLING: f64 = 0.05;

/// Four questions with ten answers each, so that every report can be identified by its record alone.
fn numbered() -> (Desk, Vec<String>) {
    let desk = Desk::empty();
    let attribute = |name: &str| {
        let categories: Vec<String> = (0..10).map(|digit| digit.to_string()).collect();
        json!({"name": name, "categories": categories, "epsilon": 1})
    };
    let attributes = ["a", "b", "c", "d"].map(attribute);
    let survey = json!({"survey": "digits", "attributes": attributes,
        "privacy": {"method": "independent"}});
    desk.write("survey.json", &survey.to_string());
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let plan = desk.fingerprint("plan.json");
    let report = |number: usize| {
        use base64ct::{Base64UrlUnpadded, Encoding};
        use sha2::{Digest, Sha256};
        let id = Base64UrlUnpadded::encode_string(&Sha256::digest(number.to_le_bytes())[..16]);
        let digits = [number / 1000, number / 100 % 10, number / 10 % 10, number % 10];
        json!({"id": id, "perturbed": digits, "plan": plan}).to_string()
    };
    (desk, (0..REPORTS).map(report).collect())
}

/// Spearman's rank correlation between the positions of numbers and their values.
fn rank_correlation(numbers: &[usize]) -> f64 {
    let n = numbers.len() as f64;
    let squares: f64 =
        numbers.iter().enumerate().map(|(place, &number)| (place as f64 - number as f64).powi(2)).sum();
    1.0 - 6.0 * squares / (n * (n * n - 1.0))
}

/// The numbers of reports, in the order of their rows of comma-separated digits.
fn read(rows: &str) -> Vec<usize> {
    let row =
        |row: &str| row.chars().filter(char::is_ascii_digit).collect::<String>().parse().expect("a number");
    rows.lines().skip(1).map(row).collect()
}

#[test]
fn no_export_tells_in_which_order_reports_came() {
    let (desk, reports) = numbered();
    let collector = Collector::start(&desk);
    for some in reports.chunks(20) {
        assert_eq!(collector.reports(&some.join("\n")).status, 201);
    }
    // During collection, and after a crash.
    for ending in ["collecting", "killed"] {
        for order in ["sorted", "shuffled"] {
            let export = ["database", "export", "plan.json", "--order", order, "-o"];
            assert_eq!(desk.candor(&[&export[..], &["r.csv"]].concat()).done().stderr, "10,000 reports\n");
            let rows = read(&desk.read("r.csv"));
            let told = rank_correlation(&rows);
            assert!(told.abs() < TELLING, "{ending}, {order}: {told}");
            let mut sorted = rows.clone();
            sorted.sort_unstable();
            assert!(sorted.iter().copied().eq(0..REPORTS));
            // Checks that the test would detect order of arrival, even if transactions are sorted within.
            assert!((rank_correlation(&sorted) - 1.0).abs() < 1e-9);
            let blocks: Vec<usize> =
                sorted.chunks(20).flat_map(|block| block.iter().rev().copied()).collect();
            assert!(rank_correlation(&blocks) > TELLING);
            desk.candor(&[&export[..], &["r.ndjson"]].concat()).done();
            let ids: HashMap<&String, usize> = reports.iter().zip(0..).collect();
            let lines: Vec<usize> = desk.read("r.ndjson").lines().map(|line| ids[&line.to_owned()]).collect();
            assert!(rank_correlation(&lines).abs() < TELLING);
            if order == "sorted" {
                assert_eq!(lines, rows);
            } else {
                assert_ne!(lines, rows);
            }
        }
        if ending == "collecting" {
            collector.signal("KILL");
        }
    }
}

#[test]
fn exports_give_the_counts_of_the_database() {
    for survey in [
        crate::desk::SURVEY.to_owned(),
        r#"{"survey":"health","attributes":[{"name":"smoker","categories":["no","yes"]},
            {"name":"age","bins":[null,18,60,null]},{"name":"drinker","categories":["no","yes"]}],
            "privacy":{"record_epsilon":1,"method":"labelled"}}"#
            .to_owned(),
    ] {
        let desk = Desk::empty();
        desk.write("survey.json", &survey);
        desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
        let drinks = survey.contains("drinker");
        let header = if drinks { "smoker,age,drinker\n" } else { "smoker,age\n" };
        let row = |row: usize| {
            format!(
                "{},{}{}\n",
                if row.is_multiple_of(3) { "yes" } else { "no" },
                12 + row % 60,
                if drinks { ",no" } else { "" }
            )
        };
        desk.write("answers.csv", &(header.to_owned() + &(0..3000).map(row).collect::<String>()));
        desk.perturb_answers("plan.json", "answers.csv", "sent.ndjson");
        let collector = Collector::start(&desk);
        assert_eq!(collector.reports(&desk.read("sent.ndjson")).status, 201);
        let counts = |from: &str| -> Value {
            desk.candor(&["count", "plan.json", from, "--pairs", "--format", "json"]).json()
        };
        let expected = counts(desk.database());
        assert_eq!(counts("sent.ndjson"), expected);
        for file in ["out.ndjson", "out.csv", "out.parquet"] {
            for order in ["sorted", "shuffled"] {
                desk.candor(&["database", "export", "plan.json", "--order", order, "-o", file]).done();
                assert_eq!(counts(file), expected, "{file}");
            }
        }
        // Only NDJSON exports have ids. Counted together with other formats, the same reports count again, and the output says so.
        for (file, said) in [
            ("sent.ndjson", "counted 3,000 reports; 3,000 came again and counted once\n"),
            ("out.csv", "counted 6,000 reports; 3,000 have no id: these count in every file that has them\n"),
            (
                "out.parquet",
                "counted 6,000 reports; 3,000 have no id: these count in every file that has them\n",
            ),
        ] {
            assert_eq!(desk.candor(&["count", "plan.json", "out.ndjson", file]).done().stderr, said);
            let weighed = desk.candor(&["weigh", "plan.json", "out.ndjson", file]).done().stderr;
            assert!(weighed.starts_with(said), "{weighed}");
        }
        assert_eq!(desk.candor(&["count", "plan.json", "out.csv"]).done().stderr, "counted 3,000 reports\n");
        // If a file's name does not show its format, the format can be given.
        desk.candor(&["database", "export", "plan.json", "--format", "parquet", "-o", "out"]).done();
        assert!(fs::read(desk.path("out")).expect("a file").starts_with(b"PAR1"));
        assert_eq!(counts("out"), expected);
        let printed = desk.candor(&["database", "export", "plan.json"]).done().stdout;
        assert_eq!(printed.lines().count(), 3000);
        desk.perturb_answers("plan.json", "answers.csv", "sent.parquet");
        desk.candor(&["count", "plan.json", "sent.parquet"]).done();
    }
}

#[test]
fn what_is_not_there_is_not_exported() {
    let desk = Desk::with_plan();
    desk.design_other("other.json");
    desk.candor(&["database", "export", "plan.json", "-o", "out.csv"]).failed("io");
    let collector = Collector::start(&desk);
    desk.candor(&["database", "export", "other.json", "-o", "out.csv"]).refused("not-found");
    assert!(!desk.files().contains(&"out.csv".to_owned()));
    // Without reports, the exported file has none.
    for file in ["out.csv", "out.ndjson", "out.parquet"] {
        assert_eq!(
            desk.candor(&["database", "export", "plan.json", "-o", file]).done().stderr,
            "0 reports\n"
        );
    }
    assert_eq!(desk.read("out.csv"), "smoker,age\n");
    assert!(collector.stop());
}

crate::server::on_postgres!(
    no_export_tells_in_which_order_reports_came,
    exports_give_the_counts_of_the_database,
    what_is_not_there_is_not_exported,
);
