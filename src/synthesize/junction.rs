//! Orders tables so that the attributes that each shares with those before it are all in one of these (running intersection) \[BeeriFagin83\].
//!
//! Attributes that only one table has, and tables within others, are removed until nothing is left or nothing more can be removed: the
//! tables that remain form cycles. Those that are linked are joined into one table ([`super::fitting`]), after which no cycle is left.

use alloc::format;
use alloc::vec::Vec;

use super::clique::{Clique, joint_axes, joint_cells};
use super::fitting::fitted;
use crate::error::{Code, Error};

/// The most cells that all attributes of linked tables in cycles may have together.
const MOST_CELLS: usize = 1 << 22;

/// Returns the tables in such an order; tables in cycles are joined, and tables within another are left out.
pub(super) fn ordered(tables: Vec<Clique>) -> Result<Vec<Clique>, Error> {
    let mut tables = widest(tables);
    let mut circles = circles(&tables);
    while let Some(&first) = circles.first() {
        let linked = linked(&tables, &circles, first);
        let cells = joint_cells(&joint_axes(linked.iter().flat_map(|&place| tables[place].axes())));
        if cells.is_none_or(|cells| cells > MOST_CELLS) {
            let message = format!(
                "{} tables form cycles, so they are joined into one, which would have more than {MOST_CELLS} cells; leave some tables out, or take a tree of pairs",
                linked.len()
            );
            return Err(Error::new(Code::TooLarge, message));
        }
        let (joined, others): (Vec<_>, Vec<_>) =
            tables.into_iter().enumerate().partition(|(place, _)| linked.contains(place));
        let joined: Vec<Clique> = joined.into_iter().map(|(_, table)| table).collect();
        tables = others.into_iter().map(|(_, table)| table).collect();
        tables.push(fitted(&joined));
        tables = widest(tables);
        circles = self::circles(&tables);
    }
    Ok(running(tables))
}

/// Keeps the tables whose attributes are not all in another one.
fn widest(mut tables: Vec<Clique>) -> Vec<Clique> {
    tables.sort_by_key(|table| core::cmp::Reverse(table.attributes.len()));
    let mut kept: Vec<Clique> = Vec::new();
    for table in tables {
        if !kept.iter().any(|wider| table.within(&wider.attributes)) {
            kept.push(table);
        }
    }
    kept
}

/// The positions of the tables in cycles: those that are left when nothing more can be removed.
fn circles(tables: &[Clique]) -> Vec<usize> {
    let mut left: Vec<(usize, Vec<usize>)> =
        tables.iter().enumerate().map(|(place, table)| (place, table.attributes.clone())).collect();
    loop {
        let before: usize = left.iter().map(|(_, attributes)| 1 + attributes.len()).sum();
        let held: Vec<usize> = left.iter().flat_map(|(_, attributes)| attributes.clone()).collect();
        let times = |attribute: &usize| held.iter().filter(|own| *own == attribute).count();
        left.iter_mut().for_each(|(_, attributes)| attributes.retain(|attribute| times(attribute) > 1));
        let mut kept: Vec<(usize, Vec<usize>)> = Vec::new();
        left.sort_by_key(|(_, attributes)| core::cmp::Reverse(attributes.len()));
        for (place, attributes) in left {
            let within = |wider: &(usize, Vec<usize>)| attributes.iter().all(|own| wider.1.contains(own));
            if !attributes.is_empty() && !kept.iter().any(within) {
                kept.push((place, attributes));
            }
        }
        left = kept;
        if left.iter().map(|(_, attributes)| 1 + attributes.len()).sum::<usize>() == before || left.is_empty()
        {
            return left.into_iter().map(|(place, _)| place).collect();
        }
    }
}

/// The positions among `places` of the tables that share attributes with the first, directly or through others.
fn linked(tables: &[Clique], places: &[usize], first: usize) -> Vec<usize> {
    let mut linked = Vec::from([first]);
    let mut next = 0;
    while next < linked.len() {
        let own = &tables[linked[next]].attributes;
        for place in places {
            let shares = tables[*place].attributes.iter().any(|attribute| own.contains(attribute));
            if shares && !linked.contains(place) {
                linked.push(*place);
            }
        }
        next += 1;
    }
    linked
}

/// Orders tables without cycles so that what each shares with those before it is in one of them: the table that shares most comes next.
fn running(mut tables: Vec<Clique>) -> Vec<Clique> {
    let mut ordered: Vec<Clique> = Vec::new();
    while !tables.is_empty() {
        let shared = |table: &Clique| {
            let met = |attribute: &&usize| ordered.iter().any(|before| before.attributes.contains(attribute));
            table.attributes.iter().filter(met).count()
        };
        let most = (0..tables.len()).max_by_key(|&place| (shared(&tables[place]), core::cmp::Reverse(place)));
        ordered.push(tables.remove(most.unwrap_or(0)));
    }
    ordered
}
