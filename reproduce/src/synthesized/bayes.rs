//! Naive Bayes: the class c with the largest P(c)·Π P(xᵢ | c), estimated with one half added to counts.

use crate::records::Population;

/// A classifier of the question `class` from all others.
pub(super) struct NaiveBayes {
    class: usize,
    /// ln P(c).
    priors: Vec<f64>,
    /// ln P(x | c), by question, class and answer.
    answers: Vec<Vec<Vec<f64>>>,
}

impl NaiveBayes {
    pub(super) fn trained(on: &Population, class: usize) -> Self {
        let classes = on.sizes()[class] as usize;
        let mut counts = vec![0.5; classes];
        let mut answers: Vec<Vec<Vec<f64>>> =
            on.sizes().iter().map(|&size| vec![vec![0.5; size as usize]; classes]).collect();
        for row in on.rows() {
            let own = row[class] as usize;
            counts[own] += 1.0;
            answers.iter_mut().zip(row).for_each(|(of, &answer)| of[own][answer as usize] += 1.0);
        }
        let logarithms = |counts: &mut Vec<f64>| {
            let total: f64 = counts.iter().sum();
            counts.iter_mut().for_each(|count| *count = (*count / total).ln());
        };
        logarithms(&mut counts);
        answers.iter_mut().flatten().for_each(logarithms);
        Self { class, priors: counts, answers }
    }

    /// The accuracy: the share of people whose class is predicted correctly.
    pub(super) fn accuracy(&self, on: &Population) -> f64 {
        let right =
            on.rows().iter().filter(|row| self.predicted_class(row) == row[self.class] as usize).count();
        right as f64 / on.rows().len() as f64
    }

    fn predicted_class(&self, row: &[u32]) -> usize {
        let score = |class: usize| {
            let others = (0..row.len()).filter(|&place| place != self.class);
            self.priors[class]
                + others.map(|place| self.answers[place][class][row[place] as usize]).sum::<f64>()
        };
        let scores = (0..self.priors.len()).map(|class| (class, score(class)));
        scores.max_by(|one, other| one.1.total_cmp(&other.1)).map_or(0, |(class, _)| class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by hand: in class 0 answers 0 (2.5/4) and 1 (1.5/4), in class 1 answer 1 (2.5/4); so 0 is classified as 0, and 1 as 1.
    #[test]
    fn classes_are_those_of_bayes_rule() {
        let rows = vec![vec![0, 0], vec![0, 0], vec![0, 1], vec![1, 1], vec![1, 1], vec![1, 0]];
        let people = Population::new("six", &["class", "x"], &[2, 2], rows).expect("records");
        let bayes = NaiveBayes::trained(&people, 0);
        assert!((bayes.answers[1][0][0] - (2.5_f64 / 4.0).ln()).abs() < 1e-12);
        assert_eq!([[0, 0], [1, 0], [0, 1], [1, 1]].map(|row| bayes.predicted_class(&row)), [0, 0, 1, 1]);
        assert!((bayes.accuracy(&people) - 4.0 / 6.0).abs() < 1e-12);
    }
}
