//! Errors by ε, and the thresholds by which the published hybrid chooses: figure 7, Tables III and V.

use std::rc::Rc;

use candor::estimate::thresholds;

use crate::axis::Axis;
use crate::experiment::{Experiment, Finding, Scale, Supplied};
use crate::picture::Picture;
use crate::records::Population;
use crate::table::{Table, Value};

use super::conditions::{
    COLUMNS, Condition, HYBRID, IND_JOINT, INDEPENDENT, Reading, everybody, joint_below, mean, panel,
    without_adult,
};

/// The simulated surveys of a full run.
const RUNS: u32 = 20;
/// The experiment, by ε.
pub(crate) const BUDGET: Experiment = Experiment {
    name: "budget",
    title: "Errors of joint tables by ε, and the published thresholds",
    source: "[Kikuchi, Figure 7, Tables III and V]",
    method: "On Adult and Nursery, every question is perturbed by itself, with ε from 0.5 to 8 in both readings. All tables of two questions of Adult \
             and 20 drawn ones of Nursery are estimated; errors are means over 20 runs (3 runs, 3 tables, ε of 1 and 4 in a quick run). Table V \
             corresponds to the rows of sex+income, race+sex and education+occupation at ε = 1.",
    remarks: "Table V calls its numbers mean absolute errors. Those printed for RR-Independent, 1.88e-3, 1.10e-4 and 2.15e-5, are the mean *squared* \
              errors of the product of the true margins, to every printed digit. Those printed for RR-Ind-Joint, 7e-10 to 6e-7, are too small for \
              either: at ε = 1 and 32,561 people the mean squared error of sex and income is above 5e-5. The thresholds of Table III follow from a \
              bound that Lemma 2 does not support, and the published text itself finds them too loose. By the printed formulas n* = 121,000 needs ε = \
              2.5 for two questions of 16 categories, and no number of questions gives ε* = 0.473; w* = 1.374 does come out.",
    columns: COLUMNS,
    parts: |scale, supplied| conditions(scale, supplied).into_iter().map(Condition::part).collect(),
    findings,
    pictures,
};

fn conditions(scale: Scale, supplied: &Supplied) -> Vec<Condition> {
    let of = |people: &Rc<Population>, reading: Reading, epsilon: f64| Condition {
        experiment: "budget",
        people: people.clone(),
        respondents: people.rows().len(),
        reading,
        epsilon,
        orders: vec![2],
        tables: scale.either(3, 20),
        runs: scale.either(3, RUNS),
    };
    let epsilons: &[f64] = scale.either(&[1.0, 4.0], &[0.5, 1.0, 2.0, 4.0, 8.0]);
    let mut conditions = Vec::new();
    for people in everybody(supplied.adult.as_ref()) {
        for reading in Reading::BOTH {
            conditions.extend(epsilons.iter().map(|&epsilon| of(&people, reading, epsilon)));
        }
    }
    conditions
}

fn findings(table: &Table) -> Vec<Finding> {
    let mut findings: Vec<Finding> = without_adult(table).into_iter().collect();
    for people in table.different("people") {
        for reading in Reading::BOTH {
            let of = table.with("people", people.clone()).with("reading", reading.name());
            findings.push(falling(&of, &people, reading));
        }
    }
    findings.push(chosen(table));
    findings.extend(squared(table));
    let printed = "Table III prints n* = 121,000, ε* = 0.473 and w* = 1.374 for Adult";
    let own = [2.0, 4.0, 8.0].map(|sum| {
        let at = thresholds(&[16, 16], 32_561.0, sum);
        format!("n* = {:.0} at ε = {sum}", at.respondents)
    });
    let of_pair = thresholds(&[16, 16], 32_561.0, 1.0);
    findings.push(Finding::statement(format!(
        "{printed}. The printed formulas give, for two questions of 16 categories, {}, ε* = {:.2} and w* = {:.3}.",
        own.join(", "),
        of_pair.epsilon,
        of_pair.attributes
    )));
    findings
}

