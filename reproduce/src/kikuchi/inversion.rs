//! The time of an inversion by four methods: figure 8, Table II.

use std::time::Instant;

use candor::count::Table as Counted;
use candor::design::{Levels, Method, Request};
use candor::estimate::{Options, estimate};
use candor::law::Law;
use candor::schema::{Attribute, Category, Schema};
use candor::{Code, Error};
use nalgebra::{DMatrix, DVector};

use crate::axis::Axis;
use crate::draws::{stream, whole};
use crate::experiment::{Experiment, Finding, Part};
use crate::picture::{Mark, Panel, Picture, Series};
use crate::table::{Table, Value};

const NAIVE: &str = "naïve";
const REDUCED: &str = "reduced";
const CASTELL: &str = "castell";
const CANDOR: &str = "Candor";
const METHODS: [&str; 4] = [NAIVE, REDUCED, CASTELL, CANDOR];
/// The number of categories of each question.
const SIZE: u32 = 3;
/// The probability that an answer is kept.
const KEPT: f64 = 0.5;

/// The experiment, by w.
pub(crate) const INVERSION: Experiment = Experiment {
    name: "inversion",
    title: "The time of an inversion",
    source: "[Kikuchi, Figure 8 and Table II]",
    method: "The table of w questions of three answers, each kept with probability 1/2, is inverted from the same counts in four ways: *naïve* inverts \
             the matrix of 3^w rows; *reduced* multiplies by the Kronecker product of the inverses of the questions' matrices; *castell* applies these \
             one axis after the other; *Candor* is `estimate`, which goes axis by axis in another basis and adds a standard error to every cell. Times \
             are medians of 100 repetitions, as published, w from 2 to 6 (5 repetitions, w up to 5 in a quick run).",
    remarks: "The seconds depend on the machine: compare columns with each other, not with papers. The published measurements are in R, whose naïve \
              inversion is the same LAPACK-like elimination. At w = 6 the published castell takes 0.007 s.",
    columns: &[
        ("questions", "w"),
        ("method", "way of inverting"),
        ("seconds", "median wall time"),
        ("difference", "the largest difference of a cell from castell's"),
    ],
    parts: |scale, _| {
        let part = |w: u32| {
            let name = format!("{w}-questions");
            Part::new(name.clone(), move || rows(w, &name, scale.either(5, 100)))
        };
        (2..=scale.either(5, 6)).map(part).collect()
    },
    findings,
    pictures,
};

fn rows(w: u32, name: &str, repetitions: u32) -> Result<Vec<Vec<Value>>, Error> {
    let mut rng = stream("inversion", name);
    let counts: Vec<u64> = (0..SIZE.pow(w)).map(|_| u64::from(whole(1, 100, &mut rng))).collect();
    let n = counts.iter().sum::<u64>() as f64;
    let shares: Vec<f64> = counts.iter().map(|&count| count as f64 / n).collect();
    let one = axis();
    let survey = Survey::new(w)?;
    let mut seen = Vec::new();
    for method in METHODS {
        let mut seconds = Vec::new();
        let mut found = Vec::new();
        for _ in 0..repetitions {
            let start = Instant::now();
            found = match method {
                NAIVE => naive(&one, w, &shares)?,
                REDUCED => reduced(&one, w, &shares)?,
                CASTELL => castell(&one, w, &shares)?,
                _ => survey.estimated(counts.clone())?,
            };
            seconds.push(start.elapsed().as_secs_f64());
        }
        seconds.sort_unstable_by(f64::total_cmp);
        seen.push((method, seconds[seconds.len() / 2], found));
    }
    let row = |(method, seconds, found): &(&str, f64, Vec<f64>)| {
        let differences = found.iter().zip(&seen[2].2).map(|(one, other)| (one - other).abs());
        vec![w.into(), (*method).into(), (*seconds).into(), differences.fold(0.0, f64::max).into()]
    };
    Ok(seen.iter().map(row).collect())
}

/// The perturbation matrix of one question.
fn axis() -> DMatrix<f64> {
    let moved = (1.0 - KEPT) / f64::from(SIZE - 1);
    DMatrix::from_fn(SIZE as usize, SIZE as usize, |i, j| if i == j { KEPT } else { moved })
}

