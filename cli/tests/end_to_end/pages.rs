//! Static files, and the headers of every response.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::symlink;

use crate::collector::Collector;
use crate::desk::Desk;

fn site() -> (Desk, Collector) {
    let desk = Desk::with_plan();
    fs::create_dir_all(desk.path("site/assets")).expect("directories");
    desk.write("site/index.html", "<title>Survey</title>");
    desk.write("site/dashboard.html", "<title>Dashboard</title>");
    desk.write("site/assets/main-DkY3s9aQ.js", "export {};");
    desk.write("site/assets/candor-0a1b2c3d.wasm", "\0asm");
    desk.write("secret.txt", "secret");
    let collector = Collector::with(&desk, &["--plan", "plan.json", "--page", "site"]);
    (desk, collector)
}

#[test]
fn pages_have_their_types_and_are_cached_by_name() {
    let (_desk, collector) = site();
    let immutable = "public, max-age=31536000, immutable";
    let cases = [
        ("/", "text/html", "no-cache", "<title>Survey</title>"),
        ("/index.html", "text/html", "no-cache", "<title>Survey</title>"),
        ("/dashboard", "text/html", "no-cache", "<title>Dashboard</title>"),
        ("/assets/main-DkY3s9aQ.js", "text/javascript", immutable, "export {};"),
        ("/assets/candor-0a1b2c3d.wasm", "application/wasm", immutable, "\0asm"),
    ];
    for (path, kind, cached, body) in cases {
        let answer = collector.get(path);
        assert_eq!((answer.status, answer.body.as_str()), (200, body), "{path}");
        assert!(
            answer.header("content-type").is_some_and(|found| found.starts_with(kind)),
            "{}",
            answer.head
        );
        assert_eq!(answer.header("cache-control"), Some(cached), "{path}");
    }
}

#[test]
fn a_page_may_run_the_scripts_inside_it() {
    let desk = Desk::with_plan();
    fs::create_dir_all(desk.path("site/en")).expect("directories");
    desk.write("site/index.html", "<script type=\"module\">alert(1)</script><script src=\"/a.js\"></script>");
    desk.write("site/en/index.html", "<script>\r\n</script>");
    desk.write("site/notes.txt", "<script>alert(2)</script>");
    let collector = Collector::with(&desk, &["--plan", "plan.json", "--page", "site"]);
    let answer = collector.get("/");
    let policy = answer.header("content-security-policy").expect("a policy");
    let (_, scripts) = policy.split_once("script-src ").expect("scripts");
    let (scripts, _) = scripts.split_once(';').expect("an end");
    let mut allowed: Vec<_> = scripts.split(' ').collect();
    allowed.sort_unstable();
    assert_eq!(
        allowed,
        [
            "'self'",
            "'sha256-AbpHGcgLb+kRsJGnwFEktk7uzpZOCcBY74+YBdrKVGs='",
            "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='",
            "'wasm-unsafe-eval'"
        ]
    );
}

#[test]
fn a_directory_that_is_not_there_is_refused() {
    let desk = Desk::with_plan();
    desk.candor(&["serve", "--listen", "127.0.0.1:0", "--plan", "plan.json", "--page", "absent"])
        .failed("io");
}

#[test]
fn nothing_outside_the_directory_is_served() {
    let (_desk, collector) = site();
    for path in ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "/assets/absent.js"] {
        let answer = collector.get(path);
        answer.refused(404, "not-found");
        assert_eq!(answer.header("cache-control"), Some("no-store"));
    }
}

#[test]
fn neither_hidden_files_nor_links_that_lead_outside_are_served() {
    let (desk, collector) = site();
    fs::create_dir_all(desk.path("site/.git")).expect("directories");
    fs::create_dir_all(desk.path("site/kept")).expect("directories");
    desk.write("site/.env", "secret");
    desk.write("site/.git/config", "secret");
    for (to, name) in [
        ("secret.txt", "site/notes.txt"),
        ("secret.txt", "site/assets/zipped.js.gz"),
        ("secret.txt", "site/kept/index.html"),
        ("", "site/all"),
    ] {
        symlink(desk.path(to), desk.path(name)).expect("a link");
    }
    desk.write("site/assets/zipped.js", "export {};");
    symlink("assets", desk.path("site/inside")).expect("a link");
    for path in
        ["/.env", "/%2eenv", "/.git/config", "/notes.txt", "/all/secret.txt", "/all/candor.db", "/kept/"]
    {
        collector.get(path).refused(404, "not-found");
    }
    let mut zipped = collector.connect();
    let asked =
        "GET /assets/zipped.js HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n";
    zipped.write_all(asked.as_bytes()).expect("a request");
    let mut answer = Vec::new();
    zipped.read_to_end(&mut answer).expect("an answer");
    assert!(answer.starts_with(b"HTTP/1.1 404"), "{}", String::from_utf8_lossy(&answer));
    assert_eq!(collector.get("/inside/main-DkY3s9aQ.js").body, "export {};");
}

#[test]
fn every_answer_carries_the_security_headers() {
    let (_desk, collector) = site();
    for path in ["/", "/surveys", "/absent", "/estimates"] {
        let answer = collector.get(path);
        let policy = answer.header("content-security-policy").expect("a policy");
        for rule in ["default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", "frame-ancestors 'none'"] {
            assert!(policy.contains(rule), "{policy}");
        }
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("server"), None);
    }
}

#[test]
fn one_page_alone_may_be_framed() {
    let (desk, collector) = site();
    desk.write("site/embed.html", "<title>Survey in a frame</title>");
    let ancestors = |path: &str| {
        let policy = collector.get(path).header("content-security-policy").expect("a policy").to_owned();
        let (_, rule) = policy.split_once("frame-ancestors ").expect("a rule");
        rule.split(';').next().map(str::to_owned)
    };
    assert_eq!(ancestors("/embed.html").as_deref(), Some("*"));
    for path in
        ["/", "/dashboard", "/embed", "/embed.html/", "/assets/embed.html", "/surveys", "/embed.html%2f"]
    {
        assert_eq!(ancestors(path).as_deref(), Some("'none'"), "{path}");
    }
}
