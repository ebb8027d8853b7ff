//! The best guess of all tables together: `candor estimate --method loglinear` and `auto`, and a collector's.

use serde_json::{Value, json};

use crate::collector::Collector;
use crate::desk::Desk;

/// A survey of three questions, two of which depend on one another, with 600 reports.
fn desk(privacy: &Value) -> Desk {
    with_plain(privacy, &json!([]))
}

fn with_plain(privacy: &Value, plain: &Value) -> Desk {
    let desk = Desk::empty();
    let survey = json!({"survey": "health", "attributes": [
        {"name": "smoker", "categories": ["no", "yes"]}, {"name": "cough", "categories": ["no", "some", "much"]},
        {"name": "age", "categories": ["young", "old"]}],
        "plain": plain, "privacy": privacy});
    desk.write("survey.json", &survey.to_string());
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let of_region = |row: usize| ["north", "south"][row % 5 % 2];
    let row = |row: usize| {
        let (smoker, cough) = if row.is_multiple_of(3) { ("yes", "much") } else { ("no", "no") };
        let region = if plain == &json!([]) { String::new() } else { format!(",{}", of_region(row)) };
        format!("{smoker},{cough},{}{region}\n", ["young", "old"][row % 2])
    };
    let header = if plain == &json!([]) { "smoker,cough,age\n" } else { "smoker,cough,age,region\n" };
    desk.write("answers.csv", &(header.to_owned() + &(0..600).map(row).collect::<String>()));
    desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "-o", "reports.ndjson", "--seed", "3"])
        .done();
    desk
}

fn labelled() -> Desk {
    desk(&json!({"record_epsilon": 2}))
}

fn estimate(desk: &Desk, more: &[&str]) -> Value {
    let words = ["estimate", "plan.json", "reports.ndjson", "--format", "json"];
    desk.candor(&[&words[..], more].concat()).json()
}

fn numbers(table: &Value, name: &str) -> Vec<f64> {
    let cells = table["cells"].as_array().expect("cells");
    cells.iter().map(|cell| cell[name].as_f64().expect("a number")).collect()
}

#[test]
fn shares_add_up_and_margins_agree() {
    for privacy in [json!({"record_epsilon": 2}), json!({"record_epsilon": 2, "method": "analysis"})] {
        let desk = desk(&privacy);
        let asked = ["--tables", "smoker", "cough,smoker", "--method", "loglinear"];
        let (guess, unbiased) = (estimate(&desk, &asked), estimate(&desk, &asked[..3]));
        let [alone, together] = [0, 1].map(|place| numbers(&guess["tables"][place], "estimate"));
        for (place, share) in alone.iter().enumerate() {
            let margin: f64 = together.iter().skip(place).step_by(2).sum();
            assert!((margin - share).abs() < 1e-9 && *share > 0.0);
        }
        for (own, other) in guess["tables"]
            .as_array()
            .expect("tables")
            .iter()
            .zip(unbiased["tables"].as_array().expect("tables"))
        {
            assert_eq!(own["method"], "loglinear");
            assert!(own["reason"].as_str().expect("a reason").contains("best guess"), "{own}");
            assert!(
                own["cells"].as_array().expect("cells").iter().all(|cell| cell["standard_error"].is_null())
            );
            assert_eq!((&own["influence"], &own["condition"]), (&Value::Null, &other["condition"]));
            let (shares, lower, upper) =
                (numbers(own, "estimate"), numbers(own, "lower"), numbers(own, "upper"));
            let (from, to) = (numbers(other, "lower"), numbers(other, "upper"));
            for (place, share) in shares.iter().enumerate() {
                assert_eq!((lower[place], upper[place]), (from[place].min(*share), to[place].max(*share)));
            }
        }
    }
}

/// The guess depends neither on which tables are requested, nor on whether counts or reports are read; `auto` is the best guess for
/// tables of up to two questions.
#[test]
fn one_guess_is_made_of_all_questions() {
    let desk = labelled();
    let of = |more: &[&str]| estimate(&desk, more)["tables"].clone();
    let guess = of(&["--tables", "smoker,cough", "--method", "loglinear"]);
    assert_eq!(of(&["--tables", "smoker,cough", "age", "--method", "auto"])[0], guess[0]);
    let pairs = of(&["--pairs", "--method", "auto"]);
    assert!(pairs.as_array().expect("tables").contains(&guess[0]));
    desk.write(
        "counts.json",
        &desk.candor(&["count", "plan.json", "reports.ndjson", "--pairs", "--format", "json"]).done().stdout,
    );
    let from_counts =
        ["estimate", "plan.json", "--counts", "counts.json", "--method", "loglinear", "--format", "json"];
    assert!(
        desk.candor(&[&from_counts[..], &["--tables", "smoker,cough"]].concat()).json()["tables"] == guess
    );
    assert!(desk.candor(&from_counts).json()["tables"].as_array().expect("tables").contains(&guess[0]));
    // A pair without the tables of all questions is not enough for a guess; auto takes another method.
    desk.write(
        "counts.json",
        &desk
            .candor(&["count", "plan.json", "reports.ndjson", "--tables", "smoker,cough", "--format", "json"])
            .done()
            .stdout,
    );
    let told = desk.candor(&from_counts).refused("unidentifiable-table");
    assert!(told.contains("alone"), "{told}");
    let auto = ["estimate", "plan.json", "--counts", "counts.json", "--method", "auto", "--format", "json"];
    assert_ne!(desk.candor(&auto).json()["tables"][0]["method"], "loglinear");
}

