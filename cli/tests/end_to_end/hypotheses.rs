//! `candor test`.

use serde_json::{Value, json};

use crate::desk::Desk;

/// Dependent questions, 6,000 reports: every third respondent is an older smoker.
fn reported() -> Desk {
    let desk = Desk::with_plan();
    desk.perturb(6000, "reports.ndjson");
    desk
}

fn test(desk: &Desk, more: &[&str]) -> Value {
    let command = [&["test", "plan.json", "reports.ndjson", "--format", "json"], more].concat();
    desk.candor(&command).json()
}

fn number(value: &Value, pointer: &str) -> f64 {
    value.pointer(pointer).and_then(Value::as_f64).expect("a number")
}

/// Perturbs these rows in rotation, 6,000 in all, with a seed.
fn perturb(desk: &Desk, rows: &[&str]) {
    let answers: String = (0..6000).map(|row| rows[row % rows.len()].to_owned() + "\n").collect();
    desk.write("answers.csv", &("smoker,age\n".to_owned() + &answers));
    let seeded = ["perturb", "plan.json", "--answers", "answers.csv", "-o", "reports.ndjson", "--seed", "5"];
    desk.candor(&seeded).done();
}

#[test]
fn dependence_is_rejected_and_independence_is_not() {
    let desk = Desk::with_plan();
    perturb(&desk, &["yes,30", "yes,70", "yes,30", "no,12", "no,12", "no,70"]);
    let tested = test(&desk, &["--tables", "smoker,age"]);
    assert_eq!((&tested["test"], &tested["use"]), (&json!("independence"), &json!("calibrated")));
    let table = &tested["tables"][0];
    assert_eq!((&table["attributes"], &table["n"]), (&json!(["smoker", "age"]), &json!(6000)));
    assert_eq!((&table["rejected"], &table["method"]), (&json!(true), &json!("inverse")));
    assert_eq!(table["calibrated"]["degrees_of_freedom"], 2);
    assert!(number(table, "/calibrated/p_value") < 1e-9 && table["holm"].is_null(), "{table}");
    // The calibrated statistic accounts for the noise, and the published one does not.
    assert!(number(table, "/calibrated/value") < number(table, "/published/value"), "{table}");
    perturb(&desk, &["yes,30", "no,30", "yes,12", "no,12"]);
    let table = &test(&desk, &["--tables", "smoker,age"])["tables"][0];
    assert_eq!(table["rejected"], false, "{table}");
}

/// For a labelled plan, subsets are counted with the reports.
#[test]
fn the_likelihood_ratio_is_asked_for_by_name() {
    let desk = Desk::empty();
    let questions = [("smoker", &["no", "yes"][..]), ("age", &["12", "30", "70"])];
    let attributes = questions.map(|(name, categories)| json!({"name": name, "categories": categories}));
    let privacy = json!({"record_epsilon": 4, "method": "labelled"});
    desk.write(
        "survey.json",
        &json!({"survey": "s", "attributes": attributes, "privacy": privacy}).to_string(),
    );
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let answers: String = ["yes,30\n", "yes,70\n", "no,12\n", "no,12\n", "no,70\n"].concat().repeat(40);
    desk.write("answers.csv", &("smoker,age\n".to_owned() + &answers));
    let seeded = ["perturb", "plan.json", "--answers", "answers.csv", "-o", "reports.ndjson", "--seed", "5"];
    desk.candor(&seeded).done();
    let by_ratio = ["--tables", "smoker,age", "--statistic", "likelihood-ratio"];
    let tested = test(&desk, &by_ratio);
    assert_eq!(
        (&tested["statistic"], &tested["tables"][0]["rejected"]),
        (&json!("likelihood-ratio"), &json!(true))
    );
    let null = &tested["tables"][0]["null_distribution"];
    assert_eq!((&null["method"], &null["rough"]), (&json!("bootstrap"), &json!(false)));
    let table =
        desk.candor(&[&["test", "plan.json", "reports.ndjson"][..], &by_ratio].concat()).done().stdout;
    assert!(table.starts_with("independence (1 table, likelihood ratio, level 0.05)"), "{table}");
    assert_eq!(test(&desk, &["--tables", "smoker,age"])["statistic"], "score");
    for (more, code) in [
        (&["--statistic", "wald"][..], "is none of score, likelihood-ratio"),
        (&["--statistic", "likelihood-ratio", "--test", "trend"], "independence and fit, not trend"),
        (
            &["--statistic", "likelihood-ratio", "--test", "equality", "--other-reports", "reports.ndjson"],
            "independence and fit, not equality",
        ),
    ] {
        let command = [&["test", "plan.json", "reports.ndjson", "--tables", "age,smoker"][..], more].concat();
        let refused = desk.candor(&command).refused("invalid-hypothesis");
        assert!(refused.contains(code), "{refused}");
    }
}

