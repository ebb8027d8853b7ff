//! Checks the examples in `examples/deploy`, as far as the programs that read them are installed. Tests that need nginx or Caddy are
//! ignored by default; `scripts/test` runs them where these are installed.

use std::fs;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::json;

use crate::collector::Collector;
use crate::desk::Desk;
use crate::server::free_port;
use crate::tls::{asked, certificate, trusting};
use crate::waiting::until;

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/deploy");
    fs::read_to_string(folder.join(name)).expect("an example")
}

/// Replaces each of these in a text that must contain it.
fn with(text: &str, replaced: &[(&str, &str)]) -> String {
    replaced.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from:?} is not in the example");
        text.replace(from, to)
    })
}

#[test]
fn the_example_of_a_configuration_is_one() {
    let desk = Desk::with_plan();
    for (name, file) in [("r", "readers"), ("a", "authors")] {
        desk.candor(&["database", "token", name, &format!("--{file}"), &format!("{file}.txt")]).done();
    }
    let text = with(
        &example("candor.toml"),
        &[("/etc/candor/", ""), ("127.0.0.1:8787", "127.0.0.1:0"), ("127.0.0.1:8788", "127.0.0.1:0")],
    );
    desk.write("candor.toml", &text);
    let collector = Collector::as_told(&desk, &["serve", "--config", "candor.toml"], Stdio::inherit());
    let listed = collector.json("/surveys");
    assert_eq!(listed[0]["release"], json!({"after": 100, "reports": 100, "minutes": 10}));
    collector.get("/estimates").refused(401, "unauthorized");
    assert_eq!(collector.operations("/healthz").status, 200);
    // Options that the example has as comments must be valid, too.
    certificate(&desk, "own");
    desk.write(
        "candor.toml",
        &with(
            &text,
            &[
                ("# tls-", "tls-"),
                ("fullchain.pem", "own.pem"),
                ("privkey.pem", "own.key"),
                ("candor.db", "tls.db"),
            ],
        ),
    );
    let collector = Collector::as_told(&desk, &["serve", "--config", "candor.toml"], Stdio::inherit());
    let get = "GET /surveys HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assert!(asked(&trusting(&desk, "own"), collector.address, get).expect("an answer").contains("health"));
}

#[test]
fn the_unit_and_the_image_start_what_there_is() {
    let unit = example("candor.service");
    let starts =
        unit.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/local/bin/candor ")).expect("a start");
    assert_eq!(starts, "serve --config /etc/candor/candor.toml");
    // The address families of the collector's own addresses and of a database server's, which may be a socket.
    let families = unit.lines().find_map(|line| line.strip_prefix("RestrictAddressFamilies="));
    assert_eq!(families, Some("AF_INET AF_INET6 AF_UNIX"));
    let image = example("Dockerfile");
    assert!(image.contains("ENTRYPOINT [\"candor\", \"serve\"]") && image.contains("\nUSER 10001:10001\n"));
    let help = Desk::empty().candor(&["serve", "--help"]).done().stdout;
    for word in image
        .split(|c: char| !(c.is_ascii_uppercase() || c == '_'))
        .filter(|word| word.starts_with("CANDOR_"))
    {
        assert!(help.contains(&format!("[env: {word}]")), "{word}");
    }
}

/// A program that is ended when dropped.
struct Proxy(Child);

impl Drop for Proxy {
    fn drop(&mut self) {
        drop(Command::new("kill").arg(self.0.id().to_string()).status());
        drop(self.0.wait());
    }
}

/// Starts a proxy, and waits until it listens.
fn started(command: &mut Command, port: u16) -> Proxy {
    let mut proxy = Proxy(command.stderr(Stdio::inherit()).spawn().expect("the proxy starts"));
    until(|| {
        assert!(proxy.0.try_wait().expect("its state").is_none(), "the proxy ended");
        TcpStream::connect(("127.0.0.1", port)).is_ok()
    });
    proxy
}

