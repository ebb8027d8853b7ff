//! From counts to an estimate: what was observed, whether it fits the law, its reconstruction, intervals and errors.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::method::Reconstruction;
use super::methods::choice::{auto, hybrid};
use super::methods::likelihood::likeliest;
use super::methods::{clusters, inverse, joint, product, projection, truncated};
use super::misfit::{Misfit, misfit};
use super::observed::Observed;
use super::options::{Options, Simultaneous};
use super::origin::Origin;
use super::reconstructed::Reconstructed;
use super::result::{Counted, Estimate};
use super::stop::Stop;
use super::truth::possible;
use super::uncertainty::errors::Errors;
use super::uncertainty::simultaneous;
use crate::count::{Axes, Table, TableParts};
use crate::error::{Code, Error};

/// Estimates the table of true shares behind `table`, which is consumed: its memory becomes that of the
/// estimates.
///
/// The short form of [`Estimation::new`] and [`Estimation::estimate`].
///
/// ```
/// use candor::count::Table;
/// use candor::estimate::{self, Options};
/// # use candor::{design, design::Survey, plan::Plan};
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 1}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// let smokers = Table::from_counts(&plan, &["smoker"], vec![600, 400])?;
/// let estimate = estimate::estimate(&plan, smokers, &Options::default().confidence(0.99))?;
/// let yes = estimate.get(&["yes"])?;
/// assert!(yes.lower < 0.29 && 0.29 < yes.upper);
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// Those of both.
pub fn estimate<'l>(of: impl Into<Origin<'l>>, table: Table, options: &Options) -> Result<Estimate, Error> {
    Estimation::new(of, table, options)?.estimate()
}

/// The estimation of one table: what was counted, as shares, and what is asked.
///
/// Everything that can be told of a table starts here and is reconstructed once: the estimate alone, or with it the errors of
/// sums, groups and differences.
///
/// ```
/// use candor::count::Table;
/// use candor::estimate::{Estimation, Options};
/// # use candor::{design, design::Survey, plan::Plan};
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 1},
/// #     {"name": "age", "categories": ["young", "old"], "epsilon": 1}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// let table = Table::from_counts(&plan, &["smoker", "age"], vec![300, 250, 200, 250])?;
/// let estimation = Estimation::new(&plan, table, &Options::default())?;
/// assert!(estimation.misfit().is_none());
/// let (estimate, errors) = estimation.with_errors()?;
/// let by_age = errors.conditional(&["age"])?;
/// assert_eq!((by_age.grouping(), by_age.cells().len()), (&[1][..], estimate.cells().len()));
/// # Ok::<(), candor::Error>(())
/// ```
pub struct Estimation<'l> {
    axes: Arc<Axes>,
    observed: Observed<'l>,
    options: Options,
}

impl<'l> Estimation<'l> {
    /// Takes a table of counts, whose memory becomes that of the estimates.
    ///
    /// # Errors
    /// `invalid-confidence` outside (0,1); `invalid-tolerance`; `invalid-clusters`; `empty-sample` for no reports;
    /// `plan-mismatch` where the table is of another plan, or the law has no such attributes; `invalid-population`;
    /// `not-for-labels`, `too-large` for the likelihood of labelled reports whose subsets were not kept, or were too many.
    pub fn new(of: impl Into<Origin<'l>>, table: Table, options: &Options) -> Result<Self, Error> {
        let table = table.into_parts();
        if options.reconstruction == Reconstruction::Likelihood {
            check_subsets(&table)?;
        }
        Self::of_parts(of.into(), table, options)
    }

    /// The same of reports whose likelihood is asked for, whatever the reconstruction.
    pub(crate) fn with_likelihood(
        of: impl Into<Origin<'l>>,
        table: Table,
        options: &Options,
    ) -> Result<Self, Error> {
        let table = table.into_parts();
        check_subsets(&table)?;
        Self::of_parts(of.into(), table, options)
    }

    fn of_parts(origin: Origin<'l>, table: TableParts, options: &Options) -> Result<Self, Error> {
        options.check()?;
        let axes = table.axes.clone();
        origin.check(&axes)?;
        let observed = Observed::new(origin.law, table)?.out_of(options.population)?;
        Ok(Self { axes, observed, options: *options })
    }

    /// What was observed, for tests.
    pub(crate) fn observed(&self) -> &Observed<'l> {
        &self.observed
    }

    /// The same, which ends early once the flag is up, and is refused then (`stopped`).
    #[must_use]
    pub fn until(self, stop: &Stop) -> Self {
        Self { observed: self.observed.until(stop.clone()), ..self }
    }

    /// Whether the reports can have come from true answers under the law; none where nothing speaks against it.
    ///
    /// Margins that the law hides tell nothing and are passed over. Cost: O(w·N); the likelihood's where the reports look odd.
    #[must_use]
    pub fn misfit(&self) -> Option<Misfit> {
        misfit(&self.observed, self.axes.names())
    }

    /// The estimated table of true shares.
    ///
    /// A cell per cell of the table, row-major, last attribute fastest. Units: shares of all records.
    /// Cost: that of the reconstruction, see [`Reconstruction`]; the inverse takes O(w·N) time and two tables
    /// of N doubles in all.
    ///
    /// # Errors
    /// `unidentifiable-table` where the law erased what the reconstruction needs (condition
    /// above [`crate::law::MAX_CONDITION`]); `too-few-replicates`; `stopped`.
    pub fn estimate(self) -> Result<Estimate, Error> {
        let Self { axes, observed, options } = self;
        if in_place(&options) {
            observed.stop().check()?;
            let critical = simultaneous::critical(&options, observed.shares().len());
            let counted = counted(axes, &observed);
            let reconstructed = inverse::reconstruct(observed)?;
            return Ok(Estimate::new(counted, options.confidence, critical, reconstructed));
        }
        let observed = settled(observed, &options)?;
        table_estimate(axes, &observed, reconstruct(&observed, &options)?, &options)
    }

    /// The same, and the errors beyond those of single cells. Nothing is reconstructed again for them.
    ///
    /// # Errors
    /// Those of [`Self::estimate`].
    pub fn with_errors(self) -> Result<(Estimate, Errors<'l>), Error> {
        let Self { axes, observed, options } = self;
        let observed = settled(observed, &options)?;
        let reconstructed = reconstruct(&observed, &options)?;
        let estimate = table_estimate(axes.clone(), &observed, reconstructed.clone(), &options)?;
        let critical = simultaneous::critical(&options, observed.shares().len());
        Ok((estimate, Errors::new(axes, observed, reconstructed, critical)))
    }
}

