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
        for (sum, row) in sums.iter().zip(added.chunks_mut(size)) {
            row.iter_mut().for_each(|added| *added += sum);
        }
        sums = added;
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
            let mut fewer = Vec::with_capacity(size * of_rest);
            for block in within.chunks(of_second * of_rest) {
                add_sums(&mut fewer, block, of_rest);
            }
            within = fewer;
        }
        of_questions.push(within);
        let mut fewer = Vec::with_capacity(rest);
        add_sums(&mut fewer, &left, rest);
        left = fewer;
    }
    (of_questions, of_pairs)
}

/// Appends the sum of the blocks of this length.
fn add_sums(sums: &mut Vec<f64>, blocks: &[f64], length: usize) {
    let start = sums.len();
    sums.resize(start + length, 0.0);
    for block in blocks.chunks(length) {
        sums[start..].iter_mut().zip(block).for_each(|(sum, own)| *sum += own);
    }
}