#[test]
fn every_kind_of_hypothesis_is_tested() {
    let desk = reported();
    let trend = test(&desk, &["--tables", "age,smoker", "--test", "trend", "--scores", "10,30,70"]);
    assert_eq!(trend["tables"][0]["calibrated"]["degrees_of_freedom"], 1);
    assert_eq!((&trend["test"], &trend["tables"][0]["rejected"]), (&json!("trend"), &json!(true)));
    let shifted = test(&desk, &["--tables", "age,smoker", "--test", "trend", "--scores", "-1,0,2"]);
    let p_values = [&trend, &shifted].map(|tested| number(tested, "/tables/0/calibrated/p_value"));
    assert!(
        (p_values[0] - p_values[1]).abs() <= 1e-9 * p_values[0].max(1e-300),
        "scores are moved and stretched"
    );
    let fit = |shares: &str| {
        test(&desk, &["--tables", "smoker", "--test", "fit", "--shares", shares])["tables"][0].clone()
    };
    assert_eq!(fit("0.2,0.8")["rejected"], true);
    assert!(number(&fit("0.666667,0.333333"), "/calibrated/p_value") > 1e-6);
}

#[test]
fn families_are_tested_for_even_transmission() {
    let desk = Desk::empty();
    let survey = r#"{"survey":"trios","attributes":[{"name":"family","categories":["10","01","11","20","02","00"],"epsilon":3}]}"#;
    desk.write("survey.json", survey);
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    let families: String = (0..8000)
        .map(|row| ["10\n", "10\n", "10\n", "01\n", "11\n", "20\n", "02\n", "00\n"][row % 8])
        .collect();
    desk.write("answers.csv", &("family\n".to_owned() + &families));
    desk.perturb_answers("plan.json", "answers.csv", "reports.ndjson");
    let tested = test(&desk, &["--tables", "family", "--test", "tdt"]);
    assert_eq!(tested["test"], "tdt");
    assert!(number(&tested, "/tables/0/calibrated/p_value") < 1e-9, "{tested}");
}

#[test]
fn surveys_are_compared_under_their_own_plans() {
    let desk = reported();
    desk.design_other("other.json");
    desk.write("others.csv", &("smoker\n".to_owned() + &"yes\nno\n".repeat(3000)));
    desk.perturb_answers("other.json", "others.csv", "others.ndjson");
    let compared = ["--tables", "smoker", "--test", "equality", "--other-plan", "other.json"];
    let tested = test(&desk, &[&compared[..], &["--other-reports", "others.ndjson"]].concat());
    let table = &tested["tables"][0];
    assert_eq!((&tested["test"], &table["n"]), (&json!("equality"), &json!(12000)));
    assert!(number(table, "/calibrated/p_value") < 1e-9, "a third against a half: {table}");
    let itself = ["--tables", "smoker,age", "--test", "equality", "--other-reports", "reports.ndjson"];
    let table = &test(&desk, &itself)["tables"][0];
    assert!(number(table, "/calibrated/value") < 1e-9 && table["least_expected"].is_null(), "{table}");
    let alone = ["test", "plan.json", "reports.ndjson", "--tables", "smoker", "--test", "equality"];
    assert!(desk.candor(&alone).refused("invalid-hypothesis").contains("--other-reports"));
    let missing = [&alone[..], &["--other-plan", "other.json", "--other-reports", "reports.ndjson"]].concat();
    // Reports of another plan do not count.
    desk.candor(&missing).refused("empty-sample");
}

