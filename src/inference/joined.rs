//! Categories that a regression joins into one: "30-44" and "45-59" as "30-44+45-59".
//!
//! The shares of joined cells are sums of the shares of a table's cells, and so are their inverse estimates: A·π̂, with the covariance
//! A·Σ·Aᵀ. Σ depends on how the shares within a joined cell are divided; for that the estimates are used, projected on the simplex.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::null_model::invalid;
use crate::count::Axes;
use crate::error::Error;
use crate::exact::{to_f64, to_index};

/// A table some of whose categories are joined.
pub(super) struct Joined {
    pub(super) names: Vec<String>,
    /// The categories of every axis; a joined one is named by all of its members.
    pub(super) categories: Vec<Vec<String>>,
    /// The joined cell of every cell of the table; `None` for those that cannot occur.
    place: Vec<Option<usize>>,
    /// The groups that the regressors form, all axes but the first, that can occur: their numbers, row-major.
    pub(super) groups: Vec<usize>,
}

impl Joined {
    /// Joins categories as written in each of `joins`: "age:30-44+45-59".
    pub(super) fn new(axes: &Axes, joins: &[String]) -> Result<Self, Error> {
        let named = |axis: usize| -> Vec<String> {
            let each = 0..to_index(axes.sizes()[axis]);
            each.map(|place| axes.categories_along([axis].into_iter(), place).concat()).collect()
        };
        let mut groups: Vec<Vec<Vec<String>>> = (0..axes.sizes().len())
            .map(|axis| named(axis).into_iter().map(|category| vec![category]).collect())
            .collect();
        for join in joins {
            let (axis, members) = members(axes.names(), &groups, join)?;
            join_within(&mut groups[axis], &members);
        }
        if let Some(axis) = groups.iter().position(|groups| groups.len() < 2) {
            return Err(invalid(format!(
                "all categories of \"{}\" are joined into one; at least two must remain",
                axes.names()[axis]
            )));
        }
        let all: Vec<Vec<String>> = (0..groups.len()).map(named).collect();
        Self::of(axes, &groups, &all)
    }

    fn of(axes: &Axes, groups: &[Vec<Vec<String>>], all: &[Vec<String>]) -> Result<Self, Error> {
        let mut place = vec![0];
        for (groups, all) in groups.iter().zip(all) {
            let group =
                |category: &String| groups.iter().position(|group| group.contains(category)).unwrap_or(0);
            let own: Vec<usize> = all.iter().map(group).collect();
            place = place
                .iter()
                .flat_map(|before| own.iter().map(move |own| before * groups.len() + own))
                .collect();
        }
        let categories: Vec<Vec<String>> =
            groups.iter().map(|groups| groups.iter().map(|group| group.join("+")).collect()).collect();
        let outcomes = categories.first().map_or(1, Vec::len);
        let can_occur = |cell: usize| axes.possible().is_none_or(|possible| possible[cell]);
        let mut occurs = vec![false; categories.iter().map(Vec::len).product()];
        place.iter().enumerate().for_each(|(cell, place)| occurs[*place] |= can_occur(cell));
        let count = occurs.len() / outcomes;
        let has_answers = |group: &usize| occurs.iter().skip(*group).step_by(count).any(|occurs| *occurs);
        let groups: Vec<usize> = (0..count).filter(has_answers).collect();
        if occurs.iter().filter(|occurs| **occurs).count() < outcomes * groups.len() {
            return Err(invalid(
                "some answers to the outcome cannot be given together with some of the regressors; leave out the regressor that decides what was asked, or join categories",
            ));
        }
        let among = |(cell, place): (usize, usize)| {
            let group = groups.iter().position(|group| *group == place % count)?;
            can_occur(cell).then_some(place / count * groups.len() + group)
        };
        let place = place.into_iter().enumerate().map(among).collect();
        Ok(Self { names: axes.names().to_vec(), categories, place, groups })
    }

    /// The number of categories along every axis.
    pub(super) fn sizes(&self) -> Vec<u32> {
        self.categories.iter().map(|own| u32::try_from(own.len()).unwrap_or(u32::MAX)).collect()
    }

