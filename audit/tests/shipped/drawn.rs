//! Labels that a device draws before it asks anything: the shipped module's label, and its report under it, equal those of the native
//! sampler, whose distribution is enumerated, and its work depends on the label alone.

use std::collections::BTreeSet;

use candor::perturb::{label, perturb_under};
use candor::plan::Plan;
use candor::schema::Record;
use candor_audit::plans;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::{module, random_record, random_seed, started};

/// A record with the same answers to the questions that the label asks, and other answers to the rest.
fn elsewhere(plan: &Plan, label: u32, record: &[u32], dice: &mut ChaCha20Rng) -> Vec<u32> {
    let mut other = random_record(plan, dice);
    for attribute in plan.law().asked(label).unwrap() {
        other[attribute] = record[attribute];
    }
    other
}

#[test]
fn a_label_drawn_first_and_the_report_under_it_are_those_of_the_native_sampler() {
    for plan in plans::labelled().unwrap() {
        let mut dice = ChaCha20Rng::seed_from_u64(27);
        let mut shipped = started(&module(), &plan);
        let mut labels = BTreeSet::new();
        for _ in 0..600 {
            let (seed, record) = (random_seed(&mut dice), random_record(&plan, &mut dice));
            let first = shipped.label(seed).unwrap();
            assert_eq!(first, label(plan.law(), &mut ChaCha20Rng::from_seed(seed)));
            labels.insert(first);
            let seed = random_seed(&mut dice);
            let drawn = shipped.perturb_under(first, &record, seed).unwrap();
            let mut native = ChaCha20Rng::from_seed(seed);
            native.fill_bytes(&mut [0; 16]);
            let record_of = |categories: &[u32]| Record::new(plan.schema(), categories).unwrap();
            let expected = perturb_under(plan.law(), first, record_of(&record), &mut native);
            assert_eq!(drawn.perturbed, expected);
            let other = elsewhere(&plan, first, &record, &mut dice);
            let again = shipped.perturb_under(first, &other, seed).unwrap();
            assert_eq!((again.perturbed, again.id), (drawn.perturbed, drawn.id), "what is not asked is read");
        }
        assert_eq!(
            labels.len(),
            usize::try_from(plan.law().labels()).unwrap(),
            "labels that are never drawn"
        );
    }
}

/// The free memory that a call finds depends on the call before, which always has the same label here.
#[test]
fn the_work_under_a_label_drawn_first_depends_on_nothing_else() {
    for plan in plans::labelled().unwrap() {
        let mut dice = ChaCha20Rng::seed_from_u64(28);
        for label in 0..plan.law().labels() {
            let mut shipped = started(&module(), &plan);
            let mut fuel = || {
                shipped.label(random_seed(&mut dice)).unwrap();
                let record = random_record(&plan, &mut dice);
                shipped.perturb_under(label, &record, random_seed(&mut dice)).unwrap().fuel
            };
            let calls: Vec<u64> = (0..60).map(|_| fuel()).collect();
            let later: BTreeSet<u64> = calls[10..].iter().copied().collect();
            assert_eq!(later.len(), 1, "{}, label {label}: {calls:?}", plan.survey());
        }
    }
}

/// The package refuses such labels earlier; the module traps rather than draw under another label.
#[test]
fn a_label_that_the_plan_has_not_stops_the_module() {
    let plan = &plans::labelled().unwrap()[0];
    let record = vec![0; plan.schema().len()];
    let stopped = started(&module(), plan).perturb_under(plan.law().labels(), &record, [7; 32]).unwrap_err();
    assert!(stopped.message().contains("unreachable"), "{stopped}");
}
