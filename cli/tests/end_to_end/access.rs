//! Who may read totals.

use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use crate::collector::{AT_ONCE, Answer, Collector};
use crate::desk::Desk;

const READERS: [&str; 2] = ["--readers", "readers.txt"];

/// A collector that has some reports and releases totals at once, to the readers that these arguments name.
fn collected(desk: &Desk, readers: &[&str]) -> Collector {
    let arguments = [&["--plan", "plan.json"], &AT_ONCE[..3], readers].concat();
    let collector = Collector::telling(desk, &arguments, Stdio::inherit());
    // Respondents need no token.
    assert_eq!(collector.reports(&desk.reports(20).join("\n")).status, 201);
    collector
}

fn with(collector: &Collector, authorization: &str) -> Answer {
    collector.request(&format!("GET /estimates HTTP/1.1\r\nAuthorization: {authorization}\r\n"), "")
}

fn token(desk: &Desk, name: &str) -> String {
    desk.candor(&["database", "token", name, "--readers", "readers.txt"]).done().stdout.trim_end().to_owned()
}

#[test]
fn totals_are_told_to_nobody_unless_it_is_said_to_whom() {
    let desk = Desk::with_plan();
    let collector = collected(&desk, &[]);
    let refused = collector.get("/estimates");
    refused.refused(401, "unauthorized");
    assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
    with(&collector, "Bearer anything").refused(401, "unauthorized");
    drop(collector);
    assert_eq!(collected(&desk, &["--public"]).json("/estimates")["n"], 40);
}

#[test]
fn totals_are_told_to_holders_of_tokens() {
    let desk = Desk::with_plan();
    let (first, second) = (token(&desk, "the health office"), token(&desk, "a newspaper"));
    assert_ne!(first, second);
    let mode = desk.path("readers.txt").metadata().expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let kept = desk.read("readers.txt");
    assert!(!kept.contains(&first) && kept.ends_with(" a newspaper\n"), "{kept}");
    let collector = collected(&desk, &READERS);
    for route in ["/estimates", "/scores", "/rankings"] {
        collector.get(route).refused(401, "unauthorized");
    }
    for scheme in ["Bearer", "bearer"] {
        let answer = with(&collector, &format!("{scheme} {first}"));
        assert_eq!((answer.status, answer.header("cache-control")), (200, Some("private, no-store")));
    }
    let hash = kept.split(' ').next().expect("a hash");
    let (shorter, twice) = (&first[1..], format!("{first}{first}"));
    for wrong in ["", "Bearer", "Bearer ", &format!("Basic {first}"), &format!("Bearer {hash}")] {
        with(&collector, wrong).refused(401, "unauthorized");
    }
    for wrong in [shorter, &twice, "\u{1f511}"] {
        let detail = with(&collector, &format!("Bearer {wrong}")).refused(401, "unauthorized");
        assert!(!detail.contains(wrong), "{detail}");
    }
    // Removing a line revokes its token; the other token stays valid.
    desk.write("readers.txt", &kept.lines().skip(1).map(|line| format!("{line}\n")).collect::<String>());
    with(&collector, &format!("Bearer {first}")).refused(401, "unauthorized");
    assert_eq!(with(&collector, &format!("Bearer {second}")).status, 200);
}

#[test]
fn names_of_tokens_are_words_in_a_line() {
    let desk = Desk::empty();
    for name in ["", " ", "two\nlines", &"x".repeat(101)] {
        desk.candor(&["database", "token", name, "--readers", "readers.txt"]).refused("invalid-name");
    }
    assert!(desk.files().is_empty());
    let both = ["serve", "--public", "--readers", "readers.txt"];
    assert!(desk.candor(&both).stderr.contains("cannot be used with"));
}

crate::server::on_postgres!(
    totals_are_told_to_nobody_unless_it_is_said_to_whom,
    totals_are_told_to_holders_of_tokens,
);
