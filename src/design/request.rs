//! A design request: a goal and options, set step by step, from which a law is designed.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::budget::{self, Budget};
use super::caps::limits;
use super::choice;
use super::estimands::Estimands;
use super::for_tables::{ForTables, within_size};
use super::labelled::{BestGuessGoal, SearchProgress};
use super::levels::Levels;
use super::method::{Method, RequestOptions};
use super::result::Design;
use super::rounded_scores::ReportedScores;
use crate::error::{Code, Error};
use crate::law::{Law, MAX_CONDITION};

/// A design request: column levels to keep, or a record ε to spend. Nothing is checked before [`Request::design`].
///
/// ```
/// use candor::design::{Levels, Method, Request};
/// let levels = Levels::new(vec![2, 3, 2], vec![1.0, 2.0, 1.5])?;
/// let design = Request::levels(&levels).method(Method::Optimal).design()?;
/// assert!(design.law().record_epsilon() < 4.5);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Request {
    goal: Goal,
    caps: Option<Vec<Option<f64>>>,
    options: RequestOptions,
    /// The tables that are to be read, and those from whose items mean scores are computed where devices do not report the score.
    readable: (NamedTables, NamedTables),
    reported: Option<ReportedScores>,
    /// Whether some combinations of answers cannot occur.
    impossible_records: bool,
}

#[derive(Debug, Clone)]
enum Goal {
    Levels(Levels),
    Budget { sizes: Vec<u32>, weights: Vec<f64>, record_epsilon: f64 },
    Estimands { sizes: Vec<u32>, estimands: Estimands, record_epsilon: f64 },
}

/// Tables that a law may not erase, with their names.
type NamedTables = Vec<(Vec<usize>, String)>;

impl Request {
    /// Asks for the smallest record ε at these column levels.
    ///
    /// ```
    /// # use candor::design::{Levels, Request};
    /// let levels = Levels::new(vec![2, 2], vec![1.0, 1.0])?;
    /// assert!(Request::levels(&levels).design()?.law().record_epsilon() < 1.7);
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn levels(levels: &Levels) -> Self {
        Self::new(Goal::Levels(levels.clone()))
    }

    /// Asks for the largest column levels in proportion to `weights` whose record ε does not exceed `record_epsilon`.
    ///
    /// ```
    /// # use candor::design::Request;
    /// let design = Request::record_budget(&[2, 2], &[2.0, 1.0], 3.0).design()?;
    /// let columns = design.law().column_epsilons();
    /// assert!((columns[0] / columns[1] - 2.0).abs() < 1e-6 && design.law().record_epsilon() <= 3.0);
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn record_budget(sizes: &[u32], weights: &[f64], record_epsilon: f64) -> Self {
        Self::new(Goal::Budget { sizes: sizes.into(), weights: weights.into(), record_epsilon })
    }

    /// Asks for the smallest expected error of tables, and of [mean scores](Estimands), at a record ε, by method *labelled*; the column levels are part of the result.
    /// Where *labelled* is infeasible, exceeds a cap or gives too large a law, *analysis* is tried; where that fails too, or another
    /// method is named, the request is for the largest equal column levels.
    ///
    /// ```
    /// # use candor::design::{Method, Request};
    /// let request = Request::tables(&[2, 2], &[vec![0, 1]], 1.0);
    /// assert_eq!(request.design()?.method(), Method::Labelled);
    /// assert_eq!(request.caps(&[Some(0.5), None]).design()?.method(), Method::Analysis);
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn tables(sizes: &[u32], estimands: impl Into<Estimands>, record_epsilon: f64) -> Self {
        Self::new(Goal::Estimands { sizes: sizes.into(), estimands: estimands.into(), record_epsilon })
    }

    fn new(goal: Goal) -> Self {
        Self {
            goal,
            caps: None,
            options: RequestOptions::default(),
            readable: (Vec::new(), Vec::new()),
            reported: None,
            impossible_records: false,
        }
    }

    /// Sets the method. `None` leaves it unchanged; it is *auto* at first.
    ///
    /// ```
    /// # use candor::design::{Levels, Method, Request};
    /// let levels = Levels::new(vec![2, 2], vec![1.0, 1.0])?;
    /// let design = Request::levels(&levels).method(Method::Independent).design()?;
    /// assert!(design.law().record_epsilon() > 1.99);
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn method(mut self, method: impl Into<Option<Method>>) -> Self {
        self.options.method = method.into().or(self.options.method);
        self
    }

    /// Caps the attribute ε of every attribute, `None` for no cap. These caps replace those of the levels.
    ///
    /// ```
    /// # use candor::design::Request;
    /// let design = Request::record_budget(&[2, 2], &[1.0, 1.0], 4.0).caps(&[Some(0.5), None]).design()?;
    /// assert!(design.law().attribute_epsilons()[0] <= 0.5);
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn caps(mut self, caps: &[Option<f64>]) -> Self {
        self.caps = Some(caps.into());
        self
    }

