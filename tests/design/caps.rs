//! Ring: properties of designs under caps on attribute ε: the caps are kept exactly, the designs are certified, and a
//! refusal names the requests that conflict.
//!
//! Seeds are fixed, so nothing here can fail by chance.

use crate::common::{Dice, designed, plan_of};
use candor::design::{Design, Levels, Method, Request, Survey, analysis, independent, optimal};
use candor::law::Law;
use candor::plan::{Caps, Plan};

/// Levels with caps: one attribute in four has none, and the other caps are up to half above the level.
fn problem(dice: &mut Dice, k: u32) -> Levels {
    let sizes = (0..k).map(|_| dice.between(2, 9)).collect();
    let epsilons: Vec<f64> = (0..k).map(|_| dice.power_of_two(-4.0, 2.5)).collect();
    let cap = |dice: &mut Dice, epsilon: &f64| match dice.between(0, 3) {
        0 => None,
        _ => Some(epsilon * (1.0 + 0.5 * dice.unit())),
    };
    let caps: Vec<Option<f64>> = epsilons.iter().map(|epsilon| cap(dice, epsilon)).collect();
    Levels::new(sizes, epsilons).unwrap().capped(&caps).unwrap()
}

fn free(levels: &Levels) -> Levels {
    Levels::new(levels.sizes().into(), levels.epsilons().into()).unwrap()
}

#[test]
fn the_optimum_under_caps_keeps_them_and_is_certified() {
    let mut dice = Dice::new(41);
    let mut binding = 0;
    for _ in 0..150 {
        let k = dice.between(1, 6);
        let levels = problem(&mut dice, k);
        let design = designed(Request::levels(&levels).method(Method::Optimal)).unwrap();
        let record = design.law().record_epsilon();
        let uncapped = optimal::certificate(&free(&levels)).unwrap().record_epsilon;
        assert!(design.law().keeps_caps(&levels.caps()), "{levels:?}");
        let columns = design.law().column_epsilons();
        let kept = columns.iter().zip(levels.epsilons()).all(|(kept, asked)| kept <= asked);
        let reached = columns.iter().zip(levels.epsilons()).all(|(kept, asked)| *kept > asked * (1.0 - 1e-6));
        assert!(kept && reached, "{columns:?} for {levels:?}");
        assert!(record - design.record_lower_bound().unwrap() <= 1e-6, "{record} for {levels:?}");
        let sum: f64 = levels.epsilons().iter().sum();
        assert!(uncapped - 1e-9 <= record && record <= sum + 1e-9, "{uncapped} {record} {sum}: {levels:?}");
        binding += u32::from(record > uncapped + 1e-6);
    }
    assert!(binding > 75, "caps mattered only in {binding} of 150 problems");
}

/// Every method keeps the caps or refuses because it does not.
#[test]
fn every_method_keeps_the_caps_or_refuses() {
    let mut dice = Dice::new(42);
    let mut refused = 0;
    for round in 0..100 {
        let k = if round % 10 == 0 { 12 } else { dice.between(1, 5) };
        let levels = problem(&mut dice, k);
        for name in ["auto", "independent", "pair", "single-change", "inductive", "linear-program", "blocks"]
        {
            if k == 12 && name == "linear-program" {
                continue;
            }
            match designed(Request::levels(&levels).method(name.parse::<Method>().unwrap())) {
                Ok(design) => assert!(design.law().keeps_caps(&levels.caps()), "{name} {levels:?}"),
                Err(error) => {
                    assert!(
                        ["infeasible-request", "raised-epsilon"].contains(&error.code().as_str()),
                        "{error}"
                    );
                    assert!(!["auto", "independent", "blocks"].contains(&name), "{name} {levels:?}: {error}");
                    refused += u32::from(error.message().contains("above its cap"));
                }
            }
        }
    }
    assert!(refused > 50, "caps were in the way only {refused} times");
}

