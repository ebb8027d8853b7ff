//! Whole clusters of people, sampled within strata. Errors by linearisation equal the spread of simulated surveys, noise included, and
//! intervals hold the true shares. If the clusters are ignored, as if people had been drawn one by one, the errors are too small.
//!
//! False alarms: 1,000 surveys per law. A bias may be 4.5 standard errors of the mean, 7·10⁻⁶, and variances and coverage may deviate by as
//! much: two dozen checks.

use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::Options;
use candor::inference::{Raking, ReportClass, Weighted};
use candor::law::Law;
use rand_chacha::ChaCha20Rng;
use rand_core::Rng;

use super::drawn::{Drawn, seeded};
use crate::common::designed;

const SURVEYS: u32 = 1000;

/// Clusters sampled in each stratum; below, the people in each cluster.
const CLUSTERS: usize = 30;
const PEOPLE: u64 = 40;

/// Each stratum has two equally frequent kinds of clusters, which differ in the first and last cells. The first stratum has six tenths of
/// the people.
const KINDS: [[[f64; 4]; 2]; 2] =
    [[[0.7, 0.1, 0.1, 0.1], [0.1, 0.1, 0.1, 0.7]], [[0.1, 0.2, 0.1, 0.6], [0.6, 0.2, 0.1, 0.1]]];
const STRATA: [f64; 2] = [0.6, 0.4];

fn truth(cell: usize) -> f64 {
    KINDS.iter().zip(STRATA).map(|([one, other], share)| share * (one[cell] + other[cell]) / 2.0).sum()
}

fn laws() -> [Law; 2] {
    let levels = Levels::new(vec![2, 2], vec![2.0; 2]).unwrap();
    [
        Request::levels(&levels).method(Method::Independent),
        Request::tables(&[2, 2], &[vec![0], vec![0, 1]], 2.0).method(Method::Labelled),
    ]
    .map(|request| designed(request).unwrap().law().clone())
}

/// For every cluster: its stratum and the table of its reports.
fn sampled(kinds: &[[Drawn; 2]; 2], rng: &mut ChaCha20Rng) -> Vec<(usize, Table)> {
    let clusters = (0..2 * CLUSTERS).map(|cluster| cluster % 2);
    clusters
        .map(|stratum| {
            let [one, other] = &kinds[stratum];
            let kind = if rng.next_u32() & 1 == 0 { one } else { other };
            (stratum, kind.survey(PEOPLE, rng))
        })
        .collect()
}

fn weighted(law: &Law, clusters: &[(usize, Table)], are_known: bool) -> Weighted {
    let class = |(cluster, (stratum, table)): (usize, &(usize, Table))| {
        let class = ReportClass::new(table.clone(), vec![]).weighing(STRATA[*stratum]).of_stratum(*stratum);
        if are_known { class.of_cluster(cluster) } else { class }
    };
    let classes: Vec<ReportClass> = clusters.iter().enumerate().map(class).collect();
    Weighted::new(law, &classes, &Raking::new(vec![]).unwrap(), &Options::default()).unwrap()
}

#[test]
fn errors_of_clusters_in_strata_are_those_of_surveys() {
    for law in laws() {
        let kinds = KINDS.map(|of| of.map(|shares| Drawn::new(law.clone(), &[0, 1], &shares)));
        let mut rng = seeded(47);
        let found: Vec<[Weighted; 2]> = (0..SURVEYS)
            .map(|_| {
                let clusters = sampled(&kinds, &mut rng);
                [true, false].map(|are_known| weighted(&law, &clusters, are_known))
            })
            .collect();
        let n = f64::from(SURVEYS);
        for cell in 0..4 {
            let of = |survey: &[Weighted; 2]| survey[0].cells[cell];
            let mean = found.iter().map(|survey| of(survey).estimate).sum::<f64>() / n;
            let variance =
                found.iter().map(|survey| (of(survey).estimate - mean).powi(2)).sum::<f64>() / (n - 1.0);
            assert!((mean - truth(cell)).abs() < 4.5 * (variance / n).sqrt(), "{cell}: {mean}");
            let [stated, one_by_one] = [0, 1].map(|which| {
                found.iter().map(|survey| survey[which].cells[cell].standard_error.powi(2)).sum::<f64>() / n
            });
            assert!((stated / variance - 1.0).abs() < 4.5 * (2.0 / n).sqrt(), "{stated} {variance}");
            if cell == 0 || cell == 3 {
                assert!(one_by_one / variance < 1.0 - 4.5 * (2.0 / n).sqrt(), "{one_by_one} {variance}");
            }
            let held = |own: &&[Weighted; 2]| {
                let own = of(own);
                own.lower <= truth(cell) && truth(cell) <= own.upper
            };
            assert!((919..=981).contains(&found.iter().filter(held).count()), "{cell}");
        }
    }
}
