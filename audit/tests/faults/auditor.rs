//! Tests of the auditor, which sees only reports.

use candor::design::{Levels, independent};
use candor::law::{Block, Form, Law, Pattern};
use candor::perturb::perturb;
use candor::plan::Plan;
use candor::schema::Record;
use candor_audit::plans;
use candor_audit::realised::{Audit, FALSE_ALARM, Finding, Promise, audit};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::exact;
use crate::samplers::{Choices, FAULTS, Fault, Sampler};

impl Choices for ChaCha20Rng {
    fn word(&mut self) -> u64 {
        self.next_u64()
    }

    /// Has a bias of one part in 2⁵⁶, which no audit can detect.
    fn below(&mut self, bound: u32) -> u32 {
        u32::try_from(self.next_u64() % u64::from(bound)).unwrap()
    }
}

fn audited(plan: &Plan, fault: Fault, trials: u64, seed: u64) -> Audit {
    let mut sampler = Sampler::new(fault);
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    if fault == Fault::StaleCache {
        sampler.perturb(weaker(plan).law(), &vec![0; plan.law().sizes().len()], &mut rng);
    }
    let draw = |record: &[u32]| {
        if fault == Fault::ReusedSeed {
            rng = ChaCha20Rng::seed_from_u64(seed);
        }
        Ok(sampler.perturb(plan.law(), record, &mut rng))
    };
    audit(plan, trials, seed, draw).unwrap()
}

