//! Answers that match no category are refused, and no message repeats an answer.

use core::fmt::Debug;
use core::marker::PhantomData;

use candor::plan::Plan;
use candor::report::{self, Report};
use candor::schema::{Answer, Attribute, Record};

use super::assert_refused;
use super::documents::plan;

fn encode<'a>(plan: &'a Plan, answers: [Answer<'a>; 3]) -> Result<Record, candor::Error> {
    let position = |attribute: &Attribute| plan.schema().position(attribute.name()).unwrap();
    Record::encode(plan.schema(), |attribute| answers[position(attribute)])
}

#[test]
fn answers_that_are_no_category() {
    use Answer::{Missing, Number, Text};
    let plan = plan();
    assert!(encode(&plan, [Text("yes"), Text("veg"), Missing]).is_ok());
    assert_refused(
        encode(&plan, [Missing, Text("veg"), Missing]),
        "missing-answer",
        "\"smoker\" has no answer",
    );
    for answer in [Text("Yes"), Text(""), Text("yes "), Text("1"), Number(1.0)] {
        assert_refused(
            encode(&plan, [answer, Text("veg"), Missing]),
            "unknown-category",
            "\"smoker\" is none of its 2 categories: no, yes",
        );
    }
    assert_refused(
        encode(&plan, [Text("no"), Text("Vegetarian"), Missing]),
        "unknown-category",
        "any, veg, vegan",
    );
    for number in [17.999, -1.0, f64::NAN, f64::INFINITY] {
        assert_refused(
            encode(&plan, [Text("no"), Text("any"), Number(number)]),
            "unknown-category",
            "[18,30), ≥30, no answer",
        );
    }
    assert_refused(
        plan.schema().position("weight"),
        "unknown-attribute",
        "\"weight\"; there are: smoker, diet, age",
    );
    assert_refused(Record::new(plan.schema(), [0, 0]), "missing-answer", "2 answers given for 3");
    assert_refused(Record::new(plan.schema(), [0, 3, 0]), "unknown-category", "\"diet\"");
}

/// A secret that is not a name, category or number of anything in the plan.
const SECRET: &str = "rutabaga-4711";

#[test]
fn no_message_repeats_an_answer() {
    let plan = plan();
    let kept = |error: candor::Error| {
        let told = format!("{error} {error:?}");
        assert!(!told.contains("rutabaga") && !told.contains("4711"), "{told}");
    };
    for position in 0..3 {
        for secret in [Answer::Text(SECRET), Answer::Number(4711.0), Answer::Number(-4711.5)] {
            let mut answers = [Answer::Text("no"), Answer::Text("any"), Answer::Number(20.0)];
            answers[position] = secret;
            // An age of 4711 is valid.
            encode(&plan, answers).err().into_iter().for_each(kept);
        }
        let mut categories = [0; 3];
        categories[position] = 4711;
        kept(Record::new(plan.schema(), categories).err().unwrap());
        kept(Report::from_perturbed(&plan, [0; 16], categories.into()).unwrap_err());
    }
    let fingerprint = plan.fingerprint();
    for answers in [
        "\"rutabaga-4711\"",
        "[\"rutabaga-4711\",0,0]",
        "{\"smoker\":\"rutabaga-4711\"}",
        "[4711,0,0]",
        "[-4711]",
        "[0.4711]",
    ] {
        let text =
            format!("{{\"answers\":{answers},\"id\":\"AAECAwQFBgcICQoLDA0ODw\",\"plan\":\"{fingerprint}\"}}");
        kept(Report::from_json(&text, &plan).unwrap_err());
    }
    kept(Report::from_json("{\"rutabaga-4711\":1}", &plan).unwrap_err());
    kept(
        Report::from_json("{\"id\":\"rutabaga-4711\",\"answers\":[0,0,0],\"plan\":\"rutabaga-4711\"}", &plan)
            .unwrap_err(),
    );
}

/// `Printable::<T>::ANSWER` is true if T is `Debug`, because an inherent constant wins over that of the
/// trait.
struct Printable<T>(PhantomData<T>);

trait Silent {
    const ANSWER: bool = false;
}

impl<T> Silent for Printable<T> {}

impl<T: Debug> Printable<T> {
    const ANSWER: bool = true;
}

#[test]
fn true_answers_cannot_be_printed() {
    const { assert!(!Printable::<Record>::ANSWER && !Printable::<Answer<'static>>::ANSWER) };
    const { assert!(Printable::<Report>::ANSWER) };
}

#[test]
fn reports_of_the_system_differ() {
    let plan = plan();
    let report = || report::respond(&plan, Record::new(plan.schema(), [1, 2, 0]).unwrap()).unwrap();
    let (first, second) = (report(), report());
    assert_ne!(first.id(), second.id());
    assert_eq!(first.plan(), plan.fingerprint());
    assert_eq!(Report::from_json(&first.to_json().unwrap(), &plan).unwrap(), first);
}
