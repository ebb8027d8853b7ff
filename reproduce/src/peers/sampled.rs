//! Methods that sample one question of many for each respondent.

use rand_core::Rng;

use super::oracle::{Oracle, Randomised};

/// SMP: every respondent is asked one uniformly and publicly drawn question with the whole record ε.
///
/// n times the expected squared error of a question is k times that of its oracle, because a k-th of the respondents are asked it.
#[derive(Debug, Clone, Copy)]
pub struct Sampled {
    /// The number k of questions.
    pub questions: u32,
}

impl Sampled {
    /// n times the expected squared error, summed over the categories of a question asked by `oracle`.
    #[must_use]
    pub fn squared_error(self, oracle: &impl Oracle, categories: u32) -> f64 {
        f64::from(self.questions) * oracle.squared_error(categories)
    }
}

/// RS+FD with GRR \[Arcolezi21\]: one uniformly and secretly drawn question is answered by GRR, and every other one with a uniformly
/// random category.
///
/// As published, GRR gets ε' = ln(k(e^ε − 1) + 1), because it is secret which question it answers. That holds for records that
/// differ in one question. For two records that differ in every question, the report that agrees with all of one record is e^ε' times
/// as likely from it as from the other. So for a record ε, GRR may have ε and no more.
#[derive(Debug, Clone, Copy)]
pub struct Fake {
    questions: u32,
    categories: u32,
    answered: Randomised,
}

impl Fake {
    /// The report on one question of `categories` among `questions`, at this record ε.
    #[must_use]
    pub fn new(questions: u32, categories: u32, epsilon: f64) -> Self {
        Self { questions, categories, answered: Randomised::new(categories, epsilon) }
    }

    /// The report with GRR at the published level ε'.
    #[must_use]
    pub fn amplified(questions: u32, categories: u32, epsilon: f64) -> Self {
        Self::new(questions, categories, (f64::from(questions) * epsilon.exp_m1()).ln_1p())
    }

    /// The mechanism of the one question that is answered.
    #[must_use]
    pub fn answered(&self) -> Randomised {
        self.answered
    }

    /// The probability of a category in a report, where `own` is that of the answered question and others are uniform.
    fn mixed(&self, own: f64) -> f64 {
        let k = f64::from(self.questions);
        (own + (k - 1.0) / f64::from(self.categories)) / k
    }
}

impl Oracle for Fake {
    fn supports_true(&self) -> f64 {
        self.mixed(self.answered.supports_true())
    }

    fn supports_other(&self) -> f64 {
        self.mixed(self.answered.supports_other())
    }

    fn report(&self, answer: u32, rng: &mut impl Rng, mut count: impl FnMut(u32)) {
        if rng.next_u32().is_multiple_of(self.questions) {
            self.answered.report(answer, rng, count);
        } else {
            count(rng.next_u32() % self.categories);
        }
    }
}
