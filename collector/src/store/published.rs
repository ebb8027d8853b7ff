//! A published plan, for which reports are stored.

use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use candor::plan::Plan;
use candor_documents::expectations;
use candor_documents::totals::Told;
use subtle::ConstantTimeEq;

use super::at_rest::AtRest;
use super::keeping::Keeping;
use super::totals::Totals;
use crate::invitation::SigningKey;
use crate::pairs;

/// A published plan, its number in the database, and the number of reports in its totals.
pub struct Published {
    number: i64,
    plan: Plan,
    at_rest: Arc<AtRest>,
    author: RwLock<Option<String>>,
    day: Option<String>,
    is_closed: AtomicBool,
    totals: RwLock<Totals>,
    keeping: RwLock<Keeping>,
    signing_key: OnceLock<SigningKey>,
    standard_error_ratio: OnceLock<Option<f64>>,
    unidentifiable_pairs: OnceLock<Option<Vec<[String; 2]>>>,
    told: RwLock<Option<Arc<Told>>>,
}

impl Published {
    /// A plan without released totals, published by whoever runs the collector.
    #[must_use]
    pub fn new(number: i64, plan: Plan) -> Self {
        let at_rest = Arc::new(AtRest::of(&plan));
        Self {
            number,
            plan,
            at_rest,
            author: RwLock::default(),
            day: None,
            is_closed: AtomicBool::new(false),
            totals: RwLock::default(),
            keeping: RwLock::default(),
            signing_key: OnceLock::new(),
            standard_error_ratio: OnceLock::new(),
            unidentifiable_pairs: OnceLock::new(),
            told: RwLock::default(),
        }
    }

    /// Sets the day of publication.
    #[must_use]
    pub fn on(self, day: Option<String>) -> Self {
        Self { day, ..self }
    }

    /// The UTC day on which it was published; `None` if the database did not record that at the time.
    #[must_use]
    pub fn day(&self) -> Option<&str> {
        self.day.as_deref()
    }

    /// Whether its survey's name belongs to the author whose token has this hash.
    #[must_use]
    pub fn is_of(&self, author: &str) -> bool {
        let own = self.author.read().unwrap_or_else(PoisonError::into_inner);
        own.as_deref().is_some_and(|own| own.as_bytes().ct_eq(author.as_bytes()).into())
    }

    /// Sets the hash of the token of the author to whom its survey's name belongs.
    pub fn set_author(&self, author: Option<String>) {
        *self.author.write().unwrap_or_else(PoisonError::into_inner) = author;
    }

    /// Whether it takes no more reports.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    /// Marks the plan as closed, after that was committed.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }

    /// The key that signs for its blind invitations, if any were issued.
    #[must_use]
    pub fn signing_key(&self) -> Option<&SigningKey> {
        self.signing_key.get()
    }

    /// Sets the key that signs for its blind invitations, after it was committed. Once set it does not change.
    pub fn set_signing_key(&self, key: SigningKey) {
        self.signing_key.get_or_init(|| key);
    }

    /// The plan's key in the database; later plans have higher numbers.
    #[must_use]
    pub fn number(&self) -> i64 {
        self.number
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The tables that are counted as its reports are stored.
    #[must_use]
    pub fn at_rest(&self) -> &Arc<AtRest> {
        &self.at_rest
    }

    /// The number of reports in its totals.
    #[must_use]
    pub fn totals(&self) -> Totals {
        self.totals.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The ratio of its expected standard errors to the bound for any protocol ([`expectations::standard_error_ratio`]), computed once.
    #[must_use]
    pub fn standard_error_ratio(&self) -> Option<f64> {
        *self.standard_error_ratio.get_or_init(|| expectations::standard_error_ratio(&self.plan))
    }

    /// The pairs of its questions that cannot be estimated (`pairs::unidentifiable`), found once.
    #[must_use]
    pub fn unidentifiable_pairs(&self) -> Option<&[[String; 2]]> {
        self.unidentifiable_pairs.get_or_init(|| pairs::unidentifiable(&self.plan)).as_deref()
    }

    /// What totals tell of one person where at least so many reports are told together; computed once for the same number.
    #[must_use]
    pub fn told(&self, reports: u64) -> Arc<Told> {
        let known = self.told.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(known) = known.filter(|known| known.reports == reports) {
            return known;
        }
        let told = Arc::new(Told::of(&self.plan, reports));
        *self.told.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&told));
        told
    }

    /// Until when its reports are kept.
    #[must_use]
    pub fn keeping(&self) -> Keeping {
        self.keeping.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sets until when its reports are kept, after that was committed.
    pub fn set_keeping(&self, keeping: Keeping) {
        *self.keeping.write().unwrap_or_else(PoisonError::into_inner) = keeping;
    }

    /// Sets the number of reports in its totals, after that was committed.
    pub fn set_totals(&self, totals: Totals) {
        *self.totals.write().unwrap_or_else(PoisonError::into_inner) = totals;
    }
}
