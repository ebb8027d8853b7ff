//! `candor design --plot`.

use serde_json::json;

use crate::desk::{Desk, SURVEY, yes_no};

/// Checks that every element is closed by its own end tag, in order.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("a tag ends");
        assert!(!text.contains('>') && tag.matches('"').count().is_multiple_of(2), "{piece}");
        let name = tag.split([' ', '/']).next().expect("a name");
        match tag.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop(), Some(closed)),
            None if tag.ends_with('/') => {}
            None => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn the_trade_off_is_drawn_with_every_method_the_bound_and_the_design() {
    let desk = Desk::empty();
    desk.write("survey.json", &SURVEY.replace("Health habits", "Health & <habits>"));
    desk.candor(&["design", "survey.json", "-o", "plan.json", "--plot", "tradeoff.svg"]).done();
    let svg = desk.read("tradeoff.svg");
    assert_well_formed(&svg);
    for told in
        ["<title id=", "<desc id=", "record ε", "column ε", "Health &amp; &lt;habits&gt;", "this design, "]
    {
        assert!(svg.contains(told), "{told}");
    }
    for label in ["independent", "optimal", "single-change", "certified lower bound: no law below"] {
        assert_eq!(svg.matches(&format!(">\n{label}\n</text>")).count(), 1, "{label}");
    }
    // A curve and its sample in the legend have the same colour. Dashed ones are drawn dash by dash.
    let drawn = |colour: &str| svg.matches(&format!("stroke=\"{colour}\"")).count();
    assert_eq!(["#D55E00", "#56B4E9"].map(drawn), [2, 2]);
    assert!(drawn("#006E50") > 20 && drawn("#000000") > 40);
    assert_eq!(svg.matches("<circle").count(), 3);
}

/// Blocks replace an optimum that is out of reach; a method without a law has no curve.
#[test]
fn the_trade_off_of_many_different_questions_is_drawn() {
    let desk = Desk::empty();
    let attributes = yes_no((0..22).map(|index| 0.5 + 0.01 * f64::from(index)));
    desk.write("survey.json", &json!({"survey": "many", "attributes": attributes}).to_string());
    desk.candor(&["design", "survey.json", "-o", "plan.json", "--plot", "tradeoff.svg"]).done();
    let svg = desk.read("tradeoff.svg");
    let drawn = |label: &str| svg.contains(&format!(">\n{label}\n</text>"));
    let labels = ["independent", "blocks", "optimal", "single-change"];
    assert_eq!(labels.map(drawn), [true, true, false, false]);
}

#[test]
fn nothing_is_drawn_of_a_survey_that_is_refused() {
    let desk = Desk::empty();
    desk.write("survey.json", &SURVEY.replace("\"epsilon\":1.5", "\"epsilon\":0"));
    desk.candor(&["design", "survey.json", "-o", "plan.json", "--plot", "tradeoff.svg"])
        .refused("invalid-epsilon");
    assert_eq!(desk.files(), ["survey.json"]);
}
