//! Questions of which several answers can be chosen, grids, roles of answers and scores, from the survey to its estimates.

use std::process::Stdio;

use serde_json::{Value, json};

use crate::collector::Collector;
use crate::desk::{Desk, close, number};

fn survey() -> Value {
    json!({"survey": "work", "privacy": {"record_epsilon": 4},
        "texts": {"welcome": "Hello.", "consent": "I agree.", "thanks": "Thank you."},
        "sections": [{"before": "how", "title": "At work", "order": "random"}],
        "attributes": [
            {"name": "sex", "categories": ["f", "m"], "order": "random"},
            {"name": "how", "question": "How?", "choose": "any", "at_most": 2,
             "categories": ["words", "touch", "messages", {"value": "none", "label": "None of these", "excludes": "others"}]},
            {"name": "climate", "rows": [{"name": "safe", "question": "I feel safe"}, {"name": "blamed"}],
             "categories": ["1", "2", "3", {"value": "?", "role": "dont-know"}]},
            {"name": "age", "bins": [18, 40, 65], "categories": [{"value": "secret", "role": "refused"}]}],
        "scores": [{"name": "climate-score", "of": ["climate"], "reversed": ["climate.blamed"]}]})
}

const HEADER: &str = "sex,how.words,how.touch,how.messages,how.none,climate.safe,climate.blamed,age";

const ROWS: [&str; 4] =
    ["f,yes,yes,no,no,3,1,20", "m,no,no,no,yes,?,2,secret", "f,no,no,yes,no,1,3,50", "m,no,no,no,no,2,?,64"];

fn designed() -> Desk {
    let desk = Desk::empty();
    desk.write("survey.json", &survey().to_string());
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    desk
}

