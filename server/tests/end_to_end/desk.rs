//! A directory to run `candor` in.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::common::published;
use crate::server::{Database, is_on_postgres};

/// Two questions, one of them with bins.
pub const SURVEY: &str = r#"{"survey":"health","title":"Health habits","attributes":[
    {"name":"smoker","categories":["no","yes"],"epsilon":1},
    {"name":"age","bins":[null,18,60,null],"epsilon":1.5}]}"#;

/// A temporary directory, and the database of collectors there.
pub struct Desk {
    directory: TempDir,
    /// Where it is on a server.
    server: Option<Database>,
}

impl Desk {
    /// An empty desk.
    pub fn empty() -> Self {
        let server = is_on_postgres().then(Database::new);
        Self { directory: tempfile::tempdir().expect("a temporary directory"), server }
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

    /// Perturbs `rows` true answers of which every third is a smoker's, each of them 30 years old.
    pub fn perturb(&self, rows: usize, reports: &str) {
        let answers = (0..rows).map(|row| if row % 3 == 0 { "yes,30\n" } else { "no,12\n" });
        self.write("answers.csv", &("smoker,age\n".to_owned() + &answers.collect::<String>()));
        self.candor(&["perturb", "plan.json", "--answers", "answers.csv", "-o", reports]).done();
    }

    /// The same as lines.
    pub fn reports(&self, rows: usize) -> Vec<String> {
        self.perturb(rows, "reports.ndjson");
        self.read("reports.ndjson").lines().map(str::to_owned).collect()
    }

    /// The database, as commands name it.
    pub fn database(&self) -> &str {
        self.server.as_ref().map_or("candor.db", |database| &database.url)
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

    /// The fingerprint in a plan file.
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

    /// Runs a command; a plan that it designs keeps its promises exactly.
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

/// A command that ended.
pub struct Ran {
    command: String,
    status: Option<i32>,
    /// What it wrote to stdout.
    pub stdout: String,
    /// What it wrote to stderr.
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

    /// It went well.
    pub fn done(self) -> Self {
        assert_eq!(self.status, Some(0), "{}: {}", self.command, self.stderr);
        self
    }

    /// It refused its input with this code and wrote nothing to stdout; the message.
    pub fn refused(self, code: &str) -> String {
        self.ended(2, code)
    }

    /// It failed for a reason outside its input, with this code, and wrote nothing to stdout; the message.
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

    /// What it wrote to stdout, as JSON.
    pub fn json(self) -> Value {
        serde_json::from_str(&self.done().stdout).expect("JSON on stdout")
    }
}

fn unexpected<'a>(command: &str, code: &str, stderr: &'a str) -> &'a str {
    assert_eq!(stderr, code, "{command}");
    stderr
}
