//! Weighted estimates without noise, recomputed by R's survey package: weights, strata, clusters, a margin, and the jackknife over
//! clusters. Ignored by default; `scripts/test` runs it where the package is installed.

use core::fmt::Write;

use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::Options;
use candor::inference::{Raking, ReportClass, Weighted, WeightedCell};
use candor::law::Law;

use super::other_programs::agrees;
use crate::common::{Dice, designed, schema_of};

/// Reports that are alike in everything but the answer: how many said no and how many yes.
struct Group {
    answers: [u64; 2],
    stratum: usize,
    cluster: usize,
    weight: f64,
    category: usize,
}

impl Group {
    fn class(&self, kind: &str) -> ReportClass {
        let table = Table::from_counts(&schema_of(&[2]), &[0], self.answers.into()).unwrap();
        let margins = if matches!(kind, "margins" | "matched") { vec![self.category] } else { vec![] };
        let class = ReportClass::new(table, margins).weighing(self.weight);
        match kind {
            "weights" => class,
            "strata" => class.of_stratum(self.stratum),
            "clusters" | "margins" => class.of_stratum(self.stratum).of_cluster(self.cluster),
            _ => class.of_cluster(self.cluster).of_replicate(self.cluster),
        }
    }
}

/// Three strata of four clusters. In each of them all three categories of the margin answered, some people with one weight and
/// some with another.
fn sample(dice: &mut Dice) -> Vec<Group> {
    let mut groups = Vec::new();
    for cluster in 0..12 {
        for category in 0..3 {
            let weight = f64::from(dice.between(1, 8)) / 4.0;
            let answers = [0, 1].map(|_| u64::from(dice.between(1, 12)));
            groups.push(Group { answers, stratum: cluster / 4, cluster, weight, category });
        }
    }
    groups
}

fn estimated(law: &Law, groups: &[Group], margin: &[f64], kind: &str) -> [f64; 2] {
    let classes: Vec<ReportClass> = groups.iter().map(|group| group.class(kind)).collect();
    let margins = if matches!(kind, "margins" | "matched") { vec![margin.to_vec()] } else { vec![] };
    let weighted = Weighted::new(law, &classes, &Raking::new(margins).unwrap(), &Options::default()).unwrap();
    let WeightedCell { estimate, standard_error, replicated, .. } = weighted.cells[1];
    [estimate, if matches!(kind, "replicates" | "matched") { replicated.unwrap() } else { standard_error }]
}

/// The samples and Candor's estimates of each; the last standard error is multiplied by `wrong`.
fn lines(wrong: f64) -> String {
    let levels = Levels::new(vec![2], vec![40.0]).unwrap();
    let law = designed(Request::levels(&levels).method(Method::Independent)).unwrap().law().clone();
    let (mut dice, mut lines, mut last) = (Dice::new(5), String::new(), String::new());
    for number in 0..10 {
        let groups = sample(&mut dice);
        for Group { answers, stratum, cluster, weight, category } in &groups {
            for (answer, reports) in answers.iter().enumerate() {
                writeln!(lines, "row;{number};{answer};{stratum};{cluster};{weight};{category};{reports}")
                    .unwrap();
            }
        }
        let margin = [0.2 + dice.unit() / 5.0, 0.25, 0.0];
        let margin = [margin[0], margin[1], 1.0 - margin[0] - margin[1]];
        for kind in ["weights", "strata", "clusters", "margins", "replicates", "matched"] {
            let [share, error] = estimated(&law, &groups, &margin, kind);
            let of = |error: f64| {
                format!("told;{number};{kind};{share};{error};{} {} {}\n", margin[0], margin[1], margin[2])
            };
            lines.push_str(&of(error));
            last = of(error * wrong);
        }
    }
    lines + &last
}

#[test]
#[ignore = "needs R with its survey package"]
fn survey_package_agrees() {
    agrees("Rscript", "survey.R", &lines(1.0), &lines(1.0 + 1e-7));
}
