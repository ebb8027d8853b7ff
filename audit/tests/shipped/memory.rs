//! After a report, neither the seed, nor the noise, nor the answers are left in the module's memory.

use candor::design::Survey;
use candor::plan::Plan;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::{module, random_record, random_seed, started};

/// Ten questions with a thousand categories, so that four matching categories in a row are no coincidence.
fn plan() -> Plan {
    let edges: Vec<String> = (0..=1000).map(|edge| edge.to_string()).collect();
    let attribute = |i| format!(r#"{{"name":"a{i}","bins":[{}],"epsilon":3}}"#, edges.join(","));
    let attributes: Vec<String> = (0..10).map(attribute).collect();
    let survey = format!(r#"{{"survey":"wide","attributes":[{}]}}"#, attributes.join(","));
    let survey = Survey::from_json(&survey).unwrap();
    crate::common::plan_of(&survey)
}

/// Whether any run of `length` elements of `secret` occurs in `memory`.
fn holds(memory: &[u8], secret: &[u8], length: usize, size: usize) -> bool {
    let runs = secret.windows(length).step_by(size);
    runs.into_iter().any(|run| memory.windows(length).step_by(size.min(4)).any(|window| window == run))
}

fn bytes(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

#[test]
fn no_secret_outlives_its_report() {
    let plan = plan();
    let mut dice = ChaCha20Rng::seed_from_u64(23);
    let mut shipped = started(&module(), &plan);
    for _ in 0..3 {
        let (record, seed) = (random_record(&plan, &mut dice), random_seed(&mut dice));
        let answered = shipped.perturb(&record, Some(seed)).unwrap();
        let memory = shipped.memory().unwrap();
        let shifts: Vec<u32> =
            record.iter().zip(&answered.perturbed).map(|(x, y)| (y + 1000 - x) % 1000).collect();
        assert!(holds(memory, &bytes(&answered.perturbed), 16, 4), "the search misses what is there");
        assert!(!holds(memory, &seed, 8, 1), "a quarter of the seed");
        assert!(!holds(memory, &bytes(&record), 16, 4), "answers");
        assert!(!holds(memory, &bytes(&shifts), 16, 4), "noise");
    }
}
