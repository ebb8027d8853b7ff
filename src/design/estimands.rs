//! What a design is to estimate: tables of shares, and mean scores of everybody or of groups.
//!
//! All of it is a weighted sum of the errors of components: V = Σ_T c_T/I_T, where I_T is the information of a report on component T
//! [Mathematics, §9].
//!  * A table W adds dim_T²/∏_{i∈W} aᵢ to c_T for every ∅≠T⊆W: the total squared error of its cells.
//!  * The mean of a score in every group of the questions G adds, for every item q and S⊆G, s_q dim_T²/(a_q(a_q−1)) to the cost of
//!    T = {q}∪S. It is the squared error of a group's mean, averaged over the groups, at a uniform truth, where the components' errors are
//!    uncorrelated. s_q is the sum of squares of the item's codes around their mean, in units of the score's range. The number of people in
//!    a group is in the denominator of its mean; it counts as if the group's mean were δ = 1/4 of the range away from that under
//!    the uniform truth, which adds δ² dim_S² to the cost of every ∅≠S⊆G.
//!
//!  * A table of which some cells cannot occur has a smaller error than that sum, as its estimate makes use of them: [`LinkedTable`]. Whatever is
//!    computed from the c_T is then computed as if all of them could.
//!
//! So an item enters like a table of a_q(a_q−1)/s_q cells, and the groups like one of 1/δ²; the numbers of cells are what is stored.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::linked_table::{self, LinkedTable};
use crate::exact::to_f64;
use crate::law::Law;
use crate::message::counted;
use crate::schema::Schema;

/// 1/δ²: the groups of a mean count as a table of this many cells.
const CELLS_OF_GROUPS: f64 = 16.0;

/// About the most multiplications for the errors of all tables of which some cells cannot occur; tables with more are linked with fewer questions.
const MOST_WORK: f64 = 2e8;

/// The tables and mean scores that a design is for; tables convert into it.
///
/// ```
/// use candor::design::{Estimands, MeanScore, Request, analysis};
/// // Two items of three answers, scored 1, 2, 3; the mean score of each of two groups.
/// let codes = || vec![Some(1.0), Some(2.0), Some(3.0)];
/// let mean = MeanScore::new(vec![(0, codes()), (1, codes())], vec![2]);
/// assert_eq!(mean.range(), 4.0);
/// let (sizes, pairs) = ([3, 3, 2], vec![vec![0, 1]]);
/// let declared = Estimands::new(pairs.clone(), vec![mean.clone()]);
/// assert_eq!(declared.all_tables(), [vec![0, 1], vec![0, 2], vec![1, 2]]);
/// let bound = |estimands: &Estimands| analysis::protocol_bound(&sizes, estimands, 1.0);
/// let alone = Estimands::new(Vec::new(), vec![mean.clone()]);
/// assert!(bound(&alone) < bound(&declared) && bound(&Estimands::from(&pairs)) < bound(&declared));
/// let design = Request::tables(&sizes, &alone, 1.0).design()?;
/// let error = mean.expected_squared_error(design.law());
/// assert!(bound(&alone) <= error && error < 1.05 * bound(&alone));
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Estimands {
    tables: Vec<Vec<usize>>,
    means: Vec<MeanScore>,
    /// For every table what is linked with it, where some of its cells cannot occur; empty where all can.
    linked: Vec<Option<LinkedTable>>,
    /// The first attribute that each is alike to in what can occur; empty where all are.
    alike: Vec<usize>,
}

/// The mean of a score among everybody or in every group of some attributes.
#[derive(Debug, Clone, PartialEq)]
pub struct MeanScore {
    /// The attributes of the score and how many cells a table of the same error would have.
    items: Vec<(usize, f64)>,
    by: Vec<usize>,
    range: f64,
}

