//! Errors by the number of respondents: figure 6.

use std::rc::Rc;

use crate::axis::Axis;
use crate::experiment::{Experiment, Finding, Scale, Supplied};
use crate::picture::Picture;
use crate::records::Population;
use crate::table::{Table, Value};

use super::conditions::{
    COLUMNS, Condition, IND_JOINT, INDEPENDENT, Reading, everybody, joint_below, mean, panel, without_adult,
};

/// The simulated surveys of a full run.
const RUNS: u32 = 20;
/// ε of each question.
const EPSILONS: [f64; 2] = [1.0, 4.0];

/// The experiment, by n.
pub(crate) const SAMPLE_SIZE: Experiment = Experiment {
    name: "sample-size",
    title: "Errors of joint tables by the number of respondents",
    source: "[Kikuchi, Figure 6]",
    method: "For every run n people are drawn from Adult's, and from Nursery's; each question is perturbed by itself, at ε = 1 and at ε = 4. All \
             tables of two questions of Adult and 20 drawn ones of Nursery are estimated; errors are means over 20 runs (3 runs, 3 tables and three \
             sizes in a quick run), against the shares of the people drawn.",
    remarks: "The published text does not say which w and which ε figure 6 has; tables of two questions are shown here. Where n grows tenfold, errors \
              of an unbiased estimate fall to 1/√10, not to 1/10 as the published bound (Theorem 6) says.",
    columns: COLUMNS,
    parts: |scale, supplied| conditions(scale, supplied).into_iter().map(Condition::part).collect(),
    findings,
    pictures,
};

fn conditions(scale: Scale, supplied: &Supplied) -> Vec<Condition> {
    let of = |people: &Rc<Population>, epsilon: f64, respondents: usize| Condition {
        experiment: "sample-size",
        people: people.clone(),
        respondents,
        reading: Reading::Each,
        epsilon,
        orders: vec![2],
        tables: scale.either(3, 20),
        runs: scale.either(3, RUNS),
    };
    let mut conditions = Vec::new();
    for people in everybody(supplied.adult.as_ref()) {
        let sizes: &[usize] = scale.either(&[300, 3_000], &[100, 300, 1_000, 3_000, 10_000]);
        for epsilon in EPSILONS {
            let all = sizes.iter().copied().chain([people.rows().len()]);
            conditions.extend(all.map(|respondents| of(&people, epsilon, respondents)));
        }
    }
    conditions
}

fn findings(table: &Table) -> Vec<Finding> {
    let mut findings: Vec<Finding> = without_adult(table).into_iter().collect();
    for people in table.different("people") {
        for epsilon in EPSILONS {
            let of = table.with("people", people.clone()).with("epsilon", epsilon);
            let sizes = of.different("respondents");
            let at = |n: &Value, method| mean(&of.with("respondents", n.clone()), method, "avd");
            let errors: Vec<f64> = sizes.iter().map(|n| at(n, IND_JOINT)).collect();
            findings.push(Finding::claimed(
                format!(
                    "{people}, ε = {epsilon}: the AVD of {IND_JOINT} falls with every larger n, from {:.4} to {:.4}; it is below that of {INDEPENDENT}, by more than its error, {}.",
                    errors.first().copied().unwrap_or(f64::NAN),
                    errors.last().copied().unwrap_or(f64::NAN),
                    joint_below(&of, ("respondents", "n"), RUNS)
                ),
                errors.is_sorted_by(|one, next| one > next),
            ));
        }
    }
    findings
}

fn pictures(table: &Table) -> Vec<Picture> {
    let each = |people: &Value| {
        let of = table.with("people", people.clone());
        let at = |epsilon: f64| {
            panel(
                format!("ε = {epsilon} of each question"),
                &of.with("epsilon", epsilon),
                "respondents",
                "avd",
            )
        };
        Picture {
            name: format!("sample-size-{}", people.to_string().to_lowercase()),
            title: format!("{people}: AVD of tables of two questions by respondents (figure 6)"),
            description: format!(
                "Largest error of a cell by the number of respondents, for each scheme, on {people}"
            ),
            horizontal: Axis::logarithmic("respondents, n"),
            vertical: Axis::logarithmic("AVD"),
            panels: EPSILONS.map(at).into(),
        }
    };
    table.different("people").iter().map(each).collect()
}
