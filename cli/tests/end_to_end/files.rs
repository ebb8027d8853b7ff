//! The database's file: used by one collector, under the name it was opened by, readable by its owner only.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};

use rusqlite::Connection;

use crate::collector::{AT_ONCE, Collector};
use crate::desk::Desk;

const SERVE: [&str; 3] = ["serve", "--listen", "127.0.0.1:0"];

#[test]
fn a_database_serves_one_collector_at_a_time_by_whatever_name() {
    let desk = Desk::with_plan();
    let collector = Collector::start(&desk);
    symlink(desk.path("candor.db"), desk.path("link.db")).expect("a link");
    fs::hard_link(desk.path("candor.db"), desk.path("hard.db")).expect("a name");
    for name in ["candor.db", "link.db", "hard.db"] {
        let refused = desk.candor(&[&SERVE[..], &["--database", name]].concat()).failed("io");
        assert!(refused.contains("another collector is using this database"), "{refused}");
    }
    collector.kill();
    let refused = desk.candor(&SERVE).failed("io");
    assert!(refused.contains("other names"), "{refused}");
    fs::remove_file(desk.path("hard.db")).expect("removed");
    assert_eq!(Collector::with(&desk, &["--database", "link.db"]).json("/surveys")[0]["reports"], 0);
    assert_eq!(desk.files().iter().filter(|name| name.starts_with("link.db-")).count(), 0);
}

/// Writing to the log fails twice, as on a full disk, and then there is room again.
#[test]
#[ignore = "needs strace"]
fn a_full_disk_is_told_as_something_that_passes() {
    let desk = Desk::with_plan();
    let reports = desk.reports(3);
    // Publishes the plan.
    assert!(Collector::start(&desk).stop());
    let own = desk.command(&[&SERVE[..], &["--operations=127.0.0.1:0"], &AT_ONCE].concat());
    let mut command = Command::new("strace");
    // -D keeps the collector a child of this process.
    let log = desk.path("candor.db-wal").display().to_string();
    command.args(["-D", "-f", "-q", "-o", "calls", "-P", &log, "-e", "pwrite64"]);
    command.args(["-e", "inject=pwrite64:error=ENOSPC:when=1..2"]);
    command.arg(own.get_program()).args(own.get_args()).current_dir(desk.path(""));
    let collector = Collector::begun(command, Stdio::inherit());
    for _ in 0..2 {
        let refused = collector.report(&reports[0]);
        refused.refused(503, "disk-full");
        assert_eq!(refused.header("retry-after"), Some("2"));
        let health = collector.operations("/healthz");
        assert_eq!((health.status, &health.json()["last_commit"]), (503, &false.into()));
    }
    for report in &reports {
        assert_eq!(collector.report(report).status, 201);
    }
    assert_eq!(collector.json("/surveys")[0]["reports"], 3);
    // Each thread has its own number of writes that fail, so that an orderly end would fail, too.
    collector.kill();
    assert_eq!(desk.candor(&["database", "check"]).done().stdout, "sound: 1 plan, 3 reports\n");
}

#[test]
fn nothing_is_acknowledged_for_a_file_that_is_gone() {
    for file in ["candor.db", "candor.db-wal", "candor.db-shm"] {
        for is_renamed in [true, false] {
            let desk = Desk::with_plan();
            let reports = desk.reports(4);
            let log = fs::File::create(desk.path("log")).expect("a log");
            let collector = Collector::logging(&desk, &["--plan", "plan.json"], log.into());
            assert_eq!(collector.report(&reports[0]).status, 201);
            match is_renamed {
                true => fs::rename(desk.path(file), desk.path("elsewhere")).expect("renamed"),
                false => fs::remove_file(desk.path(file)).expect("removed"),
            }
            for report in &reports[1..] {
                let detail = collector.report(report).refused(500, "io");
                assert_eq!(detail, "the collector failed; its log says why");
            }
            let health = collector.operations("/healthz");
            assert_eq!((health.status, &health.json()["last_commit"]), (503, &false.into()));
            // The client is not told the path; the log has it, once.
            let log = desk.read("log");
            assert_eq!(log.lines().count(), 1, "{log}");
            assert!(log.contains(&format!("{file}: the file was removed or replaced")), "{log}");
            assert!(collector.operations("/metrics").body.contains("{code=\"io\"} 3"));
        }
    }
}

#[test]
fn nobody_but_the_owner_reads_the_files() {
    let desk = Desk::with_plan();
    let reports = desk.reports(1);
    let mode = |name: &str| fs::metadata(desk.path(name)).expect("a file").permissions().mode() & 0o777;
    for _ in 0..2 {
        let collector = Collector::start(&desk);
        collector.report(&reports[0]);
        for name in ["candor.db", "candor.db-wal", "candor.db-shm"] {
            assert_eq!(mode(name), 0o600, "{name}");
        }
        assert!(collector.stop());
        // Permissions as another version may have left them.
        fs::set_permissions(desk.path("candor.db"), PermissionsExt::from_mode(0o644)).expect("a mode");
    }
}

#[test]
fn a_foreign_file_is_left_as_it_was() {
    let desk = Desk::with_plan();
    let foreign = Connection::open(desk.path("candor.db")).expect("a database");
    foreign.execute_batch("CREATE TABLE friends (name TEXT)").expect("a table");
    drop(foreign);
    desk.write("diary.txt", "Dear diary");
    for name in ["candor.db", "diary.txt"] {
        let before =
            (fs::read(desk.path(name)).expect("a file"), fs::metadata(desk.path(name)).expect("a file"));
        let files = desk.files();
        let refused = desk.candor(&[&SERVE[..], &["--database", name]].concat()).failed("io");
        assert!(refused.contains("not a collector's database"), "{refused}");
        let after =
            (fs::read(desk.path(name)).expect("a file"), fs::metadata(desk.path(name)).expect("a file"));
        assert!(before.0 == after.0 && before.1.permissions() == after.1.permissions(), "{name}");
        assert_eq!(before.1.modified().expect("a time"), after.1.modified().expect("a time"));
        assert_eq!(desk.files(), files);
    }
}

#[test]
fn a_folder_that_holds_the_database_is_not_served() {
    let desk = Desk::with_plan();
    fs::create_dir_all(desk.path("site/kept")).expect("directories");
    desk.write("site/index.html", "<title>Survey</title>");
    symlink(desk.path("site/kept"), desk.path("kept")).expect("a link");
    for (page, database) in [(".", "candor.db"), ("site", "site/kept/candor.db"), ("site", "kept/candor.db")]
    {
        let serve = [&SERVE[..], &["--page", page, "--database", database, "--plan", "plan.json"]].concat();
        let refused = desk.candor(&serve).refused("exposed-database");
        assert!(refused.contains(page), "{refused}");
    }
}
