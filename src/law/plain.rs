//! Extends a law by plain columns, which reports carry unperturbed.

use alloc::vec::Vec;

use super::block::{Block, Pattern};
use super::form::Form;
use super::mixture::Law;
use super::unit::Unit;
use crate::error::Error;
use crate::schema::check_sizes;

impl Law {
    /// Returns the law of reports that also carry plain columns of these sizes. They follow the law's own attributes and scores, and every form asks
    /// each of them as its own unit. This law serves to estimate tables over both; no device draws from it.
    ///
    /// A law has no zero probabilities, so one of 2⁶⁴ words makes a plain column uniformly random; in double precision its spectrum is 1.
    ///
    /// ```
    /// use candor::law::{Block, Law, Pattern};
    ///
    /// let block = Block::new(vec![0], vec![vec![0]], 1 << 63, vec![Pattern::new(vec![], 1 << 63)])?;
    /// let law = Law::new(vec![2], vec![block])?.with_plain(&[3])?;
    /// assert_eq!((law.sizes(), law.information(&[0, 1])), (&[2, 3][..], vec![1.0, 0.25, 1.0, 0.25]));
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// `too-few-categories`, `too-many-categories`.
    pub fn with_plain(&self, sizes: &[u32]) -> Result<Self, Error> {
        let all = [self.sizes(), sizes].concat();
        let own = self.sizes().len();
        let form = |form: &Form| {
            let first = form.units().len();
            let units = form.units().iter().cloned().chain((own..all.len()).map(Unit::single));
            let untouched = (first..first + sizes.len()).map(as_it_is).collect::<Result<Vec<_>, _>>()?;
            let blocks = [form.blocks(), &untouched].concat();
            Ok(Form::new(form.weight(), form.exchange().into(), units.collect(), blocks))
        };
        let forms = self.forms().iter().map(form).collect::<Result<_, Error>>()?;
        check_sizes(&all)?;
        Ok(Self::checked(all, Vec::new(), forms))
    }
}

/// The block of a unit that is reported unperturbed, but for one word.
fn as_it_is(unit: usize) -> Result<Block, Error> {
    let kept = Pattern::new(Vec::new(), u64::MAX);
    Block::new([unit].into(), [[0].into()].into(), 1, [kept].into())
}
