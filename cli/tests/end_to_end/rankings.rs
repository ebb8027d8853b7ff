//! Questions whose items are put in order, and surveys that people can leave midway, from the survey to its estimates.

use std::process::Stdio;

use serde_json::{Value, json};

use crate::collector::Collector;
use crate::desk::{Desk, close, number};

fn survey() -> Value {
    json!({"survey": "work", "privacy": {"record_epsilon": 4}, "partial": true, "attributes": [
        {"name": "sex", "categories": ["f", "m"]},
        {"name": "first", "question": "What should change first?", "places": 2, "order": "random",
         "rank": ["pay", "hours", {"value": "safety", "label": "Safety at work"}]},
        {"name": "why", "categories": ["money", "health"], "asked_if": {"first.pay": ["1"]}}]})
}

const HEADER: &str = "sex,first.pay,first.hours,first.safety,why";

/// Of six women four put pay first; men put hours first, and two in six people stop before the ranking.
const ROWS: [&str; 6] = [
    "f,1,2,not ranked,money",
    "f,1,not ranked,2,health",
    "f,not reached,not reached,not reached,not reached",
    "m,2,1,not ranked,",
    "m,not ranked,1,2,",
    "m,not reached,not reached,not reached,",
];

fn designed() -> Desk {
    let desk = Desk::empty();
    desk.write("survey.json", &survey().to_string());
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    desk
}

