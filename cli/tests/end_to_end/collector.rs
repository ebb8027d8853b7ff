//! A collector on a free port, and a client that sends exactly what it is given.

use core::net::SocketAddr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::desk::Desk;
use crate::waiting::PATIENCE;

/// A running collector, killed when dropped.
pub struct Collector {
    child: Child,
    pub address: SocketAddr,
    operations: SocketAddr,
}

/// Releases totals at once, of every report, to everybody.
pub const AT_ONCE: [&str; 4] =
    ["--release-after=1", "--release-reports=1", "--release-minutes=0", "--public"];

impl Collector {
    /// Serves `plan.json` from `candor.db` on the desk, and releases totals at once.
    pub fn start(desk: &Desk) -> Self {
        Self::with(desk, &["--plan", "plan.json"])
    }

    /// Serves with these arguments, and releases totals at once.
    pub fn with(desk: &Desk, arguments: &[&str]) -> Self {
        Self::logging(desk, arguments, Stdio::inherit())
    }

    /// Like [`Collector::with`], with its log in a file.
    pub fn logging(desk: &Desk, arguments: &[&str], log: Stdio) -> Self {
        Self::telling(desk, &[&AT_ONCE, arguments].concat(), log)
    }

    /// Serves with these arguments, some of which say when totals are released.
    pub fn telling(desk: &Desk, arguments: &[&str], log: Stdio) -> Self {
        let serve = ["serve", "--listen", "127.0.0.1:0", "--operations", "127.0.0.1:0"];
        Self::as_told(desk, &[&serve, arguments].concat(), log)
    }

    /// Runs a command that serves, including the operator's routes.
    pub fn as_told(desk: &Desk, serve: &[&str], log: Stdio) -> Self {
        Self::begun(desk.command(serve), log)
    }

    /// Starts such a command, and waits until it has announced its addresses.
    pub fn begun(mut command: Command, log: Stdio) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().expect("the collector starts");
        let mut lines = BufReader::new(child.stdout.as_mut().expect("its stdout")).lines();
        let mut address = |announced| {
            let line = lines.next().expect("it says where it listens").expect("a line");
            let address = line
                .strip_prefix(announced)
                .and_then(|rest| rest.trim_start_matches('s').strip_prefix("://"));
            let address = address.and_then(|address| address.parse().ok());
            address.unwrap_or_else(|| unexpected(&line, announced))
        };
        let address_of_all = address("listening on http");
        let operations = address("health and metrics on http");
        Self { address: address_of_all, operations, child }
    }

    /// Its process id.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Sends it a signal, given by name.
    pub fn signal(&self, name: &str) {
        let kill = format!("kill -{name} {}", self.process());
        assert!(Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
    }

    /// Stops it as an operator does; returns whether it ended successfully.
    pub fn stop(self) -> bool {
        self.signal("TERM");
        self.ended()
    }

    /// Waits for it to end; returns whether it ended successfully.
    pub fn ended(mut self) -> bool {
        self.child.wait().expect("it ends").success()
    }

    /// Kills it, as a power cut would.
    pub fn kill(mut self) {
        self.child.kill().expect("it is killed");
        self.child.wait().expect("it ends");
    }

    /// Its peak memory in bytes, as Linux reports it.
    pub fn peak_memory(&self) -> u64 {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("its status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        kilobytes.expect("a number") * 1024
    }

    /// The number of its open sockets.
    pub fn sockets(&self) -> usize {
        let files = std::fs::read_dir(format!("/proc/{}/fd", self.child.id())).expect("its files");
        let links = files.filter_map(|file| std::fs::read_link(file.ok()?.path()).ok());
        links.filter(|link| link.to_string_lossy().starts_with("socket:")).count()
    }

    /// Opens a connection whose reads time out at last.
    pub fn connect(&self) -> TcpStream {
        Self::connected(self.address)
    }

    /// Opens a connection to the operator's routes.
    pub fn connect_to_operations(&self) -> TcpStream {
        Self::connected(self.operations)
    }

    fn connected(address: SocketAddr) -> TcpStream {
        let stream = TcpStream::connect(address).expect("the collector accepts");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout is set");
        stream
    }

    /// Sends a GET request.
    pub fn get(&self, path: &str) -> Answer {
        self.request(&format!("GET {path} HTTP/1.1\r\n"), "")
    }

    /// Sends a GET request to the operator's routes.
    pub fn operations(&self, path: &str) -> Answer {
        asked(Self::connected(self.operations), &format!("GET {path} HTTP/1.1\r\n"), "")
    }

    /// Sends a GET request that must succeed, and returns the response's JSON.
    pub fn json(&self, path: &str) -> Value {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.json()
    }

    /// Estimates as the command line writes them: without what the collector says of its own totals.
    pub fn estimates(&self, path: &str) -> Value {
        let mut told = self.json(path);
        let totals = told.as_object_mut().expect("a document").remove("totals").expect("what totals tell");
        assert!(totals["says"].as_str().is_some_and(|says| says.starts_with("Who sees the totals alone ")));
        told
    }

    /// POSTs one report or NDJSON.
    pub fn post(&self, content_type: &str, body: &str) -> Answer {
        self.request(&format!("POST /reports HTTP/1.1\r\nContent-Type: {content_type}\r\n"), body)
    }

    /// POSTs one report.
    pub fn report(&self, report: &str) -> Answer {
        self.post("application/json", report)
    }

    /// POSTs NDJSON.
    pub fn reports(&self, reports: &str) -> Answer {
        self.post("application/x-ndjson", reports)
    }

    /// Sends a request that begins with these lines.
    pub fn request(&self, start: &str, body: &str) -> Answer {
        asked(self.connect(), start, body)
    }
}

fn asked(mut stream: TcpStream, start: &str, body: &str) -> Answer {
    let length = body.len();
    write!(stream, "{start}Host: test\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}")
        .expect("the request is sent");
    Answer::read(&mut stream)
}

#[allow(clippy::panic, reason = "a test fails by panicking")]
fn unexpected(line: &str, announced: &str) -> SocketAddr {
    panic!("{line:?} does not begin with {announced:?}")
}

impl Drop for Collector {
    fn drop(&mut self) {
        // It may have ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// A response.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    /// Reads a response to the end of the connection.
    pub fn read(stream: &mut TcpStream) -> Self {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("an answer");
        let text = String::from_utf8(bytes).expect("UTF-8");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        Self { status, head: head.to_owned(), body: body.to_owned() }
    }

    /// Returns the value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let named =
            |line: &'_ str| line.split_once(": ").is_some_and(|(found, _)| found.eq_ignore_ascii_case(name));
        self.head
            .lines()
            .find(|line| named(line))
            .and_then(|line| line.split_once(": "))
            .map(|(_, value)| value)
    }

    /// Parses the body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }

    /// Checks that it is a problem document with this status and code, and returns its detail.
    pub fn refused(&self, status: u16, code: &str) -> String {
        assert_eq!(self.status, status, "{}", self.body);
        assert_eq!(self.header("content-type"), Some("application/problem+json"));
        let problem = self.json();
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["type"], format!("urn:candor:{code}"));
        assert_eq!(problem["status"], status);
        assert!(problem["title"].is_string());
        problem["detail"].as_str().expect("a detail").to_owned()
    }
}
