//! Item non-response that depends on the region alone. If missing answers are filled in region by region, shares are unbiased and their
//! errors are right; if people without an answer are simply left out, shares are biased.
//!
//! False alarms: 1,000 surveys per law. A bias may be 4.5 standard errors of the mean, 7·10⁻⁶, and a variance may deviate by as much:
//! two checks per law.

use candor::count::Table;
use candor::design::{Levels, Method, Request};
use candor::estimate::Options;
use candor::inference::{Raking, ReportClass, Weighted};
use candor::law::Law;

use super::drawn::{Drawn, seeded};
use crate::common::{designed, schema_of};

const SURVEYS: u32 = 1000;

/// The reports of every region are split into this many parts of equal size.
const PARTS: usize = 10;

/// Shares of no, yes and no answer, in a region with 60 of 100 people and in one with 40. If everybody answered, 36 of 100 would say
/// yes.
const REGIONS: [(u64, [f64; 3]); 2] = [(240, [0.72, 0.18, 0.1]), (160, [0.2, 0.3, 0.5])];
const YES: f64 = 0.36;

fn laws() -> [Law; 2] {
    let levels = Levels::new(vec![3], vec![2.5]).unwrap();
    [
        Request::levels(&levels).method(Method::Independent),
        Request::tables(&[3], &[vec![0]], 2.5).method(Method::Labelled),
    ]
    .map(|request| designed(request).unwrap().law().clone())
}

#[test]
fn what_is_missing_at_random_is_filled_in() {
    for law in laws() {
        let regions = REGIONS.map(|(people, shares)| (people, Drawn::new(law.clone(), &[0], &shares)));
        let mut rng = seeded(41);
        let (mut filled, mut variances, mut left_out) = (Vec::new(), 0.0, 0.0);
        for _ in 0..SURVEYS {
            let mut classes = Vec::new();
            for (region, (people, drawn)) in regions.iter().enumerate() {
                for part in 0..PARTS {
                    let class = ReportClass::new(drawn.survey(*people, &mut rng), vec![]);
                    classes.push(class.of_group(region).of_stratum(region).of_replicate(part));
                }
            }
            let none = Raking::new(vec![]).unwrap();
            let flags = [false, false, true];
            let told = Weighted::answered(&law, &classes, &none, &flags, &Options::default()).unwrap();
            filled.push(told.cells[1].estimate);
            variances += told.cells[1].standard_error.powi(2) / f64::from(SURVEYS);
            assert!((told.cells[0].estimate + told.cells[1].estimate - 1.0).abs() < 1e-9);
            let all = Weighted::new(&law, &classes, &none, &Options::default()).unwrap();
            let [no, yes] = [0, 1].map(|cell| all.cells[cell].estimate);
            left_out += yes / (no + yes) / f64::from(SURVEYS);
        }
        let n = f64::from(SURVEYS);
        let mean = filled.iter().sum::<f64>() / n;
        let variance = filled.iter().map(|own| (own - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let allowed = 4.5 * (variance / n).sqrt();
        assert!((mean - YES).abs() < allowed, "{mean}, ± {allowed}");
        assert!((left_out - YES).abs() > 3.0 * allowed, "what is left out passes: {left_out}");
        let spread = 4.5 * (2.0 / n + 2.0 / (n * (PARTS as f64 - 1.0))).sqrt();
        assert!((variances / variance - 1.0).abs() < spread, "{variances} {variance}");
    }
}

#[test]
fn what_cannot_be_filled_in_is_refused() {
    let [law, _] = laws();
    let class = |counts: [u64; 3], part| {
        let table = Table::from_counts(&schema_of(&[3]), &[0], counts.into()).unwrap();
        ReportClass::new(table, vec![]).of_replicate(part)
    };
    let refused = |classes: &[ReportClass], flags: &[bool]| {
        let none = Raking::new(vec![]).unwrap();
        let told = Weighted::answered(&law, classes, &none, flags, &Options::default());
        told.unwrap_err().code().as_str()
    };
    let parts = [class([30, 20, 10], 0), class([20, 30, 10], 1)];
    assert_eq!(refused(&parts[..1], &[false, false, true]), "invalid-weights");
    let mut mixed = parts.clone();
    mixed[0] = mixed[0].clone().of_cluster(0);
    assert_eq!(refused(&mixed, &[false, false, true]), "invalid-weights");
    let all = Weighted::new(&law, &mixed, &Raking::new(vec![]).unwrap(), &Options::default()).unwrap_err();
    assert_eq!(
        all.message(),
        "some reports have a cluster and others have none; give one to all reports or to none"
    );
    assert_eq!(refused(&parts, &[false, true]), "invalid-counts");
    assert_eq!(refused(&parts, &[true; 3]), "invalid-counts");
    let silent = [
        class([1, 1, 98], 0).of_group(1),
        class([1, 1, 98], 1).of_group(1),
        parts[0].clone(),
        parts[1].clone(),
    ];
    assert_eq!(refused(&silent, &[false, false, true]), "undefined-statistic");
}