#[test]
fn a_plan_lists_items_with_their_places() {
    let desk = designed();
    let plan: Value = serde_json::from_str(&desk.read("plan.json")).expect("a plan");
    let ranking = json!({"attributes": [1, 2, 3], "kind": "ranking", "name": "first", "order": "random", "question": "What should change first?"});
    assert_eq!(plan["compounds"], json!([ranking]));
    assert_eq!(plan["attributes"][1]["categories"], json!(["1", "2", "not ranked", "not reached"]));
    assert_eq!(plan["attributes"][3]["question"], json!("Safety at work"));
    assert_eq!(plan["attributes"][4]["categories"], json!(["money", "health", "not reached", "not asked"]));
    assert!(plan["attributes"].as_array().expect("a list").iter().all(|own| own["partial"] == json!(true)));
    // The attribute ε of every item covers all of them, and why.
    let promises = &plan["privacy"]["attributes"];
    assert!((1..4).all(|item| promises[item]["attribute"] == promises[1]["attribute"]));
    desk.candor(&["verify", "plan.json"]).done();
    for (from, to, code) in [
        (r#""kind":"ranking""#, r#""kind":"choices""#, "invalid-compound"),
        (r#""kind":"ranking""#, r#""at_most":2,"kind":"ranking""#, "invalid-compound"),
        (r#""attributes":[1,2,3]"#, r#""attributes":[1,2]"#, "invalid-compound"),
        (r#""partial":true"#, r#""partial":false"#, "invalid-plan"),
    ] {
        let plan = desk.read("plan.json");
        assert!(plan.contains(from), "{from}");
        desk.write("forged.json", &plan.replacen(from, to, 1));
        desk.candor(&["verify", "forged.json"]).refused(code);
    }
}

#[test]
fn rankings_that_contradict_themselves_are_refused() {
    let desk = Desk::empty();
    for (member, value, code) in [
        ("places", json!(1), "invalid-compound"),
        ("places", json!(4), "invalid-compound"),
        ("places", json!(-1), "invalid-survey"),
        ("rank", json!(["pay"]), "invalid-compound"),
        ("rank", json!([]), "invalid-survey"),
        ("rank", json!(["pay", "pay", "hours"]), "duplicate-attribute"),
        ("rank", json!(["pay", {"value": "hours", "role": "other"}, "safety"]), "invalid-compound"),
        ("rank", json!(["pay", {"value": "hours", "excludes": "others"}, "safety"]), "invalid-survey"),
        ("categories", json!(["a", "b"]), "invalid-survey"),
        ("bins", json!([1, 2, 3]), "invalid-survey"),
        ("choose", json!("any"), "invalid-survey"),
        ("rows", json!([{"name": "x"}, {"name": "y"}]), "invalid-survey"),
        ("at_least", json!(1), "invalid-survey"),
    ] {
        let mut survey = survey();
        survey["attributes"][1][member] = value;
        desk.write("survey.json", &survey.to_string());
        desk.candor(&["design", "survey.json"]).refused(code);
    }
}

#[test]
fn a_label_names_the_question_of_an_item_and_what_its_promise_covers() {
    let desk = designed();
    let page = desk.candor(&["label", "plan.json"]).done().stdout;
    assert!(page.contains("What should change first? · Safety at work"), "{page}");
    assert!(page.contains(", together with first.pay, first.hours, why"), "{page}");
    let label = desk.candor(&["label", "plan.json", "--format", "json"]).json();
    assert_eq!(label["attributes"][4].get("with"), None);
    assert_eq!(label["attributes"][1]["with"], json!(["first.hours", "first.safety", "why"]));
    let says = label["hazards"].to_string();
    assert!(says.contains("Whoever stops midway sends one report like any other"), "{says}");
}

/// A refusal names the rule, whichever part of it is broken: which one would tell the answer.
#[test]
fn orders_beyond_the_rule_are_refused_in_the_same_words() {
    let desk = designed();
    let refused = |row: &str| {
        desk.write("answers.csv", &format!("{HEADER}\n{row}\n"));
        desk.candor(&["perturb", "plan.json", "--answers", "answers.csv"]).refused("invalid-choices")
    };
    let told = refused("f,2,2,1,");
    assert_eq!(told, refused("f,2,not ranked,not ranked,"));
    assert_eq!(told, refused("f,2,1,not reached,"));
    assert!(told.contains("the choices of \"first\" break its rule: 2 of them in order"), "{told}");
}

#[test]
fn rankings_are_estimated_of_those_who_reached_them() {
    let desk = designed();
    desk.perturb_rows(HEADER, &ROWS, 12_000);
    let rankings = |more: &[&str]| {
        let own = ["rankings", "plan.json", "reports.ndjson", "--format", "json"];
        desk.candor(&[&own, more].concat()).json()
    };
    let first = &rankings(&["--by", "sex"])["rankings"][0];
    // Pay is first, first, second, third of four; who is not ranked among three with two places is third.
    close(&first["items"][0]["first"], 0.5);
    close(&first["items"][0]["mean_rank"], 1.75);
    close(&first["items"][0]["groups"][0]["mean_rank"], 1.0);
    close(&first["items"][0]["groups"][0]["first"], 1.0);
    close(&first["items"][0]["groups"][1]["first"], 0.0);
    close(&first["items"][0]["first_differences"][0]["difference"], -1.0);
    close(&first["items"][1]["groups"][1]["mean_rank"], 1.0);
    assert_eq!(first["items"][0]["groups"][1]["group"], json!("m"));
    let difference = &first["items"][0]["differences"][0];
    assert_eq!((&difference["group"], &difference["reference"]), (&json!("m"), &json!("f")));
    close(&difference["difference"], 1.5);
    assert!(number(&difference["p_value"]) < 1e-6);
    assert_eq!(first["items"][0]["first"]["shown"], first["items"][0]["first"]["estimate"]);
    // Pay before hours: both women. Hours before safety: one woman and both men.
    close(&first["pairs"][0]["before"], 0.5);
    close(&first["pairs"][2]["before"], 0.75);
    close(&first["pairs"][2]["after"], 0.25);
    assert!(number(&first["pairs"][2]["p_value"]) < 1e-6);
    let valid = desk
        .candor(&[
            "estimate",
            "plan.json",
            "reports.ndjson",
            "--format",
            "json",
            "--valid",
            "--tables",
            "first.pay",
        ])
        .json();
    close(&valid["tables"][0]["cells"][0], 0.5);

    let text = desk.candor(&["rankings", "plan.json", "reports.ndjson", "--of", "first"]).done().stdout;
    assert!(text.contains("first (12,000 reports)") && text.contains("mean rank of first.pay"), "{text}");
    let sheet = desk.candor(&["rankings", "plan.json", "reports.ndjson", "--format", "csv"]).done().stdout;
    assert!(sheet.contains("first,first.hours before first.safety,"), "{sheet}");
    // Of counts of the same tables the estimates are the same; of tables that are counted without what hangs on an item they have larger
    // errors.
    let error = |of: &Value| number(&of["rankings"][0]["items"][0]["mean_rank"]["standard_error"]);
    let own = ["rankings", "plan.json", "reports.ndjson", "--format", "json"];
    let of_reports = desk.candor(&own).json();
    for is_same in [true, false] {
        let counts = ["count", "plan.json", "reports.ndjson", "--pairs", "--format", "json"];
        let mut counts = desk.candor(&counts).json();
        if !is_same {
            counts["tables"].as_array_mut().expect("tables").retain(|table| table["asked"].is_null());
        }
        desk.write("counts.json", &counts.to_string());
        let of_counts =
            desk.candor(&["rankings", "plan.json", "--counts", "counts.json", "--format", "json"]).json();
        let (own, other) = (error(&of_reports), error(&of_counts));
        assert!(if is_same { own.total_cmp(&other).is_eq() } else { 1.05 * own < other }, "{own}, {other}");
    }
    let counts = desk.candor(&["count", "plan.json", "reports.ndjson", "--format", "json"]);
    desk.write("counts.json", &counts.done().stdout);
    desk.candor(&["rankings", "plan.json", "--counts", "counts.json"]).refused("invalid-counts");
    // Synthetic records can occur, so that they can be perturbed.
    desk.candor(&["synthesize", "plan.json", "reports.ndjson", "--tree", "-o", "synthetic.csv"]).done();
    desk.perturb_answers("plan.json", "synthetic.csv", "synthetic.ndjson");
    desk.candor(&["rankings", "plan.json", "reports.ndjson", "--of", "sex"]).refused("unknown-attribute");
    desk.candor(&["rankings", "plan.json", "reports.ndjson", "--by", "first.pay"])
        .refused("invalid-hypothesis");
}

/// Whoever reads totals reads rankings of them, as the program estimates these, and no sooner than totals are told.
#[test]
fn a_collector_tells_rankings_of_its_totals() {
    let desk = designed();
    let rows: Vec<&str> = ROWS.iter().copied().cycle().take(400).collect();
    desk.write("answers.csv", &format!("{HEADER}\n{}\n", rows.join("\n")));
    desk.perturb_answers("plan.json", "answers.csv", "reports.ndjson");
    let reports = desk.read("reports.ndjson");
    let lines: Vec<&str> = reports.lines().collect();
    let steps = ["--plan", "plan.json", "--public", "--release-after=300", "--release-minutes=0"];
    let collector = Collector::telling(&desk, &steps, Stdio::inherit());
    assert_eq!(collector.reports(&lines[..299].join("\n")).status, 201);
    collector.get("/rankings").refused(422, "too-few-reports");
    assert_eq!(collector.report(lines[299]).status, 201);
    desk.write("told.ndjson", &lines[..300].join("\n"));
    let program = |words: &[&str]| desk.candor(&[&["rankings", "plan.json", "told.ndjson"], words].concat());
    let by_sex = "/rankings?by=sex&confidence=0.9";
    let rankings = collector.estimates(by_sex);
    assert_eq!(rankings, program(&["--by", "sex", "--confidence", "0.9", "--format", "json"]).json());
    assert_eq!(rankings["rankings"][0]["n"], 300);
    assert_eq!(collector.json(by_sex)["totals"], collector.json("/estimates")["totals"]);
    let csv = collector.get("/rankings?of=first&format=csv");
    assert_eq!(csv.body, program(&["--of", "first", "--format", "csv"]).done().stdout);
    assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
    // What comes after a step is told with the next.
    assert_eq!(collector.reports(&lines[300..399].join("\n")).status, 201);
    assert_eq!(collector.estimates(by_sex), rankings);
    assert_eq!(collector.report(lines[399]).status, 201);
    assert_eq!(collector.estimates(by_sex)["rankings"][0]["n"], 400);
    for (asked, code) in [
        ("of=sex", "unknown-attribute"),
        ("by=first.pay", "invalid-hypothesis"),
        ("by=nobody", "unknown-attribute"),
        ("confidence=2", "invalid-confidence"),
        ("quantiles=0.5", "unknown-parameter"),
    ] {
        collector.get(&format!("/rankings?{asked}")).refused(422, code);
    }
}
