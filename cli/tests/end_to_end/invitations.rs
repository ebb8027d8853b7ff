//! Surveys that only the invited may answer.

use core::net::SocketAddr;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::thread;

use base64ct::{Base64UrlUnpadded, Encoding};
use candor_collector::invitation::{Credential, Link, PublicKey, Request};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::collector::{Answer, Collector};
use crate::desk::{Desk, SURVEY};
use crate::keeping::killed_with;

/// A desk with a plan that requires this kind of invitation.
fn for_the_invited(kind: &str) -> Desk {
    let desk = Desk::empty();
    desk.write("survey.json", &SURVEY.replace("\"title\"", &format!("\"invitations\":\"{kind}\",\"title\"")));
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    desk
}

/// The same, with as many links to it as reports.
fn invited(kind: &str, number: usize) -> (Desk, Vec<Link>, Vec<String>) {
    let desk = for_the_invited(kind);
    let count = number.to_string();
    let page = "https://survey.example/?language=es";
    let told = desk
        .candor(&["database", "invite", "plan.json", "--number", &count, "--page", page, "-o", "links.txt"])
        .done();
    assert_eq!(told.stderr, format!("{number} {kind} invitation{}\n", if number == 1 { "" } else { "s" }));
    let lines = desk.read("links.txt");
    assert!(lines.lines().all(|line| line.starts_with(&format!("{page}#invitation="))));
    let links: Vec<Link> = lines.lines().map(|line| Link::from_text(line).expect("a link")).collect();
    assert_eq!((links.len(), links[0].key.is_some()), (number, kind == "blind"));
    let reports = desk.reports(number);
    (desk, links, reports)
}

fn send(collector: &Collector, report: &str, with: &str) -> Answer {
    collector.request(&format!("POST /reports HTTP/1.1\r\nCandor-Invitation: {with}\r\n"), report)
}

#[test]
fn a_plain_invitation_admits_one_report() {
    let (desk, links, reports) = invited("plain", 6);
    let collector = Collector::start(&desk);
    collector.report(&reports[0]).refused(403, "not-invited");
    collector.reports(&reports.join("\n")).refused(403, "not-invited");
    let own = &links[0].invitation;
    for wrong in ["", "x", &own[1..], &format!("{own}{own}")] {
        let detail = send(&collector, &reports[0], wrong).refused(403, "not-invited");
        assert!(wrong.is_empty() || wrong == "x" || !detail.contains(wrong));
    }
    assert_eq!(send(&collector, &reports[0], own).status, 201);
    assert_eq!(send(&collector, &reports[0], own).json(), json!({"accepted": 0, "repeated": 1}));
    send(&collector, &reports[1], own).refused(409, "invitation-used");
    // Many reports try to use the same invitation at once.
    let admitted: usize = thread::scope(|scope| {
        let sends = reports[1..5]
            .iter()
            .map(|report| scope.spawn(|| send(&collector, report, &links[1].invitation).status));
        let sends: Vec<_> = sends.collect();
        sends.into_iter().map(|send| usize::from(send.join().expect("an answer") == 201)).sum()
    });
    assert_eq!(admitted, 1);
    assert_eq!(collector.json("/surveys")[0]["reports"], 2);
    let key = format!("/plans/{}/key", desk.fingerprint("plan.json"));
    collector.get(&key).refused(409, "no-invitations");
    assert!(collector.stop());
    let collector = Collector::start(&desk);
    send(&collector, &reports[5], own).refused(409, "invitation-used");
    is_kept_as_a_hash(&desk, &links);
}

/// Checks that the database contains only hashes of invitations, and that only their owner can read the links.
fn is_kept_as_a_hash(desk: &Desk, links: &[Link]) {
    let contents = desk.contents();
    for link in links {
        let raw = Base64UrlUnpadded::decode_vec(&link.invitation).expect("base64");
        assert!(!contents.hold(link.invitation.as_bytes()) && !contents.hold(&raw));
        assert!(contents.hold(&Sha256::digest(&link.invitation)));
    }
    assert_eq!(desk.path("links.txt").metadata().expect("a file").permissions().mode() & 0o777, 0o600);
}

