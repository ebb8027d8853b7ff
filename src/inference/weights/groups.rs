//! Weighted shares within groups, and differences between groups.
//!
//! The share of cell x within its group is r_x = δ_x/γ, δ and γ weighted estimates. To first order a report with the scores s changes it by
//! (s_x − r_x·Σ s)/γ, the sum being over the cells of its group: scores of a sum of cells, from which its variance follows as that of a cell does
//! ([`super::linearised`]). That of a difference r_x − r_x′ is that of the difference of such scores. Intervals are those of shares without weights:
//! Fieller's of a ratio \[Fieller54\], and d ± z·SE of a difference.
//!
//! Cost: that of an inverse for every cell, group, class and view. Fails as a weighted estimate of the table does.

use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use super::classes::ReportClass;
use super::estimates::{WeightedCell, replicated};
use super::raking::Raking;
use super::sample::WeightedSample;
use crate::count::Axes;
use crate::error::Error;
use crate::estimate::{
    Cell, ClassScores, GroupedCells, Options, Origin, Ratio, Scored, difference_cell, ratio_cell,
    two_sided_quantile,
};

/// Of which groups shares are estimated.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Grouping<'g> {
    /// The attributes whose categories form the groups, by their positions in the plan.
    pub given: &'g [usize],
    /// The group that all others are compared with: a cell of the table over `given`.
    pub reference: usize,
    /// Whether shares are among those who were asked and answered: "not asked" and "no answer" of the attributes that form no groups are left out of the
    /// denominators. Then `given` may be empty, which makes one group.
    pub among_answers: bool,
}

/// The weighted difference between a group and the reference group.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct WeightedDifference {
    /// The cell in the group.
    pub cell: usize,
    /// The cell of the same categories in the reference group.
    pub reference: usize,
    /// Share in the group minus share in the reference group.
    pub difference: WeightedCell,
}

impl WeightedDifference {
    /// The difference to show to readers; `None` where there are too few reports by the rule of [`Cell::readable`].
    #[must_use]
    pub fn readable(&self) -> Option<f64> {
        self.difference.readable_of(2.0)
    }
}

/// Weighted shares within groups.
///
/// ```
/// use candor::inference::{Grouping, Raking, ReportClass, WeightedDifference, WeightedGroups};
/// use candor::{Table, estimate::Options};
/// # use candor::{design::Survey, plan::Plan};
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [{"name": "sex", "categories": ["f", "m"], "epsilon": 40},
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 40}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// // By sex and smoking. In the second region more people smoke; half of all live there, but only a quarter of the reports come from there.
/// let regions = [vec![1200, 300, 1350, 150], vec![250, 250, 300, 200]].into_iter().enumerate().map(|(region, counts)| {
///     Ok(ReportClass::new(Table::from_counts(&plan, &["sex", "smoker"], counts)?, vec![region]))
/// });
/// let classes = regions.collect::<Result<Vec<ReportClass>, candor::Error>>()?;
/// let of_sexes = Grouping { given: &[0], ..Grouping::default() };
/// let margins = Raking::new(vec![vec![0.5, 0.5]])?;
/// let within = WeightedGroups::new(&plan, &classes, &margins, of_sexes, &Options::default())?;
/// // Of women, (2/3·300 + 2·250) / (2/3·1500 + 2·500) smoke.
/// assert!((within.cells[1].estimate - 0.35).abs() < 1e-6);
/// let WeightedDifference { cell, reference, difference, .. } = within.differences[1];
/// assert!((difference.estimate + 0.10).abs() < 1e-6 && (cell, reference) == (3, 1));
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct WeightedGroups {
    /// The number of reports.
    pub n: u64,
    /// The effective sample size of the weights ([`effective_sample_size`](super::effective_sample_size)).
    pub effective: f64,
    /// The share of every cell within its group, row-major.
    pub cells: Vec<WeightedCell>,
    /// Whether a cell counts in its group: all do, but for those without an answer where shares are among answers.
    pub members: Vec<bool>,
    /// The differences from the reference group.
    pub differences: Vec<WeightedDifference>,
    /// The groups that the cells lie in.
    #[serde(skip)]
    pub(super) grouped: GroupedCells,
}

