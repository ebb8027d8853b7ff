//! Ring: end to end. The example's program serves its own page and the collector's routes, and what it has stored is still there when it
//! starts again.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../examples/embedded.rs"]
#[allow(dead_code, reason = "its main is that of another program")]
mod embedded;

use core::net::SocketAddr;
use std::fs;
use std::path::Path;

use axum::Router;
use candor::design::Survey;
use candor::plan::Plan;
use candor::report::respond_with;
use candor::schema::Record;
use candor_collector::store::{Location, Snapshot};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

const SURVEY: &str =
    r#"{"survey":"health","attributes":[{"name":"smoker","categories":["no","yes"],"epsilon":1}]}"#;

fn plan() -> Plan {
    common::plan_of(&Survey::from_json(SURVEY).unwrap())
}

/// The report that a device sends if it draws with this seed.
fn report(plan: &Plan) -> String {
    let record = Record::new(plan.schema(), [1]).unwrap();
    respond_with(plan, record, &mut ChaCha20Rng::seed_from_u64(1)).to_json().unwrap()
}

#[tokio::test]
async fn a_program_answers_with_its_own_page_and_the_collectors_routes() {
    let directory = tempfile::tempdir().unwrap();
    let (database, plan) = (directory.path().join("embedded.db"), plan());
    let collector = embedded::started(&database, vec![plan.clone()]).await.unwrap();
    served(embedded::program(&collector), async |address| {
        let (status, page) = asked(address, "GET /imprint", "").await;
        assert!(status == 200 && page.contains("the health office"), "{status} {page}");
        let (status, surveys) = asked(address, "GET /surveys", "").await;
        assert!(status == 200 && surveys.contains(&plan.fingerprint().to_string()), "{status} {surveys}");
        assert_eq!(asked(address, "POST /reports", &report(&plan)).await.0, 201);
        let (status, problem) = asked(address, "GET /nowhere", "").await;
        assert!(status == 404 && problem.contains("not-found"), "{status} {problem}");
    })
    .await;
    collector.shut_down().await.unwrap();
    let stored = Snapshot::open(&Location::File(database)).unwrap();
    assert_eq!(stored.moment(&plan).unwrap().reports, 1);
}

#[tokio::test]
async fn what_is_sent_after_the_end_is_not_acknowledged() {
    let directory = tempfile::tempdir().unwrap();
    let (database, plan) = (directory.path().join("embedded.db"), plan());
    let collector = embedded::started(&database, vec![plan.clone()]).await.unwrap();
    let program = embedded::program(&collector);
    served(collector.operations(), async |address| {
        assert_eq!(asked(address, "GET /healthz", "").await.0, 200);
    })
    .await;
    collector.shut_down().await.unwrap();
    assert_eq!(names(directory.path()), ["embedded.db"], "a log is left");
    served(program, async |address| {
        let (status, problem) = asked(address, "POST /reports", &report(&plan)).await;
        assert!(status == 503 && problem.contains("shutting-down"), "{status} {problem}");
        let (status, _) = asked(address, "GET /estimates?tables=smoker", "").await;
        assert_eq!(status, 503);
    })
    .await;
}

/// The names of the files of a directory.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Serves a program, as the example does, while a test sends requests to it.
async fn served<T>(program: Router, asked: impl AsyncFnOnce(SocketAddr) -> T) -> T {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (end, ended) = oneshot::channel::<()>();
    let serving = tokio::spawn(async move {
        axum::serve(listener, program).with_graceful_shutdown(async { drop(ended.await) }).await
    });
    let answer = asked(address).await;
    drop(end);
    serving.await.unwrap().unwrap();
    answer
}

/// The status and the body of a response.
async fn asked(address: SocketAddr, line: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let length = body.len();
    let head =
        format!("{line} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {length}\r\n");
    let request = format!("{head}content-type: application/json\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head[9..12].parse().unwrap(), body.to_owned())
}
