//! Mean scores from what devices report: the device adds up a score, rounds it at random to one of a few levels and reports the level perturbed
//! [Mathematics, §16].
//!
//! Under randomized response over K categories at ε, with q = 1/(e^ε + K − 1) the chance of each other one and μ = 1 − K·q, the estimated mean has
//!
//! n·Var = \[μ·b·(σ² + r) + q·Σ_l u_l² − q²·(Σ_l u_l)²\]/(μ·b)²,
//!
//! u the levels less the mean score, b the share that has a score, σ² the variance of the score and r what rounding adds, E\[(s − l)(l' − s)\] over the scores s between
//! neighbouring levels l and l'. Few levels leave much to rounding; many make q smaller and each noisy report count more. All but the last term is a sum over
//! neighbouring levels, which dynamic programming minimises for every number of levels, at uniformly answered items.
//!
//! Cost: O(levels² · places²), with at most 513 places for levels.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::estimands::{Estimands, MeanScore};
use crate::exact::{size_to_f64, to_f64, to_index};
use crate::law::{Law, RoundedScore};
use crate::schema::{Schema, Score};

/// The most steps between the least and the largest score at all of which there may be levels; of more, levels are at equally distant ones.
const MOST_PLACES: usize = 512;

/// The most levels, and how many more levels in a row have to be worse for no more to be tried.
const MOST_LEVELS: usize = 64;
const MOST_WORSE: usize = 2;

/// Scores that devices report, and what is then to be estimated.
#[derive(Debug, Clone)]
pub(super) struct ReportedScores {
    pub(super) scores: Vec<RoundedScore>,
    /// What is to be read, with mean scores from the columns of the reported ones.
    pub(super) estimands: Estimands,
    /// Tables that the law may not erase, with their names.
    pub(super) readable: Vec<(Vec<usize>, String)>,
}

impl ReportedScores {
    /// Reports the scores of these means, each with the position of its score, at the levels of least error; `None` where none can be.
    pub(super) fn new(
        schema: &Schema,
        tables: &[Vec<usize>],
        means: &[(usize, MeanScore)],
        record_epsilon: f64,
    ) -> Option<Self> {
        let sizes = schema.sizes();
        let groups = |mean: &MeanScore| mean.by().iter().map(|&i| f64::from(sizes[i])).product::<f64>();
        let levels = |(place, score): (usize, &Score)| {
            let own = means.iter().filter(|(of, _)| *of == place).map(|(_, mean)| groups(mean));
            let most = own.fold(0.0, libm::fmax);
            // The levels of least error of the mean in the most groups that it is read in.
            let best = |shares: &ScoreShares, ratio| shares.best(ratio, most);
            (most > 0.0).then(|| ReportedScore::of(schema, score, record_epsilon, best)).flatten()
        };
        let scores = schema.scores().iter().enumerate().map(levels).collect();
        Self::of(schema, tables, means, scores)
    }

    /// The scores that this law reports.
    pub(super) fn of_law(
        schema: &Schema,
        tables: &[Vec<usize>],
        means: &[(usize, MeanScore)],
        law: &Law,
    ) -> Option<Self> {
        let mut rounded = law.scores().iter().peekable();
        let of_score = |score: &Score| {
            let own = rounded.next_if(|rounded| rounded.is_of(schema, score))?;
            ReportedScore::of(schema, score, law.record_epsilon(), |_, _| own.levels().to_vec())
        };
        Self::of(schema, tables, means, schema.scores().iter().map(of_score).collect())
    }

