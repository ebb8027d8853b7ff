//! Ring: exact enumeration. What the shuffled reports of a few people tell: the hockey-stick divergence of all multisets of reports, for
//! every two records of one person and for the records of the others, against the central (ε, δ) that the law states. The probabilities of
//! reports are those of [`super::listing`]; sums are in double precision, hence the tolerance of a part in 10⁹.

use std::collections::BTreeMap;

use candor::design::{Levels, Request};
use candor::law::{Block, Form, Law, Pattern, Unit};

use super::listing::Listing;
use crate::common::labelled::{Most, random_labelled};
use crate::common::{Dice, designed};

const EXACT: f64 = 1.0 + 1e-9;

/// The probability of every multiset of reports, by how many there are of each.
type Shuffled = BTreeMap<Vec<u16>, f64>;

/// For every record, the probability of each report.
fn rows(law: &Law) -> Vec<Vec<f64>> {
    let listing = Listing::of(law);
    let whole = to_f64(&listing.whole);
    let row = |record: usize| listing.reports.values().map(|(_, of)| to_f64(&of[record]) / whole).collect();
    (0..listing.records.len()).map(row).collect()
}

fn to_f64(number: &num_bigint::BigUint) -> f64 {
    let shift = number.bits().saturating_sub(64);
    let top = u64::try_from(number >> shift).unwrap();
    top as f64 * 2.0_f64.powi(i32::try_from(shift).unwrap())
}

fn with_one_more(shuffled: &Shuffled, row: &[f64]) -> Shuffled {
    let mut more = Shuffled::new();
    for (counts, probability) in shuffled {
        for (report, own) in row.iter().enumerate() {
            let mut counts = counts.clone();
            counts[report] += 1;
            *more.entry(counts).or_default() += probability * own;
        }
    }
    more
}

/// The multisets of the reports of these records.
fn shuffled(rows: &[Vec<f64>], records: &[usize]) -> Shuffled {
    let nobody = Shuffled::from([(vec![0; rows[0].len()], 1.0)]);
    records.iter().fold(nobody, |shuffled, &record| with_one_more(&shuffled, &rows[record]))
}

/// The δ of one order of two neighbours at ε.
fn exact_delta(one: &Shuffled, other: &Shuffled, epsilon: f64) -> f64 {
    one.iter().map(|(counts, p)| (p - epsilon.exp() * other[counts]).max(0.0)).sum()
}

/// The largest δ at ε over both orders of every two records of one person, among others with these records.
fn largest_delta(rows: &[Vec<f64>], others: &[usize], epsilon: f64) -> f64 {
    let others = shuffled(rows, others);
    let with: Vec<Shuffled> = rows.iter().map(|row| with_one_more(&others, row)).collect();
    let pairs = with.iter().flat_map(|one| with.iter().map(move |other| exact_delta(one, other, epsilon)));
    pairs.fold(0.0, f64::max)
}

/// Every way to give this many people records, whose order does not matter.
fn ways(records: usize, people: usize) -> Vec<Vec<usize>> {
    if people == 0 {
        return vec![vec![]];
    }
    let more = |way: Vec<usize>| {
        let first = way.last().copied().unwrap_or(0);
        (first..records).map(move |record| [&way[..], &[record]].concat())
    };
    ways(records, people - 1).into_iter().flat_map(more).collect()
}

/// One question of `cells` categories; a report names `subset` of them, with the true one in `share` of 16 more cases than by chance.
fn one_question(cells: u32, subset: u32, share: u64) -> Law {
    let block = Block::new(
        vec![0],
        vec![vec![0]],
        (1 << 64) - (u128::from(share) << 60),
        vec![Pattern::new(vec![], share << 60)],
    );
    let form = Form::new(1 << 64, vec![], vec![Unit::new(vec![0], subset)], vec![block.unwrap()]);
    Law::labelled(vec![cells], vec![form]).unwrap()
}

/// The smallest ε at which exact enumeration finds at most δ, among others who all have the first record.
fn exact_epsilon(rows: &[Vec<f64>], reports: u64, delta: f64, record: f64) -> f64 {
    let others = vec![0; usize::try_from(reports).unwrap() - 1];
    let (mut low, mut high) = (0.0, record);
    for _ in 0..30 {
        let middle = 0.5 * (low + high);
        if largest_delta(rows, &others, middle) <= delta { high = middle } else { low = middle }
    }
    high
}