fn inverted(matrix: DMatrix<f64>) -> Result<DMatrix<f64>, Error> {
    matrix.try_inverse().ok_or_else(|| Error::new(Code::Internal, "a singular randomization matrix"))
}

fn kronecker(one: &DMatrix<f64>, w: u32) -> DMatrix<f64> {
    (1..w).fold(one.clone(), |product, _| product.kronecker(one))
}

fn naive(one: &DMatrix<f64>, w: u32, shares: &[f64]) -> Result<Vec<f64>, Error> {
    Ok((inverted(kronecker(one, w))? * DVector::from_column_slice(shares)).as_slice().to_vec())
}

fn reduced(one: &DMatrix<f64>, w: u32, shares: &[f64]) -> Result<Vec<f64>, Error> {
    Ok((kronecker(&inverted(one.clone())?, w) * DVector::from_column_slice(shares)).as_slice().to_vec())
}

/// \[Kikuchi, Algorithm 3\]: the table, as columns of one question's answers, is inverted and transposed once for every question, which
/// restores its order.
fn castell(one: &DMatrix<f64>, w: u32, shares: &[f64]) -> Result<Vec<f64>, Error> {
    let rows = SIZE as usize;
    let columns = shares.len() / rows;
    let mut table = shares.to_vec();
    for _ in 0..w {
        let inverse = inverted(one.clone())?;
        table = (inverse * DMatrix::from_column_slice(rows, columns, &table)).transpose().as_slice().to_vec();
    }
    Ok(table)
}

struct Survey {
    schema: Schema,
    law: Law,
    all: Vec<usize>,
}

impl Survey {
    fn new(w: u32) -> Result<Self, Error> {
        let answers = || (0..SIZE).map(|answer| Category::new(&answer.to_string(), None)).collect();
        let attribute = |number: u32| Attribute::new(&format!("q{number}"), None, answers(), false);
        let schema = Schema::new((0..w).map(attribute).collect::<Result<_, _>>()?)?;
        // The ε at which an answer is kept with this probability.
        let level = (KEPT * f64::from(SIZE - 1) / (1.0 - KEPT)).ln();
        let levels = Levels::new(vec![SIZE; w as usize], vec![level; w as usize])?;
        let law = Request::levels(&levels).method(Method::Independent).design()?.law().clone();
        Ok(Self { schema, law, all: (0..w as usize).collect() })
    }

    fn estimated(&self, counts: Vec<u64>) -> Result<Vec<f64>, Error> {
        let table = Counted::from_counts(&self.schema, &self.all, counts)?;
        Ok(estimate(&self.law, table, &Options::default())?.shares().to_vec())
    }
}

fn seconds(table: &Table, w: &Value, method: &str) -> f64 {
    let of = table.with("questions", w.clone()).with("method", method);
    of.numbers("seconds").first().copied().unwrap_or(f64::NAN)
}

fn findings(table: &Table) -> Vec<Finding> {
    let difference = table.numbers("difference").into_iter().fold(0.0, f64::max);
    let mut findings = vec![Finding::claimed(
        format!("All four ways give the same numbers; they differ by at most {difference:.1e}."),
        difference < 1e-9,
    )];
    let told = |w: &Value| {
        let own = seconds(table, w, CASTELL);
        let ratios =
            [NAIVE, REDUCED, CANDOR].map(|method| format!("{method} {:.2}", seconds(table, w, method) / own));
        Finding::statement(format!(
            "{w} questions: castell takes {:.3} ms; of this, {}.",
            1e3 * own,
            ratios.join(", ")
        ))
    };
    findings.extend(table.different("questions").iter().map(told));
    findings
}

fn pictures(table: &Table) -> Vec<Picture> {
    let line = |method: &str| Series {
        label: method.to_owned(),
        mark: Mark::Line,
        points: table.with("method", method).points("questions", "seconds"),
    };
    vec![Picture {
        name: "inversion".to_owned(),
        title: "Seconds for the table of w questions of three answers (figure 8)".to_owned(),
        description: "Median time of an inversion by the number of questions, for four ways".to_owned(),
        horizontal: Axis::linear("questions, w"),
        vertical: Axis::logarithmic("seconds"),
        panels: vec![Panel { title: String::new(), series: METHODS.map(line).into() }],
    }]
}
