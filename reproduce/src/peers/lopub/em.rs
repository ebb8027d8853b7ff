//! EM on whole reports: each report is distributed over the cells by its likelihood from them \[Ren18, Algorithm 3\].

use super::bloom::Bloom;

/// The most steps, and the summed change below which EM has converged.
const STEPS: u32 = 200;
const SETTLED: f64 = 1e-3;
/// The number of reports that are processed at once.
const LANES: usize = 8;

type Lanes = [f64; LANES];

/// The likelihoods, up to a factor, of the reports on one question from each of its categories: for each group of [`LANES`] reports, all
/// categories. The last group is padded with likelihoods of 0.
pub(super) struct Likelihoods {
    categories: usize,
    lanes: Vec<Lanes>,
}

impl Likelihoods {
    pub(super) fn new(question: &Bloom, reports: &[u64]) -> Self {
        let categories = question.filters().len();
        let mut lanes = vec![[0.0; LANES]; reports.len().div_ceil(LANES) * categories];
        for (place, &report) in reports.iter().enumerate() {
            let first = place / LANES * categories;
            let own = &mut lanes[first..first + categories];
            let likely = question.likelihoods(report);
            own.iter_mut().zip(likely).for_each(|(lanes, likely)| lanes[place % LANES] = likely);
        }
        Self { categories, lanes }
    }

    fn blocks(&self) -> usize {
        self.lanes.len() / self.categories
    }

    fn of(&self, block: usize, category: usize) -> &Lanes {
        &self.lanes[block * self.categories + category]
    }
}

/// A cell that may have a share above 0.
struct Kept {
    categories: Vec<usize>,
    /// The first question whose category differs from that of the kept cell before.
    from: usize,
}

/// The shares of the cells after EM from `start`, in which cells at 0 stay at 0. `questions` are those of the table; each has the same number
/// of reports.
pub(super) fn ascended(questions: &[Likelihoods], start: &[f64]) -> Vec<f64> {
    let cells: Vec<usize> = (0..start.len()).filter(|&cell| start[cell] > 0.0).collect();
    let kept = pruned(questions, &cells);
    let mut shares: Vec<f64> = cells.iter().map(|&cell| start[cell]).collect();
    for _ in 0..STEPS {
        let sums = shared_out(questions, &kept, &shares);
        let total: f64 = sums.iter().sum();
        let next: Vec<f64> = sums.iter().map(|sum| if total > 0.0 { sum / total } else { 0.0 }).collect();
        let change: f64 = next.iter().zip(&shares).map(|(next, share)| (next - share).abs()).sum();
        shares = next;
        if change < SETTLED {
            break;
        }
    }
    let mut all = vec![0.0; start.len()];
    cells.iter().zip(shares).for_each(|(&cell, share)| all[cell] = share);
    all
}

/// The expected number of reports from each kept cell. Cost: about two products a report and cell, because consecutive cells share most
/// factors.
fn shared_out(questions: &[Likelihoods], kept: &[Kept], shares: &[f64]) -> Vec<f64> {
    let mut sums = vec![[0.0; LANES]; kept.len()];
    let mut weights = sums.clone();
    let mut products = vec![[1.0; LANES]; questions.len() + 1];
    for block in 0..questions.first().map_or(0, Likelihoods::blocks) {
        let mut totals = [0.0; LANES];
        for ((weight, share), cell) in weights.iter_mut().zip(shares).zip(kept) {
            for (place, question) in questions.iter().enumerate().skip(cell.from) {
                products[place + 1] = times(&products[place], question.of(block, cell.categories[place]));
            }
            *weight = times(&products[questions.len()], &[*share; LANES]);
            add(&mut totals, weight);
        }
        // A report that is impossible from all kept cells has no information on them.
        let each = totals.map(|total| if total > 0.0 { 1.0 / total } else { 0.0 });
        sums.iter_mut().zip(&weights).for_each(|(sum, weight)| add(sum, &times(weight, &each)));
    }
    sums.iter().map(|lanes| lanes.iter().sum()).collect()
}

fn times(one: &Lanes, other: &Lanes) -> Lanes {
    core::array::from_fn(|lane| one[lane] * other[lane])
}

fn add(sum: &mut Lanes, other: &Lanes) {
    sum.iter_mut().zip(other).for_each(|(sum, other)| *sum += other);
}

fn pruned(questions: &[Likelihoods], cells: &[usize]) -> Vec<Kept> {
    let mut before: Vec<usize> = Vec::new();
    let kept = |&cell: &usize| {
        let categories = categories(questions, cell);
        let from = before.iter().zip(&categories).take_while(|(one, other)| one == other).count();
        before.clone_from(&categories);
        Kept { categories, from }
    };
    cells.iter().map(kept).collect()
}

/// The categories of a cell, the last question fastest.
fn categories(questions: &[Likelihoods], mut cell: usize) -> Vec<usize> {
    let mut categories: Vec<usize> = Vec::with_capacity(questions.len());
    for question in questions.iter().rev() {
        categories.push(cell % question.categories);
        cell /= question.categories;
    }
    categories.reverse();
    categories
}
