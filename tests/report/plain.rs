//! Reports that carry plain columns: what is written, read back and refused.

use candor::design::Survey;
use candor::plan::{Caps, Plan};
use candor::report::{Report, respond_with};
use candor::schema::{Answer, Record};
use serde_json::{Value, json};

use crate::common::{Dice, plan_of};

fn plans() -> Vec<Plan> {
    let plan = |privacy: &str| {
        let survey = format!(
            r#"{{"survey":"strata","attributes":[{{"name":"a","categories":["0","1"]}},{{"name":"b","categories":["0","1","2"]}}],
                "plain":[{{"name":"region","categories":["north",{{"value":"south","label":"The south"}}]}},
                {{"name":"arm","question":"Which arm?","categories":["x","y","z"]}}],"privacy":{privacy}}}"#
        );
        plan_of(&Survey::from_json(&survey).unwrap())
    };
    vec![
        plan(r#"{"record_epsilon":1,"method":"analysis"}"#),
        plan(r#"{"record_epsilon":1,"method":"labelled"}"#),
    ]
}

fn report(plan: &Plan, values: [&str; 2]) -> Result<Report, candor::Error> {
    let record = Record::new(plan.schema(), [1, 2]).unwrap();
    let mut values = values.into_iter();
    let value = |_: &candor::Attribute| values.next().map_or(Answer::Missing, Answer::Text);
    respond_with(plan, record, &mut Dice::new(3).0).carrying(plan, value)
}

#[test]
fn a_report_carries_its_plain_columns_as_they_are() {
    for plan in plans() {
        let bare = respond_with(&plan, Record::new(plan.schema(), [1, 2]).unwrap(), &mut Dice::new(3).0);
        let report = report(&plan, ["south", "z"]).unwrap();
        assert_eq!((report.plain(), report.perturbed()), (&[1, 2][..], bare.perturbed()));
        assert_eq!(report.numbers()[..], [report.perturbed(), &[1, 2]].concat());
        let written: Value = serde_json::from_str(&report.to_json().unwrap()).unwrap();
        assert_eq!(written["plain"], json!([1, 2]));
        assert_eq!(Report::from_json(&report.to_json().unwrap(), &plan).unwrap(), report);
        assert_eq!(
            Report::from_perturbed(&plan, *report.id(), report.numbers().into_owned()).unwrap(),
            report
        );
    }
}

#[test]
fn what_its_plan_does_not_declare_is_refused() {
    for plan in plans() {
        let code = |refused: Result<Report, candor::Error>| refused.unwrap_err().code().as_str();
        assert_eq!(code(report(&plan, ["east", "z"])), "unknown-category");
        let given = |plain: Value| {
            let mut document: Value =
                serde_json::from_str(&report(&plan, ["north", "x"]).unwrap().to_json().unwrap()).unwrap();
            document["plain"] = plain;
            Report::from_json(&document.to_string(), &plan)
        };
        assert_eq!(given(json!([0, 2])).unwrap().plain(), [0, 2]);
        assert_eq!(code(given(json!([2, 0]))), "category-out-of-range");
        for odd in
            [json!([0]), json!([0, 0, 0]), json!([]), json!(["north", "x"]), json!([0, -1]), json!(null)]
        {
            assert_eq!(code(given(odd)), "invalid-report");
        }
    }
}

/// A plan whose plain columns, their texts or their categories are changed needs another fingerprint.
#[test]
fn the_fingerprint_covers_plain_columns() {
    let [plan, _] = &plans()[..] else { unreachable!() };
    for (from, to) in [("\"arm\"", "\"leg\""), ("The south", "The north"), ("\"z\"", "\"w\"")] {
        let changed = plan.json().replace(from, to);
        assert_ne!(changed, plan.json());
        let refused = Plan::from_json(&changed, &Caps::default()).unwrap_err();
        assert_eq!(refused.code().as_str(), "fingerprint-mismatch");
    }
}
