//! The collector's routes.

use serde_json::{Value, json};

use crate::collector::Collector;
use crate::desk::{Desk, today, yes_no};

/// A desk with a plan, and `count` reports as lines.
fn reported(count: usize) -> (Desk, Vec<String>) {
    let desk = Desk::with_plan();
    desk.perturb(count, "reports.ndjson");
    let lines = desk.read("reports.ndjson").lines().map(str::to_owned).collect();
    (desk, lines)
}

fn changed(report: &str, key: &str, value: Value) -> String {
    let mut report: Value = serde_json::from_str(report).expect("JSON");
    report[key] = value;
    report.to_string()
}

/// The report with its first answer, a yes or a no, inverted.
fn contradicted(report: &str) -> String {
    let answers: Value = serde_json::from_str(report).expect("JSON");
    let first = answers["perturbed"][0].as_u64().expect("a number");
    changed(report, "perturbed", json!([1 - first, answers["perturbed"][1]]))
}

#[test]
fn plans_and_surveys_are_published() {
    let (desk, before) = (Desk::with_plan(), today());
    desk.design_other("other.json");
    let collector = Collector::with(&desk, &["--plan", "plan.json", "--plan", "other.json"]);
    let fingerprint = desk.fingerprint("plan.json");
    let plan = collector.get(&format!("/plans/{fingerprint}"));
    assert_eq!(plan.body, desk.read("plan.json").trim_end());
    assert_eq!(plan.header("content-type"), Some("application/json"));
    assert_eq!(plan.header("cache-control"), Some("public, max-age=31536000, immutable"));
    assert_eq!(plan.header("access-control-allow-origin"), Some("*"));
    assert_eq!(plan.header("access-control-expose-headers"), Some("retry-after"));
    let survey = collector.get("/surveys/health");
    assert_eq!((survey.body, survey.head.contains("no-cache")), (plan.body, true));
    let surveys = collector.json("/surveys");
    let ratio = surveys[0]["standard_error_ratio"].as_f64().expect("a ratio");
    let day = surveys[0]["published"].as_str().expect("a day");
    assert!((before..=today()).contains(&day.to_owned()), "{day}");
    let health = json!({"survey": "health", "title": "Health habits", "fingerprint": fingerprint, "reports": 0, "published": day,
        "release": {"after": 1, "reports": 1, "minutes": 0}, "totals": surveys[0]["totals"], "is_closed": false, "opens": null, "closes": null, "kept": null,
        "standard_error_ratio": ratio, "unidentifiable_pairs": []});
    assert_eq!((&surveys[0]["totals"]["reports"], &surveys[0]["totals"]["delta"]), (&1.into(), &0.0.into()));
    assert!(surveys[0] == health && ratio >= 1.0, "{surveys}");
    assert_eq!(surveys[1]["survey"], "other");
    collector.get("/surveys/nobody").refused(404, "not-found");
    collector.get(&format!("/plans/sha256:{}", "0".repeat(64))).refused(404, "not-found");
    collector.get("/nowhere").refused(404, "not-found");
}

/// For a plan with declared tables, every pair is either estimated or listed as not estimable.
#[test]
fn pairs_that_cannot_be_estimated_are_told_and_no_others() {
    let desk = Desk::empty();
    let names = ["a", "b", "c", "d"];
    let question = |name: &&str| json!({"name": name, "categories": ["no", "yes"]});
    let attributes: Vec<_> = names.iter().map(question).collect();
    let survey = json!({"survey": "declared", "attributes": attributes, "tables": [["a", "b"], ["b", "c"], ["d"]],
        "privacy": {"record_epsilon": 2}});
    desk.write("survey.json", &survey.to_string());
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    desk.write("answers.csv", &("a,b,c,d\n".to_owned() + &"no,yes,no,yes\n".repeat(40)));
    desk.perturb_answers("plan.json", "answers.csv", "reports.ndjson");
    let collector = Collector::start(&desk);
    assert_eq!(collector.reports(&desk.read("reports.ndjson")).status, 201);
    let pairs = (0..4).flat_map(|first| (first + 1..4).map(move |second| [names[first], names[second]]));
    let refused = pairs.filter(|[one, other]| {
        let answer = collector.get(&format!("/estimates?tables={one},{other}"));
        answer.status != 200 && answer.json()["code"] == "unidentifiable-table"
    });
    let refused: Vec<_> = refused.collect();
    assert!(!refused.is_empty() && refused.len() < 5, "{refused:?}");
    assert_eq!(collector.json("/surveys")[0]["unidentifiable_pairs"], json!(refused));
}

