//! How many reports a collector stores, compared with the writes of its disk: `cargo bench -p candor-cli --bench collector`.
//!
//! Prints the reports per second that arrive one by one over 64 connections, and in bodies of 4,000, where each is acknowledged once it is on
//! the disk; how many that is per synchronised write of the same disk; how much processor time of the collector each takes; the same for a
//! database on the PostgreSQL server that `CANDOR_POSTGRES` names, if it names one; how long a report waits while 2,000 connections are idle,
//! drip or do not read (`ulimit -n 4096` first); and the most memory that the collector took.
//!
//! The collector is the program that `CANDOR_PROGRAM` names, so that two versions can be compared; without it, the one built with this bench.

#![allow(clippy::unwrap_used, reason = "a benchmark has no callers")]

use core::net::SocketAddr;
use core::time::Duration;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Instant;

const SURVEY: &str = r#"{"survey":"health","attributes":[{"name":"smoker","categories":["no","yes"],"epsilon":1},
    {"name":"age","bins":[null,18,30,45,60,null],"epsilon":1.5},{"name":"region","categories":["n","e","s","w"],"epsilon":2}]}"#;

const CONNECTIONS: usize = 64;
const ALONE: usize = 64 * 200;
const TOGETHER: usize = 4000;
const BODIES: usize = 25;
const CROWD: usize = 2000;
const HONEST: usize = 500;

fn main() {
    let directory = tempfile::tempdir().unwrap();
    let desk = directory.path();
    let reports = reports(desk, ALONE + TOGETHER * BODIES + HONEST);
    let (alone, rest) = reports.split_at(ALONE);
    let (together, honest) = rest.split_at(TOGETHER * BODIES);
    let synchronised = synchronised(desk);
    println!(
        "| reports | a second | for every synchronised write | of as many as come together | processor time of each |\n\
         |---|---|---|---|---|"
    );
    let mut collector = Collector::start(desk, "candor.db");
    print_rates(&collector, alone, together, "", synchronised);
    if let Ok(server) = std::env::var("CANDOR_POSTGRES") {
        let mut collector = Collector::start(desk, &server);
        print_rates(&collector, alone, together, ", PostgreSQL", synchronised);
        collector.end();
    }
    println!("\nThe disk synchronises {synchronised:.0} writes of 4 KB a second.");
    let mut waits = crowded(collector.address, honest);
    waits.sort_unstable();
    let [median, last] =
        [50, 99].map(|percent| waits[(waits.len() - 1) * percent / 100].as_secs_f64() * 1000.0);
    println!(
        "Among {CROWD} connections that owe something a report waits {median:.0} ms, 1 of 100 more than {last:.0} ms."
    );
    println!("The most memory was {:.0} MiB.", collector.peak_memory() / 1024.0);
    collector.end();
}

/// A row for reports that arrive one by one, and one for those that arrive together.
fn print_rates(
    collector: &Collector,
    alone: &[String],
    together: &[String],
    where_to: &str,
    synchronised: f64,
) {
    let address = collector.address;
    let singles = collector.cost(alone.len(), || {
        thread::scope(|scope| {
            for own in alone.chunks(ALONE / CONNECTIONS) {
                scope.spawn(|| post_alone(address, own));
            }
        });
    });
    let lines = collector.cost(together.len(), || {
        together.chunks(TOGETHER).for_each(|own| {
            post(&mut TcpStream::connect(address).unwrap(), "x-ndjson", &own.join("\n"));
        });
    });
    for (what, (a_second, processor), most) in [
        (format!("alone, {CONNECTIONS} connections{where_to}"), singles, CONNECTIONS),
        (format!("{TOGETHER} in a body{where_to}"), lines, TOGETHER),
    ] {
        let each = a_second / synchronised;
        println!(
            "| {what} | {a_second:.0} | {each:.1} | {:.3} | {:.1} µs |",
            each / most as f64,
            processor * 1e6
        );
    }
}

fn rate(number: usize, work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    number as f64 / start.elapsed().as_secs_f64()
}

/// How many writes of 4 KB this disk synchronises per second, one after the other.
fn synchronised(desk: &Path) -> f64 {
    let mut file = File::create(desk.join("written")).unwrap();
    rate(300, || {
        for _ in 0..300 {
            file.write_all(&[7; 4096]).unwrap();
            file.sync_data().unwrap();
        }
    })
}