#[test]
fn people_read_that_it_is_a_guess() {
    let desk = labelled();
    let words = ["estimate", "plan.json", "reports.ndjson", "--tables", "smoker,cough", "--method", "auto"];
    let told = desk.candor(&words).done().stdout;
    assert!(told.contains("best guess, drawn towards fewer") && !told.contains("s.e."), "{told}");
    let csv = desk.candor(&[&words[..], &["--format", "csv"]].concat()).done().stdout;
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let place = rows
        .headers()
        .expect("a header")
        .iter()
        .position(|name| name == "standard_error")
        .expect("the column");
    assert!(rows.records().all(|row| row.expect("a row")[place].is_empty()));
    desk.candor(&[&words[..], &["--plot", "picture.svg"]].concat()).done();
    let picture = desk.read("picture.svg");
    assert!(picture.contains("best guess") && picture.contains("per cent (interval)"));
    let grouped = desk.candor(&[&words[..], &["--given", "cough"]].concat()).done().stdout;
    assert!(grouped.contains("differences from no (cough)") && !grouped.contains("s.e."), "{grouped}");
    let exact = |method: &str| {
        let flags = ["--method", method, "--covariance", "--format", "json"];
        desk.candor(&[&words[..words.len() - 2], &flags].concat())
    };
    assert_ne!(exact("auto").json()["tables"][0]["method"], "loglinear", "auto has covariances");
    exact("loglinear").refused("undefined-statistic");
}

/// For a table of three questions, the named method gives what pairs imply and says so; `auto` takes another method.
#[test]
fn tables_of_three_questions_are_said_to_be_products() {
    let desk = desk(&json!({"record_epsilon": 4, "method": "analysis"}));
    let table = |method: &str| {
        estimate(&desk, &["--tables", "smoker,cough,age", "--method", method])["tables"][0].clone()
    };
    let product = table("loglinear");
    assert!(product["reason"].as_str().expect("a reason").contains("product of pairs"), "{product}");
    assert!((numbers(&product, "estimate").iter().sum::<f64>() - 1.0).abs() < 1e-9);
    assert_ne!(table("auto")["method"], "loglinear");
}

/// Whether somebody who is old coughs depends on smoking in the opposite way as for somebody who is young: no pair shows that, and the guess leaves it out.
/// The check finds it, and nothing where answers are independent.
#[test]
fn what_a_product_leaves_out_is_checked() {
    for privacy in [json!({"record_epsilon": 6}), json!({"record_epsilon": 6, "method": "analysis"})] {
        let desk = desk(&privacy);
        let row = |row: usize| {
            let (smoker, age) = (row % 2, row / 2 % 2);
            let alike = (smoker == age) == (row % 8 != 7);
            format!(
                "{},{},{}\n",
                ["no", "yes"][smoker],
                ["no", "much"][usize::from(alike)],
                ["young", "old"][age]
            )
        };
        for (name, rows) in [("together", 4000), ("independent", 4000)] {
            let coughs = ["no", "much", "some"];
            let apart = |at: usize| {
                format!("{},{},{}\n", ["no", "yes"][at % 2], coughs[at / 4 % 3], ["young", "old"][at / 2 % 2])
            };
            let rows: String =
                (0..rows).map(|at| if name == "together" { row(at) } else { apart(at) }).collect();
            desk.write("answers.csv", &("smoker,cough,age\n".to_owned() + &rows));
            let reports = format!("{name}.ndjson");
            desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "-o", &reports, "--seed", "5"])
                .done();
        }
        let words = |reports: &'static str| {
            [
                "estimate",
                "plan.json",
                reports,
                "--tables",
                "age,cough,smoker",
                "age",
                "--method",
                "loglinear",
                "--check",
            ]
        };
        let json = |reports: &'static str| {
            let found = desk.candor(&[&words(reports)[..], &["--format", "json"]].concat()).json();
            assert!(found["tables"][1]["beyond_pairs"].is_null());
            found["tables"][0]["beyond_pairs"].clone()
        };
        let number = |of: &Value, name: &str| of[name].as_f64().expect("a number");
        let found = json("together.ndjson");
        assert!(number(&found["calibrated"], "p_value") < 1e-6, "{found}");
        assert_eq!((&found["n"], &found["calibrated"]["degrees_of_freedom"]), (&json!(4000), &json!(2)));
        assert!(number(&found, "effect") > 3.0 * number(&found, "expected_difference"), "{found}");
        assert!(number(&found, "difference") > number(&found, "effect"), "{found}");
        assert!(number(&json("independent.ndjson")["calibrated"], "p_value") > 0.05);
        let told = desk.candor(&words("together.ndjson")).done().stdout;
        let points = 100.0 * number(&found, "effect");
        assert!(told.contains(&format!("of about {points:.2} points a cell")), "{told}");
        let told = desk.candor(&words("independent.ndjson")).done().stdout;
        assert!(told.contains("no sign of effects of three or more attributes together"), "{told}");
    }
}