/// Pairs are not checked if there are too many questions.
#[test]
fn of_more_than_sixty_questions_no_pairs_are_told() {
    for (questions, told) in [(60, json!([])), (61, json!(null))] {
        let desk = Desk::empty();
        let survey = json!({"survey": "many", "attributes": yes_no((0..questions).map(|_| 0.5))});
        desk.write("survey.json", &survey.to_string());
        desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
        assert_eq!(Collector::start(&desk).json("/surveys")[0]["unidentifiable_pairs"], told);
    }
}

/// With uniform answers to all questions, compares the actual standard errors with water-filling computed by hand, whose caps are all out
/// of reach.
#[test]
fn standard_errors_are_as_near_the_bound_as_is_told() {
    let desk = Desk::empty();
    let sizes = [2, 3, 2];
    let question = |(i, size): (usize, &usize)| json!({"name": format!("q{i}"), "categories": (0..*size).map(|c| c.to_string()).collect::<Vec<_>>()});
    let attributes: Vec<_> = sizes.iter().enumerate().map(question).collect();
    let survey = json!({"survey": "three", "attributes": attributes,
        "privacy": {"record_epsilon": 1, "method": "labelled"}});
    desk.write("survey.json", &survey.to_string());
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let record = desk.json("plan.json")["privacy"]["record"].as_f64().expect("a level");
    // c_T = Σ_{W⊇T} dim_T²/∏ aᵢ over W of one or two questions.
    let size = |i: usize| f64::from(u32::try_from(sizes[i]).expect("small"));
    let mut roots = 0.0;
    for i in 0..3 {
        let pairs: f64 = (0..3).filter(|j| *j != i).map(|j| 1.0 / (size(i) * size(j))).sum();
        roots += (size(i) - 1.0) * (1.0 / size(i) + pairs).sqrt();
        roots +=
            (i + 1..3).map(|j| (size(i) - 1.0) * (size(j) - 1.0) / (size(i) * size(j)).sqrt()).sum::<f64>();
    }
    let bound = (roots / (record / 2.0).sinh()).powi(2);
    let rows = (0..24_000).map(|row| format!("{},{},{}\n", row % 2, row / 2 % 3, row / 6 % 2));
    desk.write("answers.csv", &("q0,q1,q2\n".to_owned() + &rows.collect::<String>()));
    desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "--seed", "1", "-o", "reports.ndjson"])
        .done();
    let estimates =
        desk.candor(&["estimate", "plan.json", "reports.ndjson", "--pairs", "--format", "json"]).json();
    let cells = estimates["tables"].as_array().expect("tables").iter().flat_map(|table| {
        table["cells"]
            .as_array()
            .expect("cells")
            .iter()
            .map(|cell| cell["standard_error"].as_f64().expect("one"))
    });
    let squares: Vec<f64> = cells.map(|error| error * error).collect();
    assert_eq!(squares.len(), 2 + 3 + 2 + 6 + 4 + 6);
    let measured = (24_000.0 * squares.iter().sum::<f64>() / bound).sqrt();
    let told = Collector::start(&desk).json("/surveys")[0]["standard_error_ratio"].as_f64().expect("a ratio");
    assert!((measured / told - 1.0).abs() < 0.02 && told >= 1.0, "measured {measured}, told {told}");
}

#[test]
fn the_newest_plan_of_a_survey_is_the_survey_s() {
    let desk = Desk::with_plan();
    drop(Collector::start(&desk));
    desk.candor(&["design", "survey.json", "-o", "newer.json", "--method", "independent"]).done();
    let collector = Collector::with(&desk, &["--plan", "newer.json"]);
    assert_eq!(collector.json("/surveys").as_array().map(Vec::len), Some(2));
    assert_eq!(collector.json("/surveys/health")["fingerprint"], desk.fingerprint("newer.json"));
}

#[test]
fn a_report_is_stored_once() {
    let (desk, reports) = reported(2);
    let collector = Collector::start(&desk);
    let first = collector.report(&reports[0]);
    assert_eq!((first.status, first.json()), (201, json!({"accepted": 1, "repeated": 0})));
    let again = collector.report(&reports[0]);
    assert_eq!((again.status, again.json()), (200, json!({"accepted": 0, "repeated": 1})));
    collector.report(&contradicted(&reports[0])).refused(409, "id-conflict");
    assert_eq!(collector.report(&reports[0]).status, 200);
    assert_eq!(collector.json("/surveys")[0]["reports"], 1);
}

