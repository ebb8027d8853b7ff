//! Surveys that cannot be asked or designed.

use candor::design::{MAX_RECORD_EPSILON, Survey};
use candor::schema::{Attribute, Category, Schema};
use serde_json::{Value, json};

use super::assert_refused;
use super::documents::{plan_of, survey};
use crate::common::{designed, planned_or_refused};

fn with(change: impl FnOnce(&mut Value)) -> Result<Survey, candor::Error> {
    let mut document = survey();
    change(&mut document);
    Survey::from_json(&document.to_string())
}

#[test]
fn what_is_no_survey_document() {
    for text in ["", "[]", "{}", "null", r#"{"survey":"x"}"#, "{\"survey\":\"x\",\"attributes\":[]} x"] {
        assert_refused(Survey::from_json(text), "invalid-survey", "not a survey document");
    }
    assert_refused(with(|s| s["colour"] = json!("red")), "invalid-survey", "unknown field `colour`");
    assert_refused(with(|s| s["attributes"][0]["typo"] = json!(1)), "invalid-survey", "unknown field `typo`");
    assert_refused(
        with(|s| s["privacy"] = json!({"epsilon": 1})),
        "invalid-survey",
        "unknown field `epsilon`",
    );
    let twice = r#"{"survey":"a","survey":"b","attributes":[]}"#;
    assert_refused(Survey::from_json(twice), "invalid-survey", "duplicate field `survey`");
    assert_refused(with(|s| s["survey"] = json!("")), "invalid-survey", "must not be empty");
    assert_refused(with(|s| s["respondents"] = json!(0)), "invalid-survey", "\"respondents\" is 0");
    let nothing = json!({"name": "x", "epsilon": 1});
    assert_refused(with(|s| s["attributes"][0] = nothing), "invalid-survey", "categories or bins");
    let both = json!({"name": "x", "categories": ["a", "b"], "bins": [0, 1, 2], "epsilon": 1});
    assert_refused(with(|s| s["attributes"][0] = both), "invalid-bins", "\"a\" has to have the role");
    let odd = json!(["a", {"value": "b", "note": 1}]);
    assert_refused(
        with(|s| s["attributes"][0]["categories"] = odd),
        "invalid-survey",
        "unknown field `note`",
    );
}

#[test]
fn questions_that_cannot_be_asked() {
    assert_refused(with(|s| s["attributes"] = json!([])), "no-attributes", "0 given");
    assert_refused(
        with(|s| s["attributes"][1]["name"] = json!("smoker")),
        "duplicate-attribute",
        "\"smoker\"",
    );
    for name in ["", " x", "x ", "a,b", "a\u{0}", "\u{7f}", "a\u{202e}b", "\u{2066}a", "a\tb", "__proto__"] {
        assert_refused(with(|s| s["attributes"][0]["name"] = json!(name)), "invalid-name", "is not a name");
    }
    let categories = |values: Value| with(|s| s["attributes"][0]["categories"] = values);
    assert_refused(categories(json!([])), "too-few-categories", "\"smoker\" has 0");
    assert_refused(categories(json!(["only"])), "too-few-categories", "\"smoker\" has 1");
    assert_refused(categories(json!(["a", "b", "a"])), "duplicate-category", "\"a\" twice");
    let labels = json!([{"value": "a", "label": "b"}, "b"]);
    assert_refused(categories(labels), "duplicate-category", "label \"b\" twice");
    let bins = |edges: Value| with(|s| s["attributes"][2]["bins"] = edges);
    assert_refused(bins(json!([])), "invalid-bins", "at least 3 edges");
    assert_refused(bins(json!([1, 1, 2])), "invalid-bins", "increasing order");
    assert_refused(bins(json!([3, 2, 1])), "invalid-bins", "increasing order");
    assert_refused(bins(json!([1, null, 2])), "invalid-bins", "first and the last edge");
    assert_refused(bins(json!([null, null])), "invalid-bins", "at least 3 edges");
    assert_refused(bins(json!([1, 2])), "invalid-bins", "at least 3 edges");
    let edges = vec![Some(0.0), Some(f64::INFINITY), Some(f64::NAN)];
    assert_refused(Attribute::numeric("n", None, edges, false), "invalid-bins", "finite");
    let reserved = json!({"name": "x", "categories": ["no answer", "b"], "optional": true, "epsilon": 1});
    assert_refused(with(|s| s["attributes"][0] = reserved), "duplicate-category", "\"no answer\" twice");
}

