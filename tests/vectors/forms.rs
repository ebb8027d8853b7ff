//! Forms of units: the information that a report gives on a component, and the factor by which its expectation shrinks.

use candor::law::{Block, Form, Law, Pattern, Unit};
use serde_json::Value;

use super::{assert_close, integers};

/// Small forms: the information that a report gives on every component, the factor by which its expectation shrinks
/// [Mathematics, §10], and record ε.
#[test]
fn forms_of_units_tell_what_they_should() {
    const TOLERANCE: f64 = 1e-10;
    let path = format!("{}/tests/vectors/labelled.json", env!("CARGO_MANIFEST_DIR"));
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let (mut forms, mut components) = (0, 0);
    for case in file["forms"].as_array().unwrap() {
        let sizes: Vec<u32> = integers(&case["sizes"]);
        for form in case["forms"].as_array().unwrap() {
            let (law, asked) = law_of_hits(form, &sizes);
            let record = form["record_epsilon"].as_f64().unwrap();
            assert_close(law.record_epsilon(), record, TOLERANCE, "record ε");
            for component in form["components"].as_array().unwrap() {
                let attributes: Vec<usize> = integers(&component["attributes"]);
                let own: Vec<usize> =
                    attributes.iter().map(|i| asked.iter().position(|asked| asked == i).unwrap()).collect();
                let dimension: f64 = own.iter().map(|&i| f64::from(law.sizes()[i] - 1)).product();
                let information = law.information(&own).last().unwrap() * dimension;
                let expected = component["information"].as_f64().unwrap();
                assert_close(information / expected, 1.0, TOLERANCE, &format!("information: {component}"));
                let expected = component["scale"].as_f64().unwrap();
                assert_close(scale(&law, &own) / expected, 1.0, TOLERANCE, &format!("scale: {component}"));
                components += 1;
            }
            forms += 1;
        }
    }
    assert!(forms >= 24 && components > 60, "{forms} forms, {components} components");
}

/// A law of one form with these weights of hits, over the attributes that it asks.
fn law_of_hits(form: &Value, sizes: &[u32]) -> (Law, Vec<usize>) {
    let units: Vec<Vec<usize>> = form["units"].as_array().unwrap().iter().map(integers).collect();
    let asked = units.concat();
    let place = |i: &usize| asked.iter().position(|asked| asked == i).unwrap();
    let subsets: Vec<u32> = integers(&form["subset_sizes"]);
    let unit = |(own, d): (&Vec<usize>, &u32)| Unit::new(own.iter().map(place).collect(), *d);
    // The uniform part needs a weight of at least 1, which it takes from the most frequent pattern.
    let weights = form["weights"].as_array().unwrap().iter();
    let mut patterns: Vec<(Vec<(usize, usize)>, u64)> = weights
        .map(|entry| {
            let hits: Vec<u32> = integers(&entry["hits"]);
            let missed = hits.iter().enumerate().filter(|(_, hit)| **hit == 0).map(|(u, _)| (u, 1));
            (missed.collect(), entry["weight"].as_str().unwrap().parse().unwrap())
        })
        .collect();
    patterns.sort_unstable();
    let most = (0..patterns.len()).max_by_key(|&i| patterns[i].1).unwrap();
    patterns[most].1 -= 1;
    let patterns = patterns.into_iter().map(|(changes, weight)| Pattern::new(changes, weight)).collect();
    let classes = (0..units.len()).map(|u| vec![u]).collect();
    let block = Block::new((0..units.len()).collect(), classes, 1, patterns).unwrap();
    let sizes = asked.iter().map(|&i| sizes[i]).collect();
    let form = Form::new(1 << 64, vec![], units.iter().zip(&subsets).map(unit).collect(), vec![block]);
    (Law::labelled(sizes, vec![form]).unwrap(), asked)
}

/// s = μ_J·∏ √((D−d)/d)·D/((D−1)·∏ aᵢ), a product over the units J that the component touches, where i are their attributes outside of it.
fn scale(law: &Law, component: &[usize]) -> f64 {
    let form = &law.forms()[0];
    let touches = |unit: &&usize| form.units()[**unit].attributes().iter().any(|i| component.contains(i));
    let all: Vec<usize> = (0..form.units().len()).collect();
    let touched: Vec<usize> = all.iter().filter(touches).copied().collect();
    let factor = |&unit: &usize| {
        let (unit, size) = (&form.units()[unit], |i: &usize| f64::from(law.sizes()[*i]));
        let (cells, d): (f64, f64) =
            (unit.attributes().iter().map(size).product(), unit.subset_size().into());
        let outside: f64 = unit.attributes().iter().filter(|i| !component.contains(i)).map(size).product();
        ((cells - d) / d).sqrt() * cells / ((cells - 1.0) * outside)
    };
    form.spectrum(&touched).last().unwrap() * touched.iter().map(factor).product::<f64>()
}