#[test]
fn a_record_budget_is_shared_within_the_caps() {
    let mut dice = Dice::new(43);
    for _ in 0..10 {
        let k = dice.between(2, 4);
        let (sizes, weights): (Vec<u32>, Vec<f64>) =
            (0..k).map(|_| (dice.between(2, 6), dice.power_of_two(-1.0, 1.0))).unzip();
        let caps: Vec<Option<f64>> = (0..k).map(|_| Some(dice.power_of_two(-2.0, 1.0))).collect();
        let budget = Request::record_budget(&sizes, &weights, 3.0);
        let within =
            |caps: &[Option<f64>], method| designed(budget.clone().caps(caps).method(method)).unwrap();
        let [capped, independent] =
            [Method::Optimal, Method::Independent].map(|method| within(&caps, method));
        let free = within(&vec![None; sizes.len()], Method::Optimal);
        let level = |design: &Design| design.requested().unwrap()[0];
        assert!(capped.law().keeps_caps(&caps) && capped.law().record_epsilon() <= 3.0);
        let ordered = level(&independent) <= level(&capped) * (1.0 + 1e-7)
            && level(&capped) <= level(&free) * (1.0 + 1e-7);
        assert!(ordered, "{sizes:?} {weights:?} {caps:?}");
    }
}