#[test]
fn texts_with_characters_that_mislead() {
    let documents = |text: &str| {
        let text = text.to_owned();
        [
            with(|s| s["survey"] = json!(text)),
            with(|s| s["title"] = json!(text)),
            with(|s| s["title"] = json!({"en": text})),
            with(|s| s["wave_of"] = json!(text)),
            with(|s| s["attributes"][0]["question"] = json!(text)),
            with(|s| s["attributes"][0]["categories"] = json!(["no", text])),
            with(|s| s["attributes"][0]["categories"] = json!(["no", {"value": "yes", "label": text}])),
            with(|s| s["plain"] = json!([{"name": "region", "question": text, "categories": ["a", "b"]}])),
            with(|s| s["plain"] = json!([{"name": "region", "categories": ["a", text]}])),
        ]
    };
    for text in ["a\u{0}", "\u{1b}[2J", "a\u{7f}", "\u{85}", "yes\u{202e}on", "\u{2068}a\u{2069}"] {
        for document in documents(text) {
            let refused = document.expect_err("a text that misleads");
            assert_eq!(refused.code().as_str(), "invalid-text");
            assert!(refused.message().contains('\u{fffd}') && !refused.message().contains(text));
        }
    }
    // Line ends, and marks that are needed in texts from right to left, mislead nobody.
    for text in ["first\r\n\tsecond", "הכל בסדר?\u{200f}", "\u{200e}x", "عمر\u{61c}"] {
        assert!(documents(text).iter().all(Result::is_ok), "{text}");
    }
}

