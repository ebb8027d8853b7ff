//! Every reconstruction under the designs that people get by default: a record ε with the law for all pair tables, column
//! levels with method *auto*, and a plan for one sparse table. Compares, table by table, the squared error of *auto* with that
//! of the best reconstruction, and reports how often the intervals of inverse, likelihood and *auto* hold shares of every size.

use candor::design::{Levels, Method, Request};
use candor::estimate::{Estimate, Options, estimate};
use candor::law::Law;
use candor::plan::{Caps, Plan};

use crate::dirichlet::dirichlet;
use crate::survey::{Dice, Survey, shares};
use crate::uci;

const METHODS: [&str; 9] = [
    "inverse",
    "independent",
    "clusters",
    "truncated",
    "hybrid",
    "hybrid:published",
    "likelihood",
    "inverse, projected",
    "auto",
];

/// Indices into `METHODS` of the methods whose intervals are checked.
const HELD: [usize; 3] = [0, 6, 8];

/// Classes of cells by their true share: at least the first number and below the second.
const KINDS: [(f64, f64); 4] = [(0.0, 1e-9), (1e-9, 1e-3), (1e-3, 1e-2), (1e-2, 2.0)];

/// The tables of three and four attributes that are read in addition to all pairs.
const LARGER: [&[usize]; 5] = [&[0, 1, 2], &[0, 2, 5], &[2, 4, 5], &[0, 1, 2, 5], &[1, 2, 4, 5]];

/// Tables of one size under one design.
struct Group {
    name: String,
    n: u32,
    surveys: Vec<Survey>,
}

pub fn print(runs: u32) {
    let groups: Vec<Group> = adult().into_iter().chain(sparse()).collect();
    let seen: Vec<Seen> = groups.iter().map(|group| Seen::new(group, runs)).collect();
    println!("\n{runs} surveys of every table.\n");
    println!("| design | tables | {} |", METHODS.join(" | "));
    println!("|---|---|{}", "---|".repeat(METHODS.len()));
    for (group, seen) in groups.iter().zip(&seen) {
        println!("| {} | {} | {} |", group.name, group.surveys.len(), seen.errors());
    }
    println!(
        "\n| design | squared error of auto over that of the best: worst table | mean over tables | all tables together |"
    );
    println!("|---|---|---|---|");
    groups.iter().zip(&seen).for_each(|(group, seen)| println!("| {} | {} |", group.name, seen.ratios()));
    println!(
        "\n| design | reconstruction | holds shares of 0 | below 10⁻³ | below 10⁻² | others | least kind in one table | length, inverse = 1 |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (group, seen) in groups.iter().zip(&seen) {
        for (place, method) in HELD.iter().enumerate() {
            println!("| {} | {} | {} |", group.name, METHODS[*method], seen.held(place));
        }
    }
}

fn adult() -> Vec<Group> {
    let Some((records, sizes)) = uci::adult() else {
        println!("skipped: ../shared/data/adult.csv is not there");
        return Vec::new();
    };
    let pairs: Vec<Vec<usize>> = (0..6).flat_map(|i| (i + 1..6).map(move |j| vec![i, j])).collect();
    let by_record = |epsilon: f64| {
        Request::tables(&sizes, &pairs, epsilon).method(Method::Analysis).design().unwrap().law().clone()
    };
    let by_column = |epsilon: f64| {
        let levels = Levels::new(sizes.clone(), vec![epsilon; 6]).unwrap();
        Request::levels(&levels).design().unwrap().law().clone()
    };
    let laws = [1.0, 2.0, 4.0]
        .map(|e| (format!("record ε {e}, pairs"), by_record(e)))
        .into_iter()
        .chain([1.0, 2.0].map(|e| (format!("column ε {e}, auto"), by_column(e))));
    let larger: Vec<Vec<usize>> = LARGER.iter().map(|attributes| attributes.to_vec()).collect();
    let n = u32::try_from(records.len()).unwrap();
    let group = |name: String, law: &Law, tables: &[Vec<usize>]| {
        let readable = tables.iter().filter(|attributes| law.condition(attributes) < 1e4);
        let survey =
            |table: &Vec<usize>| Survey::new(law.clone(), table.clone(), shares(&records, &sizes, table));
        Group { name, n, surveys: readable.map(survey).collect() }
    };
    let both = |(name, law): (String, Law)| {
        [group(format!("{name}; 2-way"), &law, &pairs), group(format!("{name}; 3- and 4-way"), &law, &larger)]
    };
    laws.flat_map(both).collect()
}

fn sparse() -> Vec<Group> {
    let plan = include_str!("../../tests/cases/sparse-432.plan.json");
    let law = Plan::from_json(plan, &Caps::default()).unwrap().law().clone();
    let group = |concentration: f64| {
        let mut dice = Dice(432);
        let truth =
            || Survey::new(law.clone(), (0..6).collect(), dirichlet(432, concentration, &mut || dice.unit()));
        let name = format!("record ε 5, one table of 432 cells, Dirichlet {concentration}");
        Group { name, n: 20_000, surveys: core::iter::repeat_with(truth).take(2).collect() }
    };
    [0.03, 0.1, 0.3].map(group).into()
}

