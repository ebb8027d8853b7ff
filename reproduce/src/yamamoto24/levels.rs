//! Record ε at given levels of the questions: figures 1 to 4.

use candor::Error;
use candor::design::{Levels, Method, Request, inductive, linear_program, single_change};

use crate::axis::Axis;
use crate::draws::{between, stream, whole};
use crate::experiment::{Experiment, Finding, Part, Scale};
use crate::picture::{Mark, Panel, Picture, Series};
use crate::table::{Table, Value};

/// The numbers of questions of the published panels.
const QUESTIONS: [u32; 4] = [3, 5, 7, 10];
/// The tolerance by which the published program may be above the certified optimum: its constraints hold to 10⁻¹⁰.
const SLACK: f64 = 1e-6;

const COLUMNS: &[(&str, &str)] = &[
    ("questions", "how many questions the survey has, k"),
    ("draw", "which of the random surveys"),
    (
        "sum_of_levels",
        "Σ εᵢ, the record ε of questions that are perturbed one by one (the Kronecker product)",
    ),
    ("sum_of_sizes", "Σ aᵢ, the categories of all questions"),
    ("linear_program", "record ε of the linear program as published"),
    ("heuristic", "record ε of the heuristic as published, which may give questions more than their levels"),
    ("weakened", "how many questions the heuristic gives more than their levels"),
    ("worst_excess", "the most by which it exceeds a level"),
    ("starved", "how many questions it gives less, whose answers are noisier than was asked for"),
    (
        "single_change",
        "record ε of the best mixture of unchanged, singly changed and uniform records; empty where none has these levels",
    ),
    ("optimal", "record ε of the optimum over all symmetric laws"),
    ("lower_bound", "certificate: no law with these levels has a smaller record ε"),
];

/// The experiment of figures 1 and 2.
pub const LEVELS: Experiment = Experiment {
    name: "levels",
    title: "Record ε by the levels of the questions",
    source: "[Yamamoto24, Figures 1 and 2]",
    method: "Surveys of 3, 5, 7 and 10 questions with five categories each. The level of every question is drawn evenly from 1 to 8; \
             200 surveys of each kind as published, 12 in a quick run. Every survey is designed by the published linear program, the \
             published heuristic (Algorithm 3) and by Candor's single-change and optimal laws.",
    remarks: "The heuristic's steps 8 to 10 may give a question a larger ε than was asked for; it may also give a question less, which makes its \
              answers noisier. In both cases its record ε is not comparable with that of methods that keep every level. The published figures show \
              neither. The columns `weakened` and `starved` count these questions, and the pictures leave nothing out.",
    columns: COLUMNS,
    parts: |scale, _| parts("levels", scale, |rng| (5, between(1.0, 8.0, rng))),
    findings,
    pictures: |table| pictures("levels", table, "sum_of_levels", "sum of the levels, Σ ε"),
};

/// The experiment of figures 3 and 4.
pub const SIZES: Experiment = Experiment {
    name: "sizes",
    title: "Record ε by the categories of the questions",
    source: "[Yamamoto24, Figures 3 and 4]",
    method: "Surveys of 3, 5, 7 and 10 questions, each at level 3. The number of categories of every question is drawn evenly from 2 to 10; 200 \
             surveys of each kind as published, 12 in a quick run. They are designed as in the experiment on levels.",
    remarks: "The published text does not say from which numbers the categories were drawn; 2 to 10 was chosen here. As in the experiment on levels, \
              the heuristic may give questions more than their levels.",
    columns: COLUMNS,
    parts: |scale, _| parts("sizes", scale, |rng| (whole(2, 10, rng), 3.0)),
    findings,
    pictures: |table| pictures("sizes", table, "sum_of_sizes", "categories of all questions, Σ a"),
};

fn parts(
    name: &'static str,
    scale: Scale,
    question: fn(&mut rand_chacha::ChaCha20Rng) -> (u32, f64),
) -> Vec<Part> {
    let part = |k: u32| {
        let part = format!("{k}-questions");
        Part::new(part.clone(), move || {
            let mut rng = stream(name, &part);
            let draw = |draw: u32| {
                let (sizes, epsilons) = (0..k).map(|_| question(&mut rng)).unzip();
                row(draw, &Levels::new(sizes, epsilons)?)
            };
            (0..scale.either(12, 200)).map(draw).collect()
        })
    };
    QUESTIONS.into_iter().map(part).collect()
}

