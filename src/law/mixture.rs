//! A law: a mixture of forms. A form is drawn independently of the record and perturbs the questions that it asks [Mathematics, §10].
//!
//! An unlabelled law, the flip law of §1, has a single form that asks every question separately and reports one category of each.

use alloc::vec;
use alloc::vec::Vec;

use super::block::Block;
use super::draws::Bound;
use super::epsilon;
use super::form::{self, Form};
use super::label::{self, Placed, Questionnaire};
use super::membership::Membership;
use super::rounded_score::RoundedScore;
use super::spectrum::BlockSpectrum;
use super::unit::Shape;
use super::view::View;
use crate::error::Error;
use crate::exact::{Scaled, Toward, to_index};
use crate::schema::check_sizes;

/// The largest factor by which an estimate may multiply the noise of a table. Tables above it are refused ([`Law::identifies`]).
///
/// ```
/// use candor::design::{Levels, Request};
/// use candor::law::MAX_CONDITION;
/// let law = Request::levels(&Levels::new(vec![2], vec![1.0])?).design()?.law().clone();
/// assert!(law.condition(&[0]) < 3.0 && 3.0 < MAX_CONDITION);
/// # Ok::<(), candor::Error>(())
/// ```
pub const MAX_CONDITION: f64 = 1e6;

/// A symmetric mechanism on records of given sizes: a mixture of forms.
///
/// ```
/// use candor::law::{Block, Law, Pattern};
///
/// // Two yes/no questions, exchangeable. Of 2⁶⁴ words 2⁶² make both uniformly random; 2⁶³ change neither, the rest one.
/// let patterns = vec![Pattern::new(vec![], 1 << 63), Pattern::new(vec![(0, 1)], 1 << 62)];
/// let block = Block::new(vec![0, 1], vec![vec![0, 1]], 1 << 62, patterns)?;
/// let law = Law::new(vec![2, 2], vec![block])?;
/// // A report is as it was with probability 9/16, and differs in both answers with 1/16: a factor of 9.
/// assert!((law.record_epsilon() - 9.0_f64.ln()).abs() < 1e-12);
/// assert!(law.attribute_epsilons()[0] >= law.column_epsilons()[0]);
/// assert!(law.keeps_caps(&[Some(2.0), None]) && !law.keeps_caps(&[Some(1.0), None]));
/// assert_eq!(law.sizes(), [2, 2]);
/// assert_eq!((law.forms().len(), law.labels(), law.blocks().count()), (1, 1, 1));
/// assert!(law.is_unlabelled());
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Law {
    /// The numbers of categories of all columns: the attributes, then the scores.
    sizes: Vec<u32>,
    scores: Vec<RoundedScore>,
    forms: Vec<Form>,
    /// The number of labels of each form.
    labels: Vec<u32>,
    /// The numbers from 1 to one less than the largest cell count of a unit that reports a subset.
    bounds: Vec<Bound>,
}

impl Law {
    /// An unlabelled law. Its blocks must cover every attribute exactly once.
    ///
    /// # Errors
    /// The errors of [`Law::labelled`].
    pub fn new(sizes: Vec<u32>, blocks: Vec<Block>) -> Result<Self, Error> {
        let form = Form::of_all(sizes.len(), blocks);
        Self::labelled(sizes, vec![form])
    }

    /// A law of these forms; each is drawn with probability weight/2⁶⁴.
    ///
    /// # Errors
    /// `no-attributes`, `too-few-categories`, `too-many-categories` in `sizes`; `weight-sum` unless the forms have weights of at
    /// least 1 that sum to 2⁶⁴; `invalid-plan`, naming what is missing, repeated, too large, or grouped with parts of another
    /// size.
    pub fn labelled(sizes: Vec<u32>, forms: Vec<Form>) -> Result<Self, Error> {
        Self::with_scores(sizes, Vec::new(), forms)
    }