    fn of(
        schema: &Schema,
        tables: &[Vec<usize>],
        means: &[(usize, MeanScore)],
        of_schema: Vec<Option<ReportedScore>>,
    ) -> Option<Self> {
        if of_schema.iter().all(Option::is_none) {
            return None;
        }
        let (mut read, mut readable) = (Vec::new(), Vec::new());
        for (place, mean) in means {
            read.push(match &of_schema[*place] {
                None => mean.clone(),
                Some(own) => {
                    let column = schema.len() + of_schema[..*place].iter().flatten().count();
                    let score = &schema.scores()[*place];
                    readable.push(([&[column], mean.by()].concat(), name(schema, score, mean.by())));
                    mean.reported_in(column, own.cells)
                }
            });
        }
        let scores: Vec<RoundedScore> = of_schema.into_iter().flatten().map(|own| own.rounded).collect();
        let estimands = Estimands::new(tables.into(), read).of_records(schema);
        let estimands = estimands.with_columns(schema.len(), scores.len());
        Some(Self { scores, estimands, readable })
    }
}

/// "score × sex": what a mean is of.
fn name(schema: &Schema, score: &Score, by: &[usize]) -> String {
    let groups = by.iter().map(|&i| schema.attributes()[i].name());
    let names: Vec<&str> = core::iter::once(score.name.as_str()).chain(groups).collect();
    names.join(" × ")
}

/// A score with its levels, and how many cells a table of its column would have whose error is that of the mean.
struct ReportedScore {
    rounded: RoundedScore,
    cells: f64,
}

impl ReportedScore {
    /// The score at the levels that are chosen by its distribution and e^ε.
    fn of(
        schema: &Schema,
        score: &Score,
        record_epsilon: f64,
        levels: impl FnOnce(&ScoreShares, f64) -> Vec<u32>,
    ) -> Option<Self> {
        let (shares, ratio) = (ScoreShares::of(&schema.steps(score)?), libm::exp(record_epsilon));
        let rounded = RoundedScore::of(schema, score, levels(&shares, ratio)).ok()?;
        let categories = f64::from(rounded.size());
        let response = Response::over(categories, ratio);
        let error = shares.error(rounded.levels(), &response, 1.0);
        // A table of the column with that many cells has, under the same report, the error (K − 1)/(cells·μ²).
        Some(Self { rounded, cells: (categories - 1.0) / (error * response.kept * response.kept) })
    }
}

/// Randomized response: the chance q of each other category, and μ = 1 − K·q.
struct Response {
    other: f64,
    kept: f64,
}

impl Response {
    /// Randomized response over this many categories, each e^ε times as likely where it is the true one.
    fn over(categories: f64, ratio: f64) -> Self {
        let other = 1.0 / (ratio + categories - 1.0);
        Self { other, kept: 1.0 - categories * other }
    }
}

/// The distribution of a score among people who answer all items uniformly, in units of its range.
struct ScoreShares {
    /// The share of everybody who has a score.
    valid: f64,
    /// Sums over the scores below each: of probabilities, of probability times score less the mean, and of its square.
    sums: Vec<[f64; 3]>,
    /// The scores less their mean.
    values: Vec<f64>,
    has_none: bool,
}

impl ScoreShares {
    fn of(steps: &[Vec<Option<u32>>]) -> Self {
        let (mut shares, mut valid) = (vec![1.0], 1.0);
        for item in steps {
            let known: Vec<usize> = item.iter().flatten().map(|&steps| to_index(steps)).collect();
            valid *= size_to_f64(known.len()) / size_to_f64(item.len());
            let mut longer = vec![0.0; shares.len() + known.iter().copied().max().unwrap_or(0)];
            for steps in &known {
                let share = 1.0 / size_to_f64(known.len());
                longer[*steps..].iter_mut().zip(&shares).for_each(|(sum, own)| *sum += share * own);
            }
            shares = longer;
        }
        let range = size_to_f64(shares.len() - 1);
        let mean: f64 =
            shares.iter().enumerate().map(|(steps, share)| share * size_to_f64(steps) / range).sum();
        let values: Vec<f64> = (0..shares.len()).map(|steps| size_to_f64(steps) / range - mean).collect();
        let mut sums = vec![[0.0; 3]];
        for (share, value) in shares.iter().zip(&values) {
            let [zeroth, first, second] = sums[sums.len() - 1];
            sums.push([zeroth + share, first + share * value, second + share * value * value]);
        }
        Self { valid, sums, values, has_none: steps.iter().flatten().any(Option::is_none) }
    }

