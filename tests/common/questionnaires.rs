//! Questionnaires with follow-ups, with questions that have several choices, and with rankings: some that are told, and random ones.

use candor::design::{Method, Survey};
use candor::law::Law;
use candor::schema::{Attribute, Category, Compound, CompoundKind, Condition, Order, Schema};

use super::{Dice, designed};

/// A question, a follow-up of one of its answers, one of two answers to that; sex; age.
pub const FOLLOW_UPS: &str = r#"
    {"name": "harassed", "categories": ["no", "yes", "refused"]},
    {"name": "by", "categories": ["colleague", "manager", "client", "other"], "asked_if": {"harassed": ["yes"]}},
    {"name": "told", "categories": ["no", "yes", "refused"], "asked_if": {"by": ["colleague", "manager"]}},
    {"name": "sex", "categories": ["f", "m"]}, {"name": "age", "bins": [0, 18, 30, 45, 65, null]}"#;

/// Up to three of five choices, or none of them; region.
pub const CHOICES: &str = r#"
    {"name": "how", "choose": "any", "at_least": 1, "at_most": 3,
     "categories": ["a", "b", "c", "d", "e", {"value": "none", "excludes": "others"}]},
    {"name": "region", "categories": ["1", "2", "3", "4", "5", "6"]}"#;

/// Four items, of which three are put in order; a group.
pub const RANKING: &str = r#"
    {"name": "first", "rank": ["pay", "hours", "safety", "training"], "places": 3}, {"name": "group", "categories": ["1", "2", "3"]}"#;

/// The questions of such a questionnaire, and a law of this method and record ε.
pub fn survey(attributes: &str, epsilon: f64, method: Method) -> (Schema, Law) {
    let text = format!(
        r#"{{"survey": "work", "privacy": {{"record_epsilon": {epsilon}, "method": "{method}"}}, "attributes": [{attributes}]}}"#
    );
    let survey = Survey::from_json(&text).unwrap();
    let law = designed(survey.request()).unwrap().law().clone();
    (survey.schema().clone(), law)
}

/// A schema of these sizes. Questions that have room for "not asked" often follow from earlier ones, and neighbours of two categories, or of three with "no
/// answer", "not reached" or "not asked", are often the choices of one question; neighbours of which there are as many as places are often ranked.
pub fn random_questionnaire(dice: &mut Dice, sizes: &[u32]) -> Schema {
    let (mut attributes, mut compounds): (Vec<Attribute>, Vec<Compound>) = (Vec::new(), Vec::new());
    while attributes.len() < sizes.len() {
        let start = attributes.len();
        let size = sizes[start];
        let alike = sizes[start..].iter().take_while(|other| **other == size).count();
        if let Some((members, own, kind)) = random_kind(dice, start, size, alike) {
            let appended = own.len() < usize::try_from(size).unwrap();
            let is_follow_up = appended && start > 0 && dice.index(2) == 0;
            let conditions = if is_follow_up { random_conditions(dice, &attributes) } else { Vec::new() };
            let is_left = appended && !is_follow_up;
            let is_partial = is_left && dice.index(2) == 0;
            for member in 0..members {
                let name = format!("q{start}.{member}");
                let attribute = Attribute::new(&name, None, own.clone(), is_left && !is_partial).unwrap();
                let attribute = if is_partial { attribute.partial().unwrap() } else { attribute };
                attributes.push(attribute.asked_if(conditions.clone()).unwrap());
            }
            compounds.push(Compound {
                name: format!("q{start}"),
                question: None,
                attributes: start..start + members,
                kind,
                order: Order::Given,
            });
            continue;
        }
        let is_follow_up = start > 0 && size > 2 && dice.index(4) > 0;
        let values = 0..size - u32::from(is_follow_up);
        let categories = values.map(|v| Category::new(&v.to_string(), None)).collect();
        let attribute = Attribute::new(&format!("a{start}"), None, categories, false).unwrap();
        let conditions = if is_follow_up { random_conditions(dice, &attributes) } else { Vec::new() };
        attributes.push(attribute.asked_if(conditions).unwrap());
    }
    Schema::new(attributes).unwrap().with_compounds(compounds).unwrap()
}

