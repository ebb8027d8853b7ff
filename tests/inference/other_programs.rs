//! Published statistics of random tables, and adjusted p-values, recomputed by R, SciPy and statsmodels. Ignored by default;
//! `scripts/test` runs it where these are installed.

use std::io::Write;
use std::process::{Command, Stdio};

use candor::inference::{
    Statistic, benjamini_hochberg, chi_squared, cochran_armitage, goodness_of_fit, holm,
    transmission_disequilibrium,
};

use crate::common::Dice;

fn joined(numbers: &[f64]) -> String {
    numbers.iter().map(|number| format!("{number:?}")).collect::<Vec<_>>().join(" ")
}

/// Two hundred tables, one per line.
fn lines() -> String {
    let mut dice = Dice::new(21);
    let mut lines = Vec::new();
    let mut told = |kind: &str, given: &[f64], counts: &[f64], found: Statistic| {
        let found = [found.value, found.p_value].map(|number| format!("{number:?}")).join(";");
        lines.push(format!("{kind};{};{};{found}", joined(given), joined(counts)));
    };
    for _ in 0..50 {
        let (rows, columns) = (dice.between(2, 6), dice.between(2, 6));
        let mut counts =
            |cells: u32| (0..cells).map(|_| f64::from(dice.between(5, 400))).collect::<Vec<f64>>();
        let table = counts(rows * columns);
        told("chi2", &[columns.into()], &table, chi_squared(&table, columns as usize).unwrap());
        let (table, weights) = (counts(2 * rows), counts(rows));
        let scores: Vec<f64> =
            weights.iter().enumerate().map(|(i, weight)| i as f64 + weight / 400.0).collect();
        told("trend", &scores, &table, cochran_armitage(&table, &scores).unwrap());
        let sum: f64 = weights.iter().sum();
        let shares: Vec<f64> = weights.iter().map(|weight| weight / sum).collect();
        let table = counts(rows);
        told("fit", &shares, &table, goodness_of_fit(&table, &shares).unwrap());
        let pair = counts(2);
        let families = [pair[0], pair[1], 0.0, 0.0, 0.0, 9.0];
        told("tdt", &[0.0], &pair, transmission_disequilibrium(&families).unwrap());
    }
    for tests in [1, 2, 10, 100] {
        let p_values: Vec<f64> = (0..tests).map(|_| dice.unit() * dice.unit() * dice.unit()).collect();
        for (kind, adjusted) in [("holm", holm(&p_values)), ("bh", benjamini_hochberg(&p_values))] {
            lines.push(format!("{kind};0;{};0;{}", joined(&p_values), joined(&adjusted)));
        }
    }
    lines.join("\n") + "\n"
}

/// The program must accept `lines` and reject `wrong`.
pub fn agrees(program: &str, script: &str, lines: &str, wrong: &str) {
    let path = format!("{}/tests/inference/{script}", env!("CARGO_MANIFEST_DIR"));
    let run = |lines: &str| {
        let mut command = Command::new(program);
        command.arg(&path).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut running = command.spawn().unwrap();
        // A program that stops at a wrong line does not read the rest.
        drop(running.stdin.take().unwrap().write_all(lines.as_bytes()));
        let output = running.wait_with_output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (agreed, why) = run(lines);
    assert!(agreed, "{why}");
    assert!(!run(wrong).0, "a wrong number is accepted");
}

/// The same lines with one statistic that is wrong in its eighth digit.
fn one_wrong(lines: &str) -> String {
    let first = lines.lines().next().unwrap();
    let mut parts: Vec<String> = first.split(';').map(str::to_owned).collect();
    parts[3] = format!("{:?}", parts[3].parse::<f64>().unwrap() * (1.0 + 1e-7));
    lines.replace(first, &parts.join(";"))
}

#[test]
#[ignore = "needs R"]
fn r_agrees_with_the_statistics() {
    agrees("Rscript", "statistics.R", &lines(), &one_wrong(&lines()));
}

#[test]
#[ignore = "needs Python with SciPy and statsmodels"]
fn scipy_agrees_with_the_statistics() {
    let probe = |program: &&&str| {
        Command::new(program)
            .args(["-c", "import scipy, statsmodels"])
            .output()
            .is_ok_and(|output| output.status.success())
    };
    let python = ["python3", "/usr/bin/python3"].iter().find(probe).unwrap();
    agrees(python, "statistics.py", &lines(), &one_wrong(&lines()));
}
