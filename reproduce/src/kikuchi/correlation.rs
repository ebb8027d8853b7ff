//! Errors for two questions of known association: figure 10.

use candor::Error;
use candor::design::{Levels, Method, Request};
use candor::estimate::Reconstruction;

use crate::axis::Axis;
use crate::draws::stream;
use crate::experiment::{Experiment, Finding, Part, Scale};
use crate::measured::{Mean, Reported, errors};
use crate::picture::{Mark, Panel, Picture, Series};
use crate::records::pair;
use crate::table::{Table, Value};

const INDEPENDENT: &str = "RR-Independent";
const IND_JOINT: &str = "RR-Ind-Joint";
const METHODS: [(&str, Reconstruction); 4] = [
    (INDEPENDENT, Reconstruction::Independent),
    (IND_JOINT, Reconstruction::Inverse),
    ("hybrid", Reconstruction::Hybrid),
    ("truncated", Reconstruction::Truncated),
];

/// The parameter that is varied in each panel; the others are as in [`USUAL`].
const PANELS: [&str; 4] = ["strength", "epsilon", "respondents", "categories"];

/// Cramér's V, ε of each question, n and d, where they are not varied.
const USUAL: [f64; 4] = [0.5, 1.0, 1_000.0, 10.0];

/// The experiment, by V, ε, n and d.
pub(crate) const CORRELATION: Experiment = Experiment {
    name: "correlation",
    title: "Errors on two questions of known dependence",
    source: "[Kikuchi, Appendix D, Figure 10]",
    method: "Two questions of d categories have shares in proportion to 1/2, 1/3, … and a given Cramér's V; n people are drawn anew for every run, and \
             each answer is perturbed by itself. One of V (0 to 1), ε of each question (0.1 to 2), n (10 to 10,000) and d (2 to 20) is varied while \
             the others stay at V = 0.5, ε = 1, n = 1,000, d = 10 (as in figure 9). Errors are means over 100 runs (20 runs and fewer values in a \
             quick run), against the shares of the people drawn.",
    remarks: "The published text says that the dependence was controlled but not how: here a share V of the people answers both questions alike and \
              the others independently, which gives exactly this V. Its other fixed values are not printed either; here they are those of figure 9. It \
              says that the error of RR-Ind-Joint falls as 1/n and that of RR-Independent as 1/√d; the error of an unbiased estimate falls as 1/√n.",
    columns: &[
        ("varied", "which of the four is varied"),
        ("strength", "Cramér's V"),
        ("epsilon", "ε of each question"),
        ("respondents", "n"),
        ("categories", "d, of each question"),
        ("method", "scheme"),
        ("mae", "mean absolute error of a cell, mean over the runs"),
        ("mae_error", "standard error of this mean"),
        ("avd", "largest error of a cell, mean over the runs"),
    ],
    parts: |scale, _| PANELS.iter().flat_map(|&varied| parts(varied, scale)).collect(),
    findings,
    pictures,
};

fn parts(varied: &'static str, scale: Scale) -> Vec<Part> {
    let (place, values): (usize, &[f64]) = match varied {
        "strength" => {
            (0, scale.either(&[0.0, 0.5, 1.0], &[0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]))
        }
        "epsilon" => (1, scale.either(&[0.5, 1.0, 2.0], &[0.1, 0.2, 0.5, 0.75, 1.0, 1.5, 2.0])),
        "respondents" => {
            (2, scale.either(&[100.0, 10_000.0], &[10.0, 30.0, 100.0, 300.0, 1_000.0, 3_000.0, 10_000.0]))
        }
        _ => (3, scale.either(&[2.0, 10.0], &[2.0, 3.0, 5.0, 8.0, 10.0, 15.0, 20.0])),
    };
    let part = |&value: &f64| {
        let mut setting = USUAL;
        setting[place] = value;
        let name = format!("{varied}-{value}");
        Part::new(name.clone(), move || rows(varied, &name, setting, scale.either(20, 100)))
    };
    values.iter().map(part).collect()
}

