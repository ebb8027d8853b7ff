//! Weighted shares within groups, and differences between groups: those of the textbook without noise, those of unweighted estimates where all weights are
//! the same, and unbiased with intervals that hold the truth where a sample was not drawn evenly.
//!
//! False alarms of the simulation: as in `weights`, for six numbers and two laws.

use candor::Code;
use candor::count::Table;
use candor::design::{Method, Request};
use candor::estimate::{Estimation, Options};
use candor::inference::{Grouping, Raking, ReportClass, WeightedCell, WeightedGroups};
use candor::law::Law;

use super::drawn::{Drawn, seeded};
use super::weights::{SURVEYS, independent, sampled};
use crate::common::{designed, schema_of};

const BY_FIRST: Grouping<'_> = Grouping { given: &[0], reference: 0, among_answers: false };

fn within(law: &Law, classes: &[ReportClass], margins: Vec<Vec<f64>>) -> WeightedGroups {
    WeightedGroups::new(law, classes, &Raking::new(margins).unwrap(), BY_FIRST, &Options::default()).unwrap()
}

fn class(counts: [u64; 4], categories: Vec<usize>) -> ReportClass {
    ReportClass::new(Table::from_counts(&schema_of(&[2, 2]), &[0, 1], counts.into()).unwrap(), categories)
}

fn labelled() -> Law {
    let request = Request::tables(&[2, 2], &[vec![0], vec![0, 1]], 2.0);
    designed(request.method(Method::Labelled)).unwrap().law().clone()
}

/// Reports have weights and one margin, and are unperturbed. The share changes by e = (1 − r)/γ or −r/γ with a report of its group; errors follow
/// from e without its mean in each category of the margin, report by report.
#[test]
fn without_noise_errors_are_those_of_linearised_ratios() {
    let law = independent(&[2, 2], 40.0);
    let counts = [[120, 30, 90, 60], [20, 40, 70, 50]];
    let classes: Vec<ReportClass> = (0..2).map(|place| class(counts[place], vec![place])).collect();
    let found = within(&law, &classes, vec![vec![0.5, 0.5]]);
    let weights = [0.5 * 480.0 / 300.0, 0.5 * 480.0 / 180.0];
    let total = |cells: &[usize]| -> f64 {
        let of = |place: usize| cells.iter().map(|&cell| counts[place][cell] as f64).sum::<f64>();
        (0..2).map(|place| weights[place] * of(place) / 480.0).sum()
    };
    let share = |cell: usize| total(&[cell]) / total(&[cell & 2, cell & 2 | 1]);
    let change = |cell: usize, of: usize| match of & 2 == cell & 2 {
        true => (f64::from(u8::from(of == cell)) - share(cell)) / total(&[cell & 2, cell & 2 | 1]),
        false => 0.0,
    };
    let error = |change: &dyn Fn(usize) -> f64| -> f64 {
        let mut squares = 0.0;
        for (counts, weight) in counts.iter().zip(weights) {
            let n: f64 = counts.iter().map(|&count| count as f64).sum();
            let mean = (0..4).map(|cell| counts[cell] as f64 * change(cell)).sum::<f64>() / n;
            let of_cell =
                |cell: usize| counts[cell] as f64 * (weight / 480.0 * (change(cell) - mean)).powi(2);
            squares += (0..4).map(of_cell).sum::<f64>();
        }
        (480.0 / 479.0 * squares).sqrt()
    };
    for (cell, own) in found.cells.iter().enumerate() {
        assert!((own.estimate - share(cell)).abs() < 1e-12, "{cell}");
        assert!((own.standard_error - error(&|of| change(cell, of))).abs() < 1e-12, "{cell}");
        assert!(own.lower < own.estimate && own.estimate < own.upper);
    }
    assert_eq!(
        found.differences.iter().map(|own| (own.cell, own.reference)).collect::<Vec<_>>(),
        [(2, 0), (3, 1)]
    );
    for own in &found.differences {
        let (one, other) = (own.cell, own.reference);
        assert!((own.difference.estimate - share(one) + share(other)).abs() < 1e-12);
        let expected = error(&|of| change(one, of) - change(other, of));
        assert!((own.difference.standard_error - expected).abs() < 1e-12);
    }
}

/// Of an unlabelled law, whose errors are those of the reports themselves: but for the factor n/(n − 1) they are the same.
#[test]
fn with_equal_weights_they_are_those_without() {
    let (law, counts) = (independent(&[2, 2], 2.0), [700, 250, 450, 600]);
    let found = within(&law, &[class(counts, vec![])], vec![]);
    let table = Table::from_counts(&schema_of(&[2, 2]), &[0, 1], counts.into()).unwrap();
    let (_, errors) = Estimation::new(&law, table, &Options::default()).unwrap().with_errors().unwrap();
    let (conditional, differences) =
        (errors.conditional(&[0]).unwrap(), errors.differences(&[0], 0).unwrap());
    let is_same = |own: &WeightedCell, other: &candor::estimate::Cell| {
        let factor = (own.standard_error / other.standard_error.unwrap()).powi(2);
        assert!(
            (own.estimate - other.estimate).abs() < 1e-12 && (factor - 2000.0 / 1999.0).abs() < 1e-9,
            "{factor}"
        );
        assert!((own.lower - other.lower).abs() < 1e-4 && (own.upper - other.upper).abs() < 1e-4);
    };
    found.cells.iter().zip(conditional.cells()).for_each(|(own, other)| is_same(own, other));
    for (own, other) in found.differences.iter().zip(&differences) {
        assert_eq!((own.cell, own.reference), (other.cell, other.reference));
        is_same(&own.difference, &other.difference);
    }
}

