//! What a survey collected, and the tables that are made of it.

use candor::count::Table;
use candor::estimate::{Estimate, Options, Reconstruction, Stop, estimate};
use candor::law::Law;
use candor::loglinear::BestGuess;
use candor::{Code, Error};

use crate::consistency::Consistency;
use crate::graphical::GraphicalModel;
use crate::measured::projected;
use crate::peers::{Calm, Strategy};

/// The reports of one survey.
pub(super) enum Collected<'r> {
    /// Counts of reports under a law of Candor's: of the tables of interest, the first `tables` of them, and of others.
    Counted { law: &'r Law, counted: Vec<Table>, tables: usize, consistency: &'r Consistency },
    /// Tables of which every respondent was asked one. Those of CALM are made to agree.
    OneTable { of: Calm, agree: bool },
    /// Unbiased shares of whole records by a strategy that is optimised for the tables.
    Records { strategy: &'r Strategy, shares: Vec<f64> },
    /// Shares of every table as the method estimates them.
    Shares(Vec<Vec<f64>>),
}

/// How reports become the tables that people read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// As the method estimates them.
    AsEstimated,
    /// Every table projected onto the nearest shares.
    Projected,
    /// Tables made to agree and projected, by turns.
    Consistent,
    /// The inverse or a product of the single questions, whichever is likely to err less.
    Hybrid,
    /// The shares of each table that make its counts most probable.
    Likelihood,
    /// The product of the questions' shares, each projected.
    Product,
    /// The nearest tables of possible shares of whole records.
    LeastSquares,
    /// The best guess of all tables together.
    BestGuess,
    /// The tables of the distribution of whole records that is nearest to those estimated.
    GraphicalModel,
}

impl Reading {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::AsEstimated => "as estimated",
            Self::Projected => "projected",
            Self::Consistent => "made consistent",
            Self::Hybrid => "hybrid",
            Self::Likelihood => "likeliest",
            Self::Product => "product",
            Self::LeastSquares => "least squares",
            Self::BestGuess => "best guess",
            Self::GraphicalModel => "Private-PGM",
        }
    }
}

impl Collected<'_> {
    /// The shares of every table as they are estimated; unbiased but for LoPub.
    pub(super) fn unbiased(&self) -> Result<Vec<Vec<f64>>, Error> {
        match self {
            Self::Counted { .. } => self.reconstructed(Reconstruction::Inverse),
            Self::OneTable { of, agree: true } => Ok(of.consistent()),
            Self::OneTable { of, agree: false } => Ok(of.estimates().to_vec()),
            Self::Records { strategy, shares } => Ok(strategy.tables(shares)),
            Self::Shares(shares) => Ok(shares.clone()),
        }
    }

    /// The shares of every table as people read them; `model` is that of the tables.
    pub(super) fn read(&self, by: Reading, model: &GraphicalModel) -> Result<Vec<Vec<f64>>, Error> {
        match (by, self) {
            (Reading::Projected | Reading::Product, of) => {
                Ok(of.unbiased()?.iter().map(|own| projected(own)).collect())
            }
            (Reading::Consistent, Self::OneTable { of, .. }) => Ok(of.processed()),
            (Reading::Consistent, Self::Counted { consistency, .. }) => {
                Ok(consistency.processed(self.unbiased()?))
            }
            (Reading::LeastSquares, Self::Records { strategy, shares }) => {
                Ok(strategy.possible_tables(shares))
            }
            (Reading::Hybrid, of) => of.reconstructed(Reconstruction::Hybrid),
            (Reading::Likelihood, of) => of.reconstructed(Reconstruction::Likelihood),
            (Reading::BestGuess, Self::Counted { law, counted, tables, .. }) => {
                let guess = BestGuess::of_counts(*law, counted, &Options::default(), &Stop::default())?;
                let shares = |table: &Table| guess.table(table.axes().attributes());
                counted[..*tables].iter().map(shares).collect::<Option<_>>().ok_or_else(|| unread(by))
            }
            (Reading::GraphicalModel, Self::OneTable { of, .. }) => {
                Ok(model.nearest(of.estimates(), of.standard_errors()))
            }
            (Reading::GraphicalModel, of) => {
                let (shares, errors) = of.inverted()?.into_iter().unzip::<_, _, Vec<_>, Vec<_>>();
                Ok(model.nearest(&shares, &errors))
            }
            (Reading::AsEstimated, of) => of.unbiased(),
            _ => Err(unread(by)),
        }
    }

    fn reconstructed(&self, by: Reconstruction) -> Result<Vec<Vec<f64>>, Error> {
        Ok(self.estimates(by)?.iter().map(|of| of.shares().to_vec()).collect())
    }

    /// The unbiased shares of every table, each with the root mean square of its cells' standard errors.
    fn inverted(&self) -> Result<Vec<(Vec<f64>, f64)>, Error> {
        let with_error = |of: &Estimate| {
            let errors = of.standard_errors()?;
            let squares: f64 = errors.iter().map(|error| error * error).sum();
            Some((of.shares().to_vec(), (squares / errors.len() as f64).sqrt()))
        };
        let estimates = self.estimates(Reconstruction::Inverse)?;
        estimates.iter().map(with_error).collect::<Option<_>>().ok_or_else(|| unread(Reading::GraphicalModel))
    }

    fn estimates(&self, by: Reconstruction) -> Result<Vec<Estimate>, Error> {
        let Self::Counted { law, counted, tables, .. } = self else {
            return Err(Error::new(Code::Internal, "a reconstruction of reports that no law counts"));
        };
        let options = Options::default().reconstruction(by);
        counted[..*tables].iter().map(|table| estimate(*law, table.clone(), &options)).collect()
    }
}

fn unread(by: Reading) -> Error {
    Error::new(Code::Internal, format!("these reports are not read by: {}", by.name()))
}
