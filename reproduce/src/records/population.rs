//! True records, and the exact shares of their tables.

use candor::schema::{Attribute, Category, Schema};
use candor::{Code, Error};

use crate::draws::shuffle;
use rand_core::Rng;

/// People with their true answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Population {
    name: String,
    questions: Vec<String>,
    sizes: Vec<u32>,
    rows: Vec<Vec<u32>>,
}

impl Population {
    /// People with rows of category numbers for named questions of these sizes.
    ///
    /// # Errors
    /// `category-out-of-range` where a row does not fit.
    pub fn new(name: &str, questions: &[&str], sizes: &[u32], rows: Vec<Vec<u32>>) -> Result<Self, Error> {
        let fits = |row: &Vec<u32>| row.len() == sizes.len() && row.iter().zip(sizes).all(|(own, a)| own < a);
        if questions.len() != sizes.len() || !rows.iter().all(fits) {
            let message = format!("a record of {name} has no {} answers of sizes {sizes:?}", sizes.len());
            return Err(Error::new(Code::CategoryOutOfRange, message));
        }
        let questions = questions.iter().map(|&question| question.to_owned()).collect();
        Ok(Self { name: name.to_owned(), questions, sizes: sizes.to_vec(), rows })
    }

    /// The name of the population.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of categories of each question.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// The records.
    #[must_use]
    pub fn rows(&self) -> &[Vec<u32>] {
        &self.rows
    }

    /// The names of a table's questions, joined by +.
    #[must_use]
    pub fn joined_names(&self, table: &[usize]) -> String {
        let names: Vec<&str> = table.iter().map(|&place| self.questions[place].as_str()).collect();
        names.join("+")
    }

    /// The shares of a table, row-major, last question fastest.
    #[must_use]
    pub fn shares(&self, table: &[usize]) -> Vec<f64> {
        let mut shares = vec![0.0; cells(&self.sizes, table)];
        for row in &self.rows {
            shares[cell(&self.sizes, table, row)] += 1.0;
        }
        let n = self.rows.len() as f64;
        shares.iter_mut().for_each(|share| *share /= n);
        shares
    }

    /// A schema of the questions, with categories named by their numbers.
    ///
    /// # Errors
    /// Those of [`Schema::new`].
    pub fn schema(&self) -> Result<Schema, Error> {
        let attribute = |(name, &size): (&String, &u32)| {
            let answers = (0..size).map(|answer| Category::new(&answer.to_string(), None)).collect();
            Attribute::new(name, None, answers, false)
        };
        Schema::new(self.questions.iter().zip(&self.sizes).map(attribute).collect::<Result<_, _>>()?)
    }

    /// The same people with only the first `questions` questions.
    #[must_use]
    pub fn first(&self, questions: usize) -> Self {
        self.only(&(0..questions.min(self.sizes.len())).collect::<Vec<_>>())
    }

    /// The same people with only these questions.
    pub(crate) fn only(&self, questions: &[usize]) -> Self {
        Self {
            name: self.name.clone(),
            questions: questions.iter().map(|&place| self.questions[place].clone()).collect(),
            sizes: questions.iter().map(|&place| self.sizes[place]).collect(),
            rows: self.rows.iter().map(|row| questions.iter().map(|&place| row[place]).collect()).collect(),
        }
    }

    /// The same people under another name.
    #[must_use]
    pub(crate) fn named(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// The first `at` people, and the others.
    #[must_use]
    pub fn split(&self, at: usize) -> (Self, Self) {
        let (first, others) = self.rows.split_at(at.min(self.rows.len()));
        (Self { rows: first.to_vec(), ..self.clone() }, Self { rows: others.to_vec(), ..self.clone() })
    }

    /// A population with the same questions and other records.
    ///
    /// # Errors
    /// `category-out-of-range`.
    pub fn with(&self, rows: Vec<Vec<u32>>) -> Result<Self, Error> {
        let questions: Vec<&str> = self.questions.iter().map(String::as_str).collect();
        Self::new(&self.name, &questions, &self.sizes, rows)
    }

    /// A sample of `n` people without replacement; all people where there are no more.
    #[must_use]
    pub fn sample(&self, n: usize, rng: &mut impl Rng) -> Self {
        let mut rows = self.rows.clone();
        shuffle(&mut rows, rng);
        rows.truncate(n);
        Self { rows, ..self.clone() }
    }
}

/// All sets of `w` of the questions.
pub(crate) fn sets(questions: usize, w: u32) -> Vec<Vec<usize>> {
    let sets = (0..1_u32 << questions).filter(|set| set.count_ones() == w);
    sets.map(|set| (0..questions).filter(|i| set >> i & 1 == 1).collect()).collect()
}

/// The number of cells of a table.
pub(crate) fn cells(sizes: &[u32], table: &[usize]) -> usize {
    table.iter().map(|&place| sizes[place] as usize).product()
}

/// The cell of a table that a record is in.
pub(crate) fn cell(sizes: &[u32], table: &[usize], row: &[u32]) -> usize {
    table.iter().fold(0, |cell, &place| cell * sizes[place] as usize + row[place] as usize)
}

/// The counts of a table, from those of the table of all questions.
pub(crate) fn cell_counts(sizes: &[u32], whole: &[u64], table: &[usize]) -> Vec<u64> {
    let mut counts = vec![0; cells(sizes, table)];
    let mut row = vec![0; sizes.len()];
    for &count in whole {
        counts[cell(sizes, table, &row)] += count;
        next(&mut row, sizes);
    }
    counts
}

/// Advances to the next record in order, the last question fastest.
pub(crate) fn next(row: &mut [u32], sizes: &[u32]) {
    for (answer, &size) in row.iter_mut().zip(sizes).rev() {
        *answer += 1;
        if *answer < size {
            return;
        }
        *answer = 0;
    }
}
