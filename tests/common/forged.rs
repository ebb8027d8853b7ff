//! Attacks on labelled surveys: forgers who choose labels and subsets to move one cell of a table as far as they can.

use candor::count::Table;
use candor::estimate::{Estimation, Misfit, Options, estimate};
use candor::law::Law;
use candor::perturb::perturb;
use candor::schema::{Record, Schema};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// A survey, honestly answered, and the cell that forgers want to move.
pub struct Survey<'l> {
    pub law: &'l Law,
    pub schema: &'l Schema,
    pub records: &'l [Vec<u32>],
    /// The attributes of the cell, and its categories.
    pub cell: (Vec<usize>, Vec<u32>),
    /// The report of every honest respondent.
    pub reports: Vec<Vec<u32>>,
    /// For every label, its probability.
    pub chances: Vec<f64>,
    /// For every label, the report that moves the cell farthest, and by how much if 1 % more send it.
    pub best: Vec<(Vec<u32>, f64)>,
}

/// What forgers send.
#[derive(Debug, Clone, Copy)]
pub enum Attack {
    /// They follow the protocol, with the cell's categories for answers.
    Lies,
    /// They draw so many reports to such answers, and send the one that moves the cell farthest.
    BestOf(u32),
    /// The best report of the most influential label.
    OneLabel,
    /// The best report of labels that are drawn with a preference: 0 is none, and much is for the most influential label. A part of the
    /// forgers only lies.
    Preferring { preference: f64, lying: f64 },
}

impl<'l> Survey<'l> {
    pub fn new(
        (law, schema): (&'l Law, &'l Schema),
        records: &'l [Vec<u32>],
        cell: (Vec<usize>, Vec<u32>),
        seed: u64,
    ) -> Self {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let report = |record: &Vec<u32>| perturb(law, Record::new(schema, record.clone()).unwrap(), &mut rng);
        let reports: Vec<Vec<u32>> = records.iter().map(report).collect();
        let mut survey =
            Self { law, schema, records, cell, reports, chances: chances(law), best: Vec::new() };
        let honest = survey.table(&survey.cell.0, survey.reports.iter());
        let before = survey.share(honest.clone(), &Options::default());
        let moved = |report: &Vec<u32>| {
            let more = survey.table(&survey.cell.0, core::iter::repeat_n(report, records.len() / 100));
            let mut both = honest.clone();
            both.merge(&more).unwrap();
            survey.share(both, &Options::default()) - before
        };
        let best = |label: u32| {
            let reports = [true, false].map(|alike| survey.named(label, alike));
            let moved = reports.map(|report| (moved(&report), report));
            let [(one, first), (other, second)] = moved;
            if one >= other { (first, one) } else { (second, other) }
        };
        survey.best = (0..law.labels()).map(best).collect();
        survey
    }

