//! The examples in `docs/estimates` on real output, where their interpreter is installed.

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

/// What an example prints; none where `probe` does not run.
fn printed(probe: &[&str], program: &str, name: &str, files: &[&str]) -> Option<String> {
    let there = Command::new(probe[0]).args(&probe[1..]).output().is_ok_and(|output| output.status.success());
    if !there {
        eprintln!("skipped {name}: `{}` does not run here", probe.join(" "));
        return None;
    }
    let desk = estimated();
    let paths = files.iter().map(|file| desk.path(file));
    let output = Command::new(program).arg(example(name)).args(paths).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    assert!(output.status.success(), "{name}: {}", text(output.stderr));
    Some(text(output.stdout))
}

#[test]
fn pandas_reads_estimates() {
    let files = ["estimates.json", "estimates.csv"];
    let printed = printed(&["python3", "-c", "import pandas"], "python3", "pandas_estimates.py", &files);
    for text in printed.iter() {
        assert!(text.contains("smoker,age") && text.contains("[18,60)"), "{text}");
    }
}

#[test]
fn r_reads_estimates() {
    let printed = printed(&["Rscript", "--version"], "Rscript", "estimates.R", &["estimates.csv"]);
    for text in printed.iter() {
        assert!(text.contains("smoker,age") && text.contains("[18,60)"), "{text}");
    }
}
