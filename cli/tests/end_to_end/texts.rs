//! Files that should be text and are not.

use std::fs;

use crate::desk::Desk;

/// Bytes that are no UTF-8 in their second line.
const BROKEN: &[u8] = b"{\"survey\":\n\"caf\xe9\"}";

#[test]
fn files_that_are_not_text_are_refused_with_their_line() {
    let desk = Desk::with_plan();
    fs::create_dir(desk.path("site")).expect("a folder");
    for name in ["broken", "site/page.html"] {
        fs::write(desk.path(name), BROKEN).expect("a file");
    }
    fs::write(desk.path("broken.ndjson"), b"\n{\"caf\xe9\"}\n").expect("a file");
    fs::write(desk.path("broken.csv"), b"smoker,age\n\xff,30\n").expect("a file");
    desk.perturb(3, "reports.ndjson");
    let serve = ["serve", "--listen=127.0.0.1:0", "--plan", "plan.json", "--page", "site"];
    let commands: [(&[&str], &str); 17] = [
        (&["design", "broken", "-o", "other.json"], "invalid-survey"),
        (&["verify", "broken"], "invalid-plan"),
        (&["label", "broken"], "invalid-plan"),
        (&["sql", "broken", "--dialect", "sqlite"], "invalid-plan"),
        (&["sign", "plan.json", "--key", "broken"], "invalid-key"),
        (&["perturb", "broken", "--answers", "answers.csv"], "invalid-plan"),
        (&["perturb", "plan.json", "--answers", "broken.csv"], "invalid-csv"),
        (&["count", "plan.json", "broken.ndjson"], "invalid-report"),
        (&["count", "plan.json", "broken.csv"], "invalid-csv"),
        (&["estimate", "plan.json", "--counts", "broken"], "invalid-counts"),
        (&["weigh", "plan.json", "reports.ndjson", "--margins", "broken"], "invalid-weights"),
        (&["weigh", "plan.json", "broken.ndjson"], "invalid-report"),
        (&["serve", "--config", "broken"], "invalid-configuration"),
        (&serve, "invalid-configuration"),
        (&["serve", "--plan", "broken"], "invalid-plan"),
        (&["database", "invite", "broken", "--number", "1"], "invalid-plan"),
        (&["database", "transfer", "a", "--to", "b", "--authors", "broken"], "invalid-configuration"),
    ];
    for (command, code) in commands {
        let message = desk.candor(command).refused(code);
        assert!(message.contains("not UTF-8 text"), "{command:?}: {message}");
        assert!(message.contains("line 2") || message.contains("row "), "{command:?}: {message}");
    }
}
