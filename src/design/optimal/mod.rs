//! The exact optimum: the smallest record ε of any law with the given column levels, certified
//! [Yamamoto24, Algorithms 1 and 2], over orbits and by duality [Mathematics, §3].
//!
//! Attributes of equal size and level are exchangeable, so a law is a density over orbits, that is, over how many
//! attributes of each class change. The dual has one variable per class, F(μ) = E[(Σ_c μ_c z_c)⁺] under a
//! uniform record, Σ μ_c = 1, and e^{ε*} = 1 + 1/min F; every μ certifies ε* ≥ ln(1 + 1/F(μ)). Cutting
//! planes minimise F; the multipliers of the last master problem are the law, and a vertex of the optimal face lists few change
//! sets. Where Σ qᵢ ≤ 1 and the single-change mixture exists, it is the optimum, with a certificate in closed form at
//! any k. Where that optimum exceeds a cap on attribute ε, the program with the rows of the caps is solved instead.
//!
//! Every solution is checked for rows, bounds and duality gap by code independent of the solver. With levels from
//! 0.001 to 64 in one survey, about one random survey in thirty fails this check, at the limits of double precision. Then the attributes that
//! hardly ever change are perturbed independently, and the certificate includes the cost of that.
//!
//! Cost: evaluations × √orbits × classes; dozens of evaluations for few classes, 500 to 2,000 and one to three seconds
//! for 22 different attributes. Fails (`too-many-orbits`) above [`MAX_ORBITS`]; (`too-many-patterns`) where a law would
//! list more than [`MAX_PATTERNS`] change sets, as it does for many questions at small ε.
//!
//! ```
//! use candor::design::optimal::{self, Certificate, MAX_ORBITS, MAX_PATTERNS};
//! use candor::design::Levels;
//! let levels = Levels::new(vec![2, 2, 3], vec![1.0, 1.0, 2.0])?;
//! assert_eq!(optimal::orbit_count(&levels), Some(6));
//! assert!(6 <= MAX_ORBITS && 6 <= MAX_PATTERNS);
//! let (law, Certificate { lower_bound, .. }) = optimal::certified_law(&levels)?;
//! assert!(law.record_epsilon() - lower_bound < 1e-6);
//! assert_eq!(optimal::certificate(&levels)?.lower_bound, lower_bound);
//! # Ok::<(), candor::Error>(())
//! ```

mod apart;
mod capped;
mod certificate;
mod certified;
mod classes;
mod dual;
mod excess;
mod exchangeable;
mod half;
mod listed;
mod master;
mod optimum;
mod oracle;
mod orbits;
mod solved;
mod vertex;

pub use self::capped::MAX_ORBITS as MAX_CAPPED_ORBITS;
pub use self::certificate::Certificate;
pub use self::certified::{certificate, certified_law, law};
pub use self::exchangeable::orbit_count;
pub use self::solved::{MAX_ORBITS, MAX_PATTERNS};

pub(super) use self::certified::{free_certificate, law_listing, sparse_law};
pub(super) use self::optimum::Optimum;