/// The key that the invited use for blinding.
fn key(desk: &Desk, collector: &Collector) -> PublicKey {
    let key = collector.json(&format!("/plans/{}/key", desk.fingerprint("plan.json")));
    PublicKey::from_text(key["key"].as_str().expect("a text")).expect("a key")
}

fn exchange(desk: &Desk, collector: &Collector, link: &Link, blinded: &str) -> Answer {
    let path = format!("/plans/{}/signatures", desk.fingerprint("plan.json"));
    let start = format!("POST {path} HTTP/1.1\r\nAuthorization: Bearer {}\r\n", link.invitation);
    collector.request(&start, &json!({ "blinded": blinded }).to_string())
}

fn credential(key: &PublicKey, request: &Request, answer: &Answer) -> Credential {
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let signature = Base64UrlUnpadded::decode_vec(answer.json()["signature"].as_str().expect("a text"));
    request.credential(key, &signature.expect("base64")).expect("a signature of what was blinded")
}

fn blinded(request: &Request) -> String {
    Base64UrlUnpadded::encode_string(request.blinded())
}

#[test]
fn a_blind_invitation_admits_one_report_and_cannot_be_told_from_the_others() {
    let (desk, links, reports) = invited("blind", 4);
    let collector = Collector::start(&desk);
    let key = key(&desk, &collector);
    assert!(links.iter().all(|link| link.key == Some(key.name().expect("a name"))));
    let requests: Vec<Request> = links.iter().map(|_| Request::new(&key).expect("a request")).collect();
    let first = exchange(&desk, &collector, &links[0], &blinded(&requests[0]));
    // A lost answer is given again; an answer for another message is not given.
    let again = exchange(&desk, &collector, &links[0], &blinded(&requests[0]));
    assert_eq!(
        credential(&key, &requests[0], &first).text().len(),
        credential(&key, &requests[0], &again).text().len()
    );
    exchange(&desk, &collector, &links[0], &blinded(&requests[1])).refused(409, "invitation-used");
    let stranger = Link { invitation: "A".repeat(43), key: None };
    exchange(&desk, &collector, &stranger, &blinded(&requests[1])).refused(403, "not-invited");
    for wrong in ["", "AAAA", "?", &"_".repeat(342)] {
        exchange(&desk, &collector, &links[1], wrong).refused(422, "invalid-invitation");
    }
    // That used up no invitation. The reports come in another order than the invitations.
    let credentials: Vec<String> = [2, 1, 3]
        .map(|i| {
            credential(&key, &requests[i], &exchange(&desk, &collector, &links[i], &blinded(&requests[i])))
                .text()
        })
        .into();
    for (report, credential) in reports.iter().zip(&credentials) {
        assert_eq!(send(&collector, report, credential).status, 201);
        assert_eq!(send(&collector, report, credential).status, 200);
        send(&collector, &reports[3], credential).refused(409, "invitation-used");
    }
    // An invitation alone does not admit a report, nor does a forged number.
    send(&collector, &reports[3], &links[3].invitation).refused(422, "invalid-invitation");
    let mut forged = Base64UrlUnpadded::decode_vec(&credentials[0]).expect("base64");
    forged[0] ^= 1;
    send(&collector, &reports[3], &Base64UrlUnpadded::encode_string(&forged)).refused(403, "not-invited");
    collector.report(&reports[3]).refused(403, "not-invited");
    assert!(collector.stop());
    is_kept_as_a_hash(&desk, &links);
    // No stored hash of a report's number matches anything stored of the invitations.
    assert_eq!(desk.sql("SELECT count(*) FROM spent"), "3");
    assert_eq!(desk.sql("SELECT count(*) FROM invitations WHERE used IS NOT NULL"), "4");
    let common =
        "SELECT count(*) FROM spent JOIN invitations ON spent.hash IN (invitations.hash, invitations.used)";
    assert_eq!(desk.sql(common), "0");
    let collector = Collector::start(&desk);
    send(&collector, &reports[3], &credentials[0]).refused(409, "invitation-used");
}

