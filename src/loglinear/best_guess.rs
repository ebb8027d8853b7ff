//! The tables of the fitted distribution.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::components::UnbiasedComponents;
use super::pairs::{OfPairs, Pair, all_pairs};
use super::proportional::{Margin, places_within, scale_to};
use super::unbiased::{UnbiasedTable, once_each, transposed};
use super::{fit, groups, prior};
use crate::count::Table;
use crate::error::{Code, Error};
use crate::estimate::{Estimate, Estimation, Options, Origin, Stop};
use crate::exact::size_to_f64;
use crate::numeric::order::sorted;

/// The most combinations of answers of a group of questions that is fitted as a whole.
const MOST_CELLS: usize = 4_096;

/// What a reader should know of these estimates.
const DRAWN: &str = "a best guess, drawn towards fewer and weaker associations; the intervals are those of the unbiased table";
const PRODUCT: &str = "; it is a product of pairs, without effects of three or more questions together";

/// The tables of one distribution (of several that have the same margins, if there are many questions).
///
/// ```
/// use candor::loglinear::{self, BestGuess, GroupFit, UnbiasedTable};
/// let table = |attributes: &[usize], shares: &[f64], error: f64| UnbiasedTable {
///     attributes: attributes.into(),
///     shares: shares.into(),
///     standard_errors: vec![error; shares.len()],
///     possible: None,
/// };
/// let tables = [
///     table(&[0], &[0.62, 0.38], 0.02),
///     table(&[1], &[0.5, 0.3, 0.2], 0.02),
///     table(&[0, 1], &[0.35, 0.25, 0.02, 0.15, 0.05, 0.18], 0.03),
/// ];
/// let guess: BestGuess = loglinear::best_guess(&tables, &Default::default())?;
/// // One margin everywhere, and every share is possible.
/// let both = guess.table(&[0, 1]).unwrap_or_default();
/// let first = guess.table(&[0]).unwrap_or_default();
/// assert!((both[..3].iter().sum::<f64>() - first[0]).abs() < 1e-9);
/// assert_eq!((guess.table(&[1, 0]).unwrap_or_default()[1], guess.table(&[2])), (both[3], None));
/// let whole: &GroupFit = &guess.groups()[0];
/// assert_eq!((&whole.attributes[..], whole.shares.len()), (&[0, 1][..], 6));
/// assert!(whole.of_questions > 0.0 && whole.of_pairs > 0.0);
/// // Groups of fewer combinations: here the pair is one all the same.
/// assert_eq!(loglinear::in_groups(&tables, &Default::default(), 4)?, guess);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct BestGuess {
    /// The positions of the questions, ascending; everything below numbers them by their places here.
    attributes: Vec<usize>,
    sizes: Vec<usize>,
    questions: Vec<Vec<f64>>,
    pairs: OfPairs<Vec<f64>>,
    groups: Vec<GroupFit>,
}

/// A group of questions that was fitted as a whole.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GroupFit {
    /// The positions of the questions, ascending.
    pub attributes: Vec<usize>,
    /// The prior variance of the terms of questions.
    pub of_questions: f64,
    /// The prior variance of the terms of pairs, from before every pair got its own.
    pub of_pairs: f64,
    /// The share of every combination of answers, the last question fastest.
    pub shares: Vec<f64>,
}

