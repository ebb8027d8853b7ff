//! What a table of reports says about its shares: unbiased estimates, and their covariance where given shares are the true ones, with all noise of
//! the law.
//!
//! Estimates are those of the inverse of the law, π̂ = S·λ̂. Their covariance is Sᵀ·(diag λ − λλᵀ)·S/n, where λ = M·π are the expected shares of
//! reports for true shares π. For a labelled law it is that of its combined views, given the labels [Mathematics, §10 and §11].
//!
//! **What cannot occur.** S is then that of the conditioned inverse ([`Unbiased`]), and λ̂ are the reports in the wider table of the questions that
//! hang on this one's, if that was counted. A hypothesis says nothing of these. Their true shares, given the answers that it is about, are taken from
//! the single questions, as if these were independent of each other but for what cannot occur; and what the reports say of them beyond that is added, as
//! far as no kind of report is then expected less often than never. With many reports that is all of it.
//!
//! Cost: where cells cannot occur, that of an inverse for every cell, once. Of every sum of cells: O(w·N), or with these S·N for S cells within a wider
//! table of N. Fails where the law erases a component of the table.

use alloc::format;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use crate::error::{Code, Error};
use crate::estimate::{Observed, Reach, Unbiased, onto_simplex, spread_over};
use crate::exact::{to_f64, to_index};
use crate::numeric::random::Generator;
use crate::numeric::vectors::{dot, range};

/// The most numbers that are kept in memory: half a gigabyte.
const MOST_NUMBERS: usize = 1 << 26;

/// The most scores that are kept for all cells. Above that no use is made of what cannot occur.
const MOST_SCORES: usize = 1 << 22;

/// The weight of an even distribution in that of a further question's answers.
const UNKNOWN: f64 = 0.01;

/// The part that is added of what reports say beyond single questions, relative to the most that can be.
const WITHIN: f64 = 1.0 - 1e-9;

/// Estimated shares of one survey.
pub(super) struct ShareEvidence<'l> {
    /// The survey in the table that its reports are counted in.
    reported: Observed<'l>,
    /// The estimates.
    pub(super) shares: Vec<f64>,
    knowledge: Option<Arc<Knowledge>>,
    /// What the reports say of further questions, beyond what single questions say.
    beyond: Option<Vec<f64>>,
    /// The part of this that is added to all true shares, if it does not depend on these.
    held: Option<f64>,
}

/// What is known of a table because some cells cannot occur.
struct Knowledge {
    /// The scores of every cell, in the reports.
    scores: Vec<Vec<f64>>,
    /// The axes of the table among those of the reports.
    axes: Vec<usize>,
    /// For every cell of a wider table, the part that it has of its cell in the narrower one; `None` if there is no wider one.
    parts: Option<Vec<f64>>,
}

impl<'l> ShareEvidence<'l> {
    /// The evidence of a survey.
    ///
    /// # Errors
    /// `unidentifiable-table`.
    pub(super) fn new(observed: &Observed<'l>) -> Result<Self, Error> {
        Self::knowing(observed, single_shares)
    }

    /// The evidence where only the law is known: all further answers that can occur are equally frequent.
    pub(super) fn of_law(observed: &Observed<'l>) -> Result<Self, Error> {
        Ok(Self { beyond: None, ..Self::knowing(observed, even_shares)? })
    }

    /// The evidence of a table as if every cell could occur.
    pub(super) fn of_all_cells(observed: &Observed<'l>) -> Result<Self, Error> {
        Self::of(observed.clone().of_all_cells(), None)
    }

