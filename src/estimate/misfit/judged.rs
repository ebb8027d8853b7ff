//! Tests a table of reports, and says what speaks against it.
//!
//! An unlabelled law: whether its counts, of every attribute alone and of the whole table unless that has more cells than there are reports,
//! or more than [`LARGEST`], can come from true answers ([`super::counts`]). A labelled law: whether its labels are as frequent as they are
//! drawn, whether views agree, and whether subsets name cells as often as some answers make them ([`crate::estimate::observed::labelled`]).
//!
//! Every p-value is a bound that holds for any number of reports, whatever people answered and however they differ. Of a table of w of k
//! attributes, reports are a misfit below [`ALARM`]·2^{−w}/C(k, w), after correction for the number of tests within the table: of all
//! tables that can be read from one honest survey together, any is accused in fewer than one of 10,000 surveys. Forged, repeated and foreign
//! reports are found only where they leave what the law can produce.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use serde::{Serialize, Serializer};

use super::counts::probability;
use crate::estimate::observed::Observed;
use crate::estimate::observed::labelled::{Combined, Departure};
use crate::exact::to_f64;
use crate::law::units_holding;

/// The rate of false alarms: how often an honest survey is called a misfit in any of its tables, at most.
const ALARM: f64 = 1e-4;

/// The most cells of a table that is tested as a whole: the likelihood of a larger one may take minutes.
const LARGEST: usize = 1 << 20;

/// The most labels that are named.
const MOST_NAMED: usize = 100;

/// The most labels of a form among which those to be named are searched for.
const MOST_SEARCHED: u32 = 1 << 16;

/// The most labels that a message names.
const MOST_TOLD: usize = 8;

/// What a misfit means and what to do about it, as part of its message.
const ODD_REPORTS: &str = "reports may be forged, repeated, or perturbed differently from the plan; find out where they come from before you use these estimates";

/// What reports failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum MisfitTest {
    /// Labels are not as frequent as the plan draws them.
    Labels,
    /// Reports with different labels tell different shares of the same answers.
    Agreement,
    /// Categories are in more, or in fewer, subsets than any answers make likely.
    Subsets,
    /// Counts of an unlabelled plan are far from all that answers make likely.
    Counts,
}

impl MisfitTest {
    /// The name in documents: `labels`, `agreement`, `subsets` or `counts`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Labels => "labels",
            Self::Agreement => "agreement",
            Self::Subsets => "subsets",
            Self::Counts => "counts",
        }
    }
}

impl Serialize for MisfitTest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Counts that the law hardly ever produces, whatever people answered.
///
/// ```
/// use candor::count::Table;
/// use candor::estimate::{Estimation, MisfitTest, Options};
/// # use candor::{design, design::Survey, plan::Plan};
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 1}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// // At ε = 1 a quarter of the reports say the contrary, whatever people answer.
/// let alike = Table::from_counts(&plan, &["smoker"], vec![1000, 0])?;
/// let misfit = Estimation::new(&plan, alike, &Options::default())?.misfit().unwrap();
/// assert_eq!((misfit.test, misfit.test.name()), (MisfitTest::Counts, "counts"));
/// assert!(misfit.attributes == ["smoker"] && misfit.labels.is_empty());
/// assert!(misfit.probability < 1e-100);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Misfit {
    /// The test that reports failed most clearly.
    pub test: MisfitTest,
    /// The names of the attributes whose counts are the least likely: those of the table, or some of them.
    pub attributes: Vec<String>,
    /// The labels whose reports speak against the plan, as it numbers them, at most a hundred; empty if no labels stand out.
    pub labels: Vec<u32>,
    /// A bound on the p-value, corrected for the number of tests within the table: how often, at most, honest reports are as far from
    /// everything that the law can produce, whatever people answered.
    pub probability: f64,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.attributes.join(",");
        // Rounded up to a power of ten: rounded down it would claim too much.
        let power = libm::ceil(libm::log10(self.probability));
        match self.test {
            MisfitTest::Labels => f.write_str("labels are not as frequent as the plan draws them")?,
            MisfitTest::Agreement => write!(f, "reports with different labels disagree about \"{name}\"")?,
            MisfitTest::Subsets => {
                write!(
                    f,
                    "reports name categories of \"{name}\" more or less often than the plan's noise does"
                )?;
            }
            MisfitTest::Counts => write!(f, "the counts of \"{name}\" do not fit the plan")?,
        }
        let told = &self.labels[..self.labels.len().min(MOST_TOLD)];
        for (place, label) in told.iter().enumerate() {
            write!(f, "{}{label}", if place == 0 { ", above all labels " } else { ", " })?;
        }
        if told.len() < self.labels.len() {
            f.write_str(" and others")?;
        }
        write!(f, ", whatever people answered (probability below 1e{power}): {ODD_REPORTS}")
    }
}

