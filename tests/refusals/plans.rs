//! Plans whose statements differ from their integers, and plans that are not valid at all.

use candor::law::{Block, Form, Law, Unit};
use candor::plan::{Caps, Fingerprint, Plan};
use serde_json::{Value, json};

use super::assert_refused;
use super::documents::{changed, plan, read};

#[test]
fn what_is_no_plan_document() {
    for text in ["", "{}", "[]", "{\"candor\":1}"] {
        assert_refused(read(text), "invalid-plan", "not a plan document");
    }
    assert_refused(read(&format!("{} x", plan().json())), "invalid-plan", "trailing characters");
    assert_refused(read(&changed(|p| p["note"] = json!("x"))), "invalid-plan", "unknown field `note`");
    let unknown = |path: &str| {
        let path = path.to_owned();
        read(&changed(move |p| p.pointer_mut(&path).unwrap()["note"] = json!(1)))
    };
    for path in [
        "/attributes/0",
        "/forms/0",
        "/forms/0/blocks/0",
        "/forms/0/blocks/0/patterns/0",
        "/privacy",
        "/privacy/attributes/0",
    ] {
        assert_refused(unknown(path), "invalid-plan", "unknown field `note`");
    }
    for version in [0, 2] {
        let other = changed(|p| p["candor"] = json!(version));
        assert_refused(read(&other), "unsupported-version", &format!("version {version} is not supported"));
    }
}

#[test]
fn periods_and_invitations_that_there_are_not() {
    let saying = |member: &str, value: Value| {
        let member = member.to_owned();
        read(&changed(move |p| p[member] = value))
    };
    for (member, text) in
        [("opens", "2026-03-01"), ("closes", "2026-02-29T00:00:00Z"), ("closes", "2026-03-01T00:00:00+01:00")]
    {
        assert_refused(saying(member, json!(text)), "invalid-period", &format!("\"{member}\" is \"{text}\""));
    }
    let moment = "2026-03-01T08:00:00Z";
    let at_once = read(&changed(|p| (p["opens"], p["closes"]) = (json!(moment), json!(moment))));
    assert_refused(at_once, "invalid-period", "which is not after it opens");
    assert_refused(saying("invitations", json!("open")), "invalid-plan", "unknown variant `open`");
    assert_refused(saying("labels", json!("drawn")), "invalid-plan", "unknown variant `drawn`");
    for invitations in [None, Some("plain"), Some("blind")] {
        let refused = read(&changed(|p| {
            p["labels"] = json!("invited");
            if let Some(kind) = invitations {
                p["invitations"] = json!(kind);
            }
        }));
        assert_refused(
            refused,
            "invalid-plan",
            "\"labels\" needs blind invitations, several labels and no wave",
        );
    }
}

#[test]
fn texts_of_languages_that_differ() {
    let title = |text: Value| read(&changed(|p| p["title"] = text));
    assert!(title(json!({"en": "Health", "es": "Salud"})).is_ok());
    assert_refused(title(json!({"en_GB": "Health"})), "invalid-plan", "is no language tag");
    assert_refused(title(json!({})), "invalid-plan", "in no language");
    let other = changed(|p| {
        p["title"] = json!({"en": "Health", "es": "Salud"});
        p["attributes"][0]["question"] = json!({"en": "Do you smoke?"});
    });
    assert_refused(read(&other), "invalid-language", "not given in the same languages");
    let around = changed(|p| {
        p["title"] = json!({"en": "Health", "es": "Salud"});
        p["texts"] = json!({"thanks": {"en": "Thank you", "fr": "Merci"}});
    });
    assert_refused(read(&around), "invalid-language", "not given in the same languages");
}

#[test]
fn texts_with_characters_that_mislead() {
    for path in
        ["/survey", "/method", "/title", "/wave_of", "/attributes/0/question", "/attributes/0/categories/0"]
    {
        let turned = changed(|p| {
            (p["title"], p["wave_of"], p["attributes"][0]["question"]) = (json!("T"), json!("W"), json!("Q"));
            *p.pointer_mut(path).unwrap() = json!("a\u{202e}b");
        });
        assert_refused(read(&turned), "invalid-text", "turns the direction of text");
    }
    let named = |name: &str| read(&changed(|p| p["attributes"][0]["name"] = json!(name)));
    for name in ["__proto__", "a\u{2067}b", "a\u{0}"] {
        assert_refused(named(name), "invalid-name", "is not a name");
    }
}