fn candor(desk: &Path, arguments: &[&str]) -> Command {
    let own = || env!("CARGO_BIN_EXE_candor").into();
    let mut command = Command::new(std::env::var_os("CANDOR_PROGRAM").unwrap_or_else(own));
    command.args(arguments).current_dir(desk).stdout(Stdio::piped());
    command
}

fn reports(desk: &Path, number: usize) -> Vec<String> {
    fs::write(desk.join("survey.json"), SURVEY).unwrap();
    let rows = (0..number).map(|row| {
        format!("{},{},{}\n", ["no", "yes"][row % 2], 12 + row % 60, ["n", "e", "s", "w"][row % 4])
    });
    fs::write(desk.join("answers.csv"), "smoker,age,region\n".to_owned() + &rows.collect::<String>())
        .unwrap();
    for arguments in [
        &["design", "survey.json", "-o", "plan.json"][..],
        &["perturb", "plan.json", "--answers", "answers.csv", "-o", "reports.ndjson"],
    ] {
        assert!(candor(desk, arguments).output().unwrap().status.success());
    }
    fs::read_to_string(desk.join("reports.ndjson")).unwrap().lines().map(str::to_owned).collect()
}

/// A running collector.
struct Collector {
    child: Child,
    address: SocketAddr,
}

impl Collector {
    fn start(desk: &Path, database: &str) -> Self {
        let serve = ["serve", "--plan", "plan.json", "--listen", "127.0.0.1:0", "--database", database];
        let mut child = candor(desk, &serve).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("listening on http://").unwrap().parse().unwrap();
        Self { child, address }
    }

    /// The most memory it has taken, in KiB, according to Linux.
    fn peak_memory(&self) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    /// Reports stored per second, and the seconds of processor time that the collector takes for each.
    fn cost(&self, number: usize, work: impl FnOnce()) -> (f64, f64) {
        let before = self.processor_time();
        let a_second = rate(number, work);
        (a_second, (self.processor_time() - before) / number as f64)
    }

    /// Seconds of processor time it has taken, of its own and of the system on its behalf, according to Linux.
    fn processor_time(&self) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        // After the program's name, which may hold spaces: the 12th and the 13th number, in hundredths of a second.
        let (_, fields) = status.rsplit_once(')').unwrap();
        fields.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<f64>().unwrap() / 100.0).sum()
    }

    fn end(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Sends on a connection that stays open, and returns how long it waited.
fn post(stream: &mut TcpStream, kind: &str, body: &str) -> Duration {
    let start = Instant::now();
    let head = format!(
        "POST /reports HTTP/1.1\r\nHost: bench\r\nContent-Type: application/{kind}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + body).as_bytes()).unwrap();
    let (mut answer, mut read) = (Vec::new(), [0; 1024]);
    while !answer.ends_with(b"}") {
        let length = stream.read(&mut read).unwrap();
        assert!(length > 0, "an answer");
        answer.extend(&read[..length]);
    }
    assert!(answer.starts_with(b"HTTP/1.1 201"), "{}", String::from_utf8_lossy(&answer));
    start.elapsed()
}

fn post_alone(address: SocketAddr, reports: &[String]) {
    let mut stream = TcpStream::connect(address).unwrap();
    for report in reports {
        post(&mut stream, "json", report);
    }
}

/// How long reports wait, each on a new connection, while other connections send nothing, drip, or read nothing, and are opened again when closed.
fn crowded(address: SocketAddr, reports: &[String]) -> Vec<Duration> {
    let beginnings = [
        "",
        "POST /reports HTTP/1.1\r\nHost: bench\r\nContent-Length: 300\r\n\r\n{",
        "GET /surveys HTTP/1.1\r\nHost: bench\r\n\r\n",
    ];
    let begun = |number: usize| {
        let mut stream = TcpStream::connect(address).ok()?;
        stream.write_all(beginnings[number % beginnings.len()].as_bytes()).ok()?;
        Some(stream)
    };
    let mut crowd: Vec<Option<TcpStream>> = (0..CROWD).map(begun).collect();
    let alone = reports.iter().enumerate().map(|(turn, report)| {
        // Four of them are opened again, or drip, for every report.
        for place in (0..4).map(|more| (4 * turn + more) % CROWD) {
            let drips = crowd[place].as_mut().is_some_and(|stream| stream.write_all(b" ").is_ok());
            if !drips {
                crowd[place] = begun(place);
            }
        }
        let start = Instant::now();
        post(&mut TcpStream::connect(address).unwrap(), "json", report);
        start.elapsed()
    });
    alone.collect()
}
