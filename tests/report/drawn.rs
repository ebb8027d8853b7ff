//! Ring: properties. Some devices draw which questions they ask before they ask them. Their reports have the same distribution
//! as reports whose label is drawn when they are sent.

#![cfg(feature = "os-rng")]

use candor::design::{Ask, Survey};
use candor::perturb::{label, perturb, perturb_under};
use candor::plan::{Caps, Plan};
use candor::report::wave::Secret;
use candor::report::{draw_label, respond_in_wave, respond_under};
use candor::schema::Record;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::common::labelled::{Most, random_labelled};
use crate::common::{Dice, plan_of, schema_of};

const QUESTIONS: &str = r#""attributes":[{"name":"a","categories":["0","1"]},{"name":"b","categories":["0","1"]},
    {"name":"c","categories":["0","1","2"]}],"privacy":{"record_epsilon":1,"method":"labelled"}"#;

fn plan(more: &str) -> Plan {
    plan_of(&Survey::from_json(&format!("{{\"survey\":\"drawn\",{QUESTIONS}{more}}}")).unwrap())
}

/// The random words of a report are independent, those of its label come first, and no later word depends on which of them were
/// used. So it suffices that for every sequence of words the label and then the report under it equal the report that is drawn
/// at once: then the distributions are equal too if the words come from two generators. Answers to questions that are not asked
/// do not matter.
#[test]
fn label_and_report_under_it_are_the_report_that_is_drawn_at_once() {
    let mut dice = Dice::new(31);
    let (mut unasked, mut asked_too) = (0, 0);
    for seed in 0..2000 {
        let law = random_labelled(&mut dice, Most { attributes: 5, size: 4, forms: 4, cells: 64 });
        let schema = schema_of(law.sizes());
        let record = |categories: &[u32]| Record::new(&schema, categories).unwrap();
        let truth: Vec<u32> = law.sizes().iter().map(|a| dice.between(0, a - 1)).collect();
        let rng = || ChaCha20Rng::seed_from_u64(seed);
        let at_once = perturb(&law, record(&truth), &mut rng());
        let under = |answers: &[u32]| {
            let mut rng = rng();
            let label = label(&law, &mut rng);
            perturb_under(&law, label, record(answers), &mut rng)
        };
        assert_eq!(under(&truth), at_once);
        let first = label(&law, &mut rng());
        let asked = law.questionnaire(first).unwrap().units.concat();
        for (i, a) in law.sizes().iter().enumerate() {
            let mut other = truth.clone();
            other[i] = (other[i] + 1) % a;
            if asked.contains(&i) {
                asked_too += usize::from(under(&other) != at_once);
            } else {
                unasked += 1;
                assert_eq!(under(&other), at_once, "what is not asked is read");
            }
        }
    }
    assert!(
        unasked > 500 && asked_too > 500,
        "{unasked} answers not asked, {asked_too} that change a report"
    );
}

#[test]
fn a_device_reports_under_the_label_that_it_drew() {
    let plan = plan(r#","ask":"drawn""#);
    assert_eq!(plan.ask(), Ask::Drawn);
    assert!(plan.json().starts_with(r#"{"ask":"drawn","attributes":"#));
    let read = Plan::from_json(plan.json(), &Caps::default()).unwrap();
    assert_eq!((read.ask(), read.fingerprint()), (Ask::Drawn, plan.fingerprint()));
    let record = || Record::new(plan.schema(), [1, 0, 2]).unwrap();
    for _ in 0..100 {
        let (label, secret) = draw_label(&plan, None).unwrap();
        assert!(secret.is_none());
        assert_eq!(respond_under(&plan, label, record()).unwrap().perturbed()[0], label);
    }
    let refused = respond_under(&plan, plan.law().labels(), record()).unwrap_err();
    assert_eq!(refused.code().as_str(), "invalid-report");
}

#[test]
fn in_a_family_the_label_follows_from_the_secret_whatever_is_asked() {
    let all = plan(r#","wave_of":"panel""#);
    let drawn = plan(r#","wave_of":"panel","ask":"drawn""#);
    assert_ne!(all.fingerprint(), drawn.fingerprint());
    assert_eq!(all.mechanism(), drawn.mechanism(), "what is asked decides no report");
    for number in 0..200 {
        let secret = || Some(Secret::new([number; 32]));
        let (label, kept) = draw_label(&drawn, secret()).unwrap();
        assert_eq!(kept.unwrap().as_bytes(), &[number; 32]);
        let record = || Record::new(all.schema(), [1, 0, 2]).unwrap();
        let reports = [&all, &drawn].map(|plan| respond_in_wave(plan, record(), secret()).unwrap().0);
        assert_eq!(reports[0].perturbed(), reports[1].perturbed());
        assert_eq!(reports[0].perturbed()[0], label);
    }
    let (label, fresh) = draw_label(&drawn, None).unwrap();
    assert_eq!(draw_label(&drawn, fresh).unwrap().0, label, "a secret made for a label is the family's");
}