fn row(draw: u32, levels: &Levels) -> Result<Vec<Value>, Error> {
    let optimal = Request::levels(levels).method(Method::Optimal).design()?;
    let heuristic = inductive::induction(levels)?;
    let excess = heuristic.achieved.iter().zip(levels.epsilons()).map(|(achieved, asked)| achieved - asked);
    let count = |number: usize| Value::from(u32::try_from(number).unwrap_or(u32::MAX));
    Ok(vec![
        count(levels.sizes().len()),
        draw.into(),
        levels.epsilons().iter().sum::<f64>().into(),
        levels.sizes().iter().sum::<u32>().into(),
        linear_program::record_epsilon(levels)?.into(),
        heuristic.mixture.record_epsilon(levels).into(),
        count(heuristic.raised.len()),
        excess.fold(0.0, f64::max).into(),
        count(heuristic.fallback.len() - heuristic.raised.len()),
        single_change::mixture(levels).ok().map(|mixture| mixture.record_epsilon(levels)).into(),
        optimal.law().record_epsilon().into(),
        optimal.record_lower_bound().into(),
    ])
}

fn findings(table: &Table) -> Vec<Finding> {
    let (optimal, program) = (table.numbers("optimal"), table.numbers("linear_program"));
    let above = |one: &[f64], other: &[f64]| {
        one.iter().zip(other).map(|(one, other)| one - other).fold(f64::NEG_INFINITY, f64::max)
    };
    let excess = above(&optimal, &program);
    let gap = above(&optimal, &table.numbers("lower_bound"));
    let kept = table.with("weakened", 0_u32).with("starved", 0_u32);
    let undercut = above(&kept.numbers("optimal"), &kept.numbers("heuristic"));
    let with_any = |column: &str| table.numbers(column).into_iter().filter(|&number| number > 0.0).count();
    let (weakened, starved) = (with_any("weakened"), with_any("starved"));
    let worst = table.numbers("worst_excess").into_iter().fold(0.0, f64::max);
    let mut findings = vec![
        Finding::claimed(
            format!(
                "The optimal law's record ε is at most {excess:.1e} above the linear program's as published, in every survey."
            ),
            excess <= SLACK,
        ),
        Finding::claimed(
            format!(
                "Every optimum is within {gap:.1e} of its certificate, a bound that no law with these levels is below."
            ),
            gap <= SLACK,
        ),
        Finding::claimed(
            format!(
                "Where the heuristic keeps every level, its record ε is never below the optimum's (the difference is at least {:.1e}).",
                -undercut
            ),
            undercut <= SLACK,
        ),
        Finding::statement(format!(
            "The heuristic gives at least one question more than its level in {weakened} of {} surveys, by up to {worst:.2}, and at least one less in {starved}.",
            table.rows().len()
        )),
    ];
    for k in QUESTIONS {
        let of = table.with("questions", k);
        let ratio = |column: &str| {
            let parts = of.numbers(column).into_iter().zip(of.numbers("sum_of_levels"));
            let ratios: Vec<f64> =
                parts.map(|(record, sum)| record / sum).filter(|ratio| ratio.is_finite()).collect();
            ratios.iter().sum::<f64>() / ratios.len() as f64
        };
        findings.push(Finding::statement(format!(
            "{k} questions: the mean record ε is {:.3} of the Kronecker product's by the optimal law, {:.3} by single changes where they can have the levels, {:.3} by the heuristic.",
            ratio("optimal"),
            ratio("single_change"),
            ratio("heuristic")
        )));
    }
    findings
}

/// The pictures of record ε divided by the sum of levels, and by the optimum.
fn pictures(name: &str, table: &Table, horizontal: &str, axis: &str) -> Vec<Picture> {
    let compared = |over: &str, methods: &[(&str, &str)]| {
        let panel = |k: u32| {
            let of = table.with("questions", k);
            let series = |(column, label): &(&str, &str)| {
                let ratios =
                    of.numbers(column).into_iter().zip(of.numbers(over)).map(|(own, other)| own / other);
                Series {
                    label: (*label).to_owned(),
                    mark: Mark::Points,
                    points: of.numbers(horizontal).into_iter().zip(ratios).collect(),
                }
            };
            Panel { title: format!("{k} questions"), series: methods.iter().map(series).collect() }
        };
        QUESTIONS.into_iter().map(panel).collect()
    };
    vec![
        Picture {
            name: format!("{name}-record"),
            title: "Record ε as a share of the sum of the levels".to_owned(),
            description: "Record epsilon of each method divided by that of the Kronecker product, a panel for each number of questions"
                .to_owned(),
            horizontal: Axis::linear(axis),
            vertical: Axis::linear("record ε / Σ ε"),
            panels: compared(
                "sum_of_levels",
                &[
                    ("sum_of_levels", "Kronecker product"),
                    ("heuristic", "heuristic"),
                    ("optimal", "optimal"),
                    ("single_change", "single change"),
                ],
            ),
        },
        Picture {
            name: format!("{name}-optimality"),
            title: "Record ε as a multiple of the optimum".to_owned(),
            description: "Record epsilon of the heuristic and of the single-change law divided by the optimum's; below 1 only where a level is exceeded"
                .to_owned(),
            horizontal: Axis::linear(axis),
            vertical: Axis::linear("record ε / optimum"),
            panels: compared("optimal", &[("heuristic", "heuristic"), ("single_change", "single change")]),
        },
    ]
}
