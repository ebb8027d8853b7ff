//! A survey whose wording was corrected while it ran: one plan revises another, and both are counted together on request.

use crate::collector::Collector;
use crate::desk::Desk;

const FIRST: &str = r#"{"survey": "health", "attributes": [
    {"name": "smoker", "question": "Do you smok?", "categories": ["no", "yes"], "epsilon": 1}]}"#;

/// Both plans, and a report for each.
fn corrected() -> Desk {
    let desk = Desk::empty();
    desk.write("first.json", FIRST);
    desk.write("second.json", &FIRST.replace("smok?", "smoke?"));
    desk.candor(&["design", "first.json", "-o", "first.plan.json"]).done();
    let said = desk
        .candor(&["design", "second.json", "--revises", "first.plan.json", "-o", "second.plan.json"])
        .done()
        .stderr;
    assert!(said.contains("keep their report"), "{said}");
    let report = |id: &str, plan: &str, answer: u32| {
        let plan = desk.fingerprint(plan);
        format!("{{\"id\":\"{id}\",\"perturbed\":[{answer}],\"plan\":\"{plan}\"}}\n")
    };
    let (before, after) = ("AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAQ");
    desk.write(
        "reports.ndjson",
        &(report(before, "first.plan.json", 1) + &report(after, "second.plan.json", 0)),
    );
    desk
}

#[test]
fn reports_of_the_earlier_plan_count_where_that_is_asked() {
    let desk = corrected();
    let count = ["count", "second.plan.json", "reports.ndjson", "--format", "csv"];
    let apart = desk.candor(&count).done();
    assert_eq!(apart.stdout, "table,smoker,count\nsmoker,no,1\nsmoker,yes,0\n");
    assert!(apart.stderr.contains("1 is of another plan"), "{}", apart.stderr);
    let together = desk.candor(&[&count[..], &["--with", "first.plan.json"]].concat()).done();
    assert_eq!(together.stdout, "table,smoker,count\nsmoker,no,1\nsmoker,yes,1\n");
    assert!(together.stderr.contains("counted 2 reports\n"), "{}", together.stderr);
}

#[test]
fn reports_that_would_say_something_else_are_not_counted_together() {
    let desk = corrected();
    let backwards = ["count", "first.plan.json", "reports.ndjson", "--with", "second.plan.json"];
    desk.candor(&backwards).refused("plan-mismatch");
    desk.write("third.json", &FIRST.replace("\"yes\"", "\"yes\", \"sometimes\""));
    let design = ["design", "third.json", "--revises", "second.plan.json", "-o", "third.plan.json"];
    let said = desk.candor(&design).done().stderr;
    assert!(
        said.contains("question \"smoker\" has other categories") && said.contains("spends record ε"),
        "{said}"
    );
    let plan = desk.json("third.plan.json");
    let chain = ["second.plan.json", "first.plan.json"].map(|plan| desk.fingerprint(plan));
    assert_eq!(plan["revises"], serde_json::json!(chain));
    desk.candor(&["count", "third.plan.json", "reports.ndjson", "--with", "first.plan.json"])
        .refused("plan-mismatch");
}

#[test]
fn a_collector_keeps_both_apart_and_what_it_counted_of_each() {
    let desk = corrected();
    let collector = Collector::with(&desk, &["--plan", "first.plan.json", "--plan", "second.plan.json"]);
    assert_eq!(collector.reports(&desk.read("reports.ndjson")).status, 201);
    let count = ["count", "second.plan.json", desk.database(), "--format", "csv"];
    let together = [&count[..], &["--with", "first.plan.json"]].concat();
    assert_eq!(desk.candor(&count).done().stdout, "table,smoker,count\nsmoker,no,1\nsmoker,yes,0\n");
    let counted = desk.candor(&together).done();
    assert_eq!(counted.stdout, "table,smoker,count\nsmoker,no,1\nsmoker,yes,1\n");
    assert!(counted.stderr.contains("counted 2 reports\n"), "{}", counted.stderr);
    for plan in ["first.plan.json", "second.plan.json"] {
        let path = format!("/estimates?plan={}&tables=smoker", desk.fingerprint(plan));
        assert_eq!(collector.json(&path)["n"], 1, "{plan}");
    }
    desk.candor(&["database", "check"]).done();
    assert!(collector.stop());
    desk.candor(&["database", "check"]).done();
    assert_eq!(desk.candor(&together).done().stdout, counted.stdout);
}

#[test]
fn reports_carry_the_same_in_clear_or_are_not_counted_together() {
    let desk = Desk::empty();
    let with = |columns: &str| FIRST.replace("}]}", &format!("}}], \"plain\": [{columns}]}}"));
    let region = r#"{"name": "region", "question": "Wehre?", "categories": ["north", "south"]}"#;
    desk.write("first.json", &with(region));
    desk.write("second.json", &with(&region.replace("Wehre", "Where")));
    desk.write("third.json", &with(&region.replace("\"south\"", "\"south\", \"west\"")));
    desk.candor(&["design", "first.json", "-o", "first.plan.json"]).done();
    for later in ["second", "third"] {
        let (survey, plan) = (format!("{later}.json"), format!("{later}.plan.json"));
        let said =
            desk.candor(&["design", &survey, "--revises", "first.plan.json", "-o", &plan]).done().stderr;
        let refused =
            said.contains("its reports carry other plain columns") && said.contains("draw another report");
        assert_eq!(refused, later == "third", "{said}");
    }
    let report = format!(
        "{{\"id\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"perturbed\":[1],\"plain\":[1],\"plan\":\"{}\"}}\n",
        desk.fingerprint("first.plan.json")
    );
    desk.write("reports.ndjson", &report);
    let tables = ["reports.ndjson", "--with", "first.plan.json", "--tables", "region", "--format", "csv"];
    let counted = desk.candor(&[&["count", "second.plan.json"][..], &tables].concat()).done();
    assert_eq!(counted.stdout, "table,region,count\nregion,north,0\nregion,south,1\n");
    desk.candor(&[&["count", "third.plan.json"][..], &tables].concat()).refused("plan-mismatch");
}

crate::server::on_postgres!(a_collector_keeps_both_apart_and_what_it_counted_of_each);
