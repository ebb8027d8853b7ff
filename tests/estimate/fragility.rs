//! Ring: forged reports. How many of them move an estimate by half its interval, or turn a test, agrees with what forging them does: every kind
//! of report is tried. A robust estimate is hardly changed where reports are honest, and moves less where one label is forged.

use candor::count::Table;
use candor::estimate::{Cell, Fragility, Options, estimate};
use candor::inference::{Hypothesis, test};
use candor::law::Law;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use super::labelled::{SIZES, counted, law, view};
use crate::common::schema_of;

/// The numbers of reports of every view, and how many hold each cell.
type Parts = Vec<(u64, Vec<u64>)>;

fn parts(table: &Table) -> Parts {
    table.by_view().map(|seen| (seen.reports, seen.counts.to_vec())).collect()
}

fn table(law: &Law, attributes: &[usize], parts: Parts) -> Table {
    Table::from_views((&schema_of(&SIZES), law), attributes, parts).unwrap()
}

/// All reports of every view, as the cells that they hold: one, or two of the six cells of both questions, which may have the same answer to a
/// question that is shown alone.
fn reports(of: &Parts) -> Vec<(usize, Vec<usize>)> {
    let of_view = |(view, (reports, counts)): (usize, &(u64, Vec<u64>))| {
        let cells = 0..counts.len();
        let held: Vec<Vec<usize>> = match counts.iter().sum::<u64>() / reports {
            1 => cells.map(|cell| vec![cell]).collect(),
            _ => cells
                .clone()
                .flat_map(|one| (0..=one).map(move |other| vec![one, other]))
                .filter(|held| held[0] != held[1] || cells.len() < 6)
                .collect(),
        };
        held.into_iter().map(move |held| (view, held))
    };
    of.iter().enumerate().flat_map(of_view).collect()
}

/// The parts in which the forged reports, each with its number, replace reports of all kinds evenly; every number is multiplied by n.
fn forged(honest: &Parts, forged: &[(u64, &(usize, Vec<usize>))]) -> Parts {
    let n: u64 = honest.iter().map(|(reports, _)| reports).sum();
    let left = n - forged.iter().map(|(number, _)| number).sum::<u64>();
    let scaled = |(reports, counts): &(u64, Vec<u64>)| {
        (reports * left, counts.iter().map(|count| count * left).collect())
    };
    let mut parts: Parts = honest.iter().map(scaled).collect();
    for (number, (view, cells)) in forged {
        parts[*view].0 += number * n;
        cells.iter().for_each(|&cell| parts[*view].1[cell] += number * n);
    }
    parts
}

fn half(cell: Cell) -> f64 {
    (cell.upper - cell.lower) / 2.0
}

/// The law is that of three forms; for [0, 1] one shows both as a unit of which it names two of six cells, one shows the second alone, and one both
/// by themselves.
#[test]
fn as_many_forged_reports_as_are_stated_move_an_estimate_by_half_its_interval() {
    let (law, mut rng) = (law(2.0), ChaCha20Rng::seed_from_u64(8));
    let (attributes, n) = (vec![0, 1], 20_000_u32);
    let honest = parts(&counted(&law, &attributes, n, &mut rng));
    let options = Options::default();
    let before = estimate(&law, table(&law, &attributes, honest.clone()), &options).unwrap();
    let all = reports(&honest);
    let after: Vec<Vec<f64>> = all
        .iter()
        .map(|report| {
            let parts = forged(&honest, &[(20, report)]);
            estimate(&law, table(&law, &attributes, parts), &options).unwrap().shares().to_vec()
        })
        .collect();
    for (place, cell) in before.cells().enumerate() {
        let Fragility { worst_label, label_as_drawn, liars, .. } = cell.fragility.unwrap();
        // What a report moves, up or down, by view.
        let moves = |sign: f64, view: usize| {
            let own = all.iter().zip(&after).filter(move |((of, _), _)| *of == view);
            own.map(move |(_, after)| sign * (after[place] - cell.estimate) / 20.0).fold(f64::MIN, f64::max)
        };
        let views = 0..honest.len();
        let farthest = |of: &dyn Fn(f64) -> f64| f64::max(of(1.0), of(-1.0));
        let worst = farthest(&|sign| views.clone().map(|view| moves(sign, view)).fold(f64::MIN, f64::max));
        let drawn = farthest(&|sign| {
            views.clone().map(|view| moves(sign, view) * honest[view].0 as f64 / f64::from(n)).sum()
        });
        let lying = f64::max(1.0 - cell.estimate, cell.estimate) / f64::from(n);
        for (stated, each) in [(worst_label, worst), (label_as_drawn, drawn), (liars, lying)] {
            let ratio = stated.unwrap() as f64 * each / half(cell);
            assert!(
                (0.92..1.09).contains(&ratio),
                "cell {place}: {stated:?} reports of {each:e} are {ratio}"
            );
        }
        assert!(worst_label <= label_as_drawn && label_as_drawn < liars, "{:?}", cell.fragility);
    }
}

