//! Ring: properties. Random requests of every size the SDK is meant for: what is designed keeps its request,
//! what cannot be kept is refused by name, and a plan read back promises the same.
//!
//! Seeds are fixed; nothing here can fail by chance.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use candor::design::{
    AttributeDocument, Design, Levels, Method, Options, PrivacyDocument, Survey, SurveyDocument,
};
use candor::plan::{Caps, Plan};
use candor::schema::Category;
use common::Dice;

const METHODS: [Method; 5] =
    [Method::Auto, Method::Independent, Method::Pair, Method::Inductive, Method::SingleChange];

const REFUSALS: [&str; 2] = ["infeasible-request", "raised-epsilon"];

struct Request {
    sizes: Vec<u32>,
    /// Column ε, or the weights of a record ε.
    levels: Vec<f64>,
    record_epsilon: Option<f64>,
    method: Method,
}

impl Request {
    fn random(dice: &mut Dice, k: u32) -> Self {
        let budgeted = dice.between(0, 3) == 0;
        // Equal attributes half of the time: they become one class.
        let equal = dice.between(0, 1) == 0;
        let (a, level) = (dice.between(2, 12), dice.power_of_two(-7.0, 4.0));
        Self {
            sizes: (0..k).map(|_| if equal { a } else { dice.between(2, 12) }).collect(),
            levels: (0..k).map(|_| if equal { level } else { dice.power_of_two(-7.0, 4.0) }).collect(),
            record_epsilon: budgeted.then(|| dice.power_of_two(-7.0, 4.0)),
            method: METHODS[dice.index(METHODS.len())],
        }
    }

    fn survey(&self) -> Survey {
        let attribute = |(i, (a, level)): (usize, (&u32, &f64))| AttributeDocument {
            name: format!("a{i}"),
            question: None,
            categories: Some((0..*a).map(|v| Category::new(&v.to_string(), None)).collect()),
            bins: None,
            optional: false,
            epsilon: self.record_epsilon.is_none().then_some(*level),
            weight: self.record_epsilon.map(|_| *level),
        };
        let document = SurveyDocument {
            survey: "random".into(),
            title: None,
            attributes: self.sizes.iter().zip(&self.levels).enumerate().map(attribute).collect(),
            privacy: PrivacyDocument {
                record_epsilon: self.record_epsilon,
                method: Some(self.method.to_string()),
            },
            tables: Vec::new(),
            respondents: None,
        };
        Survey::new(&document).unwrap()
    }

    fn describe(&self) -> String {
        format!("{} {:?} {:?} {:?}", self.method, self.record_epsilon, self.sizes, self.levels)
    }
}

fn assert_kept(request: &Request, survey: &Survey, design: &Design) {
    let name = request.describe();
    assert_ne!(design.method(), Method::Auto, "{name}");
    assert!(design.raised().is_empty(), "{name}");
    let plan = Plan::new(survey, design).unwrap();
    let promises = plan.promises();
    assert!(promises.record.is_finite() && promises.record >= 0.0, "record {} of {name}", promises.record);
    assert!(request.record_epsilon.is_none_or(|most| promises.record <= most), "record ε of {name}");
    for (i, promise) in promises.attributes.iter().enumerate() {
        let wanted = promise.requested.unwrap();
        assert!(promise.column <= wanted, "column {i} of {name}: {promise:?}");
        let ordered = 0.0 <= promise.column
            && promise.column <= promise.attribute
            && promise.attribute <= promises.record;
        assert!(ordered, "order of ε {i} of {name}: {promise:?}, record {}", promises.record);
        assert!(request.record_epsilon.is_some() || wanted == request.levels[i], "{name}");
    }
    let read = Plan::from_json(plan.json(), &Caps::default()).unwrap();
    assert_eq!((read.promises(), read.fingerprint()), (promises, plan.fingerprint()), "{name}");
    assert_eq!((read.law(), read.json()), (plan.law(), plan.json()), "{name}");
}

/// Whether the request could be met.
fn check(request: &Request) -> bool {
    let survey = request.survey();
    match survey.design(Options::default()) {
        Ok(design) => assert_kept(request, &survey, &design),
        Err(refused) => {
            assert!(REFUSALS.contains(&refused.code()), "{}: {refused}", request.describe());
            return false;
        }
    }
    true
}

#[test]
fn ten_thousand_designs_keep_their_requests() {
    let mut dice = Dice::new(11);
    let mut kept = 0;
    for _ in 0..10_000 {
        let k = dice.between(1, 12);
        kept += u32::from(check(&Request::random(&mut dice, k)));
    }
    assert!(kept > 4000, "only {kept} of 10,000 were kept");
}

#[test]
fn designs_of_a_thousand_attributes_keep_their_requests() {
    let mut dice = Dice::new(12);
    let kept: u32 = (0..40).map(|_| u32::from(check(&Request::random(&mut dice, 1000)))).sum();
    assert!(kept > 12, "only {kept} of 40 were kept");
}