    /// E\[(s − l)(l' − s)\] over the scores s from the level l at one place to the level l' at another.
    fn rounding(&self, from: usize, to: usize) -> f64 {
        let (lower, upper) = (self.values[from], self.values[to]);
        let [zeroth, first, second] =
            [0, 1, 2].map(|moment| self.sums[to + 1][moment] - self.sums[from][moment]);
        (lower + upper) * first - second - lower * upper * zeroth
    }

    /// n times the squared error of the mean, in squares of the range, in each of equally large groups, averaged over them.
    fn error(&self, levels: &[u32], response: &Response, groups: f64) -> f64 {
        let places: Vec<usize> = levels.iter().map(|&level| to_index(level)).collect();
        let variance = self.sums[self.sums.len() - 1][2];
        let rounding: f64 = places.windows(2).map(|pair| self.rounding(pair[0], pair[1])).sum();
        let of_noise: f64 = places.iter().map(|&place| self.values[place] * self.values[place]).sum();
        let sum: f64 = places.iter().map(|&place| self.values[place]).sum();
        let Response { other, kept } = *response;
        let of_levels = kept * self.valid * (variance + rounding) * groups;
        let of_noise = groups * groups * (other * of_noise - other * other * sum * sum);
        (of_levels + of_noise) / (kept * kept * self.valid * self.valid)
    }

    /// The levels of least error.
    fn best(&self, ratio: f64, groups: f64) -> Vec<u32> {
        let stride = (self.values.len() - 1).div_ceil(MOST_PLACES);
        let last = self.values.len() - 1;
        let places: Vec<usize> = (0..last).step_by(stride).chain([last]).collect();
        let (mut best, mut worse) = ((Vec::new(), f64::INFINITY), 0);
        for number in 2..=places.len().min(MOST_LEVELS) {
            let categories = size_to_f64(number) + to_f64(u128::from(self.has_none));
            let response = Response::over(categories * groups, ratio);
            let levels = self.least_sum(&places, number, &response, groups);
            let error = self.error(&levels, &response, groups);
            if error < best.1 {
                (best, worse) = ((levels, error), 0);
            } else {
                worse += 1;
            }
            if worse > MOST_WORSE {
                break;
            }
        }
        best.0
    }

    /// So many levels at some of these places, the first and the last among them, that minimise the error but for the square of a sum.
    fn least_sum(&self, places: &[usize], number: usize, response: &Response, groups: f64) -> Vec<u32> {
        let of_rounding = response.kept * self.valid / groups;
        let of_level = |place: usize| response.other * self.values[place] * self.values[place];
        // The least sum of so many levels whose last is at each place, and where the one before it is.
        let mut sums: Vec<f64> = places.iter().map(|_| f64::INFINITY).collect();
        sums[0] = of_level(places[0]);
        let mut before: Vec<Vec<usize>> = Vec::new();
        for _ in 1..number {
            let reached = |to: usize| {
                let from = (0..to)
                    .map(|from| (sums[from] + of_rounding * self.rounding(places[from], places[to]), from));
                let least = from.min_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or((f64::INFINITY, 0));
                (least.0 + of_level(places[to]), least.1)
            };
            let next: Vec<(f64, usize)> = (0..places.len()).map(reached).collect();
            before.push(next.iter().map(|(_, from)| *from).collect());
            sums = next.into_iter().map(|(sum, _)| sum).collect();
        }
        let mut place = places.len() - 1;
        let mut levels = vec![place];
        for before in before.iter().rev() {
            place = before[place];
            levels.push(place);
        }
        levels.iter().rev().map(|&place| u32::try_from(places[place]).unwrap_or(u32::MAX)).collect()
    }
}
