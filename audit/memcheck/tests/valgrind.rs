//! Ring: fixed work on this machine. According to memcheck, neither branches nor addresses depend on an answer, on the noise, or on the
//! secret of a wave. Seeds are fixed.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::process::{Command, Output};

fn under_valgrind(argument: &[&str]) -> Output {
    let suppressions = concat!("--suppressions=", env!("CARGO_MANIFEST_DIR"), "/redraws.supp");
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--quiet", suppressions, env!("CARGO_BIN_EXE_candor-memcheck")]).args(argument);
    valgrind.output().unwrap_or_else(|error| panic!("valgrind: {error}; run scripts/setup"))
}

#[test]
fn responding_is_silent() {
    let ran = under_valgrind(&[]);
    assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
}

#[test]
fn a_textbook_sampler_is_reported() {
    is_reported("leak");
}

#[test]
fn a_comparison_of_waves_is_reported() {
    is_reported("leak-in-wave");
}

fn is_reported(leak: &str) {
    let ran = under_valgrind(&[leak]);
    assert_eq!(ran.status.code(), Some(1), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("depends on uninitialised value"));
}
