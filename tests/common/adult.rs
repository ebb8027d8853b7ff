//! Six attributes of UCI Adult, read from a file next to the repository if it is there.

use std::collections::BTreeMap;
use std::path::Path;

const ATTRIBUTES: [&str; 6] = ["race", "sex", "income", "education", "occupation", "marital-status"];

/// Records as category numbers, and the number of categories of each attribute.
pub fn adult() -> Option<(Vec<Vec<u32>>, Vec<u32>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/adult.csv");
    let text = std::fs::read_to_string(path).ok()?;
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next()?.split(',').collect();
    let columns: Vec<usize> =
        ATTRIBUTES.iter().map(|name| header.iter().position(|column| column == name).unwrap()).collect();
    let mut codes: Vec<BTreeMap<String, u32>> = vec![BTreeMap::new(); ATTRIBUTES.len()];
    let mut records = Vec::new();
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        let code = |(codes, &column): (&mut BTreeMap<String, u32>, &usize)| {
            let next = u32::try_from(codes.len()).unwrap();
            *codes.entry(cells[column].to_owned()).or_insert(next)
        };
        records.push(codes.iter_mut().zip(&columns).map(code).collect());
    }
    let sizes = codes.iter().map(|codes| u32::try_from(codes.len()).unwrap()).collect();
    Some((records, sizes))
}