/// Chance draws some labels more often than expected, so that a robust check is another one; without labels there is nothing to be robust against.
#[test]
fn a_check_is_robust_if_asked() {
    for method in ["labelled", "analysis"] {
        let desk = desk(&json!({"record_epsilon": 1, "method": method}));
        let mut survey = desk.json("survey.json");
        survey["tables"] = json!([["smoker", "cough", "age"]]);
        if method == "labelled" {
            survey["other_tables"] = json!(0.3);
        }
        desk.write("survey.json", &survey.to_string());
        desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
        desk.candor(&[
            "perturb",
            "plan.json",
            "--answers",
            "answers.csv",
            "-o",
            "reports.ndjson",
            "--seed",
            "3",
        ])
        .done();
        let checked = |more: &[&str]| {
            let words = ["--tables", "smoker,cough,age", "--method", "loglinear", "--check"];
            estimate(&desk, &[&words[..], more].concat())["tables"][0]["beyond_pairs"]["difference"].clone()
        };
        let [usual, robust] = [checked(&[]), checked(&["--robust"])];
        assert!(usual.is_f64() && robust.is_f64());
        assert_eq!(usual == robust, method == "analysis", "{usual} {robust}");
    }
}

#[test]
fn what_cannot_be_checked_is_refused() {
    let desk = labelled();
    let checked = |table: &str, method: &str| {
        let words =
            ["estimate", "plan.json", "reports.ndjson", "--check", "--tables", table, "--method", method];
        desk.candor(&words).refused("invalid-hypothesis")
    };
    assert!(checked("smoker,cough", "loglinear").contains("three or more"));
    assert!(checked("smoker,cough", "inverse").contains("--method loglinear"));
}

/// A plain column takes part in the guess if a table has it.
#[test]
fn plain_columns_take_part() {
    let region = json!([{"name": "region", "categories": ["north", "south"]}]);
    let desk = with_plain(&json!({"record_epsilon": 2}), &region);
    let guess = estimate(&desk, &["--tables", "region", "smoker,region", "--method", "loglinear"]);
    let north = numbers(&guess["tables"][0], "estimate")[0];
    let counted =
        desk.read("answers.csv").lines().filter(|line| line.ends_with("north")).count() as f64 / 600.0;
    assert!((north - counted).abs() < 0.01, "{north} {counted}");
    let together = numbers(&guess["tables"][1], "estimate");
    assert!((together[0] + together[2] - north).abs() < 1e-9);
}

#[test]
fn few_reports_have_a_guess_too() {
    let desk = labelled();
    let lines = desk.read("reports.ndjson");
    for (name, content) in [
        ("one.ndjson", lines.lines().next().expect("a report").to_owned()),
        ("ten.ndjson", lines.lines().take(10).collect::<Vec<_>>().join("\n")),
    ] {
        desk.write(name, &content);
        let guess = desk
            .candor(&["estimate", "plan.json", name, "--pairs", "--method", "auto", "--format", "json"])
            .json();
        for table in guess["tables"].as_array().expect("tables") {
            assert!((numbers(table, "estimate").iter().sum::<f64>() - 1.0).abs() < 1e-9, "{table}");
        }
    }
}

#[test]
fn a_collector_gives_the_guess_of_the_command_line() {
    let desk = labelled();
    let collector = Collector::start(&desk);
    let lines = desk.read("reports.ndjson");
    assert_eq!(collector.reports(&lines).status, 201);
    for method in ["auto", "loglinear", "inverse", "auto"] {
        let expected =
            estimate(&desk, &["--tables", "smoker,cough", "age", "--method", method, "--confidence", "0.9"]);
        let asked = format!("/estimates?tables=smoker,cough&tables=age&method={method}&confidence=0.9");
        assert_eq!(collector.estimates(&asked), expected);
    }
    let of_few = estimate(&desk, &["--tables", "smoker", "--method", "auto", "--population", "700"]);
    assert_eq!(collector.estimates("/estimates?tables=smoker&method=auto&population=700"), of_few);
    // Another step has another guess.
    desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "-o", "more.ndjson", "--seed", "4"])
        .done();
    let before = collector.json("/estimates?tables=smoker&method=auto");
    assert_eq!(collector.reports(&desk.read("more.ndjson")).status, 201);
    let after = collector.json("/estimates?tables=smoker&method=auto");
    assert!(after["n"] == 1200 && after["tables"] != before["tables"]);
}
