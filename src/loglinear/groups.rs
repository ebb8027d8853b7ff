//! Many questions: groups of few enough combinations, so that every pair that reports show is in one, are fitted by themselves. Tables of a
//! pair are averaged, and fitted to the average margins.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;

use super::components::Pair;
use super::proportional::{Margin, scale_to};
use crate::exact::size_to_f64;

/// Groups of questions with at most `most` combinations of answers each (a pair may have more), so that each of `pairs` and every question is
/// in one; greedily the question next that brings most pairs for its size.
pub(super) fn cover(sizes: &[usize], pairs: impl Iterator<Item = Pair>, most: usize) -> Vec<Vec<usize>> {
    let mut left: BTreeSet<Pair> = pairs.collect();
    let mut groups = Vec::new();
    while let Some(first) = neediest(&left, sizes.len()) {
        let mut group = Vec::from(first);
        loop {
            let cells = group.iter().map(|&question| sizes[question]).product::<usize>();
            let gain = |question: usize| {
                let brings = |&other: &usize| left.contains(&[question.min(other), question.max(other)]);
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
        left.retain(|pair| !pair.iter().all(|question| group.contains(question)));
        groups.push(group);
    }
    let alone: Vec<usize> =
        (0..sizes.len()).filter(|question| !groups.iter().any(|group| group.contains(question))).collect();
    groups.extend(alone.into_iter().map(|question| vec![question]));
    groups
}

/// The pair left whose questions are in most pairs left; the first of several.
fn neediest(left: &BTreeSet<Pair>, questions: usize) -> Option<Pair> {
    let mut needs = vec![0_usize; questions];
    left.iter().flatten().for_each(|&question| needs[question] += 1);
    let mut best: Option<(usize, Pair)> = None;
    for &pair in left {
        let need = needs[pair[0]] + needs[pair[1]];
        if best.is_none_or(|(most, _)| need > most) {
            best = Some((need, pair));
        }
    }
    best.map(|(_, pair)| pair)
}

/// Brings the tables of several groups to one margin a question: the mean over the tables that show it, where any does.
pub(super) fn bring_together(
    sizes: &[usize],
    questions: &mut [Vec<f64>],
    pairs: &mut BTreeMap<Pair, Vec<f64>>,
) {
    let mut shown = vec![0_usize; sizes.len()];
    pairs.keys().flatten().for_each(|&question| shown[question] += 1);
    for (margin, _) in questions.iter_mut().zip(&shown).filter(|(_, shown)| **shown > 0) {
        margin.fill(0.0);
    }
    for (&[a, b], table) in &*pairs {
        let [of_a, of_b] = [a, b].map(|question| 1.0 / size_to_f64(shown[question]));
        for (cell, own) in table.iter().enumerate() {
            questions[a][cell / sizes[b]] += of_a * own;
            questions[b][cell % sizes[b]] += of_b * own;
        }
    }
    for (&[a, b], table) in pairs {
        let margins = [(0, a), (1, b)].map(|(axis, question)| Margin::new(vec![axis], &questions[question]));
        scale_to(&margins, &[sizes[a], sizes[b]], table);
    }
}
