//! The steps from counts to an estimate: the observed shares, whether they fit the law, reconstruction, intervals and errors.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::method::Reconstruction;
use super::methods::likelihood::likeliest;
use super::methods::reconstructed::Reconstructed;
use super::methods::{
    auto, clusters, conditioned, hybrid, independent, inverse, joint, projection, truncated,
};
use super::misfit::{Misfit, misfit};
use super::observed::Observed;
use super::observed::origin::Origin;
use super::observed::stop::Stop;
use super::observed::truth::possible;
use super::options::{Options, Simultaneous};
use super::result::{Counted, Estimate};
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
/// The errors of both.
pub fn estimate<'l>(of: impl Into<Origin<'l>>, table: Table, options: &Options) -> Result<Estimate, Error> {
    Estimation::new(of, table, options)?.estimate()
}

/// The estimation of one table: its counts, as shares, and the options.
///
/// The table is reconstructed once, whether for the estimate alone or also for the errors of sums, groups and differences.
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
    /// Takes a table of counts and reuses its memory for the estimates.
    ///
    /// # Errors
    /// `invalid-confidence` outside (0,1); `invalid-tolerance`; `invalid-clusters`; `empty-sample` for no reports; `plan-mismatch` if the
    /// table has another plan, or the law has no such attributes; `invalid-population`; for the likelihood of labelled reports,
    /// `not-for-labels` if their subsets were not kept, or it is to be robust, and `too-large` if these were too many.
    pub fn new(of: impl Into<Origin<'l>>, table: Table, options: &Options) -> Result<Self, Error> {
        let table = table.into_parts();
        if options.reconstruction == Reconstruction::Likelihood {
            check_likelihood(&table, options)?;
        }
        Self::of_parts(of.into(), table, options)
    }

    /// Like [`Self::new`], for reports whose likelihood is needed whatever the reconstruction.
    pub(crate) fn with_likelihood(
        of: impl Into<Origin<'l>>,
        table: Table,
        options: &Options,
    ) -> Result<Self, Error> {
        let table = table.into_parts();
        check_likelihood(&table, options)?;
        Self::of_parts(of.into(), table, options)
    }

    fn of_parts(origin: Origin<'l>, table: TableParts, options: &Options) -> Result<Self, Error> {
        options.check()?;
        let (axes, asked) = (table.axes.clone(), table.asked);
        origin.check(&axes)?;
        let observed = Observed::new(origin.law, table, options.robust)?.out_of(options.population)?;
        let (axes, observed) = (axes.first(asked), observed.narrowed(asked));
        // Simulated intervals draw reports of the table alone.
        let is_simulated = matches!(options.simultaneous, Some(Simultaneous::MaxZ(_)));
        let observed = if is_simulated { observed.alone() } else { observed };
        Ok(Self { axes, observed, options: *options })
    }

    /// Estimates as if every cell could occur, for models that know themselves which cannot.
    pub(crate) fn of_all_cells(self) -> Self {
        Self { observed: self.observed.of_all_cells(), ..self }
    }

    /// The observed shares and the law, for hypothesis tests.
    pub(crate) fn observed(&self) -> &Observed<'l> {
        &self.observed
    }

    /// The same with variances at possible true shares, where the observed shares are no guide to them.
    pub(crate) fn settled(self) -> Result<Observed<'l>, Error> {
        settled(self.observed, &self.options)
    }

    /// Makes the estimation end early, with the error `stopped`, once the flag is raised.
    #[must_use]
    pub fn until(self, stop: &Stop) -> Self {
        Self { observed: self.observed.until(stop.clone()), ..self }
    }

    /// Checks whether the reports can come from true answers under the law; `None` if nothing speaks against it.
    ///
    /// Margins that the law hides tell nothing and are skipped. Cost: O(w·N), or that of the likelihood where the reports look odd.
    #[must_use]
    pub fn misfit(&self) -> Option<Misfit> {
        misfit(&self.observed, self.axes.names())
    }

    /// Estimates the table of true shares.
    ///
    /// The estimate has a cell for every cell of the table, row-major, last attribute fastest. Units: shares of all records.
    /// Cost: that of the reconstruction, see [`Reconstruction`]; the inverse takes O(w·N) time and two tables
    /// of N doubles in all.
    ///
    /// # Errors
    /// `unidentifiable-table` if the law erases what the reconstruction needs (condition above [`crate::law::MAX_CONDITION`]);
    /// `undefined-statistic` for the log-linear estimate, which [`crate::loglinear`] makes; `too-few-replicates`; `stopped`.
    pub fn estimate(self) -> Result<Estimate, Error> {
        let Self { axes, observed, options } = self;
        if in_place(&observed, &options) {
            observed.stop().check()?;
            let critical = simultaneous::critical(&options, observed.shares().len());
            let counted = counted(axes, &observed);
            let reconstructed = inverse::reconstruct(observed)?;
            return Ok(Estimate::new(counted, options.confidence, critical, reconstructed));
        }
        let observed = settled(observed, &options)?;
        table_estimate(axes, &observed, reconstruct(&observed, &options)?, &options)
    }

    /// Estimates the table, and gives the errors beyond those of single cells. Nothing is reconstructed again for these.
    ///
    /// # Errors
    /// The errors of [`Self::estimate`].
    pub fn with_errors(self) -> Result<(Estimate, Errors<'l>), Error> {
        let Self { axes, observed, options } = self;
        let observed = settled(observed, &options)?;
        let reconstructed = reconstruct(&observed, &options)?;
        let estimate = table_estimate(axes.clone(), &observed, reconstructed.clone(), &options)?;
        let critical = simultaneous::critical(&options, observed.shares().len());
        Ok((estimate, Errors::new(axes, observed, reconstructed, critical)))
    }
}

