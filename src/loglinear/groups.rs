//! Many questions are divided into groups of few enough combinations, with every pair in one, which are fitted separately. Tables of a pair are averaged,
//! and fitted to the average margins.

use alloc::vec;
use alloc::vec::Vec;

use super::pairs::{OfPairs, Pair, all_pairs};
use super::proportional::{Margin, scale_to};
use crate::exact::size_to_f64;

/// Groups of questions with at most `most` combinations of answers each (a pair may have more), so that every pair is in one. They are filled
/// greedily: next comes the question that adds most pairs for its size.
pub(super) fn cover(sizes: &[usize], most: usize) -> Vec<Vec<usize>> {
    if sizes.len() == 1 {
        return vec![vec![0]];
    }
    let mut left = OfPairs::new(sizes.len());
    all_pairs(sizes.len()).for_each(|pair| *left.slot(pair) = Some(()));
    let mut groups = Vec::new();
    while let Some(first) = neediest(&left, sizes.len()) {
        let mut group = Vec::from(first);
        loop {
            let cells = group.iter().map(|&question| sizes[question]).product::<usize>();
            let gain = |question: usize| {
                let brings = |&other: &usize| left.get([question.min(other), question.max(other)]).is_some();
                size_to_f64(group.iter().filter(|other| brings(other)).count())
                    / libm::log(size_to_f64(sizes[question]))
            };
            let mut best: Option<(f64, usize)> = None;
            for question in (0..sizes.len()).filter(|question| !group.contains(question)) {
                let fits = cells.checked_mul(sizes[question]).is_some_and(|cells| cells <= most);
                let gain = gain(question);
                if fits && best.is_none_or(|(most, _)| gain > most) {
                    best = Some((gain, question));
                }
            }
            let Some((_, next)) = best else { break };
            group.push(next);
        }
        group.sort_unstable();
        for pair in all_pairs(group.len()) {
            *left.slot(pair.map(|place| group[place])) = None;
        }
        groups.push(group);
    }
    groups
}

/// The remaining pair whose questions are in most remaining pairs; the first of several.
fn neediest(left: &OfPairs<()>, questions: usize) -> Option<Pair> {
    let mut needs = vec![0_usize; questions];
    left.iter().flat_map(|(pair, ())| pair).for_each(|question| needs[question] += 1);
    let mut best: Option<(usize, Pair)> = None;
    for (pair, ()) in left.iter() {
        let need = needs[pair[0]] + needs[pair[1]];
        if best.is_none_or(|(most, _)| need > most) {
            best = Some((need, pair));
        }
    }
    best.map(|(_, pair)| pair)
}

/// Gives the tables of all pairs, from several groups, one margin per question: the mean over the tables that have it. Returns the margins.
pub(super) fn brought_together(sizes: &[usize], pairs: &mut OfPairs<Vec<f64>>) -> Vec<Vec<f64>> {
    let mut questions: Vec<Vec<f64>> = sizes.iter().map(|&size| vec![0.0; size]).collect();
    let share = 1.0 / size_to_f64(sizes.len() - 1);
    for ([a, b], table) in pairs.iter() {
        for (cell, own) in table.iter().enumerate() {
            questions[a][cell / sizes[b]] += share * own;
            questions[b][cell % sizes[b]] += share * own;
        }
    }
    for ([a, b], table) in pairs.iter_mut() {
        let margins = [(0, a), (1, b)].map(|(axis, question)| Margin::new(vec![axis], &questions[question]));
        scale_to(&margins, &[sizes[a], sizes[b]], table);
    }
    questions
}
