//! From terms of questions and pairs to all combinations of answers, and from these back to tables. Combinations are numbered with the last
//! question fastest. Cost of both: a few passes over all combinations.

use alloc::vec;
use alloc::vec::Vec;

use super::pairs::OfPairs;

/// The sum of the terms of questions and of pairs at every combination of answers.
pub(super) fn spread(sizes: &[usize], of_questions: &[Vec<f64>], of_pairs: &OfPairs<Vec<f64>>) -> Vec<f64> {
    let mut sums = vec![0.0];
    for (last, &size) in sizes.iter().enumerate() {
        // What each answer to this question adds, for all combinations of answers to earlier questions.
        let mut added = of_questions[last].clone();
        for (first, &of_first) in sizes.iter().enumerate().take(last) {
            let mut further = Vec::with_capacity(added.len() * of_first);
            let term = of_pairs.get([first, last]);
            for row in added.chunks(size) {
                for answer in 0..of_first {
                    match term {
                        Some(term) => {
                            let of_answer = &term[answer * size..][..size];
                            further.extend(row.iter().zip(of_answer).map(|(own, other)| own + other));
                        }
                        None => further.extend(row),
                    }
                }
            }
            added = further;
        }
        let at = |(own, row): (&f64, &[f64])| row.iter().map(|added| own + added).collect::<Vec<_>>();
        sums = sums.iter().zip(added.chunks(size)).flat_map(at).collect();
    }
    sums
}

/// The tables of all questions and of all pairs, from weights of all combinations.
pub(super) fn tables(sizes: &[usize], weights: &[f64]) -> (Vec<Vec<f64>>, OfPairs<Vec<f64>>) {
    let (mut of_questions, mut of_pairs) = (Vec::new(), OfPairs::new(sizes.len()));
    let mut left = weights.to_vec();
    for (first, &size) in sizes.iter().enumerate() {
        let rest = left.len() / size;
        let mut within = left.clone();
        let mut of_rest = rest;
        for (second, &of_second) in sizes.iter().enumerate().skip(first + 1) {
            of_rest /= of_second;
            let table = within.chunks(of_rest).map(|block| block.iter().sum()).collect();
            *of_pairs.slot([first, second]) = Some(table);
            within = within.chunks(of_second * of_rest).flat_map(|block| summed(block, of_rest)).collect();
        }
        of_questions.push(within);
        left = summed(&left, rest);
    }
    (of_questions, of_pairs)
}

/// The sum of the blocks of this length.
fn summed(blocks: &[f64], length: usize) -> Vec<f64> {
    let mut sums = vec![0.0; length];
    for block in blocks.chunks(length) {
        sums.iter_mut().zip(block).for_each(|(sum, own)| *sum += own);
    }
    sums
}