impl BestGuess {
    /// Estimates all tables of one and two questions together from counts of the same reports: of every question, and of those pairs that
    /// can be estimated. Pairs that cannot, or are not given, are taken to depend on one another only through others. Counts of more
    /// questions are ignored. Only the population matters of the options.
    ///
    /// ```
    /// use candor::count::Table;
    /// use candor::estimate::{Options, estimate};
    /// use candor::loglinear::BestGuess;
    /// # use candor::{design, schema::{Attribute, Category, Schema}};
    /// # let attribute = |name| Attribute::new(name, None, Category::list(["no", "yes"]), false);
    /// # let schema = Schema::new(vec![attribute("smoker")?, attribute("drinker")?])?;
    /// # let levels = design::Levels::new(vec![2, 2], vec![1.0, 1.0])?;
    /// # let law = design::Request::levels(&levels).design()?.law().clone();
    /// let counted = [
    ///     Table::from_counts(&schema, &["smoker"], vec![620, 380])?,
    ///     Table::from_counts(&schema, &["drinker"], vec![540, 460])?,
    ///     Table::from_counts(&schema, &["smoker", "drinker"], vec![350, 270, 190, 190])?,
    /// ];
    /// let guess = BestGuess::of_counts(&law, &counted, &Options::default(), &Default::default())?;
    /// // Show it with the interval of the unbiased table.
    /// let unbiased = estimate(&law, counted[2].clone(), &Options::default())?;
    /// let together = guess.estimate(&unbiased).unwrap_or(unbiased.clone());
    /// assert!(together.cell(3).lower <= unbiased.cell(3).lower && together.standard_errors().is_none());
    /// assert_eq!(together.method().to_string(), "loglinear");
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`best_guess`], [`Estimation::new`] and [`Estimation::estimate`].
    pub fn of_counts<'l, 't>(
        of: impl Into<Origin<'l>>,
        counted: impl IntoIterator<Item = &'t Table>,
        options: &Options,
        stop: &Stop,
    ) -> Result<Self, Error> {
        let origin = of.into();
        let options = Options::default().population(options.population).robust(options.robust);
        let mut tables = Vec::new();
        for table in once_each(counted, |table| table.axes().attributes().to_vec()) {
            match Estimation::new(origin, table.clone(), &options)?.of_all_cells().until(stop).estimate() {
                Ok(estimate) => tables.extend(UnbiasedTable::of(&estimate)),
                Err(error) if error.code() == Code::UnidentifiableTable => {}
                Err(error) => return Err(error),
            }
        }
        best_guess(&tables, stop)
    }

    /// The shares of the answers to some questions, row-major in the given order; `None` if one of them was not estimated, or is given
    /// twice. A table of more than two questions has the estimated pairs and no effects of three or more together.
    #[must_use]
    pub fn table(&self, attributes: &[usize]) -> Option<Vec<f64>> {
        let place = |attribute: &usize| self.attributes.binary_search(attribute).ok();
        let questions: Vec<usize> = attributes.iter().map(place).collect::<Option<_>>()?;
        if (1..questions.len()).any(|at| questions[..at].contains(&questions[at])) {
            return None;
        }
        match questions[..] {
            [question] => return Some(self.questions[question].clone()),
            [a, b] if a < b => return Some(self.pairs[[a, b]].clone()),
            [a, b] => return Some(transposed(&self.pairs[[b, a]], self.sizes[a])),
            _ => {}
        }
        let ascending = sorted(questions.clone());
        let table = self.product(&ascending);
        let sizes = |of: &[usize]| of.iter().map(|&question| self.sizes[question]).collect::<Vec<_>>();
        let axis = |question: &usize| ascending.binary_search(question).unwrap_or_default();
        let places = places_within(&sizes(&ascending), &questions.iter().map(axis).collect::<Vec<_>>());
        let mut turned = vec![0.0; table.len()];
        places.into_iter().zip(table).for_each(|(place, share)| turned[place] = share);
        Some(turned)
    }

    /// The table of these questions, ascending: it starts from that of a group with all of them, or from equal shares, and is scaled to the pairs.
    fn product(&self, questions: &[usize]) -> Vec<f64> {
        let sizes: Vec<usize> = questions.iter().map(|&question| self.sizes[question]).collect();
        let cells = sizes.iter().product();
        let mut table = vec![1.0 / size_to_f64(cells); cells];
        let own: Vec<usize> = questions.iter().map(|&question| self.attributes[question]).collect();
        if let Some(group) = self.groups.iter().find(|group| group.has(&own)) {
            let axes: Vec<usize> =
                own.iter().filter_map(|question| group.attributes.binary_search(question).ok()).collect();
            let place = |attribute: &usize| self.attributes.binary_search(attribute).ok();
            let of_group: Vec<usize> =
                group.attributes.iter().filter_map(place).map(|question| self.sizes[question]).collect();
            table.fill(0.0);
            let places = places_within(&of_group, &axes);
            places.into_iter().zip(&group.shares).for_each(|(place, share)| table[place] += share);
        }
        let pair = |pair: Pair| Margin::new(pair.into(), &self.pairs[pair.map(|axis| questions[axis])]);
        let margins: Vec<Margin<'_>> = all_pairs(questions.len()).map(pair).collect();
        scale_to(&margins, &sizes, &mut table);
        table
    }

    /// The best guess of a table in place of its unbiased estimate, whose intervals it keeps, stretched to hold it; it has no standard errors.
    /// `None` if one of the questions was not estimated.
    #[must_use]
    pub fn estimate(&self, unbiased: &Estimate) -> Option<Estimate> {
        let attributes = unbiased.axes().attributes();
        let shares = self.table(attributes)?;
        Some(unbiased.guessed(shares, Self::reason(attributes.len())))
    }

    /// What readers should know of the best guess of a table of this many attributes.
    ///
    /// ```
    /// use candor::loglinear::BestGuess;
    /// assert!(BestGuess::reason(2).starts_with("a best guess, drawn towards fewer and weaker associations"));
    /// assert!(BestGuess::reason(3).contains("a product of pairs"));
    /// ```
    #[must_use]
    pub fn reason(attributes: usize) -> String {
        [DRAWN, if attributes > 2 { PRODUCT } else { "" }].concat()
    }

    /// The groups of questions that were fitted as a whole.
    #[must_use]
    pub fn groups(&self) -> &[GroupFit] {
        &self.groups
    }
}

