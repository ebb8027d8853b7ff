//! Draws labelled reports at given true shares; every label keeps its number of reports [Mathematics, §10].
//!
//! If every unit names one cell, the counts of a view are a multinomial sample of the expected shares. Otherwise each report is drawn by
//! itself: a true cell, the units that hit, and the subset of each unit. The table tells N of the D cells of a unit apart, each standing
//! for D/N of them; which of these is the true one makes no difference.
//!
//! Cost: O(N) for a view whose units name one cell, otherwise O(d) for every report.

use alloc::vec;
use alloc::vec::Vec;

use super::combined::{Combined, WeighedView};
use super::shown::Shown;
use crate::estimate::observed::operator::walk::marginal;
use crate::estimate::observed::simulation::most_added;
use crate::exact::{floor_u128, to_f64, to_index};
use crate::numeric::random::Generator;
use crate::numeric::vectors::dot;

/// How many reports are drawn to stand for all of a view whose units name several cells.
const SAMPLED: u32 = 400;

impl Combined {
    /// λ of a survey drawn at these true shares.
    pub(crate) fn drawn(&self, truth: &[f64], generator: &mut Generator) -> Vec<f64> {
        self.shares_of(|view| {
            let own = marginal(truth, self.sizes(), &view.axes);
            view.drawn(&own, generator)
        })
    }

    /// λ after the answers to one of two questions were permuted within every view; `None` if a view takes the two together, or a report
    /// names several cells.
    pub(crate) fn permuted(&self, generator: &mut Generator) -> Option<Vec<f64>> {
        // Two questions in one unit are perturbed together: a cell is true or not for both.
        let apart = |view: &Shown| view.apart && view.units.len() == view.axes.len();
        let possible = self
            .views_with_reports()
            .all(|view| view.axes.len() < 2 || apart(view) && view.names_single_cells());
        possible.then(|| self.shares_of(|view| view.permuted(generator)))
    }

    /// λ of either survey after the reports of every view were dealt out to both at random; `None` if a report names several cells.
    pub(crate) fn exchanged(&self, other: &Self, generator: &mut Generator) -> Option<[Vec<f64>; 2]> {
        let possible =
            self.views_with_reports().chain(other.views_with_reports()).all(Shown::names_single_cells);
        let mut dealt: Vec<(usize, Vec<f64>)> = Vec::new();
        let own = possible.then(|| {
            self.shares_of(|view| {
                let Some(beside) = other.views_with_reports().find(|beside| beside.place == view.place)
                else {
                    return view.shares.clone();
                };
                let both = [view, beside].map(|view| (view.reports, &view.shares[..]));
                let [own, theirs] = generator.exchanged(both);
                dealt.push((view.place, theirs));
                own
            })
        })?;
        let theirs = |view: &Shown| {
            let place = dealt.iter().position(|(place, _)| *place == view.place);
            place.map_or_else(|| view.shares.clone(), |place| dealt.swap_remove(place).1)
        };
        Some([own, other.shares_of(theirs)])
    }

    /// The largest part of `more` that can be added to these true shares so that no report of any view is expected less often than never.
    pub(crate) fn most_of(&self, more: &[f64], truth: &[f64]) -> f64 {
        let of_view = |view: &Shown| {
            let [more, truth] = [more, truth].map(|shares| {
                let own = marginal(shares, self.sizes(), &view.axes);
                if view.names_single_cells() { view.expected(&own) } else { own }
            });
            most_added(&more, &truth)
        };
        self.views_with_reports().map(of_view).fold(1.0, f64::min)
    }

    /// For every kind of report, or for a sample that stands for all: how many are expected where λ is `expected`, and what one adds to n
    /// times these sums of cells.
    pub(crate) fn contributions(
        &self,
        expected: &[f64],
        scores: &[Vec<f64>],
        generator: &mut Generator,
    ) -> Vec<(f64, Vec<f64>)> {
        let mut all = Vec::new();
        for view in self.weighed() {
            let truth = self.truth_in(view, expected);
            let own: Vec<Vec<f64>> = scores.iter().map(|row| self.centred(view, row, &truth)).collect();
            for (number, held) in view.shown.kinds(&truth, generator) {
                let each = 1.0 / to_f64(held.len() as u128);
                let mean = |row: &Vec<f64>| held.iter().map(|&cell| row[cell] * each).sum();
                all.push((number, own.iter().map(mean).collect()));
            }
        }
        all
    }

    /// The counts of all views.
    pub(crate) fn counts(&self) -> impl Iterator<Item = f64> {
        self.views_with_reports()
            .flat_map(|view| view.shares.iter().map(|share| share * view.reports * view.cells_per_report()))
    }

    /// The number of cells of all views.
    pub(crate) fn cells_of_views(&self) -> f64 {
        self.views_with_reports().map(|view| to_f64(view.shares.len() as u128)).sum()
    }

