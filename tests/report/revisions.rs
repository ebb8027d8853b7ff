//! Plans that correct earlier ones, and when reports of the corrected plan count as reports of the earlier
//! one.

use candor::{Caps, Code, Plan, Survey};

use crate::common::{designed, plan_of, planned_or_refused};

const TITLE: &str = r#""title": "Helth""#;

/// A survey of two questions, with parts of its text replaced.
fn survey(replaced: &[(&str, &str)]) -> Survey {
    let text = r#"{"survey": "health", "title": "Helth", "attributes": [
        {"name": "smoker", "question": "Do you smok?", "categories": ["no", {"value": "yes", "label": "Yess"}], "epsilon": 1},
        {"name": "age", "bins": [18, 30, 45], "optional": true, "epsilon": 1}]}"#;
    let text = replaced.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    Survey::from_json(&text).unwrap()
}

fn correction(earlier: &Plan, replaced: &[(&str, &str)]) -> Plan {
    plan_of(&survey(replaced).revising(vec![earlier.fingerprint().to_string()]))
}

#[test]
fn words_may_be_corrected_and_nothing_else() {
    let first = plan_of(&survey(&[]));
    let words = [("Do you smok?", "Do you smoke?"), ("Helth", "Health"), ("Yess", "Yes")];
    assert_eq!(correction(&first, &words).stands_for(&first), Ok(()));
    let times = [(r#""survey": "health""#, r#""survey": "health-2", "closes": "2027-01-01T00:00:00Z""#)];
    assert_eq!(correction(&first, &times).stands_for(&first), Ok(()));
    for (from, to, difference) in [
        (r#""name": "smoker""#, r#""name": "smokes""#, "other questions"),
        (r#""value": "yes""#, r#""value": "y""#, "\"smoker\" has other categories"),
        (
            r#"["no", {"value": "yes", "label": "Yess"}]"#,
            r#"["yes", "no"]"#,
            "\"smoker\" has other categories",
        ),
        ("[18, 30, 45]", "[18, 31, 45]", "\"age\" has other categories"),
        (r#""optional": true, "#, "", "\"age\" has other categories"),
        (r#""optional": true, "epsilon": 1"#, r#""optional": true, "epsilon": 2"#, "the law is another"),
    ] {
        let refused = correction(&first, &[(from, to)]).stands_for(&first).unwrap_err();
        assert_eq!(refused.code(), Code::PlanMismatch);
        assert!(refused.message().contains(difference), "{to}: {}", refused.message());
    }
}

#[test]
fn a_plan_that_says_nothing_of_an_earlier_one_does_not_stand_for_it() {
    let (first, second) = (plan_of(&survey(&[])), plan_of(&survey(&[("Helth", "Health")])));
    let refused = second.stands_for(&first).unwrap_err();
    assert!(refused.message().contains("does not say"), "{}", refused.message());
    // The earlier plan does not stand for the later one either.
    assert!(first.stands_for(&correction(&first, &[("Helth", "Health")])).is_err());
}

#[test]
fn a_chain_of_corrections_names_all_of_them() {
    let first = plan_of(&survey(&[]));
    let second = correction(&first, &[("Helth", "Health")]);
    let both = vec![second.fingerprint().to_string(), first.fingerprint().to_string()];
    let third = plan_of(&survey(&[("Do you smok?", "Do you smoke?")]).revising(both.clone()));
    assert_eq!(third.revises(), both);
    assert_eq!((third.stands_for(&second), third.stands_for(&first)), (Ok(()), Ok(())));
    let read = Plan::from_json(third.json(), &Caps::default()).unwrap();
    assert_eq!(read.revises(), both);
    // The list of revised plans is covered by the fingerprint.
    let other = third.json().replacen(&both[0], &format!("sha256:{}", "0".repeat(64)), 1);
    assert_eq!(Plan::from_json(&other, &Caps::default()).unwrap_err().code(), Code::FingerprintMismatch);
}

#[test]
fn what_is_revised_is_a_list_of_fingerprints_each_once() {
    let (survey, one) = (survey(&[]), plan_of(&survey(&[])).fingerprint().to_string());
    let design = designed(survey.request()).unwrap();
    for revises in
        [vec![String::new()], vec!["sha256:00".into()], vec![one.to_uppercase()], vec![one.clone(), one]]
    {
        let refused = planned_or_refused(&survey.clone().revising(revises.clone()), &design).unwrap_err();
        assert_eq!(refused.code(), Code::InvalidPlan, "{revises:?}");
    }
}

#[test]
fn reports_stand_only_where_they_carry_the_same_in_clear() {
    let of = |categories: &str| {
        format!(r#"{TITLE}, "plain": [{{"name": "region", "categories": [{categories}]}}]"#)
    };
    let columns = of(r#""north", {"value": "south", "label": "Sooth"}"#);
    let first = plan_of(&survey(&[(TITLE, &columns)]));
    let words = of(r#""north", {"value": "south", "label": "South"}"#);
    assert_eq!(correction(&first, &[(TITLE, &words)]).stands_for(&first), Ok(()));
    let renamed = columns.replace("region", "area");
    let longer = of(r#""north", "south", "west""#);
    let other = of(r#""south", "north""#);
    for differing in [TITLE, &renamed, &longer, &other] {
        let refused = correction(&first, &[(TITLE, differing)]).stands_for(&first).unwrap_err();
        assert_eq!(refused.code(), Code::PlanMismatch);
        assert!(refused.message().contains("other plain columns"), "{differing}: {}", refused.message());
    }
    let without = plan_of(&survey(&[]));
    assert!(correction(&without, &[(TITLE, &columns)]).stands_for(&without).is_err());
}