impl MeanScore {
    /// The mean, in every group of the attributes `by`, of the sum of the codes of answers to the given attributes; `None` where an
    /// answer is not valid and has no code. The attributes of the score must not be among `by`.
    #[must_use]
    pub fn new(items: Vec<(usize, Vec<Option<f64>>)>, by: Vec<usize>) -> Self {
        let span = |codes: &[Option<f64>]| {
            let ends =
                codes.iter().flatten().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), code| {
                    (libm::fmin(least, *code), libm::fmax(most, *code))
                });
            libm::fmax(ends.1 - ends.0, 0.0)
        };
        let range: f64 = items.iter().map(|(_, codes)| span(codes)).sum();
        let cells = |codes: &[Option<f64>]| {
            let (all, valid) = (to_f64(codes.len() as u128), to_f64(codes.iter().flatten().count() as u128));
            let mean = codes.iter().flatten().sum::<f64>() / valid;
            let squares: f64 = codes.iter().flatten().map(|code| (code - mean) * (code - mean)).sum();
            // The mean is among the valid, whose share is valid/all.
            let scale = all / (valid * range);
            all * (all - 1.0) / (squares * scale * scale)
        };
        let items = items.iter().map(|(attribute, codes)| (*attribute, cells(codes))).collect();
        Self { items, by, range }
    }

    /// The same mean from a column that holds the score, as a table of so many cells has its error.
    pub(super) fn reported_in(&self, column: usize, cells: f64) -> Self {
        Self { items: vec![(column, cells)], ..self.clone() }
    }

    /// How far the largest possible score is from the smallest.
    #[must_use]
    pub fn range(&self) -> f64 {
        self.range
    }

    /// The attributes by whose groups the means are.
    #[must_use]
    pub fn by(&self) -> &[usize] {
        &self.by
    }

    /// n times the expected squared error of a group's mean, averaged over the groups, in squares of the score's range, under a uniform
    /// truth from which the group's mean is a quarter of the range away; infinite where the law erases what it needs.
    #[must_use]
    pub fn expected_squared_error(&self, law: &Law) -> f64 {
        let of_set = |table: &[usize], set: usize, share: f64| {
            held(table, set).map(|i| f64::from(law.sizes()[i]) - 1.0).product::<f64>() / share
        };
        let of_item = |(table, cells): (Vec<usize>, f64)| -> f64 {
            let shares = law.information(&table).into_iter().enumerate();
            // The components that hold the item, which is the first attribute.
            let own = shares.filter(|(set, _)| set & 1 == 1);
            own.map(|(set, share)| of_set(&table, set, share)).sum::<f64>() / cells
        };
        let shares = law.information(&self.by).into_iter().enumerate().skip(1);
        let of_groups: f64 = shares.map(|(set, share)| of_set(&self.by, set, share)).sum();
        self.tables().map(of_item).sum::<f64>() + of_groups / CELLS_OF_GROUPS
    }

    /// The tables of every item by the groups, the item first, and how many cells they count as.
    pub(super) fn tables(&self) -> impl Iterator<Item = (Vec<usize>, f64)> + '_ {
        self.items.iter().map(|(item, cells)| ([&[*item], self.by.as_slice()].concat(), *cells))
    }
}

impl Estimands {
    /// These tables and these mean scores.
    #[must_use]
    pub fn new(tables: Vec<Vec<usize>>, means: Vec<MeanScore>) -> Self {
        Self { tables, means, ..Self::default() }
    }

    /// The same, where only those records occur that the questions allow: follow-ups are asked of some people only, and choices have rules. Expected
    /// errors of tables are then those of estimates that make use of that.
    ///
    /// ```
    /// use candor::design::{Estimands, Request, analysis};
    /// # use candor::{Attribute, Category, Schema, schema::Condition};
    /// # let yes_no = |name| Attribute::new(name, None, Category::list(["no", "yes"]), false);
    /// // The second is asked of those who say yes to the first.
    /// # let second = yes_no("second")?.asked_if(vec![Condition { attribute: 0, categories: vec![1] }])?;
    /// # let schema = Schema::new(vec![yes_no("first")?, second])?;
    /// let tables = analysis::default_tables(2);
    /// let estimands = Estimands::from(&tables).of_records(&schema);
    /// let design = |estimands: &Estimands| Request::tables(&[2, 3], estimands, 1.0).design();
    /// let (aware, unaware) = (design(&estimands)?, design(&Estimands::from(&tables))?);
    /// let error = |law| analysis::expected_squared_errors(law, &estimands).iter().sum::<f64>();
    /// assert!(error(aware.law()) < error(unaware.law()));
    /// assert!(error(unaware.law()) < analysis::expected_squared_errors(unaware.law(), &tables).iter().sum());
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn of_records(self, schema: &Schema) -> Self {
        if !schema.has_impossible_records() {
            return self;
        }
        let linked = linked_table::linked(schema, &self.tables, MOST_WORK);
        let is_linked = |i: usize| schema.linked(&[i]).len() > 1 || schema.possible_cells(&[i]).is_some();
        let bound: Vec<bool> = (0..schema.len()).map(is_linked).collect();
        let are_alike = |i: usize, j: usize| !bound[i] && !bound[j] || schema.are_alike(i, j);
        let first = |i: usize| (0..i).find(|&earlier| are_alike(earlier, i)).unwrap_or(i);
        let alike = (0..schema.len()).map(first).collect();
        Self { linked, alike, ..self }
    }

    /// The same with this many columns more after those of the attributes, none of them like another.
    pub(super) fn with_columns(mut self, attributes: usize, columns: usize) -> Self {
        if !self.alike.is_empty() {
            self.alike.extend(attributes..attributes + columns);
        }
        self
    }

    /// The same as if every combination of answers could occur.
    pub(super) fn as_if_all_occurred(&self) -> Self {
        Self::new(self.tables.clone(), self.means.clone())
    }

    /// The same where attributes can be exchanged that the rules of what can occur tell apart: forms then ask either equally often.
    pub(super) fn exchanging_whatever_occurs(self) -> Self {
        Self { alike: Vec::new(), ..self }
    }

