//! `candor design` and `candor verify`.

use serde_json::{Value, json};

use crate::desk::{Desk, SURVEY, yes_no};

#[test]
fn a_survey_becomes_a_plan_that_verifies() {
    let desk = Desk::with_plan();
    let designed = desk.candor(&["design", "survey.json", "-o", "again.json"]).done();
    for told in ["health: Health habits", "sha256:", "record ε", "smoker", "column ε"] {
        assert!(designed.stdout.contains(told), "{told} in {}", designed.stdout);
    }
    assert_eq!(desk.read("plan.json"), desk.read("again.json"));
    let verified = desk.candor(&["verify", "plan.json", "--max-record-epsilon", "5"]).done();
    assert!(verified.stdout.contains(&desk.fingerprint("plan.json")));
}

#[test]
fn without_an_output_the_plan_goes_to_stdout_and_the_promises_to_stderr() {
    let desk = Desk::with_plan();
    let designed = desk.candor(&["design", "survey.json"]).done();
    assert_eq!(designed.stdout, desk.read("plan.json"));
    assert!(designed.stderr.contains("record ε"));
}

#[test]
fn promises_are_told_as_json_and_csv() {
    let desk = Desk::with_plan();
    let promises = desk.candor(&["verify", "plan.json", "--format", "json"]).json();
    assert_eq!(promises["survey"], "health");
    assert_eq!(promises["attributes"][0]["requested"], 1.0);
    let column = promises["attributes"][0]["column"].as_f64().expect("a number");
    assert!(column <= 1.0 && column > 0.999_999);
    let csv = desk.candor(&["verify", "plan.json", "--format", "csv"]).done().stdout;
    assert!(csv.starts_with(
        "attribute,categories,requested,column,requested_attribute,attribute_epsilon,record\nsmoker,2,1,1,"
    ));
    assert_eq!(csv.lines().count(), 3);
}

#[test]
fn the_method_can_be_chosen() {
    let desk = Desk::with_plan();
    for method in ["independent", "pair", "single-change", "linear-program", "optimal"] {
        let arguments = ["design", "survey.json", "-o", "plan.json", "--method", method, "--format", "json"];
        assert_eq!(desk.candor(&arguments).json()["method"], method);
    }
    let message = desk.candor(&["design", "survey.json", "--method", "guess"]).refused("unknown-method");
    assert!(message.contains("\"guess\""));
}

/// A plan for the optimum over eighteen different questions would be too large. The best law that fits is used instead, and the output says
/// so, and what it costs.
#[test]
fn a_plan_is_no_larger_than_it_may_be() {
    let desk = Desk::empty();
    desk.write("survey.json", include_str!("../../../tests/cases/eighteen.survey.json"));
    let design = ["design", "survey.json", "-o", "plan.json", "--format", "json"];
    let best = desk.candor(&design).json();
    let record = |promises: &Value| promises["record"].as_f64().expect("a number");
    assert!(best["method"] == "optimal" && (record(&best) - 26.491_797_94).abs() < 26.5e-6, "{best}");
    let within = |kilobytes: &'static str| [&design[..], &["--max-plan-size", kilobytes]].concat();
    let fitting = desk.candor(&within("24")).json();
    assert!(desk.read("plan.json").len() <= 24_000);
    let cost = format!("optimal has 26.4918, {:.4} less", record(&fitting) - record(&best));
    let reason = fitting["reason"].as_str().expect("a reason");
    assert!(fitting["method"] == "sparse" && reason.contains(&cost), "{cost}: {reason}");
    desk.candor(&["verify", "plan.json"]).done();
    desk.candor(&within("3")).refused("plan-too-large");
    let optimal = [&within("24")[..], &["--method", "optimal"]].concat();
    let message = desk.candor(&optimal).refused("plan-too-large");
    assert!(message.contains("change sets") && message.contains("allow a larger plan"), "{message}");
}