    /// Sets whether to accept the published heuristic where it raises an ε above the requested one: for comparisons, never to collect data.
    ///
    /// ```
    /// # use candor::design::{Levels, Method, Request};
    /// let levels = Levels::new(vec![3, 2, 3, 2, 2], vec![5.21, 5.3, 2.99, 1.86, 0.34])?;
    /// let request = Request::levels(&levels).method(Method::Inductive);
    /// assert!(request.clone().design().is_err());
    /// assert!(request.allow_raised(true).design()?.raised().contains(&4));
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn allow_raised(mut self, allowed: bool) -> Self {
        self.options.allow_raised = allowed;
        self
    }

    /// Limits the size of the law in a plan document to this many bytes, as counted by [`law_size::bytes`](super::law_size::bytes); there is no limit at first.
    ///
    /// ```
    /// # use candor::design::{Levels, Request, law_size};
    /// let levels = Levels::new(vec![2, 3, 4], vec![0.5, 0.6, 0.7])?;
    /// let design = Request::levels(&levels).max_law_size(300).design()?;
    /// assert!(law_size::bytes(design.law()) <= 300);
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn max_law_size(mut self, bytes: usize) -> Self {
        self.options.max_law_size = Some(bytes);
        self
    }

    /// Limits a search by method *analysis* to this many products of orbits and table components, to which its time is proportional;
    /// the limit is [`MAX_PRODUCTS`](super::analysis::MAX_PRODUCTS) at first.
    ///
    /// ```
    /// # use candor::design::{Method, Request};
    /// let request = Request::tables(&[2, 3, 4], &[vec![0, 1], vec![2]], 1.0).method(Method::Analysis);
    /// assert!(request.design().is_ok());
    /// assert_eq!(request.max_products(10).design().unwrap_err().code().as_str(), "too-many-orbits");
    /// ```
    #[must_use]
    pub fn max_products(mut self, products: usize) -> Self {
        self.options.max_products = Some(products);
        self
    }

    /// Reserves this share of the respondents, from 0 to below 1, for tables that are not declared: they answer as in the best design
    /// for all pairs. For method *labelled* only.
    ///
    /// ```
    /// # use candor::design::{Method, Request};
    /// let request = Request::tables(&[2, 2, 2], &[vec![0, 1], vec![2]], 1.0).method(Method::Labelled);
    /// let all_pairs = request.clone().other_tables(0.1).design()?;
    /// assert!(all_pairs.law().condition(&[1, 2]) < request.design()?.law().condition(&[1, 2]));
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn other_tables(mut self, share: impl Into<Option<f64>>) -> Self {
        self.options.other_tables = share.into();
        self
    }

    /// Asks for the least expected error of the best guess of all tables of one and two questions together, in place of that of the unbiased
    /// tables, whose error is limited. For method *labelled* only.
    ///
    /// ```
    /// # use candor::design::Request;
    /// use candor::design::{ForBestGuess, labelled::BestGuessGoal};
    /// let request = Request::tables(&[2, 9], &[vec![0], vec![1], vec![0, 1]], 0.5);
    /// let design = request.best_guess(BestGuessGoal { respondents: 1_000.0, error_ratio: 1.5 }).design()?;
    /// let told: &ForBestGuess = design.best_guess().expect("what the design is for");
    /// assert!(told.risk < told.default_risk && told.error > told.default_error);
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn best_guess(mut self, goal: impl Into<Option<BestGuessGoal>>) -> Self {
        self.options.best_guess = goal.into();
        self
    }

    /// Requires a law that does not erase these tables, each given with its name, nor those from whose items mean scores are computed where devices do not
    /// report the scores.
    pub(super) fn readable(mut self, tables: NamedTables, of_items: NamedTables) -> Self {
        self.readable = (tables, of_items);
        self
    }

    /// Lets devices report these scores, where a labelled design has a smaller error with them.
    pub(super) fn reporting(mut self, scores: Option<ReportedScores>) -> Self {
        self.reported = scores;
        self
    }

    /// Says that not all combinations of answers can occur, of which only labelled designs for tables take account.
    pub(super) fn with_impossible_records(mut self, impossible_records: bool) -> Self {
        self.impossible_records = impossible_records;
        self
    }

    /// Returns a design that satisfies the request.
    ///
    /// ```
    /// # use candor::design::Request;
    /// let refused = Request::record_budget(&[2, 2], &[1.0, 1.0], -1.0).design();
    /// assert_eq!(refused.unwrap_err().code().as_str(), "invalid-epsilon");
    /// ```
    ///
    /// # Errors
    /// `invalid-epsilon` and `invalid-weight` for numbers that are not above 0; `levels-conflict` where the numbers of sizes,
    /// weights and caps differ, and where the best guess is requested with column levels, weights or another method than *labelled*; `infeasible-request` where no law of the method satisfies the request; the errors of the method, of
    /// [`Levels::capped`], of [`analysis::law`](super::analysis::law) and of
    /// [`best_guess_design`](super::labelled::best_guess_design); `plan-too-large`; `unidentifiable-table` where the law erases a table
    /// that a survey declares.
    pub fn design(&self) -> Result<Design, Error> {
        self.design_watched(&mut |_| ())
    }

