//! Ring: statistics. Whether labelled reports fit their plan: the rate at which honest ones are accused, by listing all counts; forgers and
//! wrong samplers, who must be.
//!
//! False alarms: of all tables of one honest survey together, any is accused in at most one of 10,000. Seeds are fixed, and attacks are
//! accused far below that.

use candor::count::Table;
use candor::design::{Method, Request, analysis::default_tables};
use candor::estimate::{Estimation, Misfit, MisfitTest, Options};
use candor::law::{Block, Form, Law, Pattern, Unit};
use candor::perturb::perturb;
use candor::schema::Record;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::common::forged::{Attack, Survey, largest};
use crate::common::labelled::{Most, random_labelled};
use crate::common::nightly::every;
use crate::common::{Dice, designed, schema_of};

/// How often any table of an honest survey may be accused.
const ALARM: f64 = 1e-4;

fn misfit(law: &Law, table: Table) -> Option<Misfit> {
    Estimation::new(law, table, &Options::default()).unwrap().misfit()
}

/// A form that asks the yes/no question, and keeps its answer with this excess over chance.
fn form(weight: u128, excess: u64) -> Form {
    let uniform = (1 << 64) - u128::from(excess);
    let block = Block::new(vec![0], vec![vec![0]], uniform, vec![Pattern::new(vec![], excess)]).unwrap();
    Form::new(weight, vec![], vec![Unit::new(vec![0], 1)], vec![block])
}

/// ln n!.
fn log_factorials(most: usize) -> Vec<f64> {
    let mut logs = vec![0.0];
    (1..=most).for_each(|i| logs.push(logs[i - 1] + (i as f64).ln()));
    logs
}

/// Two forms ask one question, with more noise and with less: all counts of n reports are listed, with their p-values. Below every level up
/// to the alarm there are counts, and honest ones are there at most as often as the level says, at any truth. Levels a hundred times as
/// large would not be kept, so that the list is not vacuous.
#[test]
fn honest_reports_are_below_a_level_at_most_as_often_as_it_says() {
    const N: usize = 104;
    let kept = [1 << 62, 3 << 62];
    let law = Law::labelled(vec![2], kept.map(|excess| form(1 << 63, excess)).to_vec()).unwrap();
    let (schema, logs) = (schema_of(&[2]), log_factorials(N));
    let truths = [0.0, 0.03, 0.5, 1.0];
    let yes = |truth: f64| kept.map(|excess| 0.5 + (truth - 0.5) * excess as f64 / 2_f64.powi(64));
    let levels = [ALARM / 2.0, 1e-5, 1e-6, 1e-8];
    let (mut rates, mut left_out, mut accused) = ([[0.0; 4]; 4], [0.0; 4], 0);
    for first in 0..=N {
        for (one, other) in (0..=first).flat_map(|one| (0..=N - first).map(move |other| (one, other))) {
            let counts = [one, first - one, other, N - first - other];
            let chance = |truth: f64| {
                let [p, q] = yes(truth);
                let terms = counts.iter().zip([p, 1.0 - p, q, 1.0 - q]);
                terms.fold(logs[N], |sum, (&c, p)| sum + c as f64 * (p / 2.0).ln() - logs[c]).exp()
            };
            let chances = truths.map(chance);
            if chances.iter().all(|chance| *chance < 1e-14) {
                left_out.iter_mut().zip(chances).for_each(|(sum, chance)| *sum += chance);
                continue;
            }
            let [a, b, c, d] = counts.map(|count| count as u64);
            let table =
                Table::from_views((&schema, &law), &[0], vec![(a + b, vec![b, a]), (c + d, vec![d, c])]);
            let Some(found) = misfit(&law, table.unwrap()) else { continue };
            accused += 1;
            for (rates, level) in rates.iter_mut().zip(levels) {
                let below = if found.probability <= level { 1.0 } else { 0.0 };
                rates.iter_mut().zip(chances).for_each(|(rate, chance)| *rate += below * chance);
            }
        }
    }
    assert!(accused > 1000, "{accused}");
    for (rates, level) in rates.iter().zip(levels) {
        let worst = rates.iter().zip(left_out).map(|(rate, left)| rate + left).fold(0.0, f64::max);
        assert!(worst <= level, "{level:e}: {rates:?}");
    }
    let worst = rates[0].iter().copied().fold(0.0, f64::max);
    assert!(worst > ALARM / 2000.0, "{rates:?}");
}