#[test]
fn all_pairs_are_screened_with_adjusted_p_values() {
    let desk = Desk::empty();
    let question = |name: &str| json!({"name": name, "categories": ["no", "yes"], "epsilon": 2});
    let questions: Vec<Value> = ["a", "b", "c", "d"].map(question).into();
    desk.write("survey.json", &json!({"survey": "four", "attributes": questions}).to_string());
    desk.candor(&["design", "survey.json", "--method", "independent", "-o", "plan.json"]).done();
    // b equals a, c is an independent coin, d is independent of all.
    let row = |row: usize| {
        let [one, other, third] = [row % 2, row / 2 % 2, row / 4 % 2].map(|side| ["no", "yes"][side]);
        format!("{one},{one},{other},{third}\n")
    };
    desk.write("answers.csv", &("a,b,c,d\n".to_owned() + &(0..4000).map(row).collect::<String>()));
    desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "-o", "reports.ndjson", "--seed", "3"])
        .done();
    let tested = test(&desk, &["--screen"]);
    let tables = tested["tables"].as_array().expect("tables");
    assert_eq!((tables.len(), &tables[0]["attributes"]), (6, &json!(["a", "b"])));
    let rejected: Vec<bool> = tables.iter().filter_map(|table| table["rejected"].as_bool()).collect();
    assert_eq!(rejected, [true, false, false, false, false, false], "{tested}");
    for (place, table) in tables.iter().enumerate() {
        let [p, holm, hochberg] =
            ["/calibrated/p_value", "/holm", "/benjamini_hochberg"].map(|pointer| number(table, pointer));
        assert!(p <= hochberg && hochberg <= holm && holm <= 6.0 * p + 1.0, "{table}");
        assert!(place == 0 || number(&tables[place - 1], "/calibrated/p_value") <= p, "sorted: {tested}");
    }
    let odds = &tables[0]["effects"]["odds_ratio"];
    assert!(number(odds, "/lower") > 2.0, "a is b: {odds}");
    let difference = &tables[0]["effects"]["difference"];
    assert!(number(difference, "/lower") > 0.5 && number(difference, "/upper") <= 1.0, "{difference}");
    let text = desk.candor(&["test", "plan.json", "reports.ndjson", "--screen"]).done().stdout;
    assert!(
        text.contains("a × b: Cramér's V ")
            && text.contains("risk ratio")
            && text.contains("odds ratio")
            && text.contains(" to "),
        "{text}"
    );
    assert!(text.starts_with("independence (6 tables, level 0.05, by Holm's p-values)\n"), "{text}");
    assert!(text.contains("a × b") && text.contains("Use the calibrated p-values"), "{text}");
    let csv =
        desk.candor(&["test", "plan.json", "reports.ndjson", "--screen", "--format", "csv"]).done().stdout;
    assert_eq!(csv.lines().count(), 7);
    assert!(csv.starts_with("test,table,n,statistic,degrees_of_freedom,p_value,holm,"), "{csv}");
}

#[test]
fn counts_are_tested_like_the_reports_they_count() {
    let desk = reported();
    let count = ["count", "plan.json", "reports.ndjson", "--pairs", "--format", "json"];
    desk.write("counts.json", &desk.candor(&count).done().stdout);
    let of_counts = ["test", "plan.json", "--counts", "counts.json", "--tables", "smoker,age"];
    let of_reports = ["test", "plan.json", "reports.ndjson", "--tables", "smoker,age"];
    assert_eq!(desk.candor(&of_counts).done().stdout, desk.candor(&of_reports).done().stdout);
}

