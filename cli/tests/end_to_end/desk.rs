//! A directory to run `candor` in.

use core::sync::atomic::{AtomicU64, Ordering};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::published;
use crate::server::{Database, is_on_postgres, psql};

/// Two questions, one of them with bins.
pub const SURVEY: &str = r#"{"survey":"health","title":"Health habits","attributes":[
    {"name":"smoker","categories":["no","yes"],"epsilon":1},
    {"name":"age","bins":[null,18,60,null],"epsilon":1.5}]}"#;

/// Yes/no questions q0, q1 … with these ε.
pub fn yes_no(levels: impl IntoIterator<Item = f64>) -> Value {
    let question = |(index, epsilon): (usize, f64)| json!({"name": format!("q{index}"), "categories": ["no", "yes"], "epsilon": epsilon});
    levels.into_iter().enumerate().map(question).collect()
}

/// The current day in UTC, in the format that databases store.
pub fn today() -> String {
    let clock = Connection::open_in_memory().expect("a database");
    clock.query_row("SELECT date('now')", [], |row| row.get(0)).expect("a day")
}

/// A temporary directory, and the database of the collectors there.
pub struct Desk {
    directory: TempDir,
    /// The database, if it is on a server.
    server: Option<Database>,
    /// The seed of the next reports, so that no two draws use the same.
    seeds: AtomicU64,
}

impl Desk {
    /// An empty desk.
    pub fn empty() -> Self {
        let server = is_on_postgres().then(Database::new);
        Self {
            directory: tempfile::tempdir().expect("a temporary directory"),
            server,
            seeds: AtomicU64::new(1),
        }
    }

    /// A desk with `survey.json` and the `plan.json` designed from it.
    pub fn with_plan() -> Self {
        let desk = Self::empty();
        desk.write("survey.json", SURVEY);
        desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
        desk
    }

    /// Designs a one-question plan of another survey.
    pub fn design_other(&self, file: &str) {
        let survey = r#"{"survey":"other","attributes":[
            {"name":"smoker","categories":["no","yes"],"epsilon":2}]}"#;
        self.write("other-survey.json", survey);
        self.candor(&["design", "other-survey.json", "-o", file]).done();
    }

    /// Perturbs `rows` true answers: every third is of a smoker aged 30, all others are of non-smokers aged 12.
    pub fn perturb(&self, rows: usize, reports: &str) {
        let answers = (0..rows).map(|row| if row % 3 == 0 { "yes,30\n" } else { "no,12\n" });
        self.write("answers.csv", &("smoker,age\n".to_owned() + &answers.collect::<String>()));
        self.perturb_answers("plan.json", "answers.csv", reports);
    }

    /// Perturbs a file of answers with the desk's next seed, so that a test finds the same reports in every run.
    pub fn perturb_answers(&self, plan: &str, answers: &str, reports: &str) {
        let seed = self.seeds.fetch_add(1, Ordering::Relaxed).to_string();
        self.candor(&["perturb", plan, "--answers", answers, "-o", reports, "--seed", &seed]).done();
    }

    /// Perturbs this many rows of answers, which are repeated in turn, and writes `answers.csv` and `reports.ndjson`.
    pub fn perturb_rows(&self, header: &str, rows: &[&str], times: usize) {
        let rows: Vec<&str> = rows.iter().copied().cycle().take(times).collect();
        self.write("answers.csv", &format!("{header}\n{}\n", rows.join("\n")));
        self.perturb_answers("plan.json", "answers.csv", "reports.ndjson");
    }

    /// Perturbs `rows` true answers, and returns the reports as lines.
    pub fn reports(&self, rows: usize) -> Vec<String> {
        self.perturb(rows, "reports.ndjson");
        self.read("reports.ndjson").lines().map(str::to_owned).collect()
    }

    /// The database, as an argument of commands.
    pub fn database(&self) -> &str {
        self.server.as_ref().map_or("candor.db", |database| &database.url)
    }

    /// Runs a statement on the database, of either kind, and returns its rows as psql prints them: one line each, with bars between columns
    /// and bytes in hexadecimal. The view `stored` has every report.
    pub fn sql(&self, statement: &str) -> String {
        match &self.server {
            Some(database) => psql(&database.url, &format!("SET search_path = candor; {statement}")),
            None => rows(&self.path("candor.db"), statement),
        }
    }

    /// A literal for bytes, given in hexadecimal, in a statement.
    pub fn bytes(&self, hexadecimal: &str) -> String {
        if self.server.is_some() { format!("'\\x{hexadecimal}'::BYTEA") } else { format!("x'{hexadecimal}'") }
    }

    /// The names of a table's columns.
    pub fn columns(&self, table: &str) -> String {
        let query = match self.server {
            Some(_) => format!(
                "SELECT column_name FROM information_schema.columns
                WHERE table_schema = 'candor' AND table_name = '{table}' ORDER BY ordinal_position"
            ),
            None => format!("SELECT name FROM pragma_table_info('{table}')"),
        };
        self.sql(&query).replace('\n', " ")
    }

    /// Everything in the files of the database, or in the rows that a server returns.
    pub fn contents(&self) -> Contents {
        if self.server.is_none() {
            let files = self.files().into_iter().filter(|name| name.starts_with("candor.db"));
            return Contents(files.flat_map(|name| fs::read(self.path(&name)).expect("a file")).collect());
        }
        let tables = ["plans", "surveys", "reports", "pending", "counts", "invitations", "spent"];
        Contents(tables.map(|table| self.sql(&format!("TABLE {table}"))).concat().into())
    }

    /// A path on the desk.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a file is written");
    }

    /// Reads a file.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file is there")
    }

    /// Reads a JSON file.
    pub fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).expect("the file is JSON")
    }

    /// The names of all files, in order.
    pub fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.directory.path()).expect("the directory is there");
        let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"));
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    /// Returns the fingerprint in a plan file.
    pub fn fingerprint(&self, plan: &str) -> String {
        self.json(plan)["fingerprint"].as_str().expect("a fingerprint").to_owned()
    }

    /// A command on this desk, not yet started.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_candor"));
        command.args(arguments).current_dir(self.directory.path());
        command.envs(self.server.iter().map(|database| ("CANDOR_DATABASE", &database.url)));
        command
    }

    /// Runs a command. If it designs a plan, checks that the plan keeps its promises exactly.
    pub fn candor(&self, arguments: &[&str]) -> Ran {
        let output = self.command(arguments).output().expect("candor runs");
        let ran = Ran::new(arguments, output);
        if arguments[0] == "design" && ran.status == Some(0) && !arguments.contains(&"--help") {
            let file = arguments.iter().position(|argument| *argument == "-o").map(|o| arguments[o + 1]);
            let plan = file.map_or_else(|| ran.stdout.clone(), |file| self.read(file));
            published::check(&plan).expect("a plan keeps its promises");
        }
        ran
    }
}