#[test]
fn lines_are_stored_all_or_none() {
    let (desk, reports) = reported(30);
    let collector = Collector::start(&desk);
    let (some, all) = (reports[..10].join("\n"), reports.join("\n"));
    assert_eq!(collector.reports(&some).json(), json!({"accepted": 10, "repeated": 0}));
    let conflict = collector.reports(&format!("{}\n\n{}\n", reports[20], contradicted(&reports[0])));
    conflict.refused(409, "id-conflict");
    assert_eq!(conflict.json()["line"], 3);
    let broken = collector.reports(&format!("{all}\n{}", changed(&reports[0], "perturbed", json!([0, 3]))));
    broken.refused(422, "category-out-of-range");
    assert_eq!(broken.json()["line"], 31);
    assert_eq!(collector.json("/surveys")[0]["reports"], 10);
    let rest = collector.reports(&format!("{all}\n"));
    assert_eq!((rest.status, rest.json()), (201, json!({"accepted": 20, "repeated": 10})));
    assert_eq!(collector.reports(&all).status, 200);
}

#[test]
fn reports_that_do_not_fit_are_refused_with_their_code() {
    let (desk, reports) = reported(1);
    let collector = Collector::start(&desk);
    let report = &reports[0];
    let cases = [
        ("invalid-report", String::new()),
        ("invalid-report", "[]".to_owned()),
        ("invalid-report", changed(report, "perturbed", json!([0]))),
        ("invalid-report", changed(report, "id", json!("AAAA"))),
        ("invalid-report", changed(report, "when", json!("noon"))),
        ("category-out-of-range", changed(report, "perturbed", json!([2, 0]))),
        ("plan-mismatch", changed(report, "plan", json!(format!("sha256:{}", "0".repeat(64))))),
        ("invalid-report", changed(report, "plan", json!("health"))),
    ];
    for (code, body) in cases {
        collector.report(&body).refused(422, code);
    }
    collector.reports("\n\n").refused(422, "invalid-report");
    collector.post("text/plain", report).refused(415, "unsupported-media-type");
    let answer = collector.get("/reports");
    answer.refused(405, "method-not-allowed");
    assert_eq!(answer.header("allow"), Some("POST"));
    assert_eq!(collector.json("/surveys")[0]["reports"], 0);
}

#[test]
fn estimates_are_those_of_the_command_line() {
    let (desk, reports) = reported(500);
    let collector = Collector::start(&desk);
    collector.get("/estimates").refused(422, "too-few-reports");
    assert_eq!(collector.reports(&reports[..200].join("\n")).status, 201);
    // Estimates that were cached for the first submission are not returned after the second.
    assert_eq!(collector.json("/estimates?tables=smoker,age")["n"], 200);
    assert_eq!(collector.reports(&reports[200..].join("\n")).status, 201);
    let asked = "tables=smoker&tables=smoker,age&confidence=0.9";
    let command = ["estimate", "plan.json", "reports.ndjson", "--format", "json"];
    let flags = ["--tables", "smoker", "smoker,age", "--confidence", "0.9"];
    let expected = desk.candor(&[&command[..], &flags].concat()).json();
    let fingerprint = desk.fingerprint("plan.json");
    for which in [String::new(), "survey=health&".to_owned(), format!("plan={fingerprint}&")] {
        assert_eq!(collector.estimates(&format!("/estimates?{which}{asked}")), expected);
    }
    assert_eq!(collector.estimates("/estimates"), desk.candor(&command).json());
    for given in [&[][..], &["--given", "age"]] {
        let flags = [&["--tables", "smoker,age", "--covariance"], given].concat();
        let parameters = if given.is_empty() { "" } else { "&given=age" };
        let told = collector.estimates(&format!("/estimates?tables=smoker,age&covariance=true{parameters}"));
        assert_eq!(told, desk.candor(&[&command[..], &flags].concat()).json());
        assert!(told["tables"][0]["covariance"].is_array());
    }
    assert!(collector.json("/estimates?tables=smoker,age")["tables"][0]["covariance"].is_null());
    let few = desk.candor(&[&command[..], &["--population", "600"]].concat()).json();
    assert_eq!(collector.estimates("/estimates?population=600"), few);
    turned(&collector.json("/estimates?tables=smoker,age"), &collector.json("/estimates?tables=age,smoker"));
    let within = desk.candor(&[&command[..], &["--tables", "smoker,age", "--given", "age"]].concat()).json();
    assert_eq!(collector.estimates("/estimates?tables=smoker,age&given=age"), within);
    let otherwise = collector.json("/estimates?tables=age,smoker&given=age");
    let categories = &within["tables"][0]["differences"][1]["categories"];
    let turned_over = json!([categories[1], categories[0]]);
    let differences = otherwise["tables"][0]["differences"].as_array().expect("differences");
    assert!(differences.iter().any(|each| each["categories"] == turned_over), "{differences:?}");
    let likeliest = desk.candor(&[&command[..], &["--method", "likelihood"]].concat()).json();
    assert_eq!(collector.estimates("/estimates?method=likelihood"), likeliest);
    let database = ["estimate", "plan.json", desk.database(), "--format", "json"];
    assert_eq!(desk.candor(&database).json(), desk.candor(&command).json());
}

