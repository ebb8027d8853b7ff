//! The work is the same for all records and all randomness of a plan, or, where a device draws which questions it uses, of a label.
//!
//! A redrawn word would add instructions (`redraws` counts them); with 64 bits that happens once in 2⁵⁴ words at these sizes, and did not
//! occur. The first call of an instance also grows its memory, and takes more work.

use std::collections::BTreeMap;

use candor::plan::Plan;
use candor_audit::plans;
use candor_audit::shipped::Shipped;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use walrus::{FunctionBuilder, Module, ValType};

use crate::counting::{EXECUTED, counting};
use crate::patched::{imported, replace};
use crate::{module, pairs, random_record, random_seed, started};

/// Instructions executed, and the interpreter's fuel, which also weighs the bytes that are moved.
type Work = (i64, u64);

fn work(shipped: &mut Shipped, plan: &Plan, dice: &mut ChaCha20Rng) -> Work {
    labelled_work(shipped, plan, dice).1
}

/// The label that was drawn, 0 if there is only one, and the work.
fn labelled_work(shipped: &mut Shipped, plan: &Plan, dice: &mut ChaCha20Rng) -> (u32, Work) {
    let before = shipped.global(EXECUTED).unwrap();
    let answered = shipped.perturb(&random_record(plan, dice), Some(random_seed(dice))).unwrap();
    let label = if plan.law().labels() > 1 { answered.perturbed[0] } else { 0 };
    (label, (shipped.global(EXECUTED).unwrap() - before, answered.fuel))
}

/// How many pairs of record and seed took each amount of work.
fn tally(wasm: &[u8], plan: &Plan, pairs: u32) -> BTreeMap<Work, u32> {
    let mut dice = ChaCha20Rng::seed_from_u64(21);
    let mut shipped = started(wasm, plan);
    work(&mut shipped, plan, &mut dice);
    let mut tally = BTreeMap::new();
    for _ in 0..pairs {
        *tally.entry(work(&mut shipped, plan, &mut dice)).or_default() += 1;
    }
    tally
}

fn parsed() -> Module {
    Module::from_buffer(&module()).unwrap()
}

#[test]
fn the_work_depends_on_nothing_but_the_plan() {
    let pairs = pairs();
    let wasm = counting(parsed());
    for plan in plans::six().unwrap() {
        let tally = tally(&wasm, &plan, pairs);
        println!("{}: {pairs} pairs, (instructions, fuel): pairs {tally:?}", plan.survey());
        assert_eq!(tally.len(), 1, "{}: {tally:?}", plan.survey());
    }
}

/// For every label, the amounts of work and how many pairs of record and seed took each.
fn by_label(wasm: &[u8], plan: &Plan, pairs: u32) -> BTreeMap<u32, BTreeMap<Work, u32>> {
    let mut dice = ChaCha20Rng::seed_from_u64(26);
    let mut shipped = started(wasm, plan);
    labelled_work(&mut shipped, plan, &mut dice);
    let mut tally = BTreeMap::<u32, BTreeMap<Work, u32>>::new();
    for _ in 0..pairs {
        let (label, work) = labelled_work(&mut shipped, plan, &mut dice);
        *tally.entry(label).or_default().entry(work).or_default() += 1;
    }
    tally
}

#[test]
fn the_work_of_a_labelled_plan_depends_on_nothing_but_its_label() {
    let wasm = counting(parsed());
    for plan in plans::labelled().unwrap() {
        let tally = by_label(&wasm, &plan, pairs());
        println!("{}: label, (instructions, fuel): pairs {tally:?}", plan.survey());
        assert_eq!(tally.len(), usize::try_from(plan.law().labels()).unwrap(), "{tally:?}");
        assert!(tally.values().all(|works| works.len() == 1), "{}: {tally:?}", plan.survey());
    }
    let plan = &plans::labelled().unwrap()[0];
    let leaking = by_label(&counting(leaking()), plan, 1000);
    assert!(leaking.values().all(|works| works.len() > 1), "a planted branch on an answer: {leaking:?}");
}

#[test]
fn the_first_call_is_as_silent() {
    let wasm = counting(parsed());
    for plan in plans::six().unwrap() {
        let mut dice = ChaCha20Rng::seed_from_u64(22);
        let mut first = || work(&mut started(&wasm, &plan), &plan, &mut dice);
        let expected = first();
        assert!((0..20).all(|_| first() == expected), "{}", plan.survey());
    }
}

/// A module that looks at every number again unless it is zero, and so at every answer except category 0.
fn leaking() -> Module {
    let mut module = parsed();
    let number = imported(&module, "number");
    let mut looking = FunctionBuilder::new(&mut module.types, &[], &[ValType::I32]);
    let given = module.locals.add(ValType::I32);
    looking.func_body().call(number).local_tee(given).if_else(
        None,
        |nonzero| {
            nonzero.local_get(given).drop();
        },
        |_| {},
    );
    looking.func_body().local_get(given);
    let looking = looking.finish(vec![], &mut module.funcs);
    replace(&mut module, number, looking);
    module
}

/// Checks that this test detects one branch on one answer.
#[test]
fn a_planted_branch_on_an_answer_is_seen() {
    let plan = &plans::six().unwrap()[0];
    assert_eq!(tally(&counting(parsed()), plan, 300).len(), 1);
    let seen = tally(&counting(leaking()), plan, 300);
    assert!(seen.len() > 1, "{seen:?}");
}
