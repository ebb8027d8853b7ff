//! Random questionnaires with follow-ups.

use candor::schema::{Attribute, Category, Condition, Schema};

use super::Dice;

/// A schema of these sizes in which questions that have room for "not asked" often follow from earlier ones.
pub fn random_follow_ups(dice: &mut Dice, sizes: &[u32]) -> Schema {
    let mut attributes: Vec<Attribute> = Vec::new();
    for (i, size) in sizes.iter().enumerate() {
        let is_follow_up = i > 0 && *size > 2 && dice.index(4) > 0;
        let values = 0..size - u32::from(is_follow_up);
        let categories = values.map(|v| Category::new(&v.to_string(), None)).collect();
        let attribute = Attribute::new(&format!("a{i}"), None, categories, false).unwrap();
        let conditions = if is_follow_up { random_conditions(dice, &attributes) } else { Vec::new() };
        attributes.push(attribute.asked_if(conditions).unwrap());
    }
    Schema::new(attributes).unwrap()
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
    records
}