/// A plan for the same questions with weaker privacy.
fn weaker(plan: &Plan) -> Plan {
    use candor::design::Survey;
    let attribute = |(i, a): (usize, &u32)| {
        let categories: Vec<String> = (0..*a).map(|v| format!("\"{v}\"")).collect();
        format!(r#"{{"name":"a{i}","categories":[{}],"epsilon":8}}"#, categories.join(","))
    };
    let attributes: Vec<String> = plan.law().sizes().iter().enumerate().map(attribute).collect();
    let survey = format!(r#"{{"survey":"weaker","attributes":[{}]}}"#, attributes.join(","));
    let survey = Survey::from_json(&survey).unwrap();
    crate::common::plan_of(&survey)
}

/// The plans used here keep their promises.
#[test]
fn the_six_plans_keep_their_promises_exactly() {
    plans::six().unwrap().iter().for_each(|plan| crate::common::published::check(plan.json()).unwrap());
}

/// Whether 200,000 reports reveal the fault under some plan.
fn finds(fault: Fault) -> bool {
    plans::six().unwrap().iter().any(|plan| audited(plan, fault, 200_000, 31).is_broken())
}

/// Faults that break a promise are detected from reports alone. Faults that add noise break none. Coarse floats and biased bytes break
/// theirs by too little for so few reports; the exact test detects those.
#[test]
fn faults_that_break_a_promise_are_seen_from_outside() {
    let seen: Vec<Fault> = FAULTS.into_iter().filter(|&fault| finds(fault)).collect();
    println!("seen from outside: {seen:?}");
    let must = [
        Fault::WrongComparison,
        Fault::LieMayEqualTruth,
        Fault::ReusedSeed,
        Fault::OffByOneOrbit,
        Fault::ForgottenBlock,
        Fault::ShiftNeverWraps,
        Fault::StaleCache,
    ];
    assert!(must.iter().all(|fault| seen.contains(fault)), "{seen:?}");
}

#[test]
fn every_fault_is_caught() {
    for fault in FAULTS {
        assert!(exact::finds(fault) || finds(fault), "{fault:?} passes");
    }
}

/// Runs 1,200 audits of the shipped sampler. If each raised a false alarm with the stated probability, more than 25 in 1,200 would occur in
/// one run of a thousand.
#[test]
fn the_faultless_sampler_is_rarely_accused() {
    let plans = plans::six().unwrap();
    let mut accused = 0;
    for run in 0..200 {
        for plan in &plans {
            let mut rng = ChaCha20Rng::seed_from_u64(1000 + run);
            let draw = |record: &[u32]| Ok(drawn(plan, plan.law(), record, &mut rng));
            accused += u32::from(audit(plan, 5000, run, draw).unwrap().is_broken());
        }
    }
    println!("{accused} of 1200 clean audits accuse, stated: at most {}", 1200.0 * FALSE_ALARM);
    assert!(accused <= 25, "{accused} of 1,200");
}

fn drawn(plan: &Plan, law: &Law, record: &[u32], rng: &mut ChaCha20Rng) -> Vec<u32> {
    perturb(law, Record::new(plan.schema(), record).unwrap(), rng)
}

/// The bound comes close to the realised ε, which here is the record ε itself.
#[test]
fn the_bound_is_not_idle() {
    for plan in &plans::six().unwrap()[1..3] {
        let found = audited(plan, Fault::None, 400_000, 33);
        let record = &found.findings[0];
        assert!(found.exhaustive && record.at_least > 0.6 * record.promised, "{record:?}");
        assert!(!found.is_broken());
    }
}

/// A mechanism that keeps record ε and attribute ε and breaks only a column ε: it reports the first answer at its attribute ε, and the
/// others at random.
#[test]
fn a_column_that_gives_away_more_is_accused_alone() {
    let plan = &plans::six().unwrap()[2];
    let epsilon = plan.promises().attributes[0].attribute;
    let alone = independent::law(&Levels::new(vec![2], vec![epsilon]).unwrap()).unwrap();
    let random = [1, 2].map(|i| Block::new(vec![i], vec![vec![0]], 1 << 64, Vec::new()).unwrap());
    let blocks = alone.blocks().cloned().chain(random).collect();
    let law = Law::new(plan.law().sizes().to_vec(), blocks).unwrap();
    let mut rng = ChaCha20Rng::seed_from_u64(34);
    let found = audit(plan, 200_000, 34, |record| Ok(drawn(plan, &law, record, &mut rng))).unwrap();
    let broken = found.findings.iter().filter(|finding| finding.is_broken()).map(|finding| finding.promise);
    assert_eq!(broken.collect::<Vec<_>>(), [Promise::Column(0)], "{found:?}");
}

/// Every promise of a plan has a finding, for a large plan too, and the bounds of columns come close to their ε.
#[test]
fn every_column_and_attribute_is_audited() {
    for plan in plans::six().unwrap() {
        let found = audited(&plan, Fault::None, 400_000, 35);
        let columns = found.findings.iter().filter(|finding| matches!(finding.promise, Promise::Column(_)));
        let columns: Vec<_> = columns.collect();
        assert_eq!(columns.len(), plan.law().sizes().len(), "{}", plan.survey());
        let near = |finding: &&&Finding| finding.at_least > 0.6 * finding.promised;
        assert!(columns.iter().filter(near).count() * 2 > columns.len(), "{}: {columns:?}", plan.survey());
    }
}

/// Audits the sampler of labelled plans, and one whose units hold the true cell more often than allowed.
#[test]
fn labelled_plans_are_audited() {
    for plan in plans::labelled().unwrap() {
        let mut rng = ChaCha20Rng::seed_from_u64(36);
        let found =
            audit(&plan, 100_000, 36, |record| Ok(drawn(&plan, plan.law(), record, &mut rng))).unwrap();
        assert!(!found.is_broken() && !found.exhaustive, "{found:?}");
        let record = &found.findings[0];
        assert!(record.at_least > 0.05 * record.promised, "{record:?}");
        let louder = louder(plan.law());
        let found = audit(&plan, 100_000, 36, |record| Ok(drawn(&plan, &louder, record, &mut rng))).unwrap();
        let columns = found.findings.iter().filter(|finding| matches!(finding.promise, Promise::Column(_)));
        // An item of a score has no column of its own.
        let (told, broken): (Vec<_>, Vec<_>) = (
            columns.clone().filter(|finding| finding.promised > 0.0).collect(),
            columns.filter(|finding| finding.is_broken()).collect(),
        );
        assert!(broken.len() >= told.len().min(2), "{}: {found:?}", plan.survey());
    }
}

/// The same forms with hardly any noise.
fn louder(law: &Law) -> Law {
    let block = |block: &Block| {
        let unchanged = vec![Pattern::new(vec![], u64::MAX - (1 << 56))];
        Block::new(block.units().to_vec(), block.classes().to_vec(), (1 << 56) + 1, unchanged).unwrap()
    };
    let form = |form: &Form| {
        let blocks = form.blocks().iter().map(block).collect();
        Form::new(form.weight(), form.exchange().to_vec(), form.units().to_vec(), blocks)
    };
    let (sizes, forms) = (law.sizes()[..law.attributes()].to_vec(), law.forms().iter().map(form).collect());
    Law::with_scores(sizes, law.scores().to_vec(), forms).unwrap()
}
