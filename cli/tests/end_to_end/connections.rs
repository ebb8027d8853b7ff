//! Clients that are slow, send too much, or are still connected at shutdown.

use core::time::Duration;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::Instant;

use crate::collector::{Answer, Collector};
use crate::desk::Desk;
use crate::waiting::until;

#[test]
fn a_client_that_never_ends_its_headers_is_cut_off() {
    let desk = Desk::with_plan();
    let collector = Collector::start(&desk);
    let began = Instant::now();
    let mut slow = collector.connect();
    slow.write_all(b"GET /surveys HTTP/1.1\r\nHost: test\r\n").expect("a beginning");
    let mut silent = collector.connect();
    // Sends one header every second, forever. Only the time since the first byte may count.
    let mut drip = slow.try_clone().expect("a second handle");
    let dripping = thread::spawn(move || {
        while drip.write_all(b"X-More: 1\r\n").is_ok() {
            thread::sleep(Duration::from_secs(1));
        }
    });
    for stream in [&mut slow, &mut silent] {
        // A 408 response, an end or a reset: whichever it is, it must come.
        let ended = stream.read_to_end(&mut Vec::new()).map_err(|cause| cause.kind());
        assert_ne!(ended, Err(ErrorKind::WouldBlock), "it does not end");
        // Nobody is cut off before the ten seconds are over.
        assert!(began.elapsed() > Duration::from_secs(9));
    }
    assert_eq!(collector.get("/surveys").status, 200);
    dripping.join().expect("the drip ends");
}

#[test]
fn a_body_above_the_limit_is_refused() {
    let desk = Desk::with_plan();
    let collector = Collector::start(&desk);
    let mut stream = collector.connect();
    let length = 5 << 20;
    let head =
        "POST /reports HTTP/1.1\r\nHost: test\r\nConnection: close\r\nContent-Type: application/x-ndjson";
    write!(stream, "{head}\r\nContent-Length: {length}\r\n\r\n").expect("a head");
    Answer::read(&mut stream).refused(413, "too-large");
}

#[test]
fn a_body_above_the_limit_is_refused_though_its_length_is_not_told() {
    let desk = Desk::with_plan();
    let collector = Collector::start(&desk);
    let mut stream = collector.connect();
    let head = "POST /reports HTTP/1.1\r\nHost: test\r\nConnection: close\r\nTransfer-Encoding: chunked";
    write!(stream, "{head}\r\n\r\n").expect("a head");
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    // Slightly more than the limit, so that all of it is read before the response.
    for _ in 0..65 {
        stream.write_all(chunk.as_bytes()).expect("a chunk");
    }
    Answer::read(&mut stream).refused(413, "too-large");
}

#[test]
fn a_request_that_was_begun_is_answered_before_the_end() {
    let desk = Desk::with_plan();
    desk.perturb(1, "reports.ndjson");
    let report = desk.read("reports.ndjson");
    let collector = Collector::start(&desk);
    let mut stream = collector.connect();
    let (first, second) = report.split_at(10);
    let head =
        "POST /reports HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nExpect: 100-continue";
    write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n", report.len()).expect("a head");
    // Make sure the head is read before the signal comes.
    let go_on = b"HTTP/1.1 100 Continue\r\n\r\n";
    let mut told = vec![0; go_on.len()];
    stream.read_exact(&mut told).expect("an answer");
    assert_eq!(told, go_on);
    stream.write_all(first.as_bytes()).expect("a beginning");
    collector.signal("TERM");
    until(|| TcpStream::connect(collector.address).is_err());
    stream.write_all(second.as_bytes()).expect("the rest");
    assert_eq!(Answer::read(&mut stream).status, 201);
    assert!(collector.ended());
    assert_eq!(Collector::with(&desk, &[]).json("/surveys")[0]["reports"], 1);
}

