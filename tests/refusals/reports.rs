//! Reports that do not fit their plan.

use candor::report::Report;
use serde_json::{Value, json};

use super::assert_refused;
use super::documents::{changed, plan, read};

const ID: &str = "AAECAwQFBgcICQoLDA0ODw";

fn with(change: impl FnOnce(&mut Value)) -> Result<Report, candor::Error> {
    let mut document = json!({"id": ID, "perturbed": [1, 0, 2], "plan": plan().fingerprint().to_string()});
    change(&mut document);
    Report::from_json(&document.to_string(), &plan())
}

#[test]
fn a_report_is_read_as_it_was_written() {
    let report = with(|_| ()).unwrap();
    assert_eq!((report.perturbed(), report.plan()), (&[1, 0, 2][..], plan().fingerprint()));
    assert_eq!(report.id(), &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    let text = format!(r#"{{"id":"{ID}","perturbed":[1,0,2],"plan":"{}"}}"#, plan().fingerprint());
    assert_eq!(report.to_json().unwrap(), text);
}

#[test]
fn reports_of_other_plans() {
    let other = read(&changed(|p| p["survey"] = json!("other"))).unwrap().fingerprint().to_string();
    assert_refused(with(|r| r["plan"] = json!(other)), "plan-mismatch", &other);
    assert_refused(with(|r| r["plan"] = json!("sha256:12")), "invalid-report", "plan is no fingerprint");
}

#[test]
fn a_report_has_categories_of_its_plan() {
    let perturbed = |perturbed: Value| with(|r| r["perturbed"] = perturbed);
    assert_refused(perturbed(json!([1, 0])), "invalid-report", "it has 2 perturbed numbers, its form has 3");
    assert_refused(
        perturbed(json!([1, 0, 2, 0])),
        "invalid-report",
        "it has 4 perturbed numbers, its form has 3",
    );
    assert_refused(perturbed(json!([])), "invalid-report", "it has 0 perturbed numbers, its form has 3");
    assert_refused(
        perturbed(json!([2, 0, 2])),
        "category-out-of-range",
        "\"smoker\" is out of range: it has 2",
    );
    assert_refused(
        perturbed(json!([1, 0, u32::MAX])),
        "category-out-of-range",
        "\"age\" is out of range: it has 3",
    );
    for odd in
        [json!([1, 0, -1]), json!([1, 0, 1.0]), json!([1, 0, 4_294_967_296_u64]), json!("1,0,2"), json!(null)]
    {
        assert_refused(perturbed(odd), "invalid-report", "not a report");
    }
    let direct = Report::from_perturbed(&plan(), [0; 16], vec![0, 3, 0]);
    assert_refused(direct, "category-out-of-range", "\"diet\" is out of range: it has 3");
}

#[test]
fn ids_that_are_not_sixteen_bytes() {
    let bad = [
        "",
        "AAECAwQFBgcICQoLDA0OD",
        "AAECAwQFBgcICQoLDA0ODwA",
        "AAECAwQFBgcICQoLDA0ODw==",
        "AAECAwQFBgcICQoLDA0OD+",
    ];
    for id in bad.into_iter().chain([
        "AAECAwQFBgcICQoLDA0ODx",
        "AAECAwQFBgcICQoLDA0O\u{e9}",
        "                      ",
    ]) {
        assert_refused(with(|r| r["id"] = json!(id)), "invalid-report", "id is not 16 bytes in base64url");
    }
}

#[test]
fn documents_that_say_more_or_less() {
    assert_refused(with(|r| r["time"] = json!(1)), "invalid-report", "not a report");
    assert_refused(with(|r| drop(r.as_object_mut().unwrap().remove("id"))), "invalid-report", "not a report");
    for text in ["", "{}", "[]", "{\"perturbed\":"] {
        assert_refused(Report::from_json(text, &plan()), "invalid-report", "not a report");
    }
    let trailing = format!("{} {{}}", with(|_| ()).unwrap().to_json().unwrap());
    assert_refused(Report::from_json(&trailing, &plan()), "invalid-report", "line 1");
}