impl GroupFit {
    fn has(&self, attributes: &[usize]) -> bool {
        attributes.iter().all(|attribute| self.attributes.binary_search(attribute).is_ok())
    }
}

/// Estimates all tables of one and two questions together from the unbiased ones: one for every question, and those of pairs. A pair
/// without a table has no term in the model. Tables of more questions are ignored.
///
/// # Errors
/// `unidentifiable-table` if a table of a pair is given without that of each question, or if there is no table; `undefined-statistic` if a component has no
/// noise; `invalid-counts` if a table has another shape; `stopped`.
pub fn best_guess(tables: &[UnbiasedTable], stop: &Stop) -> Result<BestGuess, Error> {
    in_groups(tables, stop, MOST_CELLS)
}

/// Like [`best_guess`], with another limit on the combinations of answers of a group, for comparison.
///
/// # Errors
/// The errors of [`best_guess`].
pub fn in_groups(tables: &[UnbiasedTable], stop: &Stop, most_cells: usize) -> Result<BestGuess, Error> {
    let alone = tables.iter().filter_map(|table| match table.attributes[..] {
        [question] => Some(question),
        _ => None,
    });
    let mut attributes = sorted(alone.collect());
    attributes.dedup();
    if attributes.is_empty() {
        let message = "the log-linear estimate needs the table of every question alone, and no such table can be estimated";
        return Err(Error::new(Code::UnidentifiableTable, message));
    }
    let components = UnbiasedComponents::new(&attributes, tables)?;
    let sizes = components.sizes.clone();
    let mut groups = Vec::new();
    let mut questions = Vec::new();
    let mut pairs: OfPairs<Vec<f64>> = OfPairs::new(sizes.len());
    let mut times: OfPairs<f64> = OfPairs::new(sizes.len());
    for group in groups::cover(&sizes, most_cells) {
        let own = components.of_questions(&group);
        let prior::WithPrior { fitted, variances: [of_questions, of_pairs] } =
            prior::fit(&fit::PairModel::new(&own, stop))?;
        for (pair, table) in fitted.pairs.iter() {
            let pair = pair.map(|place| group[place]);
            let sums = pairs.slot(pair).get_or_insert_with(|| vec![0.0; table.len()]);
            sums.iter_mut().zip(table).for_each(|(sum, own)| *sum += own);
            *times.slot(pair).get_or_insert(0.0) += 1.0;
        }
        questions = fitted.questions;
        let attributes = group.into_iter().map(|question| attributes[question]).collect();
        groups.push(GroupFit { attributes, of_questions, of_pairs, shares: fitted.shares });
    }
    for ((_, sums), (_, times)) in pairs.iter_mut().zip(times.iter()) {
        sums.iter_mut().for_each(|sum| *sum /= times);
    }
    if groups.len() > 1 {
        questions = groups::brought_together(&sizes, &mut pairs);
    }
    Ok(BestGuess { attributes, sizes, questions, pairs, groups })
}