#[test]
fn fingerprints_that_do_not_belong() {
    let wrong = plan().json().replace("\"no\"", "\"never\"");
    assert_refused(read(&wrong), "fingerprint-mismatch", plan().fingerprint().to_string().as_str());
    let digits = plan().fingerprint().to_string();
    let bare = plan().json().replace(&format!("\"fingerprint\":\"{digits}\","), "");
    assert_refused(read(&bare), "fingerprint-mismatch", "states fingerprint \"\"");
    for text in ["", "sha256:", "md5:00", &digits[..70], &digits.to_uppercase(), &format!("{digits}0")] {
        assert_refused(text.parse::<Fingerprint>(), "invalid-plan", "64 hex digits");
    }
    assert_eq!(digits.parse::<Fingerprint>(), Ok(plan().fingerprint()));
}

#[test]
fn promises_that_are_understated() {
    let plan = plan();
    for (path, kept, what) in [
        ("/privacy/record", plan.law().record_epsilon(), "record ε is stated"),
        ("/privacy/attributes/0/column", plan.law().column_epsilons()[0], "column ε of \"smoker\" is stated"),
        (
            "/privacy/attributes/2/attribute",
            plan.law().attribute_epsilons()[2],
            "attribute ε of \"age\" is stated",
        ),
    ] {
        let stating = |level: f64| read(&changed(|p| *p.pointer_mut(path).unwrap() = json!(level)));
        assert_refused(stating(kept.next_down()), "understated-promise", what);
        // Earlier versions stated exactly this level.
        assert!(stating(kept).is_ok(), "{path}");
    }
}

#[test]
fn requests_that_are_not_kept() {
    let plan = plan();
    let [column, attribute] = [plan.law().column_epsilons()[0], plan.law().attribute_epsilons()[0]];
    let stating = |member: &str, level: f64| {
        let member = member.to_owned();
        read(&changed(move |p| p["privacy"]["attributes"][0][member] = json!(level)))
    };
    for (member, kept, what) in [
        ("requested", column, "requested column ε of \"smoker\" is stated"),
        ("requested_attribute", attribute, "requested attribute ε of \"smoker\" is stated"),
    ] {
        assert_refused(stating(member, kept.next_down()), "understated-promise", what);
        assert!(stating(member, kept).is_ok(), "{member}");
    }
}

#[test]
fn lower_bounds_that_bound_nothing() {
    let stating = |bound: f64| read(&changed(|p| p["privacy"]["record_lower_bound"] = json!(bound)));
    let record = plan().law().record_epsilon();
    for bound in [record.next_up(), 60.5, -0.5] {
        assert_refused(stating(bound), "invalid-plan", "record_lower_bound is");
    }
    for bound in [0.25, record] {
        assert!(stating(bound).is_ok(), "{bound}");
    }
}

/// If a plan overstates its promises, the plan that is read does not: its promises are recomputed from the
/// integers.
#[test]
fn promises_that_are_overstated_are_recomputed() {
    let overstated = read(&changed(|p| p["privacy"]["record"] = json!(60.5))).unwrap();
    assert_eq!(overstated.promises(), plan().promises());
}

/// Surveys refuse such edges, because programs that round numbers would change the plan's fingerprint. Earlier
/// surveys did not, so plans are still read.
#[test]
fn edges_of_many_digits_are_read() {
    let edge = 30.0_f64.next_up();
    let many = changed(|p| {
        p["attributes"][2]["bins"][1] = json!(edge);
        p["attributes"][2]["categories"] = json!([format!("[18,{edge})"), format!("≥{edge}"), "no answer"]);
    });
    assert!(read(&many).is_ok());
}

#[test]
fn promises_about_other_questions() {
    let swapped = changed(|p| p["privacy"]["attributes"].as_array_mut().unwrap().swap(0, 1));
    assert_refused(read(&swapped), "invalid-plan", "name every attribute once, in order");
    let short = changed(|p| drop(p["privacy"]["attributes"].as_array_mut().unwrap().pop()));
    assert_refused(read(&short), "invalid-plan", "name every attribute once, in order");
}