/// What a device does until it has a receipt, whatever happens. `None` if there is no response.
fn answered(address: SocketAddr, start: &str, body: &str) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(address).ok()?;
    let length = body.len();
    write!(stream, "{start}Host: test\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}")
        .ok()?;
    let mut text = String::new();
    stream.read_to_string(&mut text).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    Some((head.split(' ').nth(1)?.parse().ok()?, body.to_owned()))
}

/// A device gets its signature first, then sends the report, and keeps what it has got. Returns whether the report was acknowledged.
fn submit(address: SocketAddr, path: &str, key: &PublicKey, device: &mut Device) -> Option<()> {
    if device.credential.is_none() {
        let start =
            format!("POST {path}/signatures HTTP/1.1\r\nAuthorization: Bearer {}\r\n", device.invitation);
        let body = json!({"blinded": blinded(&device.request)}).to_string();
        let (status, body) = answered(address, &start, &body)?;
        assert_eq!(status, 200, "{body}");
        let answer: Value = serde_json::from_str(&body).ok()?;
        let signature = Base64UrlUnpadded::decode_vec(answer["signature"].as_str()?).ok()?;
        device.credential = Some(device.request.credential(key, &signature).expect("a signature").text());
    }
    let start = format!("POST /reports HTTP/1.1\r\nCandor-Invitation: {}\r\n", device.credential.as_ref()?);
    let (status, body) = answered(address, &start, &device.report)?;
    assert!(status == 200 || status == 201, "{status}: {body}");
    Some(())
}

struct Device {
    invitation: String,
    request: Request,
    credential: Option<String>,
    report: String,
    has_receipt: bool,
}

/// A collector that is killed at any moment neither uses up an invitation without storing its report nor admits two reports with one.
#[test]
fn kills_spend_an_invitation_if_and_only_if_its_report_is_stored() {
    const DEVICES: usize = 60;
    let (desk, links, reports) = invited("blind", DEVICES);
    let mut generator = ChaCha8Rng::seed_from_u64(16);
    let key = key(&desk, &Collector::start(&desk));
    let path = format!("/plans/{}", desk.fingerprint("plan.json"));
    let device = |(link, report): (&Link, &String)| {
        let (invitation, request) = (link.invitation.clone(), Request::new(&key).expect("a request"));
        Device { invitation, request, credential: None, report: report.clone(), has_receipt: false }
    };
    let mut devices: Vec<Device> = links.iter().zip(&reports).map(device).collect();
    let mut kills = 0;
    loop {
        let collector = Collector::start(&desk);
        let address = collector.address;
        // Some devices have finished; the others try with what they have.
        let parts = devices.chunks_mut(10).map(|own| {
            let (key, path) = (&key, &path);
            move |acknowledged: &(dyn Fn() + Sync)| {
                for device in own.iter_mut().filter(|device| !device.has_receipt) {
                    device.has_receipt = submit(address, path, key, device).is_some();
                    if device.has_receipt {
                        acknowledged();
                    }
                }
            }
        });
        let last = usize::try_from(generator.next_u64() % 8).expect("small");
        killed_with(&collector, last, parts);
        collector.kill();
        kills += 1;
        let counts = "SELECT (SELECT count(*) FROM stored), (SELECT count(*) FROM spent),
            (SELECT count(*) FROM invitations WHERE used IS NOT NULL)";
        let counts = desk.sql(counts);
        let counts: Vec<usize> = counts.split('|').map(|count| count.parse().expect("a count")).collect();
        let [stored, spent, used] = counts.try_into().expect("three counts");
        assert!(stored == spent && spent <= used, "{stored} reports, {spent} spent, {used} used");
        if devices.iter().all(|device| device.has_receipt) {
            break;
        }
        assert!(kills < 200, "devices get no receipts");
    }
    // The device that got the last acknowledgement was not the last one.
    assert!(kills > 1, "{kills}");
    let collector = Collector::start(&desk);
    let address = collector.address;
    devices.iter_mut().for_each(|device| submit(address, &path, &key, device).expect("a receipt"));
    assert_eq!(collector.json("/surveys")[0]["reports"], DEVICES);
}