/// Checks that reports, totals and refusals pass through a proxy unchanged.
fn passes_on(desk: &Desk, port: u16) {
    let trusted = trusting(desk, "own");
    let ask = |request: &str| asked(&trusted, ([127, 0, 0, 1], port).into(), request).expect("an answer");
    let reports = desk.reports(30);
    let post = |body: &str| {
        let head = "POST /reports HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/x-ndjson";
        ask(&format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()))
    };
    assert!(post(&reports.join("\n")).starts_with("HTTP/1.1 201 "));
    assert!(post(&reports[0]).ends_with(r#"{"accepted":0,"repeated":1}"#));
    let get =
        |path: &str| ask(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
    assert!(get("/estimates?tables=smoker,age").contains("\"n\":30"));
    assert!(get("/nothing").contains("\"code\":\"not-found\""));
    let large = format!(
        "POST /reports HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        5 << 20
    );
    assert!(ask(&large).starts_with("HTTP/1.1 413 "));
}

#[test]
#[ignore = "needs nginx"]
fn nginx_passes_on_reports_and_totals() {
    let desk = Desk::with_plan();
    certificate(&desk, "own");
    let collector = Collector::start(&desk);
    let (port, folder) = (free_port(), desk.path("").display().to_string());
    let site = with(
        &example("nginx.conf"),
        &[
            ("listen 443 ssl", &format!("listen 127.0.0.1:{port} ssl")),
            ("/etc/letsencrypt/live/survey.example/fullchain.pem", &format!("{folder}/own.pem")),
            ("/etc/letsencrypt/live/survey.example/privkey.pem", &format!("{folder}/own.key")),
            ("/var/log/nginx/candor.log", &format!("{folder}/error.log")),
            ("127.0.0.1:8787", &collector.address.to_string()),
        ],
    );
    let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|path| format!("{path}_temp_path {folder}/{path};"));
    desk.write("nginx.conf", &format!(
        "daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;\nevents {{}}\nhttp {{ {} access_log {folder}/access.log;\n{site} }}\n",
        paths.concat()
    ));
    let configuration = format!("{folder}/nginx.conf");
    let nginx = || {
        let mut nginx = Command::new("nginx");
        nginx.args(["-p", &folder, "-e", &format!("{folder}/nginx.log"), "-c", &configuration]);
        nginx
    };
    assert!(nginx().arg("-t").status().expect("nginx runs").success());
    let proxy = started(&mut nginx(), port);
    passes_on(&desk, port);
    drop(proxy);
    // The proxy has not logged when requests came.
    for log in ["access.log", "error.log"] {
        assert_eq!(fs::read_to_string(desk.path(log)).unwrap_or_default(), "", "{log}");
    }
}

#[test]
#[ignore = "needs Caddy"]
fn caddy_passes_on_reports_and_totals() {
    let desk = Desk::with_plan();
    certificate(&desk, "own");
    let collector = Collector::start(&desk);
    let (port, folder) = (free_port(), desk.path("").display().to_string());
    let site = with(
        &example("Caddyfile"),
        &[
            (
                "survey.example {",
                &format!("https://localhost:{port} {{\n\ttls {folder}/own.pem {folder}/own.key"),
            ),
            ("127.0.0.1:8787", &collector.address.to_string()),
        ],
    );
    desk.write("Caddyfile", &format!("{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{site}"));
    let caddy = |word: &str| {
        let mut caddy = Command::new("caddy");
        let home = [("HOME", &folder), ("XDG_DATA_HOME", &folder), ("XDG_CONFIG_HOME", &folder)];
        caddy.args([word, "--config", &format!("{folder}/Caddyfile"), "--adapter", "caddyfile"]).envs(home);
        caddy
    };
    assert!(caddy("validate").status().expect("caddy runs").success());
    let _proxy = started(&mut caddy("run"), port);
    passes_on(&desk, port);
}