#[test]
fn caps_of_the_reader() {
    let capped = |cap| Plan::from_json(plan().json(), &Caps { max_record_epsilon: Some(cap) });
    assert!(capped(plan().promises().record).is_ok());
    assert_refused(capped(1.0), "cap-exceeded", "at most 1 is accepted");
    assert_refused(capped(f64::NAN), "cap-exceeded", "record ε is");
}

#[test]
fn weights_that_do_not_sum() {
    let weight = |pointer: &str, text: &str| {
        let (pointer, text) = (pointer.to_owned(), json!(text));
        read(&changed(move |p| *p.pointer_mut(&pointer).unwrap() = text))
    };
    for text in ["1", "18446744073709551616", "99999999999999999999"] {
        assert_refused(weight("/forms/0/blocks/0/uniform", text), "weight-sum", text);
    }
    assert_refused(weight("/forms/0/blocks/0/uniform", "0"), "weight-sum", "at least 1");
    let pattern = "/forms/0/blocks/0/patterns/0/weight";
    assert_refused(weight(pattern, "0"), "weight-sum", "must sum to 2^64");
    assert_refused(weight(pattern, "18446744073709551616"), "weight-sum", "not below 2^64");
    for text in ["", "-1", "1.0", "007", "+7", "7 ", "0x7", "7e3", "100000000000000000000"] {
        assert_refused(weight(pattern, text), "invalid-plan", "decimal string");
    }
    let number = changed(|p| p["forms"][0]["blocks"][0]["uniform"] = json!(5));
    assert_refused(read(&number), "invalid-plan", "not a plan document");
}

#[test]
fn questions_that_cannot_be_drawn() {
    let asking = |word: &str| read(&changed(|p| p["ask"] = json!(word)));
    assert_refused(asking("drawn"), "invalid-plan", "\"ask\" is \"drawn\", but the law has one label");
    assert_refused(asking("some"), "invalid-plan", "unknown variant `some`");
    assert_refused(asking("all"), "invalid-plan", "must be left out");
}

/// A plan with other forms for its three questions, which have 2, 3 and 3 categories.
fn with_forms(forms: Value) -> Result<Plan, candor::Error> {
    read(&changed(|p| {
        p["forms"] = forms;
        p["privacy"]["record"] = json!(60.5);
        p["privacy"]["record_lower_bound"] = json!(0);
        for i in 0..3 {
            p["privacy"]["attributes"][i]["requested"] = json!(60.5);
            p["privacy"]["attributes"][i]["column"] = json!(60.5);
            p["privacy"]["attributes"][i]["attribute"] = json!(60.5);
        }
    }))
}

/// A plan with one block of all three questions.
fn with_block(block: Value) -> Result<Plan, candor::Error> {
    with_forms(json!([{"blocks": [block], "weight": WHOLE}]))
}

const WHOLE: &str = "18446744073709551616";

fn block(classes: Value, changes: &[Value]) -> Value {
    let quarter = 1_u64 << 62;
    let uniform = (1_u128 << 64) - u128::from(quarter) * changes.len() as u128;
    let pattern = |changes: &Value| json!({"changes": changes, "weight": quarter.to_string()});
    let patterns: Vec<Value> = changes.iter().map(pattern).collect();
    json!({"units": [0, 1, 2], "classes": classes, "uniform": uniform.to_string(), "patterns": patterns})
}

#[test]
fn patterns_that_are_out_of_order_or_place() {
    let each = json!([[0], [1], [2]]);
    assert!(with_block(block(each.clone(), &[json!([]), json!([[0, 1]]), json!([[0, 1], [2, 1]])])).is_ok());
    let with = |changes: &[Value]| with_block(block(each.clone(), changes));
    assert_refused(with(&[json!([[0, 1]]), json!([])]), "invalid-plan", "must ascend");
    assert_refused(with(&[json!([]), json!([])]), "invalid-plan", "without repeats");
    assert_refused(with(&[json!([[2, 1], [0, 1]])]), "invalid-plan", "ascending order");
    assert_refused(with(&[json!([[0, 1], [0, 1]])]), "invalid-plan", "ascending order");
    assert_refused(with(&[json!([[0, 0]])]), "invalid-plan", "1 to all of it");
    assert_refused(with(&[json!([[0, 2]])]), "invalid-plan", "1 to all of it");
    assert_refused(with(&[json!([[3, 1]])]), "invalid-plan", "classes of its block");
}

