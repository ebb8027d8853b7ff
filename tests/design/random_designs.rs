//! Ring: properties. Random requests of every size that the SDK is meant for: a design keeps its request, an
//! infeasible request is refused by name, and a plan makes the same promises after it is read back.
//!
//! Seeds are fixed, so nothing here can fail by chance.

use crate::common::nightly::every;
use crate::common::{Dice, designed, planned};
use candor::design::{
    Ask, AttributeDocument, Design, Levels, Method, PrivacyDocument, Request, Survey, SurveyDocument,
    independent, inductive, pair, single_change,
};
use candor::plan::{Caps, Plan};
use candor::schema::Category;

/// A law rounds up each ε independently; a plan puts them in order.
const ROUNDING: f64 = 1.0 + 1e-13;

/// The methods with a closed form.
const CLOSED: [Method; 4] = [Method::Independent, Method::Pair, Method::Inductive, Method::SingleChange];

const REFUSALS: [&str; 3] = ["infeasible-request", "raised-epsilon", "too-many-orbits"];

struct Asked {
    sizes: Vec<u32>,
    /// Column ε, or the weights that share a record ε.
    levels: Vec<f64>,
    record_epsilon: Option<f64>,
    method: Method,
}

impl Asked {
    /// k attributes with at most `kinds` different sizes and levels; one request in four gives a record ε.
    fn random(dice: &mut Dice, k: u32, kinds: u32, methods: &[Method]) -> Self {
        let mut kind = || (dice.between(2, 12), dice.power_of_two(-7.0, 4.0));
        let palette: Vec<(u32, f64)> = (0..kinds).map(|_| kind()).collect();
        let (sizes, levels) = (0..k).map(|_| palette[dice.index(palette.len())]).unzip();
        let record_epsilon = (dice.between(0, 3) == 0).then(|| dice.power_of_two(-7.0, 4.0));
        Self { sizes, levels, record_epsilon, method: methods[dice.index(methods.len())] }
    }

    fn survey(&self) -> Survey {
        let attribute = |(i, (a, level)): (usize, (&u32, &f64))| AttributeDocument {
            name: format!("a{i}"),
            question: None,
            categories: Some((0..*a).map(|v| Category::new(&v.to_string(), None)).collect()),
            bins: None,
            asked_if: Default::default(),
            choose: None,
            at_least: None,
            at_most: None,
            rank: Vec::new(),
            places: None,
            rows: Vec::new(),
            order: Default::default(),
            optional: false,
            epsilon: self.record_epsilon.is_none().then_some(*level),
            weight: self.record_epsilon.map(|_| *level),
            attribute_epsilon: None,
        };
        let document = SurveyDocument {
            schema: None,
            survey: "random".into(),
            title: None,
            attributes: self.sizes.iter().zip(&self.levels).enumerate().map(attribute).collect(),
            privacy: PrivacyDocument {
                record_epsilon: self.record_epsilon,
                method: Some(self.method.to_string()),
                attribute_epsilon: None,
                reads: None,
            },
            tables: Vec::new(),
            comparisons: Vec::new(),
            scores: Vec::new(),
            sections: Vec::new(),
            texts: Default::default(),
            other_tables: None,
            ask: Ask::All,
            respondents: None,
            wave_of: None,
            opens: None,
            closes: None,
            partial: false,
            invitations: None,
            plain: Vec::new(),
            revises: Vec::new(),
        };
        Survey::new(&document).unwrap()
    }

    fn describe(&self) -> String {
        format!("{} {:?} {:?} {:?}", self.method, self.record_epsilon, self.sizes, self.levels)
    }
}

/// Finite, and ordered as they must be: 0 ≤ column ε ≤ attribute ε ≤ record ε.
fn assert_ordered(column: f64, attribute: f64, record: f64, name: &str) {
    let ordered = 0.0 <= column && column <= attribute && attribute <= record && record.is_finite();
    assert!(ordered, "column {column}, attribute {attribute}, record {record} of {name}");
}

