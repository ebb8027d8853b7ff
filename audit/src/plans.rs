//! Plans for this crate's audits: six with one kind of unlabelled law each, and three labelled ones.

use candor::Error;
use candor::design::Survey;
use candor::plan::{Caps, Plan};

/// Surveys with independent questions from two to twelve categories; a pair; a single change; the optimum over classes of equal questions;
/// the law for pair tables with an optional question; a question of a thousand categories with one of two.
const SURVEYS: [&str; 6] = [
    r#"{"survey":"independent","attributes":[{"name":"a","categories":["0","1"],"epsilon":1},
        {"name":"b","categories":["0","1","2"],"epsilon":2},{"name":"c","bins":[0,1,2,3,4,5,6,7,8,9,10,11,12],
        "epsilon":1.5},{"name":"d","categories":["0","1","2","3","4"],"epsilon":0.5}],
        "privacy":{"method":"independent"}}"#,
    r#"{"survey":"pair","attributes":[{"name":"a","categories":["0","1","2"],"epsilon":1},
        {"name":"b","categories":["0","1"],"epsilon":2}],"privacy":{"method":"pair"}}"#,
    r#"{"survey":"single-change","attributes":[{"name":"a","categories":["0","1"],"epsilon":3},
        {"name":"b","categories":["0","1","2","3","4"],"epsilon":4},{"name":"c","categories":["0","1"],"epsilon":3}],
        "privacy":{"method":"single-change"}}"#,
    r#"{"survey":"classes","attributes":[{"name":"a","categories":["0","1","2"],"epsilon":1},
        {"name":"b","categories":["0","1","2"],"epsilon":1},{"name":"c","categories":["0","1","2"],"epsilon":1},
        {"name":"d","categories":["0","1"],"epsilon":2},{"name":"e","categories":["0","1"],"epsilon":2}],
        "privacy":{"method":"optimal"}}"#,
    r#"{"survey":"tables","wave_of":"tables","attributes":[{"name":"a","categories":["0","1","2"]},
        {"name":"b","categories":["0","1","2","3"]},{"name":"c","categories":["0","1"],"optional":true}],
        "privacy":{"record_epsilon":3,"method":"analysis"},"tables":[["a","b"],["b","c"]]}"#,
    r#"{"survey":"wide","attributes":[{"name":"a","categories":["0","1"],"epsilon":1},
        {"name":"b","bins":[WIDE],"epsilon":6}]}"#,
];

/// Designs the six plans.
///
/// # Errors
/// None, as long as designs accept these surveys.
pub fn six() -> Result<Vec<Plan>, Error> {
    let edges: Vec<String> = (0..=1000).map(|edge| edge.to_string()).collect();
    let plan = |survey: &&str| {
        let survey = Survey::from_json(&survey.replace("WIDE", &edges.join(",")))?;
        Plan::new(&survey, &survey.request().design()?)
    };
    SURVEYS.iter().map(plan).collect()
}

/// A survey of two scores, one of items that not everybody can answer; the other is read by groups.
const SCORES: &str = r#"{"survey":"scores","attributes":[{"name":"sex","categories":["f","m"]},
    {"name":"a","categories":["0","1","2","3"]},{"name":"b","categories":["0","1","2","3"]},{"name":"c","categories":["0","1","2","3"]},
    {"name":"d","categories":["0","1","2","3"],"optional":true}],"scores":[{"name":"all","of":["a","b","c","d"]},{"name":"three","of":["a","b","c"],
    "reversed":["b"]}],"privacy":{"record_epsilon":2},"tables":[["all"],["three","sex"]]}"#;

/// Three labelled plans, whose devices draw which questions they use. One has three forms: two questions as one variable, with subsets of its
/// cells; any two of three questions as one variable; and all questions on their own. The other has a form that takes its questions from
/// two pools. Devices of the third report two scores.
///
/// # Errors
/// None, as long as plans of this version can be read, and designs accept the survey of scores.
pub fn labelled() -> Result<Vec<Plan>, Error> {
    let scores = Survey::from_json(SCORES)?;
    let scores = Plan::new(&scores, &scores.request().design()?);
    let read = |text| Plan::from_json(text, &Caps::default());
    include_str!("labelled.ndjson").lines().map(read).chain([scores]).collect()
}