/// Tests the table, and returns the least likely of what is found if that raises an alarm.
pub(crate) fn misfit(whole: &Observed<'_>, names: &[String]) -> Option<Misfit> {
    let alarm = alarm(names.len(), whole.law().sizes().len());
    let found = match whole.labelled() {
        Some(combined) => of_labelled(combined),
        None => of_unlabelled(whole, alarm),
    };
    let alarming = found.into_iter().filter(|(_, departure)| departure.probability < alarm);
    let (test, departure) =
        alarming.min_by(|(_, one), (_, other)| one.probability.total_cmp(&other.probability))?;
    Some(Misfit {
        test,
        attributes: departure.axes.iter().map(|&axis| names[axis].clone()).collect(),
        labels: labels(whole, &departure.views),
        probability: libm::fmax(departure.probability, f64::MIN_POSITIVE),
    })
}

/// The level of a table of w of k attributes; those of all tables sum to less than the rate of false alarms.
fn alarm(w: usize, k: usize) -> f64 {
    let ways = (0..w).map(|i| to_f64((k - i) as u128) / to_f64((i + 1) as u128));
    ALARM / ways.map(|ways| 2.0 * ways).product::<f64>()
}

/// Half of the level is for labels, and a quarter each for agreement and subsets.
fn of_labelled(combined: &Combined) -> Vec<(MisfitTest, Departure)> {
    let [agreement, subsets] = combined.departures_of_subsets();
    let tested = [
        (MisfitTest::Labels, Some(combined.departure_of_labels()), 2.0),
        (MisfitTest::Agreement, agreement, 4.0),
        (MisfitTest::Subsets, subsets, 4.0),
    ];
    let found = tested.into_iter().filter_map(|(test, departure, tests)| {
        let departure = departure?;
        Some((test, Departure { probability: tests * departure.probability, ..departure }))
    });
    found.collect()
}

/// The labels of some views of a table.
fn labels(whole: &Observed<'_>, views: &[usize]) -> Vec<u32> {
    if views.is_empty() {
        return Vec::new();
    }
    let (law, attributes) = (whole.law(), whole.attributes());
    let all = law.views(attributes);
    let of_view = |view: &usize| {
        let view = &all[*view];
        let (first, number) = law.labels_of(view.form);
        let shown = move |label: &u32| units_holding(&law.placed(*label), attributes) == view.units;
        (first..first + number.min(MOST_SEARCHED)).filter(shown)
    };
    let mut labels: Vec<u32> = views.iter().flat_map(of_view).take(MOST_NAMED).collect();
    labels.sort_unstable();
    labels
}

/// Each attribute alone, and the whole table.
fn of_unlabelled(whole: &Observed<'_>, alarm: f64) -> Vec<(MisfitTest, Departure)> {
    let axes = whole.axes();
    let mut judged: Vec<Vec<usize>> = axes.iter().map(|&axis| vec![axis]).collect();
    let cells = whole.shares().len();
    if axes.len() > 1 && cells <= LARGEST && to_f64(cells as u128) <= whole.n() {
        judged.push(axes);
    }
    let number = to_f64(judged.len() as u128);
    let found = judged.into_iter().filter_map(|axes| {
        let probability = number * probability(&whole.of_axes(&axes), alarm / number)?;
        Some((MisfitTest::Counts, Departure { probability, axes, views: Vec::new() }))
    });
    found.collect()
}
