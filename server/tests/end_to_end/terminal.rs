//! What every command prints to a terminal.

use crate::desk::{Desk, SURVEY};

#[test]
fn help_has_an_example_for_every_command() {
    let desk = Desk::empty();
    let help = desk.candor(&["--help"]).done().stdout;
    let listed =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // Continuation lines are indented further.
    let named = listed.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    let commands: Vec<&str> =
        named.filter_map(|line| line.split(' ').next()).filter(|name| *name != "help").collect();
    assert!(commands.contains(&"design") && commands.contains(&"reproduce"), "{commands:?}");
    for command in commands {
        let help = desk.candor(&[command, "--help"]).done().stdout;
        assert!(help.contains(&format!("$ candor {command}")), "{command}");
    }
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