    /// How many cells are named by all those reports that are drawn one by one.
    pub(crate) fn cells_named(&self) -> f64 {
        let singly = self.views_with_reports().filter(|view| !view.names_single_cells());
        singly.map(|view| view.reports * view.cells_per_report()).sum()
    }

    /// What a report adds to a sum of cells, less the mean, by the cell of its view.
    fn centred(&self, view: &WeighedView, scores: &[f64], truth: &[f64]) -> Vec<f64> {
        let mut own = self.scores_in(view, scores);
        let mean = dot(&view.shown.expected(truth), &own);
        own.iter_mut().for_each(|score| *score -= mean);
        own
    }
}

impl Shown {
    /// How many cells a report names.
    fn cells_per_report(&self) -> f64 {
        self.units.iter().map(|(shape, _)| f64::from(shape.subset)).product()
    }

    /// The mean shares of as many reports, drawn at these true shares.
    fn drawn(&self, truth: &[f64], generator: &mut Generator) -> Vec<f64> {
        let mut sums = if self.names_single_cells() {
            generator.multinomial(self.reports, &self.expected(truth))
        } else {
            let mut sums = vec![0.0; self.shares.len()];
            self.each_drawn(truth, self.reports, generator, &mut |held| {
                let each = 1.0 / to_f64(held.len() as u128);
                held.iter().for_each(|&cell| sums[cell] += each);
            });
            sums
        };
        sums.iter_mut().for_each(|sum| *sum /= self.reports);
        sums
    }

    /// Permutes the cells of the second unit among the reports, which name one cell of each unit.
    fn permuted(&self, generator: &mut Generator) -> Vec<f64> {
        let &[_, columns] = &self.sizes[..] else { return self.shares.clone() };
        generator.dealt_shares(self.reports, &self.shares, to_index(columns))
    }

    /// The kinds of reports: how many are expected at these true shares, and the cells that one of them holds.
    fn kinds(&self, truth: &[f64], generator: &mut Generator) -> Vec<(f64, Vec<usize>)> {
        if self.names_single_cells() {
            let expected = self.expected(truth).into_iter().enumerate();
            return expected.map(|(cell, share)| (self.reports * share, vec![cell])).collect();
        }
        let (mut kinds, sampled) = (Vec::new(), f64::from(SAMPLED));
        let number = self.reports / sampled;
        self.each_drawn(truth, sampled, generator, &mut |held| kinds.push((number, held.to_vec())));
        kinds
    }

    /// Draws this many reports and passes on the cells that each holds, every cell as often as it is held.
    pub(super) fn each_drawn(
        &self,
        truth: &[f64],
        reports: f64,
        generator: &mut Generator,
        take: &mut dyn FnMut(&[usize]),
    ) {
        let mut units: Vec<Offsets> = self
            .cells_of_units()
            .map(|(shape, cells)| Offsets::new(shape.cells, shape.subset, cells))
            .collect();
        let mut held = Vec::new();
        for (cell, people) in generator.multinomial(reports, truth).into_iter().enumerate() {
            for (hitting, people) in generator.multinomial(people, &self.hits).into_iter().enumerate() {
                for _ in 0..floor_u128(people) {
                    held.clear();
                    held.push(0);
                    let mut inner = self.shares.len();
                    for (place, unit) in units.iter_mut().enumerate() {
                        inner /= unit.cells;
                        unit.append(
                            cell / inner % unit.cells,
                            hitting >> place & 1 == 1,
                            generator,
                            &mut held,
                        );
                    }
                    take(&held);
                }
            }
        }
    }
}

/// The cells of a unit, each as its offset from the true one, in some order.
struct Offsets {
    others: Vec<usize>,
    named: usize,
    /// The number of cells that the table tells apart, and how many of the unit's cells each stands for.
    cells: usize,
    within: usize,
}

impl Offsets {
    fn new(all: u32, named: u32, cells: usize) -> Self {
        let (all, named) = (to_index(all), to_index(named));
        Self { others: (1..all).collect(), named, cells, within: all / cells }
    }

    /// Draws a subset, and combines every cell of the units before with every cell of the subset.
    fn append(&mut self, truth: usize, hits: bool, generator: &mut Generator, held: &mut Vec<usize>) {
        let drawn = self.named - usize::from(hits);
        for place in 0..drawn {
            let from = place + generator.below(self.others.len() - place);
            self.others.swap(place, from);
        }
        let (all, cells) = (self.others.len() + 1, self.cells);
        let cell = |offset: &usize| (truth * self.within + offset) % all / self.within;
        let named: Vec<usize> = self.others[..drawn].iter().map(cell).chain(hits.then_some(truth)).collect();
        let joined =
            held.iter().flat_map(|before| named.iter().map(move |own| before * cells + own)).collect();
        *held = joined;
    }
}