    /// The table of some reports.
    pub fn table<'r>(&self, attributes: &[usize], reports: impl Iterator<Item = &'r Vec<u32>>) -> Table {
        let mut table = Table::new((self.schema, self.law), attributes).unwrap();
        reports.for_each(|report| table.add_perturbed(report).unwrap());
        table
    }

    /// The estimated share of the cell.
    pub fn share(&self, table: Table, options: &Options) -> f64 {
        let size = |attribute: &usize| self.law.sizes()[*attribute] as usize;
        let cell = self.cell.0.iter().zip(&self.cell.1);
        let cell = cell.fold(0, |cell, (attribute, category)| cell * size(attribute) + *category as usize);
        estimate(self.law, table, options).unwrap().shares()[cell]
    }

    /// The reports if this part of the respondents, the first of them, are forgers.
    pub fn attacked(&self, attack: Attack, part: f64, seed: u64) -> Vec<Vec<u32>> {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a small number of people"
        )]
        let forgers = (self.reports.len() as f64 * part).round() as usize;
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let mut reports = self.reports.clone();
        let preferred = match attack {
            Attack::Preferring { preference, .. } => self.preferred(preference),
            Attack::OneLabel => self.preferred(f64::INFINITY),
            _ => self.chances.clone(),
        };
        for (person, report) in reports.iter_mut().take(forgers).enumerate() {
            // Forgers spread labels evenly instead of drawing them.
            let place = (person as f64 + 0.5) / forgers as f64;
            *report = match attack {
                Attack::Lies => self.lie(person, &mut rng),
                Attack::BestOf(draws) => {
                    let drawn = (0..draws).map(|_| self.lie(person, &mut rng));
                    drawn.max_by(|one, other| self.pull(one).total_cmp(&self.pull(other))).unwrap()
                }
                Attack::Preferring { lying, .. } if unit(&mut rng) < lying => self.lie(person, &mut rng),
                Attack::OneLabel | Attack::Preferring { .. } => self.best[at(&preferred, place)].0.clone(),
            };
        }
        reports
    }

    /// The first misfit of the tables that people read: of every question and of all pairs.
    pub fn accused(&self, reports: &[Vec<u32>]) -> Option<Misfit> {
        let k = self.law.sizes().len();
        let pairs = (0..k).flat_map(|one| (one + 1..k).map(move |other| vec![one, other]));
        let own = self.cell.0.clone();
        let tables = [own].into_iter().chain((0..k).map(|one| vec![one])).chain(pairs);
        tables.filter_map(|table| self.misfit(&table, reports)).next()
    }

    /// The misfit of one table.
    pub fn misfit(&self, attributes: &[usize], reports: &[Vec<u32>]) -> Option<Misfit> {
        let table = self.table(attributes, reports.iter());
        Estimation::new(self.law, table, &Options::default()).unwrap().misfit()
    }

    /// A bound on the probability of labels so far from those of the law, by their Kullback–Leibler divergence [Agrawal20], for each of the
    /// views of the cell's table; corrected for six tests. An alarm by such a bound overlooks much.
    pub fn divergence(&self, reports: &[Vec<u32>]) -> f64 {
        let table = self.table(&self.cell.0, reports.iter());
        let n: f64 = table.by_view().map(|view| view.reports as f64).sum();
        let (mut distance, mut freedom) = (0.0, -1.0);
        for view in table.by_view() {
            let shown = |label: &u32| self.view(*label) == (view.form, view.units.clone());
            let chance: f64 =
                (0..self.law.labels()).filter(shown).map(|label| self.chances[label as usize]).sum();
            freedom += 1.0;
            let reports = view.reports as f64;
            distance += if reports > 0.0 { reports * (reports / n / chance).ln() } else { 0.0 };
        }
        let tail = |t: f64, d: f64| if t > d { (d - t + d * (t / d).ln()).exp() } else { 1.0 };
        6.0 * tail(distance, freedom)
    }

    /// A label's form, and which axes of the cell's table each of its units holds.
    fn view(&self, label: u32) -> (usize, Vec<Vec<usize>>) {
        let questionnaire = self.law.questionnaire(label).unwrap();
        let held = |unit: &Vec<usize>| -> Vec<usize> {
            (0..self.cell.0.len()).filter(|axis| unit.contains(&self.cell.0[*axis])).collect()
        };
        let units = questionnaire.units.iter().map(held).filter(|axes| !axes.is_empty());
        (questionnaire.form, units.collect())
    }

    /// The probabilities of labels for forgers who prefer influential ones.
    fn preferred(&self, preference: f64) -> Vec<f64> {
        let most = self.best.iter().map(|best| best.1).fold(0.0, f64::max);
        let weight = |(chance, best): (&f64, &(Vec<u32>, f64))| {
            let below = 1.0 - best.1 / most;
            if below == 0.0 { *chance } else { chance * (-preference * below).exp() }
        };
        let weights: Vec<f64> = self.chances.iter().zip(&self.best).map(weight).collect();
        let all: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / all).collect()
    }

    /// A report that follows the protocol, of a liar.
    fn lie(&self, person: usize, rng: &mut ChaCha20Rng) -> Vec<u32> {
        let mut record = self.records[person].clone();
        self.cell.0.iter().zip(&self.cell.1).for_each(|(attribute, category)| record[*attribute] = *category);
        perturb(self.law, Record::new(self.schema, record).unwrap(), rng)
    }

    /// How far a report moves the cell, roughly: as far as its label can, if its subsets are the best ones'.
    fn pull(&self, report: &[u32]) -> f64 {
        let (best, moved) = &self.best[report[0] as usize];
        let questionnaire = self.law.questionnaire(report[0]).unwrap();
        let form = &self.law.forms()[questionnaire.form];
        let (mut own, mut wanted) = (&report[1..], &best[1..]);
        let mut alike = 1.0;
        for (unit, attributes) in form.units().iter().zip(&questionnaire.units) {
            let cells: u32 = attributes.iter().map(|a| self.law.sizes()[*a]).product();
            let numbers = if unit.subset_size() == 1 { 1 } else { cells.div_ceil(32) as usize };
            let (here, rest) = own.split_at(numbers);
            let (there, others) = wanted.split_at(numbers);
            (own, wanted) = (rest, others);
            if attributes.iter().any(|attribute| self.cell.0.contains(attribute)) {
                let common: u32 = here.iter().zip(there).map(|(one, other)| (one & other).count_ones()).sum();
                let same = if unit.subset_size() == 1 {
                    f64::from(u8::from(here == there))
                } else {
                    f64::from(common) / f64::from(unit.subset_size())
                };
                alike *= same;
            }
        }
        moved * alike
    }

    /// The report of a label that names the cell's categories, and with them cells as near as possible, or as far.
    fn named(&self, label: u32, alike: bool) -> Vec<u32> {
        let questionnaire = self.law.questionnaire(label).unwrap();
        let form = &self.law.forms()[questionnaire.form];
        let mut report = vec![label];
        for (unit, attributes) in form.units().iter().zip(&questionnaire.units) {
            let sizes: Vec<u32> = attributes.iter().map(|a| self.law.sizes()[*a]).collect();
            let cells: u32 = sizes.iter().product();
            let wanted: Vec<Option<u32>> = attributes
                .iter()
                .map(|a| self.cell.0.iter().position(|own| own == a).map(|place| self.cell.1[place]))
                .collect();
            let rank = |cell: &u32| {
                let mut left = *cell;
                let mut missed = 0;
                for (size, wanted) in sizes.iter().zip(&wanted).rev() {
                    missed += i32::from(wanted.is_some_and(|wanted| wanted != left % size));
                    left /= size;
                }
                if missed == 0 {
                    i32::MIN
                } else if alike {
                    missed
                } else {
                    -missed
                }
            };
            let mut ranked: Vec<u32> = (0..cells).collect();
            ranked.sort_by_key(rank);
            let subset = &ranked[..unit.subset_size() as usize];
            if subset.len() == 1 {
                report.push(subset[0]);
            } else {
                let mut bits = vec![0_u32; cells.div_ceil(32) as usize];
                subset.iter().for_each(|cell| bits[(cell / 32) as usize] |= 1 << (cell % 32));
                report.extend(bits);
            }
        }
        report
    }
}

/// The largest preference, to three digits, of which a law of alarms is silent, for forgers none of whom only lies.
pub fn largest(silent: impl Fn(f64) -> bool, most: f64) -> f64 {
    let (mut low, mut high) = (0.0, most);
    if silent(high) {
        return high;
    }
    for _ in 0..12 {
        let middle = 0.5 * (low + high);
        if silent(middle) { low = middle } else { high = middle }
    }
    low
}

/// The probability of every label.
fn chances(law: &Law) -> Vec<f64> {
    let of = |label| law.questionnaire(label).unwrap().form;
    let forms: Vec<usize> = (0..law.labels()).map(of).collect();
    let alike = |form: usize| forms.iter().filter(|own| **own == form).count() as f64;
    forms.iter().map(|&form| law.forms()[form].weight() as f64 / 2_f64.powi(64) / alike(form)).collect()
}

/// The place in a distribution at this quantile.
fn at(chances: &[f64], quantile: f64) -> usize {
    let mut left = quantile;
    let below = chances.iter().take_while(|chance| {
        left -= **chance;
        left >= 0.0
    });
    below.count().min(chances.len() - 1)
}

fn unit(rng: &mut ChaCha20Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / 2_f64.powi(53)
}
