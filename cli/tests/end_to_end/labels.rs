//! `candor label`.

use crate::desk::Desk;

#[test]
fn a_label_says_what_the_plan_promises_and_who_is_relied_on() {
    let desk = Desk::with_plan();
    let names = ["--page", "The <b>office</b>", "--collector", "The university"];
    desk.candor(&[&["label", "plan.json", "-o", "label.html"], &names[..]].concat()).done();
    let page = desk.read("label.html");
    assert!(page.contains("The &lt;b&gt;office&lt;/b&gt;") && !page.contains("<b>office"));
    assert!(page.contains("The university") && page.contains("Health habits"));
    desk.candor(&[&["label", "plan.json", "-o", "label.json"], &names[..]].concat()).done();
    let (label, promised) = (desk.json("label.json"), verified(&desk));
    assert_eq!(label["record"]["epsilon"], promised["record"]);
    for (told, promised) in both(&label["attributes"], &promised["attributes"]) {
        assert_eq!(told["column"]["epsilon"], promised["column"]);
        assert_eq!(told["attribute"]["epsilon"], promised["attribute"]);
    }
    assert_eq!(label["controllers"]["page"], "The <b>office</b>");
    assert_eq!(label["hazards"][0]["about"], "Privacy parameter");
    let totals = label["hazards"].as_array().expect("a list").last().expect("one");
    assert_eq!(totals["about"], "Totals");
    let says = totals["promised"].to_string();
    assert!(says.contains("1 in 1,000,000") && says.contains("all 10,000 reports"), "{says}");
    assert!(page.contains("the collector is honest and shows nothing else"));
}

/// What totals tell is computed for as many people as are named, who hide each other the better the more they are.
#[test]
fn a_label_says_what_totals_of_so_many_people_tell() {
    let desk = Desk::with_plan();
    let told = |respondents: &str| {
        let label = ["label", "plan.json", "--format", "json", "--respondents", respondents];
        let label = desk.candor(&label).json();
        label["hazards"].as_array().expect("a list").last().expect("one").clone()
    };
    let least = |(respondents, written): (&str, &str)| -> f64 {
        let totals = told(respondents);
        let says = totals["promised"].as_array().and_then(|list| list.last()?.as_str()).expect("a sentence");
        assert!(says.contains(&format!("all {written} reports")), "{says}");
        let epsilon = says.split("what ε ").nth(1).and_then(|rest| rest.split(' ').next());
        epsilon.expect("an ε").parse().expect("a number")
    };
    let [some, many] = [("2000000", "2,000,000"), ("200000000", "200,000,000")].map(least);
    assert!(many > 0.0 && 5.0 * many < some, "{some} {many}");
    // Those of a step come before those of all, and nobody is hidden by seven; beside that stands what is promised of no total.
    assert_eq!(told("7")["promised"], serde_json::json!([]));
    assert_eq!(told("7")["not_promised"].as_array().map(Vec::len), Some(2));
    let refused = desk.command(&["label", "plan.json", "--respondents", "0"]).output().expect("it runs");
    let says = String::from_utf8_lossy(&refused.stderr);
    assert!(refused.status.code() == Some(2) && says.contains("--respondents"), "{says}");
}

#[test]
fn what_nobody_said_is_not_stated() {
    let desk = Desk::with_plan();
    let page = desk.candor(&["label", "plan.json"]).done().stdout;
    assert_eq!(page.matches("not stated").count(), 4); // two facts, and the two sentences on who is relied on
    assert!(!page.contains("<script") && page.contains("default-src 'none'"));
}

#[test]
fn a_plan_that_was_changed_gets_no_label() {
    let desk = Desk::with_plan();
    let mut plan = desk.json("plan.json");
    plan["privacy"]["record"] = 0.5.into();
    desk.write("changed.json", &plan.to_string());
    desk.candor(&["label", "changed.json"]).refused("fingerprint-mismatch");
}

fn verified(desk: &Desk) -> serde_json::Value {
    let told = desk.candor(&["verify", "plan.json", "--format", "json"]).done().stdout;
    serde_json::from_str(&told).expect("a document")
}

fn both<'a>(
    one: &'a serde_json::Value,
    other: &'a serde_json::Value,
) -> impl Iterator<Item = (&'a serde_json::Value, &'a serde_json::Value)> {
    let [one, other] = [one, other].map(|list| list.as_array().expect("a list"));
    assert_eq!(one.len(), other.len());
    one.iter().zip(other)
}