#[test]
fn authors_issue_invitations_over_http() {
    let desk = for_the_invited("blind");
    let reports = desk.reports(1);
    let tokens = ["Ada", "Ben"].map(|name| {
        desk.candor(&["database", "token", name, "--authors", "authors.txt"])
            .done()
            .stdout
            .trim_end()
            .to_owned()
    });
    let collector = Collector::with(&desk, &["--authors", "authors.txt"]);
    let ask = |method_and_path: &str, token: &str, body: &str| {
        collector.request(&format!("{method_and_path} HTTP/1.1\r\nAuthorization: Bearer {token}\r\n"), body)
    };
    let [ada, ben] = &tokens;
    assert_eq!(ask("POST /plans", ada, &desk.read("plan.json")).status, 201);
    let plan = format!("/plans/{}", desk.fingerprint("plan.json"));
    let issue = format!("POST {plan}/invitations");
    collector.get(&format!("{plan}/key")).refused(409, "no-invitations");
    ask(&issue, ben, r#"{"number":3}"#).refused(403, "forbidden");
    ask(&issue, "x", r#"{"number":3}"#).refused(401, "unauthorized");
    for (number, status, code) in [
        ("0", 413, "too-large"),
        ("10001", 413, "too-large"),
        ("-1", 422, "invalid-invitation"),
        ("\"3\"", 422, "invalid-invitation"),
    ] {
        ask(&issue, ada, &format!("{{\"number\":{number}}}")).refused(status, code);
    }
    let issued = [ask(&issue, ada, r#"{"number":3}"#), ask(&issue, ada, r#"{"number":10000}"#)];
    let [first, second] = issued.map(|answer| {
        assert_eq!((answer.status, answer.header("cache-control")), (201, Some("no-store")));
        answer.json()
    });
    // Both batches have the same key.
    assert_eq!(first["key"], second["key"]);
    assert_eq!(second["invitations"].as_array().map(Vec::len), Some(10_000));
    let key = key(&desk, &collector);
    assert_eq!(first["key"], key.name().expect("a name"));
    let link = Link { invitation: first["invitations"][2].as_str().expect("a text").to_owned(), key: None };
    let request = Request::new(&key).expect("a request");
    let credential = credential(&key, &request, &exchange(&desk, &collector, &link, &blinded(&request)));
    assert_eq!(send(&collector, &reports[0], &credential.text()).status, 201);
    // They are deleted with their plan.
    assert_eq!(ask(&format!("DELETE {plan}"), ada, "").json(), json!({"reports": 1}));
    for table in ["invitations", "spent"] {
        assert_eq!(desk.sql(&format!("SELECT count(*) FROM {table}")), "0");
    }
}

#[test]
fn plans_for_everybody_have_no_invitations() {
    let desk = Desk::with_plan();
    desk.candor(&["database", "invite", "plan.json", "--number", "5"]).refused("no-invitations");
    assert!(!desk.files().contains(&"candor.db".to_owned()));
    let reports = desk.reports(1);
    let collector = Collector::start(&desk);
    // An invitation that is not needed does no harm.
    assert_eq!(send(&collector, &reports[0], "anything").status, 201);
    for number in ["many", "0", "-1"] {
        let refused = desk.candor(&["database", "invite", "plan.json", &format!("--number={number}")]).stderr;
        assert!(refused.contains(&format!("invalid value '{number}'")), "{refused}");
    }
}

crate::server::on_postgres!(
    a_plain_invitation_admits_one_report,
    a_blind_invitation_admits_one_report_and_cannot_be_told_from_the_others,
    kills_spend_an_invitation_if_and_only_if_its_report_is_stored,
    authors_issue_invitations_over_http,
    plans_for_everybody_have_no_invitations,
);
