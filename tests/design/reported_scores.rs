//! Mean scores from what devices report: levels of least error among all, the expected error against enumeration and against errors that are computed from
//! reports, and its ratio to the least error of any protocol. Bounds come with certificates, which are checked here. Simulations have fixed seeds.

use candor::count::Table;
use candor::design::Survey;
use candor::estimate::Options;
use candor::inference::Scale;
use candor::perturb::perturb;
use candor::plan::Plan;
use candor::schema::{Record, Schema};
use serde::Deserialize;

use crate::common::{Dice, designed, plan_of};

/// A survey of so many items with so many answers each, whose score is to be read with these tables.
fn survey(items: usize, answers: usize, epsilon: f64, tables: &str) -> Survey {
    let categories: Vec<String> = (1..=answers).map(|answer| format!("\"{answer}\"")).collect();
    let rows: Vec<String> = (0..items).map(|item| format!(r#"{{"name": "i{item}"}}"#)).collect();
    let sex = if tables.contains("sex") { r#"{"name": "sex", "categories": ["f", "m"]},"# } else { "" };
    let text = format!(
        r#"{{"survey": "work", "privacy": {{"record_epsilon": {epsilon}}}, "attributes": [{sex}
        {{"name": "climate", "rows": [{}], "categories": [{}]}}], "scores": [{{"name": "content", "of": ["climate"]}}], "tables": {tables}}}"#,
        rows.join(","),
        categories.join(",")
    );
    Survey::from_json(&text).unwrap()
}

/// The distribution of a sum of uniform answers, by the number of steps.
fn steps(items: usize, answers: usize) -> Vec<f64> {
    (0..items).fold(vec![1.0], |shares, _| {
        let mut longer = vec![0.0; shares.len() + answers - 1];
        for (from, share) in shares.iter().enumerate() {
            longer[from..from + answers].iter_mut().for_each(|sum| *sum += share / answers as f64);
        }
        longer
    })
}

/// n times the squared error of the mean, in squares of its range, from levels at these numbers of steps under randomized response: by listing all scores, what they
/// are rounded to, and what is reported.
fn listed(shares: &[f64], levels: &[u32], epsilon: f64) -> f64 {
    let range = shares.len() as f64 - 1.0;
    let (mean, number) = (range / 2.0, levels.len() as f64);
    let other = 1.0 / (epsilon.exp() + number - 1.0);
    let kept = 1.0 - number * other;
    let values: Vec<f64> = levels.iter().map(|&level| (f64::from(level) - mean) / range).collect();
    let sum: f64 = values.iter().sum();
    let told: Vec<f64> = values.iter().map(|value| (value - other * sum) / kept).collect();
    let (mut square, mut bias) = (0.0, 0.0_f64);
    for (score, share) in shares.iter().enumerate() {
        let upper = levels.iter().position(|&level| f64::from(level) >= score as f64).unwrap().max(1);
        let (low, high) = (f64::from(levels[upper - 1]), f64::from(levels[upper]));
        let up = (score as f64 - low) / (high - low);
        let (mut first, mut second) = (0.0, 0.0);
        for (level, told) in told.iter().enumerate() {
            let rounded = if level == upper {
                up
            } else if level + 1 == upper {
                1.0 - up
            } else {
                0.0
            };
            let chance = other + kept * rounded;
            first += chance * told;
            second += chance * told * told;
        }
        bias = bias.max((first - (score as f64 - mean) / range).abs());
        square += share * second;
    }
    assert!(bias < 1e-12);
    square
}