/// Refuses the likelihood of labelled reports whose subsets were not kept, or were too many.
fn check_subsets(table: &TableParts) -> Result<(), Error> {
    if table.views.is_none() {
        return Ok(());
    }
    match &table.subsets {
        Some(kept) if kept.views().is_some() => Ok(()),
        Some(_) => {
            let message = "the likelihood would take more numbers than are kept: a subset of the reports, for every cell of its form";
            Err(Error::new(Code::TooLarge, message))
        }
        None => {
            let message =
                "the likelihood of labelled reports needs their subsets, which these counts do not hold";
            Err(Error::new(Code::NotForLabels, message))
        }
    }
}

/// The estimate that a reconstruction makes.
fn table_estimate(
    axes: Arc<Axes>,
    observed: &Observed<'_>,
    reconstructed: Reconstructed,
    options: &Options,
) -> Result<Estimate, Error> {
    let critical = match options.simultaneous {
        Some(Simultaneous::MaxZ(draws)) => simultaneous::max_z(observed, &reconstructed, draws, options)?,
        _ => simultaneous::critical(options, observed.shares().len()),
    };
    let parts = noise_and_sampling(observed, &reconstructed.variances, options)?;
    let estimate = Estimate::new(counted(axes, observed), options.confidence, critical, reconstructed);
    Ok(match parts {
        Some([noise, sampling]) => estimate.of_parts(noise, sampling),
        None => estimate,
    })
}

fn counted(axes: Arc<Axes>, observed: &Observed<'_>) -> Counted {
    Counted { axes, n: observed.reports(), sampled: observed.sampled() }
}

/// The inverse takes the memory of what was observed, which everything else needs again.
fn in_place(options: &Options) -> bool {
    let simulated = matches!(options.simultaneous, Some(Simultaneous::MaxZ(_)));
    let plain = options.reconstruction == Reconstruction::Inverse && !options.project;
    plain && !simulated && options.population.is_none()
}

/// What was observed, with variances at a truth that is possible where they are needed.
fn settled<'l>(observed: Observed<'l>, options: &Options) -> Result<Observed<'l>, Error> {
    let axes = observed.axes();
    let judged = match options.reconstruction {
        Reconstruction::Independent | Reconstruction::Clusters(_) => {
            let pairs = product::couples(axes.len()).map(|(i, j)| [i, j].into());
            axes.iter().map(|&axis| [axis].into()).chain(pairs).collect()
        }
        _ => Vec::from([axes]),
    };
    possible::settled(observed, &judged, options.population.is_some())
}

fn reconstruct(observed: &Observed<'_>, options: &Options) -> Result<Reconstructed, Error> {
    observed.stop().check()?;
    let reconstructed = match options.reconstruction {
        Reconstruction::Auto => auto::reconstruct(observed, options)?,
        Reconstruction::Inverse => inverse::reconstruct(observed.clone())?,
        Reconstruction::Joint => joint::reconstruct(observed.clone())?,
        Reconstruction::Independent => product::independent(observed)?,
        Reconstruction::Clusters(clustering) => clusters::reconstruct(observed, clustering)?,
        Reconstruction::Truncated => truncated::reconstruct(observed)?,
        Reconstruction::Hybrid => hybrid::reconstruct(observed)?,
        Reconstruction::HybridPublished => hybrid::published(observed)?,
        Reconstruction::Likelihood => likeliest::reconstruct(observed, options)?,
    };
    // What was broken off is no estimate.
    observed.stop().check()?;
    if options.project { projection::of(observed, &reconstructed) } else { Ok(reconstructed) }
}

/// Variances told apart where the population is known, for estimates that do not depend on them: those that are left where
/// all people respond, and the rest.
fn noise_and_sampling(
    observed: &Observed<'_>,
    variances: &[f64],
    options: &Options,
) -> Result<Option<[Vec<f64>; 2]>, Error> {
    let census = || observed.clone().in_census();
    let noise = match options.reconstruction {
        _ if options.population.is_none() => return Ok(None),
        Reconstruction::Auto | Reconstruction::Hybrid => return Ok(None),
        // Of few people the likeliest shares have the errors of the inverse.
        Reconstruction::Likelihood => inverse::reconstruct(census())?,
        _ => reconstruct(&census(), options)?,
    }
    .variances;
    let sampling = variances.iter().zip(&noise).map(|(all, noise)| libm::fmax(all - noise, 0.0)).collect();
    Ok(Some([noise, sampling]))
}
