//! PostgreSQL for tests: databases on the server that `CANDOR_POSTGRES` names, and servers that a test starts itself.

use core::cell::Cell;
use core::iter;
use core::sync::atomic::{AtomicU32, Ordering};
use std::env;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::process::{self, Command};

use rand_core::Rng;
use tempfile::TempDir;

/// Runs statements with psql, and returns its unaligned output.
pub fn psql(url: &str, statements: &str) -> String {
    let ran = Command::new("psql").args([url, "-v", "ON_ERROR_STOP=1", "-qAtc", statements]).output();
    let ran = ran.expect("psql runs");
    assert!(ran.status.success(), "{statements}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).expect("UTF-8").trim_end().to_owned()
}

/// A database for one test, removed when dropped.
pub struct Database {
    server: String,
    name: String,
    pub url: String,
}

impl Database {
    /// Creates one on the server that the environment names.
    pub fn new() -> Self {
        Self::on(&env::var("CANDOR_POSTGRES").expect("CANDOR_POSTGRES names a server"))
    }

    /// Creates one on the server of another database.
    pub fn on(server: &str) -> Self {
        let number = candor::perturb::generator().expect("a generator").next_u64();
        let name = format!("candor_{number:x}");
        psql(server, &format!("CREATE DATABASE {name}"));
        let (before, _) = server.rsplit_once('/').expect("a name");
        Self { server: server.to_owned(), url: format!("{before}/{name}"), name }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        psql(&self.server, &format!("DROP DATABASE {} WITH (FORCE)", self.name));
    }
}

thread_local! {
    static ON_POSTGRES: Cell<bool> = const { Cell::new(false) };
}

/// Runs a test with the databases of its desks on a server.
pub fn run_on_postgres(test: impl FnOnce()) {
    ON_POSTGRES.set(true);
    test();
}

/// Whether the databases of this test's desks are on a server.
pub fn is_on_postgres() -> bool {
    ON_POSTGRES.get()
}

/// Defines the same tests with databases on a server.
macro_rules! on_postgres {
    ($($test:ident),* $(,)?) => {
        mod on_postgres {
            $(
                #[test]
                #[ignore = "needs a PostgreSQL server that CANDOR_POSTGRES names, and psql"]
                fn $test() {
                    crate::server::run_on_postgres(super::$test);
                }
            )*
        }
    };
}

pub(crate) use on_postgres;

/// A server for one test, which can be stopped.
pub struct OwnServer {
    folder: TempDir,
    port: u16,
    is_running: bool,
}

impl OwnServer {
    /// A server that accepts this password, not started yet.
    pub fn new(password: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("password"), password).expect("a file");
        let own = Self { folder, port: free_port(), is_running: false };
        if is_root() {
            let owned = Command::new("chown").args(["-R", "postgres"]).arg(own.folder.path()).status();
            assert!(owned.expect("chown runs").success());
        }
        own.program(
            "initdb",
            &["--username=ada", "--auth=scram-sha-256", &own.path("password", "--pwfile=")],
        );
        own
    }

    fn path(&self, name: &str, before: &str) -> String {
        format!("{before}{}", self.folder.path().join(name).display())
    }

    /// The path of a file in the server's data directory.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join("data").join(name)
    }

    /// Writes a file that the server may read.
    pub fn give(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.path(name, "");
        fs::write(&path, bytes).expect("a file");
        let given = format!("chmod 600 {path}; if [ $(id -u) -eq 0 ]; then chown postgres {path}; fi");
        assert!(Command::new("sh").args(["-c", &given]).status().expect("a shell").success());
        path
    }

    /// Starts the server with these settings.
    pub fn start(&mut self, settings: &str) {
        let folder = self.folder.path().display();
        let options = format!(
            "-c port={} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} {settings}",
            self.port
        );
        self.program(
            "pg_ctl",
            &["--wait", "--silent", &self.path("log", "--log="), &format!("--options={options}"), "start"],
        );
        self.is_running = true;
    }

    /// Stops the server: `fast`, or `immediate` as in a crash.
    pub fn stop(&mut self, how: &str) {
        self.program("pg_ctl", &["--wait", "--silent", &format!("--mode={how}"), "stop"]);
        self.is_running = false;
    }

    /// The address of its database, with this password.
    pub fn url(&self, password: &str) -> String {
        format!("postgres://ada:{password}@127.0.0.1:{}/postgres", self.port)
    }

    /// The address by the server's Unix socket.
    pub fn socket(&self, password: &str) -> String {
        let folder = self.folder.path().display().to_string().replace('/', "%2F");
        format!("postgres://ada:{password}@{folder}:{}/postgres", self.port)
    }

    fn program(&self, name: &str, arguments: &[&str]) {
        let data = self.path("data", "--pgdata=");
        let program = programs().join(name).display().to_string();
        let as_other: &[&str] = if is_root() { &["runuser", "-u", "postgres", "--"] } else { &["env"] };
        let ran =
            Command::new(as_other[0]).args(&as_other[1..]).arg(program).arg(data).args(arguments).output();
        let ran = ran.expect("a program of PostgreSQL runs");
        assert!(ran.status.success(), "{name}: {}", String::from_utf8_lossy(&ran.stderr));
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        if self.is_running {
            self.stop("immediate");
        }
    }
}

/// A free port, which stays free: it is below the ports that systems assign to outgoing connections, and no other test gets it.
pub fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let candidates = iter::repeat_with(|| process::id() + NEXT.fetch_add(1, Ordering::Relaxed));
    let mut ports = candidates.filter_map(|number| u16::try_from(10_000 + number % 20_000).ok());
    ports.find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).expect("a port")
}

fn is_root() -> bool {
    fs::metadata("/proc/self").expect("its process").uid() == 0
}

/// The directory of the newest server's programs on Debian.
fn programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").expect("PostgreSQL is installed");
    let newest = versions.map(|version| version.expect("a version").path().join("bin")).max();
    newest.expect("a version")
}
