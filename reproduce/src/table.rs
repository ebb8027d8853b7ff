//! Tables of numbers and texts, written and read as CSV.

use core::fmt;

use candor::{Code, Error};

/// The value of a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A number, written so that it is read back exactly.
    Number(f64),
    /// A name, or an empty text.
    Text(String),
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        if number.is_finite() { Self::Number(number) } else { Self::Text(String::new()) }
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(f64::from(number))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Option<f64>> for Value {
    fn from(number: Option<f64>) -> Self {
        number.map_or_else(|| Self::Text(String::new()), Self::from)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

/// Rows under named columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<Value>>,
}

impl Table {
    /// An empty table under the columns of an experiment.
    #[must_use]
    pub fn new(columns: &[(&str, &str)]) -> Self {
        Self { columns: columns.iter().map(|(name, _)| (*name).to_owned()).collect(), rows: Vec::new() }
    }

    /// Adds the rows of a part.
    pub fn extend(&mut self, rows: impl IntoIterator<Item = Vec<Value>>) {
        self.rows.extend(rows);
    }

    /// The rows of the table.
    #[must_use]
    pub fn rows(&self) -> &[Vec<Value>] {
        &self.rows
    }

    /// Turns the table into its rows.
    #[must_use]
    pub fn into_rows(self) -> Vec<Vec<Value>> {
        self.rows
    }

    /// The names of the columns.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The rows in which a column has this value.
    #[must_use]
    pub fn with(&self, column: &str, value: impl Into<Value>) -> Self {
        let (place, value) = (self.place(column), value.into());
        let kept = |row: &&Vec<Value>| place.is_some_and(|place| row.get(place) == Some(&value));
        Self { columns: self.columns.clone(), rows: self.rows.iter().filter(kept).cloned().collect() }
    }

    /// The numbers of a column, NaN where there is none.
    #[must_use]
    pub fn numbers(&self, column: &str) -> Vec<f64> {
        self.values(column)
            .map(|value| if let Value::Number(number) = value { *number } else { f64::NAN })
            .collect()
    }

    /// The distinct values of a column in the order of their first occurrence.
    #[must_use]
    pub fn different(&self, column: &str) -> Vec<Value> {
        let mut found = Vec::new();
        for value in self.values(column) {
            if !found.contains(value) {
                found.push(value.clone());
            }
        }
        found
    }

    /// A table with a row for every one of these methods that was run, and a column for every value of `across`, whose heading starts with
    /// `name`; `cell` computes the text of a method from its rows with that value.
    pub(crate) fn by_method(
        &self,
        (corner, methods): (&str, &[&str]),
        (across, name): (&str, &str),
        cell: impl Fn(&Self, &Value) -> String,
    ) -> Self {
        let values = self.different(across);
        let names = values.iter().map(|value| format!("{name} = {value}"));
        let row = |method: &str| {
            let of = self.with("method", method);
            let cells = values.iter().map(|value| cell(&of.with(across, value.clone()), value));
            core::iter::once(method.to_owned()).chain(cells).map(Value::Text).collect()
        };
        let ran = methods.iter().filter(|method| !self.with("method", **method).rows.is_empty());
        Self {
            columns: core::iter::once(corner.to_owned()).chain(names).collect(),
            rows: ran.map(|method| row(method)).collect(),
        }
    }

    /// Two columns as points; rows without a number are left out.
    #[must_use]
    pub fn points(&self, horizontal: &str, vertical: &str) -> Vec<(f64, f64)> {
        let pairs = self.numbers(horizontal).into_iter().zip(self.numbers(vertical));
        pairs.filter(|(x, y)| x.is_finite() && y.is_finite()).collect()
    }

    fn values(&self, column: &str) -> impl Iterator<Item = &Value> {
        let place = self.place(column);
        self.rows.iter().filter_map(move |row| row.get(place?))
    }

    fn place(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|name| name == column)
    }

    /// The table as CSV with a header line.
    ///
    /// # Errors
    /// `internal` where a row has a different number of cells.
    pub fn csv(&self) -> Result<String, Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let written = writer.write_record(&self.columns).and_then(|()| {
            self.rows.iter().try_for_each(|row| writer.write_record(row.iter().map(ToString::to_string)))
        });
        let bytes = written.ok().and_then(|()| writer.into_inner().ok());
        bytes
            .and_then(|bytes| String::from_utf8(bytes).ok())
            .ok_or_else(|| Error::new(Code::Internal, "rows of different lengths"))
    }

    /// The table in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let rule = line(vec!["---".to_owned(); self.columns.len()]);
        let rows = self.rows.iter().map(|row| line(row.iter().map(ToString::to_string).collect()));
        line(self.columns.clone()) + &rule + &rows.collect::<String>()
    }

    /// Reads a table from CSV.
    ///
    /// # Errors
    /// `invalid-csv` where the text is not valid CSV.
    pub fn read(text: &str) -> Result<Self, Error> {
        let refused = |cause: csv::Error| Error::new(Code::InvalidCsv, cause.to_string());
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let columns = reader.headers().map_err(refused)?.iter().map(str::to_owned).collect();
        let value = |field: &str| field.parse().map_or_else(|_| Value::from(field), Value::Number);
        let rows = reader.records().map(|record| Ok(record.map_err(refused)?.iter().map(value).collect()));
        Ok(Self { columns, rows: rows.collect::<Result<_, Error>>()? })
    }
}