fn assert_kept(request: &Asked, survey: &Survey, design: &Design) {
    let name = request.describe();
    assert_ne!(design.method(), Method::Auto, "{name}");
    assert!(design.raised().is_empty(), "{name}");
    let plan = planned(survey, design);
    let promises = plan.promises();
    let exact = plan.law().record_epsilon();
    assert!(request.record_epsilon.is_none_or(|most| exact <= most), "record ε of {name}");
    for (i, promise) in promises.attributes.iter().enumerate() {
        let wanted = promise.requested.unwrap();
        assert!(promise.column <= wanted, "column {i} of {name}: {promise:?}");
        assert_ordered(promise.column, promise.attribute, promises.record, &name);
        // Written with 12 digits.
        let above = wanted / request.levels[i] - 1.0;
        assert!(request.record_epsilon.is_some() || (0.0..1e-10).contains(&above), "{name}");
    }
    let read = Plan::from_json(plan.json(), &Caps::default()).unwrap();
    assert_eq!((read.promises(), read.fingerprint()), (promises, plan.fingerprint()), "{name}");
    assert_eq!((read.law(), read.json()), (plan.law(), plan.json()), "{name}");
}

/// Whether the request could be kept.
fn check(request: &Asked) -> bool {
    let survey = request.survey();
    match designed(survey.request()) {
        Ok(design) => assert_kept(request, &survey, &design),
        Err(refused) => {
            assert!(REFUSALS.contains(&refused.code().as_str()), "{}: {refused}", request.describe());
            return false;
        }
    }
    true
}

/// Up to twelve different attributes. Only laws are computed, because a design also computes a lower bound.
#[test]
fn ten_thousand_laws_keep_their_requests() {
    let mut dice = Dice::new(11);
    let mut kept = 0;
    for _ in 0..10_000 {
        let k = dice.between(1, 12);
        let request = Asked::random(&mut dice, k, k, &CLOSED);
        let levels = Levels::new(request.sizes.clone(), request.levels.clone()).unwrap();
        let law = match request.method {
            Method::Independent => independent::law(&levels),
            Method::Pair => pair::law(&levels),
            Method::Inductive => inductive::law(&levels, false),
            _ => single_change::law(&levels),
        };
        let law = match law {
            Ok(law) => law,
            Err(refused) => {
                assert!(REFUSALS.contains(&refused.code().as_str()), "{}: {refused}", request.describe());
                continue;
            }
        };
        kept += 1;
        let record = law.record_epsilon() * ROUNDING;
        for (i, column) in law.column_epsilons().into_iter().enumerate() {
            assert!(column <= request.levels[i], "column {i} of {}", request.describe());
            let attribute = law.attribute_epsilons()[i];
            assert_ordered(column, attribute * ROUNDING, record * ROUNDING, &request.describe());
        }
    }
    assert!(kept > 3000, "only {kept} of 10,000 were kept");
}

fn count_kept(requests: impl Iterator<Item = Asked>) -> usize {
    requests.filter(check).count()
}

#[test]
fn random_plans_keep_their_requests() {
    let mut dice = Dice::new(12);
    let plans = every(10_000, 2000);
    let kept = count_kept((0..plans).map(|_| {
        let (k, kinds) = (dice.between(1, 12), dice.between(1, 3));
        Asked::random(&mut dice, k, kinds, &CLOSED)
    }));
    assert!(kept > plans / 20 * 7, "only {kept} of {plans} were kept");
}

/// Linear programs: fewer and smaller ones.
#[test]
fn optimal_plans_keep_their_requests() {
    let mut dice = Dice::new(13);
    let kept = count_kept((0..1000).map(|round| {
        let (k, kinds) = if round % 3 == 0 { (dice.between(1, 5), 5) } else { (dice.between(1, 40), 1) };
        Asked::random(&mut dice, k, kinds, &[Method::Auto])
    }));
    assert_eq!(kept, 1000);
}

#[test]
fn plans_of_a_thousand_attributes_keep_their_requests() {
    let mut dice = Dice::new(14);
    let kept = count_kept((0..48).map(|_| {
        let kinds = if dice.between(0, 1) == 0 { 1 } else { 1000 };
        Asked::random(&mut dice, 1000, kinds, &CLOSED)
    }));
    assert!(kept > 12, "only {kept} of 48 were kept");
}

#[test]
fn independent_perturbation_is_never_refused() {
    let mut dice = Dice::new(15);
    let kept = count_kept((0..300).map(|_| {
        let (k, kinds) = (dice.between(1, 12), dice.between(1, 3));
        Asked::random(&mut dice, k, kinds, &[Method::Independent])
    }));
    assert_eq!(kept, 300);
}

