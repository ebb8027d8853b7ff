//! The questions that a label answers, in the order of the pyramid of \[SP800226, Figure 1\]: each level relies on those below it.

use candor::design::Ask;
use candor::plan::Plan;
use serde::Serialize;

use super::deployment::Deployment;
use super::words::Words;
use crate::promises::rounded_up;
use crate::totals::Told;

/// One question of a label, with what is promised and what is not.
#[derive(Serialize)]
pub(super) struct Hazard {
    pub(super) about: &'static str,
    pub(super) promised: Vec<String>,
    pub(super) not_promised: Vec<String>,
}

/// All hazards of a plan that is deployed like this.
pub(super) fn of(plan: &Plan, deployment: &Deployment, words: &Words) -> Vec<Hazard> {
    vec![
        parameter(plan, words),
        unit(words),
        composition(plan, words),
        utility(words),
        algorithm(plan, words),
        threat_model(deployment, words),
        collection(plan, words),
        rights(deployment, words),
        totals(plan, deployment, words),
    ]
}

fn hazard<const P: usize, const N: usize>(
    about: &'static str,
    promised: [&str; P],
    not_promised: [&str; N],
) -> Hazard {
    Hazard {
        about,
        promised: promised.map(str::to_owned).to_vec(),
        not_promised: not_promised.map(str::to_owned).to_vec(),
    }
}

fn parameter(plan: &Plan, words: &Words) -> Hazard {
    let said = &words.parameter;
    let mut told = hazard(said.about, [said.no_delta], [said.known_before]);
    told.promised.insert(0, (said.factor)(&words.number(&plan.promises().record.to_string())));
    told
}

fn unit(words: &Words) -> Hazard {
    let said = &words.unit;
    hazard(said.about, [said.one_report, said.one_answer], [said.taking_part])
}

fn composition(plan: &Plan, words: &Words) -> Hazard {
    let said = &words.composition;
    let twice = 2.0 * plan.promises().record;
    let mut told = hazard(said.about, [said.kept], []);
    told.not_promised.push((said.second)(&words.number(&twice.to_string())));
    match plan.wave_of() {
        Some(family) => told.promised.push((said.wave)(family)),
        None => told.not_promised.push(said.no_family.to_owned()),
    }
    told
}

fn utility(words: &Words) -> Hazard {
    let said = &words.utility;
    hazard(said.about, [said.unbiased], [said.missing, said.small])
}

fn algorithm(plan: &Plan, words: &Words) -> Hazard {
    let said = &words.algorithm;
    let mut told = hazard(said.about, [said.integers, said.constant], [said.device]);
    told.promised.insert(0, (said.law)(plan.method()));
    told
}

fn threat_model(deployment: &Deployment, words: &Words) -> Hazard {
    let said = &words.trust;
    let mut told = hazard(said.about, [said.holders], [said.page_reads, said.same_party]);
    told.promised.push((said.page)(words.stated(&deployment.page)));
    told.promised.push((said.collector)(words.stated(&deployment.collector)));
    told
}

fn collection(plan: &Plan, words: &Words) -> Hazard {
    let said = &words.collection;
    let mut told = hazard(said.about, [said.stored], [said.text]);
    if !plan.plain().is_empty() {
        let names: Vec<String> = plan.plain().iter().map(|column| format!("{:?}", column.name)).collect();
        told.not_promised.push((said.plain)(&names.join(", ")));
    }
    if plan.schema().attributes().iter().any(|attribute| attribute.not_reached().is_some()) {
        told.promised.push(said.stopped.to_owned());
    }
    if matches!(plan.ask(), Ask::Drawn) {
        told.promised.push(said.asks_drawn.to_owned());
    } else if !plan.law().is_unlabelled() {
        told.promised.push(said.drawn.to_owned());
        told.not_promised.push(said.shows_drawn.to_owned());
    }
    told
}

fn rights(deployment: &Deployment, words: &Words) -> Hazard {
    let said = &words.rights;
    let mut told = hazard(said.about, [said.deletion, said.nobody_else], [said.nameless, said.copies]);
    told.promised.insert(0, (said.kept_until)(words.stated(&deployment.retention)));
    told
}

/// What totals tell of one person depends on how many reports are told together, which no plan says: those of a step, or all.
fn totals(plan: &Plan, deployment: &Deployment, words: &Words) -> Hazard {
    let Deployment { respondents, step, .. } = *deployment;
    let said = &words.totals;
    let record = words.number(&rounded_up(plan.promises().record));
    let mut told = hazard(said.about, [], []);
    told.promised
        .push((said.readers)(words.stated(&deployment.readers), &words.whole(step.min(respondents))));
    let steps = Some(step).filter(|step| *step < respondents);
    for of_these in steps.into_iter().chain([respondents]).map(|reports| Told::of(plan, reports)) {
        let list = if of_these.delta > 0.0 { &mut told.promised } else { &mut told.not_promised };
        list.push((said.tell)(&of_these, &record, words));
    }
    told.not_promised.push(said.smaller.to_owned());
    told
}