/// The subsets of labelled reports are counted if a method needs them. Estimates do not change when they are requested again or in another
/// form.
#[test]
fn labelled_estimates_are_those_of_the_command_line() {
    let desk = Desk::empty();
    let survey = r#"{"survey":"health","attributes":[{"name":"smoker","categories":["no","yes"]},
        {"name":"cough","categories":["no","some","much"]}],"privacy":{"record_epsilon":2}}"#;
    desk.write("survey.json", survey);
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    desk.write("answers.csv", &("smoker,cough\n".to_owned() + &"yes,no\n".repeat(400)));
    desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "-o", "reports.ndjson", "--seed", "3"])
        .done();
    let collector = Collector::start(&desk);
    assert_eq!(collector.reports(&desk.read("reports.ndjson")).status, 201);
    for method in ["likelihood", "inverse", "auto", "likelihood"] {
        let words = ["estimate", "plan.json", "reports.ndjson", "--format", "json", "--method", method];
        let expected = desk.candor(&[&words[..], &["--tables", "smoker,cough", "cough"]].concat()).json();
        let asked = format!("/estimates?tables=smoker,cough&tables=cough&method={method}");
        assert_eq!(collector.estimates(&asked), expected);
    }
}

#[test]
fn estimates_in_csv_are_those_of_the_command_line() {
    let (desk, reports) = reported(300);
    let collector = Collector::start(&desk);
    collector.reports(&reports.join("\n"));
    for population in [&[][..], &["--population", "900"]] {
        let words =
            ["estimate", "plan.json", desk.database(), "--format", "csv", "--tables", "smoker,age", "smoker"];
        let expected = desk.candor(&[&words[..], population].concat()).done().stdout;
        let of_all = if population.is_empty() { "" } else { "&population=900" };
        let told = collector.get(&format!("/estimates?tables=smoker,age&tables=smoker&format=csv{of_all}"));
        assert_eq!(told.header("content-type"), Some("text/csv; charset=utf-8"));
        assert_eq!(told.body, expected);
    }
    // With its axes swapped, the CSV has the cells of the JSON, in the same order.
    let told = collector.get("/estimates?tables=age,smoker&format=csv").body;
    let cells = collector.json("/estimates?tables=age,smoker&format=json")["tables"][0]["cells"].clone();
    let mut rows = csv::Reader::from_reader(told.as_bytes());
    assert_eq!(
        rows.headers().expect("a header").iter().take(3).collect::<Vec<_>>(),
        ["table", "age", "smoker"]
    );
    let read: Vec<Value> = rows
        .records()
        .map(|row| {
            let row = row.expect("a row");
            json!([row[1], row[2], row[3].parse::<f64>().expect("a number")])
        })
        .collect();
    let as_json = |cell: &Value| json!([cell["categories"][0], cell["categories"][1], cell["estimate"]]);
    assert_eq!(read, cells.as_array().expect("cells").iter().map(as_json).collect::<Vec<_>>());
}

/// Checks that one table of two questions is the other with its axes swapped.
fn turned(one: &Value, other: &Value) {
    let cells = |of: &Value| {
        let table = &of["tables"][0];
        assert_eq!(table["attributes"].as_array().map(Vec::len), Some(2));
        table["cells"].as_array().expect("cells").clone()
    };
    assert_eq!(one["tables"][0]["attributes"], json!(["smoker", "age"]));
    assert_eq!(other["tables"][0]["attributes"], json!(["age", "smoker"]));
    let (one, other) = (cells(one), cells(other));
    for (place, cell) in one.iter().enumerate() {
        let mut turned = other[place % 3 * 2 + place / 3].clone();
        turned["categories"].as_array_mut().expect("categories").reverse();
        assert_eq!(&turned, cell);
    }
}

