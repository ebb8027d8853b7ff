//! Configuration of a collector by options, the environment and a file.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use crate::collector::Answer;
use crate::desk::Desk;

/// A collector with these options and variables, ended when dropped.
struct Told(Child);

impl Told {
    /// Starts it, and returns the first line it announces.
    fn start(desk: &Desk, options: &[&str], variables: &[(&str, &str)]) -> (Self, String) {
        let mut command = desk.command(&[&["serve"], options].concat());
        let child =
            command.envs(variables.iter().copied()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut told = Self(child.expect("it starts"));
        let mut line = String::new();
        BufReader::new(told.0.stdout.as_mut().expect("stdout")).read_line(&mut line).expect("a line");
        (told, line.trim_end().to_owned())
    }
}

impl Drop for Told {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// The first plan in the list of the collector that announced its address in this line.
fn listed_at(line: &str) -> serde_json::Value {
    let address = line.strip_prefix("listening on http://").expect("an address").to_owned();
    let mut stream = TcpStream::connect(address).expect("a connection");
    write!(stream, "GET /surveys HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n").expect("sent");
    Answer::read(&mut stream).json()[0].take()
}

#[test]
fn options_come_before_the_environment_and_that_before_the_file() {
    let desk = Desk::with_plan();
    let free = "127.0.0.1:0";
    desk.write("candor.toml", "database = \"file.db\"\nplan = [\"plan.json\"]\nlisten = \"127.0.0.1:0\"\nrelease-after = 7\npublic = true\n");
    let config: &[&str] = &["--config", "candor.toml"];
    let databases = |desk: &Desk| -> Vec<String> {
        desk.files().into_iter().filter(|name| name.ends_with(".db")).collect()
    };
    let (_told, line) = Told::start(&desk, config, &[]);
    assert!(line.starts_with("listening on http://127.0.0.1:"), "{line}");
    assert_eq!(databases(&desk), ["file.db"]);
    let variables = [("CANDOR_DATABASE", "environment.db"), ("CANDOR_LISTEN", free)];
    let (_told, _) = Told::start(&desk, config, &variables);
    assert_eq!(databases(&desk), ["environment.db", "file.db"]);
    let (_told, line) =
        Told::start(&desk, &[config, &["--database", "option.db", "--release-after=3"]].concat(), &variables);
    assert_eq!(databases(&desk), ["environment.db", "file.db", "option.db"]);
    // The rest of the file still applies: its plan is served, and the time between totals is the default.
    let listed = listed_at(&line);
    assert_eq!(listed["fingerprint"], desk.fingerprint("plan.json"));
    assert_eq!(listed["release"], serde_json::json!({"after": 3, "reports": 100, "minutes": 10}));
    let (_told, line) =
        Told::start(&desk, config, &[("CANDOR_RELEASE", "at-close"), ("CANDOR_DATABASE", "closing.db")]);
    let release = &listed_at(&line)["release"];
    assert_eq!(*release, serde_json::json!({"after": 7, "reports": 100, "minutes": 10, "at_close": true}));
    // The environment may name the file.
    let (_told, _) = Told::start(&desk, &["--database", "last.db"], &[("CANDOR_CONFIG", "candor.toml")]);
    assert!(databases(&desk).contains(&"last.db".to_owned()));
}

#[test]
fn what_a_file_cannot_say_is_refused() {
    let desk = Desk::with_plan();
    for (text, what) in [
        ("databse = \"x.db\"", "unknown field `databse`"),
        ("database = 7", "invalid type: integer `7`"),
        ("listen = \"here\"", "invalid socket address"),
        ("release-after = -1", "invalid value: integer `-1`"),
        ("public = true\nreaders = \"readers.txt\"", "exclude each other"),
        ("database", "expected"),
        ("tls-key = \"key.pem\"", "give both"),
        ("release = \"later\"", "unknown variant `later`"),
        ("release = \"at-close\"\nrelease-minutes = 10", "leave out --release-reports and --release-minutes"),
    ] {
        desk.write("candor.toml", text);
        let refused = desk.candor(&["serve", "--config", "candor.toml"]).refused("invalid-configuration");
        assert!(refused.contains(what), "{text}: {refused}");
    }
    desk.candor(&["serve", "--config", "absent.toml"]).failed("io");
    let both =
        desk.command(&["serve", "--public"]).env("CANDOR_READERS", "readers.txt").output().expect("it ends");
    assert!(String::from_utf8_lossy(&both.stderr).contains("cannot be used with"));
    assert!(!desk.files().contains(&"candor.db".to_owned()));
}
