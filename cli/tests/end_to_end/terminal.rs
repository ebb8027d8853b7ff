//! What every command prints to a terminal.

use crate::desk::{Desk, SURVEY};

/// The commands that a help lists.
fn listed(help: &str) -> Vec<&str> {
    let lines =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // Continuation lines are indented further.
    let named = lines.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    named.filter_map(|line| line.split(' ').next()).filter(|name| *name != "help").collect()
}

/// The commands for databases.
const OF_DATABASES: [&str; 11] = [
    "check", "backup", "migrate", "close", "delete", "keep", "expire", "export", "invite", "token",
    "transfer",
];

/// Those that had another name.
const RENAMED: [&str; 8] = ["check", "backup", "migrate", "close", "delete", "export", "invite", "token"];

#[test]
fn help_has_an_example_for_every_command() {
    let desk = Desk::empty();
    let help = desk.candor(&["--help"]).done().stdout;
    let commands = listed(&help);
    assert!(["design", "database", "reproduce"].iter().all(|name| commands.contains(name)), "{commands:?}");
    for command in commands {
        let help = desk.candor(&[command, "--help"]).done().stdout;
        assert!(help.contains(&format!("$ candor {command}")), "{command}");
    }
    let help = desk.candor(&["database", "--help"]).done().stdout;
    assert_eq!(listed(&help), OF_DATABASES);
    for command in OF_DATABASES {
        let help = desk.candor(&["database", command, "--help"]).done().stdout;
        assert!(help.contains(&format!("$ candor database {command}")), "{command}");
    }
}

/// Whatever follows a former name of a command, the answer names the new one, and nothing is done.
#[test]
fn former_names_answer_with_the_new_ones() {
    let desk = Desk::with_plan();
    let before = desk.files();
    let help = desk.candor(&["--help"]).done().stdout;
    for name in RENAMED {
        assert!(!listed(&help).contains(&name), "{name} is listed");
        for arguments in [&[][..], &["--help"], &["plan.json", "--database", "health.db", "-o", "out"]] {
            let told = desk.candor(&[&[name], arguments].concat()).refused("renamed-command");
            assert!(told.contains(&format!("`candor database {name}`")), "{told}");
        }
    }
    assert_eq!(desk.files(), before);
}

/// A title or category from elsewhere must not move the cursor or reorder a line for its reader. Such texts are refused, and the refusal
/// shows them without the offending characters.
#[test]
fn what_is_told_does_not_steer_the_terminal() {
    let desk = Desk::empty();
    let refused = |title: &str, name: &str, category: &str, code: &str| {
        let survey = format!(
            r#"{{"survey":"health","title":"{title}",
            "attributes":[{{"name":"{name}","categories":["{category}","yes"],"epsilon":1}}]}}"#
        );
        desk.write("survey.json", &survey);
        let message = desk.candor(&["design", "survey.json"]).refused(code);
        assert!(!message.contains(['\u{1b}', '\u{202e}']), "{message:?}");
        message
    };
    assert!(refused(r"\u001b[2J\u202eHealth", "smoker", "no", "invalid-text").contains("[2J"));
    assert!(refused("Health", r"smo\u202eker", "no", "invalid-name").contains("smo"));
    assert!(refused("Health", "smoker", r"no\u001b[1A", "invalid-text").contains("[1A"));
    desk.write("survey.json", SURVEY);
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    desk.write("answers.csv", "smo\u{202e}ker,age\nyes,30\n");
    let perturb = ["perturb", "plan.json", "--answers", "answers.csv"];
    let message = desk.candor(&perturb).refused("unknown-column");
    assert!(message.contains("smo\\u{202e}ker") && !message.contains('\u{202e}'), "{message:?}");
}