impl WeightedGroups {
    /// Estimates shares within groups from classes of reports weighted to these margins, with intervals at the confidence of `options`.
    ///
    /// # Errors
    /// Those of [`Weighted::new`](super::Weighted::new); `invalid-groups` where attributes do not group the table, or there is no such reference group.
    pub fn new<'l>(
        of: impl Into<Origin<'l>>,
        classes: &[ReportClass],
        margins: &Raking,
        grouping: Grouping<'_>,
        options: &Options,
    ) -> Result<Self, Error> {
        options.check()?;
        let of = of.into();
        let sample = WeightedSample::new(classes.to_vec(), margins)?;
        let cells = grouped(&sample.classes()[0].table.asked_axes(), grouping)?;
        let compared =
            if cells.axes.is_empty() { Vec::new() } else { cells.compared_with(grouping.reference)? };
        let scored = sample.scored(of)?;
        let z = two_sided_quantile(1.0 - options.confidence);
        let of_cells = scored.of_cells()?;
        let shares = sample.mean(&of_cells);
        let ratios = ratios(&cells, &shares, &sample, (&scored, &of_cells), z)?;
        let changes: Vec<Vec<f64>> = compared.iter().map(|both| change_of(&cells, &shares, *both)).collect();
        let differences = compared.iter().zip(sample.variances(&scored.of_sums(&changes))?);
        let differences = differences
            .map(|(both, variance)| difference_cell(both.map(|cell| &ratios[cell]), libm::sqrt(variance), z));
        let all: Vec<Cell> = ratios.iter().copied().chain(differences).collect();
        let estimates: Vec<f64> = all.iter().map(|own| own.estimate).collect();
        let again = |sample: &WeightedSample<'_>, scores: &[ClassScores]| {
            let shares = sample.mean(scores);
            let within = within(&cells, &shares);
            let apart = compared.iter().map(|[one, other]| within[*one] - within[*other]).collect();
            Ok([within, apart].concat())
        };
        let replicated = replicated(of, &sample, (&estimates, &again))?;
        let cell = |(place, own): (usize, &Cell)| WeightedCell {
            estimate: own.estimate,
            standard_error: own.standard_error.unwrap_or_default(),
            replicated: replicated.as_ref().map(|variances| libm::sqrt(variances[place])),
            lower: own.lower,
            upper: own.upper,
        };
        let mut each: Vec<WeightedCell> = all.iter().enumerate().map(cell).collect();
        let differences = each.split_off(ratios.len()).into_iter().zip(compared);
        let difference = |(difference, [cell, reference]): (WeightedCell, [usize; 2])| WeightedDifference {
            cell,
            reference,
            difference,
        };
        Ok(Self {
            n: sample.n(),
            effective: sample.effective(),
            cells: each,
            members: cells.members.clone(),
            differences: differences.map(difference).collect(),
            grouped: cells,
        })
    }
}

fn grouped(axes: &Axes, grouping: Grouping<'_>) -> Result<GroupedCells, Error> {
    let answers = grouping.among_answers.then(|| axes.answers());
    GroupedCells::new((axes.attributes(), axes.sizes()), grouping.given, answers)
}

/// The shares of cells within their groups; equal ones where a group is estimated at 0 or below.
pub(super) fn within(cells: &GroupedCells, shares: &[f64]) -> Vec<f64> {
    let (wholes, unknown) = (cells.sums(shares), cells.unknown().estimate);
    let share = |(share, &group): (&f64, &usize)| match wholes[group] {
        whole if whole > 0.0 => share / whole,
        _ => unknown,
    };
    shares.iter().zip(&cells.group).map(share).collect()
}

/// The share of every cell within its group, with its error and interval.
fn ratios(
    cells: &GroupedCells,
    shares: &[f64],
    sample: &WeightedSample<'_>,
    (scored, of_cells): (&Scored<'_>, &[ClassScores]),
    z: f64,
) -> Result<Vec<Cell>, Error> {
    let wholes = cells.sums(shares);
    let group_of = |group: usize| -> Vec<f64> {
        let mut sum = vec![0.0; shares.len()];
        cells.members(group).for_each(|cell| sum[cell] = 1.0);
        sum
    };
    let groups: Vec<Vec<f64>> = (0..cells.groups).map(group_of).collect();
    let with_group = |(cell, &group): (usize, &usize)| {
        let mut sum = groups[group].clone();
        sum[cell] += 1.0;
        sum
    };
    let with_groups: Vec<Vec<f64>> = cells.group.iter().enumerate().map(with_group).collect();
    let (own, of_groups, with_groups) = (
        sample.variances(of_cells)?,
        sample.variances(&scored.of_sums(&groups))?,
        sample.variances(&scored.of_sums(&with_groups))?,
    );
    let cell = |(cell, &group): (usize, &usize)| {
        let (whole, of_whole) = (wholes[group], of_groups[group]);
        if whole <= 0.0 || !cells.members[cell] {
            return cells.unknown();
        }
        // Var(δ + γ) = V + 2K + G.
        let both = (with_groups[cell] - own[cell] - of_whole) / 2.0;
        ratio_cell(&Ratio { share: shares[cell], whole, own: own[cell], both, of_whole }, z)
    };
    Ok(cells.group.iter().enumerate().map(cell).collect())
}

/// How the difference of the shares of two cells within their groups changes with the share of every cell; 0 where a group is estimated at 0 or below.
fn change_of(cells: &GroupedCells, shares: &[f64], [one, other]: [usize; 2]) -> Vec<f64> {
    let wholes = cells.sums(shares);
    let mut change = vec![0.0; shares.len()];
    for (cell, sign) in [(one, 1.0), (other, -1.0)] {
        let group = cells.group[cell];
        let whole = wholes[group];
        if whole > 0.0 {
            let share = shares[cell] / whole;
            change[cell] += sign / whole;
            cells.members(group).for_each(|member| change[member] -= sign * share / whole);
        }
    }
    change
}