/// Runs a statement on SQLite. Foreign keys are off, so that a change is not refused because of rows that refer to it.
fn rows(file: &Path, statement: &str) -> String {
    let database = Connection::open(file).expect("a database");
    let own = "PRAGMA foreign_keys = OFF;
        CREATE TEMP VIEW stored AS SELECT plan, id, perturbed, day, withdrawal FROM reports";
    database.execute_batch(own).expect("a view");
    let mut query = database.prepare(statement).expect("a statement");
    let columns = query.column_count();
    let line = |row: &rusqlite::Row<'_>| {
        let cells = (0..columns).map(|column| row.get_ref(column).map(printed));
        cells.collect::<Result<Vec<_>, _>>().map(|cells| cells.join("|"))
    };
    let lines = query.query_map([], line).expect("rows").collect::<Result<Vec<_>, _>>();
    lines.expect("rows").join("\n")
}

fn printed(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        ValueRef::Blob(bytes) => format!("\\x{}", hexadecimal(bytes)),
    }
}

/// Bytes in hexadecimal, as psql prints them.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The contents of a database.
pub struct Contents(Vec<u8>);

impl Contents {
    /// Whether they contain these bytes, as they are or in hexadecimal.
    pub fn hold(&self, bytes: &[u8]) -> bool {
        has(&self.0, bytes) || has(&self.0, hexadecimal(bytes).as_bytes())
    }
}

/// Whether a file contains these bytes.
pub fn has(file: &[u8], bytes: &[u8]) -> bool {
    memchr::memmem::find(file, bytes).is_some()
}

/// A command that has ended.
pub struct Ran {
    command: String,
    status: Option<i32>,
    /// Its output on stdout.
    pub stdout: String,
    /// Its output on stderr.
    pub stderr: String,
}

impl Ran {
    /// From the output of a finished child.
    pub fn new(arguments: &[&str], output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Self {
            command: arguments.join(" "),
            status: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// Checks that it succeeded.
    pub fn done(self) -> Self {
        assert_eq!(self.status, Some(0), "{}: {}", self.command, self.stderr);
        self
    }

    /// Checks that it refused its input with this code and wrote nothing to stdout. Returns the message.
    pub fn refused(self, code: &str) -> String {
        self.ended(2, code)
    }

    /// Checks that it failed for a reason outside its input, with this code, and wrote nothing to stdout. Returns the message.
    pub fn failed(self, code: &str) -> String {
        self.ended(1, code)
    }

    fn ended(self, status: i32, code: &str) -> String {
        assert_eq!(self.status, Some(status), "{}: {}", self.command, self.stderr);
        let prefix = format!("error[{code}]: ");
        let message = self.stderr.lines().find_map(|line| line.strip_prefix(&prefix));
        assert_eq!(self.stdout, "", "{}", self.command);
        message.unwrap_or_else(|| unexpected(&self.command, code, &self.stderr)).to_owned()
    }

    /// Its output on stdout, as JSON.
    pub fn json(self) -> Value {
        serde_json::from_str(&self.done().stdout).expect("JSON on stdout")
    }
}

/// A number in a document.
pub fn number(of: &Value) -> f64 {
    of.as_f64().expect("a number")
}

/// Checks that an estimate is within six standard errors of the truth: fails once in 500 million runs.
pub fn close(of: &Value, truth: f64) {
    let off = (number(&of["estimate"]) - truth).abs();
    assert!(off <= 6.0 * number(&of["standard_error"]) + 1e-9, "{of}, not {truth}");
}

fn unexpected<'a>(command: &str, code: &str, stderr: &'a str) -> &'a str {
    assert_eq!(stderr, code, "{command}");
    stderr
}