    /// A law on records of attributes of these sizes, whose forms may also name scores that the device adds up and rounds: the first as the attribute that
    /// would follow the last. Rounding mixes the outputs of records, so that no ratio of probabilities grows: ε is as if each score were an answer.
    ///
    /// ```
    /// use candor::law::{Block, Form, Law, Pattern, RoundedScore, Unit};
    ///
    /// // The number of yesses to two questions, rounded to none or both, is reported truly with probability 3/4.
    /// let score = RoundedScore::new(vec![(0, vec![Some(0), Some(1)]), (1, vec![Some(0), Some(1)])], vec![0, 2])?;
    /// let block = Block::new(vec![0], vec![vec![0]], 1 << 63, vec![Pattern::new(vec![], 1 << 63)])?;
    /// let form = Form::new(1 << 64, vec![], vec![Unit::new(vec![2], 1)], vec![block]);
    /// let law = Law::with_scores(vec![2, 2], vec![score.clone()], vec![form])?;
    /// assert_eq!((law.sizes(), law.scores(), law.attributes()), (&[2, 2, 2][..], &[score][..], 2));
    /// assert!((law.record_epsilon() - 3.0_f64.ln()).abs() < 1e-12);
    /// assert_eq!(law.asked(0), Some(vec![0, 1]));
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Law::labelled`]; `invalid-plan` where the items of a score do not ascend, or are no attributes of the sizes that its steps are for.
    pub fn with_scores(
        mut sizes: Vec<u32>,
        scores: Vec<RoundedScore>,
        forms: Vec<Form>,
    ) -> Result<Self, Error> {
        scores.iter().try_for_each(|score| score.check(&sizes))?;
        sizes.extend(scores.iter().map(RoundedScore::size));
        check_sizes(&sizes)?;
        form::check_weights(&forms)?;
        forms.iter().try_for_each(|form| form.check(&sizes))?;
        let mut asked = Membership::new(sizes.len(), "attribute", ["form", "forms"]);
        forms.iter().for_each(|form| form.add_asked(&mut asked));
        scores.iter().flat_map(RoundedScore::items).for_each(|item| asked.add(item));
        asked.all()?;
        label::check(&forms)?;
        Ok(Self::checked(sizes, scores, forms))
    }

    /// A law of parts that were checked before. The sizes are those of the attributes and of the scores.
    pub(crate) fn checked(sizes: Vec<u32>, scores: Vec<RoundedScore>, mut forms: Vec<Form>) -> Self {
        forms.iter_mut().for_each(|form| form.lay_out(&sizes));
        let labels = forms.iter().map(|form| label::arrangements(form).unwrap_or(1)).collect();
        let cells = forms.iter().map(Form::most_cells).fold(1, u32::max);
        let bounds = (1..cells).map(Bound::new).collect();
        Self { sizes, scores, forms, labels, bounds }
    }

    /// The numbers of categories a₁ … a_k of the attributes, then those of the scores.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// The scores that devices add up and round.
    #[must_use]
    pub fn scores(&self) -> &[RoundedScore] {
        &self.scores
    }

    /// The number of attributes of a record; the scores follow them.
    #[must_use]
    pub fn attributes(&self) -> usize {
        self.sizes.len() - self.scores.len()
    }

    /// The attributes that a label needs answers to, ascending: those that it asks, and the items of scores that it asks; `None` where there is no such label.
    #[must_use]
    pub fn asked(&self, label: u32) -> Option<Vec<usize>> {
        (label < self.labels()).then(|| {
            let mut is_asked = vec![false; self.attributes()];
            self.visit_asked(label, |attribute| is_asked[attribute] = true);
            (0..self.attributes()).filter(|attribute| is_asked[*attribute]).collect()
        })
    }

    /// Passes on the attributes of [`Self::asked`], for a label that there is, in any order and perhaps more than once.
    pub(crate) fn visit_asked(&self, label: u32, mut visit: impl FnMut(usize)) {
        let placed = self.placed(label);
        for unit in 0..placed.form.units().len() {
            for &column in placed.attributes(unit) {
                match column.checked_sub(self.attributes()) {
                    None => visit(column),
                    Some(score) => self.scores[score].items().for_each(&mut visit),
                }
            }
        }
    }

    /// The forms; a form with pools stands for a family of forms.
    #[must_use]
    pub fn forms(&self) -> &[Form] {
        &self.forms
    }

    /// The blocks of all forms, one form after the other.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.forms.iter().flat_map(Form::blocks)
    }

    /// The number of labels, counting every form of a family; 1 for an unlabelled law.
    #[must_use]
    pub fn labels(&self) -> u32 {
        self.labels.iter().sum()
    }

    /// Whether the law asks every question separately, for one category each, and has no label.
    #[must_use]
    pub fn is_unlabelled(&self) -> bool {
        self.labels() == 1 && self.forms[0].is_plain(self.sizes.len())
    }

    /// The questions of a label; `None` where there is no such label.
    #[must_use]
    pub fn questionnaire(&self, label: u32) -> Option<Questionnaire> {
        (label < self.labels()).then(|| self.placed(label).questionnaire())
    }

    /// The position of the form of a label, and the label's number among those of the form; the last form where there is no such label.
    pub(super) fn form_of(&self, mut label: u32) -> (usize, u32) {
        let last = self.forms.len() - 1;
        let mut index = 0;
        while index < last && label >= self.labels[index] {
            label -= self.labels[index];
            index += 1;
        }
        (index, label)
    }

    /// The form and the questions of a label; the last form where there is no such label.
    pub(crate) fn placed(&self, label: u32) -> Placed<'_> {
        let (index, number) = self.form_of(label);
        Placed::new(index, &self.forms[index], number)
    }

    /// The numbers 1 … `below` − 1.
    pub(crate) fn bounds(&self, below: u32) -> &[Bound] {
        &self.bounds[..to_index(below - 1)]
    }

    /// The labels of the form at this position: the first one, and how many.
    pub(crate) fn labels_of(&self, form: usize) -> (u32, u32) {
        (self.labels[..form].iter().sum(), self.labels[form])
    }

    /// **Record ε**, an upper bound: ln of the largest ratio between the probabilities with which two
    /// records give the same output. The ratios of blocks multiply. The largest ratio of any form counts, since forms are drawn
    /// independently of the record. Cost: O(patterns).
    #[must_use]
    pub fn record_epsilon(&self) -> f64 {
        let of_form = |form: &Form| {
            let ratios = form.blocks().iter().map(|block| epsilon::record_ratio(block, form.shapes()));
            ratios.fold(Scaled::ONE, |product, ratio| product.times(ratio, Toward::Up))
        };
        self.forms.iter().map(of_form).fold(Scaled::ONE, Scaled::max).ln(Toward::Up)
    }

    /// **Column ε** of every attribute, as upper bounds: what the part of the output that names its cells tells of answer i, where
    /// no other part is seen; the largest over the forms.
    #[must_use]
    pub fn column_epsilons(&self) -> Vec<f64> {
        self.per_attribute(epsilon::column_ratios)
    }

    /// **Attribute ε** of every attribute, as upper bounds: what the whole output tells of answer i when
    /// nothing else differs; the largest over the forms, where a form that does not ask the attribute counts as 0.
    #[must_use]
    pub fn attribute_epsilons(&self) -> Vec<f64> {
        self.per_attribute(epsilon::attribute_ratios)
    }

    /// What the whole output tells of several answers together when nothing else differs, as an upper bound: ln of the largest ratio between the
    /// probabilities of an output for two records that agree outside `attributes`; the largest over the forms. For one attribute it is its attribute
    /// ε, for all of them the record ε [Mathematics, §15]. Cost: O(patterns²) for each block.
    ///
    /// ```
    /// use candor::design::{Levels, Request};
    ///
    /// let law = Request::levels(&Levels::new(vec![2, 2, 3], vec![1.0; 3])?).design()?.law().clone();
    /// let [one, two, all] = [&[1][..], &[1, 2], &[0, 1, 2]].map(|attributes| law.joint_epsilon(attributes));
    /// assert!((one - law.attribute_epsilons()[1]).abs() < 1e-12 && one <= two && two <= all);
    /// assert!((all - law.record_epsilon()).abs() < 1e-12);
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn joint_epsilon(&self, attributes: &[usize]) -> f64 {
        let of_form = |form: &Form| {
            let of_block = |block: &Block| {
                epsilon::joint_ratio(block, form.shapes(), &form.most_changed(block, attributes))
            };
            let ratios = form.blocks().iter().map(of_block);
            ratios.fold(Scaled::ONE, |product, ratio| product.times(ratio, Toward::Up))
        };
        self.forms.iter().map(of_form).fold(Scaled::ONE, Scaled::max).ln(Toward::Up)
    }