/// With labels, the calibrated statistic needs only counts, and the likelihood for the published one needs the reports.
#[test]
fn labelled_plans_are_tested() {
    let desk = Desk::empty();
    let survey = r#"{"survey":"health","attributes":[{"name":"smoker","categories":["no","yes"]},
        {"name":"cough","categories":["no","some","much"]},{"name":"sex","categories":["f","m"]}],"privacy":{"record_epsilon":2}}"#;
    desk.write("survey.json", survey);
    desk.candor(&["design", "survey.json", "--method", "labelled", "-o", "plan.json"]).done();
    let answers: String =
        (0..9000).map(|row| ["no,no,f\n", "no,some,m\n", "yes,much,m\n"][row % 3]).collect();
    desk.write("answers.csv", &("smoker,cough,sex\n".to_owned() + &answers));
    desk.perturb_answers("plan.json", "answers.csv", "reports.ndjson");
    for method in ["inverse", "likelihood"] {
        let tested = test(&desk, &["--tables", "cough,smoker", "--method", method]);
        assert!(number(&tested, "/tables/0/calibrated/p_value") < 1e-9, "{tested}");
        assert!(tested["tables"][0]["least_expected"].is_null());
    }
}

#[test]
fn what_cannot_be_tested_is_refused_or_left_out() {
    let desk = Desk::empty();
    let question = |name: &str| json!({"name": name, "categories": ["no", "yes"]});
    let questions: Vec<Value> = ["a", "b", "c"].map(question).into();
    let survey = json!({"survey": "three", "attributes": questions,
        "privacy": {"record_epsilon": 1, "method": "optimal"}});
    desk.write("survey.json", &survey.to_string());
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    desk.write("answers.csv", &("a,b,c\n".to_owned() + &"yes,no,no\n".repeat(100)));
    desk.perturb_answers("plan.json", "answers.csv", "reports.ndjson");
    let refused = |more: &[&str], code: &str| {
        desk.candor(&[&["test", "plan.json", "reports.ndjson"], more].concat()).refused(code)
    };
    assert!(refused(&["--tables", "a,b"], "unidentifiable-table").starts_with("table \"a,b\": "));
    assert!(refused(&["--tables", "a"], "invalid-hypothesis").contains("a table of two questions"));
    refused(&["--tables", "a,b", "--level", "1.5"], "invalid-confidence");
    refused(&["--tables", "a", "--test", "fit", "--shares", "0.3,0.3"], "invalid-hypothesis");
    refused(&["--tables", "a,d"], "unknown-attribute");
    let screened = desk.candor(&["test", "plan.json", "reports.ndjson", "--screen"]).done();
    assert_eq!(screened.stderr.matches("warning: left out: table").count(), 3, "{}", screened.stderr);
    let few = ["test", "plan.json", "few.ndjson", "--tables", "a", "--test", "fit", "--shares", "0.5,0.5"];
    let reports = desk.read("reports.ndjson");
    desk.write("few.ndjson", &reports.lines().take(6).map(|line| line.to_owned() + "\n").collect::<String>());
    let told = desk.candor(&few).done().stdout;
    assert!(told.contains("null law") && told.contains("bootstrap ("), "{told}");
}

/// Two questions that no report asks together.
#[test]
fn a_table_that_no_form_sees_is_refused_by_every_command() {
    let desk = Desk::empty();
    let question = |name: &str| json!({"name": name, "categories": ["no", "yes"]});
    let questions: Vec<Value> = ["a", "b", "c"].map(question).into();
    let survey = json!({"survey": "three", "attributes": questions, "tables": [["a", "b"], ["c"]],
        "privacy": {"record_epsilon": 0.5, "method": "labelled"}});
    desk.write("survey.json", &survey.to_string());
    desk.candor(&["design", "survey.json", "-o", "plan.json"]).done();
    desk.write("answers.csv", &("a,b,c\n".to_owned() + &"yes,no,no\n".repeat(100)));
    desk.perturb_answers("plan.json", "answers.csv", "reports.ndjson");
    for command in [
        &["test", "plan.json", "reports.ndjson", "--tables", "a,c"][..],
        &["model", "plan.json", "reports.ndjson", "--outcome", "a", "--on", "c"],
        &["weigh", "plan.json", "reports.ndjson", "--tables", "a,c"],
        &["power", "plan.json", "--table", "a,c", "--cramers-v", "0.1"],
    ] {
        let told = desk.candor(command).refused("unidentifiable-table");
        assert!(told.contains("asks together"), "{command:?}: {told}");
    }
}
