//! Classes of reports with different weights, combined as if each report were as many as it weighs.
//!
//! For a labelled law, views are weighed by the weights of their reports instead of their numbers.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::Observed;
use super::labelled::Combined;
use super::operator::factors::Factors;
use super::stop::Stop;
use crate::count::{TableParts, Views};
use crate::error::{Code, Error};
use crate::exact::count_to_f64;
use crate::law::Law;

impl<'l> Observed<'l> {
    /// Combines classes of reports, each with the weight of one of its reports.
    pub(crate) fn weighted(law: &'l Law, classes: &[(TableParts, f64)]) -> Result<Self, Error> {
        let weighed = |(part, weight): &(TableParts, f64)| weight * count_to_f64(part.total);
        let total: f64 = classes.iter().map(weighed).sum();
        let Some((first, _)) = classes.first().filter(|_| total > 0.0) else {
            return Err(Error::new(Code::EmptySample, "there are 0 reports to estimate from"));
        };
        let (attributes, sizes) = (first.axes.attributes().to_vec(), first.axes.sizes().to_vec());
        let parts = || classes.iter().map(|(part, weight)| (*weight, &part.reports[..], &part.counts[..]));
        let combined =
            |views: &Arc<Views>| Combined::weighted(law, &sizes, views, &parts().collect::<Vec<_>>());
        let labelled = first.views.as_ref().map(combined).map(Arc::new);
        let (spectrum, shares) = match &labelled {
            Some(combined) => (combined.spectrum(), combined.shares()),
            None => {
                let mut shares = vec![0.0; first.counts.len()];
                for (weight, _, counts) in parts() {
                    let each = shares.iter_mut().zip(counts);
                    each.for_each(|(share, &count)| *share += weight * count_to_f64(count) / total);
                }
                (Factors::spectrum(law, &attributes), shares)
            }
        };
        Ok(Self {
            law,
            spectrum,
            labelled,
            subsets: None,
            attributes,
            sizes,
            reports: classes.iter().map(|(part, _)| part.total).sum(),
            alike: false,
            shares,
            sampled: 1.0,
            possible: None,
            occurring: first.axes.possible().cloned(),
            wider: None,
            stop: Stop::default(),
        })
    }

    /// What some of the reports add to n·λ̂.
    pub(crate) fn summed(&self, part: &TableParts) -> Vec<f64> {
        match (&self.labelled, &part.views) {
            (Some(combined), Some(views)) => combined.summed(views, &part.counts),
            _ => part.counts.iter().map(|&count| count_to_f64(count)).collect(),
        }
    }
}
