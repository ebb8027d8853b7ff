//! The questions that a label answers, in the order of the pyramid of \[SP800226, Figure 1\]: each level relies on those below it.

use candor::design::Ask;
use candor::plan::Plan;
use serde::Serialize;

use super::parties::Parties;
use crate::totals::Told;

/// One question of a label, with what is promised and what is not.
#[derive(Serialize)]
pub(super) struct Hazard {
    pub(super) about: &'static str,
    pub(super) promised: Vec<String>,
    pub(super) not_promised: Vec<String>,
}

/// The fewest reports that a collector tells together, unless it is told to tell fewer.
const USUAL_STEP: u64 = 100;

/// All hazards of a plan that this many people answer.
pub(super) fn of(plan: &Plan, parties: &Parties, respondents: u64) -> Vec<Hazard> {
    vec![
        parameter(plan),
        unit(),
        composition(plan),
        utility(),
        algorithm(plan),
        threat_model(parties),
        collection(plan),
        totals(plan, respondents),
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

fn parameter(plan: &Plan) -> Hazard {
    let record = plan.promises().record;
    let mut told = hazard(
        "Privacy parameter",
        ["There is no δ: the promise has no exceptions, however rare."],
        [
            "What somebody knows about a person already, or learns from the totals about people like them, they know without the report.",
        ],
    );
    told.promised.insert(
        0,
        format!(
            "Whatever two people answered, the chance of sending any given report differs by a factor of at most e^{record} \
             (pure local differential privacy, record ε = {record})."
        ),
    );
    told
}

fn unit() -> Hazard {
    hazard(
        "Unit of privacy",
        [
            "One report: all answers of one person to this survey together.",
            "Column ε and attribute ε are about one answer alone; neither replaces the promise of the whole report.",
        ],
        [
            "That somebody took part, when, and from which address, is visible to whoever carries the network traffic.",
        ],
    )
}

fn composition(plan: &Plan) -> Hazard {
    let twice = 2.0 * plan.promises().record;
    let mut told = hazard(
        "Composition",
        [
            "A device draws one report for this plan, keeps it, and sends the same one again where it is asked twice.",
        ],
        [],
    );
    told.not_promised.push(format!(
        "A second report of the same person, from another device or after its storage was cleared, adds its ε: two of them have {twice}."
    ));
    match plan.wave_of() {
        Some(family) => told.promised.push(format!(
            "It is a wave of the family {family:?}: the same answers leave as the same record in every wave, at no further cost; changed \
             answers add the ε of their wave, up to a limit that the page sets."
        )),
        None => told.not_promised.push(
            "It belongs to no family of surveys: what other surveys ask of the same people adds its ε.".to_owned(),
        ),
    }
    told
}

fn utility() -> Hazard {
    hazard(
        "Utility and bias",
        [
            "Estimates of shares are unbiased unless another method is chosen, and carry standard errors and intervals.",
        ],
        [
            "Who is missing from a survey is not corrected by it.",
            "Small groups have wide intervals; one person may send forged reports, each of which can weigh as much as many honest ones.",
        ],
    )
}

fn algorithm(plan: &Plan) -> Hazard {
    let mut told = hazard(
        "Mechanism and its implementation",
        [
            "Probabilities are 64-bit integers that sum to 2^64; the promises are computed from these integers, rounded up, and the \
             sampler draws exactly them.",
            "Steps and addresses of the sampler depend neither on answers nor on noise.",
        ],
        ["Whoever can read the device's memory or screen while somebody answers sees the answers."],
    );
    told.promised.insert(
        0,
        format!(
            "The whole record is perturbed by one published law (method {:?}) before anything leaves the device.",
            plan.method()
        ),
    );
    told
}

fn threat_model(parties: &Parties) -> Hazard {
    let named = |party: &str| match party {
        "" => "not stated".to_owned(),
        party => party.to_owned(),
    };
    let mut told = hazard(
        "Trust and access",
        [
            "Whoever holds the reports, the database, its backups or its logs is not trusted: the promise is against all of them.",
        ],
        [
            "Respondents rely on the page to run this code: it can read what is typed into it.",
            "Where the same party controls page and collector, nobody else stands between them.",
        ],
    );
    told.promised.push(format!("The page is controlled by: {}.", named(&parties.page)));
    told.promised.push(format!("The collector is controlled by: {}.", named(&parties.collector)));
    told
}

/// What totals tell of one person depends on how many reports are told together, which no plan says: those of a step, or all.
fn totals(plan: &Plan, respondents: u64) -> Hazard {
    let mut told = hazard("Totals", [], []);
    let step = Some(USUAL_STEP).filter(|step| *step < respondents);
    for Told { delta, says, .. } in
        step.into_iter().chain([respondents]).map(|reports| Told::of(plan, reports))
    {
        let said = if delta > 0.0 { &mut told.promised } else { &mut told.not_promised };
        said.push(says);
    }
    told.not_promised.push(
        "Nothing more than the record ε is promised where fewer reports are told together: by a collector with smaller steps, or for \
         groups of people."
            .to_owned(),
    );
    told
}

fn collection(plan: &Plan) -> Hazard {
    let mut told = hazard(
        "Data collection exposure",
        [
            "True answers are not collected: they stay on the device. What is stored is a perturbed record, a random number that \
             recognises a repeated report, and the day.",
        ],
        [
            "The text of a survey can itself give its respondents away: who is invited is the author's to protect.",
        ],
    );
    if !plan.plain().is_empty() {
        let names: Vec<String> = plan.plain().iter().map(|column| format!("{:?}", column.name)).collect();
        told.not_promised.push(format!(
            "A report carries in clear, without noise: {}. Together that can make a group of few people, or of one, whose reports are \
             then known as theirs; what they answered stays protected by the record ε.",
            names.join(", ")
        ));
    }
    if plan.schema().attributes().iter().any(|attribute| attribute.not_reached().is_some()) {
        told.promised.push(
            "Whoever stops midway sends one report like any other: that a question was not reached is perturbed like an answer to it."
                .to_owned(),
        );
    }
    if matches!(plan.ask(), Ask::Drawn) {
        told.promised.push(
            "A device draws which questions it asks before anything is answered, and asks no others; the report shows which."
                .to_owned(),
        );
    }
    told
}
