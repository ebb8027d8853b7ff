//! Prices a layout: finds its best subset sizes and favoured patterns at given prices.
//!
//! A single unit has a subset size next to D/(e^ε+1), whatever the prices. With several units, exchanging hits and misses
//! exchanges d and D − d, so d ≤ D/2 suffices; sizes are changed one entry at a time, by steps that are halved, as long
//! as that raises the worth. Cost: some dozens of searches for favoured patterns.

use alloc::vec;
use alloc::vec::Vec;

use super::column::FormColumn;
use super::hits::Hits;
use super::layout::Layout;
use super::likelier_patterns::{self, LikelierPatterns, Privacy};
use crate::exact::{floor_u128, to_f64};

/// The largest number of combinations of subset sizes that are all tried.
const MAX_LISTED: usize = 12;

/// The result of a search, from which the next one starts.
#[derive(Debug, Clone)]
pub(super) struct BestForm {
    pub(super) subset_sizes: Vec<usize>,
    pub(super) favoured: LikelierPatterns,
}

/// An upper bound on what a form of this layout is worth, since Σ μ_J² ≤ sinh²(ε/2).
pub(super) fn upper_bound(gains: &[f64], privacy: Privacy) -> f64 {
    gains.iter().copied().fold(0.0, f64::max) * privacy.most()
}

/// Finds the best form of a layout from every start; `None` where there is no set of patterns to favour.
pub(super) fn from_all_starts(layout: &Layout, gains: &[f64], privacy: Privacy) -> Option<BestForm> {
    if layout.has_one_unit() {
        let size = privacy.subset_size(layout.cells()[0]);
        return at(layout, vec![size], gains, privacy);
    }
    let starts =
        sizes_to_start(layout, privacy).into_iter().filter_map(|sizes| at(layout, sizes, gains, privacy));
    starts.map(|found| with_best_sizes(layout, found, gains, privacy)).reduce(better)
}

/// Finds the best form near one that was found at other prices.
pub(super) fn from_last(layout: &Layout, known: &BestForm, gains: &[f64], privacy: Privacy) -> BestForm {
    let found = from(layout, known.subset_sizes.clone(), &known.favoured.mu, gains, privacy);
    if layout.has_one_unit() { found } else { with_best_sizes(layout, found, gains, privacy) }
}

/// The column of a form found for the layout.
pub(super) fn column(layout: &Layout, kinds: usize, found: &BestForm, privacy: Privacy) -> FormColumn {
    let hits = Hits::new(layout, &found.subset_sizes);
    FormColumn::favouring((layout, kinds), found.subset_sizes.clone(), &hits, &found.favoured, privacy)
}

fn better(a: BestForm, b: BestForm) -> BestForm {
    if b.favoured.worth > a.favoured.worth { b } else { a }
}

fn at(layout: &Layout, subset_sizes: Vec<usize>, gains: &[f64], privacy: Privacy) -> Option<BestForm> {
    let favoured = likelier_patterns::best(&Hits::new(layout, &subset_sizes), gains, privacy)?;
    Some(BestForm { subset_sizes, favoured })
}

/// Climbs from the patterns favoured by a form with this μ.
fn from(layout: &Layout, subset_sizes: Vec<usize>, mu: &[f64], gains: &[f64], privacy: Privacy) -> BestForm {
    let weights = mu.iter().zip(gains).map(|(mu, gain)| mu * gain).collect();
    let favoured = likelier_patterns::climb(&Hits::new(layout, &subset_sizes), gains, weights, privacy);
    BestForm { subset_sizes, favoured }
}

/// The starting sizes: all of them where there are few; otherwise one cell, half of the cells, and sizes with which all units hit with
/// probability 1/(e^ε+1).
fn sizes_to_start(layout: &Layout, privacy: Privacy) -> Vec<Vec<usize>> {
    let halves = layout.cells().iter().map(|cells| (cells / 2).max(1));
    if halves.clone().fold(1, usize::saturating_mul) <= MAX_LISTED {
        return halves.fold(vec![Vec::new()], |all, most| {
            let longer = |sizes: &Vec<usize>| {
                (1..=most).map(|size| sizes.iter().copied().chain([size]).collect()).collect::<Vec<_>>()
            };
            all.iter().flat_map(longer).collect()
        });
    }
    let units: usize = layout.units().iter().map(|unit| unit.multiplicity).sum();
    let share = libm::pow(privacy.share(), 1.0 / to_f64(units as u128));
    let rounded = |cells: usize, share: f64| {
        usize::try_from(floor_u128(to_f64(cells as u128) * share + 0.5))
            .unwrap_or(1)
            .clamp(1, (cells / 2).max(1))
    };
    let of = |share: f64| layout.cells().iter().map(|&cells| rounded(cells, share)).collect::<Vec<usize>>();
    let mut starts = vec![of(0.0), of(0.5), of(share)];
    starts.dedup();
    starts
}

/// Changes subset sizes one at a time by decreasing steps, as long as that raises the worth.
fn with_best_sizes(layout: &Layout, mut best: BestForm, gains: &[f64], privacy: Privacy) -> BestForm {
    let most: Vec<usize> = layout.cells().iter().map(|cells| (cells / 2).max(1)).collect();
    let mut step = most.iter().copied().max().unwrap_or(1).div_ceil(4);
    loop {
        let mut moved = false;
        for (entry, most) in most.iter().enumerate() {
            let own = best.subset_sizes[entry];
            for size in [own.saturating_sub(step).max(1), (own + step).min(*most)] {
                if size == own {
                    continue;
                }
                let mut sizes = best.subset_sizes.clone();
                sizes[entry] = size;
                let found = from(layout, sizes, &best.favoured.mu, gains, privacy);
                if found.favoured.worth > best.favoured.worth {
                    (best, moved) = (found, true);
                    break;
                }
            }
        }
        match (moved, step) {
            (false, 1) => return best,
            (false, _) => step /= 2,
            (true, _) => {}
        }
    }
}