/// Six questions of the sizes of UCI Adult's, answered by as many people, whose answers depend on each other.
fn population() -> (Vec<u32>, Vec<Vec<u32>>) {
    let sizes = vec![5, 2, 2, 16, 15, 7];
    let mut rng = ChaCha20Rng::seed_from_u64(1994);
    let person = |_: u32| -> Vec<u32> {
        let race = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4][(rng.next_u32() % 14) as usize];
        let school = (rng.next_u32() % 16).min(rng.next_u32() % 16);
        let rich = u32::from(rng.next_u32() % 100 < 30 + school && (race != 1 || rng.next_u32() % 3 == 0));
        let work = (rng.next_u32() % 15 + school) % 15;
        vec![race, rng.next_u32() % 3 / 2, rich, school, work, rng.next_u32() % 7]
    };
    (sizes, (0..32_000).map(person).collect())
}

fn labelled(sizes: &[u32], epsilon: f64) -> Law {
    let tables = default_tables(sizes.len());
    designed(Request::tables(sizes, &tables, epsilon).method(Method::Labelled)).unwrap().law().clone()
}

/// 1 % who send the best report of the most influential label; 5 % whose labels are just below an alarm by the divergence of all labels; 5 %
/// whose labels are as frequent as the plan draws them; and, accused by nothing, nobody, liars, and 1 % who draw eight times.
#[test]
fn forgers_are_accused_and_liars_are_not() {
    let (sizes, records) = population();
    let schema = schema_of(&sizes);
    for epsilon in every(vec![1.0, 2.0, 4.0], vec![1.0, 4.0]) {
        let law = labelled(&sizes, epsilon);
        let cell = (vec![0, 2], vec![1, 1]);
        let survey = Survey::new((&law, &schema), &records, cell.clone(), 9);
        let accused = |attack, part| survey.accused(&survey.attacked(attack, part, 2));
        let all = accused(Attack::OneLabel, 0.01).unwrap_or_else(|| panic!("{epsilon}"));
        assert!(all.probability < 1e-9, "{epsilon}: {all}");
        let best = survey.best.iter().map(|best| best.1).fold(0.0, f64::max);
        let best = survey.best.iter().position(|(_, moved)| *moved == best).unwrap();
        if all.test == MisfitTest::Labels {
            assert!(all.labels.contains(&u32::try_from(best).unwrap()), "{epsilon}: {all}");
        }
        let tuned = |preference| Attack::Preferring { preference, lying: 0.0 };
        let silent = |preference| survey.divergence(&survey.attacked(tuned(preference), 0.05, 2)) >= ALARM;
        let below = largest(silent, 40.0);
        assert!(below > 0.1 && below < 40.0, "{epsilon}: {below}");
        for preference in [below, 0.5 * below, 0.0] {
            let found = accused(tuned(preference), 0.05).unwrap_or_else(|| panic!("{epsilon} {preference}"));
            assert!(found.probability < 1e-6, "{epsilon} {preference}: {found}");
        }
        for (attack, part) in [(Attack::Lies, 0.0), (Attack::Lies, 0.05), (Attack::BestOf(8), 0.01)] {
            assert_eq!(accused(attack, part), None, "{epsilon} {attack:?} {part}");
        }
    }
}

