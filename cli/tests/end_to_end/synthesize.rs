//! `candor synthesize`.

use crate::desk::Desk;

const SURVEY: &str = r#"{"survey":"habits","attributes":[{"name":"smoker","categories":["no","yes, \"often\""]},
    {"name":"age","bins":[18,30,60,null]},{"name":"cough","categories":["never","sometimes","often"]}],
    "privacy":{"record_epsilon":6"#;

/// 20,000 people: smokers cough and are young.
fn reported(method: &str) -> Desk {
    let desk = Desk::empty();
    desk.write("survey.json", &format!("{SURVEY}{method}}}}}"));
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let rows = ["\"yes, \"\"often\"\"\",20,often", "no,70,never", "no,40,never", "no,40,sometimes"];
    let answers: String = (0..20_000).map(|row| rows[row % rows.len()].to_owned() + "\n").collect();
    desk.write("answers.csv", &("smoker,age,cough\n".to_owned() + &answers));
    desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "-o", "reports.ndjson", "--seed", "5"])
        .done();
    desk
}

/// The share of records that contain both texts.
fn share(records: &str, one: &str, other: &str) -> f64 {
    let rows: Vec<&str> = records.lines().skip(1).collect();
    rows.iter().filter(|row| row.contains(one) && row.contains(other)).count() as f64 / rows.len() as f64
}

#[test]
fn records_have_the_dependence_of_the_answers_by_labels_or_without() {
    for method in ["", ",\"method\":\"analysis\""] {
        let desk = reported(method);
        let records = desk.candor(&["synthesize", "plan.json", "reports.ndjson"]).done().stdout;
        assert!(records.starts_with("smoker,age,cough\n"));
        assert_eq!(records.lines().count(), 20_001);
        // A quarter smokes, coughs often and is young. Nobody who does not smoke coughs often.
        assert!((share(&records, "yes", "often\n".trim()) - 0.25).abs() < 0.05);
        assert!(share(&records, "no,", ",often") < 0.03);
        // The output can be read as answers.
        desk.write("records.csv", &records);
        let again = ["perturb", "plan.json", "--answers", "records.csv", "-o", "again.ndjson"];
        if !records.contains("[18, 30)") {
            desk.candor(&again).done();
        }
    }
}

#[test]
fn counts_seeds_tables_and_numbers_are_as_asked() {
    let desk = reported("");
    let drawn = |more: &[&str]| desk.candor(&[&["synthesize", "plan.json"], more].concat()).done().stdout;
    let counts =
        desk.candor(&["count", "plan.json", "reports.ndjson", "--pairs", "--format", "json"]).done().stdout;
    desk.write("counts.json", &counts);
    assert_eq!(drawn(&["--counts", "counts.json"]), drawn(&["reports.ndjson"]));
    assert_ne!(drawn(&["reports.ndjson", "--seed", "2"]), drawn(&["reports.ndjson"]));
    let whole = drawn(&["reports.ndjson", "--tables", "smoker,age,cough", "--records", "500"]);
    assert_eq!(whole.lines().count(), 501);
    drawn(&["reports.ndjson", "--records", "0", "-o", "none.csv"]);
    assert_eq!(desk.read("none.csv"), "smoker,age,cough\n");
}

/// Whoever says no is not asked the follow-up: no record has an answer to it, whatever the method, and counts give the records that reports give.
#[test]
fn what_cannot_occur_is_not_drawn() {
    let desk = Desk::empty();
    let survey = r#"{"survey": "work", "privacy": {"record_epsilon": 1}, "attributes": [{"name": "sex", "categories": ["f", "m"]},
        {"name": "harassed", "categories": ["no", "yes"]},
        {"name": "by", "categories": ["colleague", "manager"], "asked_if": {"harassed": ["yes"]}}]}"#;
    desk.write("survey.json", survey);
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let rows = ["f,no,", "m,no,", "f,yes,manager", "m,yes,colleague", "f,no,"]
        .map(|row| row.to_owned() + "\n")
        .concat();
    desk.write("answers.csv", &("sex,harassed,by\n".to_owned() + &rows.repeat(400)));
    desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "--seed", "2", "-o", "reports.ndjson"])
        .done();
    let counts =
        desk.candor(&["count", "plan.json", "reports.ndjson", "--pairs", "--format", "json"]).done().stdout;
    desk.write("counts.json", &counts);
    let tables = ["--tables", "sex,by", "harassed,by"];
    for method in [&[][..], &["--method", "inverse"], &["--method", "likelihood"]] {
        let drawn = |from: &[&str]| {
            desk.candor(&[&["synthesize", "plan.json"], from, &tables[..], method].concat()).done().stdout
        };
        let records = drawn(&["reports.ndjson"]);
        assert_eq!(records.lines().count(), 2001);
        assert!(
            records.lines().skip(1).all(|row| row.contains(",no,") == row.ends_with("not asked")),
            "{method:?}"
        );
        assert_eq!(drawn(&["--counts", "counts.json"]), records, "{method:?}");
    }
}