    /// Whether every attribute ε is at most its cap; `None` means no cap.
    #[must_use]
    pub fn keeps_caps(&self, caps: &[Option<f64>]) -> bool {
        self.attribute_epsilons().iter().zip(caps).all(|(epsilon, cap)| cap.is_none_or(|cap| *epsilon <= cap))
    }

    /// The information in a report about every component T ⊆ `subset` of a table, as a share of that in an unperturbed record: I_T/dim_T
    /// [Mathematics, §10]. Entry t is for the attributes `subset[i]` whose bit i is set in t; for an unlabelled law it is
    /// μ_T². Cost: O(2^w) for each form and each way in which it may ask the attributes of the table.
    ///
    /// ```
    /// use candor::law::{Block, Law, Pattern};
    ///
    /// // The truth with probability 1/2, otherwise uniformly random: half of what distinguishes yes from no is left.
    /// let block = Block::new(vec![0], vec![vec![0]], 1 << 63, vec![Pattern::new(vec![], 1 << 63)])?;
    /// let law = Law::new(vec![2], vec![block])?;
    /// assert_eq!(law.forms()[0].spectrum(&[0]), [1.0, 0.5]);
    /// assert_eq!(law.information(&[0]), [1.0, 0.25]);
    /// assert_eq!(law.condition(&[0]), 2.0);
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn information(&self, subset: &[usize]) -> Vec<f64> {
        let mut information = vec![0.0; 1 << subset.len()];
        for view in self.views(subset) {
            let amplitudes = view.amplitudes(&self.forms[view.form]);
            for (set, information) in information.iter_mut().enumerate() {
                if let Some(seen) = view.units_of(set) {
                    *information += view.probability * amplitudes[seen] * amplitudes[seen];
                }
            }
        }
        information
    }

