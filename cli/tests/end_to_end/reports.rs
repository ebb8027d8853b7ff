//! `candor perturb` and `candor count`.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::desk::{Desk, Ran};
use crate::waiting::until;

const PERTURB: [&str; 6] = ["perturb", "plan.json", "--answers", "answers.csv", "-o", "reports.ndjson"];

#[test]
fn answers_become_reports_of_the_plan() {
    let desk = Desk::with_plan();
    desk.write("answers.csv", "age,smoker\n27,yes\n3,no\n\"[18,60)\",no\n");
    desk.candor(&PERTURB).done();
    let text = desk.read("reports.ndjson");
    let reports: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(reports.len(), 3);
    for report in &reports {
        assert_eq!(report["plan"], desk.fingerprint("plan.json"));
        assert_eq!(report["perturbed"].as_array().map(Vec::len), Some(2));
    }
    assert_ne!(reports[0]["id"], reports[1]["id"]);
}

#[test]
fn noise_is_fresh_unless_it_is_seeded_and_then_it_says_so() {
    let desk = Desk::with_plan();
    desk.write("answers.csv", "smoker,age\nyes,30\n");
    let unseeded = || desk.candor(&PERTURB[..4]).done().stdout;
    assert_ne!(unseeded(), unseeded());
    let seeded = || desk.candor(&[&PERTURB[..4], &["--seed", "7"]].concat()).done();
    assert_eq!(seeded().stdout, seeded().stdout);
    assert!(seeded().stderr.contains("experiments only"), "{}", seeded().stderr);
}

#[test]
fn headers_that_are_not_the_attributes_are_refused_by_name() {
    let desk = Desk::with_plan();
    let cases = [
        ("unknown-column", "\"height\"", "smoker,age,height\n"),
        ("invalid-csv", "\"age\"", "smoker\n"),
        ("invalid-csv", "\"smoker\"", "smoker,age,smoker\n"),
    ];
    for (code, named, header) in cases {
        desk.write("answers.csv", header);
        let message = desk.candor(&PERTURB).refused(code);
        assert!(message.contains(named), "{message}");
    }
}

#[test]
fn a_broken_row_is_told_by_number_and_nothing_is_written() {
    let desk = Desk::with_plan();
    let cases = [
        ("unknown-category", "maybe,30"),
        ("unknown-category", "yes,old"),
        ("missing-answer", "yes,"),
        ("invalid-csv", "yes"),
        ("invalid-csv", "yes,30,40"),
    ];
    for (code, row) in cases {
        desk.write("answers.csv", &format!("smoker,age\nyes,30\n\n{row}\nno,12\n"));
        let message = desk.candor(&PERTURB).refused(code);
        assert!(message.starts_with("answers.csv: row 2: "), "{message}");
        assert!(!message.contains("maybe") && !message.contains("old"), "{message}");
    }
    assert_eq!(desk.files(), ["answers.csv", "plan.json", "survey.json"]);
}

#[test]
fn a_broken_row_leaves_an_earlier_file_and_stdout_alone() {
    let desk = Desk::with_plan();
    desk.write("reports.ndjson", "earlier");
    desk.write("answers.csv", &("smoker,age\n".to_owned() + &"yes,30\n".repeat(10_000) + "perhaps,30\n"));
    desk.candor(&PERTURB).refused("unknown-category");
    desk.candor(&PERTURB[..4]).refused("unknown-category");
    assert_eq!(desk.read("reports.ndjson"), "earlier");
}

#[test]
fn ndjson_and_csv_reports_count_alike() {
    let desk = Desk::with_plan();
    desk.perturb(100, "reports.ndjson");
    desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "-o", "reports.csv", "--seed", "1"])
        .done();
    desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "-o", "seeded.ndjson", "--seed", "1"])
        .done();
    assert!(desk.read("reports.csv").starts_with("smoker,age\n"));
    let count =
        |files: &[&str]| desk.candor(&[&["count", "plan.json"], files, &["--format", "json"]].concat());
    assert_eq!(count(&["reports.csv"]).json(), count(&["seeded.ndjson"]).json());
    let both = count(&["reports.ndjson", "reports.csv"]).json();
    assert_eq!(both["n"], 200);
}

#[test]
fn tables_are_every_attribute_or_those_asked_for() {
    let desk = Desk::with_plan();
    desk.perturb(50, "reports.ndjson");
    let tables = |more: &[&str]| {
        let count = [&["count", "plan.json", "reports.ndjson", "--format", "json"], more].concat();
        let tables = desk.candor(&count).json()["tables"].take();
        let attributes = |table: &Value| table["attributes"].clone();
        Value::from(tables.as_array().expect("tables").iter().map(attributes).collect::<Vec<_>>())
    };
    assert_eq!(tables(&[]), json!([["smoker"], ["age"]]));
    assert_eq!(tables(&["--pairs"]), json!([["smoker"], ["age"], ["smoker", "age"]]));
    assert_eq!(tables(&["--tables", "age,smoker", "age"]), json!([["age", "smoker"], ["age"]]));
    assert_eq!(tables(&["--tables", "smoker,age", "--pairs"]), json!([["smoker", "age"]]));
    let count = ["count", "plan.json", "reports.ndjson", "--tables"];
    desk.candor(&[&count[..], &["height"]].concat()).refused("unknown-attribute");
    desk.candor(&[&count[..], &["age,age"]].concat()).refused("duplicate-table-attribute");
}

