//! The collector's TLS, and renewing its certificate.

use core::net::SocketAddr;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::sync::Arc;

use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::collector::Collector;
use crate::desk::Desk;
use crate::waiting::until;

/// A self-signed certificate for this machine's names.
pub fn certificate(desk: &Desk, name: &str) {
    let made = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days",
            "2",
        ])
        .args(["-subj", "/CN=collector", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"])
        .args([
            "-addext",
            "basicConstraints=critical,CA:FALSE",
            "-keyout",
            &format!("{name}.key"),
            "-out",
            &format!("{name}.pem"),
        ])
        .current_dir(desk.path(""))
        .output();
    assert!(made.expect("openssl runs").status.success());
}

/// A client that trusts only this certificate.
pub fn trusting(desk: &Desk, name: &str) -> Arc<ClientConfig> {
    let mut roots = RootCertStore::empty();
    roots
        .add(CertificateDer::from_pem_file(desk.path(&format!("{name}.pem"))).expect("a certificate"))
        .expect("added");
    let configured = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let configured = configured.with_safe_default_protocol_versions().expect("versions");
    Arc::new(configured.with_root_certificates(roots).with_no_client_auth())
}

/// The response to a request over TLS; `None` if the certificate is not trusted.
pub fn asked(configuration: &Arc<ClientConfig>, address: SocketAddr, request: &str) -> Option<String> {
    let name = ServerName::try_from("localhost").expect("a name");
    let client = ClientConnection::new(Arc::clone(configuration), name).expect("a client");
    let mut stream = StreamOwned::new(client, TcpStream::connect(address).ok()?);
    stream.write_all(request.as_bytes()).ok()?;
    // Some servers close without notice, as the end of the response is known.
    let mut bytes = Vec::new();
    drop(stream.read_to_end(&mut bytes));
    String::from_utf8(bytes).ok().filter(|text| !text.is_empty())
}

#[test]
fn reports_are_collected_over_tls() {
    let desk = Desk::with_plan();
    certificate(&desk, "own");
    certificate(&desk, "other");
    let reports = desk.reports(20);
    let tls = ["--plan", "plan.json", "--tls-certificate", "own.pem", "--tls-key", "own.key"];
    let collector = Collector::with(&desk, &tls);
    let trusted = trusting(&desk, "own");
    for report in &reports {
        let length = report.len();
        let post = format!(
            "POST /reports HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{report}"
        );
        assert!(asked(&trusted, collector.address, &post).expect("an answer").starts_with("HTTP/1.1 201 "));
    }
    let get = "GET /surveys HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assert!(asked(&trusted, collector.address, get).expect("an answer").contains("\"reports\":20"));
    assert_eq!(asked(&trusting(&desk, "other"), collector.address, get), None);
    // Clients that do not speak TLS, send nothing, or break off get no response, and do not hinder others.
    let mut plain = collector.connect();
    plain.write_all(get.as_bytes()).expect("sent");
    let mut answer = Vec::new();
    drop(plain.read_to_end(&mut answer));
    assert!(!answer.starts_with(b"HTTP"));
    // The next connection is accepted after these.
    let silent: Vec<TcpStream> = (0..600).map(|_| collector.connect()).collect();
    assert!(asked(&trusted, collector.address, get).expect("an answer").contains("\"reports\":20"));
    drop(silent);
    // Health remains on the operator's address only.
    assert_eq!(collector.operations("/healthz").status, 200);
    assert!(collector.stop());
    for (certificate, key, what) in [
        ("own.pem", "other.key", ""),
        ("absent.pem", "own.key", "absent.pem"),
        ("own.key", "own.key", "no certificate"),
        ("own.pem", "own.pem", "own.pem"),
    ] {
        let serve = ["serve", "--tls-certificate", certificate, "--tls-key", key];
        let refused = desk.candor(&serve).refused("invalid-certificate");
        assert!(refused.contains(what), "{refused}");
    }
    desk.candor(&["serve", "--tls-key", "own.key"]).refused("invalid-configuration");
}

#[test]
fn a_renewed_certificate_is_used_without_a_restart() {
    let desk = Desk::with_plan();
    for name in ["first", "second"] {
        certificate(&desk, name);
    }
    let put = |name: &str, suffix: &str| {
        fs::copy(desk.path(&format!("{name}.{suffix}")), desk.path(&format!("used.{suffix}")))
            .expect("a copy");
    };
    put("first", "pem");
    put("first", "key");
    let log = File::create(desk.path("log")).expect("a log");
    let tls = ["--plan", "plan.json", "--tls-certificate", "used.pem", "--tls-key", "used.key"];
    let collector = Collector::logging(&desk, &tls, log.into());
    let get = "GET /surveys HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let speaks = |name: &str| asked(&trusting(&desk, name), collector.address, get).is_some();
    assert!(speaks("first") && !speaks("second"));
    // The new certificate alone does not match the key: the old files stay in use, and the log says so.
    put("second", "pem");
    until(|| desk.read("log").contains("used.pem: "));
    assert!(speaks("first") && !speaks("second"));
    put("second", "key");
    until(|| speaks("second"));
    assert!(!speaks("first"));
    desk.write("used.pem", "no certificate");
    until(|| desk.read("log").contains("there is no certificate in PEM"));
    fs::remove_file(desk.path("used.key")).expect("no key");
    assert!(speaks("second"));
    assert_eq!(collector.operations("/healthz").status, 200);
    assert!(collector.stop());
}