/// A cap is respected, written in the plan and printed. What conflicts with it is named.
#[test]
fn attribute_epsilon_can_be_capped() {
    let desk = Desk::empty();
    let capped =
        |cap: f64| SURVEY.replacen('{', &format!(r#"{{"privacy":{{"attribute_epsilon":{cap}}},"#), 1);
    desk.write("survey.json", SURVEY);
    desk.candor(&["design", "survey.json", "-o", "free.json"]).done();
    desk.write("survey.json", &capped(1.6));
    let told = desk.candor(&["design", "survey.json", "-o", "plan.json"]).done().stdout;
    assert!(told.contains("at most") && told.contains("1.6000"), "{told}");
    let levels = |plan: &str, member: &str| {
        let promises = desk.json(plan)["privacy"]["attributes"].clone();
        [0, 1].map(|i| promises[i][member].as_f64())
    };
    assert_eq!(levels("plan.json", "requested_attribute"), [Some(1.6); 2]);
    assert!(levels("plan.json", "attribute").iter().all(|level| *level <= Some(1.6)));
    assert!(levels("free.json", "attribute").iter().any(|level| *level > Some(1.6)), "the cap binds nothing");
    desk.write("survey.json", &capped(1.4));
    let message = desk.candor(&["design", "survey.json", "-o", "plan.json"]).refused("infeasible-request");
    assert!(message.contains("\"age\"") && message.contains("1.5") && message.contains("1.4"), "{message}");
}

/// Nearly equal levels of many questions are lowered to tie them, and the output says so.
#[test]
fn lowered_levels_are_told() {
    let desk = Desk::empty();
    let attributes = yes_no((0..40).map(|index| 0.5 + 0.004 * f64::from(index)));
    desk.write("survey.json", &json!({"survey": "many", "attributes": attributes}).to_string());
    let told = desk.candor(&["design", "survey.json", "-o", "plan.json"]).done().stdout;
    for part in
        ["method       blocks", "levels lowered to tie attributes", "lowered below what was requested: q"]
    {
        assert!(told.contains(part), "{part}: {told}");
    }
    let plan = desk.json("plan.json");
    for promise in plan["privacy"]["attributes"].as_array().expect("promises") {
        assert!(promise["column"].as_f64() <= promise["requested"].as_f64(), "{promise}");
    }
}

/// A law that serves only for comparison is not searched for if that would take longer than the design. A hundred and fifty questions of
/// three sizes have 1,193,859 orbits times table components.
#[test]
fn what_is_compared_with_is_searched_within_a_budget() {
    let desk = Desk::empty();
    let sizes = |questions: usize| (0..questions).map(|place| 2 + place % 3);
    let question = |(place, size): (usize, usize)| {
        let categories: Vec<String> = (0..size).map(|value| value.to_string()).collect();
        json!({"name": format!("q{place}"), "categories": categories, "epsilon": 1})
    };
    let designed = |questions: usize, format: &str| {
        let attributes: Vec<Value> = sizes(questions).enumerate().map(question).collect();
        desk.write("survey.json", &json!({"survey": "many", "attributes": attributes}).to_string());
        desk.candor(&["design", "survey.json", "-o", "plan.json", "--format", format]).done()
    };
    let others = |questions: usize| designed(questions, "json").json()["expected"]["others"].clone();
    let few = others(15);
    assert!(few["analysis"].is_number() && few["not_searched"].is_null(), "{few}");
    let many = others(150);
    assert!(many["analysis"].is_null() && many["not_searched"] == json!(["analysis"]), "{many}");
    assert!(many["independent"].is_number());
    let printed = designed(150, "table").stdout;
    assert!(printed.contains("analysis     not searched, which would take longer"), "{printed}");
}

/// The expected errors equal those of simulated answers: the spread of estimates over uniform true shares.
#[test]
fn expected_errors_are_told_beside_those_of_other_designs() {
    let desk = Desk::empty();
    let question = |name: &str, size: u32| {
        let categories: Vec<String> = (0..size).map(|value| value.to_string()).collect();
        json!({"name": name, "categories": categories})
    };
    let survey = json!({"survey": "expected", "attributes": [question("a", 2), question("b", 3), question("c", 5)],
        "privacy": {"record_epsilon": 3}, "respondents": 4000, "tables": [["a", "b"], ["c"]]});
    desk.write("survey.json", &survey.to_string());
    let told = desk.candor(&["design", "survey.json", "-o", "plan.json", "--format", "json"]).json();
    assert_eq!(told["method"], "labelled");
    let tables = told["expected"]["tables"].as_array().expect("tables");
    assert_eq!(tables.len(), 2);
    let error = |table: &Value, design: &str| table[design].as_f64().expect("an error");
    let total = |design: &str| {
        let squares =
            [(6.0, &tables[0]), (5.0, &tables[1])].map(|(n, table)| n * error(table, design).powi(2));
        squares.iter().sum::<f64>()
    };
    assert!(total("standard_error") < total("independent"));
    assert!(total("standard_error") < total("smallest_record_epsilon"));
    let rows = (0..4000).map(|row| format!("{},{},{}\n", row % 2, row / 2 % 3, row / 6 % 5));
    desk.write("answers.csv", &("a,b,c\n".to_owned() + &rows.collect::<String>()));
    desk.candor(&["perturb", "plan.json", "--answers", "answers.csv", "-o", "r.ndjson", "--seed", "1"])
        .done();
    let estimate = ["estimate", "plan.json", "r.ndjson", "--tables", "a,b", "--format", "json"];
    let cells = desk.candor(&estimate).json()["tables"][0]["cells"].as_array().expect("cells").clone();
    let mean_square =
        cells.iter().map(|cell| cell["standard_error"].as_f64().expect("a number").powi(2)).sum::<f64>();
    let realised = (mean_square / 6.0).sqrt();
    assert!((realised / error(&tables[0], "standard_error") - 1.0).abs() < 0.1, "{realised}");
}

fn case(name: &str) -> String {
    let path = format!("{}/../tests/cases/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a case")
}

/// Two questions of four categories at a record ε of 0.5: laws with only positive factors have three times the error.
#[test]
fn the_law_for_tables_turns_interactions_around_where_that_is_better() {
    let desk = Desk::empty();
    desk.write("survey.json", &case("two-fours.survey.json"));
    desk.write("known.json", &case("two-fours.negative-interaction.plan.json"));
    desk.candor(&["verify", "known.json"]).done();
    let design = ["design", "survey.json", "-o", "plan.json", "--method", "analysis", "--format", "json"];
    let told = desk.candor(&design).json();
    let objective = told["expected"]["objective"].as_f64().expect("an error");
    assert!((objective / 525.297 - 1.0).abs() < 1e-4, "{told}");
    let reason = told["reason"].as_str().expect("a reason");
    assert!(
        reason.ends_with("among the 8 sign patterns searched (all of them), certified to 1e-9 of it"),
        "{reason}"
    );
    for table in told["expected"]["tables"].as_array().expect("tables") {
        let error = |design: &str| table[design].as_f64().expect("an error");
        let least = error("independent").min(error("smallest_record_epsilon"));
        assert!(
            table["attributes"].as_array().map(Vec::len) == Some(1) || error("standard_error") < least,
            "{table}"
        );
    }
}

/// The sum over components, by hand: two yes/no items scored 0 and 1, range 2, so that s = 1/8 and c = 1/16 for each.
#[test]
fn the_error_of_a_declared_mean_score_is_told_beside_its_bound() {
    let desk = Desk::empty();
    let question = |name: &str| json!({"name": name, "categories": ["no", "yes"]});
    let mut survey = json!({"survey": "scored", "attributes": [question("a"), question("b"), question("sex")],
        "privacy": {"record_epsilon": 1}, "scores": [{"name": "sum", "of": ["a", "b"], "codes": [0, 1]}],
        "tables": [["sum"], ["sex"]], "respondents": 1000});
    desk.write("survey.json", &survey.to_string());
    let design = ["design", "survey.json", "-o", "plan.json", "--format", "json"];
    let expected = desk.candor(&design).json()["expected"].clone();
    let score = &expected["scores"][0];
    let number = |name: &str| score[name].as_f64().expect("a number");
    assert!((number("bound") * 0.5_f64.sinh().powi(2) / 0.25 - 1.0).abs() < 1e-9, "{score}");
    assert!(score["score"] == "sum" && score["by"] == json!([]) && number("range") == 2.0, "{score}");
    assert!((number("standard_error") / (2.0 * (number("objective") / 1000.0).sqrt()) - 1.0).abs() < 1e-9);
    assert!(expected["others"]["random_table"].is_null(), "{expected}");
    let printed = desk.candor(&design[..4]).done().stdout;
    assert!(printed.contains("  sum: ") && printed.contains("times the bound for it alone"), "{printed}");
    assert!(printed.contains("1 table and 1 mean score") && !printed.contains("one table  "), "{printed}");
    survey["tables"] = json!([["sum", "a"], ["sex"]]);
    desk.write("survey.json", &survey.to_string());
    let refused = desk.candor(&design).stderr;
    assert!(refused.contains("names attribute \"a\" twice"), "{refused}");
}

/// The sum over components, by hand: two yes/no questions, each alone and as a pair, dim 1, c = 1/2 + 1/4 and 1/4.
#[test]
fn the_bound_of_any_protocol_is_told_with_and_without_respondents() {
    let desk = Desk::empty();
    let question = |name: &str| json!({"name": name, "categories": ["no", "yes"]});
    let mut survey = json!({"survey": "two", "attributes": [question("a"), question("b")],
        "privacy": {"record_epsilon": 1}});
    desk.write("survey.json", &survey.to_string());
    let design = ["design", "survey.json", "-o", "plan.json", "--format", "json"];
    let told = desk.candor(&design).json()["expected"].clone();
    let bound = (2.0 * 0.75_f64.sqrt() + 0.5).powi(2) / 0.5_f64.sinh().powi(2);
    assert!((told["bound"].as_f64().expect("a bound") / bound - 1.0).abs() < 1e-9, "{told}");
    assert!(told["objective"].as_f64().expect("an error") >= bound && told["tables"].is_null(), "{told}");
    let table = desk.candor(&design[..4]).done().stdout;
    assert!(table.contains("bound        18.3") && table.contains(" times the bound"), "{table}");
    survey["respondents"] = json!(1);
    survey["attributes"][0]["epsilon"] = json!(0.5);
    survey["attributes"][1]["epsilon"] = json!(0.5);
    survey["privacy"] = json!({});
    desk.write("survey.json", &survey.to_string());
    let table = desk.candor(&design[..4]).done().stdout;
    assert!(table.contains("with 1 respondent\n") && table.contains(" times the bound"), "{table}");
}

/// Questions that are in no table get no share of the best split for independent perturbation.
#[test]
fn independent_perturbation_is_readable_where_a_question_is_in_no_table() {
    let desk = Desk::empty();
    let question = |name: &str| json!({"name": name, "categories": ["no", "yes", "perhaps"], "epsilon": 1});
    let survey = json!({"survey": "three", "attributes": [question("a"), question("b"), question("c")],
        "respondents": 1000, "tables": [["b"]]});
    desk.write("survey.json", &survey.to_string());
    let told = desk.candor(&["design", "survey.json", "-o", "plan.json", "--format", "json"]).json();
    let error = told["expected"]["tables"][0]["independent"].as_f64().expect("an error");
    // All of the record ε is on b: V = (a−1)/(a·μ²), μ = (e^ε − 1)/(e^ε + a − 1).
    let grown = told["record"].as_f64().expect("a level").exp();
    let alone = ((2.0_f64 / 3.0).sqrt() * (grown + 2.0) / (grown - 1.0)) / 3000.0_f64.sqrt();
    assert!((error / alone - 1.0).abs() < 1e-6, "{error}, {alone}");
}

/// A requested level with more than four decimals is rounded in the same way as the column ε.
#[test]
fn no_column_looks_to_be_above_its_request() {
    let desk = Desk::empty();
    let question = |name: &str| json!({"name": name, "categories": ["no", "yes"], "epsilon": 0.470_61});
    let survey = json!({"survey": "two", "attributes": [question("a"), question("b")]});
    desk.write("survey.json", &survey.to_string());
    let independent = ["design", "survey.json", "-o", "plan.json", "--method", "independent"];
    let told = desk.candor(&independent).done().stdout;
    assert!(told.contains("0.4707    0.4707"), "{told}");
}

#[test]
fn a_large_plan_is_remarked_upon() {
    let desk = Desk::with_plan();
    assert!(!desk.candor(&["design", "survey.json", "-o", "plan.json"]).done().stderr.contains("remark"));
    let categories: Vec<String> = (0..30_000).map(|value| format!("number {value}")).collect();
    let survey =
        json!({"survey": "large", "attributes": [{"name": "a", "categories": categories, "epsilon": 1}]});
    desk.write("survey.json", &survey.to_string());
    let design = ["design", "survey.json", "-o", "plan.json"];
    assert!(desk.candor(&design).refused("plan-too-large").contains("--max-plan-size"));
    let told = desk.candor(&[&design[..], &["--max-plan-size", "1000"]].concat()).done().stderr;
    assert!(told.contains("remark: the plan has ") && told.contains(" KB, and every"), "{told}");
}

#[test]
fn the_published_heuristic_is_refused_where_it_raises_a_level() {
    let desk = Desk::empty();
    let attribute = |(index, (size, epsilon)): (usize, &(usize, f64))| {
        let categories: Vec<String> = (0..*size).map(|value| value.to_string()).collect();
        json!({"name": format!("q{index}"), "categories": categories, "epsilon": epsilon})
    };
    let levels = [(3, 5.21), (2, 5.3), (3, 2.99), (2, 1.86), (2, 0.34)];
    let attributes: Vec<Value> = levels.iter().enumerate().map(attribute).collect();
    desk.write("survey.json", &json!({"survey": "raised", "attributes": attributes}).to_string());
    let inductive = ["design", "survey.json", "--method", "inductive", "-o", "plan.json", "--format", "json"];
    desk.candor(&inductive).refused("raised-epsilon");
    let allowed = desk.candor(&[&inductive[..], &["--allow-raised"]].concat()).json();
    assert_eq!(allowed["raised"].as_array().expect("names").last(), Some(&json!("q4")));
}

#[test]
fn surveys_that_cannot_be_asked_are_refused_with_their_code() {
    let attribute = |name: &str, more: &str| format!(r#"{{"name":"{name}",{more}}}"#);
    let yes_no = |name: &str, epsilon: &str| {
        attribute(name, &format!(r#""categories":["no","yes"],"epsilon":{epsilon}"#))
    };
    let cases = [
        ("no-attributes", String::new()),
        ("duplicate-attribute", [yes_no("a", "1"), yes_no("a", "1")].join(",")),
        ("too-few-categories", attribute("a", r#""categories":["only"],"epsilon":1"#)),
        ("duplicate-category", attribute("a", r#""categories":["x","x"],"epsilon":1"#)),
        ("invalid-bins", attribute("a", r#""bins":[3,2,1],"epsilon":1"#)),
        ("invalid-name", yes_no("a,b", "1")),
        ("invalid-epsilon", yes_no("a", "0")),
        ("invalid-epsilon", yes_no("a", "-1")),
        ("invalid-survey", yes_no("a", r#""NaN""#)),
        ("invalid-survey", yes_no("a", "NaN")),
        ("invalid-survey", yes_no("a", "1e999")),
        ("levels-conflict", [yes_no("a", "1"), yes_no("b", "null")].join(",")),
    ];
    let desk = Desk::empty();
    for (code, attributes) in cases {
        desk.write("survey.json", &format!(r#"{{"survey":"s","attributes":[{attributes}]}}"#));
        let message = desk.candor(&["design", "survey.json", "-o", "plan.json"]).refused(code);
        assert!(message.starts_with("survey.json: "), "{message}");
    }
    assert_eq!(desk.files(), ["survey.json"]);
}

#[test]
fn ten_million_categories_are_refused() {
    let desk = Desk::empty();
    let categories = r#""x","#.repeat(10_000_000);
    let attribute = format!(r#"{{"name":"a","epsilon":1,"categories":[{categories}"y"]}}"#);
    desk.write("survey.json", &format!(r#"{{"survey":"s","attributes":[{attribute}]}}"#));
    let message = desk.candor(&["design", "survey.json"]).refused("too-many-categories");
    assert!(message.contains("10000001"), "{message}");
}

#[test]
fn a_table_of_an_unknown_attribute_is_refused() {
    let desk = Desk::empty();
    desk.write("survey.json", &SURVEY.replacen('{', r#"{"tables":[["smoker","height"]],"#, 1));
    let message = desk.candor(&["design", "survey.json"]).refused("unknown-attribute");
    assert!(message.contains("\"height\""), "{message}");
}

#[test]
fn plans_that_were_tampered_with_are_refused_with_their_code() {
    type Tamper = fn(&mut Value);
    let cases: [(&str, Tamper); 5] = [
        ("unsupported-version", |plan| plan["candor"] = json!(2)),
        ("weight-sum", |plan| plan["forms"][0]["blocks"][0]["uniform"] = json!("17")),
        ("fingerprint-mismatch", |plan| plan["title"] = json!("Other habits")),
        ("fingerprint-mismatch", |plan| plan["fingerprint"] = json!(format!("sha256:{}", "0".repeat(64)))),
        ("invalid-plan", |plan| plan["extra"] = json!(true)),
    ];
    let desk = Desk::with_plan();
    for (code, tamper) in cases {
        let mut plan = desk.json("plan.json");
        tamper(&mut plan);
        desk.write("tampered.json", &plan.to_string());
        desk.candor(&["verify", "tampered.json"]).refused(code);
        desk.candor(&["count", "tampered.json", "none.ndjson"]).refused(code);
    }
}

#[test]
fn a_promise_below_what_the_law_keeps_is_refused_though_the_fingerprint_fits() {
    let desk = Desk::with_plan();
    let mut plan = desk.json("plan.json");
    plan["privacy"]["record"] = json!(0.5);
    desk.write("understated.json", &plan.to_string());
    let message = desk.candor(&["verify", "understated.json"]).refused("fingerprint-mismatch");
    // Anyone who writes a plan can compute its fingerprint; here the message ends with it.
    plan["fingerprint"] = json!(message.rsplit(' ').next().expect("a fingerprint"));
    desk.write("understated.json", &plan.to_string());
    desk.candor(&["verify", "understated.json"]).refused("understated-promise");
}

#[test]
fn a_plan_above_the_cap_is_refused() {
    let desk = Desk::with_plan();
    desk.candor(&["verify", "plan.json", "--max-record-epsilon", "0.5"]).refused("cap-exceeded");
}

#[test]
fn a_file_that_is_not_there_is_no_fault_of_the_input() {
    let ran = Desk::empty().candor(&["verify", "nothing.json"]);
    assert!(ran.stderr.starts_with("error[io]: nothing.json: "), "{}", ran.stderr);
}

/// A survey with two tables and a plain column, and with differences by a question that is read with the other, by one that is not, and by the column.
fn comparing() -> Value {
    let group = |answer: &str, size: f64, share: f64| json!({"answer": answer, "size": size, "share": share});
    let compared =
        |by: &str, groups: [Value; 2]| json!({"of": "smoker", "answer": "yes", "by": by, "groups": groups});
    json!({"survey": "habits", "privacy": {"record_epsilon": 2}, "respondents": 3000, "attributes": [
            {"name": "smoker", "categories": ["no", "yes"]}, {"name": "age", "bins": [18, 30, 60, null]},
            {"name": "region", "categories": ["n", "e", "s", "w"]}, {"name": "diet", "categories": ["a", "b", "c", "d", "e"]}],
        "plain": [{"name": "arm", "categories": ["usual", "course"]}],
        "tables": [["age", "smoker"], ["region", "diet"]],
        "comparisons": [
            compared("age", [group("[18,30)", 0.25, 0.4), group("≥60", 0.25, 0.2)]),
            compared("region", [group("n", 0.5, 0.3), group("e", 0.5, 0.2)]),
            compared("arm", [group("usual", 0.5, 0.4), group("course", 0.5, 0.2)])]})
}

/// What the differences take is what `candor power` says of their tables, and the plan has nothing of them.
#[test]
fn differences_to_find_are_told_with_the_respondents_that_they_take() {
    let desk = Desk::empty();
    let survey = comparing();
    desk.write("survey.json", &survey.to_string());
    let design = ["design", "survey.json", "-o", "plan.json"];
    let told = desk.candor(&[&design[..], &["--format", "json"]].concat()).json();
    let found = told["comparisons"].as_array().expect("differences");
    for (own, written) in found.iter().zip(survey["comparisons"].as_array().expect("comparisons")) {
        for member in ["of", "answer", "by", "groups"] {
            assert_eq!(own[member], written[member]);
        }
    }
    for (place, table, truth) in
        [(0, "age,smoker", "0.15,0.1,0.35,0.15,0.2,0.05"), (2, "arm,smoker", "0.3,0.2,0.4,0.1")]
    {
        let asked = ["power", "plan.json", "--table", table, "--truth", truth, "--respondents", "3000"];
        let power = desk.candor(&[&asked[..], &["--format", "json"]].concat()).json();
        assert!(found[place]["respondents"].as_u64() > Some(10) && found[place]["undeclared"].is_null());
        assert_eq!(found[place]["respondents"], power["plan"]["respondents"], "{table}");
        let [own, other] =
            [&found[place], &power["plan"]].map(|told| told["power"].as_f64().expect("a power"));
        assert!((own - other).abs() < 1e-9, "{table}: {own}, not {other}");
    }
    // Nobody's report is about both.
    let unread = &found[1];
    assert!(unread["undeclared"] == true && unread["power"].is_null(), "{unread}");
    assert_eq!(unread.get("respondents"), Some(&Value::Null));
    let designed = desk.candor(&design).done();
    let needed = found[0]["respondents"].to_string();
    let row = designed
        .stdout
        .lines()
        .find(|line| line.contains("smoker \"yes\": age \"[18,30)\" 40.0 %, \"≥60\" 20.0 %"));
    assert!(row.is_some_and(|row| row.replace(',', "").contains(&needed)), "{}", designed.stdout);
    for part in ["difference to find", "respondents for 80.0 %", "power with 3,000", "none is enough"] {
        assert!(designed.stdout.contains(part), "{part}: {}", designed.stdout);
    }
    assert!(designed.stderr.contains("remark: the design is not for these tables"), "{}", designed.stderr);
    assert!(designed.stderr.contains("region × smoker\n"), "{}", designed.stderr);
    let with = desk.read("plan.json");
    let mut without = survey;
    without.as_object_mut().expect("a survey").remove("comparisons");
    desk.write("survey.json", &without.to_string());
    let designed = desk.candor(&design).done();
    assert_eq!(desk.read("plan.json"), with);
    assert!(!designed.stdout.contains("difference to find") && !designed.stderr.contains("remark"));
}