    /// What is linked with a table of which some cells cannot occur.
    pub(super) fn linked(&self, table: usize) -> Option<&LinkedTable> {
        self.linked.get(table)?.as_ref()
    }

    /// Whether some cells of the tables, or of what is linked with them, cannot occur.
    pub(super) fn has_impossible_cells(&self) -> bool {
        self.linked_tables().next().is_some()
    }

    /// The tables of which some cells cannot occur.
    pub(super) fn linked_tables(&self) -> impl Iterator<Item = &LinkedTable> {
        self.linked.iter().flatten()
    }

    /// All that is not a table of which some cells cannot occur.
    pub(super) fn unlinked(&self) -> Self {
        let tables = self.tables.iter().enumerate().filter(|(place, _)| self.linked(*place).is_none());
        Self::new(tables.map(|(_, table)| table.clone()).collect(), self.means.clone())
    }

    /// Whether the rules of what can occur do not tell two attributes apart.
    pub(super) fn are_alike(&self, first: usize, second: usize) -> bool {
        self.alike.is_empty() || self.alike[first] == self.alike[second]
    }

    /// The tables of shares.
    #[must_use]
    pub fn tables(&self) -> &[Vec<usize>] {
        &self.tables
    }

    /// The mean scores.
    #[must_use]
    pub fn means(&self) -> &[MeanScore] {
        &self.means
    }

    /// The tables of shares, and the tables that the mean scores are computed from.
    #[must_use]
    pub fn all_tables(&self) -> Vec<Vec<usize>> {
        let of_means = self.means.iter().flat_map(MeanScore::tables).map(|(table, _)| table);
        self.tables.iter().cloned().chain(of_means).collect()
    }

    /// The components T and, for each, a number of cells n: it adds dim_T²/n to c_T. A component occurs as often as something needs it.
    pub(super) fn components(&self, sizes: &[u32]) -> impl Iterator<Item = (Vec<usize>, f64)> {
        let of_tables = self.tables.iter().flat_map(|table| {
            let cells: f64 = table.iter().map(|&i| f64::from(sizes[i])).product();
            subsets(table).map(move |component| (component, cells))
        });
        let of_means = self.means.iter().flat_map(MeanScore::tables).flat_map(|(table, cells)| {
            let sets = (0..1_usize << (table.len() - 1)).map(|set| 2 * set + 1);
            sets.map(move |set| (held(&table, set).collect(), cells))
        });
        let of_groups = self
            .means
            .iter()
            .flat_map(|mean| subsets(&mean.by).map(|component| (component, CELLS_OF_GROUPS)));
        of_tables.chain(of_means).chain(of_groups)
    }

    /// Whether two attributes of equal size can be exchanged without changing the mean scores.
    pub(super) fn means_keep(&self, swap: impl Fn(usize) -> usize) -> bool {
        let listed = |swap: &dyn Fn(usize) -> usize| {
            let of_mean = |mean: &MeanScore| {
                let mut by: Vec<usize> = mean.by.iter().map(|&i| swap(i)).collect();
                by.sort_unstable();
                let item = |(item, cells): &(usize, f64)| (by.clone(), swap(*item), cells.to_bits());
                mean.items.iter().map(item).collect::<Vec<_>>()
            };
            let mut all: Vec<_> = self.means.iter().flat_map(of_mean).collect();
            all.sort_unstable();
            all
        };
        self.means.is_empty() || listed(&swap) == listed(&|attribute| attribute)
    }
}

/// All sets of a table's attributes but the empty one, by number: those whose bits are set.
pub(super) fn subsets(table: &[usize]) -> impl Iterator<Item = Vec<usize>> + '_ {
    (1..1_usize << table.len()).map(|set| held(table, set).collect())
}

/// The attributes of a table whose bits are set.
fn held(table: &[usize], set: usize) -> impl Iterator<Item = usize> + '_ {
    table.iter().enumerate().filter(move |(bit, _)| set >> bit & 1 == 1).map(|(_, attribute)| *attribute)
}

/// Writes how many there are: "3 tables and 1 mean score".
impl fmt::Display for Estimands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = [(self.tables.len(), "table"), (self.means.len(), "mean score")];
        let told: Vec<String> =
            numbers.iter().filter(|(number, _)| *number > 0).map(|(n, what)| counted(*n, what)).collect();
        f.write_str(&told.join(" and "))
    }
}

impl From<&Estimands> for Estimands {
    fn from(estimands: &Estimands) -> Self {
        estimands.clone()
    }
}

impl From<&[Vec<usize>]> for Estimands {
    fn from(tables: &[Vec<usize>]) -> Self {
        Self::new(tables.to_vec(), Vec::new())
    }
}

impl From<&Vec<Vec<usize>>> for Estimands {
    fn from(tables: &Vec<Vec<usize>>) -> Self {
        tables.as_slice().into()
    }
}

impl<const N: usize> From<&[Vec<usize>; N]> for Estimands {
    fn from(tables: &[Vec<usize>; N]) -> Self {
        tables.as_slice().into()
    }
}