#[test]
fn a_sample_that_is_not_even_is_mended_by_its_margin() {
    let regions = [vec![0.45, 0.15, 0.25, 0.15], vec![0.2, 0.2, 0.15, 0.45]];
    let all: Vec<f64> = (0..4).map(|cell| 0.5 * (regions[0][cell] + regions[1][cell])).collect();
    let shares: Vec<f64> = (0..4).map(|cell| all[cell] / (all[cell & 2] + all[cell & 2 | 1])).collect();
    let truth = [&shares[..], &[shares[2] - shares[0], shares[3] - shares[1]]].concat();
    for law in [independent(&[2, 2], 2.0), labelled()] {
        let drawn = [0, 1].map(|region: usize| Drawn::new(law.clone(), &[0, 1], &regions[region]));
        let mut rng = seeded(63);
        let numbers = |_: u32| {
            let found = within(&law, &sampled(&drawn, 1, &mut rng), vec![vec![0.5, 0.5]]);
            let differences = found.differences.iter().map(|own| own.difference);
            found.cells.iter().copied().chain(differences).collect::<Vec<WeightedCell>>()
        };
        let found: Vec<Vec<WeightedCell>> = (0..SURVEYS).map(numbers).collect();
        let n = f64::from(SURVEYS);
        for (place, truth) in truth.iter().enumerate() {
            let each = || found.iter().map(|survey| survey[place]);
            let mean = each().map(|own| own.estimate).sum::<f64>() / n;
            let variance = each().map(|own| (own.estimate - mean).powi(2)).sum::<f64>() / (n - 1.0);
            assert!((mean - truth).abs() < 4.5 * (variance / n).sqrt(), "{place}: {mean} {truth}");
            let stated = each().map(|own| own.standard_error.powi(2)).sum::<f64>() / n;
            assert!((stated / variance - 1.0).abs() < 4.5 * (2.0 / n).sqrt(), "{place}: {stated} {variance}");
            let held = each().filter(|own| own.lower <= *truth && *truth <= own.upper).count();
            assert!((919..=981).contains(&held), "{place}: {held}");
        }
        // Without weights the first share is wrong by many standard errors.
        let even = within(&law, &sampled(&drawn, 1, &mut rng), vec![vec![0.75, 0.25]]).cells[0];
        assert!((even.estimate - truth[0]).abs() > 2.0 * even.standard_error);
    }
}

/// Fifty parts, of forty surveys: the mean of the ratios varies by 1.6 %.
#[test]
fn errors_by_replicates_are_those_by_linearisation() {
    let regions = [vec![0.45, 0.15, 0.25, 0.15], vec![0.2, 0.2, 0.15, 0.45]];
    let law = labelled();
    let drawn = [0, 1].map(|region: usize| Drawn::new(law.clone(), &[0, 1], &regions[region]));
    let (mut rng, mut ratios) = (seeded(64), [0.0; 2]);
    for _ in 0..40 {
        let found = within(&law, &sampled(&drawn, 50, &mut rng), vec![vec![0.5, 0.5]]);
        for (ratio, own) in ratios.iter_mut().zip([found.cells[3], found.differences[1].difference]) {
            *ratio += (own.replicated.unwrap() / own.standard_error).powi(2) / 40.0;
        }
    }
    assert!(ratios.iter().all(|ratio| (ratio - 1.0).abs() < 0.16), "{ratios:?}");
}

#[test]
fn groups_that_tell_nothing_or_cannot_be_are_refused_or_left_open() {
    let law = independent(&[2, 2], 1.0);
    // Nobody seems to be in the second group.
    let found = within(&law, &[class([900, 900, 100, 100], vec![])], vec![]);
    let open = found.cells[2];
    assert_eq!((open.estimate, open.standard_error, open.lower, open.upper), (0.5, 0.5, 0.0, 1.0));
    assert_eq!((open.readable(), found.differences[0].readable()), (None, None));
    let of = |grouping: Grouping<'_>| {
        let classes = [class([700, 200, 300, 300], vec![])];
        let margins = Raking::new(vec![]).unwrap();
        WeightedGroups::new(&law, &classes, &margins, grouping, &Options::default())
            .map_err(|error| error.code())
    };
    for given in [&[][..], &[0, 1], &[0, 0], &[7]] {
        assert_eq!(of(Grouping { given, ..BY_FIRST }), Err(Code::InvalidGroups), "{given:?}");
    }
    assert_eq!(of(Grouping { reference: 2, ..BY_FIRST }), Err(Code::InvalidGroups));
    let margins = Raking::new(vec![]).unwrap();
    let empty = WeightedGroups::new(&law, &[], &margins, BY_FIRST, &Options::default());
    assert_eq!(empty.unwrap_err().code(), Code::EmptySample);
}
