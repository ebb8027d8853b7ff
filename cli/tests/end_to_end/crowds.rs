//! More connections, and larger bodies, than the collector has room for.

use core::time::Duration;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Instant;

use crate::collector::{Answer, Collector};
use crate::desk::Desk;
use crate::waiting::until;

/// More connections than the collector allows.
const CROWD: usize = 700;

/// How long a connection may stay without a request, even if there is room.
const HEADERS_WITHIN: Duration = Duration::from_secs(10);

/// Whether the collector has closed a connection; does not wait for it.
fn is_closed(stream: &mut TcpStream) -> bool {
    stream.set_nonblocking(true).expect("set");
    match stream.peek(&mut [0; 64]) {
        Ok(_) => true,
        Err(cause) => cause.kind() != ErrorKind::WouldBlock,
    }
}

/// The connections that have been slow for longest are closed to make room for new ones, and the newest stay open.
fn crowd(beginning: &str) {
    let desk = Desk::with_plan();
    let reports = desk.reports(3);
    let collector = Collector::start(&desk);
    let connected = |_| {
        let mut stream = collector.connect();
        stream.write_all(beginning.as_bytes()).expect("a beginning");
        stream
    };
    // If the machine stalls for as long as headers may take, the newest are closed as well, and the test starts again.
    loop {
        let mut first: Vec<TcpStream> = (0..CROWD - 100).map(connected).collect();
        let began = Instant::now();
        let mut newest: Vec<TcpStream> = (0..100).map(connected).collect();
        for report in &reports {
            assert!([200, 201].contains(&collector.report(report).status));
        }
        assert_eq!(collector.operations("/healthz").status, 200);
        until(|| first.iter_mut().take(100).all(is_closed));
        if !newest.iter_mut().any(is_closed) {
            break;
        }
        assert!(began.elapsed() > HEADERS_WITHIN, "the newest connections gave way");
    }
}

#[test]
fn idle_connections_give_way() {
    crowd("");
}

#[test]
fn headers_that_never_end_give_way() {
    crowd("GET /surveys HTTP/1.1\r\nHost: test\r\n");
}

#[test]
fn bodies_that_never_end_give_way() {
    crowd(
        "POST /reports HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 300\r\n\r\n{",
    );
}

/// Whether a body was stored. If there was no room for it, it is refused before all of it is read; a slow machine may take longer than any
/// request may.
fn posted(collector: &Collector, body: &str) -> bool {
    let mut stream = collector.connect();
    let head =
        "POST /reports HTTP/1.1\r\nHost: test\r\nConnection: close\r\nContent-Type: application/x-ndjson";
    write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n", body.len()).expect("a head");
    drop(stream.write_all(body.as_bytes()));
    let mut answer = [0; 12];
    match stream.read_exact(&mut answer) {
        Ok(()) if [*b"HTTP/1.1 503", *b"HTTP/1.1 408"].contains(&answer) => false,
        Ok(()) => {
            assert!([*b"HTTP/1.1 200", *b"HTTP/1.1 201"].contains(&answer), "{answer:?}");
            true
        }
        Err(_) => false,
    }
}

#[test]
fn many_large_bodies_take_little_memory() {
    let desk = Desk::with_plan();
    desk.perturb(31_500, "reports.ndjson");
    let body = desk.read("reports.ndjson");
    assert!(body.len() > 3_900_000 && body.len() <= 4 << 20, "{} bytes", body.len());
    let collector = Collector::start(&desk);
    thread::scope(|scope| (0..40).for_each(|_| drop(scope.spawn(|| posted(&collector, &body)))));
    until(|| posted(&collector, &body));
    let peak = collector.peak_memory();
    assert!(peak < 150 << 20, "{} MB", peak >> 20);
    assert_eq!(collector.json("/surveys")[0]["reports"], 31_500);
}

/// A client that reads nothing of its response for ten seconds is cut off.
#[test]
fn an_answer_that_is_not_read_is_given_up() {
    let desk = Desk::empty();
    let categories: Vec<String> = (0..220).map(|number| format!("category number {number:0100}")).collect();
    let attribute = |name| serde_json::json!({"name": name, "categories": categories, "epsilon": 3});
    let survey = serde_json::json!({"survey": "wide", "attributes": [attribute("a"), attribute("b")]});
    desk.write("survey.json", &survey.to_string());
    desk.candor(&["design", "survey.json", "-o", "plan.json", "--method", "independent"]).done();
    desk.write("answers.csv", &format!("a,b\n{},{}\n", categories[0], categories[1]));
    desk.perturb_answers("plan.json", "answers.csv", "reports.ndjson");
    let collector = Collector::start(&desk);
    let before = collector.sockets();
    assert_eq!(collector.reports(&desk.read("reports.ndjson")).status, 201);
    let asked = "GET /estimates?tables=a,b HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n";
    let mut stream = collector.connect();
    stream.write_all(asked.as_bytes()).expect("asked");
    let others: Vec<TcpStream> = (0..20)
        .map(|_| {
            let mut other = collector.connect();
            other.write_all(asked.as_bytes()).expect("asked");
            other
        })
        .collect();
    // Reads nothing after the beginning of the response.
    assert_eq!(stream.peek(&mut [0]).expect("a beginning"), 1);
    until(|| collector.sockets() <= before);
    let peak = collector.peak_memory();
    assert!(peak < 150 << 20, "{} MB", peak >> 20);
    drop(others);
    let mut taken = Vec::new();
    // What the system had already buffered arrives, then an end or a reset.
    drop(stream.read_to_end(&mut taken));
    let mut whole = collector.connect();
    whole.write_all(asked.as_bytes()).expect("asked");
    let whole = Answer::read(&mut whole);
    assert_eq!(whole.status, 200);
    assert!(taken.len() < whole.body.len(), "{} of {} bytes", taken.len(), whole.body.len());
}

crate::server::on_postgres!(idle_connections_give_way, many_large_bodies_take_little_memory);