fn survey(attributes: &str, privacy: &str) -> Result<Survey, candor::Error> {
    Survey::from_json(&format!(r#"{{"survey":"s","attributes":[{attributes}],"privacy":{{{privacy}}}}}"#))
}

fn question(name: &str, more: &str) -> String {
    format!(r#"{{"name":"{name}","categories":["no","yes"]{more}}}"#)
}

#[test]
fn a_plan_says_and_keeps_what_was_asked() {
    let attributes =
        [question("a", r#","epsilon":1,"attribute_epsilon":1.2"#), question("b", r#","epsilon":1"#)];
    let survey = survey(&attributes.join(","), r#""attribute_epsilon":1.3"#).unwrap();
    let plan = plan_of(&survey);
    let promises = &plan.promises().attributes;
    assert_eq!([0, 1].map(|i| promises[i].requested_attribute), [Some(1.2), Some(1.3)]);
    assert!([0, 1].iter().all(|&i| Some(promises[i].attribute) <= promises[i].requested_attribute));
    assert!(plan.json().contains(r#""requested":1,"requested_attribute":1.2"#), "{}", plan.json());
    assert_eq!(Plan::from_json(plan.json(), &Caps::default()).unwrap().promises(), plan.promises());
    let mut understated = plan.document().clone();
    understated.privacy.attributes[0].requested_attribute = Some(1.1);
    let mismatch = Plan::verify(understated.clone(), &Caps::default()).unwrap_err();
    understated.fingerprint = mismatch.message().rsplit(' ').next().unwrap().into();
    let refused = Plan::verify(understated, &Caps::default()).unwrap_err();
    assert_eq!(refused.code().as_str(), "understated-promise");
    assert!(refused.message().contains("requested attribute ε of \"a\""), "{refused}");
}

#[test]
fn what_conflicts_is_named() {
    let above = [question("a", r#","epsilon":2"#), question("b", r#","epsilon":1"#)].join(",");
    let refused = survey(&above, r#""attribute_epsilon":1.5"#).unwrap_err();
    assert_eq!(refused.code().as_str(), "infeasible-request");
    assert!(
        refused.message().contains("\"a\": the requested column ε is 2") && refused.message().contains("1.5"),
        "{refused}"
    );
    let one = question("a", r#","epsilon":2"#);
    for cap in ["0", "-1", "1e999"] {
        let code = survey(&one, &format!(r#""attribute_epsilon":{cap}"#)).unwrap_err().code().as_str();
        assert!(["invalid-epsilon", "invalid-survey"].contains(&code), "{cap}: {code}");
    }
}

/// Laws of methods that keep levels, within a record ε and caps: the law for tables must be better than all of them.
fn rivals(sizes: &[u32], record: f64, caps: &[Option<f64>]) -> Vec<Law> {
    let share = record / sizes.len() as f64;
    let equal: Vec<f64> = caps.iter().map(|cap| cap.map_or(share, |cap| share.min(cap))).collect();
    let budget = Request::record_budget(sizes, &vec![1.0; sizes.len()], record).caps(caps);
    let shared = [Method::Independent, Method::Optimal, Method::Blocks]
        .map(|method| designed(budget.clone().method(method)).unwrap().law().clone());
    let independent = independent::law(&Levels::new(sizes.into(), equal).unwrap()).unwrap();
    shared.into_iter().chain([independent]).collect()
}

fn total_error(law: &Law, tables: &[Vec<usize>]) -> f64 {
    tables.iter().map(|table| analysis::expected_squared_error(law, table)).sum()
}

/// Whether all factors are positive: the search always covers this pattern of signs.
fn keeps_signs(law: &Law, tables: &[Vec<usize>]) -> bool {
    tables.iter().all(|table| law.forms()[0].spectrum(table).iter().all(|mu| *mu > 0.0))
}

/// The law for tables keeps its record ε and its caps and has the error that its certificate states, and no other law has
/// a smaller one.
#[test]
fn the_law_for_tables_is_the_best_within_the_caps() {
    let mut dice = Dice::new(44);
    let (mut binding, mut rivalled) = (0, 0);
    for _ in 0..60 {
        let k = dice.between(1, 5);
        let sizes: Vec<u32> = (0..k).map(|_| dice.between(2, 9)).collect();
        let record = dice.power_of_two(-3.0, 3.0);
        let cap = |dice: &mut Dice| match dice.between(0, 3) {
            0 => None,
            _ => Some(record * dice.power_of_two(-3.0, 0.5)),
        };
        let caps: Vec<Option<f64>> = (0..k).map(|_| cap(&mut dice)).collect();
        let tables = analysis::default_tables(sizes.len());
        let design =
            designed(Request::tables(&sizes, &tables, record).caps(&caps).method(Method::Analysis)).unwrap();
        assert!(
            design.law().keeps_caps(&caps) && design.law().record_epsilon() <= record,
            "{sizes:?} {caps:?}"
        );
        let (_, found) = analysis::capped_law(&sizes, &tables, record, &caps).unwrap();
        let gap = (found.objective - found.lower_bound) / found.objective;
        assert!((0.0..1e-6).contains(&gap), "{gap} for {sizes:?} {record} {caps:?}");
        let value = total_error(design.law(), &tables);
        assert!((value / found.objective - 1.0).abs() < 1e-6, "{value}, {found:?}");
        for rival in &rivals(&sizes, record, &caps) {
            let error = total_error(rival, &tables);
            let told = format!("{error}, {found:?}: {sizes:?} {record} {caps:?}");
            assert!(error >= value * (1.0 - 1e-9), "{told}");
            assert!(error >= found.lower_bound * (1.0 - 1e-12) || !keeps_signs(rival, &tables), "{told}");
            rivalled += 1;
        }
        let free = analysis::certificate(&sizes, &tables, record).unwrap();
        assert!(found.objective >= free.lower_bound, "{sizes:?} {record} {caps:?}");
        binding += u32::from(found.lower_bound > free.objective * (1.0 + 1e-6));
    }
    assert!(binding > 40, "caps mattered only in {binding} of 60 problems");
    assert!(rivalled > 120, "only {rivalled} laws were compared");
}

/// The smallest error for two attributes of a and b categories. The laws that keep a record ε and caps are the mixtures of
/// the vertices of a polytope in four variables: X for changing none, the first, the second and both. All vertices are
/// enumerated, and for each pattern of signs of the factors the best mixture of them is searched for.
fn least_error_of_two([a, b]: [f64; 2], record: f64, caps: [f64; 2]) -> f64 {
    let counts = [1.0, a - 1.0, b - 1.0, (a - 1.0) * (b - 1.0)];
    let pair = |from: usize, to: usize, epsilon: f64| {
        let mut row = [0.0; 4];
        (row[from], row[to]) = (epsilon.exp(), -1.0);
        row
    };
    let mut rows = Vec::new();
    for (from, to) in (0..4).flat_map(|from| (0..4).map(move |to| (from, to))).filter(|(from, to)| from != to)
    {
        let cap = [f64::INFINITY, caps[0], caps[1], f64::INFINITY][from ^ to];
        rows.push(pair(from, to, record.min(cap)));
    }
    let mut spectra = Vec::new();
    for i in 0..rows.len() {
        for j in 0..i {
            for l in 0..j {
                let Some(x) = solve([rows[i], rows[j], rows[l], counts]) else { continue };
                let kept = |row: &[f64; 4]| row.iter().zip(&x).map(|(r, x)| r * x).sum::<f64>() >= -1e-12;
                if rows.iter().all(kept) {
                    let p: Vec<f64> = x.iter().zip(&counts).map(|(x, count)| x * count).collect();
                    let (u, v) = (-1.0 / (a - 1.0), -1.0 / (b - 1.0));
                    spectra.push([
                        p[0] + p[2] + u * (p[1] + p[3]),
                        p[0] + p[1] + v * (p[2] + p[3]),
                        p[0] + u * p[1] + v * p[2] + u * v * p[3],
                    ]);
                }
            }
        }
    }
    let costs =
        [(a - 1.0) / a + (a - 1.0) / (a * b), (b - 1.0) / b + (b - 1.0) / (a * b), counts[3] / (a * b)];
    let turned = (0..8).map(|signs| {
        let sign = |t: usize| if signs >> t & 1 == 1 { -1.0 } else { 1.0 };
        let turned = spectra.iter().map(|mu| core::array::from_fn(|t| sign(t) * mu[t]));
        least_mixture(&turned.collect::<Vec<_>>(), costs)
    });
    turned.fold(f64::INFINITY, f64::min)
}

/// The smallest Σ c/μ², μ > 0, of a mixture of vertices: moves shares from the worst vertex to the best.
fn least_mixture(spectra: &[[f64; 3]], costs: [f64; 3]) -> f64 {
    let error = |mu: &[f64; 3]| mu.iter().zip(&costs).map(|(mu, c)| c / mu.max(0.0).powi(2)).sum::<f64>();
    let moved = |mu: &[f64; 3], from: usize, to: usize, step: f64| {
        core::array::from_fn(|t| mu[t] + step * (spectra[to][t] - spectra[from][t]))
    };
    let (mut shares, mut mu) = positive_mixture(spectra);
    for _ in 0..20_000 {
        let slope = |i: usize| (0..3).map(|t| costs[t] * spectra[i][t] / mu[t].powi(3)).sum::<f64>();
        let by_slope = |&i: &usize, &j: &usize| slope(i).total_cmp(&slope(j));
        let to = (0..spectra.len()).max_by(by_slope).unwrap();
        // Shares below this are not moved: ternary search cannot see the effect of such small steps.
        let from = (0..spectra.len()).filter(|&i| shares[i] > 1e-12).min_by(by_slope).unwrap();
        if slope(to) - slope(from) <= 1e-7 * error(&mu) {
            break;
        }
        let (mut low, mut high) = (0.0, shares[from]);
        for _ in 0..100 {
            let (third, rest) = ((high - low) / 3.0, error(&moved(&mu, from, to, high - (high - low) / 3.0)));
            if error(&moved(&mu, from, to, low + third)) <= rest { high -= third } else { low += third }
        }
        mu = moved(&mu, from, to, high);
        shares[to] += high;
        shares[from] -= high;
    }
    error(&mu)
}

/// Some mixture with all μ > 0: repeatedly adds the vertex that most increases the smallest μ (multiplicative weights).
fn positive_mixture(spectra: &[[f64; 3]]) -> (Vec<f64>, [f64; 3]) {
    let (mut shares, mut sum) = (vec![0.0; spectra.len()], [0.0; 3]);
    let unit = spectra.iter().flatten().copied().map(f64::abs).fold(0.0, f64::max);
    for _ in 0..2_000 {
        let help = |mu: &[f64; 3]| -> f64 { (0..3).map(|t| mu[t] * (-0.3 * sum[t] / unit).exp()).sum() };
        let best =
            (0..spectra.len()).max_by(|&i, &j| help(&spectra[i]).total_cmp(&help(&spectra[j]))).unwrap();
        shares[best] += 1.0 / 2_000.0;
        sum = core::array::from_fn(|t| sum[t] + spectra[best][t]);
    }
    assert!(sum.iter().all(|mu| *mu > 0.0), "{sum:?}");
    (shares, sum.map(|mu| mu / 2_000.0))
}

/// The x for which three rows are 0 and Σ counts·x = 1, by elimination; `None` if the rows are dependent.
fn solve(rows: [[f64; 4]; 4]) -> Option<[f64; 4]> {
    let mut m: Vec<Vec<f64>> = rows.iter().map(|row| row.iter().copied().chain([0.0]).collect()).collect();
    m[3][4] = 1.0;
    for column in 0..4 {
        let pivot = (column..4).max_by(|&i, &j| m[i][column].abs().total_cmp(&m[j][column].abs()))?;
        m.swap(column, pivot);
        if m[column][column].abs() < 1e-12 {
            return None;
        }
        for row in (0..4).filter(|&row| row != column) {
            let factor = m[row][column] / m[column][column];
            let pivot = m[column].clone();
            m[row].iter_mut().zip(pivot).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    Some(core::array::from_fn(|i| m[i][4] / m[i][i]))
}

#[test]
fn the_law_for_tables_of_two_attributes_is_the_best_mixture_of_all_vertices() {
    let mut dice = Dice::new(45);
    for _ in 0..40 {
        let sizes = [dice.between(2, 6), dice.between(2, 6)];
        let record = dice.power_of_two(-1.0, 2.0);
        let caps = [record * dice.power_of_two(-2.0, 0.0), record * dice.power_of_two(-2.0, 0.0)];
        let tables = analysis::default_tables(2);
        let (_, found) = analysis::capped_law(&sizes, &tables, record, &caps.map(Some)).unwrap();
        let least = least_error_of_two(sizes.map(f64::from), record, caps);
        assert!(
            (found.objective / least - 1.0).abs() < 1e-5,
            "{found:?}, {least}: {sizes:?} {record} {caps:?}"
        );
    }
}

/// A cap equal to the column level leaves its attribute no choice; the other attributes share the rest.
#[test]
fn a_cap_at_the_column_level_makes_a_block_of_its_own() {
    let mut dice = Dice::new(46);
    for _ in 0..40 {
        let k = dice.between(1, 5);
        let levels = problem(&mut dice, k);
        let mut caps = levels.caps();
        let mut capped_at = |first: f64| {
            caps[0] = Some(first);
            free(&levels).capped(&caps).unwrap()
        };
        let first = levels.epsilons()[0];
        let (tight, loose) = (capped_at(first), capped_at(first * (1.0 + 1e-5)));
        let [tight, loose] =
            [&tight, &loose].map(|levels| designed(Request::levels(levels).method(Method::Optimal)).unwrap());
        assert!(tight.law().keeps_caps(tight.caps()));
        let [record, near] = [&tight, &loose].map(|design| design.law().record_epsilon());
        assert!(record - tight.record_lower_bound().unwrap() <= 1e-6 && near <= record + 1e-6, "{levels:?}");
        assert!(near > record - 1e-2, "{record} falls to {near}: {levels:?}");
    }
}

#[test]
fn a_survey_with_a_record_epsilon_gets_the_law_for_tables_within_its_caps() {
    let attributes = ["a", "b", "c"].map(|name| question(name, "")).join(",");
    for cap in [2.9, 0.9, 0.1] {
        let privacy = format!(r#""record_epsilon":2,"attribute_epsilon":{cap}"#);
        let design = designed(survey(&attributes, &privacy).unwrap().request()).unwrap();
        assert!(design.law().keeps_caps(&[Some(cap); 3]) && design.law().record_epsilon() <= 2.0);
        let (method, reason) = (design.method(), design.reason());
        match cap < 2.0 {
            true => assert!(method == Method::Analysis && reason.contains("certified"), "{method} {reason}"),
            false => assert!(method == Method::Labelled && reason.contains("bound"), "{method} {reason}"),
        }
        assert_eq!(reason.contains("not labelled: "), cap < 2.0, "{reason}");
    }
}