/// A sampler that keeps an answer more often than the plan says, in one of its forms; and one that draws the forms in other proportions.
/// Each test sees its own.
#[test]
fn wrong_samplers_are_accused_by_the_test_that_concerns_them() {
    let half = 1_u128 << 63;
    let law = Law::labelled(vec![2], vec![form(half, 1 << 62), form(half, 1 << 62)]).unwrap();
    let eager = Law::labelled(vec![2], vec![form(half, 1 << 62), form(half, 3 << 62)]).unwrap();
    let certain = Law::labelled(vec![2], vec![form(half, 1 << 63), form(half, 1 << 63)]).unwrap();
    let often =
        Law::labelled(vec![2], vec![form(half + (1 << 60), 1 << 62), form(half - (1 << 60), 1 << 62)]);
    let often = often.unwrap();
    let schema = schema_of(&[2]);
    let sent = |by: &Law, yes: u32| {
        let mut rng = ChaCha20Rng::seed_from_u64(5);
        let mut table = Table::new((&schema, &law), &[0]).unwrap();
        for person in 0..40_000 {
            let record = Record::new(&schema, vec![u32::from(person % 10 < yes)]).unwrap();
            table.add_perturbed(&perturb(by, record, &mut rng)).unwrap();
        }
        misfit(&law, table)
    };
    let test = |found: Option<Misfit>| found.map(|misfit| (misfit.test, misfit.labels));
    for yes in [0, 5, 10] {
        assert_eq!(sent(&law, yes), None);
    }
    let (named, labels) = test(sent(&eager, 6)).unwrap();
    assert!(named == MisfitTest::Agreement && !labels.is_empty(), "{labels:?}");
    assert_eq!(test(sent(&certain, 10)).unwrap().0, MisfitTest::Subsets);
    assert_eq!(test(sent(&often, 5)).unwrap(), (MisfitTest::Labels, vec![0]));
}

/// Honest reports under random laws, of people who all answer alike, who answer anything, and of whom every third answers as all others do
/// not: none is accused. A survey is in one of 10,000 cases at most.
#[test]
fn honest_reports_of_random_plans_are_not_accused() {
    let mut dice = Dice::new(3);
    let mut rng = ChaCha20Rng::seed_from_u64(31);
    for plan in 0..every(120, 40) {
        let law = random_labelled(&mut dice, Most { attributes: 3, size: 4, forms: 4, cells: 64 });
        let (schema, k) = (schema_of(law.sizes()), law.sizes().len());
        let mut table = Table::new((&schema, &law), &(0..k).collect::<Vec<_>>()).unwrap();
        for person in 0..600 {
            let answer = |size: &u32| match plan % 3 {
                0 => 0,
                1 => rng.next_u32() % size,
                _ => {
                    if person % 3 == 0 {
                        size - 1
                    } else {
                        0
                    }
                }
            };
            let record: Vec<u32> = law.sizes().iter().map(answer).collect();
            table.add_perturbed(&perturb(&law, Record::new(&schema, record).unwrap(), &mut rng)).unwrap();
        }
        assert_eq!(misfit(&law, table), None, "{plan}");
    }
}

/// What people read: which test, which labels, how likely; and the names in documents.
#[test]
fn a_misfit_says_which_test_and_which_labels() {
    let half = 1_u128 << 63;
    let law = Law::labelled(vec![2], vec![form(half, 1 << 62), form(half, 1 << 62)]).unwrap();
    let views = vec![(900, vec![450, 450]), (100, vec![50, 50])];
    let found = misfit(&law, Table::from_views((&schema_of(&[2]), &law), &[0], views).unwrap()).unwrap();
    let message = found.to_string();
    assert!(
        message.starts_with("labels are not as frequent as the plan draws them, above all labels 0,"),
        "{message}"
    );
    let document = serde_json::to_value(&found).unwrap();
    assert_eq!(
        (&document["test"], &document["labels"], &document["attributes"]),
        (&"labels".into(), &serde_json::json!([0]), &serde_json::json!(["a0"]))
    );
}