/// The results for one table.
#[derive(Default, Clone)]
struct OfTable {
    squares: [f64; METHODS.len()],
    /// For every method in `HELD` and every class of cells: how many cells their interval held, and how many there were.
    held: [[(f64, f64); KINDS.len()]; HELD.len()],
    lengths: [f64; HELD.len()],
}

struct Seen {
    tables: Vec<OfTable>,
    cells: Vec<f64>,
    runs: f64,
}

impl Seen {
    fn new(group: &Group, runs: u32) -> Self {
        let of_table = |survey: &Survey| {
            let (mut dice, mut seen) = (Dice(9), OfTable::default());
            (0..runs).for_each(|_| seen.push(survey, group.n, &mut dice));
            seen
        };
        let cells = group.surveys.iter().map(|survey| survey.truth.len() as f64).collect();
        Self { tables: group.surveys.iter().map(of_table).collect(), cells, runs: f64::from(runs) }
    }

    /// Root mean squared error of every method, averaged over the tables.
    fn errors(&self) -> String {
        let of = |method: usize| {
            let each = self.tables.iter().zip(&self.cells);
            let sum: f64 =
                each.map(|(table, cells)| (table.squares[method] / self.runs / cells).sqrt()).sum();
            format!("{:.2e}", sum / self.tables.len() as f64)
        };
        (0..METHODS.len()).map(of).collect::<Vec<_>>().join(" | ")
    }

    /// Squared error of the last method divided by that of the best.
    fn ratios(&self) -> String {
        let last = METHODS.len() - 1;
        let best = |table: &OfTable| table.squares[..last].iter().copied().fold(f64::INFINITY, f64::min);
        let ratios: Vec<f64> = self.tables.iter().map(|table| table.squares[last] / best(table)).collect();
        let sum = |of: &dyn Fn(&OfTable) -> f64| self.tables.iter().map(of).sum::<f64>();
        let together =
            (0..last).map(|method| sum(&|table| table.squares[method])).fold(f64::INFINITY, f64::min);
        format!(
            "{:.2} | {:.2} | {:.2}",
            ratios.iter().copied().fold(0.0, f64::max),
            ratios.iter().sum::<f64>() / ratios.len() as f64,
            sum(&|table| table.squares[last]) / together
        )
    }

    fn held(&self, place: usize) -> String {
        let percent = |(held, cells): (f64, f64)| {
            if cells > 0.0 { format!("{:.1} %", 100.0 * held / cells) } else { "".into() }
        };
        let kind = |kind: usize| {
            let each = self.tables.iter().map(|table| table.held[place][kind]);
            percent(each.fold((0.0, 0.0), |(held, cells), (h, c)| (held + h, cells + c)))
        };
        let of_tables =
            self.tables.iter().flat_map(|table| table.held[place]).filter(|(_, cells)| *cells > 0.0);
        let least = of_tables.min_by(|one, other| (one.0 / one.1).total_cmp(&(other.0 / other.1))).unwrap();
        let length = |place: usize| self.tables.iter().map(|table| table.lengths[place]).sum::<f64>();
        let kinds: Vec<String> = (0..KINDS.len()).map(kind).collect();
        format!("{} | {} | {:.2}", kinds.join(" | "), percent(least), length(place) / length(0))
    }
}

impl OfTable {
    fn push(&mut self, survey: &Survey, n: u32, dice: &mut Dice) {
        let counted = survey.simulate(n, dice);
        for (place, method) in METHODS.iter().enumerate() {
            let (name, project) = method.split_once(", ").map_or((*method, false), |(name, _)| (name, true));
            let options = Options::default().reconstruction(name.parse().unwrap()).project(project);
            let made = estimate(&survey.law, counted.clone(), &options).unwrap();
            let errors =
                made.shares().iter().zip(&survey.truth).map(|(share, truth)| (share - truth).powi(2));
            self.squares[place] += errors.sum::<f64>();
            if let Some(place) = HELD.iter().position(|of| *of == place) {
                self.hold(place, &made, &survey.truth);
            }
        }
    }

    fn hold(&mut self, place: usize, made: &Estimate, truth: &[f64]) {
        for (cell, truth) in made.cells().zip(truth) {
            let kind = KINDS.iter().position(|(least, most)| least <= truth && truth < most).unwrap();
            let (held, cells) = &mut self.held[place][kind];
            *held += f64::from(u8::from(cell.lower <= *truth && *truth <= cell.upper));
            *cells += 1.0;
            self.lengths[place] += cell.upper - cell.lower;
        }
    }
}