#[test]
fn units_that_are_twice_or_nowhere() {
    let classes = |classes: Value| with_block(block(classes, &[json!([])]));
    assert_refused(classes(json!([[0], [1]])), "invalid-plan", "position 2 is in no class");
    assert_refused(classes(json!([[0], [1], [2], []])), "invalid-plan", "each of its classes at least 1");
    assert_refused(classes(json!([[0], [1], [2, 0]])), "invalid-plan", "position 0 is in two classes");
    assert_refused(classes(json!([[0], [1], [3]])), "invalid-plan", "class names position 3 of 3");
    assert_refused(
        classes(json!([[0, 1], [2]])),
        "invalid-plan",
        "unit 1, 1 of 3 cells, is in a class of units with 1 of 2 cells",
    );
    let blocks = |units: &[Value]| {
        let half = (1_u64 << 63).to_string();
        let block = |units: &Value| {
            let all: Vec<usize> = (0..units.as_array().unwrap().len()).collect();
            let classes: Vec<[usize; 1]> = all.into_iter().map(|position| [position]).collect();
            let truth = json!([{"changes": [], "weight": half}]);
            json!({"units": units, "classes": classes, "uniform": half, "patterns": truth})
        };
        let blocks: Vec<Value> = units.iter().map(block).collect();
        read(&changed(|p| p["forms"][0]["blocks"] = json!(blocks)))
    };
    assert_refused(blocks(&[json!([0, 1]), json!([1, 2])]), "invalid-plan", "unit 1 is in two blocks");
    assert_refused(blocks(&[json!([0, 1, 1, 2])]), "invalid-plan", "unit 1 is in two blocks");
    assert_refused(blocks(&[json!([0, 1])]), "invalid-plan", "unit 2 is in no block");
    assert_refused(blocks(&[json!([0, 1, 2, 3])]), "invalid-plan", "block names unit 3 of 3");
    assert_refused(blocks(&[json!([0, 1, 2]), json!([])]), "invalid-plan", "a block needs at least 1 unit");
    assert_refused(blocks(&[]), "invalid-plan", "unit 0 is in no block");
}

/// A form with one block of these units, which is mostly uniform.
fn form(weight: u128, units: Value) -> Value {
    let all: Vec<usize> = (0..units.as_array().unwrap().len()).collect();
    let classes: Vec<[usize; 1]> = all.iter().map(|position| [*position]).collect();
    let (uniform, truth) = ((WHOLE_WORDS - 8).to_string(), json!([{"changes": [], "weight": "8"}]));
    let block = json!({"classes": classes, "patterns": truth, "uniform": uniform, "units": all});
    json!({"blocks": [block], "units": units, "weight": weight.to_string()})
}

const WHOLE_WORDS: u128 = 1 << 64;

/// The largest number of 20 digits.
const MOST_WORDS: u128 = 100_000_000_000_000_000_000 - 1;

fn unit(attributes: &[usize], subset_size: u32) -> Value {
    json!({"attributes": attributes, "subset_size": subset_size})
}

#[test]
fn forms_that_are_none() {
    let all = json!([unit(&[0, 1], 2), unit(&[2], 1)]);
    let with = |units: Value| with_forms(json!([form(WHOLE_WORDS, units)]));
    assert!(with(all.clone()).is_ok());
    assert_refused(with_forms(json!([])), "weight-sum", "weights of forms");
    for weight in [0, 1, WHOLE_WORDS - 1, WHOLE_WORDS + 1, MOST_WORDS] {
        assert_refused(with_forms(json!([form(weight, all.clone())])), "weight-sum", "sum to 2^64");
    }
    let halves = [1, WHOLE_WORDS - 1].map(|weight| form(weight, all.clone()));
    assert!(with_forms(json!(halves)).is_ok());
    let beyond = [MOST_WORDS, WHOLE_WORDS + 1].map(|weight| form(weight, all.clone()));
    assert_refused(with_forms(json!(beyond)), "weight-sum", "sum to 2^64");
    let idle = [0, WHOLE_WORDS].map(|weight| form(weight, all.clone()));
    assert_refused(with_forms(json!(idle)), "weight-sum", "at least 1");
    assert_refused(with(json!([unit(&[0, 1], 2)])), "invalid-plan", "attribute 2 is in no form");
    assert_refused(with(json!([unit(&[0, 1], 2), unit(&[1, 2], 1)])), "invalid-plan", "1 is in two units");
    assert_refused(with(json!([unit(&[0, 0], 2)])), "invalid-plan", "attribute 0 is in two units");
    assert_refused(with(json!([unit(&[3], 1)])), "invalid-plan", "unit names attribute 3 of 3");
    assert_refused(
        with(json!([unit(&[0, 1, 2], 1), unit(&[], 1)])),
        "invalid-plan",
        "a unit at least 1 attribute",
    );
    for subset in [0, 18, 19] {
        let refused = with(json!([unit(&[0, 1, 2], subset)]));
        assert_refused(refused, "invalid-plan", &format!("a unit of 18 cells cannot report {subset}"));
    }
    let huge = json!([{"attributes": [0, 1, 2], "subset_size": 4_294_967_296_u64}]);
    assert_refused(with(huge), "invalid-plan", "not a plan document");
}

