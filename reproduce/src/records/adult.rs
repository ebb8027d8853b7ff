//! UCI Adult: answers of a census of 1994, from a file that must be supplied.

use std::collections::BTreeMap;

use candor::{Code, Error};

use super::population::Population;

/// The attributes that the published comparisons use.
const USED: [&str; 6] = ["race", "sex", "income", "education", "occupation", "marital-status"];

impl Population {
    /// Reads the six attributes of Adult that the publications use, from CSV with a header line. Categories are numbered in the order of their
    /// first occurrence.
    ///
    /// ```
    /// use candor_reproduce::Population;
    /// let text = "race,sex,income,education,occupation,marital-status\nA,F,low,12,x,single\nB,F,high,9,x,single\n";
    /// assert_eq!(Population::adult(text)?.sizes(), &[2, 1, 2, 2, 1, 1]);
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// `invalid-csv` where the text is not valid CSV, or lacks an attribute.
    pub fn adult(text: &str) -> Result<Self, Error> {
        let refused = |cause: String| Error::new(Code::InvalidCsv, cause);
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
        let header = reader.headers().map_err(|cause| refused(cause.to_string()))?.clone();
        let place = |name: &&str| {
            header.iter().position(|column| column == *name).ok_or_else(|| {
                refused(format!("the records of Adult have no column \"{name}\": {}", USED.join(", ")))
            })
        };
        let columns = USED.iter().map(place).collect::<Result<Vec<usize>, Error>>()?;
        let mut codes: Vec<BTreeMap<String, u32>> = vec![BTreeMap::new(); USED.len()];
        let mut rows = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|cause| refused(cause.to_string()))?;
            let code = |(codes, &column): (&mut BTreeMap<String, u32>, &usize)| {
                let next = u32::try_from(codes.len()).unwrap_or(u32::MAX);
                *codes.entry(record.get(column).unwrap_or_default().to_owned()).or_insert(next)
            };
            rows.push(codes.iter_mut().zip(&columns).map(code).collect());
        }
        let sizes: Vec<u32> =
            codes.iter().map(|codes| u32::try_from(codes.len()).unwrap_or(u32::MAX)).collect();
        Self::new("Adult", &USED, &sizes, rows)
    }
}
