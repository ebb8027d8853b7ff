//! Requests for totals: large, repeated, abandoned, and too many.

use std::io::Write;
use std::net::TcpStream;

use serde_json::json;

use crate::collector::{Answer, Collector};
use crate::desk::{Desk, yes_no};
use crate::waiting::until;

/// The number of yes/no questions in the plan.
const QUESTIONS: usize = 21;

/// A collector for a plan of yes/no questions, with some reports.
fn asked_much() -> (Desk, Collector) {
    let desk = Desk::empty();
    let attributes = yes_no([1.0; QUESTIONS]);
    desk.write("survey.json", &json!({"survey": "much", "attributes": attributes}).to_string());
    desk.candor(&["design", "survey.json", "-o", "plan.json", "--method", "independent"]).done();
    let names: Vec<String> = (0..QUESTIONS).map(|number| format!("q{number}")).collect();
    let row = |person: usize| {
        let answers =
            (0..QUESTIONS).map(|number| if (person * 7).is_multiple_of(number + 3) { "yes" } else { "no" });
        answers.collect::<Vec<_>>().join(",") + "\n"
    };
    desk.write("answers.csv", &(names.join(",") + "\n" + &(0..3000).map(row).collect::<String>()));
    desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "--seed", "1", "-o", "reports.ndjson"])
        .done();
    let collector = Collector::start(&desk);
    assert_eq!(collector.reports(&desk.read("reports.ndjson")).status, 201);
    (desk, collector)
}

/// A table of the first questions.
fn over(questions: usize) -> String {
    (0..questions).map(|number| format!("q{number}")).collect::<Vec<_>>().join(",")
}

/// Sends a request without waiting for the response.
fn ask(collector: &Collector, query: &str) -> TcpStream {
    let mut stream = collector.connect();
    write!(stream, "GET /estimates?{query} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
        .expect("asked");
    stream
}

fn estimated(collector: &Collector) -> u64 {
    let metrics = collector.operations("/metrics").body;
    let line = metrics.lines().find_map(|line| line.strip_prefix("candor_tables_estimated_total "));
    line.and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn no_answer_has_more_cells_than_are_sent_at_once() {
    let (_desk, collector) = asked_much();
    for questions in [QUESTIONS, 16] {
        collector.get(&format!("/estimates?tables={}", over(questions))).refused(413, "too-large");
    }
    let most = collector.json(&format!("/estimates?tables={}", over(15)));
    assert_eq!(most["tables"][0]["cells"].as_array().map(Vec::len), Some(1 << 15));
    let both = format!("/estimates?tables={}&tables={},q20", over(15), over(14));
    collector.get(&both).refused(413, "too-large");
}

#[test]
fn a_table_is_estimated_once_whatever_the_order_of_its_questions() {
    let (_desk, collector) = asked_much();
    let first = collector.json("/estimates?tables=q0,q1,q2");
    assert_eq!(estimated(&collector), 1);
    for tables in ["q0,q1,q2", "q2,q1,q0", "q1,q2,q0", "q1,q0,q2&tables=q2,q0,q1"] {
        assert_eq!(collector.json(&format!("/estimates?tables={tables}"))["n"], first["n"]);
    }
    assert_eq!(estimated(&collector), 1);
    collector.get("/estimates?tables=q0,q1,q2&method=likelihood");
    collector.get("/estimates?tables=q0,q1,q2&confidence=0.9");
    assert_eq!(estimated(&collector), 3);
}

/// A dashboard that asks again for cached estimates does not wait for the work of others.
#[test]
fn what_is_kept_is_not_kept_waiting() {
    let (_desk, collector) = asked_much();
    let first = collector.json("/estimates?tables=q0&tables=q1,q2");
    let mut waiting: Vec<TcpStream> = (0..20)
        .map(|number| {
            ask(&collector, &format!("method=likelihood&confidence=0.9{number}&tables={}", over(15)))
        })
        .collect();
    assert_eq!(collector.json("/estimates?tables=q0&tables=q1,q2"), first);
    let is_waiting = |stream: &mut TcpStream| {
        stream.set_nonblocking(true).expect("set");
        stream.peek(&mut [0; 1]).is_err()
    };
    let left = waiting.iter_mut().filter_map(|stream| is_waiting(stream).then_some(())).count();
    assert!(left > 15, "{} of twenty were answered first", 20 - left);
}

/// Who has closed the connection might still read, so that work goes on for some seconds, and then ends.
#[test]
fn work_ends_when_nobody_waits_for_it() {
    let (_desk, collector) = asked_much();
    for number in 10..60 {
        drop(ask(&collector, &format!("method=likelihood&confidence=0.9{number}&tables={}", over(15))));
    }
    collector.json("/estimates?tables=q0");
    assert!(estimated(&collector) < 40, "{}", estimated(&collector));
}

#[test]
fn who_waits_is_told_when_the_collector_ends() {
    let (_desk, collector) = asked_much();
    let mut waiting = ask(&collector, &format!("method=likelihood&tables={}", over(15)));
    // This was answered after work on the earlier request had begun.
    assert_eq!(collector.get("/estimates?tables=q0").status, 200);
    collector.signal("TERM");
    let refused = Answer::read(&mut waiting);
    refused.refused(503, "shutting-down");
    assert_eq!(refused.header("retry-after"), Some("2"));
    assert!(collector.ended());
}

#[test]
fn too_many_questions_at_once_are_refused() {
    let (_desk, collector) = asked_much();
    let waiting: Vec<TcpStream> = (0..80)
        .map(|number| {
            ask(&collector, &format!("method=likelihood&confidence=0.9{number}&tables={}", over(15)))
        })
        .collect();
    // Two are worked on, 64 wait, and all others are refused.
    until(|| collector.operations("/metrics").body.contains("{code=\"overloaded\"} 14\n"));
    let refused = collector.get("/estimates?tables=q0");
    refused.refused(503, "overloaded");
    assert!(refused.header("retry-after").is_some());
    drop(waiting);
    assert_eq!(collector.get("/surveys").status, 200);
}

crate::server::on_postgres!(
    a_table_is_estimated_once_whatever_the_order_of_its_questions,
    work_ends_when_nobody_waits_for_it,
    who_waits_is_told_when_the_collector_ends,
    too_many_questions_at_once_are_refused,
);
