//! UCI Nursery: applications to a nursery school, with 12,960 records that are all combinations of eight answers.

use candor::Error;

use super::population::Population;

/// The eight inputs, each with its number of values.
const INPUTS: [(&str, u32); 8] = [
    ("parents", 3),
    ("has_nurs", 5),
    ("form", 4),
    ("children", 4),
    ("housing", 3),
    ("finance", 2),
    ("social", 3),
    ("health", 3),
];

/// All combinations, each once. The ninth column, the class, follows from the others by a hierarchy that is not repeated here.
pub(crate) fn nursery() -> Result<Population, Error> {
    let (names, sizes): (Vec<&str>, Vec<u32>) = INPUTS.into_iter().unzip();
    let mut rows = vec![Vec::new()];
    for &size in &sizes {
        let longer = |row: Vec<u32>| (0..size).map(move |value| [&row[..], &[value]].concat());
        rows = rows.into_iter().flat_map(longer).collect();
    }
    Population::new("Nursery", &names, &sizes, rows)
}