fn rows(varied: &str, name: &str, setting: [f64; 4], runs: u32) -> Result<Vec<Vec<Value>>, Error> {
    let [v, epsilon, respondents, categories] = setting;
    let [n, d] = [respondents, categories].map(whole);
    let mut rng = stream("correlation", name);
    let levels = Levels::new(vec![d, d], vec![epsilon; 2])?;
    let law = Request::levels(&levels).method(Method::Independent).design()?.law().clone();
    let mut seen: Vec<[Vec<f64>; 2]> = vec![Default::default(); METHODS.len()];
    for _ in 0..runs {
        let people = pair(d, v, n, &mut rng)?;
        let (truth, reported) = (people.shares(&[0, 1]), Reported::new(&law, &people, &mut rng)?);
        for (seen, (_, reconstruction)) in seen.iter_mut().zip(METHODS) {
            let [largest, mean, _] = errors(&reported.shares(&law, &[0, 1], reconstruction)?, &truth);
            seen[0].push(mean);
            seen[1].push(largest);
        }
    }
    let row = |(seen, (method, _)): (&[Vec<f64>; 2], (&str, _))| {
        let (mae, avd) = (Mean::of(&seen[0]), Mean::of(&seen[1]));
        let mut row: Vec<Value> = vec![varied.into()];
        row.extend(setting.map(Value::from));
        row.extend([method.into(), mae.mean.into(), mae.standard_error.into(), avd.mean.into()]);
        row
    };
    Ok(seen.iter().zip(METHODS).map(row).collect())
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "one of the whole numbers listed above"
)]
fn whole(number: f64) -> u32 {
    number as u32
}

fn findings(table: &Table) -> Vec<Finding> {
    let of = |varied: &str, method: &str| {
        table.with("varied", varied).with("method", method).points(varied, "mae")
    };
    let ends = |points: &[(f64, f64)]| match (points.first(), points.last()) {
        (Some(first), Some(last)) => (first.1, last.1),
        _ => (f64::NAN, f64::NAN),
    };
    let by_v = of("strength", INDEPENDENT);
    let (low, high) = ends(&of("strength", IND_JOINT));
    let (few, many) = ends(&of("respondents", IND_JOINT));
    let (small, large) = ends(&of("epsilon", IND_JOINT));
    let slope = match (of("respondents", IND_JOINT).first(), of("respondents", IND_JOINT).last()) {
        (Some(first), Some(last)) => (last.1 / first.1).ln() / (last.0 / first.0).ln(),
        _ => f64::NAN,
    };
    vec![
        Finding::claimed(
            format!(
                "The MAE of {INDEPENDENT} grows with V, from {:.5} at V = 0 to {:.5} at V = 1.",
                ends(&by_v).0,
                ends(&by_v).1
            ),
            by_v.is_sorted_by(|one, next| one.1 < next.1),
        ),
        Finding::claimed(
            format!(
                "That of {IND_JOINT} does not depend on V: {low:.5} at V = 0, {high:.5} at V = 1, a fifth apart at most."
            ),
            (low / high - 1.0).abs() <= 0.2,
        ),
        Finding::claimed(
            format!(
                "That of {IND_JOINT} falls with ε, from {small:.5} to {large:.5}, and with n, from {few:.5} to {many:.5}: as n to the power {slope:.2}, which is −1/2 of an unbiased estimate, not the −1 of the published text."
            ),
            small > large && (-0.6..=-0.4).contains(&slope),
        ),
    ]
}

fn pictures(table: &Table) -> Vec<Picture> {
    let drawn = |varied: &str| {
        let of = table.with("varied", varied);
        let line = |(method, _): (&str, Reconstruction)| Series {
            label: method.to_owned(),
            mark: Mark::Line,
            points: of.with("method", method).points(varied, "mae"),
        };
        let (axis, what) = match varied {
            "strength" => (Axis::linear("Cramér's V"), "V"),
            "epsilon" => (Axis::linear("ε of each question"), "ε"),
            "respondents" => (Axis::logarithmic("respondents, n"), "n"),
            _ => (Axis::linear("categories, d"), "d"),
        };
        Picture {
            name: format!("correlation-{varied}"),
            title: format!("Mean absolute error by {what} (figure 10)"),
            description: format!("Mean absolute error of a cell by {varied}, for each scheme"),
            horizontal: axis,
            vertical: Axis::logarithmic("MAE"),
            panels: vec![Panel { title: String::new(), series: METHODS.map(line).into() }],
        }
    };
    PANELS.map(drawn).into()
}