#[test]
fn texts_in_languages_that_are_none_or_not_all() {
    let question = |text: Value| with(|s| s["attributes"][0]["question"] = text);
    assert!(question(json!({"zh-Hant": "你吸煙嗎？", "en": "Do you smoke?", "es-419": "¿Fuma?"})).is_ok());
    for tag in ["", "english", "EN", "en_US", "pt-br", "__proto__"] {
        assert_refused(question(json!({tag: "?"})), "invalid-survey", "is no language tag");
    }
    assert_refused(question(json!({})), "invalid-survey", "in no language");
    for text in [json!(1), json!(["?"]), json!({"en": null}), json!({"en": {"en": "?"}})] {
        assert_refused(question(text), "invalid-survey", "not a survey document");
    }
    let twice =
        survey().to_string().replacen(r#""name":"#, r#""question": {"en": "?", "en": "!"}, "name":"#, 1);
    assert_refused(Survey::from_json(&twice), "invalid-survey", "twice in the language \"en\"");
    let labels = |more: Value| {
        with(|s| {
            s["attributes"][0]["question"] = json!({"en": "Do you smoke?", "es": "¿Fuma?"});
            s["attributes"][0]["categories"] = json!(["no", {"value": "yes", "label": more}]);
        })
    };
    assert!(labels(json!({"es": "sí", "en": "yes"})).is_ok());
    assert!(labels(json!("y")).is_ok());
    for text in
        [json!({"en": "yes"}), json!({"en": "yes", "fr": "oui"}), json!({"en": "a", "es": "b", "fr": "c"})]
    {
        assert_refused(labels(text), "invalid-language", "not given in the same languages");
    }
    assert_refused(labels(json!({"en": "yes", "es": "no"})), "duplicate-category", "label \"no\" twice");
    let title = with(|s| {
        s["attributes"][0]["question"] = json!({"en": "?", "es": "¿?"});
        s["title"] = json!({"en": "Health"});
    });
    assert_refused(title, "invalid-language", "not given in the same languages");
}

#[test]
fn too_many_categories() {
    let many = |n: u32| (0..n).map(|v| Category::new(&v.to_string(), None)).collect::<Vec<_>>();
    let message = "10000000 categories given; at most 1048576";
    assert_refused(Attribute::new("n", None, many(10_000_000), false), "too-many-categories", message);
    let edges = (0..10_000_000).map(|edge| Some(f64::from(edge))).collect();
    assert_refused(Attribute::numeric("n", None, edges, false), "too-many-categories", "at most 1048576");
    let half = |name| Attribute::new(name, None, many(600_000), false).unwrap();
    assert_refused(Schema::new(vec![half("a"), half("b")]), "too-many-categories", "1200000");
}

#[test]
fn levels_that_conflict_or_are_no_numbers() {
    let missing = |s: &mut Value| s["attributes"][1].as_object_mut().unwrap().remove("epsilon");
    assert_refused(with(|s| drop(missing(s))), "levels-conflict", "no epsilon for: diet");
    let both = |s: &mut Value| s["privacy"] = json!({"record_epsilon": 2});
    assert_refused(with(both), "levels-conflict", "epsilon for: smoker, diet, age");
    let none = |s: &mut Value| {
        (0..3).for_each(|i| drop(s["attributes"][i].as_object_mut().unwrap().remove("epsilon")))
    };
    assert_refused(with(none), "levels-conflict", "no epsilon for: smoker, diet, age");
    let weight = |s: &mut Value| s["attributes"][1]["weight"] = json!(2);
    assert_refused(with(weight), "levels-conflict", "remove the weight of: diet");
    for (epsilon, shown) in [(json!(0), "is 0;"), (json!(-1), "is -1;"), (json!(65), "is 65;")] {
        let changed = with(|s| s["attributes"][1]["epsilon"] = epsilon);
        assert_refused(changed, "invalid-epsilon", &format!("ε of \"diet\" {shown}"));
    }
    let huge = survey().to_string().replace("0.5", "1e999");
    assert_refused(Survey::from_json(&huge), "invalid-survey", "number out of range");
    assert_refused(
        Survey::from_json(&huge.replace("1e999", "NaN")),
        "invalid-survey",
        "not a survey document",
    );
    let budget = |record: Value, weight: Value| {
        with(|s| {
            none(s);
            s["privacy"] = json!({"record_epsilon": record});
            s["attributes"][1]["weight"] = weight;
        })
    };
    assert!(budget(json!(1), json!(2)).is_ok());
    assert_refused(budget(json!(0), json!(2)), "invalid-epsilon", "record ε is 0");
    assert_refused(budget(json!(-3), json!(2)), "invalid-epsilon", "record ε is -3");
    assert_refused(
        budget(json!(710), json!(2)),
        "invalid-epsilon",
        "record ε is 710; it must be a number above 0 and at most 700",
    );
    assert!(budget(json!(MAX_RECORD_EPSILON), json!(2)).is_ok());
    assert_refused(budget(json!(1), json!(0)), "invalid-weight", "attribute 1 has weight 0");
    assert_refused(budget(json!(1), json!(-2)), "invalid-weight", "attribute 1 is -2");
    assert_refused(
        designed(budget(json!(1e-30), json!(1)).unwrap().request()),
        "infeasible-request",
        "no method",
    );
    assert_refused(with(|s| s["privacy"] = json!({"method": "best"})), "unknown-method", "\"best\"");
}

#[test]
fn tables_that_cannot_be_read() {
    let table = |names: Value| with(|s| s["tables"] = json!([names]));
    assert!(table(json!(["age", "smoker"])).is_ok());
    assert_refused(
        table(json!(["smoker", "height"])),
        "unknown-attribute",
        "\"height\"; there are: smoker, diet, age",
    );
    assert_refused(table(json!(["smoker", "smoker"])), "duplicate-table-attribute", "\"smoker\" twice");
    assert_refused(table(json!([])), "invalid-survey", "names no attribute");
    let many: Vec<String> = (0..70).map(|i| format!("q{i}")).collect();
    let question = |name: &String| json!({"name": name, "categories": ["no", "yes"], "epsilon": 1});
    let wide =
        json!({"survey": "x", "attributes": many.iter().map(question).collect::<Vec<_>>(), "tables": [many]});
    assert_refused(Survey::from_json(&wide.to_string()), "too-large", "over 70 attributes");
}

/// Three yes/no questions at record ε 1: the optimum of the single-change family erases all pair tables.
#[test]
fn comparisons_that_find_nothing() {
    let compared = |change: &dyn Fn(&mut Value)| {
        let mut comparison = json!({"of": "smoker", "answer": "yes", "by": "diet", "groups": [
            {"answer": "any", "size": 0.7, "share": 0.3}, {"answer": "vegan", "size": 0.3, "share": 0.1}]});
        change(&mut comparison);
        with(|s| s["comparisons"] = json!([comparison]))
    };
    assert_eq!(compared(&|_| ()).unwrap().comparisons().len(), 1);
    for (code, says, member, value) in [
        ("unknown-attribute", "\"dier\"; there are: smoker, diet, age", "/by", json!("dier")),
        ("unknown-attribute", "\"smoke\"", "/of", json!("smoke")),
        ("unknown-category", "\"smoker\" is none of its 2 categories: no, yes", "/answer", json!("often")),
        ("unknown-category", "\"diet\" is none of its 3 categories", "/groups/1/answer", json!("fish")),
        ("duplicate-table-attribute", "\"diet\" twice", "/of", json!("diet")),
        ("invalid-hypothesis", "of \"smoker\" by \"diet\": both groups", "/groups/1/answer", json!("any")),
        ("invalid-hypothesis", "sizes of the groups", "/groups/0/size", json!(0)),
        ("invalid-hypothesis", "sizes of the groups", "/groups/0/size", json!(-0.1)),
        ("invalid-hypothesis", "together not above 1", "/groups/0/size", json!(0.71)),
        ("invalid-hypothesis", "numbers from 0 to 1", "/groups/1/share", json!(1.01)),
        ("invalid-hypothesis", "numbers from 0 to 1", "/groups/0/share", json!(-0.01)),
        ("invalid-hypothesis", "no difference to find", "/groups/1/share", json!(0.3)),
        ("invalid-survey", "not a survey document", "/groups", json!([])),
        ("invalid-survey", "not a survey document", "/groups/0", json!({"answer": "any", "size": 0.7})),
        ("invalid-survey", "unknown field `scale`", "/groups/0/scale", json!(1)),
    ] {
        let change = |comparison: &mut Value| {
            let (within, name) = member.rsplit_once('/').unwrap();
            match comparison.pointer_mut(within).unwrap() {
                Value::Array(list) => list[name.parse::<usize>().unwrap()] = value.clone(),
                object => object[name] = value.clone(),
            }
        };
        assert_refused(compared(&change), code, says);
    }
    let three = |comparison: &mut Value| {
        let groups = comparison["groups"].as_array_mut().unwrap();
        groups.push(json!({"answer": "veg", "size": 0.1, "share": 0.2}));
    };
    assert_refused(compared(&three), "invalid-survey", "not a survey document");
    let document = compared(&|_| ()).unwrap().comparisons()[0].clone();
    let twice = |share: f64| {
        let mut other = json!(document);
        other["groups"][0]["share"] = json!(share);
        with(|s| s["comparisons"] = json!([document, other]))
    };
    assert_refused(twice(0.3), "invalid-survey", "the same comparison twice");
    assert!(twice(0.4).is_ok());
    for number in [f64::NAN, f64::INFINITY] {
        let (mut size, mut share) = (document.clone(), document.clone());
        (size.groups[0].size, share.groups[1].share) = (number, number);
        for odd in [size, share] {
            let expected = odd.expected(with(|_| ()).unwrap().schema());
            assert_refused(expected, "invalid-hypothesis", "of \"smoker\" by \"diet\"");
        }
    }
}

#[test]
fn a_design_that_erases_a_declared_table() {
    let question = |name: &str| json!({"name": name, "categories": ["no", "yes"]});
    let document = json!({
        "survey": "x", "attributes": (["a", "b", "c"].map(question)), "tables": [["a"], ["b", "c"]],
        "privacy": {"record_epsilon": 1, "method": "single-change"}
    });
    let survey = Survey::from_json(&document.to_string()).unwrap();
    assert_refused(designed(survey.request()), "unidentifiable-table", "erases the table b × c");
}

#[test]
fn questions_that_a_law_does_not_draw() {
    assert_refused(with(|s| s["ask"] = json!("some")), "invalid-survey", "unknown variant `some`");
    let survey = with(|s| s["ask"] = json!("drawn")).unwrap();
    let refused = planned_or_refused(&survey, &designed(survey.request()).unwrap());
    assert_refused(refused, "infeasible-request", "it asks everything of every device");
}

#[test]
fn names_of_any_script() {
    let names = ["年齢", "Größe", "سن", "😀", "a b", "\"", "\\", "ﬁ", "e\u{301}", "\u{e9}"];
    let question = |name: &str| json!({"name": name, "categories": ["はい", "いいえ"], "epsilon": 1});
    let plan = plan_of(&json!({"survey": "調査", "title": "\u{1f600}\n", "attributes": names.map(question)}));
    let read = super::documents::read(plan.json()).unwrap();
    assert_eq!(read.fingerprint(), plan.fingerprint());
    for (position, name) in names.iter().enumerate() {
        assert_eq!(read.schema().position(name), Ok(position));
    }
}
