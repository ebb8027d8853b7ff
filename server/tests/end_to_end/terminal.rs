//! What every command tells in a terminal.

use crate::desk::Desk;

#[test]
fn help_has_an_example_for_every_command() {
    let desk = Desk::empty();
    let help = desk.candor(&["--help"]).done().stdout;
    let listed =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // What goes on in another line is indented by more.
    let named = listed.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    let commands: Vec<&str> =
        named.filter_map(|line| line.split(' ').next()).filter(|name| *name != "help").collect();
    assert!(commands.contains(&"design") && commands.contains(&"reproduce"), "{commands:?}");
    for command in commands {
        let help = desk.candor(&[command, "--help"]).done().stdout;
        assert!(help.contains(&format!("$ candor {command}")), "{command}");
    }
}

/// A title or a category from elsewhere must not move the cursor or reorder a line of whoever verifies the plan.
#[test]
fn what_is_told_does_not_steer_the_terminal() {
    let desk = Desk::empty();
    let survey = |second: &str| {
        format!(
            r#"{{"survey":"health","title":"\u001b[2J\u202eHealth",
            "attributes":[{{"name":"smo\u202eker","categories":["no\u001b[1A","{second}"],"epsilon":1}}]}}"#
        )
    };
    desk.write("survey.json", &survey("yes"));
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let told = desk.candor(&["verify", "plan.json"]).done().stdout;
    assert!(told.contains("\\u{1b}[2J\\u{202e}Health") && !told.contains('\u{1b}'), "{told}");
    desk.write("answers.csv", "smo\u{202e}ker\nyes\n");
    desk.perturb_answers("plan.json", "answers.csv", "reports.ndjson");
    let commands: [&[&str]; 3] = [
        &["audit", "plan.json", "--trials", "10"],
        &["count", "plan.json", "reports.ndjson"],
        &["estimate", "plan.json", "reports.ndjson"],
    ];
    for command in commands {
        let told = desk.candor(command).done().stdout;
        assert!(told.contains("smo\\u{202e}ker") && !told.contains('\u{202e}'), "{command:?}: {told}");
    }
    desk.write("survey.json", &survey("no\\u001b[1A"));
    let message = desk.candor(&["design", "survey.json"]).refused("duplicate-category");
    assert!(message.contains("no\\u{1b}[1A") && !message.contains('\u{1b}'), "{message}");
}