    fn knowing(
        observed: &Observed<'l>,
        of_further: impl Fn(&Observed<'l>, usize) -> Vec<f64>,
    ) -> Result<Self, Error> {
        // Refuses what the law hides.
        observed.inverse_factors(&observed.axes())?;
        let (wide, axes) = observed.widest();
        let scores = observed.shares().len() * wide.shares().len();
        if wide.occurring().is_none() || scores > MOST_SCORES {
            return Self::of_all_cells(observed);
        }
        let table = Unbiased::with_wider(observed.clone())?;
        let Some(reported) = table.reported() else { return Self::of_all_cells(observed) };
        let parts = (axes.len() < reported.sizes().len()).then(|| parts(reported, &axes, of_further));
        let scores = table.scores_of_cells();
        Self::of(reported.clone(), Some(Arc::new(Knowledge { scores, axes, parts })))
    }

    fn of(reported: Observed<'l>, knowledge: Option<Arc<Knowledge>>) -> Result<Self, Error> {
        let Some(knowledge) = knowledge else {
            let shares = reported.inverse(&reported.axes())?;
            return Ok(Self { reported, shares, knowledge: None, beyond: None, held: None });
        };
        let shares: Vec<f64> = knowledge.scores.iter().map(|row| dot(row, reported.shares())).collect();
        let beyond = |parts: &Vec<f64>| {
            let lifted = lifted(&shares, parts, &reported, &knowledge.axes);
            let all = reported.inverse_of_shown(reported.shares().to_vec());
            all.iter().zip(lifted).map(|(own, of_parts)| own - of_parts).collect()
        };
        let beyond = knowledge.parts.as_ref().map(beyond);
        Ok(Self { reported, shares, knowledge: Some(knowledge), beyond, held: None })
    }

    /// The survey in the table that its reports are counted in.
    pub(super) fn reported(&self) -> &Observed<'l> {
        &self.reported
    }

    /// The number of reports.
    pub(super) fn n(&self) -> f64 {
        self.reported.n()
    }

    /// True shares, in the table that reports are counted in, of which the table has these.
    fn truth(&self, shares: &[f64]) -> Vec<f64> {
        let mut truth = self.of_single_questions(shares);
        if let Some(beyond) = &self.beyond {
            let part = self.held.unwrap_or_else(|| self.possible_part(beyond, &truth));
            truth.iter_mut().zip(beyond).for_each(|(share, more)| *share += part * more);
        }
        truth
    }

    /// The same without what reports say beyond single questions.
    fn of_single_questions(&self, shares: &[f64]) -> Vec<f64> {
        let parts = self.knowledge.as_ref().and_then(|own| Some((own.parts.as_ref()?, &own.axes)));
        parts.map_or_else(|| shares.to_vec(), |(parts, axes)| lifted(shares, parts, &self.reported, axes))
    }

    fn possible_part(&self, beyond: &[f64], truth: &[f64]) -> f64 {
        WITHIN * self.reported.most_of(beyond, truth)
    }

    /// The same with a covariance that is quadratic in the true shares, and that of before where the true shares are these.
    pub(super) fn quadratic_around(self, shares: &[f64]) -> Self {
        let single = self.of_single_questions(shares);
        let held = self.beyond.as_ref().map(|beyond| self.possible_part(beyond, &single));
        Self { held, ..self }
    }

    /// Whether use is made of cells that cannot occur.
    pub(super) fn knows_impossible(&self) -> bool {
        self.knowledge.is_some()
    }

    /// Whether there are further questions, of which hypotheses say nothing.
    pub(super) fn has_further(&self) -> bool {
        self.beyond.is_some()
    }

    /// The scores, in the reports, of a sum of cells.
    fn scores(&self, of: &[f64]) -> Result<Vec<f64>, Error> {
        let Some(knowledge) = &self.knowledge else {
            return self.reported.inverted(&self.reported.axes(), of.to_vec());
        };
        let mut sums = vec![0.0; self.reported.shares().len()];
        for (own, scores) in of.iter().zip(&knowledge.scores).filter(|(own, _)| **own != 0.0) {
            sums.iter_mut().zip(scores).for_each(|(sum, score)| *sum += own * score);
        }
        Ok(sums)
    }

    fn scores_of_each(&self, sums: &[Vec<f64>]) -> Result<Vec<Vec<f64>>, Error> {
        sums.iter().map(|row| self.scores(row)).collect()
    }

    /// n·Cov(G·π̂) where these are the true shares, for the rows of G.
    ///
    /// # Errors
    /// `too-large` where G has too many numbers.
    pub(super) fn covariance(&self, shares: &[f64], sums: &[Vec<f64>]) -> Result<Vec<Vec<f64>>, Error> {
        let numbers = sums.len() * self.reported.shares().len();
        if numbers > MOST_NUMBERS {
            let message = format!(
                "the test takes {numbers} numbers in memory; it must not take more than {MOST_NUMBERS}"
            );
            return Err(Error::new(Code::TooLarge, message));
        }
        let mut expected = self.truth(shares);
        self.reported.perturb(&mut expected);
        Ok(self.reported.covariance(&expected).between(&self.scores_of_each(sums)?))
    }

