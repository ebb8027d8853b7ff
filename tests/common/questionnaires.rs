//! Random questionnaires with follow-ups and with questions that have several choices.

use candor::schema::{Attribute, Category, Compound, CompoundKind, Condition, Order, Schema};

use super::Dice;

/// A schema of these sizes. Questions that have room for "not asked" often follow from earlier ones, and neighbours of two categories, or of three with "no
/// answer" or "not asked", are often the choices of one question.
pub fn random_questionnaire(dice: &mut Dice, sizes: &[u32]) -> Schema {
    let (mut attributes, mut compounds): (Vec<Attribute>, Vec<Compound>) = (Vec::new(), Vec::new());
    while attributes.len() < sizes.len() {
        let start = attributes.len();
        let size = sizes[start];
        let alike = sizes[start..].iter().take_while(|other| **other == size).count();
        if alike > 1 && size < 4 && dice.index(3) > 0 {
            let choices = 2 + dice.index(alike - 1);
            let is_follow_up = size == 3 && start > 0 && dice.index(2) == 0;
            let conditions = if is_follow_up { random_conditions(dice, &attributes) } else { Vec::new() };
            for choice in 0..choices {
                let (name, categories) = (format!("q{start}.{choice}"), Category::list(["no", "yes"]));
                let attribute = Attribute::new(&name, None, categories, size == 3 && !is_follow_up).unwrap();
                attributes.push(attribute.asked_if(conditions.clone()).unwrap());
            }
            compounds.push(Compound {
                name: format!("q{start}"),
                question: None,
                attributes: start..start + choices,
                kind: random_rule(dice, start, choices),
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
            let answers = parent.size() - u32::from(parent.is_follow_up());
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
    records.retain(|record| schema.compounds().iter().all(|question| is_chosen_by_rule(question, record)));
    records
}

/// Whether all choices of a question are unanswered alike, or one that excludes the others is made alone, or as many others as may be.
fn is_chosen_by_rule(question: &Compound, record: &[u32]) -> bool {
    let CompoundKind::Choices { at_least, at_most, excluding } = &question.kind else { return true };
    let answers = &record[question.attributes.clone()];
    if answers.iter().any(|answer| *answer > 1) {
        return answers.iter().all(|answer| *answer == answers[0]);
    }
    let made: Vec<usize> = question.attributes.clone().filter(|choice| record[*choice] == 1).collect();
    match made.iter().any(|choice| excluding.contains(choice)) {
        true => made.len() == 1,
        false => (*at_least..=*at_most).contains(&made.len()),
    }
}