    /// The condition number of the table over `subset`: max √(dim_T/I_T) over T ⊆ `subset`, which is max 1/|μ_T| for an unlabelled law;
    /// infinite where the law erases a component of the table.
    #[must_use]
    pub fn condition(&self, subset: &[usize]) -> f64 {
        if self.is_unlabelled() {
            let least = |block: BlockSpectrum| block.values.into_iter().map(libm::fabs).fold(1.0, f64::min);
            return 1.0 / self.forms[0].block_spectra(subset).into_iter().map(least).product::<f64>();
        }
        1.0 / libm::sqrt(self.information(subset).into_iter().fold(1.0, f64::min))
    }

    /// Whether the table over these attributes can be estimated: its [`Self::condition`] is at most [`MAX_CONDITION`].
    ///
    /// ```
    /// use candor::design::{Levels, Request};
    /// let law = Request::levels(&Levels::new(vec![2, 3], vec![1.0, 1.0])?).design()?.law().clone();
    /// assert!(law.identifies(&[0, 1]));
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn identifies(&self, attributes: &[usize]) -> bool {
        self.condition(attributes) <= MAX_CONDITION
    }

    /// The ways in which forms ask the attributes of a table.
    pub(crate) fn views(&self, attributes: &[usize]) -> Vec<View> {
        self.forms.iter().enumerate().flat_map(|(form, of)| View::all(form, of, attributes)).collect()
    }

    /// Converts the ratio of each class into an ε of every attribute that its units may ask, the largest over the forms.
    fn per_attribute(&self, class_ratios: fn(&Block, &[Shape]) -> Vec<Scaled>) -> Vec<f64> {
        let mut epsilons: Vec<f64> = vec![0.0; self.sizes.len()];
        for form in &self.forms {
            for block in form.blocks() {
                for (class, ratio) in block.classes().iter().zip(class_ratios(block, form.shapes())) {
                    let epsilon = ratio.ln(Toward::Up);
                    for &position in class {
                        for attribute in form.units()[block.units()[position]].attributes() {
                            let alone = core::slice::from_ref(attribute);
                            let pool = form.pool_of(*attribute).map_or(alone, |pool| &form.exchange()[pool]);
                            pool.iter().for_each(|&i| epsilons[i] = epsilons[i].max(epsilon));
                        }
                    }
                }
            }
        }
        epsilons
    }
}
