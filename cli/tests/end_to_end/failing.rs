//! Database servers that fail: they crash, are not the server that the address means, or lose what they committed.

use std::fs::File;
use std::thread;

use serde_json::json;

use crate::collector::Collector;
use crate::desk::{Desk, Ran};
use crate::server::{OwnServer, psql};
use crate::shared::serving;
use crate::tls::certificate;
use crate::waiting::until;

const PASSWORD: &str = "correct-horse";

#[test]
#[ignore = "needs PostgreSQL's programs"]
fn on_postgres_a_server_that_crashes_loses_and_doubles_nothing() {
    let desk = Desk::with_plan();
    let reports = desk.reports(600);
    let mut server = OwnServer::new(PASSWORD);
    server.start("");
    let url = server.url(PASSWORD);
    let log = File::create(desk.path("log")).expect("a log");
    let collector = Collector::logging(&desk, &["--plan", "plan.json", "--database", &url], log.into());
    assert_eq!(collector.report(&reports[0]).status, 201);
    let mut kept = Vec::new();
    for own in reports[1..].chunks(200) {
        thread::scope(|scope| {
            let clients: Vec<_> =
                own.chunks(25).map(|own| scope.spawn(|| until_stored(&collector, own))).collect();
            server.stop("immediate");
            server.start("");
            clients.into_iter().for_each(|client| kept.extend(client.join().expect("a client")));
        });
    }
    assert_eq!(kept.len(), reports.len() - 1);
    server.stop("fast");
    let refused = collector.report(&reports[0]);
    assert_eq!(refused.header("retry-after"), Some("2"));
    refused.refused(503, "database-unavailable");
    until(|| collector.operations("/healthz").status == 503);
    server.start("");
    // The collector needs no restart.
    until(|| collector.operations("/healthz").status == 200);
    assert_eq!(collector.reports(&reports.join("\n")).json(), json!({"accepted": 0, "repeated": 600}));
    assert_eq!(collector.json("/estimates")["n"], 600);
    assert!(collector.stop());
    assert_eq!(
        desk.candor(&["database", "check", "--database", &url]).done().stdout,
        "sound: 1 plan, 600 reports\n"
    );
    assert!(!desk.read("log").contains(PASSWORD), "{}", desk.read("log"));
}

/// Sends reports one by one, each repeatedly until it is stored.
fn until_stored<'r>(collector: &Collector, reports: &'r [String]) -> &'r [String] {
    for report in reports {
        until(|| match collector.report(report) {
            answer if [200, 201].contains(&answer.status) => true,
            refused => {
                refused.refused(503, "database-unavailable");
                false
            }
        });
    }
    reports
}

#[test]
#[ignore = "needs PostgreSQL's programs, and openssl"]
fn on_postgres_the_server_is_believed_as_the_address_says() {
    let desk = Desk::with_plan();
    ["server", "other"].iter().for_each(|name| certificate(&desk, name));
    let mut server = OwnServer::new(PASSWORD);
    let [certificate, key] =
        ["server.pem", "server.key"].map(|name| server.give(name, desk.read(name).as_bytes()));
    let url = server.url(PASSWORD);
    let check =
        |parameters: &str| desk.candor(&["database", "check", "--database", &format!("{url}{parameters}")]);
    server.start("");
    check("?sslmode=require").failed("database-unavailable");
    server.stop("fast");
    server.start(&format!("-c ssl=on -c ssl_cert_file={certificate} -c ssl_key_file={key}"));
    for (parameters, is_believed) in [
        ("?sslmode=require", true),
        ("?sslmode=disable", true),
        ("?sslmode=verify-full&sslrootcert=server.pem", true),
        ("?sslmode=verify-full&sslrootcert=other.pem", false),
    ] {
        let ran = check(parameters);
        // There is no schema yet; an error about that means the server was trusted.
        let told = if is_believed { ran.failed("io") } else { ran.failed("database-unavailable") };
        assert!(!told.contains(PASSWORD), "{told}");
    }
    check("?sslmode=verify-full&sslrootcert=absent.pem").refused("invalid-certificate");
}

#[test]
#[ignore = "needs PostgreSQL's programs"]
fn on_postgres_a_server_is_spoken_to_by_its_socket() {
    let desk = Desk::with_plan();
    let mut server = OwnServer::new(PASSWORD);
    server.start("");
    let collector = serving(&desk, &server.socket(PASSWORD));
    assert_eq!(collector.reports(&desk.reports(20).join("\n")).status, 201);
    assert!(collector.stop());
    let checked = desk.candor(&["database", "check", "--database", &server.url(PASSWORD)]).done().stdout;
    assert_eq!(checked, "sound: 1 plan, 20 reports\n");
}

