//! A continuous question in bins, by sex: figure 11.

use candor::design::{Levels, Method, Request};
use candor::estimate::Reconstruction;

use crate::axis::Axis;
use crate::draws::stream;
use crate::experiment::{Experiment, Finding, Part};
use crate::measured::{Mean, Reported};
use crate::picture::{Mark, Panel, Picture, Series};
use crate::records::{AGE_EDGES, ages};
use crate::table::{Table, Value};

const INDEPENDENT: &str = "RR-Independent";
const IND_JOINT: &str = "RR-Ind-Joint";
const TRUTH: &str = "true";
const PERTURBED: &str = "perturbed";
const SEXES: [&str; 2] = ["female", "male"];
/// The ε of each of the two questions.
const EPSILON: f64 = 1.0;

/// The experiment on ages.
pub(crate) const AGE: Experiment = Experiment {
    name: "age",
    title: "A continuous question in bins",
    source: "[Kikuchi, Appendix E, Figure 11]",
    method: "32,561 people report their age, in bins of 20 years, and their sex; each answer is perturbed by itself at ε = 1. Shown are the shares by \
             the perturbed reports, by RR-Independent and by RR-Ind-Joint: mean and standard deviation over 100 runs (10 in a quick run).",
    remarks: "This command cannot be given the ages of Adult, so these people are simulated: ages from 17 follow a gamma law whose mean differs by \
              sex. The published text does not say at which ε its figure was drawn. `bins` in a survey does the same on the device: it turns an age \
              into its bin before anything is drawn.",
    columns: &[
        ("bin", "from which age"),
        ("sex", "of whom"),
        ("method", "true shares, those of perturbed reports, or a scheme"),
        ("share", "share of all people, mean over the runs"),
        ("deviation", "standard deviation over the runs"),
    ],
    parts: |scale, _| {
        let runs = scale.either(10, 100);
        vec![Part::new("ages".to_owned(), move || {
            let mut rng = stream("age", "ages");
            let people = ages(32_561, &mut rng)?;
            let levels = Levels::new(people.sizes().to_vec(), vec![EPSILON; 2])?;
            let law = Request::levels(&levels).method(Method::Independent).design()?.law().clone();
            let schemes = [(INDEPENDENT, Reconstruction::Independent), (IND_JOINT, Reconstruction::Inverse)];
            let mut rows = rows_of(TRUTH, &[people.shares(&[0, 1])]);
            let mut seen: [Vec<Vec<f64>>; 3] = Default::default();
            for _ in 0..runs {
                let reported = Reported::new(&law, &people, &mut rng)?;
                seen[0].push(reported.perturbed(&[0, 1]));
                for (seen, (_, scheme)) in seen[1..].iter_mut().zip(schemes) {
                    seen.push(reported.shares(&law, &[0, 1], scheme)?);
                }
            }
            for (method, seen) in [PERTURBED, INDEPENDENT, IND_JOINT].into_iter().zip(&seen) {
                rows.extend(rows_of(method, seen));
            }
            Ok(rows)
        })]
    },
    findings,
    pictures,
};

fn rows_of(method: &str, runs: &[Vec<f64>]) -> Vec<Vec<Value>> {
    let row = |cell: usize| {
        let of = Mean::of(&runs.iter().map(|shares| shares[cell]).collect::<Vec<_>>());
        let deviation = of.standard_error.map(|error| error * (runs.len() as f64).sqrt());
        let bin = AGE_EDGES[cell / SEXES.len()];
        vec![bin.into(), SEXES[cell % SEXES.len()].into(), method.into(), of.mean.into(), deviation.into()]
    };
    (0..AGE_EDGES.len() * SEXES.len()).map(row).collect()
}

fn findings(table: &Table) -> Vec<Finding> {
    let shares = |method: &str| table.with("method", method).numbers("share");
    let truth = shares(TRUTH);
    let worst = |method: &str| {
        let errors = shares(method).into_iter().zip(&truth).map(|(share, truth)| (share - truth).abs());
        errors.fold(0.0, f64::max)
    };
    let [perturbed, product, joint] = [PERTURBED, INDEPENDENT, IND_JOINT].map(worst);
    vec![Finding::claimed(
        format!(
            "The mean of {IND_JOINT} is within {joint:.4} of every true share; perturbed reports are off by up to {perturbed:.4}, {INDEPENDENT}, which takes age and sex to be independent, by up to {product:.4}."
        ),
        joint < product && product < perturbed,
    )]
}

fn pictures(table: &Table) -> Vec<Picture> {
    let panel = |method: &str| {
        let line = |sex: &str| Series {
            label: sex.to_owned(),
            mark: Mark::Line,
            points: table.with("method", method).with("sex", sex).points("bin", "share"),
        };
        Panel { title: method.to_owned(), series: SEXES.map(line).into() }
    };
    vec![Picture {
        name: "age".to_owned(),
        title: "Shares of all people by age in bins of 20 years, and sex (figure 11)".to_owned(),
        description: "True, perturbed and estimated shares by age and sex".to_owned(),
        horizontal: Axis::linear("age, from"),
        vertical: Axis::linear("share"),
        panels: [TRUTH, PERTURBED, INDEPENDENT, IND_JOINT].map(panel).into(),
    }]
}
