//! Runs the examples in `docs/estimates` on real output. Ignored by default; `scripts/test` runs them where their interpreter is installed.

use std::path::PathBuf;
use std::process::Command;

use crate::desk::Desk;

/// A desk with `estimates.json` and `estimates.csv`.
fn estimated() -> Desk {
    let desk = Desk::with_plan();
    desk.perturb(900, "reports.ndjson");
    for format in ["json", "csv"] {
        let tables = ["--tables", "smoker", "smoker,age", "--format", format];
        let estimate = [&["estimate", "plan.json", "reports.ndjson"][..], &tables].concat();
        desk.write(&format!("estimates.{format}"), &desk.candor(&estimate).done().stdout);
    }
    desk
}

fn example(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "docs", "estimates", name].iter().collect()
}

/// The output of an example, run by the first of `programs` for which `probe` works.
fn printed(programs: &[&str], probe: [&str; 2], name: &str, files: &[&str]) -> String {
    let works = |program: &&&str| {
        Command::new(program).args(probe).output().is_ok_and(|output| output.status.success())
    };
    let program = programs.iter().find(works).expect("an interpreter");
    let desk = estimated();
    let paths = files.iter().map(|file| desk.path(file));
    let output = Command::new(program).arg(example(name)).args(paths).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    assert!(output.status.success(), "{name}: {}", text(output.stderr));
    text(output.stdout)
}

/// Debian's interpreter has Debian's pandas, whichever python3 is in PATH.
#[test]
#[ignore = "needs Python with pandas"]
fn pandas_reads_estimates() {
    let files = ["estimates.json", "estimates.csv"];
    let programs = ["python3", "/usr/bin/python3"];
    let text = printed(&programs, ["-c", "import pandas"], "pandas_estimates.py", &files);
    assert!(text.contains("smoker,age") && text.contains("[18,60)"), "{text}");
}

#[test]
#[ignore = "needs R"]
fn r_reads_estimates() {
    let text = printed(&["Rscript"], ["-e", "1"], "estimates.R", &["estimates.csv"]);
    assert!(text.contains("smoker,age") && text.contains("[18,60)"), "{text}");
}