/// Forms of forty yes/no questions, any of which may stand for any other.
#[test]
fn forms_that_are_too_many_or_too_large() {
    let law = |attributes: usize| {
        let block = Block::new(vec![0], vec![vec![0]], 1 << 64, vec![]).unwrap();
        let unit = Unit::new((0..attributes).collect(), 1);
        Law::labelled(vec![2; 40], vec![Form::new(1 << 64, vec![(0..40).collect()], vec![unit], vec![block])])
    };
    assert_eq!(law(8).unwrap().labels(), 76_904_685);
    assert_refused(law(12), "invalid-plan", "a law may have at most 2147483648 labels");
    assert_refused(law(13), "invalid-plan", "a unit may have at most 4096 cells");
    let nothing = Law::labelled(vec![2], vec![Form::new(1 << 64, vec![], vec![], vec![])]);
    assert_refused(nothing, "invalid-plan", "a form needs at least 1 unit");
}

#[test]
fn pools_that_are_none() {
    let pooled = |units: Value, exchange: Value| {
        let mut first = form(WHOLE_WORDS - 8, units);
        first["exchange"] = exchange;
        with_forms(json!([first, form(8, json!([unit(&[0, 1, 2], 1)]))]))
    };
    let one = || json!([unit(&[1], 1)]);
    let plan = pooled(one(), json!([[1, 2]])).unwrap();
    assert_eq!((plan.law().labels(), plan.law().forms().len()), (3, 2));
    assert_refused(pooled(one(), json!([[1, 0]])), "invalid-plan", "attribute 0 cannot stand for others");
    assert_refused(pooled(one(), json!([[1, 3]])), "invalid-plan", "pool names attribute 3 of 3");
    assert_refused(pooled(one(), json!([[1, 1]])), "invalid-plan", "attribute 1 is in two pools");
    assert_refused(pooled(one(), json!([[1], [1, 2]])), "invalid-plan", "attribute 1 is in two pools");
    for (units, pool) in [(one(), json!([2])), (json!([unit(&[2], 1)]), json!([1, 2])), (one(), json!([]))] {
        assert_refused(pooled(units, json!([pool])), "invalid-plan", "first attributes of each pool");
    }
    let descending = pooled(json!([unit(&[1, 2], 1)]), json!([[2, 1]]));
    assert_refused(descending, "invalid-plan", "which ascend");
}

#[test]
fn categories_that_are_not_those_of_the_question() {
    let last = |value: &str| {
        let value = json!(value);
        read(&changed(move |p| {
            *p["attributes"][2]["categories"].as_array_mut().unwrap().last_mut().unwrap() = value
        }))
    };
    assert_refused(last("unsure"), "invalid-plan", "categories of \"age\"");
    let labelled = changed(|p| p["attributes"][2]["categories"][0] = json!("young"));
    assert_refused(read(&labelled), "invalid-plan", "categories of \"age\"");
    let mandatory = changed(|p| drop(p["attributes"][2].as_object_mut().unwrap().remove("optional")));
    assert_refused(read(&mandatory), "invalid-bins", "\"no answer\" has to have the role");
    let twice = changed(|p| p["attributes"][0]["categories"] = json!(["no", "no"]));
    assert_refused(read(&twice), "duplicate-category", "\"no\" twice");
    let empty = changed(|p| p["attributes"] = json!([]));
    assert_refused(read(&empty), "no-attributes", "0 given");
    let optional = changed(|p| p["attributes"][0] = json!({"name": "x", "optional": true, "categories": []}));
    assert_refused(read(&optional), "too-few-categories", "\"x\" has 1");
}