    /// Like [`Request::design`], and reports the progress of the search for a labelled design to `watch`.
    ///
    /// ```
    /// # use candor::design::Request;
    /// let mut gaps = Vec::new();
    /// let request = Request::tables(&[2, 3, 4], &[vec![0, 1], vec![1, 2]], 1.0);
    /// request.design_watched(&mut |step| gaps.push(step.gap))?;
    /// assert!(gaps.len() > 1 && gaps.last() < gaps.first());
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Request::design`].
    pub fn design_watched(&self, watch: &mut dyn FnMut(SearchProgress)) -> Result<Design, Error> {
        self.check_best_guess()?;
        let design = match &self.goal {
            Goal::Levels(levels) => match &self.caps {
                Some(caps) => self.at_levels(&levels.clone().capped(caps)?),
                None => self.at_levels(levels),
            },
            Goal::Budget { sizes, weights, record_epsilon } => {
                self.within_budget(sizes, weights, *record_epsilon)
            }
            Goal::Estimands { sizes, estimands, record_epsilon } => {
                let (caps, options) = (self.caps_of(sizes.len()), self.options);
                let equal = || self.within_budget(sizes, &vec![1.0; sizes.len()], *record_epsilon);
                let (record_epsilon, reported) = (*record_epsilon, self.reported.as_ref());
                ForTables { sizes, estimands, reported, record_epsilon, caps, options }.design(equal, watch)
            }
        }?;
        if self.options.other_tables.is_some() && design.method() != Method::Labelled {
            let message = format!("other_tables is for method labelled, not for method {}", design.method());
            return Err(Error::new(Code::LevelsConflict, message));
        }
        let of_means = match &self.reported {
            Some(reported) if !design.law().scores().is_empty() => &reported.readable,
            _ => &self.readable.1,
        };
        let mut read = self.readable.0.iter().chain(of_means);
        read.try_for_each(|(table, name)| check_readable(design.law(), table, name))?;
        let takes_account = match (&self.goal, design.method(), design.best_guess()) {
            (Goal::Estimands { estimands, .. }, Method::Labelled, None) => estimands.has_impossible_cells(),
            _ => false,
        };
        Ok(if self.impossible_records && !takes_account { design.supposing_all_occur() } else { design })
    }

    /// Refuses what cannot be designed for the best guess.
    fn check_best_guess(&self) -> Result<(), Error> {
        let refused = |message| Err(Error::new(Code::LevelsConflict, message));
        match (&self.goal, self.options.named_method()) {
            _ if self.options.best_guess.is_none() => Ok(()),
            (Goal::Estimands { .. }, None | Some(Method::Labelled)) => Ok(()),
            (Goal::Estimands { .. }, Some(method)) => {
                refused(format!("a design for the best guess is by method labelled, not by method {method}"))
            }
            _ => refused("a design for the best guess is for a record ε without weights".into()),
        }
    }

    fn caps_of(&self, attributes: usize) -> Vec<Option<f64>> {
        self.caps.clone().unwrap_or_else(|| vec![None; attributes])
    }

    fn at_levels(&self, levels: &Levels) -> Result<Design, Error> {
        let Some(method) = self.options.named_method() else {
            return Ok(choice::smallest(levels, self.options.max_law_size)?.into());
        };
        let (law, bound) = method.bounded_law(levels, self.options)?;
        within_size(Design::new(law, bound, method, levels, "as asked".into()), self.options.max_law_size)
    }

    fn within_budget(&self, sizes: &[u32], weights: &[f64], record_epsilon: f64) -> Result<Design, Error> {
        budget::check(weights, record_epsilon)?;
        let caps = limits(&self.caps_of(sizes.len()), sizes.len())?;
        let budget = Budget { sizes, weights, record_epsilon, caps: &caps };
        let Some(method) = self.options.named_method() else {
            return Ok(choice::largest(budget, self.options.max_law_size)?.into());
        };
        let found = budget::largest(budget, method, self.options)?;
        let design = Design::new(found.law, None, method, &found.levels, "as asked".into());
        within_size(design, self.options.max_law_size)
    }
}

fn check_readable(law: &Law, table: &[usize], name: &str) -> Result<(), Error> {
    let condition = law.condition(table);
    if condition <= MAX_CONDITION {
        return Ok(());
    }
    let message = format!(
        "this design erases the table {name}: its condition is {condition:.3e}, above {MAX_CONDITION:e}; \
         use independent, or a larger ε"
    );
    Err(Error::new(Code::UnidentifiableTable, message))
}
