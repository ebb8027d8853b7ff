//! Ring: end to end. A program that was built without a part does not list it, and says so if somebody asks for it:
//! `cargo test -p candor-cli --no-default-features --test parts`.

#![cfg(not(any(feature = "parquet", feature = "postgres", feature = "research")))]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const SURVEY: &str =
    r#"{"survey":"health","attributes":[{"name":"smoker","categories":["no","yes"],"epsilon":1}]}"#;

fn candor(desk: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
    command.args(arguments).current_dir(desk).output().expect("candor runs")
}

fn done(desk: &Path, arguments: &[&str]) -> String {
    let output = candor(desk, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Checks that the program says which feature it was built without.
fn not_included(desk: &Path, arguments: &[&str], feature: &str) {
    let output = candor(desk, arguments);
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}: {told}");
    assert!(told.starts_with("error[not-included]: "), "{arguments:?}: {told}");
    assert!(told.contains(&format!("built without the feature `{feature}`")), "{arguments:?}: {told}");
}

#[test]
fn what_researchers_use_is_not_listed_and_refused() {
    let desk = tempfile::tempdir().expect("a temporary directory");
    let (desk, help) = (desk.path(), done(desk.path(), &["--help"]));
    assert!(help.contains("design") && !help.contains("audit") && !help.contains("reproduce"), "{help}");
    fs::write(desk.join("survey.json"), SURVEY).expect("a file is written");
    for arguments in [&["audit", "plan.json", "--trials", "9"][..], &["audit", "--help"], &["reproduce"]] {
        not_included(desk, arguments, "research");
    }
    not_included(desk, &["design", "survey.json", "--method", "linear-program"], "research");
}

#[test]
fn parquet_is_refused_and_all_else_is_read_and_written() {
    let desk = tempfile::tempdir().expect("a temporary directory");
    let desk = desk.path();
    fs::write(desk.join("survey.json"), SURVEY).expect("a file is written");
    fs::write(desk.join("answers.csv"), "smoker\nyes\nno\n").expect("a file is written");
    fs::write(desk.join("reports.parquet"), "PAR1").expect("a file is written");
    done(desk, &["design", "survey.json", "-o", "plan.json"]);
    for file in ["reports.csv", "reports.ndjson"] {
        done(desk, &["perturb", "plan.json", "--answers", "answers.csv", "-o", file]);
        assert!(done(desk, &["count", "plan.json", file]).contains("smoker"));
    }
    not_included(desk, &["perturb", "plan.json", "--answers", "answers.csv", "-o", "out.parquet"], "parquet");
    not_included(desk, &["count", "plan.json", "reports.parquet"], "parquet");
    assert!(!desk.join("out.parquet").exists());
}

#[test]
fn servers_are_refused_and_files_are_served() {
    let desk = tempfile::tempdir().expect("a temporary directory");
    let desk = desk.path();
    let server = "postgres://ada:secret@127.0.0.1:1/health";
    not_included(desk, &["database", "check", "--database", server], "postgres");
    not_included(desk, &["serve", "--database", server], "postgres");
    fs::write(desk.join("survey.json"), SURVEY).expect("a file is written");
    done(desk, &["design", "survey.json", "-o", "plan.json"]);
    not_included(desk, &["count", "plan.json", server], "postgres");
}
