//! Reference numbers computed independently of this crate (`tests/vectors/*.json`; each file states what
//! it holds and its tolerance).

mod designs;
mod estimates;
mod forms;

use candor::design::Levels;
use serde_json::Value;

pub struct Vectors {
    pub tolerance: f64,
    pub cases: Vec<Value>,
}

pub fn read(name: &str) -> Vectors {
    let path = format!("{}/tests/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    Vectors {
        tolerance: file["tolerance"].as_f64().unwrap(),
        cases: file["cases"].as_array().unwrap().clone(),
    }
}

pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
}

pub fn integers<T: TryFrom<u64>>(value: &Value) -> Vec<T> {
    let convert = |v: &Value| T::try_from(v.as_u64().unwrap()).ok().unwrap();
    value.as_array().unwrap().iter().map(convert).collect()
}

pub fn levels(case: &Value) -> Levels {
    Levels::new(integers(&case["sizes"]), numbers(&case["epsilons"])).unwrap()
}

/// Asserts that the error is within the tolerance: relative above 1, absolute below.
pub fn assert_close(actual: f64, expected: f64, tolerance: f64, what: &str) {
    let error = (actual - expected).abs() / expected.abs().max(1.0);
    assert!(error <= tolerance, "{what}: {actual} is not within {tolerance} of {expected}");
}

pub fn assert_all_close(actual: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(actual.len(), expected.len(), "{what}");
    actual.iter().zip(expected).for_each(|(a, e)| assert_close(*a, *e, tolerance, what));
}
