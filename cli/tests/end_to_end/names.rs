//! The names of surveys, each of which belongs to who published the first plan of it.

use serde_json::json;

use crate::authors::{ask, token};
use crate::collector::Collector;
use crate::desk::{Desk, SURVEY};
use crate::server::Database;
use crate::waiting::until;

/// A desk with a second plan of the same survey, for which less noise is added to answers.
fn with_a_rival_plan() -> Desk {
    let desk = Desk::with_plan();
    desk.write("rival-survey.json", &SURVEY.replace("\"epsilon\":1}", "\"epsilon\":6}").replace("yes", "ja"));
    desk.candor(&["design", "rival-survey.json", "-o", "rival.json"]).done();
    assert_ne!(desk.fingerprint("plan.json"), desk.fingerprint("rival.json"));
    desk
}

/// Checks that what respondents are served is `plan.json`.
fn serves_the_plan(collector: &Collector, desk: &Desk) {
    assert_eq!(collector.json("/surveys/health")["fingerprint"], desk.fingerprint("plan.json"));
}

/// Checks that the owner of this token can do nothing with the survey's name.
fn is_kept_out(collector: &Collector, desk: &Desk, token: &str) {
    let refused = ask(collector, "POST /plans", token, &desk.read("rival.json")).refused(409, "name-taken");
    assert!(refused.contains("\"health\""), "{refused}");
    let plan = format!("/plans/{}", desk.fingerprint("plan.json"));
    for method_and_path in [format!("POST {plan}/close"), format!("DELETE {plan}")] {
        ask(collector, &method_and_path, token, "").refused(403, "forbidden");
    }
    serves_the_plan(collector, desk);
    assert_eq!(collector.json("/surveys").as_array().map(Vec::len), Some(1));
}

#[test]
fn no_other_author_publishes_under_a_name_or_closes_or_deletes_its_plans() {
    let desk = with_a_rival_plan();
    let [ada, ben] = ["Ada", "Ben"].map(|name| token(&desk, name));
    let start = || Collector::with(&desk, &["--authors", "authors.txt"]);
    let collector = start();
    assert_eq!(ask(&collector, "POST /plans", &ada, &desk.read("plan.json")).status, 201);
    is_kept_out(&collector, &desk, &ben);
    assert!(collector.stop());
    let collector = start();
    is_kept_out(&collector, &desk, &ben);
    // The author corrects the survey, and respondents are served the newer plan.
    assert_eq!(ask(&collector, "POST /plans", &ada, &desk.read("rival.json")).status, 201);
    assert_eq!(collector.json("/surveys/health")["fingerprint"], desk.fingerprint("rival.json"));
}

#[test]
fn a_name_whose_plans_were_deleted_is_not_free() {
    let desk = with_a_rival_plan();
    let [ada, ben] = ["Ada", "Ben"].map(|name| token(&desk, name));
    let collector = Collector::with(&desk, &["--authors", "authors.txt"]);
    assert_eq!(ask(&collector, "POST /plans", &ada, &desk.read("plan.json")).status, 201);
    let delete = format!("DELETE /plans/{}", desk.fingerprint("plan.json"));
    assert_eq!(ask(&collector, &delete, &ada, "").status, 200);
    for plan in ["plan.json", "rival.json"] {
        ask(&collector, "POST /plans", &ben, &desk.read(plan)).refused(409, "name-taken");
    }
    collector.get("/surveys/health").refused(404, "not-found");
    assert_eq!(ask(&collector, "POST /plans", &ada, &desk.read("rival.json")).status, 201);
}