/// In the north, where three of four live, one of five smokes; in the south, four of five.
#[test]
fn plain_columns_are_drawn_with_the_answers() {
    let rows = |region: &str, yes: usize| -> String {
        (0..5).map(|row| format!("{},{region}\n", if row < yes { "yes" } else { "no" })).collect()
    };
    let ten = rows("north", 1).repeat(3) + &rows("south", 4);
    for method in ["labelled", "analysis"] {
        let desk = Desk::empty();
        let survey = r#"{"survey":"habits","attributes":[{"name":"smoker","categories":["no","yes"]}],
            "plain":[{"name":"region","categories":["north","south"]}],"privacy":{"record_epsilon":3,"method":"METHOD"}}"#;
        desk.write("survey.json", &survey.replace("METHOD", method));
        desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
        desk.write("answers.csv", &("smoker,region\n".to_owned() + &ten.repeat(500)));
        let perturb = ["perturb", "plan.json", "--answers", "answers.csv", "--seed", "3", "-o"];
        desk.candor(&[&perturb[..], &["reports.ndjson"]].concat()).done();
        let drawn = |more: &[&str]| desk.candor(&[&["synthesize", "plan.json"], more].concat()).done().stdout;
        let records = drawn(&["reports.ndjson"]);
        assert!(records.starts_with("smoker,region\n"), "{records:.40}");
        // 10,000 records: five standard errors of the draw, and as much again for shares with noise.
        for (answer, region, expected, allowed) in
            [("", "north", 0.75, 0.022), ("yes", "north", 0.15, 0.05), ("yes", "south", 0.2, 0.05)]
        {
            let found = share(&records, answer, region);
            assert!((found - expected).abs() < allowed, "{method}: {answer} {region}: {found}");
        }
        let counts = desk.candor(&["count", "plan.json", "reports.ndjson", "--pairs", "--format", "json"]);
        desk.write("counts.json", &counts.done().stdout);
        assert_eq!(drawn(&["--counts", "counts.json"]), records);
        // The output can be read as answers.
        desk.write("answers.csv", &records);
        desk.candor(&[&perturb[..], &["again.ndjson"]].concat()).done();
    }
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let desk = reported("");
    let refused = |more: &[&str], code: &str| {
        desk.candor(&[&["synthesize", "plan.json", "-o", "out.csv"], more].concat()).refused(code)
    };
    let unread = refused(&["reports.ndjson", "--tables", "smoker,age"], "unread-attribute");
    assert!(unread.contains("\"cough\""), "{unread}");
    refused(&["reports.ndjson", "--tables", "smoker,height"], "unknown-attribute");
    refused(&["reports.ndjson", "--method", "guess"], "unknown-method");
    desk.write("empty.ndjson", "");
    refused(&["empty.ndjson"], "empty-sample");
    assert!(!desk.files().contains(&"out.csv".to_owned()));
}

#[test]
fn all_pairs_are_taken_unless_a_tree_is_asked_for_or_they_are_too_many() {
    let desk = reported("");
    let drawn =
        |more: &[&str]| desk.candor(&[&["synthesize", "plan.json", "reports.ndjson"], more].concat()).done();
    assert_ne!(drawn(&[]).stdout, drawn(&["--tree"]).stdout);
    assert!(!drawn(&["--tree"]).stderr.contains("note: "));
    assert!(!drawn(&[]).stderr.contains("note: "), "one distribution has all tables of a best guess");
    let noisy = drawn(&["--method", "hybrid"]).stderr;
    let told = noisy.split("within ").nth(1).and_then(|rest| rest.split(' ').next()).expect("how near");
    assert!((1e-6..0.1).contains(&told.parse::<f64>().expect("a number")), "{noisy}");
    let names: Vec<String> = (0..22).map(|place| format!("q{place}")).collect();
    let questions: Vec<String> = names
        .iter()
        .map(|name| format!(r#"{{"name":"{name}","categories":["no","yes"],"epsilon":1}}"#))
        .collect();
    let survey = format!(
        r#"{{"survey":"many","privacy":{{"method":"independent"}},"attributes":[{}]}}"#,
        questions.join(",")
    );
    desk.write("survey.json", &survey);
    desk.candor(&["design", "survey.json", "-o", "many.json"]).done();
    let rows = ["no,".repeat(21) + "no\n", "yes,".repeat(21) + "yes\n"].concat().repeat(500);
    desk.write("answers.csv", &(names.join(",") + "\n" + &rows));
    desk.candor(&["perturb", "many.json", "--answers", "answers.csv", "-o", "many.ndjson", "--seed", "1"])
        .done();
    let many = desk.candor(&["synthesize", "many.json", "many.ndjson"]).done();
    assert!(many.stderr.contains("note: all pairs together have too many cells"), "{}", many.stderr);
    assert_eq!(many.stdout, desk.candor(&["synthesize", "many.json", "many.ndjson", "--tree"]).done().stdout);
}