fn falling(of: &Table, people: &Value, reading: Reading) -> Finding {
    let epsilons = of.different("epsilon");
    let at = |epsilon: &Value, method| mean(&of.with("epsilon", epsilon.clone()), method, "avd");
    let errors: Vec<f64> = epsilons.iter().map(|epsilon| at(epsilon, IND_JOINT)).collect();
    Finding::claimed(
        format!(
            "{people}, ε of {}: the AVD of {IND_JOINT} falls with every larger ε, from {:.4} to {:.4}; it is below that of {INDEPENDENT}, by more than its error, {}.",
            reading.name(),
            errors.first().copied().unwrap_or(f64::NAN),
            errors.last().copied().unwrap_or(f64::NAN),
            joint_below(of, ("epsilon", "ε"), RUNS)
        ),
        errors.is_sorted_by(|one, next| one > next),
    )
}

/// The values of Table V for RR-Independent, by table.
const PRINTED: [(&str, f64); 3] =
    [("sex+income", 1.88e-3), ("race+sex", 1.10e-4), ("education+occupation", 2.15e-5)];

/// Whether the printed values are mean squared errors, compared with those of RR-Independent where hardly any answer is changed.
fn squared(table: &Table) -> Option<Finding> {
    let of = table
        .with("people", "Adult")
        .with("reading", Reading::Each.name())
        .with("epsilon", 8.0)
        .with("method", INDEPENDENT);
    let each = PRINTED.map(|(name, printed)| {
        let own = of.with("table", name);
        let value = |column: &str| own.numbers(column).first().copied().unwrap_or(f64::NAN);
        (format!("{name} {printed:.2e} ({:.2e}, {:.2e})", value("mse"), value("mae")), value("mse") / printed)
    });
    let sentence = format!(
        "Table V, {INDEPENDENT}, as printed and, in brackets, mean squared and mean absolute error at ε = 8 of each question, where hardly an answer is changed: {}. The printed numbers are squared errors, within 5 %.",
        each.iter().map(|(told, _)| told.as_str()).collect::<Vec<_>>().join(", ")
    );
    (!of.rows().is_empty())
        .then(|| Finding::claimed(sentence, each.iter().all(|(_, ratio)| (ratio - 1.0).abs() < 0.05)))
}

/// How far each hybrid is from the better of the two methods that it chooses from, in the worst case that was run.
fn chosen(table: &Table) -> Finding {
    let mut worst = [0.0_f64; 2];
    for people in table.different("people") {
        for reading in table.different("reading") {
            for epsilon in table.different("epsilon") {
                let of = table
                    .with("people", people.clone())
                    .with("reading", reading.clone())
                    .with("epsilon", epsilon);
                let better = mean(&of, IND_JOINT, "mae").min(mean(&of, INDEPENDENT, "mae"));
                let over =
                    [HYBRID, "hybrid, published thresholds"].map(|method| mean(&of, method, "mae") / better);
                worst.iter_mut().zip(over).for_each(|(worst, over)| *worst = worst.max(over));
            }
        }
    }
    Finding::claimed(
        format!(
            "In the mean over the tables of a case, the hybrid by estimated error has at most {:.2} times the MAE of the better of {IND_JOINT} and {INDEPENDENT}, the hybrid by the published thresholds up to {:.1} times. The former is largest where answers are exactly independent, as Nursery's are: their estimated dependence is nothing but noise.",
            worst[0], worst[1]
        ),
        worst[0] < worst[1] && worst[0] < 2.0,
    )
}

fn pictures(table: &Table) -> Vec<Picture> {
    let each = |people: &Value| {
        let of = table.with("people", people.clone());
        let at = |reading: Reading| {
            panel(format!("ε of {}", reading.name()), &of.with("reading", reading.name()), "epsilon", "avd")
        };
        Picture {
            name: format!("budget-{}", people.to_string().to_lowercase()),
            title: format!("{people}: AVD of tables of two questions by ε (figure 7)"),
            description: format!("Largest error of a cell by epsilon, for each scheme, on {people}"),
            horizontal: Axis::logarithmic("ε"),
            vertical: Axis::logarithmic("AVD"),
            panels: Reading::BOTH.map(at).into(),
        }
    };
    table.different("people").iter().map(each).collect()
}