/// Refuses the likelihood of labelled reports if their subsets were not kept, or were too many, and one that is robust.
fn check_likelihood(table: &TableParts, options: &Options) -> Result<(), Error> {
    if table.views.is_none() {
        return Ok(());
    }
    if options.robust {
        let message = "the likelihood weighs every report of a labelled law alike, so it cannot be robust; take another method, such as inverse";
        return Err(Error::new(Code::NotForLabels, message));
    }
    match &table.subsets {
        Some(kept) if kept.views().is_some() => Ok(()),
        Some(_) => {
            let message = "the likelihood would need too many numbers in memory: for every distinct subset among the reports, one for each cell of its form";
            Err(Error::new(Code::TooLarge, message))
        }
        None => {
            let message =
                "the likelihood of labelled reports needs their subsets, which these counts do not include";
            Err(Error::new(Code::NotForLabels, message))
        }
    }
}

fn needs_all_tables() -> Error {
    let message = "the log-linear estimate is made of all tables together, not of one alone";
    Error::new(Code::UndefinedStatistic, message)
}

/// Turns a reconstruction into an estimate.
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

/// Whether the estimate may overwrite the observed shares: only the plain inverse does not need them again.
fn in_place(observed: &Observed<'_>, options: &Options) -> bool {
    let simulated = matches!(options.simultaneous, Some(Simultaneous::MaxZ(_)));
    let plain = options.reconstruction == Reconstruction::Inverse && !options.project;
    plain && !simulated && options.population.is_none() && observed.widest().0.occurring().is_none()
}

/// Takes variances at possible true shares, where the observed shares are no guide to them.
fn settled<'l>(observed: Observed<'l>, options: &Options) -> Result<Observed<'l>, Error> {
    let axes = observed.axes();
    let judged = match options.reconstruction {
        Reconstruction::Independent | Reconstruction::Clusters(_) => {
            let pairs = independent::couples(axes.len()).map(|(i, j)| [i, j].into());
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
        Reconstruction::Inverse => conditioned::reconstruct(observed)?,
        Reconstruction::Joint => joint::reconstruct(observed.clone())?,
        Reconstruction::Independent => independent::reconstruct(observed)?,
        Reconstruction::Clusters(clustering) => clusters::reconstruct(observed, clustering)?,
        Reconstruction::Truncated => truncated::reconstruct(observed)?,
        Reconstruction::Hybrid => hybrid::reconstruct(observed)?,
        Reconstruction::HybridPublished => hybrid::published(observed)?,
        Reconstruction::Likelihood => likeliest::reconstruct(observed, options)?,
        Reconstruction::LogLinear => return Err(needs_all_tables()),
    };
    // A reconstruction that was stopped early is no estimate.
    observed.stop().check()?;
    if options.project { projection::of(observed, reconstructed) } else { Ok(reconstructed) }
}

/// Splits the variances, if the population is known, into those of noise, which are left where all people respond, and those of sampling.
/// `None` for estimates whose weights depend on the variances.
fn noise_and_sampling(
    observed: &Observed<'_>,
    variances: &[f64],
    options: &Options,
) -> Result<Option<[Vec<f64>; 2]>, Error> {
    let census = || observed.clone().in_census();
    let noise = match options.reconstruction {
        _ if options.population.is_none() => return Ok(None),
        Reconstruction::Auto | Reconstruction::Hybrid => return Ok(None),
        // With a finite population, the likeliest shares have the errors of the inverse.
        Reconstruction::Likelihood => inverse::reconstruct(census())?,
        _ => reconstruct(&census(), options)?,
    }
    .variances;
    let sampling = variances.iter().zip(&noise).map(|(all, noise)| libm::fmax(all - noise, 0.0)).collect();
    Ok(Some([noise, sampling]))
}
