//! Methods, types and sizes that no route accepts: each is refused, and none makes the collector fail.

use std::io::Write;

use super::served;
use crate::collector::Answer;

#[test]
fn what_no_route_takes_is_no_failure_of_the_collector() {
    let (desk, collector, words) = served();
    let document = collector.json("/openapi.json");
    let own = desk.fingerprint("plan.json");
    for (path, item) in document["paths"].as_object().expect("paths") {
        let target = path.replace("{fingerprint}", &own).replace("{name}", "health").replace("{id}", "AAAA");
        let ask = |start: &str, headers: &str, body: &str| {
            let author = format!("Authorization: Bearer {}\r\n", words.token);
            collector.request(&format!("{start} HTTP/1.1\r\n{author}{headers}"), body)
        };
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"] {
            if item[method.to_lowercase()].is_null() {
                let answer = ask(&format!("{method} {target}"), "", "{}");
                answer.refused(405, "method-not-allowed");
                assert!(answer.header("allow").is_some(), "{method} {path}");
            }
        }
        let is_read = !item["get"].is_null();
        let head = ask(&format!("HEAD {target}"), "", "");
        assert!(head.body.is_empty() && (head.status == 405) != is_read && head.status < 500, "{path}");
        for kind in
            ["", "text/html", "application/json; charset=latin1", "multipart/form-data", "/", "\u{e9}"]
        {
            for body in ["", "\0", "{\"a\":", "\u{feff}{}", "9e999999", &"[".repeat(5000)] {
                let (method, is_refused) = match item["post"].is_null() {
                    true => ("GET", false),
                    false => ("POST", !path.ends_with("/close")),
                };
                let answer = ask(&format!("{method} {target}"), &format!("Content-Type: {kind}\r\n"), body);
                assert!(answer.status < 500, "{method} {path} {kind:?}: {}", answer.body);
                assert!(!is_refused || answer.status >= 400, "{method} {path} {kind:?}: {}", answer.body);
            }
        }
        if !item["post"].is_null() && !path.ends_with("/close") {
            // The length is declared before the body is sent.
            let mut stream = collector.connect();
            let author = format!("Authorization: Bearer {}", words.token);
            write!(stream, "POST {target} HTTP/1.1\r\nHost: test\r\n{author}\r\nConnection: close\r\nContent-Length: 99999999\r\n\r\n")
                .expect("a head");
            let status = Answer::read(&mut stream).status;
            assert!((400..500).contains(&status), "{path}: {status}");
        }
    }
    assert_eq!(collector.operations("/healthz").status, 200);
    assert!(collector.stop());
}
