//! The best law for the tables to be read [Mathematics, §8]: at a given record ε, minimises
//!
//! V = Σ_W Σ_{∅≠T⊆W} ∏_{i∈T}(aᵢ−1) / (∏_{i∈W} aᵢ · μ_T²),
//!
//! n times the expected total squared error of the inverse estimates under a uniform truth. μ_T is linear
//! in the law and 1/μ² convex on either side of 0, so Frank–Wolfe \[Jaggi13\] over laws "e^ε times likelier on a set of
//! orbits" finds the minimum for given signs of the μ_T, with a proven gap. The signs are searched: at small ε, or with
//! many categories, a law that inverts interactions has a fraction of the error of one that does not. The certificate
//! states how many patterns of signs were searched, and of how many, and holds among these. Column and attribute ε are results.
//!
//! Attributes are exchangeable where they have equal sizes and the tables do not distinguish them. Small surveys are also
//! searched without exchanging any, since equal questions may want different signs. Where a cap on attribute ε is below the
//! record ε, the same V is minimised over the laws that keep the caps: with the best signs found without caps, with all signs positive,
//! and with others as far as that is affordable. No protocol with unbiased estimates is below [`protocol_bound`].
//! Cost: orbits × components per step, some dozens of steps a pattern. Fails (`too-many-orbits`) above
//! [`MAX_PRODUCTS`] of them.
//!
//! ```
//! use candor::design::analysis::{self, MAX_CAPPED_ORBITS, MAX_PRODUCTS, TableCertificate};
//! let (sizes, tables) = ([2, 3], analysis::default_tables(2));
//! assert!(4 * tables.len() <= MAX_PRODUCTS.min(MAX_CAPPED_ORBITS));
//! let (law, TableCertificate { objective, .. }) = analysis::capped_law(&sizes, &tables, 1.0, &[Some(0.8), None])?;
//! let error: f64 = tables.iter().map(|table| analysis::expected_squared_error(&law, table)).sum();
//! assert!((error / objective - 1.0).abs() < 1e-6);
//! let free = analysis::certificate(&sizes, &tables, 1.0)?;
//! assert!(analysis::protocol_bound(&sizes, &tables, 1.0) <= free.lower_bound && free.lower_bound <= objective);
//! let split = analysis::best_split(&sizes, &tables, 1.0);
//! assert!((split[0] + split[1] - 1.0).abs() < 1e-9);
//! # Ok::<(), candor::Error>(())
//! ```

mod bayes_risk;
mod capped;
mod components;
mod extreme;
mod frank_wolfe;
mod law;
mod protocol_bound;
mod search;
mod shares;
mod signs;
mod split;

pub(super) use self::bayes_risk::{ComponentRisk, Risk, check_guessed};
pub use self::bayes_risk::{bayes_risk, bayes_risk_bound};
pub use self::capped::MAX_ORBITS as MAX_CAPPED_ORBITS;
pub use self::components::MAX_PRODUCTS;
pub(super) use self::components::{check_read, exchangeable};
pub use self::law::{
    capped_law, certificate, default_tables, expected_squared_error, expected_squared_errors, law,
};
pub(super) use self::law::{capped_law_within, nominal};
pub use self::protocol_bound::protocol_bound;
pub use self::search::TableCertificate;
pub use self::split::best_split;