#[test]
fn the_operator_s_plans_have_their_names_whoever_had_them() {
    let desk = with_a_rival_plan();
    let ada = token(&desk, "Ada");
    let collector = Collector::with(&desk, &["--authors", "authors.txt", "--plan", "plan.json"]);
    is_kept_out(&collector, &desk, &ada);
    desk.design_other("other.json");
    assert_eq!(ask(&collector, "POST /plans", &ada, &desk.read("other.json")).status, 201);
    assert!(collector.stop());
    // A plan that an author has published stays theirs, also if the operator names it.
    let other = format!("/plans/{}", desk.fingerprint("other.json"));
    let collector = Collector::with(&desk, &["--authors", "authors.txt", "--plan", "other.json"]);
    assert_eq!(ask(&collector, &format!("POST {other}/close"), &ada, "").status, 204);
    assert!(collector.stop());
    desk.write(
        "newer-survey.json",
        &desk.read("other-survey.json").replace("\"epsilon\":2", "\"epsilon\":1"),
    );
    desk.candor(&["design", "newer-survey.json", "-o", "newer.json"]).done();
    let collector = Collector::with(&desk, &["--authors", "authors.txt", "--plan", "newer.json"]);
    ask(&collector, &format!("DELETE {other}"), &ada, "").refused(403, "forbidden");
    assert_eq!(collector.json("/surveys/other")["fingerprint"], desk.fingerprint("newer.json"));
}

#[test]
fn a_name_is_handed_over() {
    let desk = with_a_rival_plan();
    let [ada, ben] = ["Ada", "Ben"].map(|name| token(&desk, name));
    let start = || Collector::with(&desk, &["--authors", "authors.txt"]);
    let collector = start();
    assert_eq!(ask(&collector, "POST /plans", &ada, &desk.read("plan.json")).status, 201);
    assert_eq!(collector.reports(&desk.reports(5).join("\n")).status, 201);
    assert!(collector.stop());
    let transfer = |arguments: &[&str]| desk.candor(&[&["database", "transfer"], arguments].concat());
    transfer(&["absent", "--to", "Ben", "--authors", "authors.txt"]).refused("not-found");
    transfer(&["health", "--to", "Eve", "--authors", "authors.txt"]).refused("not-found");
    let to_ben = ["health", "--to", "Ben", "--authors", "authors.txt"];
    assert_eq!(transfer(&to_ben).done().stderr, "health belongs to Ben\n");
    let collector = start();
    is_kept_out(&collector, &desk, &ada);
    assert_eq!(ask(&collector, "POST /plans", &ben, &desk.read("rival.json")).status, 201);
    let delete = format!("DELETE /plans/{}", desk.fingerprint("plan.json"));
    assert_eq!(ask(&collector, &delete, &ben, "").json(), json!({"reports": 5}));
    assert!(collector.stop());
    assert_eq!(
        transfer(&["health", "--to-operator"]).done().stderr,
        "health belongs to whoever runs the collector\n"
    );
    let collector = start();
    for token in [&ada, &ben] {
        ask(&collector, "POST /plans", token, &desk.read("plan.json")).refused(409, "name-taken");
    }
}

#[test]
#[ignore = "needs a PostgreSQL server that CANDOR_POSTGRES names, and psql"]
fn on_postgres_a_name_is_handed_over_while_collectors_work() {
    let (desk, database) = (with_a_rival_plan(), Database::new());
    let [ada, ben] = ["Ada", "Ben"].map(|name| token(&desk, name));
    let own = ["--database", &database.url];
    let [one, other] =
        [(); 2].map(|()| Collector::with(&desk, &[&["--authors", "authors.txt"][..], &own].concat()));
    assert_eq!(ask(&one, "POST /plans", &ada, &desk.read("plan.json")).status, 201);
    ask(&other, "POST /plans", &ben, &desk.read("rival.json")).refused(409, "name-taken");
    let to_ben = ["database", "transfer", "health", "--to", "Ben", "--authors", "authors.txt"];
    desk.candor(&[&to_ben[..], &own].concat()).done();
    ask(&one, "POST /plans", &ada, &desk.read("rival.json")).refused(409, "name-taken");
    let close = format!("POST /plans/{}/close", desk.fingerprint("plan.json"));
    for collector in [&one, &other] {
        until(|| ask(collector, &close, &ben, "").status == 204);
        until(|| ask(collector, &close, &ada, "").status == 403);
    }
}

crate::server::on_postgres!(
    no_other_author_publishes_under_a_name_or_closes_or_deletes_its_plans,
    a_name_whose_plans_were_deleted_is_not_free,
    the_operator_s_plans_have_their_names_whoever_had_them,
    a_name_is_handed_over,
);