#[test]
fn broken_framing_is_the_client_s_fault() {
    let desk = Desk::with_plan();
    let collector = Collector::start(&desk);
    let long = "y".repeat(20_000);
    for (framing, body) in [
        ("Transfer-Encoding: chunked", "zz\r\nabc\r\n".to_owned()),
        ("Transfer-Encoding: chunked", "ffffffffffffffffff\r\nabc".to_owned()),
        ("Transfer-Encoding: chunked", format!("2\r\n{{}}\r\n0\r\nX: {long}\r\n\r\n")),
        ("Transfer-Encoding: chunked", format!("2;{long}\r\n{{}}\r\n0\r\n\r\n")),
        ("Transfer-Encoding: gzip", "abc".to_owned()),
        ("Content-Length: abc", "abc".to_owned()),
        ("Content-Length: 3\r\nContent-Length: 4", "abcd".to_owned()),
    ] {
        let mut stream = collector.connect();
        let head = format!("POST /reports HTTP/1.1\r\nHost: test\r\nConnection: close\r\n{framing}\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("a head");
        // The collector may respond before it has read everything.
        drop(stream.write_all(body.as_bytes()));
        let answer = Answer::read(&mut stream);
        assert_eq!(answer.status, 400, "{framing}: {}", answer.body);
    }
}

/// The answer to these bytes, after which the client closes its half of the connection if `closes`.
fn answer(mut stream: TcpStream, bytes: &str, closes: bool) -> Answer {
    stream.write_all(bytes.as_bytes()).expect("a request");
    if closes {
        stream.shutdown(Shutdown::Write).expect("half is closed");
    }
    Answer::read(&mut stream)
}

#[test]
fn a_request_has_one_host() {
    let desk = Desk::with_plan();
    let collector = Collector::start(&desk);
    let ask = |start: &str, hosts: &str| {
        answer(collector.connect(), &format!("{start}\r\n{hosts}Connection: close\r\n\r\n"), false)
    };
    for hosts in [
        "",
        "Host: a\r\nHost: b\r\n",
        "Host: a\r\nHost: a\r\n",
        "Host:\r\n",
        "Host: a b\r\n",
        "Host: a@b\r\n",
    ] {
        for start in ["GET /surveys HTTP/1.1", "GET http://a/surveys HTTP/1.1", "POST /reports HTTP/1.1"] {
            let refused = ask(start, hosts);
            refused.refused(400, "invalid-request");
            assert_eq!(refused.header("connection"), Some("close"));
        }
    }
    for host in ["a", "a:80", "[::1]:8787", "127.0.0.1"] {
        assert_eq!(ask("GET /surveys HTTP/1.1", &format!("Host: {host}\r\n")).status, 200, "{host}");
    }
    // The version before had none.
    assert_eq!(ask("GET /surveys HTTP/1.0", "").status, 200);
    collector.operations("/healthz");
    let operations = answer(collector.connect_to_operations(), "GET /healthz HTTP/1.1\r\n\r\n", false);
    operations.refused(400, "invalid-request");
}

#[test]
fn a_body_is_chunked_or_has_a_length() {
    let desk = Desk::with_plan();
    let report = &desk.reports(1)[0];
    let collector = Collector::start(&desk);
    let post = |framing: &str| {
        let head =
            "POST /reports HTTP/1.1\r\nHost: test\r\nConnection: close\r\nContent-Type: application/json";
        let chunked = format!("{:x}\r\n{report}\r\n0\r\n\r\n", report.len());
        answer(collector.connect(), &format!("{head}\r\n{framing}\r\n\r\n{chunked}"), false).status
    };
    for other in [
        "gzip, chunked",
        "chunked, chunked",
        "identity, chunked",
        "identity",
        "gzip",
        "chunked, gzip",
        "xchunked",
        "chunked;q=1",
    ] {
        assert_eq!(post(&format!("Transfer-Encoding: {other}")), 400, "{other}");
    }
    for twice in ["chunked", "gzip"] {
        assert_eq!(
            post(&format!("Transfer-Encoding: {twice}\r\nTransfer-Encoding: chunked")),
            400,
            "{twice}"
        );
    }
    assert_eq!(collector.json("/surveys")[0]["reports"], 0);
    assert_eq!(post("Transfer-Encoding: Chunked"), 201);
}

#[test]
fn a_client_that_has_closed_its_half_is_answered() {
    let desk = Desk::with_plan();
    let reports = desk.reports(2);
    let collector = Collector::start(&desk);
    let post = |closing: &str, length: usize, report: &str| {
        let head = format!("POST /reports HTTP/1.1\r\nHost: test\r\n{closing}Content-Type: application/json");
        let request = format!("{head}\r\nContent-Length: {length}\r\n\r\n{report}");
        answer(collector.connect(), &request, true)
    };
    for (closing, report) in ["", "Connection: close\r\n"].into_iter().zip(&reports) {
        assert_eq!(post(closing, report.len(), report).status, 201);
        for path in ["/surveys", "/estimates?tables=smoker,age", "/surveys/health"] {
            let request = format!("GET {path} HTTP/1.1\r\nHost: test\r\n{closing}\r\n");
            let asked = answer(collector.connect(), &request, true);
            assert_eq!((asked.status, asked.body.is_empty()), (200, false), "{path}");
        }
    }
    // Not before the request has arrived.
    post("", reports[0].len() + 1, &reports[0]).refused(400, "incomplete-body");
}

#[test]
fn paths_that_are_too_long_are_told_so() {
    let desk = Desk::with_plan();
    std::fs::create_dir(desk.path("site")).expect("a directory");
    let collector = Collector::with(&desk, &["--plan", "plan.json", "--page", "site"]);
    collector.get(&format!("/{}", "a".repeat(15_000))).refused(414, "uri-too-long");
    collector.get(&format!("/{}", "a".repeat(300))).refused(404, "not-found");
    collector.get(&format!("/estimates?tables={}", "a".repeat(10_000))).refused(422, "unknown-attribute");
}

crate::server::on_postgres!(a_request_that_was_begun_is_answered_before_the_end);