#[test]
fn counts_are_told_as_a_table_and_csv() {
    let desk = Desk::with_plan();
    desk.write("reports.csv", "age,smoker\n<18,no\n<18,yes\n≥60,no\n");
    let count = ["count", "plan.json", "reports.csv", "--tables", "smoker,age", "smoker"];
    let table = desk.candor(&count).done();
    assert!(table.stdout.contains("smoker × age (3 reports)"), "{}", table.stdout);
    assert_eq!(table.stderr, "counted 3 reports\n");
    let csv = desk.candor(&[&count[..], &["--format", "csv"]].concat()).done().stdout;
    let expected = "table,smoker,age,count\n\
        \"smoker,age\",no,<18,1\n\"smoker,age\",no,\"[18,60)\",0\n\"smoker,age\",no,≥60,1\n\
        \"smoker,age\",yes,<18,1\n\"smoker,age\",yes,\"[18,60)\",0\n\"smoker,age\",yes,≥60,0\n\
        smoker,no,,2\nsmoker,yes,,1\n";
    assert_eq!(csv, expected);
}

#[test]
fn reports_of_another_plan_are_left_out_and_repeated_ones_count_once() {
    let desk = Desk::with_plan();
    desk.perturb(3, "reports.ndjson");
    desk.design_other("other.json");
    desk.write("answers.csv", "smoker\nyes\nno\n");
    desk.perturb_answers("other.json", "answers.csv", "other.ndjson");
    let all = ["count", "plan.json", "reports.ndjson", "other.ndjson", "reports.ndjson", "--format", "json"];
    let counted = desk.candor(&all).done();
    let told = "counted 3 reports; 2 are of another plan and were left out; 3 came again and counted once\n";
    assert_eq!(counted.stderr, told);
    assert_eq!(counted.json()["n"], 3);
}

#[test]
fn broken_reports_are_told_by_file_and_line() {
    let desk = Desk::with_plan();
    desk.perturb(2, "good.ndjson");
    let good = desk.read("good.ndjson");
    let first: Value = serde_json::from_str(good.lines().next().expect("a line")).expect("JSON");
    let changed = |key: &str, value: Value| {
        let mut report = first.clone();
        report[key] = value;
        report.to_string()
    };
    let out_of_range = changed("perturbed", json!([0, 3]));
    let cases = [
        ("category-out-of-range", out_of_range),
        ("invalid-report", changed("perturbed", json!([0]))),
        ("invalid-report", changed("id", json!("short"))),
        ("invalid-report", changed("time", json!("noon"))),
        ("invalid-report", "{".to_owned()),
        (
            "id-conflict",
            changed("perturbed", json!([1 - first["perturbed"][0].as_u64().expect("a number"), 0])),
        ),
    ];
    for (code, line) in cases {
        desk.write("broken.ndjson", &format!("{good}{line}\n"));
        let message = desk.candor(&["count", "plan.json", "good.ndjson", "broken.ndjson"]).refused(code);
        assert!(message.starts_with("broken.ndjson: line 3: "), "{message}");
    }
    desk.write("broken.csv", "smoker,age\nno,<18\nno,17\n");
    let message = desk.candor(&["count", "plan.json", "broken.csv"]).refused("unknown-category");
    assert!(message.starts_with("broken.csv: row 2: "), "{message}");
}

/// Runs `candor` with this input on stdin.
fn fed(desk: &Desk, arguments: &[&str], input: &[u8]) -> Ran {
    let mut command = desk.command(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("candor starts");
    let mut stdin = child.stdin.take().expect("its stdin");
    stdin.write_all(input).expect("it reads");
    drop(stdin);
    Ran::new(arguments, child.wait_with_output().expect("it ends"))
}

#[test]
fn reports_are_read_from_stdin() {
    let desk = Desk::with_plan();
    desk.perturb(5, "reports.ndjson");
    let arguments = ["count", "plan.json", "-", "--format", "json"];
    assert_eq!(fed(&desk, &arguments, desk.read("reports.ndjson").as_bytes()).json()["n"], 5);
    for (what, start) in [("a database", &b"SQLite format 3\0"[..]), ("Parquet", b"PAR1")] {
        let message = fed(&desk, &["count", "plan.json", "-"], start).refused("needs-a-file");
        assert_eq!(message, format!("-: {what} cannot be read from stdin: give the name of a file"));
    }
}

#[test]
fn a_missing_file_is_named_once() {
    let desk = Desk::with_plan();
    for (name, begins) in [("gone.ndjson", "gone.ndjson: "), (".", ".: ")] {
        let ran = desk.candor(&["count", "plan.json", name]);
        let message = ran.failed("io");
        assert!(message.starts_with(begins) && message.matches(begins).count() == 1, "{message}");
    }
}

/// If a signal ends the program, unfinished files are removed, and nothing exists under their name.
#[test]
fn a_signal_leaves_no_temporary_file() {
    for signal in ["INT", "TERM", "HUP"] {
        let desk = Desk::with_plan();
        let before = desk.files();
        // The answers come from a pipe that stays open, so the program waits for more.
        let mut child = desk
            .command(&["perturb", "plan.json", "--answers", "-", "-o", "reports.ndjson"])
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("candor runs");
        let mut answers = child.stdin.take().expect("its stdin");
        answers.write_all(b"smoker,age\nyes,30\n").expect("answers");
        until(|| desk.files() != before);
        let kill = format!("kill -{signal} {}", child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
        assert_eq!(child.wait().expect("it ends").code(), None, "{signal} ends it");
        assert_eq!(desk.files(), before, "{signal}");
    }
}