/// With one attribute every method is k-ary randomized response: X₀/X₁ = e^ε, μ = 1 − a/(e^ε + a − 1).
#[test]
fn one_attribute_is_ordinary_randomized_response() {
    let mut dice = Dice::new(16);
    for round in 0..200 {
        let (a, epsilon) = (dice.between(2, 12), dice.power_of_two(-7.0, 4.0));
        let levels = Levels::new(vec![a], vec![epsilon]).unwrap();
        for method in
            [Method::Auto, Method::Independent, Method::Pair, Method::Inductive, Method::SingleChange]
        {
            let by_level = designed(Request::levels(&levels).method(method)).unwrap();
            let by_record = designed(Request::record_budget(&[a], &[3.0], epsilon).method(method)).unwrap();
            for law in [by_level.law(), by_record.law()] {
                let expected = 1.0 - f64::from(a) / (epsilon.exp() + f64::from(a) - 1.0);
                let close = |actual: f64, expected: f64| (actual / expected - 1.0).abs() < 1e-9;
                assert!(
                    close(law.forms()[0].spectrum(&[0])[1], expected),
                    "{method} {a} {epsilon}, round {round}"
                );
                assert!(close(law.record_epsilon(), epsilon) && law.record_epsilon() <= epsilon);
                assert!(
                    close(law.column_epsilons()[0], epsilon) && close(law.attribute_epsilons()[0], epsilon)
                );
            }
        }
    }
}

/// Whether a design within the record ε reaches these column levels; the heuristic may stay below a level.
fn fits(request: &Asked, levels: Vec<f64>, record_epsilon: f64) -> bool {
    let levels = Levels::new(request.sizes.clone(), levels);
    levels.and_then(|levels| designed(Request::levels(&levels).method(request.method))).is_ok_and(|design| {
        let achieved = design.law().column_epsilons();
        let reached = achieved.iter().zip(design.requested().unwrap()).all(|(a, e)| *a > e * (1.0 - 1e-6));
        reached && design.law().record_epsilon() <= record_epsilon
    })
}

/// No larger column levels in the same proportion fit the record ε, and a refused request fits at no scale.
/// Ranges of scales narrower than a tenth are ignored.
#[test]
fn a_record_budget_is_used_up() {
    let mut dice = Dice::new(17);
    for _ in 0..2000 {
        let (k, kinds, budget) = (dice.between(1, 8), dice.between(1, 3), dice.power_of_two(-4.0, 4.0));
        let request = Asked::random(&mut dice, k, kinds, &CLOSED);
        let request = Asked { record_epsilon: Some(budget), ..request };
        let found = designed(request.survey().request());
        let scales: Vec<f64> = match &found {
            Ok(_) => [1e-6, 1e-3, 0.01, 0.1, 0.5, 1.0, 3.0, 10.0].map(|more| 1.0 + more).into(),
            Err(_) => (-300..100).map(|step| (0.1 * f64::from(step)).exp2()).collect(),
        };
        let levels = found.as_ref().ok().and_then(Design::requested).unwrap_or(&request.levels);
        let fits = |scale| fits(&request, levels.iter().map(|level| level * scale).collect(), budget);
        for scale in scales {
            let outcome = found.as_ref().map(Design::requested);
            let larger_fits = fits(scale) && (scale < 1.01 && found.is_ok() || fits(scale * 1.1));
            assert!(!larger_fits, "{} fits scaled by {scale}, found {outcome:?}", request.describe());
        }
    }
}

/// If too many attributes change together, no single-change law exists; for larger column levels there is
/// one.
#[test]
fn a_budget_is_found_beyond_levels_that_have_no_law() {
    let (sizes, weights) = ([3, 12, 4, 4], [0.5174, 1.1046, 0.5618, 0.0638]);
    let half = Levels::new(sizes.into(), weights.into()).unwrap();
    assert_eq!(
        designed(Request::levels(&half).method(Method::SingleChange)).unwrap_err().code().as_str(),
        "infeasible-request"
    );
    let found =
        designed(Request::record_budget(&sizes, &weights, 12.637).method(Method::SingleChange)).unwrap();
    assert!(found.law().record_epsilon() > 12.636, "{:?}", found.requested());
}

/// Only the proportions of weights matter.
#[test]
fn weights_of_any_magnitude_share_a_budget() {
    for unit in [1e-300, 1e-20, 1.0, 1e20, 1e300] {
        for method in [Method::Auto, Method::Independent, Method::SingleChange] {
            let weights = [unit, 2.0 * unit];
            let design = designed(Request::record_budget(&[2, 3], &weights, 4.0).method(method)).unwrap();
            assert!((design.law().record_epsilon() / 4.0 - 1.0).abs() < 1e-9, "{method} {unit}");
        }
    }
}
