//! Scores that devices add up, round at random and report: from the survey to means in every way of counting. Seeds are fixed.

use serde_json::Value;

use crate::collector::Collector;
use crate::desk::Desk;
use crate::sql::{counted_tables, database};

/// Six items, one of which not everybody can answer, people of two sexes, and a column in clear.
const SURVEY: &str = r#"{"survey": "work", "respondents": 5000, "attributes": [{"name": "sex", "categories": ["f", "m"]},
    {"name": "climate", "rows": [{"name": "safe"}, {"name": "heard"}, {"name": "led"}, {"name": "paid"}, {"name": "blamed"}],
        "categories": ["never", "at times", "often", "always"]},
    {"name": "liked", "categories": ["never", "at times", "often", "always", {"value": "?", "role": "dont-know"}]}],
    "scores": [{"name": "content", "of": ["climate", "liked"], "reversed": ["climate.blamed"]}], "tables": [["content", "sex"]],
    "plain": [{"name": "site", "categories": ["north", "south"]}], "privacy": {"record_epsilon": 3}}"#;

const PEOPLE: usize = 5000;

/// A desk with the plan, true answers, and reports of everybody, and the true mean of women, men, and all who know all answers.
fn surveyed() -> (Desk, [f64; 3]) {
    let desk = Desk::empty();
    desk.write("survey.json", SURVEY);
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let answers = ["never", "at times", "often", "always", "?"];
    let (mut rows, mut sums) = (String::new(), [(0.0, 0.0); 3]);
    for person in 0..PEOPLE {
        let sex = person % 2;
        let item = |number: usize| {
            (person * 7919 / 3 + number * number * 31 + person * number) % (3 + sex) + usize::from(sex == 0)
        };
        let codes: Vec<usize> = (0..6).map(item).collect();
        let liked = if person.is_multiple_of(9) { 4 } else { codes[5] };
        let values: Vec<&str> = codes[..5].iter().chain([&liked]).map(|code| answers[*code]).collect();
        rows += &format!("{},{},{}\n", ["f", "m"][sex], values.join(","), ["north", "south"][person % 3 % 2]);
        if liked < 4 {
            let score = codes[..4].iter().sum::<usize>() + 3 - codes[4] + liked + 6;
            for of in [sex, 2] {
                sums[of] = (sums[of].0 + score as f64, sums[of].1 + 1.0);
            }
        }
    }
    let header = "sex,climate.safe,climate.heard,climate.led,climate.paid,climate.blamed,liked,site\n";
    desk.write("answers.csv", &(header.to_owned() + &rows));
    for file in ["reports.ndjson", "reports.csv", "reports.parquet"] {
        desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "--seed", "7", "-o", file]).done();
    }
    (desk, sums.map(|(sum, number)| sum / number))
}

/// The score, by sex.
const BY_SEX: [&str; 4] = ["--by", "sex", "--format", "json"];

fn scores(desk: &Desk, from: &[&str]) -> Value {
    let mut told = desk.candor(&[&["scores", "plan.json"], from, &BY_SEX[..]].concat()).json();
    told["scores"][0].take()
}