#[test]
fn independent_perturbation_is_never_refused() {
    let mut dice = Dice::new(13);
    for _ in 0..300 {
        let k = dice.between(1, 12);
        let request = Request { method: Method::Independent, ..Request::random(&mut dice, k) };
        let automatic = Request { method: Method::Auto, ..request };
        assert!(check(&automatic), "{}", automatic.describe());
        let independent = Request { method: Method::Independent, ..automatic };
        assert!(check(&independent), "{}", independent.describe());
    }
}

/// Every method is k-ary randomized response for one attribute: X₀/X₁ = e^ε, μ = 1 − a/(e^ε + a − 1).
#[test]
fn one_attribute_is_ordinary_randomized_response() {
    let mut dice = Dice::new(14);
    for round in 0..200 {
        let (a, epsilon) = (dice.between(2, 12), dice.power_of_two(-7.0, 4.0));
        let levels = Levels::new(vec![a], vec![epsilon]).unwrap();
        for method in METHODS.into_iter().filter(|method| *method != Method::Pair) {
            let options = Options { method: Some(method), allow_raised: false };
            let by_level = Design::with_levels(&levels, options).unwrap();
            let by_record = Design::with_record_budget(&[a], &[3.0], epsilon, options).unwrap();
            for law in [by_level.law(), by_record.law()] {
                let expected = 1.0 - f64::from(a) / (epsilon.exp() + f64::from(a) - 1.0);
                let close = |actual: f64, expected: f64| (actual / expected - 1.0).abs() < 1e-9;
                assert!(close(law.spectrum(&[0])[1], expected), "{method} {a} {epsilon}, round {round}");
                assert!(close(law.record_epsilon(), epsilon) && law.record_epsilon() <= epsilon);
                assert!(
                    close(law.column_epsilons()[0], epsilon) && close(law.attribute_epsilons()[0], epsilon)
                );
            }
        }
    }
}

/// Whether these column levels are reached within the record ε; the heuristic may stay below a level.
fn fits(request: &Request, levels: Vec<f64>, record_epsilon: f64) -> bool {
    let options = Options { method: Some(request.method), allow_raised: false };
    let levels = Levels::new(request.sizes.clone(), levels);
    levels.and_then(|levels| Design::with_levels(&levels, options)).is_ok_and(|design| {
        let achieved = design.law().column_epsilons();
        let reached = achieved.iter().zip(design.requested()).all(|(a, e)| *a > e * (1.0 - 1e-6));
        reached && design.law().record_epsilon() <= record_epsilon
    })
}

/// No larger column levels in the same proportion fit the record ε, and what is refused fits at no scale, but
/// for stretches of scales narrower than a tenth.
#[test]
fn a_record_budget_is_used_up() {
    let mut dice = Dice::new(15);
    for _ in 0..4000 {
        let (k, budget) = (dice.between(1, 8), dice.power_of_two(-4.0, 4.0));
        let request = Request { record_epsilon: Some(budget), ..Request::random(&mut dice, k) };
        let found = request.survey().design(Options::default());
        let scales: Vec<f64> = match &found {
            Ok(_) => [1e-6, 1e-3, 0.01, 0.1, 0.5, 1.0, 3.0, 10.0].map(|more| 1.0 + more).into(),
            Err(_) => (-300..100).map(|step| (0.1 * f64::from(step)).exp2()).collect(),
        };
        let levels = found.as_ref().map_or(&request.levels[..], Design::requested);
        let fits = |scale| fits(&request, levels.iter().map(|level| level * scale).collect(), budget);
        for scale in scales {
            let outcome = found.as_ref().map(Design::requested);
            let larger_fits = fits(scale) && (scale < 1.01 && found.is_ok() || fits(scale * 1.1));
            assert!(!larger_fits, "{} fits scaled by {scale}, found {outcome:?}", request.describe());
        }
    }
}

/// Where too many attributes change together no single-change law exists; larger column levels have one.
#[test]
fn a_budget_is_found_beyond_levels_that_have_no_law() {
    let options = Options { method: Some(Method::SingleChange), allow_raised: false };
    let (sizes, weights) = ([3, 12, 4, 4], [0.5174, 1.1046, 0.5618, 0.0638]);
    let half = Levels::new(sizes.into(), weights.into()).unwrap();
    assert_eq!(Design::with_levels(&half, options).unwrap_err().code(), "infeasible-request");
    let found = Design::with_record_budget(&sizes, &weights, 12.637, options).unwrap();
    assert!(found.law().record_epsilon() > 12.636, "{:?}", found.requested());
}

/// Units of weight do not matter.
#[test]
fn weights_of_any_magnitude_share_a_budget() {
    for unit in [1e-300, 1e-20, 1.0, 1e20, 1e300] {
        for method in [Method::Auto, Method::Independent, Method::SingleChange] {
            let options = Options { method: Some(method), allow_raised: false };
            let design = Design::with_record_budget(&[2, 3], &[unit, 2.0 * unit], 4.0, options).unwrap();
            assert!((design.law().record_epsilon() / 4.0 - 1.0).abs() < 1e-9, "{method} {unit}");
        }
    }
}