#[test]
fn a_plan_lists_choices_and_rows_as_attributes() {
    let desk = designed();
    let plan: Value = serde_json::from_str(&desk.read("plan.json")).expect("a plan");
    let names: Vec<&str> = HEADER.split(',').collect();
    let listed =
        plan["attributes"].as_array().expect("a list").iter().map(|of| of["name"].as_str().expect("a name"));
    assert_eq!(listed.collect::<Vec<_>>(), names);
    assert_eq!(
        plan["compounds"],
        json!([
            {"at_most": 2, "attributes": [1, 2, 3, 4], "excluding": [4], "kind": "choices", "name": "how", "question": "How?"},
            {"attributes": [5, 6], "kind": "rows", "name": "climate"}])
    );
    assert_eq!(plan["attributes"][4]["question"], json!("None of these"));
    let ages = json!(["[18,40)", "[40,65)", {"role": "refused", "value": "secret"}]);
    assert_eq!(plan["attributes"][7]["categories"], ages);
    assert_eq!(plan["sections"], json!([{"attribute": 1, "order": "random", "title": "At work"}]));
    assert_eq!(plan["texts"]["consent"], json!("I agree."));
    assert_eq!(plan["scores"][0]["reversed"], json!([6]));
    // The attribute ε of every choice covers all of them.
    let promises = &plan["privacy"]["attributes"];
    assert!((1..5).all(|choice| promises[choice]["attribute"] == promises[1]["attribute"]));
    desk.candor(&["verify", "plan.json"]).done();
    for (from, to, code) in [
        (r#""at_most":2,"#, r#""at_most":3,"#, "invalid-compound"),
        (r#""excluding":[4]"#, r#""excluding":[5]"#, "invalid-compound"),
        (r#""attributes":[5,6],"kind":"rows""#, r#""attributes":[5,7],"kind":"rows""#, "invalid-compound"),
        (r#""kind":"rows""#, r#""kind":"ranks""#, "invalid-plan"),
        (r#""reversed":[6]"#, r#""reversed":[7]"#, "invalid-score"),
        (r#"[{"attribute":1,"#, r#"[{"attribute":2,"#, "invalid-order"),
    ] {
        let plan = desk.read("plan.json");
        assert!(plan.contains(from), "{from}");
        desk.write("forged.json", &plan.replace(from, to));
        desk.candor(&["verify", "forged.json"]).refused(code);
    }
}

#[test]
fn surveys_that_contradict_themselves_are_refused() {
    let desk = Desk::empty();
    let cases = [
        ("/attributes/1/at_most", json!(4), "invalid-compound"),
        ("/attributes/1/at_most", json!(0), "invalid-compound"),
        ("/attributes/1/at_least", json!(3), "invalid-compound"),
        ("/attributes/1/choose", json!("one"), "invalid-survey"),
        ("/attributes/1/categories", json!(["words"]), "invalid-compound"),
        ("/attributes/1/categories", json!(["a,b", "c"]), "invalid-name"),
        ("/attributes/1/categories/0", json!({"value": "words", "role": "other"}), "invalid-compound"),
        ("/attributes/2/rows/1/name", json!("safe"), "duplicate-attribute"),
        ("/attributes/2/choose", json!("any"), "invalid-survey"),
        ("/attributes/2/name", json!("how"), "duplicate-attribute"),
        ("/attributes/0/categories", json!(["f", {"value": "m", "excludes": "others"}]), "invalid-compound"),
        ("/attributes/3/categories", json!(["secret"]), "invalid-bins"),
        ("/attributes/3/order", json!("random"), "invalid-order"),
        ("/sections/0/before", json!("climate.blamed"), "invalid-order"),
        ("/sections/0/before", json!("nobody"), "unknown-attribute"),
        ("/attributes/2/asked_if", json!({"how.words": ["yes"]}), "invalid-order"),
        ("/attributes/2/asked_if", json!({"how": ["words"]}), "invalid-follow-up"),
        ("/scores/0/codes", json!([1, 2]), "invalid-score"),
        ("/scores/0/of", json!([]), "invalid-score"),
        ("/scores/0/name", json!("age"), "invalid-score"),
        ("/ask", json!("drawn"), "infeasible-request"),
    ];
    for (place, value, code) in cases {
        let mut survey = survey();
        let (parent, member) = place.rsplit_once('/').expect("a place");
        match survey.pointer_mut(parent).expect("a parent") {
            Value::Array(list) => list[member.parse::<usize>().expect("a position")] = value,
            object => object[member] = value,
        }
        desk.write("survey.json", &survey.to_string());
        desk.candor(&["design", "survey.json"]).refused(code);
    }
}

/// A refusal names the rule, whichever part of it is broken: which one would tell the answer.
#[test]
fn choices_beyond_the_rule_are_refused_in_the_same_words() {
    let desk = designed();
    let refused = |row: &str| {
        desk.write("answers.csv", &format!("{HEADER}\n{row}\n"));
        desk.candor(&["perturb", "plan.json", "--answers", "answers.csv"]).refused("invalid-choices")
    };
    let told = refused("f,yes,yes,yes,no,3,1,20");
    assert_eq!(told, refused("f,yes,no,no,yes,3,1,20"));
    assert!(told.contains("the choices of \"how\" break its rule: at most 2"), "{told}");
}

#[test]
fn choices_scores_and_valid_answers_are_estimated() {
    let desk = designed();
    desk.perturb_rows(HEADER, &ROWS, 12_000);
    let estimate = |more: &[&str]| {
        let own = ["estimate", "plan.json", "reports.ndjson", "--format", "json", "--tables"];
        desk.candor(&[&own, more].concat()).json()
    };
    // A question stands for each of its choices.
    let choices = estimate(&["how,sex"]);
    assert_eq!(choices["tables"].as_array().map(Vec::len), Some(4));
    assert_eq!(choices["tables"][1]["attributes"], json!(["how.touch", "sex"]));
    close(&choices["tables"][1]["cells"][2], 0.25);
    // "None of these" and another choice cannot be made together.
    let both = &estimate(&["how.words,how.none"])["tables"][0]["cells"][3];
    assert_eq!((number(&both["estimate"]), number(&both["standard_error"])), (0.0, 0.0));
    // Of those who know, and of those who said their age.
    let valid = estimate(&["climate.safe", "age", "--valid"]);
    let share = |table: usize, cell: usize| valid["tables"][table]["cells"][cell].clone();
    (0..3).for_each(|cell| close(&share(0, cell), 1.0 / 3.0));
    close(&share(1, 0), 1.0 / 3.0);

    let scores =
        desk.candor(&["scores", "plan.json", "reports.ndjson", "--by", "sex", "--format", "json"]).json();
    let (climate, how) = (&scores["scores"][0], &scores["scores"][1]);
    // Safe: 3, 1 and 2; blamed in reverse: 3, 2 and 1.
    close(&climate["mean"], 4.0);
    // Of women 2 and 2, of men 2 and 2.
    close(&climate["groups"][0]["mean"], 4.0);
    close(&climate["differences"][0]["difference"], 0.0);
    assert!(climate["alpha"]["estimate"].is_number() && how["alpha"].is_null());
    // Two, none, one, and none.
    close(&how["mean"], 0.75);
    close(&how["differences"][0]["difference"], -1.5);
    assert!(number(&how["differences"][0]["p_value"]) < 1e-6);
    // Of those who answered both rows one half has a score of 6, and the other of 2.
    let quantiles = climate["quantiles"].as_array().expect("quartiles");
    assert_eq!(quantiles.iter().map(|of| number(&of["share"])).collect::<Vec<_>>(), [0.25, 0.5, 0.75]);
    for (place, value) in [(0, 2.0), (2, 6.0)] {
        let of = &quantiles[place];
        assert!(number(&of["estimate"]) == value && of["shown"] == of["estimate"], "{of}");
    }
    assert_eq!((number(&climate["least"]), number(&climate["most"])), (2.0, 6.0));
    assert!(climate["mean"]["shown"] == climate["mean"]["estimate"]);
    let ninth = ["scores", "plan.json", "reports.ndjson", "--of", "how", "--quantiles"];
    let ninth = |shares: &str| desk.candor(&[&ninth[..], &[shares, "--format", "json"]].concat());
    let of_how = ninth("0.4,0.9").json()["scores"][0]["quantiles"].clone();
    assert_eq!((number(&of_how[0]["estimate"]), number(&of_how[1]["estimate"])), (0.0, 2.0));
    ninth("1.5").refused("invalid-hypothesis");
    let text = desk.candor(&["scores", "plan.json", "reports.ndjson", "--of", "how"]).done().stdout;
    assert!(text.contains("quantile 0.5"), "{text}");
    assert!(text.contains("how (12,000 reports)") && !text.contains("climate"), "{text}");
    desk.candor(&["scores", "plan.json", "reports.ndjson", "--of", "age"]).refused("invalid-score");
    desk.candor(&["scores", "plan.json", "reports.ndjson", "--by", "how.words"])
        .refused("invalid-hypothesis");
}

/// Whoever reads totals reads scores and shares of valid answers of them, as the program estimates these, and no sooner than totals are told.
#[test]
fn a_collector_tells_scores_and_valid_answers_of_its_totals() {
    let desk = designed();
    let rows: Vec<&str> = ROWS.iter().copied().cycle().take(400).collect();
    desk.write("answers.csv", &format!("{HEADER}\n{}\n", rows.join("\n")));
    desk.perturb_answers("plan.json", "answers.csv", "reports.ndjson");
    let reports = desk.read("reports.ndjson");
    let lines: Vec<&str> = reports.lines().collect();
    let steps = ["--plan", "plan.json", "--public", "--release-after=300", "--release-minutes=0"];
    let collector = Collector::telling(&desk, &steps, Stdio::inherit());
    assert_eq!(collector.reports(&lines[..299].join("\n")).status, 201);
    for asked in ["/scores", "/estimates?valid=true"] {
        collector.get(asked).refused(422, "too-few-reports");
    }
    assert_eq!(collector.report(lines[299]).status, 201);
    desk.write("told.ndjson", &lines[..300].join("\n"));
    let program =
        |words: &[&str]| desk.candor(&[&[words[0], "plan.json", "told.ndjson"], &words[1..]].concat());
    let by_sex = "/scores?by=sex&quantiles=0.1,0.5&confidence=0.9";
    let expected =
        ["scores", "--by", "sex", "--quantiles", "0.1,0.5", "--confidence", "0.9", "--format", "json"];
    let scores = collector.estimates(by_sex);
    assert_eq!(scores, program(&expected).json());
    assert_eq!(scores["scores"][0]["n"], 300);
    assert_eq!(collector.json(by_sex)["totals"], collector.json("/estimates")["totals"]);
    let csv = collector.get("/scores?of=how&of=climate-score&format=csv");
    let of_both = ["scores", "--of", "how", "climate-score", "--format", "csv"];
    assert_eq!(csv.body, program(&of_both).done().stdout);
    assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
    let valid = "/estimates?tables=climate.safe&tables=sex,age&valid=true";
    let expected = ["estimate", "--tables", "climate.safe", "sex,age", "--valid", "--format", "json"];
    assert_eq!(collector.estimates(valid), program(&expected).json());
    assert_ne!(
        collector.estimates("/estimates?tables=climate.safe"),
        collector.estimates("/estimates?tables=climate.safe&valid=true")
    );
    // What comes after a step is told with the next.
    assert_eq!(collector.reports(&lines[300..399].join("\n")).status, 201);
    assert_eq!(collector.estimates(by_sex), scores);
    assert_eq!(collector.report(lines[399]).status, 201);
    assert_eq!(collector.estimates(by_sex)["scores"][0]["n"], 400);
    for (asked, code) in [
        ("of=age", "invalid-score"),
        ("by=how.words", "invalid-hypothesis"),
        ("by=nobody", "unknown-attribute"),
        ("quantiles=1", "invalid-hypothesis"),
        ("quantiles=half", "unknown-parameter"),
        ("confidence=2", "invalid-confidence"),
        ("tables=how", "unknown-parameter"),
    ] {
        collector.get(&format!("/scores?{asked}")).refused(422, code);
    }
}