#[test]
fn a_label_names_the_scores_that_are_sent() {
    let desk = Desk::empty();
    desk.write("survey.json", SURVEY);
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let label = |more: &[&str]| desk.candor(&[&["label", "plan.json"], more].concat()).done().stdout;
    let json: Value = serde_json::from_str(&label(&["--format", "json"])).expect("JSON");
    assert_eq!(json["scores"], serde_json::json!(["content"]));
    assert!(label(&[]).contains("<dt>Scores that devices send</dt><dd><bdi>content</bdi></dd>"));
    assert!(label(&["--language", "ja"]).contains("<dt>端末が送る得点</dt><dd><bdi>content</bdi></dd>"));
    desk.write("survey.json", &SURVEY.replace(r#", "tables": [["content", "sex"]]"#, ""));
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    assert!(!label(&["--format", "json"]).contains("scores") && !label(&[]).contains("Scores that"));
}

#[test]
fn a_design_says_what_devices_report() {
    let desk = Desk::empty();
    desk.write("survey.json", SURVEY);
    let told =
        desk.candor(&["design", "survey.json", "-o", "plan.json", "--standard-error", "0.01"]).done().stdout;
    let line = "content, of climate.safe, climate.heard, climate.led, climate.paid, climate.blamed, liked: rounded at random to 6, ";
    assert!(told.contains(line) && told.contains("none: devices report scores"), "{told}");
    let told = desk.candor(&["verify", "plan.json", "--format", "json"]).json();
    let levels = told["reported"][0]["levels"].as_array().expect("levels");
    assert!(levels[0] == 6.0 && levels[levels.len() - 1] == 24.0 && levels.len() > 2, "{levels:?}");
    // What an item tells is what the score tells of it.
    assert_eq!(told["attributes"][1]["column"], 0.0);
    assert_eq!(told["attributes"][1]["attribute"], told["record"]);
    let plan: Value = serde_json::from_str(&desk.read("plan.json")).expect("JSON");
    assert_eq!(plan["scores"][0]["rounded"]["steps"][4], serde_json::json!([3, 2, 1, 0]));
    assert_eq!(plan["scores"][0]["rounded"]["steps"][5], serde_json::json!([0, 1, 2, 3, null]));
    let forged = desk.read("plan.json").replace("[3,2,1,0]", "[3,2,0,1]");
    desk.write("forged.json", &forged);
    desk.candor(&["verify", "forged.json"]).refused("invalid-score");
    desk.candor(&["audit", "plan.json", "--trials", "20000"]).done();
}

#[test]
fn means_are_those_of_the_people_however_reports_are_counted() {
    let (desk, [women, men, all]) = surveyed();
    let found = scores(&desk, &["reports.ndjson"]);
    for (told, truth) in
        [(&found["mean"], all), (&found["groups"][0]["mean"], women), (&found["groups"][1]["mean"], men)]
    {
        let [estimate, error] =
            ["estimate", "standard_error"].map(|part| told[part].as_f64().expect("a number"));
        assert!((estimate - truth).abs() < 4.0 * error && error < 0.5, "{estimate} ± {error} of {truth}");
    }
    assert!(found["standard_deviation"].is_null() && found["quantiles"].is_null());
    for file in ["reports.csv", "reports.parquet"] {
        assert_eq!(scores(&desk, &[file]), found, "{file}");
    }
    let tables = ["--tables", "sex,content", "content", "content,site"];
    counted_tables(&desk, &database(&desk), &tables);
    let estimates = |from: &[&str]| {
        desk.candor(
            &[&["estimate", "plan.json"], from, &tables[..], &["--method", "inverse", "--format", "json"]]
                .concat(),
        )
        .json()
    };
    assert_eq!(estimates(&["--counts", "counts.csv"]), estimates(&["reports.parquet"]));
    // No answer is asked for under the name of the score, and none is drawn.
    let with_score = desk.read("answers.csv").replacen("site\n", "content\n", 1);
    desk.write("with-score.csv", &with_score);
    desk.candor(&["perturb", "plan.json", "--answers", "with-score.csv"]).refused("unknown-column");
    let listed = desk
        .candor(&["estimate", "plan.json", "reports.ndjson", "--method", "inverse", "--format", "json"])
        .json();
    let tables =
        listed["tables"].as_array().expect("tables").iter().map(|table| table["attributes"].to_string());
    assert_eq!(tables.collect::<Vec<_>>(), [r#"["sex"]"#, r#"["site"]"#]);
}

#[test]
fn a_collector_tells_the_same_means() {
    let (desk, _) = surveyed();
    let collector = Collector::start(&desk);
    for part in desk.read("reports.ndjson").lines().collect::<Vec<_>>().chunks(1000) {
        assert_eq!(collector.reports(&(part.join("\n") + "\n")).status, 201);
    }
    let told = collector.json("/scores?of=content&by=sex");
    assert_eq!(told["scores"][0]["mean"], scores(&desk, &["reports.ndjson"])["mean"]);
    assert_eq!(told["scores"][0]["groups"], scores(&desk, &["reports.ndjson"])["groups"]);
}

/// Weights by a column in clear, which follows the score in tables.
#[test]
fn weighted_means_are_of_the_population() {
    let (desk, _) = surveyed();
    desk.write("margins.json", r#"{"site": {"north": 0.3, "south": 0.7}}"#);
    let weighted = scores(&desk, &["reports.ndjson", "--margins", "margins.json"]);
    let plain = scores(&desk, &["reports.ndjson"]);
    let error = |of: &Value| of["mean"]["standard_error"].as_f64().expect("a number");
    assert!(error(&weighted) > error(&plain) && weighted["groups"][1]["mean"]["estimate"].is_number());
}
