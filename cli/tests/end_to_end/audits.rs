//! `candor audit`.

use serde_json::json;

use crate::desk::Desk;

#[test]
fn an_audit_refutes_no_promise_that_is_kept() {
    let desk = Desk::with_plan();
    let audit = ["audit", "plan.json", "--trials", "20000", "--format", "json"];
    let found = desk.candor(&audit).json();
    let native = &found["mechanisms"][0];
    assert_eq!((&native["mechanism"], &native["verdict"]), (&json!("native"), &json!("not refuted")));
    let record = &native["promises"][0];
    let level = |name: &str| record[name].as_f64().expect("a number");
    let (promised, at_least) = (level("promised"), level("at_least"));
    assert!(0.3 * promised < at_least && at_least <= promised, "{record}");
    let table = desk.candor(&audit[..4]).done().stdout;
    let audited = ["record ε", "column ε of smoker", "attribute ε of smoker", "not refuted"];
    assert!(audited.iter().all(|words| table.contains(words)), "{table}");
    desk.write("module.wasm", "no module");
    desk.candor(&["audit", "plan.json", "--module", "module.wasm", "--trials", "10"])
        .refused("invalid-module");
}