#[test]
fn the_levels_have_the_least_error_of_all() {
    let shares = steps(3, 4);
    for epsilon in [0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 10.0] {
        let survey = survey(3, 4, epsilon, r#"[["content"]]"#);
        let law = designed(survey.request()).unwrap().law().clone();
        let levels = law.scores()[0].levels();
        let expected = survey.estimands_under(&law).means()[0].expected_squared_error(&law);
        let own = listed(&shares, levels, epsilon);
        assert!((expected / own - 1.0).abs() < 1e-9, "ε {epsilon}: {expected} {own}");
        let inner = (0..1_u32 << 8).map(|set| (1..9).filter(move |place| set >> (place - 1) & 1 == 1));
        let all = inner.map(|inner| [0].into_iter().chain(inner).chain([9]).collect::<Vec<u32>>());
        let least = all.map(|levels| listed(&shares, &levels, epsilon)).fold(f64::INFINITY, f64::min);
        println!("ε {epsilon}: levels {levels:?}, error {own:.4}, least of all {least:.4}");
        assert!(own <= least * (1.0 + 1e-9), "ε {epsilon}: {levels:?} {own} {least}");
    }
}

/// A lower bound on n times the squared error of unbiased estimates of a mean score, with its certificate.
#[derive(Deserialize)]
struct Bound {
    items: usize,
    answers: usize,
    epsilon: f64,
    alpha: Vec<f64>,
    beta: Vec<f64>,
}

impl Bound {
    /// Σ β·s − Σ α, in squares of the range, which bounds the error where Σ_s c(s)·(α(s) − μ·β(s) + μ²·p(s)) ≥ 0 for all μ and all c from 1 to e^ε \[Mathematics, §16\]: checked on a
    /// fine grid of μ, where the worst c is known.
    fn checked(&self) -> f64 {
        let (shares, ratio) = (steps(self.items, self.answers), self.epsilon.exp());
        assert_eq!([self.alpha.len(), self.beta.len()], [shares.len(); 2]);
        let least = |mu: f64| -> f64 {
            let terms = self.alpha.iter().zip(&self.beta).zip(&shares);
            let terms = terms.map(|((alpha, beta), share)| alpha - mu * beta + mu * mu * share);
            terms.map(|term| if term < 0.0 { ratio * term } else { term }).sum()
        };
        for step in -8000..8000_i32 {
            let mu = (f64::from(step.abs()) / 600.0 - 6.0).exp() * f64::from(step.signum());
            assert!(least(mu) >= 0.0, "{} items, ε {}: {mu}", self.items, self.epsilon);
        }
        let range = shares.len() as f64 - 1.0;
        let scores = (0..shares.len()).map(|score| score as f64 / range - 0.5);
        self.beta.iter().zip(scores).map(|(beta, score)| beta * score).sum::<f64>()
            - self.alpha.iter().sum::<f64>()
    }
}

#[test]
fn a_reported_score_comes_near_to_what_any_protocol_can_do() {
    let text = std::fs::read_to_string("tests/vectors/score-bounds.json").unwrap();
    let bounds: Vec<Bound> = serde_json::from_str(&text).unwrap();
    for bound in &bounds {
        let Bound { items, answers, epsilon, .. } = *bound;
        let survey = survey(items, answers, epsilon, r#"[["content"]]"#);
        let law = designed(survey.request()).unwrap().law().clone();
        let error = survey.estimands_under(&law).means()[0].expected_squared_error(&law);
        // Without the codes of answers, as if no device reported a score.
        let without = candor::design::Request::tables(&survey.schema().sizes(), survey.estimands(), epsilon);
        let without = survey.estimands().means()[0].expected_squared_error(designed(without).unwrap().law());
        let ratio = error / bound.checked();
        println!(
            "{items} items of {answers} answers, ε {epsilon}: {error:.4} squares of the range, {ratio:.3} of the bound for any protocol, {:.2} of the error from items",
            error / without
        );
        assert!((1.0 - 1e-3..1.11).contains(&ratio) && error < 0.9 * without);
    }
    assert!(bounds.len() >= 10);
}

/// Errors that are computed from the reports of people who answer uniformly, over the expected one.
fn simulated(plan: &Plan, expected: f64, range: f64, by: Option<usize>) -> f64 {
    let schema = plan.schema();
    let scale = Scale::new(plan.table_schema(), &schema.scores()[0]);
    let (people, surveys, mut dice, mut squares) = (4000_u32, 6, Dice::new(11), 0.0);
    for _ in 0..surveys {
        let tables = scale.tables(by);
        let mut tables: Vec<Table> = tables.iter().map(|table| Table::new(plan, table).unwrap()).collect();
        for _ in 0..people {
            let report = perturb(plan.law(), uniform(schema, &mut dice), &mut dice.0);
            tables.iter_mut().for_each(|table| table.add_perturbed(&report).unwrap());
        }
        let found = scale.estimate(plan, by, tables, &Options::default()).unwrap();
        let errors: Vec<f64> = match by {
            None => vec![found.mean.standard_error],
            Some(_) => found.groups.iter().map(|group| group.mean.unwrap().standard_error).collect(),
        };
        squares += errors.iter().map(|error| error * error).sum::<f64>() / errors.len() as f64;
    }
    squares / f64::from(surveys) * f64::from(people) / (range * range) / expected
}

fn uniform(schema: &Schema, dice: &mut Dice) -> Record {
    let drawn: Vec<u32> = schema.sizes().into_iter().map(|size| dice.between(0, size - 1)).collect();
    Record::new(schema, drawn).unwrap()
}

#[test]
fn errors_computed_from_reports_are_as_expected() {
    for (tables, by) in [(r#"[["content"]]"#, None), (r#"[["content", "sex"]]"#, Some(0))] {
        for epsilon in [1.0, 3.0] {
            let survey = survey(5, 5, epsilon, tables);
            let plan = plan_of(&survey);
            assert!(!plan.law().scores().is_empty());
            let estimands = survey.estimands_under(plan.law());
            let mean = &estimands.means()[0];
            let ratio = simulated(&plan, mean.expected_squared_error(plan.law()), mean.range(), by);
            println!("{tables}, ε {epsilon}: squared standard errors over the expected error: {ratio:.3}");
            // The size of a group counts as if its mean were a quarter of the range away, which it is not here.
            assert!(
                (if by.is_none() { 0.95..1.05 } else { 0.7..1.05 }).contains(&ratio),
                "{tables}, ε {epsilon}: {ratio}"
            );
        }
    }
}

#[test]
fn scores_are_reported_only_where_that_is_better() {
    // With tables of all items and of pairs of them, the mean is known from these.
    let pairs = r#"[["content"], ["climate.i0", "climate.i1"], ["climate.i1", "climate.i2"], ["climate.i0", "climate.i2"]]"#;
    for epsilon in [0.5, 1.0, 2.0, 4.0] {
        let both = survey(3, 4, epsilon, pairs);
        let design = designed(both.request()).unwrap();
        let total = |law: &_, of: &candor::design::Estimands| -> f64 {
            let tables = candor::design::analysis::expected_squared_errors(law, of).into_iter();
            tables.chain(of.means().iter().map(|mean| mean.expected_squared_error(law))).sum()
        };
        let own = total(design.law(), &both.estimands_under(design.law()));
        let items = candor::design::Request::tables(&both.schema().sizes(), both.estimands(), epsilon);
        let items = total(designed(items).unwrap().law(), &both.estimands());
        println!(
            "ε {epsilon}: {own:.3}, without reported scores {items:.3}, {} reported",
            design.law().scores().len()
        );
        assert!(own <= items * (1.0 + 1e-6));
    }
    // Codes that are no multiples of a step have no levels.
    let uneven = r#"{"survey": "w", "privacy": {"record_epsilon": 1}, "attributes": [{"name": "a", "categories": ["1", "2", "3"]}],
        "scores": [{"name": "s", "of": ["a"], "codes": [0, 1, 3.14159265358979]}], "tables": [["s"]]}"#;
    let uneven = Survey::from_json(uneven).unwrap();
    assert!(designed(uneven.request()).unwrap().law().scores().is_empty());
    // Another method than labelled reports none.
    let text = r#"{"survey": "w", "privacy": {"record_epsilon": 1, "method": "analysis"}, "attributes": [{"name": "a", "categories": ["1", "2", "3"]}],
        "scores": [{"name": "s", "of": ["a"]}], "tables": [["s"]]}"#;
    assert!(designed(Survey::from_json(text).unwrap().request()).unwrap().law().scores().is_empty());
}