#[test]
fn estimates_that_cannot_be_given_are_refused() {
    let (desk, reports) = reported(5);
    let collector = Collector::start(&desk);
    collector.reports(&reports.join("\n"));
    let cases = [
        (422, "unknown-attribute", "tables=height"),
        (422, "duplicate-table-attribute", "tables=age,age"),
        (422, "invalid-confidence", "confidence=1"),
        (422, "invalid-confidence", "confidence=high"),
        (422, "invalid-population", "population=many"),
        (422, "invalid-population", "population=4"),
        (422, "invalid-groups", "tables=smoker&given=age"),
        (422, "unknown-method", "method=em"),
        (422, "unknown-parameter", "table=smoker"),
        (422, "unknown-parameter", "format=xlsx"),
        (404, "not-found", "survey=nobody"),
        (404, "not-found", "plan=sha256:12"),
    ];
    for (status, code, query) in cases {
        collector.get(&format!("/estimates?{query}")).refused(status, code);
    }
}

#[test]
fn a_page_of_another_origin_may_send_reports() {
    let collector = Collector::start(&Desk::with_plan());
    let asked = "Origin: https://page.example\r\nAccess-Control-Request-Method: POST\r\n\
        Access-Control-Request-Headers: content-type\r\n";
    let allowed = collector.request(&format!("OPTIONS /reports HTTP/1.1\r\n{asked}"), "");
    assert_eq!(allowed.header("access-control-allow-origin"), Some("*"));
    assert_eq!(allowed.header("access-control-allow-methods"), Some("GET,POST,DELETE"));
    assert_eq!(
        allowed.header("access-control-allow-headers"),
        Some("authorization,content-type,candor-invitation,candor-withdrawal")
    );
    assert_eq!(allowed.header("access-control-allow-credentials"), None);
}

#[test]
fn a_choice_of_plans_must_be_made() {
    let desk = Desk::with_plan();
    desk.design_other("other.json");
    let collector = Collector::with(&desk, &["--plan", "plan.json", "--plan", "other.json"]);
    let detail = collector.get("/estimates").refused(404, "not-found");
    assert!(detail.contains("survey="), "{detail}");
}

#[test]
fn a_table_too_large_to_count_is_refused_before_anything_is_allocated() {
    let desk = Desk::empty();
    let categories: Vec<String> = (0..300).map(|value| value.to_string()).collect();
    let attribute =
        |index: usize| json!({"name": format!("q{index}"), "categories": categories, "epsilon": 3});
    let attributes: Vec<Value> = (0..6).map(attribute).collect();
    desk.write("survey.json", &json!({"survey": "wide", "attributes": attributes}).to_string());
    desk.candor(&["design", "survey.json", "-o", "plan.json", "--method", "independent"]).done();
    let collector = Collector::start(&desk);
    collector.get("/estimates?tables=q0,q1,q2,q3,q4,q5").refused(413, "too-large");
    let detail = collector.get("/estimates?tables=q0&covariance=true").refused(413, "too-large");
    assert!(detail.contains("90000 covariances"), "{detail}");
    desk.candor(&["count", "plan.json", "none", "--tables", "q0,q1,q2,q3"]).refused("too-large");
}

#[test]
fn health_and_counters_are_there_for_whoever_runs_it() {
    let (desk, reports) = reported(3);
    let collector = Collector::start(&desk);
    collector.reports(&reports.join("\n"));
    collector.report(&reports[0]);
    collector.report(&contradicted(&reports[0]));
    collector.get("/surveys/nobody");
    collector.get("/nowhere");
    let health = collector.operations("/healthz");
    assert_eq!((health.status, &health.json()["ready"]), (200, &json!(true)), "{}", health.body);
    collector.get("/healthz").refused(404, "not-found");
    let metrics = collector.operations("/metrics");
    assert_eq!(metrics.header("content-type"), Some("text/plain; version=0.0.4"));
    let counters = [
        "candor_reports_repeated_total 1",
        "candor_requests_refused_total{code=\"id-conflict\"} 1",
        "candor_requests_refused_total{code=\"not-found\"} 3",
    ];
    let released = format!("candor_reports_released{{plan=\"{}\"}} 3", desk.fingerprint("plan.json"));
    for counter in counters.iter().chain([&released.as_str()]) {
        assert!(metrics.body.lines().any(|line| line == *counter), "{counter} in {}", metrics.body);
    }
}

crate::server::on_postgres!(
    plans_and_surveys_are_published,
    the_newest_plan_of_a_survey_is_the_survey_s,
    a_report_is_stored_once,
    lines_are_stored_all_or_none,
    reports_that_do_not_fit_are_refused_with_their_code,
    estimates_are_those_of_the_command_line,
    labelled_estimates_are_those_of_the_command_line,
    estimates_in_csv_are_those_of_the_command_line,
    estimates_that_cannot_be_given_are_refused,
    health_and_counters_are_there_for_whoever_runs_it,
);