#[test]
fn shares_within_groups_and_their_differences_have_a_fragility() {
    let (law, mut rng) = (law(2.0), ChaCha20Rng::seed_from_u64(9));
    let counted = counted(&law, &[0, 1], 20_000, &mut rng);
    let estimation = candor::estimate::Estimation::new(&law, counted, &Options::default()).unwrap();
    let (estimate, errors) = estimation.with_errors().unwrap();
    let within = errors.conditional(&[0]).unwrap();
    for (place, (whole, cell)) in estimate.cells().zip(within.cells()).enumerate() {
        // A liar who is in the group moves its share r by (1 − r)/γ, one who is not nothing.
        let group: f64 = estimate.shares()[place / 2 * 2..][..2].iter().sum();
        let each = f64::max(1.0 - cell.estimate, cell.estimate) / group / 20_000.0;
        let liars = cell.fragility.unwrap().liars.unwrap() as f64;
        assert!((liars - 1.0..=liars).contains(&(half(*cell) / each)), "{liars}");
        assert!(cell.fragility.unwrap().worst_label <= cell.fragility.unwrap().liars);
        assert!(whole.fragility.is_some());
    }
    for apart in errors.differences(&[0], 0).unwrap() {
        let of_groups = [apart.cell, apart.reference].map(|cell| within.cells()[cell].fragility.unwrap());
        let own = apart.difference.fragility.unwrap();
        assert!(
            own.worst_label > of_groups.iter().map(|of| of.worst_label).min().unwrap().map(|least| least / 2)
        );
        assert!(own.worst_label < own.liars);
    }
}

/// Whether the hypothesis is rejected or not, as many reports as stated turn the result to within what is left out: the covariance that changes.
#[test]
fn as_many_forged_reports_as_are_stated_turn_a_test() {
    let (law, attributes, mut rng) = (law(3.0), vec![0, 1], ChaCha20Rng::seed_from_u64(10));
    for (n, level) in [(20_000, 0.05), (400, 1e-6)] {
        let honest = parts(&counted(&law, &attributes, n, &mut rng));
        let tested = |parts: Parts| {
            let table = table(&law, &attributes, parts);
            test(&law, table, &Hypothesis::Independence, &Options::default()).unwrap()
        };
        let before = tested(honest.clone());
        let stated = before.fragility(level).unwrap().worst_label.unwrap();
        let all = reports(&honest);
        // Multiplying all numbers by n multiplies X² by n.
        let statistic = |number: u64, report| {
            tested(forged(&honest, &[(number, report)])).calibrated.value / f64::from(n)
        };
        let critical = 5.991_464_547_107_98_f64;
        let critical = if level == 0.05 { critical } else { -2.0 * level.ln() };
        let is_turned = |number: u64| {
            let rejected = before.calibrated.value > critical;
            all.iter().any(|report| (statistic(number, report) > critical) != rejected)
        };
        assert!(
            !is_turned(stated / 2) && is_turned(stated * 3 / 2),
            "{n}: {stated}, {:?}",
            before.calibrated
        );
    }
}

/// Two views of both questions, one of which is drawn by one device of 64.
fn rare() -> Law {
    let rare = 1_u128 << 58;
    Law::labelled(
        SIZES.to_vec(),
        vec![
            view(rare, vec![], vec![0, 1], 1, 2.0),
            view(rare * 31, vec![], vec![0, 1], 2, 2.0),
            view(rare * 32, vec![], vec![0, 1, 2, 3], 3, 2.0),
        ],
    )
    .unwrap()
}

#[test]
fn a_label_that_is_sent_too_often_moves_a_robust_estimate_less() {
    let (law, attributes, mut rng) = (rare(), vec![0, 1], ChaCha20Rng::seed_from_u64(11));
    let honest = parts(&counted(&law, &attributes, 20_000, &mut rng));
    let of = |parts: &Parts, robust: bool| {
        let options = Options::default().robust(robust);
        estimate(&law, table(&law, &attributes, parts.clone()), &options).unwrap()
    };
    let [plain, robust] = [false, true].map(|robust| of(&honest, robust));
    for (plain, robust) in plain.cells().zip(robust.cells()) {
        let error = plain.standard_error.unwrap();
        assert!((plain.estimate - robust.estimate).abs() < 0.05 * error);
        assert!((robust.standard_error.unwrap() / error - 1.0).abs() < 0.01);
    }
    // One in twenty has the rare label, which is expected of one in 64, and names the first cell.
    let attacked = forged(&honest, &[(1000, &(0, vec![0]))]);
    let moved = [false, true].map(|robust| {
        of(&attacked, robust).shares()[0]
            - if robust { of(&honest, true) } else { of(&honest, false) }.shares()[0]
    });
    assert!(moved[0] > 0.05 && moved[1] < 0.35 * moved[0] && moved[1] > 0.0, "{moved:?}");
}

#[test]
fn a_likelihood_of_labels_is_never_robust() {
    let (law, mut rng) = (law(2.0), ChaCha20Rng::seed_from_u64(12));
    let table = counted(&law, &[0, 1], 200, &mut rng);
    let options = Options::default().reconstruction("likelihood".parse().unwrap()).robust(true);
    assert_eq!(estimate(&law, table.clone(), &options).unwrap_err().code().as_str(), "not-for-labels");
    let auto = Options::default().reconstruction("auto".parse().unwrap()).robust(true);
    assert!(estimate(&law, table, &auto).is_ok());
}