/// Laws of one form and of several, with units of several questions, subsets, blocks and pools: whatever the others' records are, no
/// two records of one person are told apart by more than is stated.
#[test]
fn no_reports_of_a_few_people_tell_more_than_is_stated() {
    let mut dice = Dice::new(25);
    let (mut laws, mut amplified) = (0, 0);
    while laws < 40 {
        let law = random_labelled(&mut dice, Most { attributes: 2, size: 3, forms: 2, cells: 6 });
        let rows = rows(&law);
        if rows[0].len() > 9 {
            continue;
        }
        laws += 1;
        for (reports, delta) in [(2, 0.3), (2, 0.1), (3, 0.2), (3, 0.05)] {
            let central = law.central(reports, delta);
            amplified += u32::from(central.is_less());
            for others in ways(rows.len(), usize::try_from(reports).unwrap() - 1) {
                let exact = largest_delta(&rows, &others, central.epsilon);
                assert!(exact <= central.delta * EXACT + 1e-12, "{exact} {central:?} {law:?}");
            }
        }
    }
    assert!(amplified > 20, "{amplified}");
}

/// The bound is larger than the exact number for two reasons: (x)₊ ≤ e^{θx}/(eθ), a tenth at most, and where there are two reports only, the
/// others' reports also hide where they are not drawn from the blanket.
#[test]
fn the_bound_is_less_than_a_third_above_the_exact_number() {
    for (law, reports) in [
        (one_question(2, 1, 8), 40),
        (one_question(2, 1, 3), 40),
        (one_question(2, 1, 8), 200),
        (one_question(3, 1, 6), 16),
        (one_question(4, 2, 4), 9),
    ] {
        let (rows, record) = (rows(&law), law.record_epsilon());
        let exact = exact_epsilon(&rows, reports, 1e-6, record);
        let stated = law.central(reports, 1e-6).epsilon;
        assert!(exact < stated && stated < 1.3 * exact, "{exact} {stated} {law:?}");
    }
}

#[test]
fn ten_thousand_reports_hide_what_a_hundred_do_not() {
    let yes_or_no = Levels::new(vec![2], vec![1.0]).unwrap();
    let several = [vec![2; 5], vec![4; 5], vec![2, 3, 5, 8]];
    let designs = several.iter().map(|sizes| Request::record_budget(sizes, &vec![1.0; sizes.len()], 1.0));
    for request in designs.chain([Request::levels(&yes_or_no)]) {
        let law = designed(request).unwrap().law().clone();
        let record = law.central(1, 1e-6);
        assert_eq!(
            (record.epsilon, record.delta, record.is_less()),
            (rounded_up(law.record_epsilon()), 0.0, false)
        );
        let [tens, hundreds, thousands, ten_thousands] =
            [30, 100, 1000, 10_000].map(|reports| law.central(reports, 1e-6).epsilon);
        assert!(ten_thousands > 0.02 && ten_thousands < 0.07, "{ten_thousands}");
        assert!(thousands < 0.25 && hundreds > 0.25 && tens > 0.45, "{tens} {hundreds} {thousands}");
    }
}

fn rounded_up(epsilon: f64) -> f64 {
    (epsilon * 1e12).ceil() / 1e12
}

/// More reports hide more, a smaller δ takes a larger ε, and neither is ever above the record ε.
#[test]
fn more_reports_never_tell_more() {
    let mut dice = Dice::new(26);
    for _ in 0..40 {
        let law = random_labelled(&mut dice, Most { attributes: 6, size: 6, forms: 4, cells: 64 });
        let most = law.central(1, 0.5).epsilon;
        let numbers = (0..64).step_by(3).map(|power| 1_u64 << power).chain([u64::MAX]);
        let mut last = law.central(0, 1e-6).epsilon;
        assert_eq!(last, most);
        for reports in numbers {
            let [usual, rarer] = [1e-6, 1e-12].map(|delta| law.central(reports, delta));
            assert!(usual.epsilon <= last && usual.epsilon <= rarer.epsilon && rarer.epsilon <= most);
            assert!(usual.is_less() == (usual.epsilon < most), "{usual:?} {most}");
            last = usual.epsilon;
        }
        let smallest = law.central(u64::MAX, f64::MIN_POSITIVE);
        assert!(smallest.epsilon <= most && (most == 0.0 || smallest.epsilon > 0.0));
        for delta in [0.0, -1.0, 1.0, f64::NAN, f64::INFINITY] {
            assert!(!law.central(10_000, delta).is_less());
        }
    }
}
