//! The run time of designs: Table I.

use std::time::Instant;

use candor::Error;
use candor::design::{Levels, Method, Request, inductive, linear_program, single_change};

use crate::axis::Axis;
use crate::draws::{between, stream, whole};
use crate::experiment::{Experiment, Finding, Part};
use crate::picture::{Mark, Panel, Picture, Series};
use crate::table::{Table, Value};

/// The most questions for which the optimum is found; with more questions, all different, only single changes are feasible.
const MOST_FOR_OPTIMUM: u32 = 20;

/// The experiment of Table I.
pub const RUN_TIME: Experiment = Experiment {
    name: "run-time",
    title: "How long a design takes",
    source: "[Yamamoto24, Table I]",
    method: "Surveys of 3 to 100,000 questions, all different: categories drawn from 2 to 5, levels from 1 to 10. Times are medians of 10 runs (3 in a \
             quick run, up to 1,000 questions). The linear program is solved for up to 10 questions, as published, the optimum for up to 20.",
    remarks: "The seconds depend on the machine and on what else ran there: compare columns with each other, not with papers. The time of the \
              published heuristic grows with the square of k, that of ours with k, because it keeps what does not change. The published run times from \
              1,000 questions on are of numbers that have overflowed. No integer law is made here, since laws of thousands of different questions are \
              not given to respondents; the optimum's time includes its certificate and its integers.",
    columns: &[
        ("questions", "how many questions the survey has, k"),
        ("run", "which of the repetitions"),
        ("method", "which design"),
        ("seconds", "wall time"),
    ],
    parts: |scale, _| {
        let questions: &[u32] =
            scale.either(&[3, 5, 10, 100, 1_000], &[3, 5, 10, 20, 100, 500, 1_000, 10_000, 100_000]);
        questions.iter().map(|&k| part(k, scale.either(3, 10))).collect()
    },
    findings,
    pictures,
};

fn part(k: u32, runs: u32) -> Part {
    let name = format!("{k}-questions");
    Part::new(name.clone(), move || {
        let mut rng = stream("run-time", &name);
        let mut rows = Vec::new();
        for run in 0..runs {
            let (sizes, epsilons) =
                (0..k).map(|_| (whole(2, 5, &mut rng), between(1.0, 10.0, &mut rng))).unzip();
            let levels = Levels::new(sizes, epsilons)?;
            let mut row = |method: &str, seconds: f64| {
                rows.push(vec![k.into(), run.into(), method.into(), seconds.into()])
            };
            row("heuristic", timed(|| inductive::induction(&levels).map(drop))?);
            // It takes the same time to find that no such mixture has the levels.
            row("single change", timed(|| single_change::mixture(&levels).map_or(Ok(()), |_| Ok(())))?);
            if k <= MOST_FOR_OPTIMUM {
                row(
                    "optimal",
                    timed(|| Request::levels(&levels).method(Method::Optimal).design().map(drop))?,
                );
            }
            if k <= 10 {
                row("linear program", timed(|| linear_program::record_epsilon(&levels).map(drop))?);
            }
        }
        Ok(rows)
    })
}

fn timed(work: impl FnOnce() -> Result<(), Error>) -> Result<f64, Error> {
    let start = Instant::now();
    work()?;
    Ok(start.elapsed().as_secs_f64())
}

const METHODS: [&str; 4] = ["heuristic", "single change", "optimal", "linear program"];

fn median(table: &Table, questions: &Value, method: &str) -> Option<f64> {
    let mut seconds = table.with("questions", questions.clone()).with("method", method).numbers("seconds");
    seconds.sort_unstable_by(f64::total_cmp);
    seconds.get(seconds.len() / 2).copied()
}

fn findings(table: &Table) -> Vec<Finding> {
    let told = |questions: &Value| {
        let times = METHODS.iter().filter_map(|method| {
            median(table, questions, method).map(|seconds| format!("{method} {:.3} ms", 1e3 * seconds))
        });
        Finding::statement(format!("{questions} questions: {}.", times.collect::<Vec<_>>().join(", ")))
    };
    table.different("questions").iter().map(told).collect()
}

fn pictures(table: &Table) -> Vec<Picture> {
    let questions = table.different("questions");
    let line = |method: &&str| {
        let at = |k: &Value| match (k, median(table, k, method)) {
            (Value::Number(k), Some(seconds)) => Some((*k, seconds)),
            _ => None,
        };
        Series {
            label: (*method).to_owned(),
            mark: Mark::Line,
            points: questions.iter().filter_map(at).collect(),
        }
    };
    vec![Picture {
        name: "run-time".to_owned(),
        title: "Seconds for a design".to_owned(),
        description:
            "Median time of a design by the number of questions for each method, both axes logarithmic"
                .to_owned(),
        horizontal: Axis::logarithmic("questions, k"),
        vertical: Axis::logarithmic("seconds"),
        panels: vec![Panel { title: String::new(), series: METHODS.iter().map(line).collect() }],
    }]
}