    /// For every kind of report, how many are expected at these true shares, and what one adds to n times these sums of cells.
    pub(super) fn contributions(
        &self,
        shares: &[f64],
        sums: &[Vec<f64>],
    ) -> Result<Vec<(f64, Vec<f64>)>, Error> {
        let mut generator = Generator::new(self.reported.seed());
        Ok(self.reported.contributions(&self.truth(shares), &self.scores_of_each(sums)?, &mut generator))
    }

    /// What one report adds to n times a sum of cells.
    pub(super) fn reach(&self, of: &[f64]) -> Result<Reach, Error> {
        Ok(Reach::of_scores(&self.reported, &self.scores(of)?, range(of)))
    }

    /// A survey of as many reports, drawn at these true shares.
    pub(super) fn drawn(&self, shares: &[f64], generator: &mut Generator) -> Result<Self, Error> {
        self.with(self.reported.drawn(&self.truth(shares), generator))
    }

    /// The survey with the answers to one of two questions permuted among the reports, if that can be done ([`Observed::permuted`]).
    pub(super) fn permuted(&self, generator: &mut Generator) -> Option<Result<Self, Error>> {
        self.reported.permuted(generator).map(|survey| self.with(survey))
    }

    /// Two surveys between which reports were exchanged, if that can be done ([`Observed::exchanged`]). Where there are further questions it cannot: surveys
    /// that are alike in this table may differ in these.
    pub(super) fn exchanged(
        &self,
        other: &Self,
        generator: &mut Generator,
    ) -> Option<Result<[Self; 2], Error>> {
        if self.beyond.is_some() || other.beyond.is_some() {
            return None;
        }
        let [own, theirs] = self.reported.exchanged(&other.reported, generator)?;
        Some(self.with(own).and_then(|own| Ok([own, other.with(theirs)?])))
    }

    /// Other reports of the same table.
    fn with(&self, reported: Observed<'l>) -> Result<Self, Error> {
        Self::of(reported, self.knowledge.clone())
    }

    /// About how many steps it takes to find the scores of a sum of cells, and what they cover.
    pub(super) fn steps_of_sum(&self) -> f64 {
        let of_inverse = 8.0 * to_f64(self.reported.sizes().len() as u128) * self.reported.numbers();
        let cells = to_f64(self.reported.shares().len() as u128);
        of_inverse + self.knowledge.as_ref().map_or(0.0, |_| to_f64(self.shares.len() as u128) * cells)
    }
}

/// For every cell of a wider table, the part that it has of its cell in the narrower one over these axes, where further questions have these shares each and
/// are independent but for what cannot occur.
fn parts<'l>(
    wide: &Observed<'l>,
    axes: &[usize],
    of_further: impl Fn(&Observed<'l>, usize) -> Vec<f64>,
) -> Vec<f64> {
    let occurs = |cell: usize| wide.occurring().is_none_or(|occurring| occurring[cell]);
    let mut parts: Vec<f64> =
        (0..wide.shares().len()).map(|cell| if occurs(cell) { 1.0 } else { 0.0 }).collect();
    for axis in (0..wide.sizes().len()).filter(|axis| !axes.contains(axis)) {
        let of_axis = spread_over(&of_further(wide, axis), wide.sizes(), &[axis]);
        parts.iter_mut().zip(of_axis).for_each(|(part, share)| *part *= share);
    }
    let whole = spread_over(&wide.marginal_of(&parts, axes), wide.sizes(), axes);
    let of_whole = parts.into_iter().zip(whole);
    of_whole.map(|(part, whole)| if whole > 0.0 { part / whole } else { 0.0 }).collect()
}

/// The shares of the cells of a wider table that have these parts of those of a narrower one over these axes.
fn lifted(shares: &[f64], parts: &[f64], wide: &Observed<'_>, axes: &[usize]) -> Vec<f64> {
    let spread = spread_over(shares, wide.sizes(), axes);
    spread.into_iter().zip(parts).map(|(share, part)| share * part).collect()
}

/// Shares above 0 near those that a question's answers have by themselves; even ones if the law hides it.
fn single_shares(wide: &Observed<'_>, axis: usize) -> Vec<f64> {
    let even = even_shares(wide, axis);
    let Ok(mut shares) = wide.inverse(&[axis]) else { return even };
    onto_simplex(&mut shares);
    shares.iter().zip(even).map(|(share, even)| (1.0 - UNKNOWN) * share + UNKNOWN * even).collect()
}

fn even_shares(wide: &Observed<'_>, axis: usize) -> Vec<f64> {
    let size = wide.sizes()[axis];
    vec![1.0 / f64::from(size); to_index(size)]
}