    /// The number of joined cells of groups that can occur.
    pub(super) fn cells(&self) -> usize {
        self.categories[0].len() * self.groups.len()
    }

    /// Whether nothing is joined.
    pub(super) fn is_plain(&self) -> bool {
        self.cells() == self.place.len()
    }

    /// The shares A·π of the joined cells.
    pub(super) fn sum(&self, shares: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.cells()];
        let placed = self.place.iter().zip(shares).filter_map(|(place, share)| Some(((*place)?, share)));
        placed.for_each(|(place, share)| sums[place] += share);
        sums
    }

    /// The part that every cell has of its joined cell; equal parts where the joined cell is empty.
    pub(super) fn parts(&self, shares: &[f64]) -> Vec<f64> {
        let (sums, sizes) = (self.sum(shares), self.sum(&vec![1.0; shares.len()]));
        let part = |(place, share): (&Option<usize>, &f64)| match *place {
            Some(place) if sums[place] > 0.0 => share / sums[place],
            Some(place) => 1.0 / sizes[place],
            None => 0.0,
        };
        self.place.iter().zip(shares).map(part).collect()
    }

    /// The shares of all cells, from those of the joined cells and the part that each cell has of its joined cell.
    pub(super) fn spread(&self, joined: &[f64], parts: &[f64]) -> Vec<f64> {
        let share = |(place, part): (&Option<usize>, &f64)| place.map_or(0.0, |place| joined[place] * part);
        self.place.iter().zip(parts).map(share).collect()
    }

    /// The rows of A but the last, which follows from the others.
    pub(super) fn rows(&self) -> Vec<Vec<f64>> {
        let row =
            |cell: usize| self.place.iter().map(|&place| to_f64(u128::from(place == Some(cell)))).collect();
        (0..self.cells() - 1).map(row).collect()
    }
}

/// The axis that a join names, and the indices of the categories to join.
fn members(names: &[String], groups: &[Vec<Vec<String>>], join: &str) -> Result<(usize, Vec<usize>), Error> {
    let of = |axis: usize| join.strip_prefix(names[axis].as_str()).and_then(|rest| rest.strip_prefix(':'));
    let Some((axis, listed)) = (0..names.len()).find_map(|axis| of(axis).map(|listed| (axis, listed))) else {
        return Err(invalid(format!(
            "\"{join}\" names no question of the model; write QUESTION:ONE+OTHER with one of these questions: {names:?}"
        )));
    };
    let known: Vec<String> = groups[axis].iter().map(|group| group.join("+")).collect();
    match split(listed, &known) {
        Some(members) if members.len() > 1 => Ok((axis, members)),
        Some(_) => {
            Err(invalid(format!("\"{join}\" names only one category; at least two are needed to join them")))
        }
        None => Err(invalid(format!(
            "\"{join}\" must name categories of \"{}\", each once, separated by +; its categories are {known:?}",
            names[axis]
        ))),
    }
}

/// The indices of the known names in a text that lists them with + between them; a name may itself contain +.
fn split(listed: &str, known: &[String]) -> Option<Vec<usize>> {
    let mut whole = known
        .iter()
        .enumerate()
        .filter_map(|(place, name)| Some((place, listed.strip_prefix(name.as_str())?)));
    whole.find_map(|(place, rest)| {
        if rest.is_empty() {
            return Some(vec![place]);
        }
        let others = split(rest.strip_prefix('+')?, known)?;
        (!others.contains(&place)).then(|| [&[place], &others[..]].concat())
    })
}

/// Merges all members into the first of them.
fn join_within(groups: &mut Vec<Vec<String>>, members: &[usize]) {
    let first = members.iter().copied().min().unwrap_or(0);
    let joined = members.iter().flat_map(|&member| groups[member].clone()).collect();
    groups[first] = joined;
    let mut place = 0;
    groups.retain(|_| {
        place += 1;
        place - 1 == first || !members.contains(&(place - 1))
    });
}