/// How many attributes of this size, the first of which has this position, are the choices of one question or are ranked, with their own categories, one less
/// than the size where "no answer", "not reached" or "not asked" follows; at most as many as are alike. `None` for an attribute that stands by itself.
fn random_kind(
    dice: &mut Dice,
    start: usize,
    size: u32,
    alike: usize,
) -> Option<(usize, Vec<Category>, CompoundKind)> {
    let places = usize::try_from(size).unwrap();
    if alike < 2 || dice.index(3) == 0 {
        return None;
    }
    let own = places - usize::from(places > 2 && dice.index(2) == 0);
    if alike >= own && dice.index(2) == 0 {
        let items = own + dice.index(alike - own + 1);
        // Without room for "not ranked" there are as many places as items.
        let with_rest = items > own || (own > 2 && dice.index(2) == 0);
        let places = own - usize::from(with_rest);
        if places > 1 {
            let names = (1..=places).map(|place| Category::new(&place.to_string(), None));
            let rest = with_rest.then(|| Category::new("not ranked", None));
            return Some((items, names.chain(rest).collect(), CompoundKind::Ranking { places }));
        }
    }
    let choices = 2 + dice.index(alike - 1);
    (size < 4).then(|| (choices, Category::list(["no", "yes"]), random_rule(dice, start, choices)))
}

/// A rule for this many choices, the first of which has this position.
fn random_rule(dice: &mut Dice, start: usize, choices: usize) -> CompoundKind {
    let mut excluding: Vec<usize> = (start..start + choices).filter(|_| dice.index(4) == 0).collect();
    excluding.truncate(choices - 1);
    let ordinary = choices - excluding.len();
    let at_most = 1 + dice.index(ordinary);
    CompoundKind::Choices { at_least: dice.index(at_most + 1), at_most, excluding }
}

fn random_conditions(dice: &mut Dice, earlier: &[Attribute]) -> Vec<Condition> {
    let certain = dice.index(earlier.len());
    let mut conditions = Vec::new();
    for (attribute, parent) in earlier.iter().enumerate() {
        if attribute == certain || dice.index(4) == 0 {
            let answers = parent.offered();
            let mut categories: Vec<u32> = (0..answers).filter(|_| dice.index(2) == 0).collect();
            if categories.is_empty() || categories.len() == usize::try_from(answers).unwrap() {
                categories = vec![dice.between(0, answers - 1)];
            }
            conditions.push(Condition { attribute, categories });
        }
    }
    conditions
}

/// Every record that can occur, by a listing of all records and a test of its own.
pub fn feasible(schema: &Schema) -> Vec<Vec<u32>> {
    let mut records = vec![Vec::new()];
    for attribute in schema.attributes() {
        let mut longer: Vec<Vec<u32>> = Vec::new();
        for record in &records {
            let conditions = attribute.conditions();
            let is_asked = conditions.iter().all(|c| c.categories.contains(&record[c.attribute]));
            let last = attribute.size() - 1;
            let categories = match (conditions.is_empty(), is_asked) {
                (true, _) => 0..last + 1,
                (false, true) => 0..last,
                (false, false) => last..last + 1,
            };
            longer.extend(categories.map(|category| [&record[..], &[category]].concat()));
        }
        records = longer;
    }
    records.retain(|record| schema.compounds().iter().all(|question| is_answered_by_rule(question, record)));
    records
}

/// Whether all choices of a question are unanswered alike, or one that excludes the others is made alone, or as many others as may be; and whether every
/// place of a ranking is given once.
fn is_answered_by_rule(question: &Compound, record: &[u32]) -> bool {
    let answers = &record[question.attributes.clone()];
    let own = match &question.kind {
        CompoundKind::Rows => return true,
        CompoundKind::Ranking { places } if answers.len() > *places => places + 1,
        CompoundKind::Ranking { places } => *places,
        CompoundKind::Choices { .. } => 2,
    };
    if answers.iter().any(|answer| usize::try_from(*answer).unwrap() >= own) {
        return answers.iter().all(|answer| *answer == answers[0]);
    }
    let (at_least, at_most, excluding) = match &question.kind {
        CompoundKind::Choices { at_least, at_most, excluding } => (at_least, at_most, excluding),
        CompoundKind::Ranking { places } => {
            let places = u32::try_from(*places).unwrap();
            let mut given: Vec<u32> = answers.iter().copied().filter(|answer| *answer < places).collect();
            given.sort_unstable();
            return given.into_iter().eq(0..places);
        }
        CompoundKind::Rows => return true,
    };
    let made: Vec<usize> = question.attributes.clone().filter(|choice| record[*choice] == 1).collect();
    match made.iter().any(|choice| excluding.contains(choice)) {
        true => made.len() == 1,
        false => (*at_least..=*at_most).contains(&made.len()),
    }
}