#[test]
#[ignore = "needs PostgreSQL's programs"]
fn on_postgres_a_role_needs_what_is_told_and_no_more() {
    let desk = Desk::with_plan();
    desk.perturb(20, "reports.ndjson");
    let mut server = OwnServer::new(PASSWORD);
    server.start("");
    let root = server.url(PASSWORD);
    psql(
        &root,
        &format!("CREATE ROLE bob LOGIN PASSWORD '{PASSWORD}'; CREATE ROLE eve LOGIN PASSWORD '{PASSWORD}'"),
    );
    let [bob, eve] = ["bob", "eve"].map(|name| root.replace("//ada:", &format!("//{name}:")));
    let serve =
        |url: &str| desk.candor(&["serve", "--plan", "plan.json", "--listen=127.0.0.1:0", "--database", url]);
    let lacks = |ran: Ran, privileges: &str| {
        let told = ran.refused("invalid-configuration");
        assert!(told.ends_with(&format!("the role lacks privileges: {privileges}")), "{told}");
    };
    lacks(serve(&bob), "CREATE on the database");
    assert_eq!(psql(&root, "SELECT count(*) FROM pg_namespace WHERE nspname = 'candor'"), "0");
    psql(&root, "CREATE SCHEMA candor");
    lacks(serve(&bob), "CREATE on the schema candor; USAGE on the schema candor");
    psql(&root, "GRANT USAGE ON SCHEMA candor TO bob");
    lacks(serve(&bob), "CREATE on the schema candor");
    // An empty schema that somebody else made is sufficient, and so is one that the role owns.
    for own in [
        "GRANT CREATE ON SCHEMA candor TO bob",
        "DROP SCHEMA candor CASCADE; CREATE SCHEMA candor AUTHORIZATION bob",
    ] {
        psql(&root, own);
        let collector = serving(&desk, &bob);
        assert_eq!(collector.reports(&desk.read("reports.ndjson")).status, 201);
        assert!(collector.stop());
        assert_eq!(
            desk.candor(&["database", "check", "--database", &bob]).done().stdout,
            "sound: 1 plan, 20 reports\n"
        );
    }
    // A reader needs no more than these privileges. A role that writes to another role's tables needs all that are used.
    let count = ["count", "plan.json", &eve];
    lacks(desk.candor(&count), &format!("{}; USAGE on the schema candor", of_every("SELECT on ", true)));
    psql(&root, "GRANT USAGE ON SCHEMA candor TO eve; GRANT SELECT ON ALL TABLES IN SCHEMA candor TO eve");
    assert!(desk.candor(&count).done().stderr.starts_with("counted 20 reports"));
    lacks(serve(&eve), &of_every("DELETE, INSERT, TRUNCATE, UPDATE on ", false));
    psql(&root, "GRANT INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA candor TO eve");
    desk.perturb(5, "more.ndjson");
    let collector = serving(&desk, &eve);
    assert_eq!(collector.reports(&desk.read("more.ndjson")).status, 201);
    assert!(collector.stop());
    assert_eq!(
        desk.candor(&["database", "check", "--database", &eve]).done().stdout,
        "sound: 1 plan, 25 reports\n"
    );
    psql(&root, "REVOKE TEMPORARY ON DATABASE postgres FROM PUBLIC");
    lacks(serve(&eve), "TEMPORARY on the database");
}

/// The missing privilege on every table, and on the view.
fn of_every(privilege: &str, with_view: bool) -> String {
    let tables =
        ["collector", "counts", "invitations", "pending", "plans", "reports", "spent", "stored", "surveys"];
    let named = tables.into_iter().filter(|name| with_view || *name != "stored");
    named.map(|name| format!("{privilege}{name}")).collect::<Vec<_>>().join("; ")
}

#[test]
#[ignore = "needs PostgreSQL's programs"]
fn on_postgres_no_password_is_told_and_no_server_that_forgets_is_used() {
    let desk = Desk::with_plan();
    let mut server = OwnServer::new(PASSWORD);
    server.start("");
    let serve =
        |url: &str| desk.candor(&["serve", "--plan", "plan.json", "--listen=127.0.0.1:0", "--database", url]);
    let wrong = serve(&server.url("wrong-horse")).failed("io");
    assert!(wrong.contains("password authentication failed") && !wrong.contains("horse"), "{wrong}");
    for (parameters, said) in [("?options=-c", "no parameter"), ("?sslmode=prefer", "sslmode is \"prefer\"")]
    {
        let told = serve(&format!("{}{parameters}", server.url(PASSWORD))).refused("invalid-configuration");
        assert!(told.contains(said) && !told.contains("horse"), "{told}");
    }
    let counted = desk.candor(&["count", "plan.json", &server.url("wrong-horse")]).failed("io");
    assert!(!counted.contains("horse"), "{counted}");
    for setting in ["fsync=off", "full_page_writes=off", "track_commit_timestamp=on", "log_statement=mod"] {
        server.stop("fast");
        server.start(&format!("-c {setting}"));
        let told = serve(&server.url(PASSWORD)).refused("invalid-configuration");
        let (name, value) = setting.split_once('=').expect("a value");
        assert!(told.contains(&format!("({name} is {value:?})")), "{told}");
    }
    // A server set to acknowledge before a commit is on its disk is told to wait.
    server.stop("fast");
    server.start("-c synchronous_commit=off");
    let url = server.url(PASSWORD);
    let reports = desk.reports(20);
    let collector = serving(&desk, &url);
    reports.iter().for_each(|report| assert_eq!(collector.report(report).status, 201));
    server.stop("immediate");
    server.start("-c synchronous_commit=off");
    assert_eq!(psql(&url, "SELECT count(*) FROM candor.stored"), "20");
}
